# Why a bot chose a command or an answer.

king-reason-trapped = it is trapped
king-reason-spend = it has something that pays off now
king-reason-way-out = there are enough keys, { $keys } of { $needed }: all souls go to the Threshold
king-reason-keep-key = it can carry no more keys, and takes its key to the Threshold
king-reason-retreat = at sanity { $sanity } it goes to a corridor without the King, where rest brings more
king-reason-rest = at sanity { $sanity } it has to rest
king-reason-spare = there is nothing better to do, and rest always helps
king-reason-no-rest = it waits for the others; no soul can meditate in the King's corridor
king-reason-nothing = there is nothing left that helps
king-reason-search = the box here is unknown and may hold a key
king-reason-search-seen = it knows the top card here and wants it
king-reason-search-last = there is no better room
king-reason-seek = the box there is the best for its distance, and may hold a key
king-reason-seek-seen = it knows the top card there and wants it
king-reason-trials = in { $trials } trial games this scored { $score } of 1000, the highest of { $options } choices
king-reason-sacrifice = what it gives up is worth less than what it would lose
king-reason-overflow = the least valuable thing goes
king-reason-discard = the least valuable thing goes
king-reason-foresee = the better of the two cards comes up
king-reason-peek = the fullest unknown box tells the most
king-reason-rumour = the fullest unknown box tells the most
king-reason-reaction = a stunned monster does no harm
king-reason-pedlar = of the cards offered it is the most useful
king-reason-accept = it has nothing worth saving
