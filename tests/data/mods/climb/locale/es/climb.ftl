climb-title = La escalera
