shove-key = shove somebody
shove-where = Shove in which direction?
shove-nobody = Nobody stands there.
shove-no-room = There is no room behind.
shove-done = You shove your foe back.
shove-fails = You shove, and nothing moves.
