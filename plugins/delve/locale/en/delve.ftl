delve-title = Delve
delve-summary = A dungeon laid from dice tables as it is seen.

## Words

delve-player = Player { $seat }
delve-game-master = the game master
delve-start = start
delve-corridor = corridor
delve-room = room
delve-zone = { $what } Z{ $zone }
delve-exit = { $way ->
    [mouth] opening
    [secret] secret door
   *[door] door
} e{ $exit } ({ $heading ->
    [N] north
    [E] east
    [S] south
   *[W] west
})

delve-wall = { $side ->
    [left] the left wall
    [right] the right wall
    [near] the wall behind
    [end] the end wall
   *[far] the far wall
}{ $section ->
    [0] { "" }
   *[other] { " " }of section { $section }
} ({ $heading ->
    [N] north
    [E] east
    [S] south
   *[W] west
})

delve-end-x = a crossing
delve-end-closed = a closed end
delve-end-right = a turn to the right
delve-end-t = a fork
delve-end-left = a turn to the left
delve-end-down = stairs down
delve-end-up = stairs up
delve-end-out = stairs out of the dungeon
delve-end-special = an alcove
delve-end-chamber = a chamber without doors

delve-room-empty = empty room
delve-room-special = special room
delve-room-lair = lair
delve-room-quest = quest room

delve-corridor-bridge = bridge
delve-corridor-river = river crossing
delve-corridor-single-file = single-file passage

delve-special-combination = combined room
delve-special-champion = champion's room
delve-special-challenge = room of a challenge
delve-special-quicksand = quicksand
delve-special-butcher = the butcher's room
delve-special-lever = room with a lever
delve-special-shrine = shrine
delve-special-magic-circle = room with a magic circle
delve-special-tomb = tomb
delve-special-statue = room with a statue
delve-special-grate = room with a grate
delve-special-fountain = room with a fountain
delve-special-swarm = swarm
delve-special-chasm = chasm
delve-special-expeditioners = other expeditioners
delve-special-fungus = fungus
delve-special-magic-pool = magic pool
delve-special-burrow = burrow
delve-special-pedlar = dungeon peddler
delve-special-breach = breach
delve-special-portal = portal
delve-special-stranger = stranger
delve-special-refuge = refuge

## Tables and rows

delve-table-length = corridor length
delve-table-features = corridor features
delve-table-end = corridor end
delve-table-room = room type
delve-table-doors = room doors
delve-table-parity = what is behind a room's door
delve-table-secret = secret doors
delve-table-special = special rooms
delve-table-statue = the statue
delve-table-magic-circle = the magic circle

delve-row-sections = { $count ->
    [one] one section
   *[other] { $count } sections
}
delve-row-special = a special corridor
delve-row-gm = the game master decides
delve-row-doors = { $count ->
    [0] no door
    [one] one door
   *[other] { $count } doors
}
delve-row-found = a secret door
delve-row-nothing = nothing
delve-unknown = unknown

delve-statue-plain = a plain statue
delve-statue-golem = a hostile golem with a gem in it
delve-statue-secret-door = a secret door to a treasure room is hidden behind it
delve-statue-riddle = it asks a riddle
delve-statue-guardian = a guardian golem: a refuge
delve-statue-collapse = the ceiling comes down
delve-circle-amber = amber: a test of wits, or a berserk rage in the next combat
delve-circle-amethyst = amethyst: a test of toughness; more harm to the undead
delve-circle-celestial = celestial: a clue
delve-circle-bright = bright: fire, then flaming weapons in the next combat
delve-circle-jade = jade: half the wounds heal
delve-circle-grey = gray: a test of wits, or a clouded mind in the next combat

## The log of the dice

delve-log-start = The heroes come down the stairs into the dungeon.
delve-log-roll = { $player } rolls { $faces }{ $bonus ->
    [0] { "" }
   *[other] { " " }+ { $bonus }
} on { $table }{ $rule ->
    [none] { "" }
   *[other] { " " }[{ $rule }]
}: { $row }.
delve-log-lay-corridor = Behind { $exit }: { $zone }, { $length }, { $end }.
delve-log-lay-room = Behind { $exit }: { $zone }, { $depth }×{ $width }.
delve-log-reveal-corridor = Behind { $exit } lies { $zone }.
delve-log-reveal-room = Behind { $exit } lies { $zone }.
delve-log-link = Behind { $exit } lies { $zone }, which is already known.
delve-log-block-wall = There is no space behind { $exit }: it is walled up.
delve-log-block-wall-at-once = Behind { $exit } is a wall.
delve-log-block-door = There is no space behind { $exit }: a false door.
delve-log-block-door-at-once = There is rock behind { $exit }: a false door.
delve-log-search = { $player } searches { $wall } of { $zone } and finds nothing.
delve-log-found = { $player } searches { $wall } of { $zone } and finds { $exit }.
delve-log-combat-over = The combat in { $zone } is over. { $player } passes the lead to the left.
delve-log-level = The stairs lead to another level: { $zone }.
delve-log-replace = A clue: { $zone } is not what it seemed.
delve-log-award = { $where ->
    [room] The heroes gain a clue in { $zone }.
   *[none] The heroes gain a clue.
} [C-CLUE]
delve-log-spend = { $player } uses a clue. [C-CLUE]
delve-log-leave = The heroes set out for the daylight from { $zone }: { $sections ->
    [one] one section
   *[other] { $sections } sections
}. [C-LEAVE]

