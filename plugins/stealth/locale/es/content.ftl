# Nombres de criaturas, terreno y objetos.

stealth-creature-adept = tú
    .gender = m
stealth-creature-adventurer = aventurero
    .gender = m
stealth-creature-giant-rat = rata gigante
    .gender = f
stealth-creature-hungry-rat = rata hambrienta
    .gender = f
stealth-creature-slime = limo
    .gender = m
stealth-creature-cave-bat = murciélago de las cuevas
    .gender = m
stealth-creature-snake = serpiente
    .gender = f
stealth-creature-goblin = trasgo
    .gender = m
stealth-creature-grey-goblin = trasgo gris
    .gender = m
stealth-creature-monkey = mono
    .gender = m
stealth-creature-orc = orco
    .gender = m
stealth-creature-orc-servant = siervo orco
    .gender = m
stealth-creature-orc-archer = arquero orco
    .gender = m
stealth-creature-true-orc = orco verdadero
    .gender = m
stealth-creature-skeleton = esqueleto
    .gender = m
stealth-creature-troll = trol
    .gender = m
stealth-creature-cultist = sectario
    .gender = m
stealth-creature-bandit = bandido
    .gender = m
stealth-creature-warden = celador
    .gender = m
stealth-creature-sentinel = centinela
    .gender = m
stealth-creature-soot-imp = diablillo de hollín
    .gender = m
stealth-creature-mimic = cofre mímico
    .gender = m
stealth-creature-silent-regent = Regente Silencioso
    .gender = m
stealth-creature-elder = anciano
    .gender = m
stealth-creature-campfire = hoguera
    .gender = f

stealth-creature-giant-rat-about = Suele dormir; despierta, es rápida.
stealth-creature-hungry-rat-about = El hambre no la deja rendirse pronto.
stealth-creature-slime-about = Sordo y casi ciego, pero sus heridas se cierran a ojos vistas. El golpe mortal lo parte en dos.
stealth-creature-cave-bat-about = No ve nada y lo oye todo. Cuesta acertarle: antes, espera y afiánzate.
stealth-creature-snake-about = Está al acecho. Su primera mordedura envenena.
stealth-creature-goblin-about = Rápido: cada cuatro turnos actúa dos veces. Se cansa, y entonces retrocede.
stealth-creature-grey-goblin-about = Un trasgo viejo que ha aprendido a pegar y a escuchar.
stealth-creature-monkey-about = Un ladrón ágil al que nunca le falta el aliento.
stealth-creature-orc-about = Fuerte y terco; oye mal.
stealth-creature-orc-servant-about = Trabaja para otros y, si puede, mira hacia otro lado.
stealth-creature-orc-archer-about = Guarda las distancias y dispara. Las esquinas y las puertas te ayudan.
stealth-creature-true-orc-about = Un muro de músculo que no olvida nada.
stealth-creature-skeleton-about = Lento, casi sordo e incansable. El humo no le hace nada.
stealth-creature-troll-about = Medio ciego y medio sordo. Su piel resiste casi toda hoja. No lo despiertes.
stealth-creature-cultist-about = Ojos agudos bajo la capucha, y pies ligeros.
stealth-creature-bandit-about = Armado, paciente y tan callado como tú.
stealth-creature-warden-about = Hace su ronda y busca donde te vio por última vez. El humo no le hace nada.
stealth-creature-sentinel-about = No abandona su puesto. Mantente fuera de su alcance.
stealth-creature-soot-imp-about = Vuela, lo oye todo, y sus garras son peores que una espada.
stealth-creature-mimic-about = Parece un cofre, pero los cofres no tienen dientes. Lento: cada seis turnos pierde uno.
stealth-creature-silent-regent-about = Lleva tanto junto a la Campana que el silencio es su corona.
stealth-creature-elder-about = Recuerda la Campana.
stealth-creature-adventurer-about = Otro que vino por la Campana. No le hagas nada y nada te hará.
stealth-creature-campfire-about = Descansa a su lado y sanarás. A su luz, la oscuridad no te oculta de quien te persigue.

stealth-effect-blind = ceguera
    .gender = f
stealth-effect-burning = fuego
    .gender = m
stealth-effect-confused = confusión
    .gender = f
stealth-effect-envenomed = veneno en los golpes
    .gender = m
stealth-effect-composed = temple
    .gender = m
stealth-effect-flash-sight = vista súbita
    .gender = f
stealth-effect-paralysed = parálisis
    .gender = f
