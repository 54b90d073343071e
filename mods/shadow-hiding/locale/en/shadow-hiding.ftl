shadow-hiding-hidden = hidden
shadow-hiding-begins = You are one with the shadows.
shadow-hiding-ends = You are hidden no more.
shadow-hiding-bumped = Something walks into you. You are hidden no more.
shadow-hiding-not-there = There is nobody to strike at.
