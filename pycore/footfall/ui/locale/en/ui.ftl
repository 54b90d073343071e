# Texts of the user interface.

# Title bar
footfall-ui-turn = turn { $turn }
footfall-ui-run-stopped = Stopped. Press Ctrl-C again to leave.
footfall-ui-alert = LOOK OUT
footfall-ui-seed = seed { $seed }
footfall-ui-too-small = This screen has { $width } columns and { $height } rows; the game needs at least { $min_width } by { $min_height }. Enlarge the screen or choose a smaller font, or press Ctrl-C to leave.

# Panels
footfall-ui-more = { $count ->
    [one] … 1 more line
   *[other] … { $count } more lines
}
footfall-ui-more-below = { footfall-ui-more }: PGDN
footfall-ui-earlier = { $count ->
    [one] … 1 line before these: { $key }
   *[other] … { $count } lines before these: { $key }
}
footfall-ui-examine = EXAMINE
footfall-ui-examine-hint = Look around to learn more.
footfall-ui-nothing-known = Nothing you know of.

# Hearing band. $what, $loud, $where and $when are texts below.
footfall-ui-hearing = HEARING
footfall-ui-silence = You hear nothing out of sight.
footfall-ui-heard = { $what }, { $loud }, { $where }, { $when }.
footfall-ui-times = { $what } ×{ $count }
footfall-ui-now = now
footfall-ui-ago = { $turns ->
    [one] 1 turn ago
   *[other] { $turns } turns ago
}
footfall-ui-loud-1 = faint
footfall-ui-loud-2 = soft
footfall-ui-loud-3 = clear
footfall-ui-loud-4 = loud
footfall-ui-loud-5 = very loud
footfall-ui-compass-n = N
footfall-ui-compass-ne = NE
footfall-ui-compass-e = E
footfall-ui-compass-se = SE
footfall-ui-compass-s = S
footfall-ui-compass-sw = SW
footfall-ui-compass-w = W
footfall-ui-compass-nw = NW
footfall-ui-from-n = from the north
footfall-ui-from-ne = from the northeast
footfall-ui-from-e = from the east
footfall-ui-from-se = from the southeast
footfall-ui-from-s = from the south
footfall-ui-from-sw = from the southwest
footfall-ui-from-w = from the west
footfall-ui-from-nw = from the northwest
footfall-ui-from-here = right here

# Pages
footfall-ui-help-title = KEYS  seed { $seed }
footfall-ui-messages = Messages
footfall-ui-place = { $first } to { $last } of { $count }
footfall-ui-page-up = page up
footfall-ui-page-down = page down
footfall-ui-close-hint = [ESC] closes, arrows and [PGUP] [PGDN] scroll
footfall-ui-close-details-hint = [ESC] closes, arrows and [PGUP] [PGDN] scroll, a letter shows more
footfall-ui-detail-use = { $key }: { $label }
footfall-ui-no-page = There is no such page.
footfall-ui-keys = Keys
footfall-ui-facts = In words
footfall-ui-click = click
footfall-ui-screen = Screen

# Keys of the user interface
footfall-ui-help = show the keys
footfall-ui-look = look around
footfall-ui-risk = show where you would be noticed
footfall-ui-risk-legend = Noticed:
footfall-ui-risk-reach = steps heard
footfall-ui-risk-interest = they come to look
footfall-ui-risk-off = hides
footfall-ui-save = save
footfall-ui-quit = save and leave
footfall-ui-leave = leave
footfall-ui-larger = larger text (window)
footfall-ui-smaller = smaller text (window)
footfall-ui-short-look = look
footfall-ui-short-risk = risk
footfall-ui-short-help = help

