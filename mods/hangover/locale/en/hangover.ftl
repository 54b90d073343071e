hangover-warning = You will regret this.
hangover-water = Drink water with it? That costs 1 stamina.
hangover-later = No, not now
hangover-drink = Yes, drink
