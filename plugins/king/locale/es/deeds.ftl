# Actos de las reglas como datos, en las frases de `footfall mods explain`.
deed-lose = quita cordura
deed-gain = da cordura
deed-afflict = da un estado
