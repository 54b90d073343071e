# What the words of the dungeon mean, told where they occur.

delve-special-combination-about = Two rooms in one: a seam runs across the floor, and the stone changes color. At a table of your own, two results count.
delve-special-champion-about = An unbeaten champion holds this room and waits for a challenger.
delve-special-challenge-about = A test is set into the floor and the walls. Passing it brings a reward.
delve-special-quicksand-about = The floor gives way underfoot; wet sand whispers as it moves.
delve-special-butcher-about = Hooks, blocks and a smell. A butcher is at work here.
delve-special-lever-about = A lever sticks out of the wall, rusted fast. It moves nothing any more.
delve-special-shrine-about = An old shrine, with fresh gifts on it.
delve-special-magic-circle-about = Signs form a circle on the floor. It acts at the end of an exploration turn on those who stand in it.
delve-special-tomb-about = A stone lid, half moved aside. It did not move by itself.
delve-special-statue-about = A statue, larger than a man. It can be touched once: the dice say what it is.
delve-special-grate-about = An iron grate in the floor. Water runs below it.
delve-special-fountain-about = A fountain. You hear the water before you see it.
delve-special-swarm-about = A rustle on the walls and the ceiling: small bodies, very many of them.
delve-special-chasm-about = The floor breaks off. Wind blows up from below, and there is no bottom to see.
delve-special-expeditioners-about = Other explorers, who came by another way and are after the same thing.
delve-special-fungus-about = Fungus covers the floor and the walls. It swallows every sound.
delve-special-magic-pool-about = A pool that gives off its own light. You hear drips, although no water falls.
delve-special-burrow-about = Holes in the walls, fresh earth, and scratching behind them.
delve-special-pedlar-about = A peddler has spread a blanket on the floor, as if this were a market.
delve-special-breach-about = A breach: a wall of the dungeon has fallen in, and a draft comes from behind it.
delve-special-portal-about = A doorway without a wall, and another place behind it.
delve-special-stranger-about = A stranger sits here alone and looks up as you come in.
delve-special-refuge-about = A refuge: it can be held against anything, and a fire burns. The heroes can rest here.

delve-room-empty-about = A room with nothing of note. A clue can make it a special one.
delve-room-lair-about = A lair: monsters live here. Revealing it begins a combat; once beaten, it leaves treasure.
delve-room-quest-about = The quest room: beat its monsters, and the expedition has reached its goal.
delve-end-x-about = Three ways on: left, straight on, right.
delve-end-closed-about = A dead end. A secret door may be in its walls.
delve-end-t-about = Two ways on: left and right.
delve-end-special-about = A small closed space at the end of a corridor.
delve-end-chamber-about = A room at the end of a corridor, without a door of its own.
delve-corridor-bridge-about = A bridge: you can walk only on the bridge itself.
delve-corridor-river-about = A river crosses the corridor; wading is loud.
delve-corridor-single-file-about = So narrow that the heroes go one behind the other.

## What a room looks like, by its dice

delve-look-swept = The room is bare. Even the dust has been swept away.
delve-look-bench = A bench, and hooks on the wall: guards sat here once.
delve-look-barrels = Broken barrels. One of them is still leaking.
delve-look-hearth = A cold hearth, full of soft ash.
delve-look-straw = Straw and rags along the wall make a bed, and not an old one.
delve-look-tallies = Strokes in rows of five cover a whole wall.
delve-look-table = A table on its side, with an arrow in its top.
delve-look-drip = Water drips from a crack in the ceiling.
delve-look-shelves = Shelves, empty but for the bones of mice.
delve-look-draft = A draft moves the cobwebs and sighs in the cracks.
delve-look-mosaic = The floor was a picture once. Most of its stones are gone.
delve-look-echo = The ceiling is higher than the light reaches, and every step comes back.
delve-look-embers = Embers crackle in a brazier. The last visitors are not far away.
delve-look-mask = A stone face on the wall. Its nose has been rubbed smooth by many hands.
delve-look-chalk = Chalk marks on the wall: two strokes and a cross.
delve-look-cairn = Stones in a corner, piled up with care, as on a grave.
delve-look-bones = Gnawed bones lie about, and some of them are fresh.
delve-look-nests = Nests of torn cloth, and the smell of animals.
delve-look-smoke = Smoke hangs under the ceiling. Something is roasting over a fire.
delve-look-loot = Loot lies about in heaps: thieves do not get this far.
delve-look-candles = Candles stand in a ring, and all of them burn.
delve-look-banners = Banners hang from the walls, all with the same crest.
delve-look-hall = A hall as high as a temple, and its master has been waiting.
