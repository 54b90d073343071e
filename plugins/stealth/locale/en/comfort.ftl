# Asked back before harm.
stealth-sure-self = At yourself?
stealth-sure-use = Use { $name } on yourself? You would be { $effect }.
stealth-sure-harm = { $name }: step there all the same?
stealth-sure-loud = The { $creature } would hear that (noise { $noise }). Go on?

# Deeds.
stealth-deeds = DEEDS: { $count ->
    [0] nobody felled
    [one] 1 felled
   *[other] { $count } felled
}
stealth-nobody-slain = You have felled nobody. Nobody needs to know you were here.
stealth-column-count = how many

# A creature in view changes its mind.
stealth-edge-wakes = The { $creature } stirs.
stealth-edge-notices = The { $creature } has noticed you!
stealth-edge-loses = The { $creature } has lost you.

# What the help calls the pages.
stealth-page-inventory = pack
stealth-page-combat = combat panel
stealth-page-deeds = deeds

# After the end.
stealth-over-by = Cause: { $killer }.

# A careful look.
stealth-look-senses = Sees { $fov } far, hears { $foh }.
