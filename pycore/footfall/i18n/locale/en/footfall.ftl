# The engine's own refusals and lines.
footfall-answer-first = Answer the open question first.
footfall-not-your-turn = It is not your turn.
footfall-unknown-command = This game knows no such command.
footfall-course-only = That takes many turns: it is played as the commands it leads to.
footfall-command-failed = That did not work: { $mod } has an error. The log of problems names the line.
footfall-no-question = There is no question to answer.
footfall-no-such-option = There is no such option.
game-title = Untitled game
footfall-bot = Bot
footfall-bot-random = Random

# How a save differs from the mods it is loaded with.
footfall-difference-missing = The mod { $subject } { $then } is missing; { $count ->
    [0] nothing of it is in the world.
    [one] one thing of it waits for its return.
   *[other] { $count } things of it wait for its return.
 }
footfall-difference-returned = The mod { $subject } is back{ $count ->
    [0] .
    [one] , and one thing with it.
   *[other] , and { $count } things with it.
 }
footfall-difference-new = The mod { $subject } { $now } is new.
footfall-difference-version = The mod { $subject }: { $then } is now { $now }.
footfall-difference-files = The mod { $subject } { $now }: its files have changed.
footfall-difference-migrated = The mod { $subject }: brought up to date by { $now }.
footfall-difference-setting = The setting { $subject } stays { $then } in this game; new games have { $now }.
footfall-difference-order = The mods run in another order now: { $now }.

footfall-console-off = The console is off: footfall play --console
