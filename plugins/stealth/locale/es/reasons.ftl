# Por qué el consejero eligió una acción.

stealth-reason-fight = { $hunters ->
    [one] una criatura persigue
   *[other] { $hunters } criaturas persiguen
} al consejero, a quien le quedan { $life } de { $most } de vida
stealth-reason-flee = { $hunters ->
    [one] una criatura persigue
   *[other] { $hunters } criaturas persiguen
} al consejero, y con { $life } de { $most } de vida una pelea costaría demasiado
stealth-reason-step-back = un paso atrás da aguante para el próximo golpe
stealth-reason-hide = sigue a cubierto: aún puede venir un perseguidor
stealth-reason-lure = atrae a una criatura adonde conviene pelear
stealth-reason-shoot = hay a tiro una criatura que no sabe de él
stealth-reason-ambush = puede sorprender a una criatura que no sabe de él
stealth-reason-tend = ahora no tiene que luchar ni huir: es hora de sus cosas, la comida y las heridas
stealth-reason-stone = una piedra le servirá de señuelo
stealth-reason-lamp = su farol se vería, o le hace falta
stealth-reason-peek = mira por la puerta antes de entrar
stealth-reason-decoy = un ruido en otra parte aleja a quienes verían su paso
stealth-reason-watch = averigua si una criatura en su camino se mueve, y hacia dónde
stealth-reason-pass = deja pasar primero a quien notaría su paso
stealth-reason-rest = con { $life } de { $most } de vida descansa, o va adonde pueda
stealth-reason-fetch = en este piso hay algo por lo que vale la pena ir
stealth-reason-explore = la comida y el tiempo le permiten ver más de este piso
stealth-reason-guarded = alguien espera al otro lado de la escalera
stealth-reason-down = ya ha visto bastante aquí: a la escalera
stealth-reason-home = tiene lo que vino a buscar y vuelve a casa
stealth-reason-search = no conoce ningún camino: busca
stealth-reason-lost = no se le ocurre nada mejor
