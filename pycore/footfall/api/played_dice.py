"""The dice of the game for rules of chance, and their records for explanations."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from footfall.engine.context import Context
from footfall.engine.explanations.tracing import Die
from footfall.engine.model import Cause, Op, Term
from footfall.engine.terms import Proposal
from footfall.expressions.statements import Adjust


class TermOrigin(msgspec.Struct, frozen=True):
    """The origin of a change to a number of a rule of chance.

    Attributes:
        divisor: 1000 for a factor of thousandths, else 1.
    """

    cause: Cause
    operation: Op
    divisor: int
    reason: str


class ExplainedRule(Protocol):
    """A changed rule of chance, as its dice read it (`footfall.api.chance.ChangedRule`)."""

    full_name: str
    changes: Sequence[Adjust]
    origins: Mapping[str, Sequence[TermOrigin]]

    def describe_facts(self, facts: Any) -> Any: ...


class PlayedDice:
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


class RecordedDice(PlayedDice):
    """The dice of the game, recorded for explanations.

    Attributes:
        rolled: the dice in order.
    """

    __slots__ = ("is_traced", "rolled")

    def __init__(self, ctx: Context, queued: list[Any]) -> None:
        self.ctx, self.queued = ctx, queued
        self.rolled: list[Die] = []
        self.is_traced = ctx.is_traced

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        face = self.ctx.roll(purpose, low, high)
        if self.is_traced:
            self.rolled.append(Die(purpose, face, low, max(low, high)))
        return face

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        if not self.is_traced:
            return self.ctx.chance(purpose, part, whole)
        face = self.ctx.roll(purpose, 1, whole)
        self.rolled.append(Die(purpose, face, 1, max(1, whole), part))
        return face <= part


class ChangedDice(RecordedDice):
    """The dice of the game for a changed rule; each change is recorded."""

    __slots__ = ("event", "rule")

    def __init__(self, ctx: Context, queued: list[Any], rule: ExplainedRule, facts: Any) -> None:
        super().__init__(ctx, queued)
        self.rule, self.event = rule, rule.describe_facts(facts)

    def change(self, number: int, before: int, after: int, values: Sequence[int | None], /) -> int:
        """Records a change with the proposal of each rule (or None), and returns the new number."""
        name = self.rule.changes[number].name
        proposals = [
            Proposal(origin.cause, (Term(origin.operation, name, value, origin.divisor, origin.reason),))
            for origin, value in zip(self.rule.origins[name], values, strict=True)
            if value is not None
        ]
        if proposals:
            self.ctx.record_terms(self.rule.full_name, self.event, {name: before}, tuple(proposals), {name: after})
        return after