stealth-effect-petrifying = petrificación
    .gender = f
stealth-effect-poisoned = veneno
    .gender = m
stealth-effect-power = poder
    .gender = m
stealth-effect-precision = precisión
    .gender = f

stealth-tile-floor = suelo
stealth-tile-cave-floor = suelo desigual
stealth-tile-moss = musgo, blando al pisar
stealth-tile-gravel = grava, ruidosa al pisar
    .gender = f
stealth-tile-rubble = escombros
stealth-tile-sand = arena
    .gender = f
stealth-tile-desert-edge = el camino a casa, más allá del borde del desierto
stealth-tile-stairs-down = escaleras que bajan
    .gender = f
stealth-tile-stairs-up = escaleras que suben
    .gender = f
stealth-tile-side-stairs = escaleras estrechas que bajan a otro lugar
    .gender = f
stealth-tile-wall = pared
    .gender = f
stealth-tile-rock = roca
    .gender = f
stealth-tile-secret-wall = pared sospechosa
    .gender = f
stealth-tile-false-window = pared con ventana: deja ver, pero no pasar
    .gender = f
stealth-tile-column = columna
stealth-tile-bars = rejas
    .gender = f
stealth-tile-door = puerta cerrada
    .gender = f
stealth-tile-door-open = puerta abierta
    .gender = f
stealth-tile-door-white = puerta con cerradura blanca
    .gender = f
stealth-tile-door-red = puerta con cerradura roja
    .gender = f
stealth-tile-door-gray = puerta con cerradura gris
    .gender = f
stealth-tile-door-black = puerta con cerradura negra
    .gender = f
stealth-tile-door-blue = puerta con cerradura azul
    .gender = f
stealth-tile-door-iron = puerta con cerradura de hierro
    .gender = f
stealth-tile-chest = cofre
stealth-tile-table = mesa
    .gender = f
stealth-tile-water = agua: solo tú sabes nadar
stealth-tile-bookshelf = estantería
    .gender = f

stealth-item-dagger = daga
    .gender = f
stealth-item-dagger-good = buena daga
    .gender = f
stealth-item-short-sword = espada corta
    .gender = f
stealth-item-short-sword-good = buena espada corta
    .gender = f
stealth-item-long-sword = espada larga
    .gender = f
stealth-item-long-sword-good = buena espada larga
    .gender = f
stealth-item-spear = lanza
    .gender = f
stealth-item-spear-good = buena lanza
    .gender = f
stealth-item-long-bow = arco largo
    .gender = m
stealth-item-arrow = { $count ->
   *[one] flecha
    [other] { $count } flechas
}
    .gender = f
stealth-item-tunnelling-staff = vara excavadora
    .gender = f
stealth-item-leather-armor = armadura de cuero
    .gender = f
stealth-item-chain-mail = cota de malla
    .gender = f
stealth-item-small-shield = escudo pequeño
    .gender = m
stealth-item-medium-shield = escudo mediano
    .gender = m
stealth-item-large-shield = escudo grande
    .gender = m
stealth-item-leather-cap = gorro de cuero
    .gender = m
stealth-item-scout-hood = capucha de explorador
    .gender = f
stealth-item-iron-helmet = yelmo de hierro
    .gender = m
stealth-item-war-helm = yelmo de guerra orco
    .gender = m
stealth-item-cloak = capa
    .gender = f
stealth-item-plain-ring = anillo corriente
    .gender = m
stealth-item-accuracy-ring = anillo de puntería
    .gender = m
stealth-item-strength-ring = anillo de fuerza
    .gender = m
stealth-item-far-sight-ring = anillo de vista lejana
    .gender = m
stealth-item-vigor-ring = anillo de vigor
    .gender = m
stealth-item-guard-ring = anillo de guardia
    .gender = m
stealth-item-antivenom-ring = anillo contra el veneno
    .gender = m
stealth-item-memory-ring = anillo de la memoria
    .gender = m
stealth-item-recovery-ring = anillo de recuperación
    .gender = m
stealth-item-fortune-ring = anillo de la fortuna
    .gender = m
stealth-item-weakness-ring = anillo maldito de debilidad
    .gender = m
stealth-item-myopia-ring = anillo maldito de miopía
    .gender = m
stealth-item-fatigue-ring = anillo maldito de fatiga
    .gender = m
stealth-item-lethargy-ring = anillo maldito de letargo
    .gender = m
