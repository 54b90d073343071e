# La consola para modders.
stealth-console = Consola
stealth-console-spawn = una criatura
stealth-console-give = un objeto
stealth-console-reveal = todo el piso
stealth-console-go = a otra parte
stealth-console-which-kind = ¿De qué clase?
stealth-console-which-at = ¿Dónde?
stealth-console-which-to = ¿Adónde?
stealth-console-no-floor = Ahí no puede estar ninguna criatura.
stealth-console-taken = Esa casilla está ocupada.
stealth-console-unknown = No existe { $id }.
