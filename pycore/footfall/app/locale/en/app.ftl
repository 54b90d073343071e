# The replay viewer.
footfall-watch-keys = Replay
footfall-watch-on = next
footfall-watch-back = back
footfall-watch-far-on = 10 forward
footfall-watch-far-back = 10 back
footfall-watch-begin = start
footfall-watch-end = end
footfall-watch-play = play
footfall-watch-play-on = play on
footfall-watch-advice = adviser
footfall-watch-practice = compare your practice
footfall-watch-round = what each choice may lead to
footfall-watch-short-play-on = play on
footfall-watch-short-round = choices
footfall-watch-short-practice = compare
footfall-watch-faster = faster
footfall-watch-slower = slower
footfall-watch-pace = Speed { $pace } of { $of }.
footfall-watch-next-alarm = next detection
footfall-watch-last-alarm = previous detection
footfall-watch-next-hurt = next setback
footfall-watch-last-hurt = previous setback
footfall-watch-next-arrival = next chapter
footfall-watch-last-arrival = previous chapter
footfall-watch-no-alarm = There are no more detections in this direction.
footfall-watch-no-hurt = There are no more setbacks in this direction.
footfall-watch-no-arrival = There are no more chapters in this direction.
footfall-watch-ended = The game is over here. Go back a step to play on.
footfall-watch-plays = The adviser plays on from here; the page opens by itself.
footfall-watch-compares = Both games are played again to compare them; the page opens by itself.
footfall-watch-which = Compare which of your practices?
footfall-watch-attempt = up to turn { $turn }: { $is_over ->
    [yes] { $end }
   *[no] it goes on
}
footfall-round-plays = Playing this round again; the page opens by itself. ESC stops.
footfall-round-stopped = Stopped: the chances of this round were not worked out.
footfall-watch-at = REPLAY { $at } of { $of }
footfall-watch-go-to-turn = go to a turn
footfall-watch-which-turn = Which turn?
footfall-watch-no-turn = A turn is a number.
footfall-watch-first = This is the start of the replay.
footfall-watch-last = This is the end of the replay.
footfall-watch-drift = Footfall { $version } recorded this under other rules: from turn { $turn } on, the game departs from the recording.
footfall-watch-command = COMMAND
footfall-watch-by-hand = (you)
footfall-watch-changes = CHANGES
footfall-watch-why = WHY
footfall-watch-ending = THE END
footfall-watch-page = command
footfall-watch-page-title = COMMAND, CHANGES AND WHY
footfall-watch-none = No command has been played yet.
footfall-watch-answer = answer
footfall-watch-answer-to = answer to “{ $question }”
footfall-watch-unnamed = a command of { $mod }
footfall-watch-here = here
footfall-watch-cell = { $distance } { $compass }
footfall-watch-compass-n = north
footfall-watch-compass-ne = northeast
footfall-watch-compass-e = east
footfall-watch-compass-se = southeast
footfall-watch-compass-s = south
footfall-watch-compass-sw = southwest
footfall-watch-compass-w = west
footfall-watch-compass-nw = northwest

# Hot reload.
footfall-hot-done = { $mod }: reloaded ({ $milliseconds } ms).
footfall-hot-failed = { $mod }: the new version failed, the old one stays: { $error }
footfall-hot-back = { $mod }: the new version failed; it was rolled back, and the command was undone: { $error }

