# Figures: what a number at the table is made of.
king-why-house = the price of the House
king-why-presence = the price of the King's presence
king-why-actions = actions left, seat { $seat }
king-why-top = most sanity, seat { $seat }
king-why-profile = the profile
king-why-round = this round
king-why-fury = his fury
king-why-role = the role
king-why-since = lost and gained since
king-why-lost = this turn is lost
king-why-over = the turn is over
king-why-lowest = sanity at its lowest allows
king-why-marked = the King's mark allows
king-why-ice = ice allows
king-why-spent = spent
