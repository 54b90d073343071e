delve-title = Delve
delve-tagline = Dice lay out a dungeon as you explore it. { delve-goal-quest }
delve-summary = A dungeon that dice lay out while you explore it. Find the quest room.

## Words

delve-player = Player { $seat }
delve-hero = The hero
delve-game-master = the game master
delve-start = the entrance
delve-corridor = corridor
delve-room = room
delve-zone = { $what }{ $zone ->
    [0] { "" }
   *[other] { " " }{ $zone }
}
delve-some-zone = zone { $zone }
delve-some-exit = exit { $exit }
delve-way-mouth = opening
delve-way-mouth-about = What lies around the corner is rolled as soon as a hero sees it.
delve-way-door = door
delve-way-door-about = What lies behind it is rolled when it is opened: until then, nothing is to be heard.
delve-way-secret = secret door
delve-way-secret-about = A door that a search has found. What lies behind it is rolled when it is opened.
delve-exit-of = { $exit } of { $zone }
delve-heading = { $heading ->
    [N] north
    [E] east
    [S] south
   *[W] west
}
delve-exit = { $what } { $exit } ({ delve-heading })

delve-wall = { $side ->
    [left] the left wall
    [right] the right wall
    [near] the entry wall
    [end] the end wall
   *[far] the far wall
}{ $section ->
    [0] { "" }
   *[other] { " " }of section { $section }
} ({ delve-heading })

delve-end-x = a crossing
delve-end-closed = a dead end
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
delve-special-challenge = challenge room
delve-special-quicksand = quicksand
delve-special-butcher = the butcher's room
delve-special-lever = lever room
delve-special-shrine = shrine
delve-special-magic-circle = circle room
delve-special-tomb = tomb
delve-special-statue = statue room
delve-special-grate = grate room
delve-special-fountain = fountain room
delve-special-swarm = swarm
delve-special-chasm = chasm
delve-special-expeditioners = explorers' camp
delve-special-fungus = fungus
delve-special-magic-pool = magic pool
delve-special-burrow = burrow
delve-special-pedlar = peddler's room
delve-special-breach = breach
delve-special-portal = portal
delve-special-stranger = stranger's room
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
delve-table-met = what it does
delve-table-look = the look of a room

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

delve-statue-plain = a plain statue: nothing happens
delve-statue-golem = a golem with a gem in it: it attacks at once
delve-statue-secret-door = a hollow behind it holds treasure (at a table: a secret door to a treasure room, which a search may find)
delve-statue-riddle = it asks a riddle, at once; the answer is worth a clue
delve-statue-guardian = a guardian golem: from now on the room is a refuge
delve-statue-unknown = it keeps its secret: nothing happens
delve-statue-collapse = the ceiling comes down at once
delve-circle-amber = amber: a test of wits, or a berserk rage in the next combat
delve-circle-amethyst = amethyst: a test of toughness; more damage to the undead
delve-circle-celestial = celestial: a clue
delve-circle-bright = bright: fire, then flaming weapons in the next combat
delve-circle-jade = jade: half the wounds heal
delve-circle-grey = gray: a test of wits, or a clouded mind in the next combat

## The log of the dice