# The why page.
footfall-hint = hint
footfall-hint-advice = The adviser would do this:{" "}
footfall-hint-title = HINT
footfall-why = why
footfall-why-title = WHY: press a letter for details
footfall-why-numbers = Current numbers
footfall-why-events = Recent events
footfall-why-figure = { $name }: { $value }
footfall-why-share = { $amount }  { $what }
footfall-why-share-from = { $amount }  { $what }  ({ $where })
footfall-why-fold = { $hook }
footfall-why-base = { $term }: base { $value }
footfall-why-link = { $what }  { $mod }  ({ $where })
footfall-why-link-reason = { $what }  { $mod }: { $reason }  ({ $where })
footfall-why-link-dropped = { $what }  { $mod }: overridden by { $by }
footfall-why-result = { $term } = { $value }
footfall-why-answer = { $hook }, { $mod }: { $answer }  ({ $where })
footfall-why-change = { $change }  by { $mod }, { $via }
footfall-why-change-at = { $change }  by { $mod }, { $via }  ({ $where })
footfall-why-lost = { $mod } failed: { $error }  ({ $where })
footfall-why-part = { $what } { $term }: { $mod }
footfall-why-part-reason = { $what } { $term }: { $mod }, { $reason }
footfall-why-part-dropped = { $what } { $term }: { $mod }, overridden by { $by }
footfall-why-chance = { $what }: { $mod } ({ $dice })
footfall-why-dice = { $first }; { $then }
footfall-why-die = { $kind ->
    [chance] { $name } { $face }, at most { $part } of { $high }
   *[die] { $name } { $face }, { $low } to { $high }
}
footfall-why-mod-failed = { $mod } failed and had no effect.
footfall-why-no-changes = do.{ $deed } of { $via } did nothing: { $reason }  ({ $mod } { $where })
footfall-why-times = { $what } ×{ $count }
footfall-why-unsaid = Something that the log does not mention.
footfall-why-nothing = Nothing has been recorded yet.

# The mods screen.
footfall-mods-title = MODS
footfall-mods-when = for the next start and new games
footfall-mods-keys = Mods
footfall-mods-key-up = previous
footfall-mods-key-down = next
footfall-mods-key-page-up = page up
footfall-mods-key-page-down = page down
footfall-mods-key-first = first line
footfall-mods-key-last = last line
footfall-mods-key-switch = on or off
footfall-mods-key-enter = settings
footfall-mods-key-less = decrease
footfall-mods-key-more = increase
footfall-mods-key-back = back
footfall-mods-list = Mods { $at } of { $count }
footfall-mods-mod = mod
footfall-mods-version = version
footfall-mods-state = state
footfall-mods-on = on
footfall-mods-off = off
footfall-mods-then-on = on at the next start
footfall-mods-then-off = off at the next start
footfall-mods-elsewhere = on, but not in this game
footfall-mods-broken = off: error
footfall-mods-waits = off: not approved
footfall-mods-about = About
footfall-mods-settings = Settings for new games ({ $count })
footfall-mods-problems = Problems
footfall-mods-differences = Changes since this game was saved
footfall-mods-saves = Saved games
footfall-mods-here = { $value } in this game
footfall-mods-scope-world = new games
footfall-mods-scope-startup = next start
footfall-mods-scope-player = immediately
footfall-mods-after = after { $mod } ({ $why })
footfall-mods-before = before { $mod } ({ $why })
footfall-mods-save-good = { $game }, turn { $turn }: ready to play
footfall-mods-save-other = { $game }, turn { $turn }: playable with other versions of { $mods }
footfall-mods-save-without = { $game }, turn { $turn }: playable without { $mods }; their content is kept in the save
footfall-mods-save-bad = { $game }: damaged
footfall-mods-no-saves = None.
footfall-mods-part-of-it = { $mod } is part of Footfall and always on.
footfall-mods-no-settings = This mod has no settings.
footfall-mods-type-it = Set this one on the command line: footfall mods set { $mod } { $setting } VALUE
footfall-mods-not-kept = The choice could not be saved: { $error }

