# Deeds of rules as data, in the sentences of `footfall mods show --changes`.
deed-lose = takes sanity
deed-gain = gives sanity
deed-afflict = gives a status
deed-lose_turn = takes the next turn
deed-place = puts a player on a node
deed-bestow = gives a card
deed-bring = brings a figure
deed-banish = keeps the King away

# Why a deed of a rule did nothing, after a colon.
king-unchanged-no-object = the card is neither an object nor a tale
king-unchanged-not-discarded = no such card has been discarded
king-unchanged-no-box = a corridor has no box
king-unchanged-full-box = the box has 40 cards already
king-unchanged-no-answer = no answer is open to the player
king-unchanged-no-player = there is no such other player
king-unchanged-turn-begun = the first turn of the round has already begun
king-unchanged-no-card = the player holds no card
king-unchanged-empty-box = the box has no such card
king-unchanged-key-limit = the other can hold no more keys
king-unchanged-no-key = the player can hold no more keys, or none is left