delve-log-start = { $heroes ->
    [one] The hero comes
   *[other] The heroes come
} down the stairs into the dungeon.
delve-log-roll = { $player } rolls for { $table }: { $sum }: { $row }.
delve-log-lay-corridor = Behind { $exit }: { $zone }, { $length }, { $end }.
delve-log-lay-room = Behind { $exit }: { $zone }, { $width }×{ $height } cells.
delve-log-reveal-corridor = Behind { $exit } lies { $zone }.
delve-log-reveal-room = Behind { $exit } lies { $zone }.
delve-log-link = Behind { $exit } lies { $zone }, which is already known.
delve-log-block-wall = There is no space behind { $exit }: it is walled up.
delve-log-block-wall-at-once = Behind { $exit } is a wall.
delve-log-block-door = There is no space behind { $exit }: a false door.
delve-log-block-door-at-once = There is rock behind { $exit }: a false door.
delve-log-search = { $player } searches { $wall } of { $zone } and finds nothing.
delve-log-found = { $player } searches { $wall } of { $zone } and finds { $exit }{ delve-found-way }.
delve-found-way = { $leads ->
    [no] {""}
   *[yes] , which leads to { $to }
}
delve-log-combat-over = The combat in { $zone } is over. { $player } passes the lead to the left.
delve-log-level = The stairs lead to another level: { $zone }.
delve-log-replace = A clue: { $zone } is not what it seemed.
delve-log-award = { $where ->
    [room] { delve-gains } a clue in { $zone }.
   *[none] { delve-gains } a clue.
}
delve-gains = { $heroes ->
    [one] The hero gains
   *[other] The heroes gain
}
delve-log-touch = { $player } touches the thing in { $zone }: { $row }.
delve-log-spend = { $player } uses a clue.
delve-log-leave = { $heroes ->
    [one] The hero sets out
   *[other] The heroes set out
} for the daylight from { $zone }: { $sections ->
    [one] one section
   *[other] { $sections } sections
}.

delve-why-shortened = There was no space for { $rolled ->
    [one] one section
   *[other] { $rolled } sections
}: the corridor is shorter.
delve-why-closed = There was no space for { $end }: it is a dead end.
delve-why-shrunk = There was no space for a room of 10×5 cells: it has 5×5.
delve-why-guard = The dice said { $type }, but it is too early for one.
delve-why-quest-max = The dice said { $type }, but there are enough of these.
delve-why-special-corridor = The dice leave the rest to the game master, who adds nothing here.
delve-why-carried = It is the room that did not fit before.
delve-why-dropped = { $count ->
    [one] There was no space for one of its doors.
   *[other] There was no space for { $count } of its doors.
}
delve-why-lost = The dice had put { $known ->
    [yes] another quest room there, and it is lost. The goal stays the same: the quest room that you know.
   *[no] the quest room there, and it is lost. The goal stays the same: another room may be the quest room.
}
delve-why-spent-turn-die = The game master's turn die goes back by 3.
delve-why-spent-flight = No monster flees from { $place }.
delve-why-ruling = The game master decided { $about }.
delve-why-ruling-ignored = The game master's ruling was impossible: { $about }.
delve-ruling = { $about ->
    [frontier] which exit came next
    [door_site] where the door is
    [double_doors] how wide the door is
    [special_corridor] what is special about the corridor
    [features] what the corridor holds
    [special_end] how the corridor ends
    [corridor_from_door] which way the corridor runs
    [room_pose] which way the room lies
    [contents] who lives there
   *[other] something else
}

## What cannot be done

delve-not-pending = There is nothing new behind { $exit }.
delve-no-hero = There is no player { $hero }.
delve-wall-refused = There can be nothing behind { $wall } of { $zone }.
delve-not-here = You do not know { $zone }.
delve-still-exits = Explore the other exits of { $zone } first, then search its walls.
delve-searched = Already searched: { $wall } of { $zone }.
delve-no-combat = There is no combat.
delve-no-stairs = There are no stairs in { $zone }.
delve-stairs-used = The stairs of { $zone } have already been used.
delve-stairs-choked = The stairs are choked with rubble: they lead nowhere.
delve-stairs-end = The stairs of { $zone } lead nowhere.
delve-in-combat = That is not possible while the combat in { $zone } is open.
delve-walk-there = On foot you have to walk there.
delve-no-wall = There is no wall to search in that direction.
delve-no-stairs-here = There are no stairs here.
delve-no-thing = There is nothing here that a touch would change. Rooms where it would: { $rooms }.
delve-touched = Nothing more comes of it: it works only once.
delve-no-clue = There is no clue to use. Riddles, circles of signs and some things that can be touched give one.
delve-clues-full = There are { $count } clues already, the most that one may hold.
delve-no-such-use = A clue cannot be used like that.
delve-no-turn-die = There is no turn die to set back.
delve-no-flight = No monster flees here.
delve-no-way-out = No known way leads out.
delve-too-far = The way out is { $sections } sections from { $zone }; one can leave only within { $most }.

