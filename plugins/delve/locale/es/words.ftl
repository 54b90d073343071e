# Lo que significan las palabras de la mazmorra, contado donde aparecen.

delve-special-combination-about = Dos salas en una: una costura cruza el suelo y la piedra cambia de color. En vuestra propia mesa cuentan dos resultados.
delve-special-champion-about = Un campeón invicto guarda esta sala y espera a quien lo desafíe.
delve-special-challenge-about = Hay una prueba en el suelo y en las paredes. Superarla tiene recompensa.
delve-special-quicksand-about = El suelo cede bajo los pies; la arena mojada susurra al moverse.
delve-special-butcher-about = Ganchos, tajos y un mal olor. Aquí trabaja un carnicero.
delve-special-lever-about = Una palanca sale de la pared, trabada por el óxido. Ya no mueve nada.
delve-special-shrine-about = Un santuario antiguo, con ofrendas recientes.
delve-special-magic-circle-about = Unos signos forman un círculo en el suelo. Al final de un turno de exploración actúa sobre quienes están en él.
delve-special-tomb-about = Una losa medio apartada. No se apartó sola.
delve-special-statue-about = Una estatua más alta que un hombre. Se puede tocar una vez: los dados dicen qué es.
delve-special-grate-about = Una reja de hierro en el suelo. Debajo corre agua.
delve-special-fountain-about = Una fuente. Oyes el agua antes de verla.
delve-special-swarm-about = Un roce en las paredes y en el techo: cuerpos pequeños, muchísimos.
delve-special-chasm-about = El suelo se acaba de golpe. Sube viento de abajo y no se ve el fondo.
delve-special-expeditioners-about = Otros exploradores, que vinieron por otro camino y buscan lo mismo.
delve-special-fungus-about = Los hongos cubren el suelo y las paredes. Se tragan todos los sonidos.
delve-special-magic-pool-about = Un estanque con luz propia. Se oyen gotas, aunque no cae agua.
delve-special-burrow-about = Agujeros en las paredes, tierra fresca y algo que escarba detrás.
delve-special-pedlar-about = Un buhonero ha extendido una manta en el suelo, como si esto fuera un mercado.
delve-special-breach-about = Una brecha: una pared de la mazmorra se ha venido abajo y por detrás entra una corriente de aire.
delve-special-portal-about = Una puerta sin pared, y detrás otro lugar.
delve-special-stranger-about = Alguien está sentado aquí a solas y levanta la vista cuando entras.
delve-special-refuge-about = Un refugio: se puede defender contra todo y arde un fuego. Los héroes pueden descansar aquí.

delve-room-empty-about = Una sala sin nada de particular. Una pista puede convertirla en especial.
delve-room-lair-about = Una guarida: aquí viven monstruos. Al descubrirla empieza un combate; vencida, deja un tesoro.
delve-room-quest-about = La sala de la gesta: vence a sus monstruos y la expedición habrá logrado su objetivo.
delve-end-x-about = Tres caminos: a la izquierda, recto, a la derecha.
delve-end-closed-about = Un callejón sin salida. Puede haber una puerta secreta en sus paredes.
delve-end-t-about = Dos caminos: a la izquierda y a la derecha.
delve-end-special-about = Un espacio pequeño y cerrado al final de un pasillo.
delve-end-chamber-about = Una sala al final de un pasillo, sin puerta propia.
delve-corridor-bridge-about = Un puente: solo se puede andar sobre él.
delve-corridor-river-about = Un río cruza el pasillo; vadearlo hace ruido.
delve-corridor-single-file-about = Tan estrecho que los héroes van uno tras otro.

## Cómo es una sala, según sus dados

delve-look-swept = La sala está desnuda. Hasta el polvo ha sido barrido.
delve-look-bench = Un banco y ganchos en la pared: aquí hubo guardias.
delve-look-barrels = Barriles rotos. Uno de ellos todavía gotea.
delve-look-hearth = Un hogar apagado, lleno de ceniza fina.
delve-look-straw = Paja y trapos junto a la pared forman una cama, y no es vieja.
delve-look-tallies = Rayas de cinco en cinco cubren toda una pared.
delve-look-table = Una mesa volcada, con una flecha clavada en el tablero.
delve-look-drip = Gotea agua de una grieta del techo.
delve-look-shelves = Estantes vacíos, salvo unos huesos de ratón.
delve-look-draft = Una corriente de aire mueve las telarañas y suspira en las grietas.
delve-look-mosaic = El suelo fue un mosaico. Faltan casi todas sus piedras.
delve-look-echo = El techo queda por encima de la luz, y cada paso devuelve su eco.
delve-look-embers = Unas brasas crepitan en un brasero. Los últimos visitantes no andan lejos.
delve-look-mask = Una cara de piedra en la pared, con la nariz gastada por muchas manos.
delve-look-chalk = Marcas de tiza en la pared: dos rayas y una cruz.
delve-look-cairn = Piedras en un rincón, apiladas con cuidado, como sobre una tumba.
delve-look-bones = Hay huesos roídos por todas partes, y algunos son recientes.
delve-look-nests = Nidos de tela rasgada y olor a animal.
delve-look-smoke = El humo flota bajo el techo. Algo se asa sobre un fuego.
delve-look-loot = Hay botín amontonado: los ladrones no llegan hasta aquí.
delve-look-candles = Hay velas en círculo, y todas arden.
delve-look-banners = Cuelgan estandartes de las paredes, todos con el mismo escudo.
delve-look-hall = Una sala alta como un templo, y su dueño os esperaba.
