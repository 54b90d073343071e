"""The words of rules as data, for mods without Python: readings of the game, and deeds that change it.

`knowledge` limits readings to the knowledge of the character where a rule is asked for the screen; `later` carries
deeds out in steps of their own, each of which reads the state as the deeds before it left it.
"""