# The browser of the mods screen.
footfall-mods-key-browse = find and install
footfall-mods-save-offer = An index offers { $mods } for a saved game: choose “find and install”, then press m.
footfall-browse-title = FIND MODS
footfall-browse-in = profile { $profile }
footfall-browse-busy = WORKING
footfall-browse-all = Mods of the indexes { $at } of { $count }
footfall-browse-found = “{ $words }”: { $at } of { $count }
footfall-browse-here = installed
footfall-browse-here-retracted = { $version }, retracted
footfall-browse-here-pinned = { $version }, pinned
footfall-browse-empty = Nothing found. To add an index: footfall mods index add ADDRESS
footfall-browse-do = To do this: ENTER, or a click here
footfall-browse-actions = More
footfall-browse-notes = Notes
footfall-browse-preview = This will change
footfall-more = and { $count } more
footfall-browse-kind-data = data only
footfall-browse-kind-rules = rules as data
footfall-browse-kind-python = with Python code, which needs your approval
footfall-browse-reach = its Python code can access: { $reach }
footfall-browse-needs = requires { $mods }
footfall-browse-retracted = retracted by its publisher: { $why }
footfall-browse-step-install = install { $mod } { $after }
footfall-browse-step-update = update { $mod } { $before } → { $after }
footfall-browse-step-downgrade = downgrade { $mod } { $before } → { $after }
footfall-browse-step-replace = replace { $mod } { $before } by other files of the same version
footfall-browse-step-remove = remove { $mod } { $before }
footfall-browse-key-up = previous
footfall-browse-key-down = next
footfall-browse-key-page-up = page up
footfall-browse-key-page-down = page down
footfall-browse-key-first = first line
footfall-browse-key-last = last line
footfall-browse-key-get = install or update
footfall-browse-key-remove = remove
footfall-browse-key-update = update all
footfall-browse-key-missing = mods that saved games lack
footfall-browse-key-undo = undo
footfall-browse-key-back = back
footfall-browse-key-search = search
footfall-browse-key-profile = profile
footfall-browse-which-words = Search for:
footfall-browse-which-profile = Which profile?
footfall-browse-ask = These are the changes. Press the same key again to make them; ESC cancels.
footfall-browse-nothing = There is nothing to do.
footfall-browse-not-here = { $mod } is not installed.
footfall-browse-done = { $count ->
    [one] Done, for the next start and new games.
   *[other] Done: { $count } changes, for the next start and new games.
}
footfall-browse-approve = Done. Python code stays off until you approve it: footfall mods approve { $mods }
footfall-browse-undone = Undone: { $what }
footfall-browse-profile = In use from the next start: { $profile }
footfall-browse-failed = { $error }
footfall-browse-stopped = Stopped. The download will resume where it was.

# Overlay screens.
footfall-screens = More
footfall-open-mods = mods
footfall-open-console = modder's console

footfall-mods-retracted = The publisher of { $mod } has retracted { $version }: { $why }
footfall-approval-waits = { $count ->
    [one] A mod with Python code waits for approval: footfall mods approve
   *[other] { $count } mods with Python code wait for approval: footfall mods approve
}

# The modder's console.
footfall-console = CONSOLE
footfall-console-title = Modder's console
footfall-console-keys = Console
footfall-console-set-die = set a die of the next command
footfall-console-trace = trace a hook
footfall-console-evaluate = show the value of an expression
footfall-console-reload = reload changed mods
footfall-console-leave = back to the game
footfall-console-which-purpose = Which die?
footfall-console-which-value = Which value?
footfall-console-which-hook = Which hook?
footfall-console-which-expression = Which expression?
footfall-console-value = { $expression } = { $value }
footfall-console-bad-expression = This is not an expression: { $problem }
footfall-console-die = next die for { $purpose }: { $value }
footfall-console-any = the next die of any purpose
footfall-console-traced = traced: { $hook }
footfall-console-unchanged = No files of mods have changed.
footfall-console-write-rule = write a rule
footfall-console-save-rule = save the rule into a mod
footfall-console-which-rule = Rule (TAB completes):
footfall-console-which-mod = Into which mod?
footfall-console-rule = { $rule }
footfall-console-rule-mistake = ! { $problem }
footfall-console-rule-tried = since then, { $hook } was asked { $calls } times, and the rule would have applied { $applied } times.
footfall-console-rule-last = last: { $values }
footfall-console-rule-save = k saves it into a mod of yours.
footfall-console-rule-none = There is no correct rule to save yet.
footfall-console-rule-unsaved = { $path } cannot be written: { $problem }
footfall-trace = Trace: { $line }

footfall-no-scene = The screen cannot be drawn; the log says why. The game can still be saved.
footfall-problem = { $problem }
footfall-setting-problem = { $problem }. The default is used.
footfall-no-sound = No sound: { $reason }

