# The King's House: screen, log, questions, names.

king-title = The King's House
king-tagline = Two to four souls search a house for its keys and leave together, before the King breaks their minds.
king-alert-edge = ON THE EDGE

## Choices before a game.

king-choose-profile = Rules
king-choose-players = Players
king-choose-soul = Soul
king-choose-drawn = a soul drawn by lot
king-profile-first-game = First game
king-profile-first-game-about = The whole board game with three keys instead of four, and a King who takes 2 sanity at most. Bots win three games in four.
king-profile-strict-p0 = Merciless rules
king-profile-strict-p0-about = Four keys, no sacrifice, and a single action a turn at −5: bots win about one game in fifty.
king-profile-full-game = The whole board game
king-profile-full-game-about = The King strikes where he arrives, blows stun longer, and a soul may make a sacrifice instead of falling. Bots win three games in ten.

## Status bar and panels.

king-status-turn = { $seat } { $role }: { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}
king-status-round = Round { $round }
king-words-round = Round { $round }, started by { $seat }
king-status-keys = Keys { $held } of { $needed }{ $destroyed ->
    [0] {""}
   *[other] , { $destroyed } lost
}
king-status-turn-short = { $seat }: { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
}
king-status-round-short = R{ $round }
king-status-keys-short = Keys { $held }/{ $needed }{ $destroyed ->
    [0] {""}
   *[other] , { $destroyed } lost
}
king-panel-report = End of the last round
king-panel-report-of = End of round { $number }
king-figure = { $sign }{ $monster }{ $stun ->
    [0] {""}
   *[other] {" "}z{ $stun }
}
king-monster = { $monster }{ $stun ->
    [0] {""}
   *[other] {" "}(stunned { $stun })
}
king-room-hidden = special room, face down
king-room-destroyed = ruins
king-status-left = { $status } { $left }
king-fallen = fallen
king-skips = loses a turn
king-iced = ice: 1 action
king-marked = marked: 1 action
king-away = The King: banished for { $rounds ->
    [one] one more round
   *[other] { $rounds } more rounds
}
king-on-floor = The King: floor { $floor }
king-costs-before = End of round: { $house }; the King's floor: −{ $presence } more
king-costs-arrival = End of round: { $house }; the floor he comes to: −{ $presence } more
king-costs-away = End of round: { $house }
king-costs-all = all −{ $loss }
king-pedlar-deck = The peddler has { $count } cards
king-report-label = report
king-legend-label = legend
king-page-king = The King
king-page-king-label = the King
king-faces-path = His d4 moves him at the end of the round:
king-face-floor = to floor { $floor }
king-face-again = he rolls again
king-faces-deeds = Then his d6 says what he does:
king-face-floors = { $replaces ->
    [yes] On each floor the boxes rotate by one room, instead of moving along the ring.
   *[no] On each floor the boxes rotate by one room.
}
king-face-shuffle = Every box is shuffled.
king-face-harm = Every soul loses { $amount } sanity.
king-face-limit = The souls on his floor have 1 action in their next turn.
king-face-drive = The souls on his floor are driven to a stair room: to that of floor 2, or from floor 2 to that of floor 1.
king-face-attract = Every soul is called to his corridor.
king-face-discard = Every soul with an object loses one of its choice.
king-face-spared = The floor of the False King, the soul that wears the Crown, is spared.
king-report-none = The first round is not over yet.
king-report-gone = The log no longer contains it.
king-over-rounds = The game lasted { $rounds ->
    [one] { $rounds } round.
   *[other] { $rounds } rounds.
}

## The log.

