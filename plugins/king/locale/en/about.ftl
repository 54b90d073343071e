# Descriptions of things that a player points at, the legend, the lessons.

king-words-seat = { $seat }
king-words-active = { $seat }, whose turn it is
king-words-soul = { $seat } { $role }{ $active ->
    [yes] , whose turn it is
   *[no] {""}
}
king-words-box = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}
king-words-top = { $card } on top
king-words-king = the King
king-words-threshold = the Threshold

king-about-node = Room { $room } of floor { $floor }.
king-about-box = { $cards ->
    [0] No cards are left here.
    [one] One card, face down. Searching, or entering the room, draws it.
   *[other] { $cards } cards, face down. Searching, or entering the room, draws the top one.
}
king-about-box-moves = At the end of the round this box moves { king-to }.
king-about-top = { $cards ->
    [one] The last card
   *[other] The top one of { $cards } cards
} lies face up: { $card }.
king-about-next = Under it: { $card }.
king-about-threshold = The Threshold: all escape if every soul stands here when a round has ended, after the King's move, with { $keys } keys in hand.
king-about-king = The King in Yellow. Meditation is impossible in his corridor. At the end of each round a four-sided die (d4) moves him and a six-sided die (d6) says what he does.
king-about-fury = His damage is doubled for the rest of the game.
king-about-soul = { $seat }, { $role }: sanity { $sanity } of { $top }, { $actions ->
    [one] { $actions } action
   *[other] { $actions } actions
} left, keys { $keys } of { $limit }.
king-about-carries = Carries: { $objects }.
king-about-false-king = The False King: at the end of a round, if a test fails, every soul on the floor loses sanity.
king-about-lowest = At −5: { $actions ->
    [one] 1 action a turn.
   *[other] { $actions } actions a turn.
}
king-about-status = { $status }, for { $left ->
    [one] 1 more round:
   *[other] { $left } more rounds:
} { $about }
king-about-skips = Loses the next turn.
king-about-iced = Ice on this floor: 1 action a turn.
king-about-marked = Marked by the King: 1 action in the next turn.
king-about-groomed = Groomed: yellow events do nothing until the round ends.
king-about-stunned-monster = Stunned for { $stun ->
    [one] 1 more round.
   *[other] { $stun } more rounds.
}
king-about-loot = Has stolen: { $objects }.
king-about-hidden-room = A special room, face down. It is turned up when a soul enters.
king-about-ruins = The ruins of a special room.
king-about-pedlar-deck = The peddler has { $count ->
    [one] 1 card.
   *[other] { $count } cards.
}

## Statuses.

king-about-poisoned = At the end of the round the maximum sanity falls by 1, for good.
king-about-clarity = Recovers 1 sanity at the end of every turn. Giving it up clears all statuses.
king-about-cursed = At the end of the round every other soul on this floor loses 1 sanity.
king-about-paranoia = Cannot enter a place where another soul is, and no other soul can enter this place.
king-about-vanity = Every loss of sanity is 1 larger.
king-about-enlightened = One more action in each turn.
king-about-trapped = Can only try to break free: a d6 + sanity of 3 or more. The trap also ends when its rounds are over.
king-about-stunned = Has no actions in the next turn.

## Roles.

king-about-healer = Can heal, for 1 sanity: all others recover 2, wherever they are, and receive Clarity or Enlightened.
king-about-tank = Others cannot meditate in the same place.
king-about-high-roller = Rolls two dice for the first event of a turn. Room for two keys.
king-about-scout = The first move of a turn is free. On stairs, a d6 + sanity below 3 stuns the Scout.
king-about-brawler = Strikes for free, and may strike back at the end of a round.
king-about-psychic = Sees the top two cards on entering a room, and may swap them.

## Cards.

