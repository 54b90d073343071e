# Items in use, and stairs.

stealth-welcome = The elder says the Bell hangs at the bottom. Bring it out. Listen before you look.
stealth-elder-says = “Down there, the one who hears first lives longer. Take what is in my chest. And mind your step.”
stealth-go-down = You go down. Depth { $floor }.
stealth-go-up = { $floor ->
    [0] You come up under the open sky.
   *[other] You go up. Depth { $floor }.
}
stealth-no-stairs = There are no stairs here.
stealth-not-home-yet = There is no going home without the Bell.
stealth-won = You carry the Bell out into the desert, and for the first time in an age it rings.

# Appearance of unidentified items.
stealth-unknown-potion = { $count ->
   *[one] unknown potion
    [other] { $count } unknown potions
}
stealth-unknown-scroll = { $count ->
   *[one] unknown scroll
    [other] { $count } unknown scrolls
}
stealth-unknown-ring = unknown ring
stealth-look-of-potion = { $count ->
   *[one] { $look } potion
    [other] { $count } { $look } potions
}
stealth-look-of-scroll = { $count ->
   *[one] scroll sealed with { $look }
    [other] { $count } scrolls sealed with { $look }
}
stealth-look-of-ring = { $look } ring

stealth-something = something
stealth-nothing-here = There is nothing here to pick up.
stealth-pack-full = You cannot carry any more.
stealth-no-use = You can think of no use for it.
stealth-two-rings = You are already wearing two rings: take one off first.
stealth-no-creature-to-aim-at = There is no target in view and in range.
stealth-no-cell-to-aim-at = There is no target in view and in range.
stealth-no-wall-to-aim-at = No wall is in view.
stealth-no-item-to-aim-at = It would work on nothing that you carry.
stealth-ask-pick = Pick up what?
stealth-ask-activate = Use what?
stealth-ask-drop = Drop what?
stealth-ask-loot = Take what?
stealth-ask-aim-creature = At whom?
stealth-ask-aim-cell = Where?
stealth-ask-aim-fire = Where? Burns { $radius } cells around, may land 1 off.
stealth-sure-fire = You stand in its fire. Go on?
stealth-ask-aim-unknown = { $at ->
    [aim-cell] { $prompt } Its effect is unknown and may harm you, too: choose a place away from you.
   *[other] { $prompt } Its effect is unknown.
}
stealth-ask-aim-wall = Which wall?
stealth-ask-aim-item = On what?

stealth-taken = You take: { $name }.
stealth-dropped = You drop: { $name }.
stealth-put-on = { $slot ->
    [weapon] You wield
   *[other] You put on
}: { $name }.
stealth-taken-off = { $slot ->
    [weapon] You put away
   *[other] You take off
}: { $name }.
stealth-opened = You open the { $name }.
stealth-empty = There is nothing in it.
stealth-it-was = So that is what it was: { $name }.
stealth-identified = It is: { $name }.
stealth-identified-all = You recognize everything you carry.
stealth-uncursed = The curse is lifted.
stealth-nothing-happens = Nothing happens.
stealth-shatters = It shatters: { $name }.

stealth-healed = Your wounds close.
stealth-healed-other = The wounds of the { $target } close.
stealth-effect-begins = You feel it: { $effect }.
stealth-effect-begins-other = The { $target } is affected: { $effect }.
stealth-effect-gone = You are free of it: { $effect }.
stealth-effect-gone-other = The { $target } is free of it: { $effect }.
stealth-gained = A lasting gain: { $stat }.
stealth-gained-other = The { $target } looks changed: { $stat }.
stealth-refreshed = You catch your breath.
stealth-refreshed-other = The { $target } catches its breath.
stealth-you-poisoned = Poison burns in your veins.
stealth-poisoned = The { $target } is poisoned.
stealth-coated = You coat your blade: the next hit will poison.
stealth-eaten = That was good.
stealth-eaten-other = The { $target } eats.
stealth-eaten-rotten = That was rotten.
stealth-eaten-rotten-other = The { $target } eats something rotten.
stealth-hungry = { $satiety ->
    [1] You are starving.
    [4] You are weak with hunger.
   *[other] You are hungry.
}
stealth-starved = You have gone too long without food.
stealth-teleported = You are elsewhere.
stealth-teleported-other = The { $target } is gone.
stealth-lightning = Lightning strikes you.
stealth-lightning-other = Lightning strikes the { $target }.
stealth-fireball = Fire fills the air.
stealth-fire-you = The fire burns you: { $damage } damage, and you are on fire for { $turns } turns.
stealth-fire-other = The fire burns the { $target }: { $damage } damage.
stealth-tunnelled = The wall falls to pieces.
stealth-cause-lightning = lightning
    .cause = yes
stealth-cause-fire = fire
    .cause = yes
stealth-cause-burnt-out = burned out
    .cause = yes

# Uses of identified items.
stealth-does-heal = { $low ->
    [999] Heals all wounds.
   *[other] Heals { $low } to { $high } points of life.
}
stealth-does-end = Cures: { $effect }.
stealth-does-start = Effect: { $effect }, { $fixed ->
    [yes] { $low ->
        [one] 1 turn
       *[other] { $low } turns
    }
   *[no] { $low } to { $high } turns
}.
stealth-does-gain = Permanent: { $stat } +{ $low }.
stealth-does-refresh = Restores all stamina.
stealth-does-poison = Poisons the drinker.
stealth-does-coat = Coats a blade: the next hit poisons.
stealth-does-feed = { $low ->
    [-8] Makes you hungrier.
   *[other] Feeds you: { $low }.
}
stealth-does-identify = Identifies one item.
stealth-does-identify_all = Identifies everything you carry.
stealth-does-uncurse = Lifts the curse from one item.
stealth-does-descend = Takes you one floor down.
stealth-does-teleport = Takes you to another place on this floor.
stealth-does-bolt = Lightning: { $low } to { $high } damage.
stealth-does-blast = Fire in an area: { $low } damage.
stealth-does-tunnel = Turns a wall into rubble. The whole floor will hear it.
stealth-does-read = It can be read.
stealth-about-unknown = You do not know what it does.
stealth-about-charges = { $charges ->
    [one] One use left.
   *[other] { $charges } uses left.
}
stealth-about-range = Range: { $range } cells.
stealth-about-sniping = Its arrows take the unaware by surprise, like a blow from behind.
stealth-stat-hp_max = Life
stealth-stat-perception = Perception
stealth-stat-map_memory = Map memory

stealth-keys-things = Items
stealth-key-pick-up = pick up
stealth-key-activate = use, wear, eat, drink, read
stealth-act-eat = eat { $name }
stealth-act-drink = drink { $name }
stealth-act-read = read { $name }
stealth-act-put-on = { $slot ->
    [weapon] wield
   *[other] put on
} { $name }
stealth-act-take-off = { $slot ->
    [weapon] put away
   *[other] take off
} { $name }
stealth-act-use = use { $name }
stealth-key-drop = drop
stealth-key-stairs = take the stairs, or leave