stealth-item-vulnerability-ring = anillo maldito de indefensión
    .gender = m
stealth-item-misfortune-ring = anillo maldito de infortunio
    .gender = m
stealth-item-chalice = cáliz del peregrino
    .gender = m
stealth-item-tooth-amulet = amuleto de dientes
    .gender = m
stealth-item-unrung-bell = Campana Muda
    .gender = f
stealth-item-potion = { $count ->
   *[one] poción
    [other] { $count } pociones
}
    .gender = f
stealth-item-health-potion = { $count ->
   *[one] poción de curación
    [other] { $count } pociones de curación
}
    .gender = f
stealth-item-strength-potion = { $count ->
   *[one] poción de fuerza
    [other] { $count } pociones de fuerza
}
    .gender = f
stealth-item-life-potion = { $count ->
   *[one] poción de vida
    [other] { $count } pociones de vida
}
    .gender = f
stealth-item-vigor-potion = { $count ->
   *[one] poción de vigor duradero
    [other] { $count } pociones de vigor duradero
}
    .gender = f
stealth-item-true-sight-potion = { $count ->
   *[one] poción de vista verdadera
    [other] { $count } pociones de vista verdadera
}
    .gender = f
stealth-item-power-potion = { $count ->
   *[one] poción de poder
    [other] { $count } pociones de poder
}
    .gender = f
stealth-item-precision-potion = { $count ->
   *[one] poción de precisión
    [other] { $count } pociones de precisión
}
    .gender = f
stealth-item-flash-sight-potion = { $count ->
   *[one] poción de vista súbita
    [other] { $count } pociones de vista súbita
}
    .gender = f
stealth-item-blindness-potion = { $count ->
   *[one] poción de tinieblas
    [other] { $count } pociones de tinieblas
}
    .gender = f
stealth-item-stamina-potion = { $count ->
   *[one] poción de aguante
    [other] { $count } pociones de aguante
}
    .gender = f
stealth-item-antidote = { $count ->
   *[one] antídoto
    [other] { $count } antídotos
}
    .gender = m
stealth-item-poison-potion = { $count ->
   *[one] frasco de veneno
    [other] { $count } frascos de veneno
}
    .gender = m
stealth-item-confusion-potion = { $count ->
   *[one] poción de confusión
    [other] { $count } pociones de confusión
}
    .gender = f
stealth-item-paralysis-potion = { $count ->
   *[one] poción de parálisis
    [other] { $count } pociones de parálisis
}
    .gender = f
stealth-item-petrification-potion = { $count ->
   *[one] poción de petrificación
    [other] { $count } pociones de petrificación
}
    .gender = f
stealth-item-blue-moss = { $count ->
   *[one] musgo azul
    [other] { $count } matas de musgo azul
}
    .gender = m
stealth-item-sand-bag = bolsa de arena
    .gender = f
stealth-item-scroll = { $count ->
   *[one] pergamino
    [other] { $count } pergaminos
}
    .gender = m
stealth-item-confusion-scroll = { $count ->
   *[one] pergamino de confusión
    [other] { $count } pergaminos de confusión
}
    .gender = m
stealth-item-paralysis-scroll = { $count ->
   *[one] pergamino de parálisis
    [other] { $count } pergaminos de parálisis
}
    .gender = m
stealth-item-lightning-scroll = { $count ->
   *[one] pergamino del rayo
    [other] { $count } pergaminos del rayo
}
    .gender = m
stealth-item-fireball-scroll = { $count ->
   *[one] pergamino de la bola de fuego
    [other] { $count } pergaminos de la bola de fuego
}
    .gender = m
stealth-item-identify-scroll = { $count ->
   *[one] pergamino de identificación
    [other] { $count } pergaminos de identificación
}
    .gender = m
stealth-item-blessed-identify-scroll = { $count ->
   *[one] pergamino bendito de identificación
    [other] { $count } pergaminos benditos de identificación
}
    .gender = m
stealth-item-remove-curse-scroll = { $count ->
   *[one] pergamino contra las maldiciones
    [other] { $count } pergaminos contra las maldiciones
}
    .gender = m
stealth-item-descend-scroll = { $count ->
   *[one] pergamino de descenso
    [other] { $count } pergaminos de descenso
}
    .gender = m
stealth-item-teleport-scroll = { $count ->
   *[one] pergamino de teletransporte
    [other] { $count } pergaminos de teletransporte
}
    .gender = m