## Playing

delve-welcome = You come down the stairs into the dark. { delve-goal-quest }
delve-welcome-pack = You come down the stairs into the dark. The things of an explorer who did not come back lie next to you: step onto them, pick them up and put them on. { delve-goal-quest }
delve-welcome-table = { delve-goal-quest } The leader chooses the first exit.
delve-treasure = The monsters had hoarded something useful.
delve-quest-done = The quest is done.
delve-leaves = Back into the daylight.
delve-wandering = Something wanders this way: monsters at the edge of sight.
delve-turn-over = The exploration turn is over.
delve-strip = Delve: { $rooms ->
    [0] no room yet
    [one] one room
   *[other] { $rooms } rooms
}, { $corridors ->
    [0] no corridor
    [one] one corridor
   *[other] { $corridors } corridors
}
delve-explore-combat = A combat is open in { $zones }. Exploring once more leaves it behind.
delve-fighting = COMBAT
delve-combat-begins = Enemies hold this place. A combat begins in { $zone }.
delve-leads = { $player } leads and rolls
delve-party = PARTY
delve-maps = {"  "}draws the map
delve-known = KNOWN
delve-known-rooms = rooms { $rooms }, lairs { $lairs }, quest rooms { $quests }
delve-known-turn = exploration turn { $turn }
delve-known-clues = clues { $count }
delve-ways = UNEXPLORED EXITS
delve-log = The dice
delve-page-map = map
delve-page-dice = dice
delve-page-guide = what to do
delve-map = Delve: map of level { $level }, seed { $seed }, turn { $turn }
delve-map-zone = { $what }: { $number }
delve-map-ways = { $zone }: { $ways }
delve-map-way = { $exit } { $state ->
    [unexplored] unexplored
    [blocked] leads nowhere
   *[known] leads to { $to }
}
delve-map-no-way = no exit of its own
delve-words-none = {""}
delve-map-then = { $first }; { $next }
delve-map-and = { $first }, { $next }
delve-map-sign = { $sign } { $what }
delve-over = The expedition is over.
delve-over-quest = The quest is done: the expedition has reached its goal.
delve-over-left = The heroes have left the dungeon.
delve-over-left-walk = You have left the dungeon.
delve-over-exhausted = There are no exits left, and no quest room was found.
delve-over-stopped = The delve has reached the requested size.
delve-over-died = The heroes did not come back.
delve-over-died-walk = You did not come back.
delve-over-cause = Cause: the monsters of { $zone }, which had strength { $foes } left.
delve-over-facts = Rooms seen: { $rooms }, of these lairs: { $lairs }. Corridors: { $corridors }.

delve-keys = Delve
delve-key-explore = explore an exit
delve-key-search = search a wall
delve-key-climb = take the stairs
delve-key-combat-over = end the combat
delve-key-touch = touch
delve-key-rest = { $hurt ->
    [yes] rest: up to 6 life, but stronger monsters
   *[no] end the exploration turn: search again
}
delve-key-mapper = hand over the map
delve-key-clue = use a clue
delve-key-award = gain a clue
delve-key-leave = leave the dungeon
delve-combat-won = The combat ends the quest. Have the heroes won?
delve-yes = yes, leave
delve-no = no, stay
delve-leave-sure = Leave the dungeon? The expedition ends.
delve-leave-far = Leave the dungeon? The way out is { $sections ->
    [one] one section
   *[other] { $sections } sections
} away. The expedition ends.
delve-ask-exit = Which exit?
delve-ask-wall = Which wall?
delve-ask-searcher = Who searches?
delve-wall-faces = Behind it can only be { $zone }: nothing new.
delve-searches-better = An elf: +1 on the die.
delve-wall-of = { $zone }: { $wall }
delve-ask-combat = Which combat?
delve-ask-stairs = Which stairs?
delve-ask-mapper = Who draws the map?
delve-ask-touch = Touch what?
delve-ask-clue = Use a clue for what?
delve-ask-award = What gave the clue?
delve-ask-where = Where are the heroes?
delve-clue-elsewhere = something else
delve-clue-away = {" "}({ $cells } { $way })
delve-clue-end = { $zone }{ $away }: { $end }
delve-clue-room = { $zone }{ $away }: a special room
delve-clue-turn-die = set the turn die back by 3
delve-clue-flight = cancel a flight

