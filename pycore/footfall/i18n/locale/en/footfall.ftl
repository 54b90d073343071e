# Refusals and messages of the engine.
footfall-answer-first = Answer the open question first.
footfall-not-your-turn = It is not your turn.
footfall-unknown-command = This game has no such command.
footfall-course-only = This command expands into several commands; submit those instead.
footfall-command-failed = The command failed: { $mod } has an error. The message log names the line.
footfall-no-question = There is no open question.
footfall-no-such-option = There is no such option.
footfall-unchanged = its values refer to nothing that exists, or there was nothing to change
footfall-unchanged-word = a word that it reads refers to nothing that exists
game-title = Untitled game
footfall-bot = Bot
footfall-bot-random = Random
footfall-bot-random-about = Takes any legal command, each as likely as the others.

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
footfall-replay-kept = The damaged replay is kept as { $path }.
footfall-replay-missing = There was no replay next to the save; it was written again from the save.
footfall-replay-short = The replay lacked { $count ->
    [one] a command that the save has; it was added.
   *[other] { $count } commands that the save has; they were added.
 }
footfall-replay-header = The beginning of the replay next to the save is damaged; the replay is kept as { $path }, and the game continues from the save.
footfall-replay-other = The replay next to the save belongs to another game; it is kept as { $path }, and the game continues from the save.
footfall-replay-format = The replay next to the save was written by another version; it is kept as { $path }, and the game continues from the save.
footfall-replay-diverged = From turn { $turn } on, the recorded commands do not fit the game as it is now; { $count ->
    [one] one is not replayed.
   *[other] { $count } are not replayed.
 }
footfall-replay-crash = The command of turn { $turn } is skipped because it crashes the game: { $error }
footfall-replay-replayed = { $count ->
    [one] One command recorded after the last save was replayed.
   *[other] { $count } commands recorded after the last save were replayed.
 }
footfall-save-missing = There was no save; the game was rebuilt from its replay, up to turn { $turn }.
footfall-save-rebuilt = The save is damaged and kept as { $path }; the game was rebuilt from its replay, up to turn { $turn }.
footfall-save-not-written = The game cannot be saved: { $reason }. It continues, and its commands are recorded in the replay.
footfall-save-in-replay = The game could not be saved in { $path }: { $reason }. Its replay has every command; the next start continues at turn { $turn }.
footfall-save-lost = Neither save nor replay could be written in { $path }: { $reason }. The next start continues near turn { $turn }; later commands are lost.
