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

# The mods screen.
footfall-mods-title = MODS
footfall-mods-when = for the next start and for new runs
footfall-mods-keys = Mods
footfall-mods-key-up = the one before
footfall-mods-key-down = the next
footfall-mods-key-page-up = a page up
footfall-mods-key-page-down = a page down
footfall-mods-key-switch = on or off
footfall-mods-key-enter = its settings
footfall-mods-key-less = less
footfall-mods-key-more = more
footfall-mods-key-back = back
footfall-mods-list = Mods { $at } of { $count }
footfall-mods-mod = mod
footfall-mods-version = version
footfall-mods-state = now
footfall-mods-on = on
footfall-mods-off = off
footfall-mods-then-on = on at the next start
footfall-mods-then-off = off at the next start
footfall-mods-elsewhere = on, not in this game
footfall-mods-broken = off: it has an error
footfall-mods-waits = off: not approved yet
footfall-mods-about = About it
footfall-mods-settings = Settings for new games ({ $count })
footfall-mods-problems = What is wrong
footfall-mods-differences = This game was saved with others
footfall-mods-saves = Saved games
footfall-mods-here = { $value } in this game
footfall-mods-scope-world = new games
footfall-mods-scope-startup = next start
footfall-mods-scope-player = at once
footfall-mods-after = after { $mod } ({ $why })
footfall-mods-before = before { $mod } ({ $why })
footfall-mods-save-good = { $game }, turn { $turn }: can be played as it is
footfall-mods-save-other = { $game }, turn { $turn }: can be played; other versions of { $mods }
footfall-mods-save-without = { $game }, turn { $turn }: can be played; what is of { $mods } waits
footfall-mods-save-bad = { $game }: damaged
footfall-mods-no-saves = There are none.
footfall-mods-part-of-it = { $mod } comes with Footfall and is always there.
footfall-mods-no-settings = It has no settings.
footfall-mods-type-it = This one is typed: footfall mods set { $mod } { $setting } VALUE
footfall-mods-not-kept = It could not be kept: { $error }
footfall-screens = More
footfall-open-mods = mods
footfall-open-console = modder's console

footfall-approval-waits = { $count ->
    [one] A mod with Python waits for your approval: footfall mods approve
   *[other] { $count } mods with Python wait for your approval: footfall mods approve
}

# The modder's console.
footfall-console = CONSOLE
footfall-console-title = Modder's console
footfall-console-keys = Console
footfall-console-set-die = a die of the next command
footfall-console-trace = trace a hook
footfall-console-reload = take changed files up
footfall-console-leave = back to the game
footfall-console-which-purpose = Which die?
footfall-console-which-value = What does it show?
footfall-console-which-hook = Which hook?
footfall-console-die = next die for { $purpose }: { $value }
footfall-console-any = the next, whatever it is for
footfall-console-traced = traced: { $hook }
footfall-console-off = The console is off: footfall play --console
footfall-console-unchanged = No file of a mod has changed.
footfall-trace = Trace: { $line }

footfall-problem = { $problem }