stealth-item-memory-scroll = { $count ->
   *[one] pergamino de la memoria
    [other] { $count } pergaminos de la memoria
}
    .gender = m
stealth-item-meat = { $count ->
   *[one] trozo de carne
    [other] { $count } trozos de carne
}
    .gender = m
stealth-item-banana = { $count ->
   *[one] plátano
    [other] { $count } plátanos
}
    .gender = m
stealth-item-ration = { $count ->
   *[one] ración
    [other] { $count } raciones
}
    .gender = f
stealth-item-rotten-ration = { $count ->
   *[one] ración podrida
    [other] { $count } raciones podridas
}
    .gender = f
stealth-item-key-white = llave blanca
    .gender = f
stealth-item-key-red = llave roja
    .gender = f
stealth-item-key-gray = llave gris
    .gender = f
stealth-item-key-black = llave negra
    .gender = f
stealth-item-key-blue = llave azul
    .gender = f
stealth-item-key-iron = llave de hierro
    .gender = f
stealth-item-bones = montón de huesos
    .gender = m
stealth-item-rocks = piedra grande
    .gender = f
stealth-item-stones = puñado de guijarros
    .gender = m
stealth-item-book = libro
    .gender = m
stealth-item-book-doors = libro «De las puertas»
    .gender = m
stealth-item-book-steps = libro «Ruido y silencio»
    .gender = m
stealth-item-book-knives = libro «El cuchillo invisible»
    .gender = m
stealth-item-book-bats = libro «Contra los murciélagos»
    .gender = m
stealth-item-note = nota
    .gender = f

stealth-look-amber = ámbar
stealth-look-milky = lechoso
stealth-look-violet = violeta
stealth-look-smoky = humeante
stealth-look-green = verde
stealth-look-fizzing = burbujeante
stealth-look-black = negro
stealth-look-golden = dorado
stealth-look-pale = pálido
stealth-look-oily = aceitoso
stealth-look-scarlet = escarlata
stealth-look-silvery = plateado
stealth-look-murky = turbio
stealth-look-turquoise = turquesa
stealth-look-glowing = fosforescente
stealth-look-brown = pardo
stealth-look-pink = rosado
stealth-look-scroll-owl = un búho
stealth-look-scroll-key = una llave
stealth-look-scroll-wave = una ola
stealth-look-scroll-eye = un ojo
stealth-look-scroll-thorn = una espina
stealth-look-scroll-moon = una luna
stealth-look-scroll-hand = una mano
stealth-look-scroll-bell = una campana
stealth-look-scroll-root = una raíz
stealth-look-scroll-flame = una llama
stealth-look-scroll-gate = un portón
stealth-look-scroll-star = una estrella
stealth-look-ring-copper = de cobre
stealth-look-ring-bone = de hueso
stealth-look-ring-jade = de jade
stealth-look-ring-iron = de hierro
stealth-look-ring-onyx = de ónice
stealth-look-ring-pearl = de perla
stealth-look-ring-tin = de estaño
stealth-look-ring-opal = de ópalo
stealth-look-ring-wooden = de madera
stealth-look-ring-ruby = de rubí
stealth-look-ring-glass = de vidrio
stealth-look-ring-twisted = retorcido
stealth-look-ring-silver = de plata
stealth-look-ring-horn = de cuerno
stealth-look-ring-garnet = de granate
stealth-look-ring-lead = de plomo
stealth-look-ring-amber = de ámbar

stealth-text-doors = «Una puerta se traga la mitad de lo que dices y una pared cuatro partes de cinco. Ponte a su lado, aguarda cuatro respiraciones y escucha; luego abre, o no abras».
stealth-text-steps = «El cuero cruje y la malla tintinea. El musgo perdona un paso, la grava lo delata. Quien espera no hace ruido, hasta que cambia de postura».
stealth-text-knives = «A quien has alertado una vez no volverás a sorprenderlo. Elige el momento: el primer golpe es el que cuenta».
stealth-text-bats = «No persigas al murciélago. Espéralo, dos, tres veces, con los pies firmes. Golpea entonces. Si te muerde, empieza otra vez».
stealth-text-guard = «Tercera guardia. Algo volvió a golpear la pared desde el otro lado. Sonaba a hueco».
stealth-text-bell = «Cuelga en el fondo de todo y nadie se ha atrevido. Sácala bajo el cielo y deja que suene».
stealth-text-chest = «Si ayer no había cofre, nadie lo trajo. Vino andando».
