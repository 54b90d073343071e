shadow-hiding-hidden = hidden
shadow-hiding-begins = You are one with the shadows.
shadow-hiding-ends = You are no longer hidden.
shadow-hiding-bumped = Something walks into you. You are no longer hidden.
shadow-hiding-not-there = There is nothing there to attack.
