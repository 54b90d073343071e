"""A rule as data that is bound to its hook, for dispatch, compiled evaluators, explanations and tools."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from types import FunctionType
from typing import Any

import msgspec

from footfall.content.rule_tables import RuleTable
from footfall.engine.guards.problem_log import MODS_PACKAGE
from footfall.expressions.chance_program import build_rule_program
from footfall.expressions.choices import count_own_steps, find_shared_roll, walk_past_rolls
from footfall.expressions.program import Output, build_program, count_steps
from footfall.expressions.python import PythonWriter
from footfall.expressions.statements import Statement, count_row_steps, list_values
from footfall.expressions.typed import CHOICE, ITEM, ROLLS, Input, Typed, depends_on_item, list_inputs, walk

from ..hooks.contract import HookSpec
from .chance import RuleChance
from .scope import ReadingTable

OPERATIONS = ("set", "add", "mul")
"""The keys of a rule's terms."""


class Rule(msgspec.Struct, frozen=True, dict=True):
    """A rule bound to its hook.

    Attributes:
        when: its condition; None: always.
        outputs: its terms, its denial, and the values of its deeds, in the order in which they are evaluated.
        readings: readings of the game.
        rows: its dice with their results; an `If` without branches says when it goes on.
        chance: the same as a rule of chance; None without rows.
        pick: the choice of things; the results are given once for each of them; None: once.
    """

    table: RuleTable
    spec: HookSpec
    when: Typed | None
    outputs: tuple[Output, ...]
    readings: ReadingTable
    rows: tuple[Statement, ...] = ()
    chance: RuleChance | None = None
    pick: Typed | None = None

    @property
    def mod(self) -> str:
        """The mod that has it."""
        return self.table.mod

    @property
    def hook(self) -> str:
        """The name of its hook."""
        return self.spec.name

    @property
    def name(self) -> str:
        """Its name in the mod and hook."""
        return self.table.name

    @property
    def via(self) -> str:
        """Its name in causes: ``on_hear.screams_carry``."""
        return f"{self.spec.name}.{self.table.name}"

    @property
    def step(self) -> str:
        """The name of the step that it adds to a chain."""
        return f"{self.table.mod}:{self.table.name}"

    @property
    def steps(self) -> int:
        """Its cost, an upper bound, in steps of an evaluator."""
        return count_steps(self.when, self.outputs, self.pick) + count_row_steps(self.rows)

    @cached_property
    def own_steps(self) -> int:
        """The same without the items of its choices, which a run counts."""
        values = [self.when] if self.pick is None else [self.when, self.pick]
        own = sum(count_own_steps(value) for value in values if value is not None) + count_row_steps(self.rows)
        return own if self.pick is not None else own + self.result_steps

    @cached_property
    def result_steps(self) -> int:
        """Those of its results."""
        return sum(1 if output.value is None else count_own_steps(output.value) for output in self.outputs)

    @cached_property
    def program(self) -> bytes:
        """Its program for compiled evaluators."""
        if self.rows:
            return build_rule_program(self.when, self.rows, self.outputs, self.pick)
        return build_program(self.when, self.outputs, self.pick)

    @cached_property
    def inputs(self) -> tuple[Input, ...]:
        """Its inputs, in order of first appearance, but shared dice and those that depend on a choice's item."""
        found = list_inputs(*self.values)
        return tuple(source for source in found if not depends_on_item(source) and source.name != ROLLS)

    @cached_property
    def rolls(self) -> dict[str, Typed]:
        """The dice that it shares with other rules of the mod, by name."""
        found: dict[str, Typed] = {}
        for node in walk(*self.values):
            if name := find_shared_roll(node):
                found.setdefault(name, node)
        return found

    @cached_property
    def reads_event(self) -> bool:
        """Whether it reads the event alone, besides dice."""
        nodes = walk_past_rolls(*self.values)
        return all(node.op != CHOICE and (node.op != "input" or node.value.kind in ("field", ITEM)) for node in nodes)

    @property
    def values(self) -> tuple[Typed | None, ...]:
        """Its condition, and the values of its dice, its choice and its results."""
        return self.when, *list_values(self.rows), self.pick, *(output.value for output in self.outputs)

    @cached_property
    def has_dice(self) -> bool:
        """Whether it rolls."""
        return bool(self.rows or self.rolls) or any(node.op == "roll" for node in walk(*self.values))

    @cached_property
    def has_choice(self) -> bool:
        """Whether it chooses from a list."""
        return any(node.op == CHOICE for node in walk(*self.values))

    @cached_property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The readings that it asks, those of other readings too, by key; ``memory`` reads the mod's memory."""
        sources = [source for source in list_nested(list_inputs(*self.values)) if source.kind in ("reading", "memory")]
        keys = ["memory" if source.kind == "memory" else source.name for source in sources]
        return {key: self.readings.functions[key] for key in keys}

    def list_texts(self, name: str) -> tuple[str, ...]:
        """Returns the texts that it gives to a value of its deeds: ``lose.text``."""
        found = [output.value for output in self.outputs if output.name.partition(":")[2] == name]
        return tuple(value.value for value in found if value is not None and value.op == "constant")

    @property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """The kinds of creature that its condition names, by the field of the event: it concerns no other creature."""
        when, found = self.when, {}
        for part in () if when is None else when.parts if when.op == "and" else (when,):
            asked = part.parts[0] if part.op in ("compare", "in") else None
            if asked is None or asked.op != "input" or asked.value.name != "actor.kind":
                continue
            subject = asked.value.arguments[0]
            is_named = part.op == "in" or (part.value == ("==",) and part.parts[1].op == "constant")
            if is_named and isinstance(subject, Input) and subject.kind == "field":
                found[subject.name] = part.value if part.op == "in" else (part.parts[1].value,)
        return found

    @property
    def deeds(self) -> tuple[str, ...]:
        """The names of its deeds."""
        return tuple(self.table.table.get("do", ()))

    @cached_property
    def _read(self) -> Any:
        return build_reader(self.table, (*self.inputs, *self.rolls.values()), self.readings.functions)

    def read_values(self, event: Any, ctx: Any) -> tuple[Any, ...] | None:
        """Returns the values of `inputs` and `rolls`, or None if one cannot be read."""
        try:
            values: tuple[Any, ...] = self._read(event, ctx)
        except Exception:  # the failure itself is in the report of the rule
            return None
        return values

    def describe_values(self, values: tuple[Any, ...] | None) -> str:
        """Returns its expressions with the values of `inputs` and `rolls`."""
        shown = [self.table.table["when"]] if isinstance(self.table.table.get("when"), str) else []
        shown += [f"{key} {self.table.table[key]}" for key in ("choose", "where") if key in self.table.table]
        for operation in OPERATIONS:
            terms = self.table.table.get(operation, {})
            shown += [f"{operation}.{name} = {text}" for name, text in terms.items() if isinstance(text, str)]
        names = *map(str, self.inputs), *(f"{ROLLS}.{name}" for name in self.rolls)
        pairs = [f"{name} {show_value(value)}" for name, value in zip(names, values or (), strict=False)]
        return "; ".join(shown) + (f" -> {', '.join(pairs)}" if pairs else "")


