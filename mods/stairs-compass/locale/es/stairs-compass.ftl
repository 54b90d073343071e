stairs-compass-steps = { $steps ->
    [0] en las escaleras
    [one] escaleras a 1 paso
   *[other] escaleras a { $steps } pasos
}
stairs-compass-unknown = escaleras: sin camino conocido
