# Tricks of the shipped game.
stealth-keys-tricks = Tricks
stealth-key-whistle = whistle
stealth-key-ease = ease a door
stealth-ask-ease = Ease which door?
stealth-you-whistle = You whistle (noise { $noise }). It carries { $cells } { $cells ->
    [one] cell
   *[other] cells
} over the ground you know, { $most } in the open. Those who hear it come to look.
stealth-door-eased = You ease the door ajar without a sound.
stealth-door-pushed = You push the ajar door wide open. Another step takes you through.
stealth-door-eased-shut = You ease the door shut without a sound.
stealth-no-door-to-ease = There is no door to ease.
stealth-tile-door-ajar = door ajar
stealth-item-smoke-pot = { $count ->
    [one] smoke pot
   *[other] { $count } smoke pots
}
stealth-item-smoke-pot-about = Thrown, it fills a place with smoke that puts creatures to sleep.
stealth-item-glow-moss = { $count ->
    [one] glowing moss
   *[other] { $count } clumps of glowing moss
}
stealth-item-glow-moss-about = Thrown, it glows where it lands. Creatures that see it come to look.
stealth-effect-slumber = slumber
stealth-creature-glow = glowing moss
stealth-creature-glow-about = It lights what is near, until it dies down.
stealth-does-lull = Puts every creature within one cell to sleep, even you if you stand there; a sleeper can be taken by surprise.
stealth-does-light = Glows, and draws creatures that see it.
stealth-smoke-you = The smoke fills your head.
stealth-smoke-other = The { $target } falls asleep.
stealth-sound-whistle = a whistle
stealth-sound-landing = something landing
stealth-sound-shatter = something breaking
stealth-sound-cry = a cry
stealth-cries-out = The { $creature } cries out (noise { $noise }). Sleepers may wake, and others come to look.
stealth-look-light = In its light ({ $cells } cells): stealth -{ $less }.
stealth-look-cries = Cries out when it has noticed you (noise { $loudness }).
stealth-ghost-floors = Ghost floors, left unnoticed and without a kill: { $ghost } of { $floors }
stealth-followed = { $count ->
    [one] A creature comes after you by the stairs.
   *[other] { $count } creatures come after you by the stairs.
}
stealth-follows = The { $creature } has followed you by the stairs.
stealth-edge-joins = The { $creature } joins the search.
stealth-door-listened = A creature listens at the door.
stealth-door-listened-why = Listening at the door: { $roll } on a six-sided die, plus { $plus }, against { $target }: { $heard ->
    [yes] a success
   *[no] a failure
}.
stealth-composed = You left the floor unnoticed. You arrive composed: stealth +{ $stealth }, luck +{ $luck }, hearing +{ $foh }, until you leave this floor.
stealth-kills-earn-nothing = Kills earn nothing. A floor that you leave unnoticed makes you composed on the next.
stealth-noticed-times = Times seen, heard or sensed nearby: { $count }
