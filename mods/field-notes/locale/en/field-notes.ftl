field-notes-mood = Note: the mood of the { $creature } has changed.
field-notes-noticed = Note: the { $creature } noticed me from { $number ->
    [one] 1 cell
   *[other] { $number } cells
} away.
field-notes-search = Note: the { $creature } is searching, { $number ->
    [one] 1 cell
   *[other] { $number } cells
} away.
field-notes-looks = Note: the { $creature } goes to look at something { $number ->
    [one] 1 cell
   *[other] { $number } cells
} away.
field-notes-gives-up = Note: the { $creature } gives up.
field-notes-appears = Note: something has appeared: { $creature }.
field-notes-new = Note: I have now seen { $number ->
    [one] 1 kind of creature
   *[other] { $number } kinds of creatures
}.
field-notes-talk = Note: the { $creature } has answered me.
field-notes-lurks = Note: the { $creature } is still there, { $number ->
    [one] 1 cell
   *[other] { $number } cells
} away.
field-notes-miss = Note: the { $creature } is quicker than it looks.
field-notes-wound = Note: I am badly hurt (life { $number }).
field-notes-arrival = Note: depth { $number }. It is colder here.
field-notes-hunger = Note: I should eat (satiety { $number }).
field-notes-secret = Note: that wall is hollow.
field-notes-rubble = Note: something has collapsed.
field-notes-full = Note: I cannot carry more.
field-notes-food = Note: I left food here.
field-notes-cursed = Note: I cannot take this off.
field-notes-bare = Note: I wear nothing now.
field-notes-learned = Note: now I know what this is.
