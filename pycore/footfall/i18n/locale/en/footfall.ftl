# Refusals and messages of the engine.
footfall-answer-first = Answer the open question first.
footfall-not-your-turn = It is not your turn.
footfall-unknown-command = This game has no such command.
footfall-course-only = This command expands into several commands; submit those instead.
footfall-command-failed = The command failed: { $mod } has an error. The message log names the line.
footfall-no-question = There is no open question.
footfall-no-such-option = There is no such option.
game-title = Untitled game
footfall-bot = Bot
footfall-bot-random = Random

# Differences between a save and the current mods.
footfall-difference-missing = The mod { $subject } { $then } is missing; { $count ->
    [0] none of its content is in the world.
    [one] one of its objects is kept in the save.
   *[other] { $count } of its objects are kept in the save.
 }
footfall-difference-returned = The mod { $subject } is back{ $count ->
    [0] .
    [one] , with one object.
   *[other] , with { $count } objects.
 }
footfall-difference-new = The mod { $subject } { $now } is new.
footfall-difference-version = The mod { $subject } has changed from { $then } to { $now }.
footfall-difference-files = The files of the mod { $subject } { $now } have changed.
footfall-difference-migrated = The data of the mod { $subject } was migrated by { $now }.
footfall-difference-setting = The setting { $subject } stays { $then } in this game; it is { $now } in new games.
footfall-difference-order = The mods are in a different order: { $now }.

footfall-console-off = The console is off; to enable it: footfall play --console

# The replay of a game in play.
footfall-replay-damaged = The replay is damaged from line { $line } on; only the commands before it are used.
footfall-replay-not-written = The replay cannot be written: { $reason }. The game continues, and the next save keeps every command.