# After the end of a game.
footfall-names = names
footfall-names-title = NAMES
footfall-map-keep = save the map as a picture and as text
footfall-saved = saved at turn { $turn }: { $path }
footfall-ended = { $outcome } Turn { $turn }, seed { $seed }. Replay: { $path }
footfall-story-title = THE STORY
footfall-story-label = story
footfall-story-turn = Turn { $turn }:
footfall-story-at = story: { $path }
footfall-map-practice = A map of a practice game.
footfall-map-kept = { $is_practice ->
    [yes] The map of this practice game is saved
   *[no] The map is saved
}: { $path } and { $text }.
footfall-map-not-kept = The map cannot be written: { $reason }
footfall-decisions = last decisions
footfall-decisions-title = LAST DECISIONS
footfall-reasons = the reasons of the bots
footfall-reasons-title = WHAT THE BOTS DID, AND WHY
footfall-reasons-because = because { $reason }
footfall-open-last-turns = watch the last turns
footfall-watch-close = close
footfall-page-title = { $game }, seed { $seed }
footfall-page-turn = Turn { $turn }
footfall-page-screen = Recorded game. Right arrow: next step, left arrow: step back, question mark: all keys.
footfall-page-controls = Replay
footfall-page-news-title = News
footfall-page-why-title = Why
footfall-page-help = The arrow keys or the buttons step through the game; touch the map to go forward, or its left side to go back. A link that ends in #turn=20 opens turn 20. A step is one command. A turn is a unit of time in the game: a command may take none, one or several.
footfall-page-about-title = About this game
footfall-page-slider = Position
footfall-page-keys = all keys
footfall-page-sound = sound
footfall-page-whole = whole screen
footfall-page-step = step
footfall-page-of = of
footfall-page-copy = copy link
footfall-page-copied = The link to this step was copied.
footfall-page-copied-file = The link to this step was copied. It opens this file on this computer only: to share it, send the file and the end of the link, from # on.
footfall-page-copy-self = This browser does not allow copying; copy the link yourself:
footfall-page-beyond = The game ended before that. This is its last step.
footfall-page-no-turn = The link does not name a turn. This is the start.
footfall-page-noscript = This page shows a recorded game with JavaScript, which is off in this browser. It loads nothing from the network.
footfall-page-alarm = detection
footfall-page-hurt = setback
footfall-page-arrival = chapter
footfall-page-pace = speed
footfall-page-game = Game
footfall-page-seed = Seed
footfall-page-options = Options
footfall-page-outcome = Outcome
footfall-page-version = Footfall
footfall-page-mods = Mods and their hashes
footfall-page-unfinished = unfinished
footfall-last-turns-begin = It begins here: { $point }
footfall-last-turns-failed = The last turns cannot be shown: { $reason }.

# The title screen.
footfall-title-keys = Title screen
footfall-title-back = back
footfall-title-type-seed = type the seed
footfall-title-which-seed = Seed (empty: any)
footfall-title-menu-main = What would you like to do?
footfall-title-menu-courses = Which mode?
footfall-title-menu-seed = The seed of the next game
footfall-title-menu-replays = Which game would you like to watch?
footfall-title-menu-language = Language
footfall-title-menu-replace = The saved game will be lost.
footfall-title-continue = Continue the saved game (turn { $turn })
footfall-title-continue-course = Continue the saved game: { $title } (turn { $turn })
footfall-title-new = New game
footfall-title-begin = Begin: { $title }
footfall-title-learn = New here? { $title }
footfall-title-current = { $name } (current)
footfall-title-courses = Other modes
footfall-title-seed = Seed: { $seed }
footfall-title-any-seed = any
footfall-title-about-seed = The same seed gives the same game. Type a number, then ENTER. ESC: back.
footfall-title-bad-seed = A seed is a number from 0 to { $most }.
footfall-title-recorded = { $game }{ $won ->
    [yes] , won
    [no] , lost
    [done] , finished
   *[unknown] {""}
}{ $turns ->
    [none] {""}
    [unknown] , seed { $seed }
   *[other] , turn { $turns }, seed { $seed }
}, { $date }
footfall-title-replays = Replays of finished games
footfall-title-mods = Mods
footfall-title-settings = Settings
footfall-title-language = Language
footfall-title-leave = Leave
footfall-title-replace = Begin a new game
footfall-title-keep = Keep it
footfall-title-choice = { $name }: { $value }
footfall-title-and = { $first }, { $next }
footfall-title-seat = { $name }
footfall-setup-and = { $first }; { $last }
footfall-title-player = Played by
footfall-title-person = you
footfall-title-done = Done