delve-tile-bridge = bridge
delve-tile-ford = ford
delve-tile-boulders = boulders
delve-tile-false-door = false door
delve-tile-false-door-about = A false door: a door onto rock, for there was no space for what the dice gave. Nothing can be behind it.

delve-bot-party = exploring party
delve-bot-party-about = Takes the nearest exit. On foot it fights, flees, rests and uses things like an expert of the base game; it touches nothing, and cannot judge what lies behind an exit.
delve-no-such-end = A clue cannot make { $zone } end like that.
delve-end-explored = The end of { $zone } has been explored.
delve-no-space = There is no space for it at { $zone }.
delve-no-such-room = A clue cannot turn { $zone } into that.

## What to do

delve-course-walk = On foot
delve-course-walk-about = You walk alone in the dark, see, hear and fight as in the base game. Dice lay out each corridor and room as you see it. { delve-goal-quest }
delve-course-table = At the table
delve-course-table-about = You choose an exit, the program rolls the tables and draws the map. Alone, you fight by simple dice. A group with paper heroes fights by the rules of its table, and tells the program when a combat is over.

delve-choose-pack = Pack at the start, on foot
delve-look-again = It looks like one that you have seen.
delve-special-again = You have seen a place like this one before.
delve-pack = { $count ->
    [0] none
   *[other] that of an explorer who did not come back
}
delve-choose-players = Players at the table

delve-story-dice = Dice rolled: { $dice }. Secret doors found: { $secret }. Exploration turns: { $turn }.
delve-story-most = { $player } rolled most: { $dice } dice.
delve-story-fight = The last combat began on turn { $turn }, in { $zone }.
delve-story-quest = The quest room was room { $room }. Half of all delves have found it by room { $median }.

delve-guide = What to do
delve-guide-walk = You are one hero in a dungeon that has not been drawn yet. What lies around a corner is rolled when you see it, what lies behind a door when you open it.
delve-guide-walk-fight = In a lair or the quest room, monsters wait: beat all of them to win the room. A beaten lair leaves treasure.
delve-guide-table = Your group explores a dungeon that has not been drawn yet. The leader chooses an unexplored exit, the dice decide what lies behind it, and the map grows.
delve-guide-table-fight = In a lair or the quest room, monsters wait. The game master chooses them by their value: for new heroes (up to 600 points of experience in Extreme HeroQuest), monsters worth 1 to 4 of its points for each hero are a normal fight, 5 to 8 a hard one, 9 to 12 a lethal one. Fight by the rules of your table, then end the combat here; the lead passes to the next player. A beaten lair leaves treasure by the rules of your table.
delve-guide-search = No exit left? Search the walls of rooms and corridors without unexplored exits: there may be secret doors.
delve-guide-leave = Stairs to the outside end the expedition, too, but without the quest.
delve-guide-clue = A clue changes something: it turns an empty room into a special one, or makes a corridor end as you wish.
delve-guide-turn = An exploration turn is the time it takes to look around; in each one, { $walk ->
    [yes] you may
   *[no] every hero may
} search a wall once.

