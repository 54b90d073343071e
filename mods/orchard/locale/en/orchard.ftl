orchard-title = THE ORCHARD
orchard-wasp = wasp
orchard-hedge = hedge
