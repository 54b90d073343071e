# Figures of the why page and their shares.
king-why-house = loss by the House
king-why-presence = loss by the King's presence
king-why-actions = actions left, { $seat }
king-why-top = maximum sanity, { $seat }
king-why-profile = the rules
king-why-round = this round
king-why-fury = his fury
king-why-away = he is away
king-why-immune = immune
king-why-role = the role
king-why-since = sacrifices, poison and other effects since the start
king-why-lost = this turn is lost
king-why-over = the turn is over
king-why-lowest = limit at −5
king-why-marked = limit by the King's mark
king-why-ice = limit by ice
king-why-spent = spent
