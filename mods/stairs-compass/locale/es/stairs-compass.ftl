stairs-compass-steps = { $steps ->
    [0] en la escalera
    [one] escalera a 1 paso
   *[other] escalera a { $steps } pasos
}
stairs-compass-unknown = escalera: sin camino conocido
