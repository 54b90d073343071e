hangover-warning = You will regret this.
hangover-water = Drink water with it, which takes your breath?
hangover-later = No, not now
hangover-drink = Yes, drink
