# The pages of the server.
footfall-serve-play = Play
footfall-serve-continue = Continue
footfall-serve-several = Play with others, each in a browser of their own
footfall-serve-new-table = New table
footfall-serve-players = Players
footfall-serve-other-seats = Other seats
footfall-serve-sit = Take { $kind ->
    [bot] the computer's seat
   *[free] seat
} { $seat }
footfall-serve-watch = Watch
footfall-serve-delay = { $seconds ->
    [0] You see everything when the players do.
    [one] You see everything one second later than the players.
   *[other] You see everything { $seconds } seconds later than the players.
}
footfall-serve-watching = You are watching. { $name } { $count ->
    [one] plays
   *[other] play
}; you see it { $seconds ->
    [0] as it happens.
    [one] one second later.
   *[other] { $seconds } seconds later.
}
footfall-serve-appears = You are watching. The game appears in { $seconds ->
    [0] a moment.
    [one] a second.
   *[other] at most { $seconds } seconds.
}
footfall-serve-no-keys = Keys and clicks do nothing here.
footfall-serve-looking = Another player's game.
footfall-serve-nameless = An unnamed player
footfall-serve-name = Your name
footfall-serve-save-name = Save
footfall-serve-name-use = Others read it at a table, and when they watch you.
footfall-serve-save-story = Save the story
footfall-serve-save-page = Save the game as a page
footfall-serve-last-story = Story of the last game
footfall-serve-last-page = Last game as a page
footfall-serve-you = you
footfall-serve-free = free seat
footfall-serve-bot = computer
footfall-serve-taken = taken
footfall-serve-host = { $name } (host)
footfall-serve-lobby = All games
footfall-serve-lost = The connection was lost; reconnecting. The game waits for you.
footfall-serve-again = The connection is back; the game continues.
footfall-serve-refused = This seat is taken, or the table is gone. Take another seat, or watch.
footfall-serve-no-game = This server has no game of this name; “All games” above lists those it has.
footfall-serve-no-page = There is no such page here; “All games” above leads to the games.
footfall-serve-saved = All games are saved. The server has ended.
footfall-serve-open = Open this address in a browser. Each person who has it can play. Ctrl-C saves all games and ends.
footfall-serve-no-tls = Without TLS, others in the network can read the address and the games: see docs/page.md.
footfall-serve-no-key = This address has no key: open the whole address that the server has printed.
footfall-serve-wrong-key = The key in this address is not the server's, which has a new one after each start: open the address that it printed last.
footfall-serve-full = The server is full. Try again later.
footfall-serve-ended = This screen was closed. The game is saved.
footfall-serve-closed = The server has closed this game; it is saved.
footfall-serve-crash = The game failed. When you come back, it continues from just before the last command.
footfall-serve-files = The game cannot be opened or saved. The owner of the server can find the reason in the server's output.
footfall-serve-help = In a browser
footfall-serve-help-buttons = to the buttons below the game, and back
footfall-serve-help-browser = and similar keys are left to the browser
footfall-serve-help-leave = leave; the game is always saved, and all games are listed above
footfall-serve-help-touch = a click or touch chooses or travels; only the owner of the server can change mods, files and settings
footfall-serve-keyboard = Keys
footfall-serve-typed = What you type
footfall-serve-key-esc = Escape: back
footfall-serve-key-left = left
footfall-serve-key-up = up
footfall-serve-key-down = down
footfall-serve-key-right = right
footfall-serve-key-enter = Enter: choose
footfall-serve-key-tab = Tab: next
footfall-serve-screen = The game. Its keys work here; F6 moves to the buttons and back.
footfall-serve-whole = Whole screen
footfall-serve-name-saved = Your name is saved.
