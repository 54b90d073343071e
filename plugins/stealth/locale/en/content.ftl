# Names of creatures, terrain and items.

stealth-creature-adept = you
stealth-creature-adventurer = adventurer
stealth-creature-giant-rat = giant rat
stealth-creature-hungry-rat = hungry rat
stealth-creature-slime = slime
stealth-creature-cave-bat = cave bat
stealth-creature-snake = snake
stealth-creature-goblin = goblin
stealth-creature-grey-goblin = gray goblin
stealth-creature-monkey = monkey
stealth-creature-orc = orc
stealth-creature-orc-servant = orc servant
stealth-creature-orc-archer = orc archer
stealth-creature-true-orc = true orc
stealth-creature-skeleton = skeleton
stealth-creature-troll = troll
stealth-creature-cultist = cultist
stealth-creature-bandit = bandit
stealth-creature-warden = warden
stealth-creature-sentinel = sentinel
stealth-creature-soot-imp = soot imp
stealth-creature-mimic = mimic
stealth-creature-silent-regent = Silent Regent
stealth-creature-elder = elder
stealth-creature-campfire = campfire

stealth-creature-giant-rat-about = Asleep more often than not, and quick once it is up.
stealth-creature-hungry-rat-about = It will not give up soon: hunger keeps it on your track.
stealth-creature-slime-about = Deaf and nearly blind, but its wounds close as you watch. A killing blow makes two of it.
stealth-creature-cave-bat-about = It sees nothing and hears everything. Hard to hit: wait, and find your footing first.
stealth-creature-snake-about = It lies in wait. Its first bite is poisoned.
stealth-creature-goblin-about = Quick: every fourth turn it acts twice. It tires, and then it draws back.
stealth-creature-grey-goblin-about = An old goblin that has learned to hit hard and to listen.
stealth-creature-monkey-about = A nimble thief, never out of breath.
stealth-creature-orc-about = Strong and stubborn, with poor ears.
stealth-creature-orc-servant-about = It works for others and looks the other way if it can.
stealth-creature-orc-archer-about = Keeps its distance and shoots. Corners and doors are your friends.
stealth-creature-true-orc-about = A wall of muscle that forgets nothing.
stealth-creature-skeleton-about = Slow, nearly deaf, and never tired. Smoke does nothing to it.
stealth-creature-troll-about = Half blind and half deaf. Its hide turns most blades. Do not wake it.
stealth-creature-cultist-about = Sharp eyes under the hood, and quick feet.
stealth-creature-bandit-about = Armed, patient, and as quiet as you.
stealth-creature-warden-about = Walks its rounds, and searches where it last saw you. Smoke does nothing to it.
stealth-creature-sentinel-about = It never leaves its place. Stay out of its reach.
stealth-creature-soot-imp-about = It flies, it hears all, and its claws are worse than a sword.
stealth-creature-mimic-about = It looks like a chest, but chests have no teeth. Slow: every sixth turn it does nothing.
stealth-creature-silent-regent-about = It has sat so long by the Bell that silence has become its crown.
stealth-creature-elder-about = He remembers the Bell.
stealth-creature-adventurer-about = Another who came for the Bell. Leave it alone, and it leaves you alone.
stealth-creature-campfire-about = Rest next to it and your wounds close. In its light, darkness does not hide you from a hunter.

stealth-effect-blind = blindness
stealth-effect-burning = fire
stealth-effect-confused = confusion
stealth-effect-envenomed = poison on its blows
stealth-effect-flash-sight = flash sight
stealth-effect-composed = composure
stealth-effect-paralysed = paralysis
stealth-effect-petrifying = turning to stone
stealth-effect-poisoned = poison
stealth-effect-power = power
stealth-effect-precision = precision

stealth-tile-floor = floor
stealth-tile-cave-floor = uneven ground
stealth-tile-moss = moss, soft underfoot
stealth-tile-gravel = gravel, loud underfoot
stealth-tile-rubble = rubble
stealth-tile-sand = sand
stealth-tile-desert-edge = the way home, past the edge of the desert
stealth-tile-stairs-down = stairs down
stealth-tile-stairs-up = stairs up
stealth-tile-side-stairs = narrow stairs down to another place
stealth-tile-wall = wall
stealth-tile-rock = rock
stealth-tile-secret-wall = suspicious wall
stealth-tile-false-window = window wall: see-through, but solid
stealth-tile-column = column
stealth-tile-bars = bars
stealth-tile-door = closed door
stealth-tile-door-open = open door
stealth-tile-door-white = locked door, white
stealth-tile-door-red = locked door, red
stealth-tile-door-gray = locked door, gray
stealth-tile-door-black = locked door, black
stealth-tile-door-blue = locked door, blue
stealth-tile-door-iron = locked door, iron
stealth-tile-chest = chest
stealth-tile-table = table
stealth-tile-water = water: only you can swim
stealth-tile-bookshelf = bookshelf

