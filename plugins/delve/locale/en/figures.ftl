# Who and what is in the special rooms on foot, and what comes of walking into them.

delve-figure-statue = statue
delve-figure-statue-about = It can be touched once: the dice say what it is.
delve-figure-statue-met = The stone is colder than the room.
delve-figure-shrine = shrine
delve-figure-shrine-about = Gifts lie on it. A hand laid on it may heal, or learn something.
delve-figure-shrine-met = You lay a hand on the shrine.
delve-figure-fountain = fountain
delve-figure-fountain-about = You can drink from it once.
delve-figure-fountain-met = You drink from the fountain.
delve-figure-tomb = tomb
delve-figure-tomb-about = Its lid can be pushed aside. There may be grave goods under it, or worse.
delve-figure-tomb-met = You push the lid.
delve-figure-lever = lever
delve-figure-lever-about = Rusted fast: it moves nothing any more.
delve-figure-lever-met = The lever does not move.
delve-figure-test = plate of the test
delve-figure-test-about = Who presses it is tested, once: a reward, or a dart.
delve-figure-test-met = You press the plate.
delve-figure-portal = portal
delve-figure-portal-about = Another place, behind something like glass.
delve-figure-portal-met = Your hand meets something like cold glass. The other place can be seen, not entered.
delve-figure-peddler = peddler
delve-figure-peddler-about = Walk into him to talk. He trades for news, once.
delve-figure-peddler-met = “Everything is sold, and everything is good,” says the peddler.
delve-figure-stranger = stranger
delve-figure-stranger-about = Walk into the stranger to talk. Not all strangers are alone.
delve-figure-stranger-met = “So another one has come down,” says the stranger.
delve-figure-champion = champion
delve-figure-champion-about = No hero has beaten him yet. Walk into him to challenge him; until then he waits.
delve-figure-butcher = butcher
delve-figure-butcher-about = He works here, and does not like to be watched.

delve-met-gain = { $life ->
    [0] You have no wound that it could heal.
   *[other] You gain { $life } life.
}
delve-met-good-water = The water does you good
delve-met-bad-water = The water is bad
delve-met-healed = Your wounds close
delve-met-gifts = The gifts tell who came here, and from where: a clue
delve-met-washed = The light washes your wounds
delve-met-vision = In the light you see a room that you do not know: a clue
delve-met-burned = The light burns
delve-met-dust = There is nothing but dust
delve-met-grave-goods = Something lies with the dead
delve-met-risen = The dead one rises
delve-met-dart = A dart hits you: the test is failed
delve-met-failed = Nothing moves: the test is failed
delve-met-passed = A drawer opens: the test is passed
delve-met-potion = For news of the way you came, the peddler lays a potion down for you
delve-met-way = The peddler knows the way ahead: a clue
delve-met-sold-out = The peddler has nothing left that you could carry
delve-met-secret = The stranger tells what the walls hide: a clue
delve-met-silent = The stranger wants to be left alone
delve-met-whistle = The stranger whistles, and a bandit comes

delve-tile-circle = circle of signs
delve-tile-pool = pool of light
delve-tile-quicksand = quicksand
delve-tile-fungus = fungus
delve-tile-grate = grate
delve-tile-chasm = chasm
