duel-begin = The duel begins.
duel-who = There is no such fighter.
duel-knight = knight
    .gender = m
duel-boar = boar
    .gender = m
duel-sow = sow
    .gender = f
duel-hits = The { $who } hits { $times ->
    [one] once
   *[other] { $times } times
}.
duel-eager = Eager
