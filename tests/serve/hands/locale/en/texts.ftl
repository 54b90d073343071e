hands-title = Hands
hands-played = { $count } plays
hands-play = play the first card
hands-choose = play a card
hands-which = Which card?