# The settings screen.
footfall-settings = SETTINGS
footfall-settings-keys = Settings
footfall-open-settings = settings
footfall-settings-file = Saved in { $path }
footfall-settings-play-language = language
footfall-settings-play-lessons = hints for new players
footfall-settings-play-motion = motion
footfall-settings-play-sound = sound
footfall-settings-sound-volume = volume of all sounds
footfall-settings-sound-own = volume of your own sounds
footfall-settings-sound-others = volume of creatures and cues
footfall-settings-sound-room = volume of the place: air, fires, drips
footfall-settings-volume = { $percent ->
    [0] off
   *[other] { $percent }%
}
footfall-settings-play-bot_stops = stop after each turn of a bot
footfall-settings-look-palette = palette
footfall-settings-look-tiles = pictures on the map
footfall-settings-signs = none: signs
footfall-settings-terminal-color = colors of the terminal
footfall-settings-window-cell = height of letters in the window
footfall-settings-on = on
footfall-settings-off = off
footfall-settings-automatic = automatic
footfall-settings-value = { $value ->
    [auto] automatic
    [none] none
   *[other] { $value }
}
footfall-settings-clash-ask = { $key } is the key of “{ $taken }”. For “{ $action }” too?
footfall-settings-swap = swap the keys
footfall-settings-leave = leave them as they are
footfall-settings-clash = conflict
footfall-settings-held = set by { $option } for this run
footfall-settings-key-up = up
footfall-settings-key-down = down
footfall-settings-key-page-up = page up
footfall-settings-key-page-down = page down
footfall-settings-key-first = first line
footfall-settings-key-last = last line
footfall-settings-key-less = previous value
footfall-settings-key-more = next value
footfall-settings-key-reset = default
footfall-settings-key-bind = new keys
footfall-settings-key-add = add a key
footfall-settings-key-back = close
footfall-settings-which-key = Press the key for “{ $action }”.
footfall-settings-one-more-key = Press one more key for “{ $action }”.
footfall-settings-no-key = { $key } is not the name of a key.
footfall-settings-not-written = The settings could not be saved: { $reason }.

# The statistics of finished games.
footfall-title-statistics = Statistics
footfall-statistics = FINISHED GAMES
footfall-statistics-none = No game has been finished yet.
footfall-statistics-games = games
footfall-statistics-won = won
footfall-statistics-turns = turns
footfall-statistics-value = { $name } { $value }
footfall-statistics-run = { $turns } turns, seed { $seed }
footfall-statistics-all = all games
footfall-statistics-no-group = other
footfall-statistics-tally = BY { $name }
footfall-statistics-best = BEST RUNS
footfall-statistics-others = { $count ->
    [one] One finished game of another kind: footfall stats
   *[other] { $count } finished games of other kinds: footfall stats
}
footfall-statistics-problems = NOT COUNTED
footfall-statistics-hint = ESC closes, arrows show other parts
footfall-statistics-keys = Statistics
footfall-statistics-back = close
footfall-statistics-on = forward
footfall-statistics-up = back
footfall-result-not-written = This game is missing from the statistics: { $reason }.

# Turns of bots
footfall-moments-skip = show the end at once
footfall-moments-keys = Moments of a command
footfall-bot-keys = Turns of bots
footfall-bot-next = go on
footfall-bot-person = skip to your turn
footfall-bot-played = { $seat } has played: go on
footfall-bot-round = Round over: go on
footfall-bot-missing = { $seat } was played by { $bot }, which no longer exists; you play this seat now.

footfall-ask-yes = y yes
footfall-ask-again = Answer { $yes } or n.
footfall-ask-overwrite = The saved game (turn { $turn }, seed { $seed }) will be lost. Begin a new game?
footfall-ask-overwrite-damaged = The damaged save ({ $reason }) will be lost. Begin a new game?
footfall-save-kept = The saved game is kept.

# Seats.
footfall-seat-name = { $seat } ({ $name })
footfall-seat-own = You are { $seat }
footfall-seat-title = { $is_turn ->
    [no] A question for you · { $title }
   *[yes] Your turn · { $title }
}
footfall-seat-asked = { $is_turn ->
    [no] There is a question for you.
   *[yes] It is your turn.
}
footfall-seat-waits = { $state ->
    [free] Waiting for { $seat }: this seat is not taken yet.
    [away] Waiting for { $seat }, who is away.
   *[here] Waiting for { $seat }.
}
footfall-seat-free = { $seat }: this seat is free. A player who opens the address of the server can take it from the list of games.
footfall-seat-came = { $seat } is here.
footfall-seat-left = { $seat } has left. The seat is kept.

