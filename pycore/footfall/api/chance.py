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

import msgspec

from footfall.engine.compiled.native import native_module
from footfall.engine.context import Context
from footfall.engine.declarations.rules import AS_WRITTEN as AS_WRITTEN, ChanceTable as ChanceTable
from footfall.engine.dice import Faces
from footfall.engine.foresight import NO_LISTENERS, Answers, Foresight
from footfall.engine.model import Op, Term
from footfall.expressions.chance_program import build_chance_program, write_function
from footfall.expressions.lowering import lower, number_member
from footfall.expressions.statements import Adjust, Fold, Lowered, list_changes

from .played_dice import ChangedDice, PlayedDice, RecordedDice, TermOrigin

F = TypeVar("F")
R = TypeVar("R")
C = TypeVar("C", bound=Callable[..., Any])


MAX_COMBINATIONS = 100_000
"""Combinations of faces that `enumerate_odds` goes through."""


CACHED_ODDS = 1024
"""The number of odds without listeners that each rule caches."""


class UncountableOddsError(ValueError):
    """A rule has too many combinations of faces to count."""


class Dice(Protocol):
    """The dice and hooks of a rule of chance."""

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        """Returns a uniform integer in ``low..high``, both ends included; ``high < low`` gives `low`."""

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        """Returns True in `part` of `whole` cases; `part` may be below 0 or above `whole`."""

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        """Asks a hook, and returns its terms in their order."""


class ChanceRule(Generic[F, R]):
    """A rule of chance; calling it runs the function as written.

    Attributes:
        text: id of the text that names its event (`show_chance`); ``""`` for none.
    """

    def __init__(self, function: Callable[[F, Dice], R]) -> None:
        self.function = function
        self.name, self.__doc__ = function.__name__, function.__doc__
        self.text = ""
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


class ChangedRule(ChanceRule[Any, Any]):
    """A rule of chance with the changes that rules as data make to its numbers.

    Attributes:
        full_name: the name by which mods refer to it.
        origins: origins of the proposals for each number, in order.
    """

    def __init__(
        self,
        original: ChanceRule[Any, Any],
        full_name: str,
        lowered: Lowered,
        origins: Mapping[str, Sequence[TermOrigin]],
    ) -> None:
        self._hints = get_type_hints(original.function)
        super().__init__(write_function(lowered, original.name, self._hints["return"]))
        self.full_name, self.origins = full_name, origins
        self.text, self.__doc__ = original.text, original.__doc__
        self.lowered = lowered
        self.changes: Sequence[Adjust] = list_changes(lowered.body)

    @cached_property
    def traced(self) -> Callable[[Any, Any], Any]:
        """The function that reports each change to its dice."""
        return write_function(self.lowered, self.name, self._hints["return"], is_traced=True)

    @cached_property
    def _event(self) -> Any:
        """The struct of the facts in explanations."""
        facts = get_type_hints(next(hint for name, hint in self._hints.items() if name not in ("dice", "return")))
        plain = [(name, hint) for name, hint in facts.items() if isinstance(hint, type) and issubclass(hint, int | str)]
        return msgspec.defstruct(self.name, plain, frozen=True)

    def describe_facts(self, facts: Any) -> Any:
        """Returns the numbers and texts among facts, as an event."""
        return self._event(*(getattr(facts, name) for name in self._event.__struct_fields__))


def play_chance(ctx: Context, rule: ChanceRule[F, R], facts: F, queued: list[Any] | None = None) -> R:
    """Plays a rule with the dice of the game. Explanations show its dice if a mod plays it, or if a text names it.

    Args:
        queued: receives the proposals of listeners that contain changes; only a rule that asks hooks needs it.
    """
    queued = [] if queued is None else queued
    rule = ctx.chances.find(rule)
    is_recorded = ctx.is_traced and (ctx.is_mod or bool(rule.text))
    if ctx.is_traced and isinstance(rule, ChangedRule):
        dice: RecordedDice = ChangedDice(ctx, queued, rule, facts)
        outcome: R = rule.traced(facts, dice)
    elif not is_recorded:
        return rule.function(facts, PlayedDice(ctx, queued))
    else:
        dice = RecordedDice(ctx, queued)
        outcome = rule.function(facts, dice)
    if is_recorded:
        ctx.record_chance(rule.name, rule.text, dice.rolled, outcome)
    return outcome


class ShownChance(Generic[F]):
    """A chance that screens show before it is taken; see `show_chance`."""

    def __init__(self, rule: ChanceRule[F, Any], read: Callable[[Any, Context], F | None], field: str) -> None:
        self.rule, self.read, self.field = rule, read, field
        self.text = rule.text

    def weigh(self, event: Any, ctx: Context) -> Fraction | None:
        """Returns the chance for an event; None if there is none to take."""
        facts = self.read(event, ctx)
        return None if facts is None else weigh_field(ctx.chances.find(self.rule), facts, self.field)

    def __call__(self, listener: C) -> C:
        """Marks the listener that plays it."""
        vars(listener)["footfall_chance"] = self
        return listener


def show_chance(
    rule: ChanceRule[F, Any], read: Callable[[Any, Context], F | None], field: str, text: str
) -> ShownChance[F]:
    """Lets screens show the chance that a rule happens; stands below ``@hook`` of a mod, or in `Game.shown_chances`.

    Args:
        read: called with the event and the context, returns the facts, or None if the rule is not played.
        field: the field of the outcome that is True if it happens.
        text: id of the text that names the event.
    """
    rule.text = text
    return ShownChance(rule, read, field)


Odds: TypeAlias = dict[Any, Fraction]
"""The chance of each value of a field of the outcome; of each tuple of values if several fields are asked."""