# Questions
footfall-ui-answer = What do you choose?
footfall-ui-direction-hint = a direction key, [ESC] cancels
footfall-ui-cell-hint = move the cursor, [TAB] next, [ENTER] here, [ESC] cancels
footfall-ui-choice-hint = a key, or arrows and [ENTER]; [ESC] cancels
footfall-ui-text-hint = type, [ENTER] ends, [ESC] cancels
footfall-ui-key-hint = any key but [ESC], which cancels
footfall-ui-answer-hint = a key, or arrows and [ENTER]
footfall-ui-no-stop = There is nothing here to jump to.
footfall-ui-look-hint = move the cursor, [TAB] next, [ESC] ends
footfall-ui-over-hint = [ESC] leaves, [d] last decisions, [w] replay (play on from any turn, adviser)
footfall-ui-need-choice = That key is not in the list. ESC cancels.
footfall-ui-need-answer = That key does not answer this question.
footfall-ui-need-first = First { $key }: the game goes on.
footfall-ui-and-key = { $first }, { $key }
footfall-ui-need-key = This key does nothing here. Keys that do: { $keys }.
footfall-ui-no-use = This key does nothing here. ? lists those that do.
footfall-ui-need-direction = That key is not a direction. ESC cancels.
footfall-ui-not-a-target = There is nothing to aim at there.
footfall-ui-nothing-to-choose = There is nothing to choose from.
footfall-ui-no-map = This game has no map to point at.
footfall-ui-saved = Saved.
footfall-ui-not-saved = The game could not be saved: { $reason }.
footfall-ui-not-begun = No new game was begun: { $reason }. This one continues.

# Confirmation prompts, and the end of the game
footfall-ui-restart = start a new game
footfall-ui-sure-quit = Leave the game? It is saved.
footfall-ui-sure-quit-unsaved = Leave the game? It could not be saved: { $reason }.
footfall-ui-sure-restart = { $is_over ->
    [yes] Begin another game?
   *[no] Abandon this game?
}
footfall-ui-anew = a new game
footfall-ui-again = the same seed
footfall-ui-yes = { $key ->
   *[other] yes
}
footfall-ui-yes-key = y
footfall-ui-left = { $is_answer ->
    [yes] Nothing is done.
   *[no] That key does not answer: the question is closed, and nothing is done.
}
footfall-ui-no = no
footfall-ui-over-board-hint = [x] looks at what is behind
footfall-ui-over-map-hint = [K] keep the map
footfall-ui-over-story-hint = [t] the story
footfall-ui-over-again-hint = [ESC] leaves, [R] another game, [d] last decisions, [w] replay (play on from any turn, adviser), [M] messages
footfall-ui-over-practice-hint = [BACKSPACE] takes your last command back, [ESC] back to the replay, [d] last decisions
footfall-ui-over-seed = Seed { $seed }.
footfall-ui-over-morgue = { $path ->
    [none] The buttons below save the story, and the game as a page.
   *[other] The story is in { $path }
}
footfall-ui-morgue-facts = Turn { $turn }, seed { $seed }, version { $version }.
footfall-ui-morgue-map = THE LAST MAP
footfall-ui-morgue-again = REPLAY OR RETRY
footfall-ui-no-morgue = The story could not be written: { $reason }.

