duel-begin = Comienza el duelo.
duel-who = No existe ese luchador.
duel-knight = caballero
    .gender = m
duel-boar = jabalí
    .gender = m
duel-sow = jabalina
    .gender = f
duel-hits = { $who-gender ->
    [f] La
   *[m] El
} { $who } golpea { $times ->
    [one] una vez
   *[other] { $times } veces
}.
duel-eager = Impaciente