king-log-die = Die for { $purpose }: { $value }
king-log-die-of = { $seat } rolls { $value } for { $purpose }
king-log-total = { $seat } rolls { $dice } for { $goal }: { $effects }.
king-log-sum = { $seat } rolls for { $goal }: { $sum }
king-log-test = { $seat } rolls for { $goal }: { $sum }, at least { $needed } needed: { $passed ->
    [yes] success.
   *[no] failure.
}
king-sum-raised = { $sum }, which counts as { $total }
king-log-turn = { $keys ->
    [none] {""}
   *[other] Collect { $keys } keys, then meet on the Threshold ({ $goal }).{" "}
}{ $seat } takes a turn.
king-log-idle = { $seat } does nothing this turn.
king-log-turn-lost = { $seat } loses the turn.
king-log-round-ended = Round { $number } ends.
king-log-round = Round { $number } begins with { $seat }.
king-log-starter = { $seat } begins this round instead.
king-log-walked = { $seat } goes { king-to }.
king-log-taken = { $seats } { $count ->
    [one] is
   *[other] are
} taken { king-to }.
king-log-swapped = { $one } and { $other } swap places.
king-log-lost = { $amounts } ({ $source }){ $top ->
    [none] {""}
    [fallen] : { $seats } { $count ->
        [one] stops
       *[other] stop
    } at −5
    [several] : now { $now }
   *[other] : now { $now } of { $top }
}
king-log-gained = { $amounts } ({ $source }){ $top ->
    [none] {""}
    [several] : now { $now }
   *[other] : now { $now } of { $top }
}
king-loot-none = nothing
king-loot-keys = { $keys ->
    [one] 1 key
   *[other] { $keys } keys
}
king-log-broke = { $seat } is at −5 and loses: { $loot }.
king-log-broke-nothing = { $seat } is at −5 and loses nothing.
king-log-sacrificed-sanity-max = { $seat } gives up 1 maximum sanity and stands at 0 instead of falling.
king-log-sacrificed-object-slot = { $seat } gives up an object slot and stands at 0 instead of falling.
king-log-afflicted = { $seats }: { $status } for { $left ->
    [one] { $left } round.
   *[other] { $left } rounds.
}
king-log-dazed = { $seats }: Stunned, so the next turn is lost.
king-log-cleared = { $seat }: { $status } has ended.
king-log-cleared-all = { $seat } is free of all statuses.
king-log-statuses-ended = { $endings }.
king-log-status-of = { $seat }: { $status } is over
king-log-maximum = Poison lowers the maximum sanity of { $seat } to { $top }.
king-log-drew = { $seat } draws { king-in }: { $card }.
king-log-drew-about = { $seat } draws { king-in }: { $card }. { $about }
king-log-drew-thing = { $seat } draws { king-in }. { $about }
king-log-key-under = { $seat } finds a key { king-in } and cannot take it: it goes under the cards there.
king-log-saw = { $seat } sees the top card { king-of }: { $card }.
king-log-saw-two = { $seat } sees the top cards { king-of }: { $card }, then { $next }.
king-log-returned = { $place ->
    [top] A discarded card comes on top of the box { king-of }: { $card }.
   *[under] A discarded card comes under the box { king-of }: { $card }.
}
king-log-object = { $seat } receives: { $card }.
king-log-object-about = { $seat } receives an object. { $about }
king-log-maximum-shifted = The maximum sanity of { $seat } is now { $top }.
king-log-removed = Out of the game: { $card }.
king-log-object-removed = { $seat } loses for good: { $card }.
king-log-object-used = { $seat } uses: { $card }.
king-log-object-discarded = { $seat } discards: { $card }.
king-log-object-sold = { $seat } sells: { $card }.
king-log-object-robbed = Stolen from { $seat }: { $card }.
king-log-object-dropped = { $seat } leaves in the armory: { $card }.
king-log-object-given = { $seat } gives away: { $card }.
king-log-object-attached = { $seat } attaches { $card } to the Book.
king-log-object-refused = { $seat } cannot take: { $card }.
king-log-drew-key = { $seat } draws { king-in }: a key of the house, { $held } of { $needed }!
king-log-key = { $seat } gains a key ({ $source }): { $held } of { $needed }!
king-log-appeared = { $monster } appears { king-in }.{ king-log-ruins }
king-log-prowled = { $monster } moves { king-to }{ $count ->
    [0] {""}
   *[other] {" "}and takes { $seats } along
}.{ king-log-ruins }
king-log-ruins = { $ruined ->
    [yes] {" "}The special room there is destroyed{ $keys ->
        [0] {""}
        [one] , with { $keys } key
       *[other] , with { $keys } keys
    }.
   *[no] {""}
}
king-log-stunned = { $monster }: stunned for { $left ->
    [one] { $left } round.
   *[other] { $left } rounds.
}
king-log-monster-gone = { $monster } is gone.
king-log-robbed = Stolen from { $seat }: { $loot }.
king-log-robbed-nothing = Nothing is stolen from { $seat }.
king-log-recovered = { $seat } takes back: { $loot }. Destroyed: { $lost }.
king-log-recovered-nothing = { $seat } takes back nothing. Destroyed: { $lost }.
king-log-opened = The { $node } is a special room: { $room }.
king-log-opened-about = The { $node } is a special room. { $about }
king-log-shown = { $room }: for { $loss } sanity { $seat } is shown two cards, and keeps one.
king-log-used = { $seat } uses a special room: { $room }.
king-log-used-about = { $seat } uses a special room. { $about }
king-log-king-came = The King appears on floor { $floor }.
king-log-king-wheel = A roll of { $d4 } takes the King from floor { $origin } to floor { $floor }.
king-log-king-stays = A roll of { $d4 } keeps the King on floor { $floor }.
king-log-king-away = The King is away{ $rounds ->
    [one] : he is back on floor { $floor } in the next round
   *[other] {""}
}.
king-log-king-deed = The King rolls { $d6 }: { $deed }
king-deed-reorder = he reorders the boxes.
king-deed-harm = he takes sanity.
king-deed-limit = he slows the souls on his floor.
king-deed-drive = he drives the souls on his floor to the stairs.
king-deed-attract = he calls the souls to him.
king-deed-discard = he demands objects.
king-deed-nothing = he does nothing.
king-deed-and = { $deed } Then { $next }
king-log-marked = { $seats } { $count ->
    [one] has
   *[other] have
} 1 action in the next turn.
king-log-raged = The King's damage is doubled for the rest of the game.
king-log-banished = The King is banished for { $rounds ->
    [one] { $rounds } round.
   *[other] { $rounds } rounds.
}
king-log-false-king = { $seat } is tested as the False King: { $total } against { $threshold } — { $passed ->
    [yes] nothing happens.
   *[no] every soul on the floor loses sanity.
}
king-log-crowned = { $seat } wears the Crown.
king-log-stairs = The stairs roll { $dice }: they are now in the { $one }, the { $two } and the { $three }.
king-log-boxes-ring = Every box moves on to the next room.
king-log-boxes-floors = The boxes of each floor rotate.
king-log-boxes-shuffle = Every box is shuffled.
king-log-end-win = All escape through the Threshold. You have won.
king-log-end-lose-all-minus5 = Every soul is lost. The King has won.
king-log-end-lose-keys = Too many keys have been destroyed: there is no way to leave. The King has won.
king-log-end-timeout = Time is up.
king-log-end-lose-by-rule = The game is lost.

