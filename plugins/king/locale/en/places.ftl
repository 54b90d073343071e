# The places of the house. A name is the same in the log, in lists and on the board; the short one is for small boxes.

king-place-f1-p = Lower Corridor
king-place-f1-r1 = Kitchen
king-place-f1-r2 = Pantry
king-place-f1-r3 = Library
king-place-f1-r4 = Parlor
king-place-f2-p = Middle Corridor
king-place-f2-r1 = Wardrobe
king-place-f2-r2 = Gallery
king-place-f2-r3 = Bedroom
king-place-f2-r4 = Sunroom
king-place-f3-p = Upper Corridor
king-place-f3-r1 = Tower
king-place-f3-r2 = Terrace
king-place-f3-r3 = Aviary
king-place-f3-r4 = Cell
king-place-f1-p-short = Lower Corridor
king-place-f1-r1-short = Kitchen
king-place-f1-r2-short = Pantry
king-place-f1-r3-short = Library
king-place-f1-r4-short = Parlor
king-place-f2-p-short = Middle Corridor
king-place-f2-r1-short = Wardrobe
king-place-f2-r2-short = Gallery
king-place-f2-r3-short = Bedroom
king-place-f2-r4-short = Sunroom
king-place-f3-p-short = Upper Corridor
king-place-f3-r1-short = Tower
king-place-f3-r2-short = Terrace
king-place-f3-r3-short = Aviary
king-place-f3-r4-short = Cell
king-to = to the { $node }
king-in = in the { $node }
king-of = of the { $node }
king-place-long = { $node } (floor { $floor })

## The board.

king-floor = Floor { $floor }
king-threshold = { $sign } Threshold
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
king-words-column-sanity = Sanity
king-words-column-actions = Actions
king-words-column-keys = Keys
king-column-soul = {" "}Poor souls
king-column-sanity = Sanity
king-column-actions = Acts
king-column-place = Place
king-column-keys = Keys
king-column-objects = Objects
king-column-condition = Condition