class Listeners:
    """Asks the listeners of folds in advance, without changes.

    Attributes:
        is_certain: all answers so far were certain (`footfall.engine.foresight.Foresight`).
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.is_certain = True

    def list_answers(self, hook: str, event: Any, terms: Mapping[str, int]) -> Answers:
        """Returns the possible answers of listeners for terms, each with its weight."""
        if not self.ctx.has_listeners(hook):
            return ((1, NO_LISTENERS),)
        answers = self.ctx.foresee_each(hook, event, terms)
        self.is_certain = self.is_certain and all(foreseen.is_certain for _, foreseen in answers)
        return answers


class _ChosenListeners(Faces):
    """Gives one answer of the listeners to each question; `turn_over` leads to the next combination of answers."""

    def __init__(self, listeners: Listeners) -> None:
        super().__init__()
        self.listeners = listeners
        self._answers: dict[Any, Answers] = {}

    def foresee(self, hook: str, event: Any, terms: Mapping[str, int]) -> Foresight:
        """Returns the chosen answer to a question."""
        answers = self._answers.get((hook, event)) if self._answers else None
        if answers is None:
            answers = self.listeners.list_answers(hook, event, terms)
            if len(answers) == 1:
                return answers[0][1]
            self._answers[hook, event] = answers
        return answers[self.pick([weight for weight, _ in answers])][1]


def count_odds(listeners: Listeners | None, rule: ChanceRule[F, Any], facts: F, *fields: str) -> Odds:
    """Returns the chance of each outcome, exactly.

    Args:
        listeners: None for no listeners.
        rule: as it is in force in the game: ``ctx.chances.find(rule)``.
        fields: fields of the outcome, at least one; the fewer are asked, the faster.

    Raises:
        UncountableOddsError: there are too many combinations of faces.
    """
    if native_module() is not None:
        counted = rule.find_counter(fields).count(listeners, facts)
        if counted is not None:
            return counted
    return enumerate_odds(listeners, rule, facts, *fields)


def weigh_field(rule: ChanceRule[F, Any], facts: F, field: str) -> Fraction | None:
    """Returns the chance that a field of the outcome is True; None if there are too many combinations of faces."""
    try:
        return count_odds(None, rule, facts, field).get(True, Fraction(0))
    except UncountableOddsError:
        return None


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
        self._decoders: list[Callable[[int], Any]] = [  # from numbers to values of the outcome
            list(kind).__getitem__ if isinstance(kind, EnumMeta) else bool if kind is bool else int
            for kind in map(types.__getitem__, fields)
        ]
        self._count_alone = lru_cache(CACHED_ODDS)(partial(self._count_values, None))

    def count(self, listeners: Listeners | None, facts: Any) -> Odds | None:
        """Returns the odds; None if a number is too large to count with."""
        values = tuple([number_member(v) if isinstance(v, Enum) else v for v in self._read(facts)])
        if listeners is not None:
            return self._count_values(listeners, values)
        kept = self._count_alone(values)
        return None if kept is None else kept.copy()

    def _count_values(self, listeners: Listeners | None, values: tuple[Any, ...]) -> Odds | None:
        """Returns the odds for the facts that the rule reads, over all answers of listeners."""
        if listeners is None:
            return self._count_once(values, None)
        chosen, odds = _ChosenListeners(listeners), dict[Any, Fraction]()
        foresee = partial(_list_proposals, chosen, self._folds)
        counted, share = self._count_once(values, foresee), chosen.share
        if share == 1:
            return counted
        while counted is not None:
            for outcome, part in counted.items():
                odds[outcome] = odds.get(outcome, Fraction(0)) + share * part
            if not chosen.turn_over():
                return odds
            counted, share = self._count_once(values, foresee), chosen.share
        return None

    def _count_once(self, values: tuple[Any, ...], foresee: Callable[..., Any] | None) -> Odds | None:
        rows = self._odds.count(values, foresee)
        if rows is None:
            return None
        if len(self._decoders) == 1:
            decode = self._decoders[0]
            return {decode(values[0]): Fraction(over, under) for values, over, under in rows}
        return {
            tuple([decode(value) for decode, value in zip(self._decoders, values, strict=True)]): Fraction(over, under)
            for values, over, under in rows
        }


_KINDS = {Op.SET: 0, Op.ADD: 1, Op.MUL: 2}


def _list_proposals(
    listeners: _ChosenListeners, folds: Sequence[Fold], number: int, fields: tuple[Any, ...]
) -> list[list[tuple[int, int, int]]]:
    """Returns the proposals of listeners for each term of a fold, as the compiled odds read them."""
    fold = folds[number]
    foreseen = listeners.foresee(fold.hook, fold.event(*fields), dict.fromkeys((name for name, _ in fold.terms), 0))
    proposed: dict[str, list[Term]] = {name: [] for name, _ in fold.terms}
    for proposal in foreseen.proposals:
        for term in proposal.terms:
            proposed[term.name].append(term)
    return [[(_KINDS[t.op], t.value, t.divisor) for t in terms] for terms in proposed.values()]


class _CountedDice(Faces):
    """Shows one face of each die and one answer of listeners, and after `turn_over` the next combination."""

    def __init__(self, listeners: Listeners | None) -> None:
        super().__init__()
        self.listeners = listeners
        self.roll = self.take

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        return self.roll(purpose, 1, whole) <= part

    def fold(self, hook: str, event: Any, /, **terms: int) -> tuple[int, ...]:
        if self.listeners is None:
            return tuple(terms.values())
        answers = self.listeners.list_answers(hook, event, terms)
        foreseen = answers[self.pick([weight for weight, _ in answers])][1]
        return tuple(foreseen.apply(terms).values())


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