stealth-item-dagger = dagger
stealth-item-dagger-good = fine dagger
stealth-item-short-sword = short sword
stealth-item-short-sword-good = fine short sword
stealth-item-long-sword = long sword
stealth-item-long-sword-good = fine long sword
stealth-item-spear = spear
stealth-item-spear-good = fine spear
stealth-item-long-bow = long bow
stealth-item-arrow = { $count ->
   *[one] arrow
    [other] { $count } arrows
}
stealth-item-tunnelling-staff = tunneling staff
stealth-item-leather-armor = leather armor
stealth-item-chain-mail = chain mail
stealth-item-small-shield = small shield
stealth-item-medium-shield = medium shield
stealth-item-large-shield = large shield
stealth-item-leather-cap = leather cap
stealth-item-scout-hood = scout's hood
stealth-item-iron-helmet = iron helmet
stealth-item-war-helm = orcish war helm
stealth-item-cloak = cloak
stealth-item-plain-ring = plain ring
stealth-item-accuracy-ring = ring of accuracy
stealth-item-strength-ring = ring of strength
stealth-item-far-sight-ring = ring of far sight
stealth-item-vigor-ring = ring of vigor
stealth-item-guard-ring = ring of guarding
stealth-item-antivenom-ring = ring of antivenom
stealth-item-memory-ring = ring of memory
stealth-item-recovery-ring = ring of recovery
stealth-item-fortune-ring = ring of fortune
stealth-item-weakness-ring = cursed ring of weakness
stealth-item-myopia-ring = cursed ring of myopia
stealth-item-fatigue-ring = cursed ring of fatigue
stealth-item-lethargy-ring = cursed ring of lethargy
stealth-item-vulnerability-ring = cursed ring of vulnerability
stealth-item-misfortune-ring = cursed ring of misfortune
stealth-item-chalice = pilgrim's chalice
stealth-item-tooth-amulet = tooth amulet
stealth-item-unrung-bell = Unrung Bell
stealth-item-potion = { $count ->
   *[one] potion
    [other] { $count } potions
}
stealth-item-health-potion = { $count ->
   *[one] potion of healing
    [other] { $count } potions of healing
}
stealth-item-strength-potion = { $count ->
   *[one] potion of strength
    [other] { $count } potions of strength
}
stealth-item-life-potion = { $count ->
   *[one] potion of life
    [other] { $count } potions of life
}
stealth-item-vigor-potion = { $count ->
   *[one] potion of lasting vigor
    [other] { $count } potions of lasting vigor
}
stealth-item-true-sight-potion = { $count ->
   *[one] potion of true sight
    [other] { $count } potions of true sight
}
stealth-item-power-potion = { $count ->
   *[one] potion of power
    [other] { $count } potions of power
}
stealth-item-precision-potion = { $count ->
   *[one] potion of precision
    [other] { $count } potions of precision
}
stealth-item-flash-sight-potion = { $count ->
   *[one] potion of flash sight
    [other] { $count } potions of flash sight
}
stealth-item-blindness-potion = { $count ->
   *[one] potion of blinding darkness
    [other] { $count } potions of blinding darkness
}
stealth-item-stamina-potion = { $count ->
   *[one] potion of stamina
    [other] { $count } potions of stamina
}
stealth-item-antidote = { $count ->
   *[one] antidote
    [other] { $count } antidotes
}
stealth-item-poison-potion = { $count ->
   *[one] vial of poison
    [other] { $count } vials of poison
}
stealth-item-confusion-potion = { $count ->
   *[one] potion of confusion
    [other] { $count } potions of confusion
}
stealth-item-paralysis-potion = { $count ->
   *[one] potion of paralysis
    [other] { $count } potions of paralysis
}
stealth-item-petrification-potion = { $count ->
   *[one] potion of petrification
    [other] { $count } potions of petrification
}
stealth-item-blue-moss = { $count ->
   *[one] blue moss
    [other] { $count } tufts of blue moss
}
stealth-item-sand-bag = bag of sand
stealth-item-scroll = { $count ->
   *[one] scroll
    [other] { $count } scrolls
}
stealth-item-confusion-scroll = { $count ->
   *[one] scroll of confusion
    [other] { $count } scrolls of confusion
}
stealth-item-paralysis-scroll = { $count ->
   *[one] scroll of paralysis
    [other] { $count } scrolls of paralysis
}
stealth-item-lightning-scroll = { $count ->
   *[one] scroll of lightning
    [other] { $count } scrolls of lightning
}
stealth-item-fireball-scroll = { $count ->
   *[one] scroll of fireball
    [other] { $count } scrolls of fireball
}
stealth-item-identify-scroll = { $count ->
   *[one] scroll of identification
    [other] { $count } scrolls of identification
}
stealth-item-blessed-identify-scroll = { $count ->
   *[one] blessed scroll of identification
    [other] { $count } blessed scrolls of identification
}
stealth-item-remove-curse-scroll = { $count ->
   *[one] scroll of curse removal
    [other] { $count } scrolls of curse removal
}
stealth-item-descend-scroll = { $count ->
   *[one] scroll of descent
    [other] { $count } scrolls of descent
}
stealth-item-teleport-scroll = { $count ->
   *[one] scroll of teleportation
    [other] { $count } scrolls of teleportation
}
stealth-item-memory-scroll = { $count ->
   *[one] scroll of memory
    [other] { $count } scrolls of memory
}
stealth-item-meat = { $count ->
   *[one] piece of meat
    [other] { $count } pieces of meat
}
stealth-item-banana = { $count ->
   *[one] banana
    [other] { $count } bananas
}
stealth-item-ration = { $count ->
   *[one] ration
    [other] { $count } rations
}
stealth-item-rotten-ration = { $count ->
   *[one] rotten ration
    [other] { $count } rotten rations
}
stealth-item-key-white = white key
stealth-item-key-red = red key
stealth-item-key-gray = gray key
stealth-item-key-black = black key
stealth-item-key-blue = blue key
stealth-item-key-iron = iron key
stealth-item-bones = heap of bones
stealth-item-rocks = rock
stealth-item-stones = handful of pebbles
stealth-item-book = book
stealth-item-book-doors = book “On Doors”
stealth-item-book-steps = book “Loud and Soft”
stealth-item-book-knives = book “The Knife Unseen”
stealth-item-book-bats = book “Against Bats”
stealth-item-note = note

