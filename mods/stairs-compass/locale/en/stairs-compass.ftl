stairs-compass-steps = { $steps ->
    [0] on the stairs
    [one] stairs 1 step away
   *[other] stairs { $steps } steps away
}
stairs-compass-unknown = stairs: no known path
