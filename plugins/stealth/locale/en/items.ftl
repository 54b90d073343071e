# Objects in use, stairs, and the way.

stealth-welcome = The elder says the Bell hangs at the bottom. Bring it out. Listen before you look.
stealth-elder-says = “Down there, whoever hears first lives longer. Take what is in my chest. And mind your feet.”
stealth-go-down = You go down. Depth { $floor }.
stealth-go-up = { $floor ->
    [0] You come up under the open sky.
   *[other] You go up. Depth { $floor }.
}
stealth-no-stairs = There are no stairs here.
stealth-not-home-yet = Without the Bell there is no going home.
stealth-won = You carry the Bell out into the desert, and for the first time in an age it rings.

# Unknown objects: how they look.
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
stealth-pack-full = You cannot carry more.
stealth-no-use = You can think of no use for it.
stealth-two-rings = You wear two rings already: take one off first.
stealth-no-creature-to-aim-at = Nobody is in view and near enough.
stealth-no-cell-to-aim-at = Nobody is in view and near enough.
stealth-no-wall-to-aim-at = No wall is in view.
stealth-no-item-to-aim-at = You carry nothing it would help with.
stealth-ask-pick = Pick up what?
stealth-ask-activate = Use what?
stealth-ask-drop = Put what down?
stealth-ask-loot = Take what?
stealth-ask-aim-creature = At whom?
stealth-ask-aim-cell = Where?
stealth-ask-aim-wall = Which wall?
stealth-ask-aim-item = On what?

stealth-taken = You take: { $name }.
stealth-dropped = You put down: { $name }.
stealth-put-on = You put on: { $name }.
stealth-taken-off = You take off: { $name }.
stealth-opened = You open the { $name }.
stealth-empty = There is nothing in it.
stealth-it-was = So that is what it was: { $name }.
stealth-identified = It is: { $name }.
stealth-identified-all = You know all that you carry.
stealth-uncursed = The curse is lifted.
stealth-nothing-happens = Nothing happens.
stealth-shatters = It shatters: { $name }.

stealth-healed = Your wounds close.
stealth-healed-other = The wounds of the { $target } close.
stealth-effect-begins = You feel it: { $effect }.
stealth-effect-begins-other = The { $target } suffers it: { $effect }.
stealth-effect-gone = It leaves you: { $effect }.
stealth-effect-gone-other = It leaves the { $target }: { $effect }.
stealth-gained = It will stay with you: { $stat } has grown.
stealth-gained-other = The { $target } looks changed: { $stat }.
stealth-refreshed = You have your breath back.
stealth-refreshed-other = The { $target } has its breath back.
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
stealth-starved = You have eaten nothing for too long.
stealth-teleported = You are elsewhere.
stealth-teleported-other = The { $target } is gone.
stealth-lightning = Lightning strikes you.
stealth-lightning-other = Lightning strikes the { $target }.
stealth-fireball = Fire fills the air.
stealth-tunnelled = The wall falls to pieces.
stealth-cause-lightning = lightning
stealth-cause-fire = fire
stealth-cause-burnt-out = burnt down

# What an object does, once it is known.
stealth-does-heal = Heals { $low } to { $high } points of life.
stealth-does-end = Ends: { $effect }.
stealth-does-start = { $effect }, { $low ->
    [one] 1 turn
   *[other] { $low } to { $high } turns
}.
stealth-does-gain = Lasting: { $stat } +{ $low }.
stealth-does-refresh = Fills your stamina up.
stealth-does-poison = Poisons whoever drinks it.
stealth-does-coat = Coats a blade: the next hit poisons.
stealth-does-feed = { $low ->
    [-8] Makes you hungrier.
   *[other] Feeds you: { $low }.
}
stealth-does-identify = Tells what one object is.
stealth-does-identify_all = Tells what all you carry is.
stealth-does-uncurse = Lifts the curse of one object.
stealth-does-descend = Takes you one floor down.
stealth-does-teleport = Takes you to another place of this floor.
stealth-does-bolt = Lightning: { $low } to { $high } damage.
stealth-does-blast = Fire around a place: { $low } damage.
stealth-does-tunnel = Turns a wall into rubble. Everybody will hear.
stealth-does-read = It can be read.
stealth-about-unknown = You do not know what it does.
stealth-about-charges = { $charges ->
    [one] One use left.
   *[other] { $charges } uses left.
}
stealth-about-range = Shoots { $range } cells far.
stealth-stat-hp_max = Life
stealth-stat-perception = Perception
stealth-stat-map_memory = Memory of the map

stealth-keys-things = Things
stealth-key-pick-up = pick up
stealth-key-activate = use, wear, eat, drink, read
stealth-key-drop = put down
stealth-key-stairs = take the stairs