king-card-table = { $card }, by d6 + sanity: { $rows }.
king-card-status = The soul that draws it: { $status } for { $left ->
    [one] 1 round.
   *[other] { $left } rounds.
}
king-card-object = { $card }, when used: { $effects }.
king-card-use = { $card }: { $effects }.
king-drawn-of = { $card }: { $about }
king-drawn-ignored = It does nothing, thanks to the salon.
king-drawn-table = { $dice ->
    [one] Die
   *[other] Two dice
} { $rows }.
king-drawn-sure = In any case: { $effects }.
king-drawn-row = { $sums }: { $effects }
king-row-to = up to { $to }: { $effects }
king-row-rest = more: { $effects }
king-row-any = { $effects }
king-row-and = { $first }; { $next }
king-effect-and = { $first }, { $next }
king-effect-nothing = nothing
king-effect-lose = −{ $amount } sanity
king-effect-gain = +{ $amount } sanity
king-effect-mirror = sanity changes sign{ $from ->
    [none] {""}
   *[other] , from { $from } to { $to }
}
king-effect-zero = sanity becomes 0
king-effect-lose-turn = the next turn is lost
king-effect-end-turn = the turn ends
king-effect-status = { $status } for { $left ->
    [one] 1 round
   *[other] { $left } rounds
}
king-effect-clear = all statuses end
king-effect-take = the card { $card }
king-effect-theft = an object is lost
king-effect-guest = another soul comes here, +{ $amount } sanity for both
king-effect-swap = { $here ->
    [yes] the { $step ->
        [1] next
       *[other] previous
    } soul is in the same place, so nothing happens
   *[no] swaps places with the { $step ->
        [1] next
       *[other] previous
    } soul
}
king-effect-floors = { $step ->
    [1] up one floor, same place (from the top to the lowest)
    [2] up two floors, same place (the lowest follows the top)
    [-1] down one floor, same place (from the lowest to the top)
   *[-2] down two floors, same place (the top follows the lowest)
}
king-effect-rage = the King's damage is doubled for the rest of the game
king-effect-king-comes = the King comes, −{ $amount } sanity for all on the floor
king-effect-banish = the King is banished for { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
king-effect-shop = the peddler shows two cards for { $price } sanity, of which one is kept, or buys an object
king-effect-figure = { $monster }{ $kind ->
    [GOBLIN] {" "}comes and steals keys and objects
    [SPIDER] {" "}comes and traps souls
    [BABY_SPIDER] {" "}comes and stuns souls
    [ICE_QUEEN] {" "}comes: this round no soul on this floor moves
   *[other] {" "}comes
}
king-effect-freeze = 1 action at most on this floor
king-effect-tue-tue = the Tue-Tue is heard (−1 sanity, the second time −2, the third time down to −5)
king-effect-step = a rule of a mod

king-about-sanity-max = 1 maximum sanity is lost for good; keys and objects stay.
king-about-object-slot = One object slot is lost for good; keys and the other objects stay.
king-about-accept = The soul is at −5, loses all keys and objects, and every other soul loses 1 sanity.
king-about-compass = Compass: to the corridor of this floor, for free.
king-about-blunt = Blunt Weapon: for 1 action, none for a Brawler, stuns the monster in the same place that came first.
king-about-stairs-treasure = Ladder: until the turn ends, moves may also go to the same room one floor up or down. Three uses.
king-about-keyring = Key Ring: room for one more key, and 1 more maximum sanity.
king-about-ring = Ring: a treasure. The peddler pays 3 sanity for it.
king-about-scroll = Scroll: a treasure. The peddler pays 3 sanity for it.
king-about-pendant = Pendant: a treasure. The peddler pays 3 sanity for it.
king-about-crown = Crown: its bearer is the False King.
king-about-chambers-book = Chambers' Book: a tale attached to it banishes the King.
king-about-key = With enough keys in hand, all souls escape from the Threshold.
king-about-tale-repairer = A tale: attach it to the Book to banish the King.
king-about-tale-mask = A tale: attach it to the Book to banish the King.
king-about-tale-dragon = A tale: attach it to the Book to banish the King.
king-about-tale-sign = A tale: attach it to the Book to banish the King.

## Figures.

king-about-spider = Spider: traps the soul that draws it, then hunts on its floor. A soul that it reaches at the end of a round is trapped.
king-about-baby-spider = Baby Spider: hunts on its floor. A soul that it reaches at the end of a round is stunned. A blow removes it.
king-about-goblin = Goblin: steals keys and objects and runs. A blow returns as much as the striker can carry.
king-about-sack-man = Sack Man: drags his victim away. A blow frees the victim.
king-about-ice-queen = Ice Queen: souls on this floor cannot move in the round of her arrival; afterwards they have 1 action a turn.
king-about-ice-servant = Ice Servant: 1 action a turn on this floor. A blow removes it.
king-about-tue-tue = Tue-Tue, a bird of ill omen: the first one heard costs 1 sanity, the second 2, the third everything.

## Special rooms.

king-about-pedlar = Peddler: buy for { $loss } sanity, or sell objects for sanity.
king-about-armoury = Armory: keeps { $capacity } items that any soul may take.
king-about-tavern = Tavern: once a turn, for { $loss } sanity, look at the top cards of two rooms.
king-about-yellow-doors = Yellow Doors: for { $cost ->
    [one] 1 action
   *[other] { $cost } actions
}, go to another soul, who loses { $loss } sanity.
king-about-beauty-salon = Beauty Salon: for { $cost ->
    [one] 1 action
   *[other] { $cost } actions
}, yellow events do nothing to this soul until the round ends.
king-about-chapel = Chapel: for { $cost ->
    [one] 1 action
   *[other] { $cost } actions
}, recover a d6 + { $gain } sanity.
king-about-lethal-chamber = Lethal Chamber: once a game, two souls here can trade sanity for a key.

## The legend.

king-legend = Legend
king-rule-aim = All win together: every soul on the Threshold when a round has ended, after the King's move, with { $keys } keys in hand. All lose if every soul is at −5, or if { $lost } keys are destroyed.
king-rule-turn = A turn has { $actions } actions: move, search, meditate (+{ $room } sanity in a room, +{ $corridor } in a corridor), use a special room. Objects are free to use unless they say otherwise.
king-rule-box = Each room has a box: a pile of cards, face down, with events, objects, statuses and monsters. { $total } of the cards are keys, and { $more } of the peddler's. Searching draws the top card of the box here.
king-rule-dice = A six-sided die plus the sanity of the soul that draws an event decides what it does: the saner the soul, the milder the event.
king-rule-ring = At the end of a round every box moves on by one room, with the cards you have seen in it: { $ring }, and around again.
king-ring = { $first }, { $next }
king-rule-enter = Entering a room draws its top card, too. Entering a corridor from a room of its floor shows the top card of one room.
king-rule-round = At the end of a round the House takes { $loss } sanity from all; { $when ->
    [arrival] the King moves, takes more on the floor he comes to, and acts
   *[before] the King takes more on his floor, moves and acts
}; then come monsters, statuses and stairs, and the boxes move on.
king-rule-presence = The King takes sanity only on his floor, and more as time goes by: { $presence }.
king-rule-pedlar = The peddler is a special room; a card also brings his visit. For { $price } sanity he shows two cards, of which you keep one; for objects he pays sanity.
king-presence-step = { $loss } from round { $round } on
king-rule-lowest = At −5 a soul loses all keys and objects, and every other soul loses 1 sanity{ $few ->
    [0] {""}
    [one] ; it has 1 action a turn until it recovers
   *[other] ; it has { $few } actions a turn until it recovers
}.{ $spared ->
    [yes] {" "}About to fall, it may give up 1 maximum sanity or an object slot instead, and stands at 0.
   *[no] {""}
}
king-sign-souls = souls; a mark shows whose turn it is; the cursor on a place tells what they can do
king-sign-king = the King{ $shown ->
    [0] {""}
   *[other] , with the sanity he takes on his floor at the end of the round
}
king-sign-monster = a monster; z1: stunned for one more round
king-sign-box = cards face down; a name next to it is the top card, face up
king-sign-room = a special room, face down or open
king-sign-threshold = the Threshold, the way out
king-words-none = {""}
king-sign-stairs = stairs up, down, both; they lead to the stairs of the next floor
king-sign-more = more than the box can show: the cursor on the place tells it

## Lessons.

king-lesson-start = { $key } shows how you win and what the signs mean; the arrow keys move a cursor that tells what each thing is.
king-lesson-move = Press the number of a room next to yours to go there; 0 is the corridor, < and > are the stairs. { $key } lists the ways.
king-lesson-search = { $key } draws the top card of the box ▤ of this room. The keys are in the boxes.
king-lesson-low = Low on sanity: { $key } meditates. A corridor brings more than a room.
king-lesson-trapped = Trapped: { $key } tries to break free. The trap also ends by itself, after the rounds shown in the table of souls{ $healer ->
    [yes] ; the Healer can raise your sanity
   *[no] {""}
}.
king-lesson-monster = A monster is here. A Blunt Weapon stuns it; the cursor of the arrow keys tells what it does.
king-lesson-use = { $key } uses an object in your hand.
king-lesson-stair = The stairs are in this room, and move at the end of every round.
king-lesson-king = The King is on your floor, and may stay: a floor with him costs sanity at the end of the round. You cannot meditate in his corridor. { $key } shows what his dice do.
king-lesson-report = A round has ended: { $key } tells what happened.
king-lesson-key = You have a key. { $full ->
    [yes] You cannot carry another: rest, leave the boxes to souls that can still carry one, and go to the Threshold ({ $goal }).
   *[no] You can carry another one.
}
king-lesson-pedlar = The peddler offers a deal: { $key } buys one of his cards, { $second } sells him an object.
king-lesson-special = This is a special room: the keys offered say what you can do here.
king-lesson-status = Your condition is in the table of souls: go down there with the arrow keys to see what it means.
king-lesson-threshold = You have enough keys: now all souls must reach the Threshold ({ $goal }) before the end of a round.
