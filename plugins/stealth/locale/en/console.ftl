# The modder's console.
stealth-console = Console
stealth-console-spawn = a creature
stealth-console-give = an object
stealth-console-reveal = the whole floor
stealth-console-go = somewhere else
stealth-console-which-kind = Which kind?
stealth-console-which-at = Where?
stealth-console-which-to = Where to?
stealth-console-no-floor = Nobody can stand there.
stealth-console-taken = Somebody stands there.
stealth-console-unknown = There is no { $id }.
