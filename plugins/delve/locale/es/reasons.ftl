# Por qué un bot eligió una acción.

delve-reason-combat = el combate ha terminado
delve-reason-explore = hay una salida que nadie ha explorado
delve-reason-search = no queda ninguna salida: una pared puede ocultar una puerta
delve-reason-home = no queda nada que encontrar: sale
delve-reason-fight = hay monstruos en este lugar
delve-reason-rest = está herido y no hay nada a la vista
delve-reason-lost = no se le ocurre nada mejor