stealth-look-amber = amber
stealth-look-milky = milky
stealth-look-violet = violet
stealth-look-smoky = smoky
stealth-look-green = green
stealth-look-fizzing = fizzing
stealth-look-black = black
stealth-look-golden = golden
stealth-look-pale = pale
stealth-look-oily = oily
stealth-look-scarlet = scarlet
stealth-look-silvery = silvery
stealth-look-murky = murky
stealth-look-turquoise = turquoise
stealth-look-glowing = glowing
stealth-look-brown = brown
stealth-look-pink = pink
stealth-look-scroll-owl = an owl
stealth-look-scroll-key = a key
stealth-look-scroll-wave = a wave
stealth-look-scroll-eye = an eye
stealth-look-scroll-thorn = a thorn
stealth-look-scroll-moon = a moon
stealth-look-scroll-hand = a hand
stealth-look-scroll-bell = a bell
stealth-look-scroll-root = a root
stealth-look-scroll-flame = a flame
stealth-look-scroll-gate = a gate
stealth-look-scroll-star = a star
stealth-look-ring-copper = copper
stealth-look-ring-bone = bone
stealth-look-ring-jade = jade
stealth-look-ring-iron = iron
stealth-look-ring-onyx = onyx
stealth-look-ring-pearl = pearl
stealth-look-ring-tin = tin
stealth-look-ring-opal = opal
stealth-look-ring-wooden = wooden
stealth-look-ring-ruby = ruby
stealth-look-ring-glass = glass
stealth-look-ring-twisted = twisted
stealth-look-ring-silver = silver
stealth-look-ring-horn = horn
stealth-look-ring-garnet = garnet
stealth-look-ring-lead = lead
stealth-look-ring-amber = amber

stealth-text-doors = “A door swallows half of what you say, and a wall four parts in five. Stand next to one, hold still for four breaths, and listen: then open it, or do not.”
stealth-text-steps = “Leather creaks and mail rings. Moss forgives a step, gravel betrays it. Those who wait make no sound, until they shift their feet.”
stealth-text-knives = “A creature roused once will never be surprised again. Choose the moment: the first blow is the one that counts.”
stealth-text-bats = “Do not chase a bat. Wait for it, twice, three times, with your feet set. Then strike. If it bites, begin again.”
stealth-text-guard = “Third watch. Something struck the wall from the other side again. It sounded hollow.”
stealth-text-bell = “It hangs at the bottom of everything, and none have dared. Carry it out under the sky and let it ring.”
stealth-text-chest = “If a chest was not there yesterday, it was not carried in. It walked.”