delve-goal = GOAL
delve-goal-quest = Find the quest room and beat its monsters: that ends the expedition.
delve-goal-exhausted = Explore every exit.
delve-goal-fight-walk = Now: { $zone }: beat its monsters.
delve-goal-fight-table = Now: a combat in { $zone }. Fight it, then end it here.
delve-goal-fight-more = Open, too: { $zones }.
delve-goal-guarded = The quest room appears only once you know { $lairs ->
    [one] one lair
   *[other] { $lairs } lairs
} or { $rooms ->
    [one] one room
   *[other] { $rooms } rooms
}. So far: { $known-lairs } and { $known-rooms }.
delve-goal-over = The expedition is over.
delve-goal-open = Any unexplored room may be the quest room.
delve-goal-left = Exits left to explore: { $count }.
delve-goal-none-left = No exit is left: search walls for secret doors, { $chance } % each. { $mode ->
    [walk] { "" }
   *[table] Search as many as you like. All in vain? End the exploration turn and search them again, or leave without the quest.
}

delve-signs = SIGNS
delve-sign-exit = exit to explore
delve-sign-zone = number of a room or corridor
delve-sign-door = door
delve-sign-open-door = open door
delve-sign-false = false door
delve-sign-mouth = opening
delve-sign-stairs = stairs
delve-sign-way = way walked
delve-sign-fall = here the hero fell
delve-sign-hero = the hero

delve-key-point = explore the exit you click
delve-ask-point = Which exit?
delve-no-exit-there = There is no unexplored exit there.

delve-lesson-table = You lead: { $key } chooses an exit, and the dice decide what is behind it. This is an aid for paper heroes: when monsters come, fight them at your table, and { $second } then ends the combat.
delve-lesson-table-fight = Monsters! The game master chooses them ({ $second } says how strong). Fight them by the rules of your table; then { $key } ends the combat.
delve-lesson-table-search = A dead end: { $key } searches a wall for a secret door. { $second } ends the turn; then all may search again.
delve-lesson-table-more = { $key } shows every roll of the dice, { $second } says what to do.
delve-lesson-walk = { $key } explores; dice lay out what you see. { $second } says what to do.
delve-lesson-walk-fight = Monsters hold this room. Beat them all: a lair then has treasure, and the quest room ends the expedition.
delve-lesson-walk-search = A dead end: { $key } searches the wall next to you for a secret door.
delve-lesson-walk-map = { $key } shows the map of all that is known, { $second } the rolls of the dice.
delve-lesson-clue = You hold a clue: { $key } uses it to change a room or the end of a corridor.
delve-lesson-touch = There is something in this room: { $key } touches it, for better or worse.
delve-lesson-stairs = Stairs: { $key } takes them.

# The statistics of the player.
delve-score-mode = mode
delve-score-ending = ending
delve-score-rooms = most rooms
delve-score-zones = zones
delve-score-lairs = lairs
delve-score-quests = quest rooms
delve-score-walk = on foot
delve-score-table = at the table
delve-score-quest = quest done
delve-score-left = left the dungeon
delve-score-died = died
delve-score-exhausted = no exits left
delve-score-stopped = size reached

## On foot

delve-walk-lay-corridor = You see { $zone }: { $length }, { $end }.
delve-walk-lay-room = In view: { $zone }, { $width }×{ $height } cells.
delve-walk-link = This leads to { $zone }, which you know.
delve-walk-block-wall = The opening of { $from } to the { delve-heading } leads nowhere: there is a wall.
delve-walk-block-door = The door of { $from } to the { delve-heading } is a false one: there is rock behind it.
delve-walk-search = You search { $wall } of { $zone } and find nothing.
delve-walk-found = You search { $wall } of { $zone } and find a secret door{ delve-found-way }.
delve-walk-touch = You touch it: { $row }.
delve-walk-met = { $row }.
delve-walk-combat-over = The combat in { $zone } is over.

## Alone at the table

