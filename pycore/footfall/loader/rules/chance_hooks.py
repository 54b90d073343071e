"""Numbers of a game's rules of chance that rules as data change: ``[hook."core.stealth:notice".keen]``."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_type_hints

import msgspec

from footfall.api.chance import AS_WRITTEN, ChanceRule, ChanceTable, ChangedRule
from footfall.api.played_dice import TermOrigin
from footfall.content.rule_tables import RuleTable
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import HookKind
from footfall.engine.model import Op
from footfall.expressions.statements import Proposed, change_numbers, list_numbers
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER

from ..hooks.contract import HookSpec
from ..hooks.implementations import Implementation
from .scope import find_hook, find_rule_type

_OPS = {"set": Op.SET, "add": Op.ADD, "mul": Op.MUL}


def share_chances(game: Game, games: Iterable[Game]) -> Game:
    """Returns a game with the rules of chance of the games that it is built on, too."""
    bases = [base for base in games if base.id in game.rule_mods and base.id != game.id]
    chances, shown = dict(game.chances), dict(game.shown_chances)
    for base in bases:
        chances |= base.chances
        shown |= {hook: (*shown.get(hook, ()), *more) for hook, more in base.shown_chances.items()}
    return msgspec.structs.replace(game, chances=chances, shown_chances=shown) if bases else game


def list_chance_hooks(game: Game, tables: Iterable[RuleTable], hooks: Mapping[str, HookSpec]) -> dict[str, HookSpec]:
    """Returns the rules of chance as hooks; none if all rules as data are of other hooks: lowering takes a while."""
    if all(find_hook(table.hook, hooks)[0] is not None for table in tables):
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
