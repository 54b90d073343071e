shove-key = shove a creature
shove-where = Shove in which direction?
shove-nobody = There is no creature there.
shove-no-room = There is no room behind it.
shove-done = You shove your foe back.
shove-fails = You shove, but nothing moves.