delve-party-alone = 1, alone by dice
delve-welcome-alone = { delve-goal-quest } You are alone: dice decide your combats, and without life you do not come back. Choose the first exit.
delve-solo-fortunes = life { $life } of { $most }, potions { $potions }{ $edge ->
    [0] {""}
   *[other] , blade +{ $edge }
}{ $alarm ->
    [0] {""}
   *[other] , alarm { $alarm }
}
delve-grade = { $grade ->
    [normal] a normal combat
    [hard] a hard combat
    [lethal] a lethal combat
   *[suicide] all but hopeless
}
delve-solo-foes = The monsters have strength { $foes }: { delve-grade }, won in { $chance } % by the best strikes.{ $alarm ->
    [0] {""}
   *[other] {" "}({ $alarm } of it because they heard you rest.)
}
delve-solo-strike = You roll { $ours }{ $edge ->
    [0] {""}
   *[other] {" "}+ { $edge } = { $total }
}, the monsters { $theirs }: { $won ->
    [yes] { $left ->
        [0] the last of them falls.
       *[other] they are down to strength { $left }.
    }
   *[no] { $life ->
        [0] you fall.
       *[other] you are down to life { $life }.
    }
}
delve-solo-potion = The lair hides a potion: you have { $potions }.
delve-solo-blade = The lair hides a better blade: +{ $edge } on your die.
delve-solo-rest = You rest: life { $life }. The dungeon has heard you: later monsters have { $alarm } more strength than at first.
delve-solo-drink = You drink a potion: life { $life }.
delve-solo-helps = { $amount ->
    [0] This place heals, but you have no wound.
   *[other] This place gives you { $amount } life: you have { $life }.
}
delve-solo-harms = { $place ->
    [quicksand] You sink, and struggle out:
    [butcher] The butcher cuts at you before you are past:
    [swarm] The swarm bites and stings:
    [chasm] You slip at the edge of the chasm:
    [fungus] You breathe in the spores:
    [burrow] Something bites out of a hole:
    [golem] The golem strikes you once, and falls apart:
    [collapse] Stones fall on you:
   *[other] This place is dangerous:
} it costs { $amount } life, you have { $life }.
delve-solo-mends = You gain { $amount } life: you have { $life }.
delve-solo-wounds = You lose { $amount } life: you have { $life }.
delve-unchanged-group = only a lone hero at the table has life of its own
delve-solo-strikes = Alone you do not end a combat: strike, and the dice decide.
delve-solo-clues = Alone you declare no clues: the things that you touch, and the circles, award them.
delve-no-solo = This group fights its combats by the rules of its table.
delve-no-potion = You have no potion, or no wound.
delve-key-strike = { $chance ->
   *[0] strike for 2
    [other] strike 2: win { $chance } %
}
delve-key-force = { $chance ->
   *[0] full force for 4
    [other] full force 4: { $chance } %
}
delve-key-drink = { $chance ->
   *[0] drink a potion ({ $potions })
    [other] potion: { $chance } %
}
delve-goal-fight-alone = Now: beat the monsters in { $zone }. Strength { $foes }: { delve-grade }, won in { $chance } %.
delve-guide-alone = You explore a dungeon that is on no map yet. Choose an unexplored exit: the dice say what is behind it, and the map grows.
delve-guide-alone-fight = In a lair or the quest room, monsters wait. Their strength, which is to them what life is to you, is the roll of a twelve-sided die (of two, the higher, in the quest room). In each strike both sides roll a twelve-sided die; the higher one takes 2 from the other, and equal dice are yours. Full force adds 2 to your die and takes 4, but leaves you open: if you lose, it costs you 5. Each key tells the chance it leaves you to win the combat, if you choose the best from then on. A potion restores 6 life, and ending the turn restores the roll of a six-sided die, but each such rest of a wounded hero makes all later monsters stronger by 2, up to 24. A beaten lair holds a potion or a better blade. Some special rooms help or harm.
delve-lesson-alone = You are alone: { $key } chooses an exit, and the dice decide what is behind it and how you fight. { $second } tells all rules.
delve-lesson-alone-fight = Monsters! { $key } strikes: the higher die takes 2 from the other side. { $second } adds 2 to your die and takes 4, but costs 5 if lost. Each key tells your chance to win.