def list_nested(sources: Iterable[Any]) -> Iterator[Input]:
    """Lists inputs with those among their arguments."""
    for source in sources:
        if isinstance(source, Input):
            yield source
            yield from list_nested(source.arguments)


def show_value(value: Any) -> str:
    """Returns a value as expressions write it."""
    return f"'{value}'" if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


def compile_at(source: str, table: RuleTable, names: dict[str, Any]) -> Callable[..., Any]:
    """Compiles the definition, in one line, of a function whose tracebacks name the line of a rule."""
    names["__name__"] = MODS_PACKAGE + table.mod.replace(".", "__").replace("-", "_")  # the code is the mod's
    exec(compile(source, "<rule>", "exec"), names)
    function: FunctionType = names[source[4 : source.index("(")]]
    place_at(function, table)
    return function


def place_at(function: Any, table: RuleTable) -> None:
    """Lets reports about a function of Python name the file and line of a rule."""
    file, _, line = table.locate().rpartition(":")
    place = {"co_filename": file, "co_firstlineno": int(line)} if line.isdigit() else {"co_filename": line}
    function.__code__ = function.__code__.replace(**place)


def compile_on_first_call(make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """Returns a function that is made when it is called first: most rules of a large mod apply rarely."""
    made: Callable[..., Any] | None = None

    def call(*arguments: Any) -> Any:
        nonlocal made
        if made is None:
            made = make()
        return made(*arguments)

    return call


def build_reader(
    table: RuleTable, values: Iterable[Input | Typed], readings: Mapping[str, Callable[..., Any]]
) -> Callable[[Any, Any], tuple[Any, ...]]:
    """Returns a function ``(event, ctx)`` that reads values of a rule."""

    def make() -> Callable[..., Any]:
        writer = PythonWriter(readings)
        sources = [writer.write(value) if isinstance(value, Typed) else writer.write_input(value) for value in values]
        items = "".join(f"{source}, " for source in sources)
        return compile_at(f"def read(event, ctx): return ({items})", table, writer.names)

    return compile_on_first_call(make)
