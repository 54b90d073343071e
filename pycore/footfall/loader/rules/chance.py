"""Rules as data with dice, as rules of chance: for play, odds and explanations."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from footfall.api.chance import ChanceRule, weigh_field
from footfall.api.played_dice import RecordedDice
from footfall.engine.context import Context
from footfall.engine.explanations.tracing import Die
from footfall.expressions.chance_program import write_function
from footfall.expressions.python import limit_die
from footfall.expressions.statements import Bernoulli, Let, Lowered, Return, Roll, Statement, end_with, map_values
from footfall.expressions.typed import BOOLEAN, FACT, INTEGER, NAME, Input, Typed

HAPPENS = "happens"
"""The field of the outcome that says whether the rule takes effect."""

Reader = Callable[[Any, Context], tuple[Any, ...]]
"""A function of an event and the context that reads values."""


class RuleChance:
    """The dice of a rule as data.

    Attributes:
        text: id of the text with which screens show how likely it takes effect; ``""`` for none.
        inputs: the values that its dice depend on, with the names of the facts.
        shared_dice: the readings that give the faces of dice that other rules share, by purpose.
    """

    def __init__(self, via: str, rows: Sequence[Statement], shown: str) -> None:
        """Initializes the dice.

        Args:
            via: name of the rule, the purpose of its dice.
            rows: each `If` says when the rule goes on.
            shown: id of the text for screens; see `text`.
        """
        self.via, self.text = via, shown
        self.inputs: dict[Input, str] = {}
        self._dice = tuple(row.name for row in rows if isinstance(row, Roll | Bernoulli))
        self.shared_dice = {
            row.purpose: row.reading for row in rows if isinstance(row, Roll) and row.reading is not None
        }
        rows = [msgspec.structs.replace(row, reading=None) if isinstance(row, Roll) else row for row in rows]
        names = {row.name: find_row_type(row) for row in rows if isinstance(row, Let | Roll | Bernoulli)}
        types = {HAPPENS: BOOLEAN} | names
        ended = [Typed("constant", type, 1, False if type == BOOLEAN else 0) for type in types.values()]
        happened = [Typed("constant", BOOLEAN, 1, True), *(Typed(NAME, type, 1, name) for name, type in names.items())]
        body = map_values((*end_with(rows, Return(tuple(ended))), Return(tuple(happened))), self._name_facts)
        self._types = types
        self._lowered = Lowered({name: source.type for source, name in self.inputs.items()}, tuple(types), body)

    @cached_property
    def rule(self) -> ChanceRule[Any, Any]:
        """Whether the rule takes effect, and its named values."""
        fields = [(name, bool if type == BOOLEAN else int) for name, type in self._types.items()]
        outcome = msgspec.defstruct("Outcome", fields, frozen=True)
        rule: ChanceRule[Any, Any] = ChanceRule(write_function(self._lowered, self.via, outcome))
        rule.lowered = self._lowered
        return rule

    @cached_property
    def _facts(self) -> Any:
        return msgspec.defstruct("Facts", list(self.inputs.values()), frozen=True)

    def bind(self, read: Reader, read_conditions: Reader, read_faces: Reader) -> None:
        """Sets how it reads its inputs, the conditions of the rule, and `shared_dice`."""
        self._read, self._read_conditions, self._read_faces = read, read_conditions, read_faces

    def _name_facts(self, node: Typed) -> Typed:
        if node.op == "input":
            source: Input = node.value
            known = source.name if source.kind == "field" else f"input_{len(self.inputs)}"
            return Typed(FACT, node.type, node.column, self.inputs.setdefault(source, known), (), node.steps)
        return msgspec.structs.replace(node, parts=tuple(map(self._name_facts, node.parts))) if node.parts else node

    def play(self, event: Any, ctx: Context) -> Any:
        """Rolls the dice. Returns the outcome, or None if the rule does not take effect."""
        dice = _RuleDice(ctx, [])
        dice.faces = dict(zip(self.shared_dice, self._read_faces(event, ctx), strict=True))
        outcome = self.rule(self._facts(*self._read(event, ctx)), dice)
        if not outcome.happens:
            return None
        if ctx.is_traced:
            named = zip(self._dice, dice.rolled, strict=True)
            ctx.record_chance(self.via, self.text, [msgspec.structs.replace(die, name=name) for name, die in named])
        return outcome

    def weigh(self, event: Any, ctx: Context) -> Fraction | None:
        """Returns the chance that it takes effect; None if its condition does not hold, or it cannot be counted."""
        if not all(self._read_conditions(event, ctx)):
            return None
        return weigh_field(self.rule, self._facts(*self._read(event, ctx)), HAPPENS)


def find_row_type(row: Let | Roll | Bernoulli) -> str:
    """Returns the type of a named value."""
    return row.value.type if isinstance(row, Let) else INTEGER if isinstance(row, Roll) else BOOLEAN


class _RuleDice(RecordedDice):
    """The dice of the game, with limited bounds.

    Attributes:
        faces: those of shared dice, by purpose.
    """

    faces: Mapping[str, int] = MappingProxyType({})

    def roll(self, purpose: str, low: int, high: int, /) -> int:
        if purpose in self.faces:
            self.rolled.append(Die(purpose, self.faces[purpose], low, high))
            return self.faces[purpose]
        return super().roll(purpose, limit_die(low), limit_die(high))

    def chance(self, purpose: str, part: int, whole: int, /) -> bool:
        return super().chance(purpose, part, max(1, limit_die(whole)))