# Practice games.
footfall-practice-since = PRACTICE from turn { $turn }
footfall-practice-since-short = PRACTICE { $turn }
footfall-practice-keys = Practice
footfall-practice-back = take back
footfall-practice-dice = other dice
footfall-practice-leave = back to the replay
footfall-practice-short-back = undo
footfall-practice-short-dice = new dice
footfall-practice-short-leave = replay
footfall-practice-taken-back = Taken back: { $command }.
footfall-practice-begins = You play on: { $back } takes a command back, { $dice } other dice, { $leave } replay.
footfall-practice-begins-for-bot = You choose once for { $seat }, then its bot goes on. { $back } takes a command back, { $leave } replay.
footfall-practice-first = This is where practice began.
footfall-practice-over = The game is over. Take a command back to go on.
footfall-practice-for-bot = You chose for { $seat } this time; its bot goes on.
footfall-practice-diced = The dice fall differently from here on. No turn has passed.

# Comparisons of two continuations.
footfall-compare-recording = as recorded
footfall-compare-practice = your practice
footfall-compare-practice-before = your practice before
footfall-compare-adviser = the adviser
footfall-compare-later = Later, turn { $turn }: { $end }
footfall-compare-bot = { $bot }
footfall-compare-with = with { $mod }
footfall-compare-without = without { $mod }
footfall-compare-played = in { $file }
footfall-compare-title = FROM TURN { $turn } ON
footfall-compare-verdict = { $state ->
    [won] The adviser would have won by turn { $turn }.
    [lost] The adviser would have lost by turn { $turn }.
   *[on] The adviser would still be playing at turn { $turn }{ $most ->
        [0] .
       *[other] , with { $value } of { $most } { $gauge }.
    }
}
footfall-compare-round = Both are compared at the end of round { $round }, the last one that both reached.
footfall-compare-setbacks = A setback is a loss that the log reports, such as life, sanity or items.
footfall-compare-same = Both are the same, command for command.
footfall-compare-parting = They part at turn { $turn }:
footfall-compare-result = turn { $turn }{ $round ->
    [0] {""}
   *[other] { $state ->
        [round] , end of round { $round }
       *[other] , round { $round }
    }
}{ $state ->
    [over] . The game is over: { $end }
   *[on] , going on.
}{ $alarm ->
    [0] {""}
    [one] {" "}Noticed once.
   *[other] {" "}Noticed { $alarm } times.
} { $bad } { $bad ->
    [one] setback
   *[other] setbacks
}.
footfall-compare-states = What differs at these turns:
footfall-compare-both = { $one }: { $left }; { $other }: { $right }
footfall-compare-silence = {""}
footfall-round-title = From turn { $turn }: results of each choice by the end of the round
footfall-round-about = The rest of the round is played as recorded, but with other dice. A player whose recorded command is not possible any more goes on as the bot { $bot }. A number with a single value is certain.
footfall-round-best = Highest average, { $name }: { $command } ({ $mean }).
footfall-round-best-end = Best chances, { $command }: { $ends }.
footfall-round-ends = won in { $won }, lost in { $lost } by the end of this round
footfall-round-no-win = This ranks by { $name } only; it says nothing of the chance to win.
footfall-round-exact = “Exact”: every possible roll was counted. Otherwise games were played, and the numbers are approximate.
footfall-round-any = After any choice
footfall-round-equal = The choice makes no difference to these numbers.
footfall-round-command = { $command }{ $recorded ->
    [yes] {" "}(as recorded)
   *[no] {""}
}{ $games ->
    [0] , exact
   *[other] , from { $games } games
}
footfall-round-sure = { $name }: { $value }
footfall-round-values = { $name }: { $values }
footfall-round-spread = { $name }: { $values }; { $mean } on average
footfall-round-share = { $value } in { $percent }
footfall-round-rest = other values in { $percent }
footfall-round-and = { $first }, { $next }
footfall-compare-by-hand = You chose these commands; bots chose the rest of these turns:
footfall-compare-choices = What { $name } did, and why:
