"""Rules of chance: one function of facts and dice, read by play, odds, bots and explanations.

A rule of chance is a function with two arguments, its facts and the dice, that returns its outcome; both are frozen
structs. It rolls, asks hooks and computes, and does nothing else: it writes nothing and has no loop
(`footfall.expressions.lowering` describes the subset). `play_chance` runs it with the dice of the game. `count_odds`
runs it with all faces of its dice at once, compiled where that is possible; `enumerate_odds` does the same by running
the function once for each combination of faces, and is the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, EnumMeta
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, get_type_hints

from footfall.engine.context import Context
from footfall.engine.foresight import NO_LISTENERS, Foresight
from footfall.engine.model import Op, Term
from footfall.engine.native import native_module
from footfall.expressions.chance_program import build_chance_program
from footfall.expressions.lowering import lower, number_member
from footfall.expressions.statements import Fold, Lowered

F = TypeVar("F")
R = TypeVar("R")


MAX_COMBINATIONS = 100_000
"""Combinations of faces that `enumerate_odds` goes through."""


KEPT_ODDS = 4096
"""The questions without listeners whose odds each rule keeps."""


class UncountableOddsError(ValueError):
    """A rule has too many combinations of faces to count."""


class Dice(Protocol):
    """What a rule of chance may ask."""

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        """Returns a uniform integer in ``low..high``, both ends included; ``high < low`` gives `low`."""

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        """Returns True in `part` of `whole` cases; `part` may be below 0 or above `whole`."""

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        """Asks a hook, and returns its terms in their order."""


class ChanceRule(Generic[F, R]):
    """A rule of chance; calling it runs the function as written."""

    def __init__(self, function: Callable[[F, Dice], R]) -> None:
        self.function = function
        self.name, self.__doc__ = function.__name__, function.__doc__
        self._counters: dict[tuple[str, ...], _Counter] = {}

    def __call__(self, facts: F, dice: Dice, /) -> R:
        return self.function(facts, dice)

    @cached_property
    def lowered(self) -> Lowered:
        """The rule as statements.

        Raises:
            LoweringError: it uses something outside the subset.
        """
        return lower(self.function)

    @cached_property
    def program(self) -> bytes:
        """The rule for compiled readers (`footfall.expressions.program`)."""
        return build_chance_program(self.lowered)

    def find_counter(self, fields: tuple[str, ...]) -> _Counter:
        """Returns the compiled odds of fields of the outcome."""
        counter = self._counters.get(fields)
        if counter is None:
            counter = self._counters[fields] = _Counter(self, fields)
        return counter


def chance_rule(function: Callable[[F, Dice], R]) -> ChanceRule[F, R]:
    """Declares a rule of chance."""
    return ChanceRule(function)


class _PlayedDice:
    """The dice of the game; changes that listeners propose are queued."""

    __slots__ = ("chance", "ctx", "queued", "roll")

    def __init__(self, ctx: Context, queued: list[Any]) -> None:
        self.ctx, self.queued = ctx, queued
        self.roll, self.chance = ctx.roll, ctx.chance

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        if not self.ctx.has_listeners(hook):
            return tuple(terms.values())
        folded = self.ctx.fold(hook, event, terms)
        self.queued += [proposal for proposal in folded.proposals if proposal.changes]
        return tuple(map(folded.__getitem__, terms))


def play_chance(ctx: Context, rule: ChanceRule[F, R], facts: F, queued: list[Any]) -> R:
    """Plays a rule with the dice of the game.

    Args:
        queued: receives the proposals of listeners that contain changes.
    """
    return rule.function(facts, _PlayedDice(ctx, queued))


Odds: TypeAlias = dict[Any, Fraction]
"""The chance of each value of a field of the outcome; of each tuple of values if several fields are asked."""


class Listeners:
    """Asks the listeners of folds in advance, without dice or changes.

    Attributes:
        is_certain: all answers so far were certain (`footfall.engine.foresight.Foresight`).
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.is_certain = True

    def foresee(self, hook: str, event: Any, terms: Mapping[str, int]) -> Foresight:
        """Returns what listeners would propose for terms."""
        if not self.ctx.has_listeners(hook):
            return NO_LISTENERS
        foreseen = self.ctx.foresee(hook, event, terms)
        self.is_certain = self.is_certain and foreseen.is_certain
        return foreseen


def count_odds(listeners: Listeners | None, rule: ChanceRule[F, Any], facts: F, *fields: str) -> Odds:
    """Returns the chance of each outcome, exactly.

    Args:
        listeners: None: there are none.
        fields: of the outcome, at least one; the fewer are asked, the faster.

    Raises:
        UncountableOddsError: there are too many combinations of faces.
    """
    if native_module() is not None:
        counted = rule.find_counter(fields).count(listeners, facts)
        if counted is not None:
            return counted
    return enumerate_odds(listeners, rule, facts, *fields)


class _Counter:
    """The compiled odds of some fields of the outcome of a rule."""

    def __init__(self, rule: ChanceRule[Any, Any], fields: tuple[str, ...]) -> None:
        native = native_module()
        assert native is not None
        self._odds = native.ChanceOdds(rule.program, list(fields))
        self._folds = rule.lowered.folds
        names = tuple(rule.lowered.facts)
        read = attrgetter(*names) if names else lambda facts: ()
        self._read = read if len(names) != 1 else lambda facts: (read(facts),)
        types = get_type_hints(get_type_hints(rule.function)["return"])
        self._decoders = [_find_decoder(types[field]) for field in fields]
        self._count_alone = lru_cache(KEPT_ODDS)(partial(self._count_values, None))

    def count(self, listeners: Listeners | None, facts: Any) -> Odds | None:
        """Returns the odds; None if a number is too large to count with."""
        values = tuple([number_member(v) if isinstance(v, Enum) else v for v in self._read(facts)])
        if listeners is not None:
            return self._count_values(listeners, values)
        kept = self._count_alone(values)
        return None if kept is None else kept.copy()

    def _count_values(self, listeners: Listeners | None, values: tuple[Any, ...]) -> Odds | None:
        """Returns the odds for what the rule reads of its facts."""
        rows = self._odds.count(values, None if listeners is None else partial(_list_proposals, listeners, self._folds))
        if rows is None:
            return None
        if len(self._decoders) == 1:
            decode = self._decoders[0]
            return {decode(values[0]): Fraction(over, under) for values, over, under in rows}
        return {
            tuple([decode(value) for decode, value in zip(self._decoders, values, strict=True)]): Fraction(over, under)
            for values, over, under in rows
        }


def _find_decoder(type: Any) -> Callable[[int], Any]:
    """Returns what makes a value of the outcome of its number."""
    if isinstance(type, EnumMeta):
        return list(type).__getitem__
    return bool if type is bool else int


_KINDS = {Op.SET: 0, Op.ADD: 1, Op.MUL: 2}


def _list_proposals(
    listeners: Listeners, folds: Sequence[Fold], number: int, fields: tuple[Any, ...]
) -> list[list[tuple[int, int, int]]]:
    """Returns what listeners propose for each term of a fold, as the compiled odds read it."""
    fold = folds[number]
    foreseen = listeners.foresee(fold.hook, fold.event(*fields), dict.fromkeys((name for name, _ in fold.terms), 0))
    proposed: dict[str, list[Term]] = {name: [] for name, _ in fold.terms}
    for proposal in foreseen.proposals:
        for term in proposal.terms:
            proposed[term.name].append(term)
    return [[(_KINDS[t.op], t.value, t.divisor) for t in terms] for terms in proposed.values()]


class _CountedDice:
    """Shows one face of each die, and after `turn_over` the next combination."""

    def __init__(self, listeners: Listeners | None) -> None:
        self.listeners = listeners
        self.faces: list[tuple[int, int, int]] = []
        self.place = 0

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        if self.place == len(self.faces):
            self.faces.append((low, low, max(low, high)))
        self.place += 1
        return self.faces[self.place - 1][0]

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        return self.roll(purpose, 1, whole) <= part

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        if self.listeners is None:
            return tuple(terms.values())
        return tuple(self.listeners.foresee(hook, event, terms).apply(terms).values())

    @property
    def share(self) -> Fraction:
        """The chance of this combination."""
        share = 1
        for _, low, high in self.faces:
            share *= high - low + 1
        return Fraction(1, share)

    def turn_over(self) -> bool:
        """Turns to the next combination; False after the last one."""
        self.place = 0
        while self.faces and self.faces[-1][0] == self.faces[-1][2]:
            self.faces.pop()
        if not self.faces:
            return False
        face, low, high = self.faces[-1]
        self.faces[-1] = face + 1, low, high
        return True


def enumerate_odds(listeners: Listeners | None, rule: ChanceRule[F, Any], facts: F, *fields: str) -> Odds:
    """Returns the same as `count_odds`, by running the function for each combination of faces.

    Raises:
        UncountableOddsError: there are more than `MAX_COMBINATIONS`.
    """
    dice, odds = _CountedDice(listeners), dict[Any, Fraction]()
    for _ in range(MAX_COMBINATIONS):
        outcome = rule.function(facts, dice)
        values = tuple(getattr(outcome, field) for field in fields)
        key = values[0] if len(fields) == 1 else values
        odds[key] = odds.get(key, Fraction(0)) + dice.share
        if not dice.turn_over():
            return odds
    raise UncountableOddsError(f"{rule.name} has more than {MAX_COMBINATIONS:,} combinations of faces")
