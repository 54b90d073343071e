# Why a bot chose a command or an answer.

king-reason-trapped = a trap holds this soul
king-reason-spend = something at hand pays off now
king-reason-rite = two souls in the lethal chamber can win a key by its rite
king-reason-way-out = there are enough keys, { $keys } of { $needed }: all souls go to the Threshold
king-reason-keep-key = there is no room for another key, and this one belongs on the Threshold
king-reason-retreat = at sanity { $sanity } a corridor without the King is the place to go, where rest brings more
king-reason-rest = at sanity { $sanity } rest comes first
king-reason-spare = there is nothing better to do, and rest always helps
king-reason-no-rest = the others are still on their way; no soul can meditate in the King's corridor
king-reason-nothing = there is nothing left that helps
king-reason-search = the box here is unknown and may hold a key
king-reason-search-seen = the top card here is known and wanted
king-reason-search-last = there is no better room
king-reason-seek = no box promises more for its distance and the souls already there, and it may hold a key
king-reason-seek-seen = it leads to a room whose known top card is wanted
king-reason-with-card = { $why }; { $card } lies face up there
king-reason-trials = in { $trials } trial games this scored { $score } of 1000, the highest of { $options } choices
king-reason-sacrifice = the sacrifice is worth less than the loss
king-reason-overflow = the peddler pays least for it
king-reason-discard = the peddler pays least for it
king-reason-foresee = the better of the two cards comes up
king-reason-peek = the fullest unknown box tells the most
king-reason-rumour = the fullest unknown box tells the most
king-reason-reaction = a stunned monster does no harm
king-reason-pedlar = it is the most useful of the cards offered
king-reason-accept = there is nothing worth saving