delve-why-shortened = There was no space for { $rolled ->
    [one] one section
   *[other] { $rolled } sections
}: it is shorter. [G-10]
delve-why-closed = There was no space for { $end }: it is closed. [G-10]
delve-why-shrunk = There was no space for 10×5: it is 5×5. [G-10]
delve-why-guard = It was rolled as { $type }, but too few lairs and rooms are known. [D-QUEST-GUARD]
delve-why-quest-max = It was rolled as { $type }, but there are enough of these.
delve-why-carried = It is the room that did not fit before.
delve-why-dropped = { $count ->
    [one] There was no place for one of its doors.
   *[other] There was no place for { $count } of its doors.
} [G-12]
delve-why-spent-turn-die = The game master's turn die goes back by 3.
delve-why-spent-flight = No one flees from { $place }.
delve-why-ruling = The game master ruled otherwise: { $about }.
delve-why-ruling-ignored = An impossible ruling was ignored: { $about }.

## What cannot be done

delve-not-pending = There is nothing new behind e{ $exit }.
delve-no-hero = There is no player { $hero }.
delve-wall-refused = Nothing can be behind { $wall } of Z{ $zone }.
delve-not-here = Z{ $zone } is not known yet.
delve-still-exits = Z{ $zone } still has unexplored exits.
delve-searched = They have already searched { $wall } of Z{ $zone }.
delve-no-combat = There is no combat.
delve-no-stairs = Z{ $zone } has no stairs.
delve-stairs-used = The stairs of Z{ $zone } have already been used.
delve-stairs-end = The stairs of Z{ $zone } lead nowhere.
delve-in-combat = Not during combat.
delve-walk-there = Walk there.
delve-no-wall = There is no wall to search in that direction.
delve-no-stairs-here = There are no stairs here.
delve-no-clue = They hold no clue.
delve-clues-full = They already hold { $count } clues.
delve-no-such-use = A clue has no use { $use }.
delve-no-turn-die = There is no turn die to set back.
delve-no-flight = No one flees here.
delve-no-way-out = No known way leads out.
delve-too-far = The way out is { $sections } sections from { $zone }; the heroes leave within { $most }.

## Playing

delve-welcome = Stairs lead down into the dark. Somewhere below is what you came for.
delve-welcome-table = The table is set. The leader names an exit.
delve-treasure = They had hoarded something useful.
delve-quest-done = The quest is done.
delve-leaves = The heroes climb back into the daylight.
delve-wandering = Something wanders this way: monsters at the edge of sight.
delve-turn-over = An exploration turn is over.
delve-strip = Delve · { $zones ->
    [one] one zone
   *[other] { $zones } zones
} · { $rooms ->
    [one] one room
   *[other] { $rooms } rooms
}
delve-fighting = COMBAT
delve-combat-begins = Enemies hold this place. A combat begins in { $zone }.
delve-leads = { $player } leads
delve-party = Party
delve-maps = {"  "}draws the map
delve-known = Known
delve-known-rooms = rooms { $count }
delve-known-lairs = lairs { $count }
delve-known-quests = quest rooms { $count }
delve-known-pending = unexplored exits { $count }
delve-known-turn = exploration turn { $count }
delve-known-clues = clues { $count }
delve-ways = Unexplored exits
delve-log = The dice
delve-map = Map, level { $level }
delve-over = The expedition is over.
delve-over-quest = The quest is done: the expedition has reached its goal.
delve-over-left = The heroes have left the dungeon.
delve-over-exhausted = There are no exits left, and no quest room was found.
delve-over-stopped = The delve has reached the requested size.
delve-over-died = The heroes did not come back.
delve-over-facts = { $zones } zones, { $rooms } rooms and { $lairs } lairs were seen.

delve-keys = Delve
delve-key-explore = explore an exit
delve-key-search = search a wall
delve-key-climb = take the stairs
delve-key-combat-over = the combat is over
delve-key-rest = end the exploration turn
delve-key-mapper = hand over the map
delve-key-clue = use a clue
delve-key-award = gain a clue
delve-key-leave = leave the dungeon
delve-leave-sure = Leave the dungeon? The expedition ends.
delve-leave-far = Leave the dungeon? The way out is { $sections ->
    [one] one section
   *[other] { $sections } sections
} away. The expedition ends.
delve-ask-exit = Which exit?
delve-ask-wall = Which wall?
delve-ask-searcher = Who searches?
delve-searches-better = An elf: +1 on the die.
delve-wall-of = { $zone }: { $wall }
delve-ask-combat = Which combat?
delve-ask-stairs = Which stairs?
delve-ask-mapper = Who draws the map?
delve-ask-clue = Use a clue for what?
delve-ask-award = What gave the clue?
delve-ask-where = Where are the heroes?
delve-clue-elsewhere = something else
delve-clue-end = { $zone }: { $end }
delve-clue-room = { $zone }: a special room
delve-clue-turn-die = set the turn die back by 3
delve-clue-flight = cancel a flight

delve-tile-bridge = bridge
delve-tile-ford = ford
delve-tile-boulders = boulders
delve-tile-false-door = false door

delve-bot-party = exploring party
delve-no-such-end = Z{ $zone } cannot end like that.
delve-end-explored = The end of Z{ $zone } has been explored.
delve-no-space = There is no space for it at Z{ $zone }.
delve-no-such-room = Z{ $zone } cannot become such a room.
