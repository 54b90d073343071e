field-notes-mood = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} ha cambiado de ánimo.
field-notes-noticed = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} me ha descubierto a { $number ->
    [one] 1 casilla
   *[other] { $number } casillas
}.
field-notes-search = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} está buscando a { $number ->
    [one] 1 casilla
   *[other] { $number } casillas
}.
field-notes-looks = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} va a mirar algo a { $number ->
    [one] 1 casilla
   *[other] { $number } casillas
}.
field-notes-gives-up = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} deja de buscar.
field-notes-appears = Nota: ha aparecido algo: { $creature }.
field-notes-new = Nota: ya he visto { $number ->
    [one] 1 clase de criatura
   *[other] { $number } clases de criaturas
}.
field-notes-talk = Nota: me ha respondido: { $creature }.
field-notes-lurks = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} sigue ahí, a { $number ->
    [one] 1 casilla
   *[other] { $number } casillas
}.
field-notes-miss = Nota: { $creature-gender ->
    [f] la { $creature }
   *[m] el { $creature }
} se mueve más deprisa de lo que parece.
field-notes-wound = Nota: tengo heridas graves (vida { $number }).
field-notes-arrival = Nota: profundidad { $number }. Aquí hace más frío.
field-notes-hunger = Nota: debería comer (saciedad { $number }).
field-notes-secret = Nota: esa pared está hueca.
field-notes-rubble = Nota: algo se ha derrumbado.
field-notes-full = Nota: no puedo llevar más.
field-notes-food = Nota: aquí dejé comida.
field-notes-cursed = Nota: no puedo quitarme esto.
field-notes-bare = Nota: ya no llevo nada puesto.
field-notes-learned = Nota: ahora sé qué es esto.
