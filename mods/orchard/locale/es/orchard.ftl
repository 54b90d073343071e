orchard-title = EL HUERTO
orchard-wasp = avispa
    .gender = f
orchard-hedge = seto
    .gender = m
