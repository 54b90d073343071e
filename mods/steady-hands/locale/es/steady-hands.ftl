steady-hands-barred = Las puertas están atrancadas; no entra nada.
