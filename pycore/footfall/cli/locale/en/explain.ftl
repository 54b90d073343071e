# What a mod changes, in sentences: footfall mods show --changes.

explain-when = When { $when }: { $does }.
explain-always = Always: { $does }.
explain-both = { $first }; { $then }
explain-reason = { $does } (“{ $reason }”)

# Conditions.
explain-and = { $first } and { $then }
explain-or = { $first } or { $then }
explain-group = ({ $inner })
explain-is-eq = { $first } is { $then }
explain-is-ne = { $first } is not { $then }
explain-is-lt = { $first } is less than { $then }
explain-is-le = { $first } is at most { $then }
explain-is-gt = { $first } is more than { $then }
explain-is-ge = { $first } is at least { $then }
explain-is-in = { $first } is one of { $values }
explain-is-not-in = { $first } is not one of { $values }
explain-holds = { $first } holds
explain-holds-not = { $first } does not hold
explain-word-true = true
explain-word-false = false

# Effects.
explain-set = { $term } becomes { $value }
explain-add = adds { $value } to { $term }
explain-take = takes { $value } from { $term }
explain-mul = multiplies { $term } by { $value }
explain-answer = answers { $name }
explain-skip = step { $name } does not run
explain-replaces = in place of step { $name }
explain-deny = forbids it: “{ $text }”
explain-dice = { $dice }; then { $does }
explain-only-if = only if { $when }
explain-roll = { $name } is a die from { $low } to { $high }
explain-chance = { $name } holds in { $part } of { $whole } cases
explain-do-tell = writes “{ $text }” to the log
explain-do-remember = remembers { $value } as { $name }
explain-do = { $deed } ({ $values })

# The rest of a mod.
explain-in-game = In { $game }:
explain-at = in { $place }
explain-no-change = nothing changes.
explain-python = It has Python code for { $hooks }, which is not explained here.
explain-added = adds { $kind } { $id }:
explain-removed = removes { $kind } { $id }.
explain-changed = changes { $kind } { $id }:
explain-field = { $field } is { $after }
explain-field-instead = { $field } is { $after } instead of { $before }
explain-nothing = nothing
explain-setting = has the setting { $name }: { $label } ({ $value } unless you change it).
explain-texts = has { $count ->
    [one] one text
   *[other] { $count } texts
 } in { $language }.
explain-reading = offers the reading { $name }: { $text }
explain-deed = offers the deed { $name }: { $text }
explain-hook = asks the hook { $name }: { $text }
explain-pick =
    { $most ->
        [1] for one { $item } in { $items }: { $does }
       *[other] for up to { $most } { $item } in { $items }: { $does }
    }
explain-pick-where = { $items } where { $where }
explain-pick-by = { $items }, the smallest { $by } first
