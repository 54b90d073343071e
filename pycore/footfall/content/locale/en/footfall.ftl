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

footfall-watch-keys = Watching
footfall-watch-on = one command on
footfall-watch-back = one command back
footfall-watch-far-on = ten commands on
footfall-watch-far-back = ten commands back
footfall-watch-begin = to the beginning
footfall-watch-end = to the end
footfall-watch-at = REPLAY { $at } of { $of }
footfall-watch-first = This is the beginning.
footfall-watch-last = This is the end.
footfall-watch-command = COMMAND
footfall-watch-changes = CHANGES
footfall-watch-why = WHY

# How a save differs from the mods it is loaded with.
footfall-difference-missing = { $subject } { $then } is missing; { $count ->
    [0] nothing of it is in the world.
    [one] one thing of it waits for its return.
   *[other] { $count } things of it wait for its return.
 }
footfall-difference-returned = { $subject } is back{ $count ->
    [0] .
    [one] , and one thing with it.
   *[other] , and { $count } things with it.
 }
footfall-difference-new = { $subject } { $now } is new.
footfall-difference-version = { $subject }: { $then } is now { $now }.
footfall-difference-files = { $subject } { $now }: its files have changed.
footfall-difference-migrated = { $subject }: brought up to date by { $now }.
footfall-difference-setting = { $subject } stays { $then } in this game; new games have { $now }.
footfall-difference-order = The mods run in another order now: { $now }.

footfall-hot-done = { $mod }: the new files are in use ({ $milliseconds } ms).
footfall-hot-failed = { $mod } stays as it was: { $error }
footfall-hot-back = { $mod } is taken back, and the command with it: { $error }
# The why page.
footfall-why = why
footfall-why-title = WHY: a letter tells more
footfall-why-numbers = The numbers now
footfall-why-events = What happened
footfall-why-figure = { $name }: { $value }
footfall-why-share = { $amount }  { $what }
footfall-why-share-from = { $amount }  { $what }  ({ $where })
footfall-why-turn = { $turn }
footfall-why-fold = { $hook }: { $event }
footfall-why-base = { $term } { $value } to begin with
footfall-why-link = { $what }  { $mod }  ({ $where })
footfall-why-link-reason = { $what }  { $mod }: { $reason }  ({ $where })
footfall-why-link-dropped = { $what }  { $mod }: does not count, { $by } set it again
footfall-why-result = { $term } is { $value }
footfall-why-answer = { $hook }, { $mod }: { $answer }  ({ $where })
footfall-why-change = { $change }  by { $mod }, { $via }
footfall-why-change-at = { $change }  by { $mod }, { $via }  ({ $where })
footfall-why-lost = { $mod } is left out: { $error }  ({ $where })
footfall-why-nothing = Nothing has happened yet that was recorded.
