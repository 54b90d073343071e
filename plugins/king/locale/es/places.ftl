# Los lugares de la casa. El nombre es el mismo en el registro, en las listas y en el tablero; el corto es para cajas pequeñas.

king-place-f1-p = Pasillo Bajo
    .gender = m
king-place-f1-r1 = Cocina
    .gender = f
king-place-f1-r2 = Despensa
    .gender = f
king-place-f1-r3 = Biblioteca
    .gender = f
king-place-f1-r4 = Salita
    .gender = f
king-place-f2-p = Pasillo Central
    .gender = m
king-place-f2-r1 = Ropero
    .gender = m
king-place-f2-r2 = Galería
    .gender = f
king-place-f2-r3 = Alcoba
    .gender = f
king-place-f2-r4 = Solana
    .gender = f
king-place-f3-p = Pasillo Alto
    .gender = m
king-place-f3-r1 = Torre
    .gender = f
king-place-f3-r2 = Azotea
    .gender = f
king-place-f3-r3 = Pajarera
    .gender = f
king-place-f3-r4 = Celda
    .gender = f
king-place-f1-p-short = Pasillo Bajo
king-place-f1-r1-short = Cocina
king-place-f1-r2-short = Despensa
king-place-f1-r3-short = Bibliot.
king-place-f1-r4-short = Salita
king-place-f2-p-short = Pasillo Central
king-place-f2-r1-short = Ropero
king-place-f2-r2-short = Galería
king-place-f2-r3-short = Alcoba
king-place-f2-r4-short = Solana
king-place-f3-p-short = Pasillo Alto
king-place-f3-r1-short = Torre
king-place-f3-r2-short = Azotea
king-place-f3-r3-short = Pajarera
king-place-f3-r4-short = Celda
king-to = { $node-gender ->
    [m] al
   *[f] a la
} { $node }
king-in = { $node-gender ->
    [m] en el
   *[f] en la
} { $node }
king-of = { $node-gender ->
    [m] del
   *[f] de la
} { $node }
king-place-long = { $node } (piso { $floor })

## El tablero.

king-floor = Piso { $floor }
king-threshold = { $sign } Umbral
king-room-open = { $sign } { $room }
king-list = { $first }, { $next }
king-times = { $name } ×{ $count }
king-soul = { $mark }{ $seat } { $role }
king-carried = { $held }/{ $slots }{ $count ->
    [0] {""}
   *[other] {" "}{ $names }
}{ $free ->
    [0] {""}
   *[other] {" "}+ { $tales }
}
king-words-column-sanity = Cordura
king-words-column-actions = Acciones
king-words-column-keys = Llaves
king-column-soul = {" "}Pobres almas
king-column-sanity = Cord.
king-column-actions = Acc.
king-column-place = Lugar
king-column-keys = Ll.
king-column-objects = Objetos
king-column-condition = Estado
