"""Numbers of a game's rules of chance that rules as data change: ``[hook."core.stealth:notice".keen]``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_type_hints

import msgspec

from footfall.api.chance import AS_WRITTEN, ChanceRule, ChanceTable, ChangedRule, ShownChance
from footfall.api.played_dice import TermOrigin
from footfall.content.rule_tables import RuleTable
from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Finding, suggest
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import HookKind, ShownRule
from footfall.engine.guards.problem_log import describe_error, is_contained
from footfall.engine.model import Cause, Op
from footfall.expressions.lowering import LoweringError
from footfall.expressions.statements import Proposed, change_numbers, list_numbers
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER

from ..hooks.contract import HookSpec, locate_function
from ..hooks.implementations import Implementation
from .scope import find_hook, find_rule_type

_OPS = {"set": Op.SET, "add": Op.ADD, "mul": Op.MUL}


def share_chances(game: Game, games: Iterable[Game]) -> Game:
    """Returns a game that also has the rules of chance of the games on which it is built."""
    bases = [base for base in games if base.id in game.rule_mods and base.id != game.id]
    chances, shown = dict(game.chances), dict(game.shown_chances)
    for base in bases:
        chances |= base.chances
        shown |= {hook: (*shown.get(hook, ()), *more) for hook, more in base.shown_chances.items()}
    return msgspec.structs.replace(game, chances=chances, shown_chances=shown) if bases else game


def list_chance_hooks(game: Game, tables: Iterable[RuleTable], hooks: Mapping[str, HookSpec]) -> dict[str, HookSpec]:
    """Returns the rules of chance as hooks; none if all rules as data are of other hooks: lowering takes a while."""
    if all(find_hook(table.hook, hooks) is not None for table in tables):
        return {}
    return {name: make_chance_hook(name, rule) for name, rule in game.chances.items()}


def make_chance_hook(name: str, rule: ChanceRule[Any, Any]) -> HookSpec:
    """Returns a rule of chance as a fold of its numbers, whose event are its facts."""
    facts = next(hint for key, hint in get_type_hints(rule.function).items() if key not in ("dice", "return"))

    def declare(event: Any) -> None: ...

    declare.__annotations__, declare.__doc__ = {"event": facts}, rule.__doc__
    fields = tuple(key for key, hint in get_type_hints(facts, include_extras=True).items() if is_readable(hint))
    terms = tuple(list_numbers(rule.lowered))
    return HookSpec(name, HookKind.FOLD, declare, ("event",), fields, terms, is_chance=True)


def is_readable(hint: Any) -> bool:
    """Whether changes may read a fact of a type: numbers and conditions, which odds and compiled turns know as well."""
    return find_rule_type(hint) in (INTEGER, BOOLEAN)


def list_shown_chances(
    game: Game, implementations: Iterable[Implementation]
) -> tuple[dict[str, tuple[tuple[Cause, ShownRule], ...]], Finding | None]:
    """Returns the chances that screens show, by hook, and a finding that disables a mod if one cannot be counted."""
    own = Cause(game.id, "shown_chances")
    listed = [(hook, own, chance) for hook, chances in game.shown_chances.items() for chance in chances]
    for impl in implementations:
        chance = impl.rule.chance if impl.rule else getattr(impl.function, "footfall_chance", None)
        if chance is not None and chance.text:
            listed.append((impl.hook, impl.listener.cause, chance))
    shown: dict[str, tuple[tuple[Cause, ShownRule], ...]] = {}
    for hook, cause, chance in listed:
        shown[hook] = (*shown.get(hook, ()), (cause, chance))
        problem = find_chance_problem(chance) if isinstance(chance, ShownChance) else None
        if problem is not None:
            text, place = problem
            fix = "write it as docs/adding/chance.md shows"
            return shown, Finding("bad-chance", cause.mod, text, place, fix, disables_mod=True)
    return shown, None


def find_chance_problem(chance: ShownChance[Any]) -> tuple[str, str] | None:
    """Returns why screens cannot count a chance, and where, as ``file:line``."""
    rule = chance.rule
    try:
        fields = rule.lowered.outcome
    except LoweringError as error:
        return error.reason, format_path(error.location)
    except Exception as error:  # types that are missing or unknown, or a source that is not at hand
        if not is_contained(error):
            raise
        return f"{rule.name}: {describe_error(error)}", locate_function(rule.function)
    if chance.field in fields:
        return None
    text = f"{rule.name}: its outcome has no field {chance.field!r}{suggest(chance.field, fields)}"
    return text, locate_function(rule.function)


def change_rules(game: Game, hooks: Mapping[str, Sequence[Implementation]]) -> ChanceTable:
    """Returns the rules of chance of a game as rules as data change them, in the order of the implementations."""
    changed: dict[Any, Any] = {}
    for name, rule in game.chances.items():
        proposed: dict[str, list[Proposed]] = {}
        origins: dict[str, list[TermOrigin]] = {}
        for impl in hooks.get(name, ()):
            assert impl.rule is not None, "the rules of chance are not hooks of Python"
            for output in impl.rule.outputs:
                assert output.value is not None, "a term has a value"
                divisor = THOUSANDTHS if output.value.type == DECIMAL else 1
                reason = str(impl.rule.table.table.get("reason", ""))
                proposed.setdefault(output.name, []).append(Proposed(output.kind, output.value, impl.rule.when))
                origin = TermOrigin(impl.listener.cause, _OPS[output.kind], divisor, reason)
                origins.setdefault(output.name, []).append(origin)
        if proposed:
            changed[rule] = ChangedRule(rule, name, change_numbers(rule.lowered, proposed), origins)
    return ChanceTable(changed) if changed else AS_WRITTEN