# The plain front end: lines for screen readers. $key is the key before the letter of a fact.
footfall-ui-plain-welcome = Press { $key }, then a letter, to hear more: h where you stand, n what is near, p your state, k the keys that matter now, r the news again. Question mark (?) lists all keys.
footfall-ui-plain-long-line = The line of { $count } characters was ignored: a line of keys can have at most { $most }.
footfall-ui-plain-no-key = “{ $word }” names no key: the rest of its line was ignored. Letters in a row are moves, one key again and again, or facts.
footfall-ui-plain-no-use = “{ $key }” does nothing here. Question mark (?) lists the keys that do.
footfall-ui-plain-facts = After { $key }: { $keys }. Question mark (?) explains them.
footfall-ui-plain-fact-h = where you stand, and what lies in each direction
footfall-ui-plain-fact-n = what is near
footfall-ui-plain-fact-o = the odds of being noticed, for each action
footfall-ui-plain-fact-s = the latest sounds
footfall-ui-plain-fact-p = your state, and all panels
footfall-ui-plain-fact-k = the keys that matter now
footfall-ui-plain-fact-d = details of the open list or page, or of the panels
footfall-ui-plain-fact-m = what is near, and the ground that you know, row by row
footfall-ui-plain-fact-v = where you would be noticed, and how far your steps are heard, row by row
footfall-ui-plain-fact-r = the news again
footfall-ui-plain-more = { $count ->
    [one] 1 more thing. Semicolon, then n, lists all.
   *[other] { $count } more things. Semicolon, then n, lists all.
}
footfall-ui-plain-no-hints = No particular keys matter now.
footfall-ui-no-details = There are no further details.
footfall-ui-plain-run = { $ground } ({ $count } cells)
footfall-ui-plain-memory = What is out of view is as you remember it.
footfall-ui-plain-row = this row
footfall-ui-plain-range = { $first } to { $last }
footfall-ui-plain-risk = Noticed there:
footfall-ui-plain-interest = They come to look:
footfall-ui-plain-reach = Your steps are heard:
footfall-ui-plain-about = source about { $where }
footfall-ui-plain-muffled-1 = around corners
footfall-ui-plain-muffled-2 = through a door
footfall-ui-plain-muffled-3 = through walls
footfall-ui-plain-flash-hit = A blow landed: { $where }.
footfall-ui-plain-flash-hurt = You were hurt.
footfall-ui-plain-flash-notice = Something noticed you: { $where }.
footfall-ui-plain-flash-lost = Something lost track of you: { $where }.
footfall-ui-plain-noticed = The creatures in view have already noticed you.
footfall-ui-plain-odds-stay = { $label }: { $chance }.
footfall-ui-plain-odds-any = Any step: { $chance }.
footfall-ui-plain-odds-best = { $label }, the safest: { $chance }.
footfall-ui-plain-odds-worst = { $label }, the riskiest: { $chance }.
footfall-ui-plain-no-odds = No creature in view could notice you.
footfall-ui-plain-only-heard = Heard, without odds:
footfall-ui-plain-risk-told = The odds of a step and of staying are { $is_on ->
    [yes] told after each key
   *[no] told only when they are high, or on request
}.
footfall-ui-plain-n = north
footfall-ui-plain-ne = northeast
footfall-ui-plain-e = east
footfall-ui-plain-se = southeast
footfall-ui-plain-s = south
footfall-ui-plain-sw = southwest
footfall-ui-plain-w = west
footfall-ui-plain-nw = northwest
footfall-ui-plain-moved = { $turn }, moved { $way }. { $nearest }
footfall-ui-plain-arrived = You are there.
footfall-ui-plain-litter = { $thing }, the nearest of { $count }, { $where }
footfall-ui-plain-here = here
footfall-ui-plain-unknown = unknown
footfall-ui-plain-nothing-near = Nothing near.
footfall-ui-plain-selected = selected
footfall-ui-plain-option = { $label }, selected, { $number } of { $count }
footfall-ui-plain-list = { $key }, then d, tells all.
footfall-ui-plain-close = ESC closes this page.
footfall-ui-plain-closed = Closed.
footfall-ui-plain-gauge = { $value } of { $maximum }

# The name of a key, where the keyboard of the language prints another one.
footfall-ui-key = { $key }

# Words for signs that are keys, by code point.
footfall-ui-plain-sign-46 = period
footfall-ui-plain-sign-44 = comma
footfall-ui-plain-sign-59 = semicolon
footfall-ui-plain-sign-58 = colon
footfall-ui-plain-sign-63 = question mark
footfall-ui-plain-sign-33 = exclamation mark
footfall-ui-plain-sign-60 = less-than sign
footfall-ui-plain-sign-62 = greater-than sign
footfall-ui-plain-sign-95 = underscore
footfall-ui-plain-sign-43 = plus
footfall-ui-plain-sign-45 = hyphen
footfall-ui-plain-sign-42 = asterisk
footfall-ui-plain-sign-47 = slash
footfall-ui-plain-sign-92 = backslash
footfall-ui-plain-sign-124 = vertical bar
footfall-ui-plain-sign-64 = at sign
footfall-ui-plain-sign-35 = number sign
footfall-ui-plain-sign-38 = ampersand
footfall-ui-plain-sign-61 = equals sign
footfall-ui-plain-sign-126 = tilde
footfall-ui-plain-sign-94 = caret
footfall-ui-plain-sign-37 = percent sign
footfall-ui-plain-sign-36 = dollar sign
footfall-ui-plain-sign-39 = apostrophe
footfall-ui-plain-sign-34 = quotation mark
footfall-ui-plain-sign-96 = grave accent
footfall-ui-plain-sign-40 = left parenthesis
footfall-ui-plain-sign-41 = right parenthesis
footfall-ui-plain-sign-91 = left bracket
footfall-ui-plain-sign-93 = right bracket
footfall-ui-plain-sign-123 = left brace
footfall-ui-plain-sign-125 = right brace

# Palettes
footfall-palette-default = default
footfall-palette-ember = embers: warm and dim
footfall-palette-paper = paper: dark on light
footfall-palette-contrast = high contrast