## Purposes of dice.

king-die-king-roulette = the King's path
king-die-king-effect = the King's deed
king-die-false-king-check = the False King
king-die-escape = an escape
king-die-chapel = the chapel
king-die-ritual = the rite
king-die-scout-stairs = the stairs

## Questions.

king-ask-sacrifice = P{ $seat } is about to fall to −5. Make a sacrifice, and stand at 0?
king-ask-overflow = P{ $seat } carries too much. Discard what?
king-ask-foresee = P{ $seat } sees { $top }, then { $next }. Swap them?
king-ask-peek = P{ $seat } may look at one top card. In which room?
king-ask-order = P{ $seat } sees these cards. Which one is drawn { $place ->
    [1] first
   *[other] as number { $place }
}?
king-ask-reaction = { $monster } comes for P{ $seat }. React?
king-ask-pedlar = P{ $seat }, which card do you take?
king-ask-rumour = P{ $seat }, which room do you want to hear about?
king-ask-discard = The King demands an object from P{ $seat }. Which one?

king-sure-meditate = Your sanity is at its maximum: meditating changes nothing. Meditate anyway?
king-sure-buy = For { $loss } sanity the peddler shows two cards, and you keep one. Buy?
king-sure-tavern = The rumors cost { $loss } sanity, and you are at { $sanity }: you would fall to −5. Listen anyway?
king-sure-draw = On top: { $card }. { $about } Draw it?
king-sure-end-turn = { $actions ->
    [one] One action is left. End the turn?
   *[other] { $actions } actions are left. End the turn?
}

king-pick-moves = Where to?
king-pick-use = Use what?
king-pick-blessing = Which blessing for the others?
king-pick-tale = Which tale?
king-pick-target = To whom?
king-pick-give = Give what?
king-pick-sell = Sell what?
king-pick-drop = Leave what?
king-pick-take = Take what?
king-strike = { $card } against { $monster }
king-seat-in = { $seat }, { $node }
king-pick-door = To which player?

## Keys.

king-group-turn = Your turn
king-group-room = Special rooms
king-key-go = { king-to }
king-key-move = move
king-key-search = search
king-key-meditate = meditate
king-key-use = use an object
king-key-escape = escape{ $can ->
    [sure] {" "}(certain)
    [yes] {" "}(die { $least } or more, { $chance } %)
    [no] {" "}(cannot succeed at this sanity)
   *[unknown] {""}
}
king-key-heal-others = heal the others{ $can ->
    [yes] {" "}(+{ $gain } each, −{ $loss } yours)
   *[unknown] {""}
}
king-key-discard-clarity = give up clarity
king-key-attach-tale = attach a tale
king-key-buy-crown = buy the Crown
king-key-give = give
king-key-end-turn = end the turn
king-key-pedlar-buy = buy
king-key-pedlar-sell = sell
king-key-armoury-drop = leave in the armory
king-key-armoury-take = take from the armory
king-key-tavern = listen to rumors (1 sanity)
king-key-yellow-doors = through the doors
king-key-salon = get a makeover
king-key-chapel = pray
king-key-ritual = perform the rite

## Refusals.

king-no-edge = That is more than one move away.
king-no-stair = Only the stair room leads to another floor.
king-no-above = There is no floor above.
king-no-below = There is no floor below.
king-no-sealed = The Ice Queen has come: souls on this floor cannot move this round.
king-no-paranoia = Paranoia keeps you apart.
king-no-actions = Not enough actions left.
king-no-lost = This turn has no actions.
king-no-trapped = Trapped: escape first.
king-no-must-escape = You are trapped and have an action left: try to escape first.
king-no-free = No free actions left this turn.
king-no-cards = There are no cards here.
king-no-meditate-king = Meditation is impossible in the King's corridor.
king-no-meditate-tank = Only the Tank can meditate where the Tank stands.
king-no-item = Not in hand.
king-no-use = It cannot be used by itself.
king-no-monster = There is nothing to strike here.
king-no-room = That works only in a room.
king-no-climbing = The ladder is already up.
king-no-escape = Not trapped.
king-no-heal = Only a Healer with sanity 1 or more can heal others.
king-no-clarity = You have no clarity to give up.
king-no-tale = You need the Book and a tale.
king-no-crown = The Crown is not for sale here.
king-no-trade = That cannot be handed over here.
king-no-special = You are not in that special room.
king-no-buy = The peddler requires sanity 2 or more, and two cards in his deck.
king-no-sale = The peddler does not take that.
king-no-armoury-full = The armory is full.
king-no-armoury-empty = That is not in the armory.
king-no-slot = There is no free slot for it.
king-no-tavern = The tavern can be used once per turn.
king-no-doors = The doors lead only to a player in another place.
king-no-salon = The salon turns the vain away.
king-no-ritual = The rite requires exactly two players in the room, once per game.
king-no-objects = You carry no object.
king-no-use-of = { $card }: { $reason }
king-reasons = { $first } { $next }
king-no-special-of = That works only in this special room: { $room }.
king-no-bound = What you carry cannot be left behind.
king-no-armoury-nothing = The armory is empty.
king-no-give-by-rules = The rules of this game allow no giving.
king-no-give-alone = No other soul is in your place.
king-no-give-empty = You carry neither an object nor a key.
king-no-give-full = No soul here has a free slot for what you carry.

## Names.

king-name-none = Soul
king-name-healer = Healer
king-name-tank = Tank
king-name-high-roller = High Roller
king-name-scout = Scout
king-name-brawler = Brawler
king-name-psychic = Psychic

king-name-yellow-fury = Yellow Fury
king-name-corpse = a corpse
king-name-yellow-mirror = Yellow Mirror
king-name-served-meal = a served meal
king-name-yellow-divan = Yellow Divan
king-name-face-swap = Face Swap
king-name-yellow-blow = Yellow Blow
king-name-lift = the elevator
king-name-trapdoor = a trapdoor
king-name-pedlar-visit = the peddler's visit

king-name-poisoned = Poisoned
king-name-clarity = Clarity
king-name-cursed = Cursed
king-name-paranoia = Paranoia
king-name-vanity = Vanity
king-name-enlightened = Enlightened
king-name-trapped = Trapped
king-name-stunned = Stunned

king-name-compass = Compass
king-name-vial = Vial
king-name-blunt = Blunt Weapon
king-name-keyring = Key Ring
king-name-stairs-treasure = Ladder
king-name-scroll = Scroll
king-name-pendant = Pendant
king-name-ring = Ring
king-name-crown = Crown
king-name-chambers-book = Chambers' Book
king-name-key = Key
king-name-tale-repairer = The Repairer's Tale
king-name-tale-mask = The Tale of the Mask
king-name-tale-dragon = The Dragon's Tale
king-name-tale-sign = The Tale of the Sign

king-name-tue-tue = Tue-Tue
king-name-ice-queen = Ice Queen
king-name-ice-servant = Ice Servant
king-name-goblin = Goblin
king-name-sack-man = Sack Man
king-name-spider = Spider
king-name-baby-spider = Baby Spider
king-name-omen-spider = Omen: Spider
king-name-omen-goblin = Omen: Goblin
king-name-omen-ice-queen = Omen: Ice Queen
king-name-omen-tue-tue = Omen: Tue-Tue

king-name-pedlar = Peddler
king-name-armoury = Armory
king-name-tavern = Tavern
king-name-yellow-doors = Yellow Doors
king-name-beauty-salon = Beauty Salon
king-name-chapel = Chapel
king-name-lethal-chamber = Lethal Chamber
king-name-ritual = the rite

king-name-house = the House
king-name-presence = the King's presence
king-name-king = the King
king-name-fall = another soul's fall
king-name-curse = a curse
king-name-rule = a rule of a mod
king-name-nothing = None
king-answer-seat = { $seat }
king-name-false-king = the False King
king-name-poison = poison
king-name-meditate = meditation
king-name-heal-others = healing

king-name-accept = Let it happen
king-name-sanity-max = Sacrifice 1 maximum sanity
king-name-object-slot = Sacrifice an object slot
king-name-decline = Decline
king-name-skip = Do not look
king-name-keep = Keep the order
king-name-swap = Swap

king-bot-cautious = Cautious
king-bot-cautious-about = Keeps away from the King and rests whenever it can.
king-bot-greedy = Greedy
king-bot-greedy-about = Goes for keys and rests only when its sanity is nearly gone.
king-bot-goal = Key seeker
king-bot-goal-about = Looks for keys where no other soul does, then waits at the Threshold: the best company.
king-bot-montecarlo = Monte Carlo
king-bot-montecarlo-about = Plays out each choice in its head and takes the best; it needs a moment to think.

# The statistics of the player.
king-score-profile = rules
king-score-ending = ending
king-score-longest = longest
king-score-rounds = rounds
king-score-destroyed = keys lost
king-score-tales = tales
king-score-first-game = first game
king-score-strict-p0 = merciless rules
king-score-full-game = whole board game
king-score-lose-all-minus5 = every soul lost
king-score-lose-keys = too many keys destroyed
king-score-win = escaped
king-score-timeout = time ran out
king-score-lose-by-rule = lost by a rule

# The story of a finished game.
king-story = What happened
king-story-label = story
king-story-most-keys = Closest to the way out in round { $round }, with { $keys } of { $needed } keys in hand.
king-story-first-fall = The first fall: { $seat } { $role } in round { $round } ({ $source }).
king-story-last-fall = The last fall: { $seat } { $role } in round { $round } ({ $source }).
king-story-only-fall = The only fall: { $seat } { $role } in round { $round } ({ $source }).
king-story-saved = { $times ->
    [one] A sacrifice
   *[other] { $times } sacrifices
} kept souls from falling, the first in round { $round }: { $seat } { $role }.
king-story-close = The closest call: { $seat } { $role } at { $sanity } in round { $round }.
king-story-open = Round { $round } decided: { $seat } { $role } gained key { $keys } of { $keys }, and the way out was open.
king-story-worst = The most sanity was lost to { $source }: { $amount } of { $total }.
king-story-soul = { $seat } { $role } lost { $amount } sanity ({ $sources }), { $falls ->
    [0] never fell
    [one] fell once
   *[other] fell { $falls } times
}{ $keys ->
    [0] {""}
    [one] {" "}and lost a key
   *[other] {" "}and lost { $keys } keys
}.
king-story-source = { $source } { $amount }
king-story-head = Round { $seats }  Keys
king-story-fell = { $seat } falls{ $times ->
    [one] {""}
   *[other] {" "}again
}{ $keys ->
    [0] {""}
    [one] {" "}with a key
   *[other] {" "}with { $keys } keys
} ({ $source })
king-story-sacrificed = { $seat } gives up { $mode ->
    [sanity-max] 1 maximum sanity
   *[object-slot] an object slot
} instead of falling
king-story-key = { $seat } has a key
king-story-robbed = { $seat } is robbed of { $keys ->
    [0] { $objects ->
        [one] an object
       *[other] { $objects } objects
    }
    [one] a key
   *[other] { $keys } keys
}
king-story-heavy = { $seat } { $before } → { $after } ({ $source })
king-story-doors = { $seat } goes through the Yellow Doors
king-story-called = the King calls the souls to his corridor
king-story-won = all souls stand on the Threshold with { $keys } keys
king-story-monster = { $monster } appears
king-story-banished = the King is banished

# What may follow by the end of a round.
king-outlook-sanity = sanity of all
king-outlook-fallen = fallen
king-outlook-slots = object slots
king-outlook-keys = keys
king-outlook-lost = keys lost
king-outlook-floor = floor of the King
