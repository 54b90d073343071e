# Lessons: one line of at most 76 columns each, shown once.
stealth-lesson-start = The chest ▣ has gear for you. { $key } walks to the stairs; { $second } lists all keys.
stealth-lesson-dark = You see only one cell. { $key } lights your lamp: you see more, and more see you.
stealth-lesson-noise = Every step makes noise, shown at the top. A wait ({ $key }) makes none.
stealth-lesson-shift = Waiting, you shift your feet in turns that end in 0 or 5: as loud as a step.
stealth-lesson-bell = Now take the bell home: { $key } leads up and out. It rings as you go.
stealth-lesson-hum = A bell hums on this floor: each sound (♪) is named with its direction.
stealth-lesson-secret = ▒ is a hollow wall: { $key } and a direction break it, loudly, in a few blows.
stealth-lesson-heard = You hear something: each sound (♪) is named with its direction. { $key } waits.
stealth-lesson-door = A closed door: { $key } next to it listens. Walking into it opens it, loudly.
stealth-lesson-locked = A locked door: the key of its color lies on a floor above.
stealth-lesson-sleeper = z is asleep. Struck unaware, it takes far more damage; it may wake first.
stealth-lesson-unaware = ° has not noticed you: { $key } shows where it would. Come from the dark.
stealth-lesson-backstab = ↯ You have one blow before it notices you, and that one hits harder.
stealth-lesson-sheltered = Next to a wall you are harder to notice.
stealth-lesson-hunted = ! hunts you. Unseen, dark and silent, you lose it: { $key } shuts a door.
stealth-lesson-wary = ? has lost you, ¿ still searches; only one with ↯ can be surprised.
stealth-lesson-melee = MELEE: { $key } strengthens blow and guard for 1 stamina; a step back gives 1.
stealth-lesson-breathless = Out of breath, you cannot strike: now { $key } gives stamina; or step away.
stealth-lesson-container = Walk into a chest, a table or a bookshelf to search it. It creaks.
stealth-lesson-underfoot = { $key } picks up what lies here; { $second } shows what you carry.
stealth-lesson-unworn = You carry something you could wear: { $key } puts it on.
stealth-lesson-unknown = Unknown: { $second } tries it, far from foes; { $key } throws it, which may heal a foe.
stealth-lesson-loud = Gravel : is loud, moss " is quiet. Watch your step.
stealth-lesson-hurt = Wounds close slowly ({ $key } rests). They close fast next to a fire.
stealth-lesson-hungry = Hunger kills in the end: { $key } eats what you carry.
stealth-lesson-stairs = The way down: { $key } walks there, and pressed again, goes down.
stealth-lesson-unnoticed = Leave a floor unnoticed and arrive composed ({ $key }). Kills earn nothing.
stealth-lesson-explore = { $key } explores on its own until something turns up.

# The same in words, for readers who hear them: lessons that name signs or the screen.
stealth-lesson-noise-words = Every step makes noise; the news tell how much. A wait ({ $key }) makes none.
stealth-lesson-secret-words = A hollow wall: { $key } and a direction break it, loudly, in a few blows.
stealth-lesson-sleeper-words = A creature is asleep. Struck unaware, it takes far more damage; it may wake first.
stealth-lesson-unaware-words = A creature has not noticed you: { $key } tells where it would. Come from the dark.
stealth-lesson-hunted-words = A creature hunts you. Unseen, dark and silent, you lose it: { $key } shuts a door.
stealth-lesson-wary-words = A creature has lost you, or still searches; only one that never noticed you can be surprised.
stealth-lesson-loud-words = Gravel is loud, moss is quiet. Watch your step.
