# Deeds of rules as data, in the sentences of `footfall mods explain`.
deed-lose = takes sanity
deed-gain = gives sanity
deed-afflict = gives a status
