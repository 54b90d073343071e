# The pages of the server.
footfall-serve-play = Play
footfall-serve-continue = Continue
footfall-serve-several = Play with others
footfall-serve-new-table = New table
footfall-serve-players = Players
footfall-serve-other-seats = Other seats
footfall-serve-sit = Take seat
footfall-serve-watch = Watch
footfall-serve-delay = { $seconds ->
    [0] You see each moment as the players do.
    [one] You see each moment one second later than the players.
   *[other] You see each moment { $seconds } seconds later than the players.
}
footfall-serve-watching = You look on. { $name } { $count ->
    [one] plays
   *[other] play
}; you see it { $seconds ->
    [0] as it happens.
    [one] one second later.
   *[other] { $seconds } seconds later.
}
footfall-serve-appears = You look on. The game appears in { $seconds ->
    [0] a moment.
    [one] a second.
   *[other] at most { $seconds } seconds.
}
footfall-serve-no-keys = Keys and clicks do nothing here.
footfall-serve-looking = A game of another player.
footfall-serve-nameless = A player without a name
footfall-serve-name = Your name
footfall-serve-save-name = Save
footfall-serve-you = you
footfall-serve-free = free seat
footfall-serve-bot = computer
footfall-serve-taken = taken
footfall-serve-lobby = All games
footfall-serve-lost = The connection is lost; trying again. The game waits.
footfall-serve-again = The connection is back; the game goes on.
footfall-serve-refused = This seat is taken, or the table is gone. Take another seat, or look on.
footfall-serve-full = There is no room now. Try again later.
footfall-serve-ended = This screen was left. The game is saved.
footfall-serve-closed = The server has closed this game; it is saved.
footfall-serve-crash = The game failed. It goes on before the last command when you come back.
footfall-serve-files = The game cannot be opened or saved. The owner of the server finds the reason in its output.
footfall-serve-help = In a browser
footfall-serve-help-buttons = to the buttons below the game, and back
footfall-serve-help-browser = and the like stay with the browser
footfall-serve-help-leave = leave; a game is saved at every moment, and all games are listed above
footfall-serve-help-touch = a click or touch chooses or travels; mods, files and settings stay with the owner of the server
footfall-serve-keyboard = Keys
footfall-serve-typed = What you type
footfall-serve-key-esc = Escape: back
footfall-serve-key-left = left
footfall-serve-key-up = up
footfall-serve-key-down = down
footfall-serve-key-right = right
footfall-serve-key-enter = Enter: choose
footfall-serve-key-tab = Tab: next
footfall-serve-screen = The game. Its keys work here; F6 leads to buttons and back.
footfall-serve-whole = Whole screen
footfall-serve-name-saved = Your name is saved.
