# Deeds of rules as data, in the sentences of `footfall mods show --changes`.
deed-lose = takes sanity
deed-gain = gives sanity
deed-afflict = gives a status
deed-lose_turn = takes the next turn
deed-place = puts a player on a node
deed-bestow = gives a card
deed-bring = brings a figure
deed-banish = keeps the King away
