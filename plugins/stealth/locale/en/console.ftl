# Modder's console.
stealth-console = Console
stealth-console-spawn = a creature
stealth-console-give = an item
stealth-console-reveal = the whole floor
stealth-console-go = somewhere else
stealth-console-which-kind = Which kind?
stealth-console-which-at = Where?
stealth-console-which-to = Where to?
stealth-console-no-floor = A creature cannot stand there.
stealth-console-taken = That cell is occupied.
stealth-console-unknown = There is no { $id }.
