# Confirmations before harm.
stealth-sure-self = At yourself?
stealth-sure-use = Use { $name } on yourself? Effect: { $effect }.
stealth-sure-harm = { $name }: step there anyway?
stealth-sure-loud = The { $creature } would hear that (noise { $noise }). Go on?

# Deeds.
stealth-deeds = DEEDS: { $count ->
    [0] none felled
    [one] 1 felled
   *[other] { $count } felled
}
stealth-nobody-slain = You have felled no one. No one needs to know you were here.
stealth-column-count = count

# Mood changes of creatures in view.
stealth-edge-wakes = The { $creature } stirs.
stealth-edge-notices = The { $creature } has noticed you!
stealth-edge-loses = The { $creature } has lost you.

# Page names in the help.
stealth-page-inventory = pack
stealth-page-combat = combat panel
stealth-page-deeds = deeds

# End of the game.
stealth-over-by = Cause: { $killer }.

# Inspecting a creature.
stealth-look-senses = Sees { $fov } cells far, hears { $foh }.
