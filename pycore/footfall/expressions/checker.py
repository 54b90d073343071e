"""Resolves the names and checks the types of an expression."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from footfall.diagnostics.findings import find_closest, suggest
from footfall.diagnostics.plural import join_list

from .choices import CHOICES, bind_thing, check_choice, check_shared_roll
from .operands import are_integers, combine, limit, unify
from .parser import parse_expression
from .python import MAX_DIE, saturate
from .statements import DIE_STEPS
from .syntax import MAX_INTEGER, MAX_TEXT_BYTES, MIN_INTEGER, THOUSANDTHS, ExpressionError, Node
from .typed import (
    ANY,
    BIND,
    BOOLEAN,
    DECIMAL,
    INTEGER,
    ITEM,
    NAME,
    OPAQUE,
    ROLLS,
    TEXT,
    VALUES,
    Input,
    Readable,
    Scope,
    Typed,
    accepts,
    describe_type,
)

NUMBERS = (INTEGER, DECIMAL)

FUNCTIONS = ("min", "max", "clamp", "abs", "if", "roll", *CHOICES)
"""The functions of the language."""

MAX_VALUES = 16
"""Values of ``min`` and ``max``."""

MAX_NAMES = 12
"""Names listed in a message."""

_SHAPES = {
    "min": "min(a, b)",
    "max": "max(a, b)",
    "clamp": "clamp(value, low, high)",
    "abs": "abs(value)",
    "if": "if(condition, then, else)",
    "roll": "roll(low, high)",
}

INPUT_STEPS = 2
"""Cost of a field of the event or of a number in the mod's memory."""


def check_expression(source: str, scope: Scope, expected: Sequence[str] = ()) -> Typed:
    """Parses an expression and checks its types.

    Args:
        expected: the types that its value may have; an integer is a decimal as well.

    Raises:
        ExpressionError: it is not valid.
    """
    root = parse_expression(source)
    typed = _Checker(scope).check(root)
    if expected and not any(accepts(type, typed.type) for type in expected):
        wanted = " or ".join(map(describe_type, expected))
        raise _make_type_error(
            f"this must be {wanted}, and it is {describe_type(typed.type)}", root, _advise(typed, expected)
        )
    return typed


def make_constant(value: bool | int | float | str, column: int = 1) -> Typed:
    """Returns a value of a TOML file or of a setting as an expression.

    Raises:
        ExpressionError: no evaluator can hold it.
    """
    if isinstance(value, bool):
        return Typed("constant", BOOLEAN, column, value)
    if isinstance(value, str):
        if len(value.encode()) > MAX_TEXT_BYTES:
            raise ExpressionError(f"a text is longer than {MAX_TEXT_BYTES:,} bytes", column, "limit")
        return Typed("constant", TEXT, column, value)
    is_decimal = isinstance(value, float)
    number = value * THOUSANDTHS if is_decimal else value
    if not MIN_INTEGER <= number <= MAX_INTEGER:  # this also rejects infinity and NaN
        kept = ", where a decimal number takes three places" if is_decimal else ""
        raise ExpressionError(f"the number {value} does not fit into 64 bits{kept}", column, "limit")
    return Typed("constant", DECIMAL if is_decimal else INTEGER, column, round(number))


def _advise(typed: Typed, expected: Sequence[str]) -> str:
    if typed.type == BOOLEAN and INTEGER in expected:
        return "write if(..., 1, 0)"
    if typed.type == INTEGER and BOOLEAN in expected:
        return "compare it: ... > 0"
    if typed.type == DECIMAL and INTEGER in expected:
        return "divide with //"
    if typed.type not in VALUES | OPAQUE and INTEGER in expected:
        return "write its number: NAME.id"
    return ""


def _make_type_error(text: str, node: Node, advice: str = "") -> ExpressionError:
    return ExpressionError(f"{text}; {advice}" if advice else text, node.column, "type")


def expect_type(typed: Typed, node: Node, expected: Sequence[str], subject: str) -> None:
    """Checks the type of an operand.

    Raises:
        ExpressionError: it is not an expected one.
    """
    if typed.type not in expected:
        wanted = " or ".join(map(describe_type, expected))
        text = f"{subject} takes {wanted}, not {describe_type(typed.type)}"
        raise _make_type_error(text, node, _advise(typed, expected))


def check_in(node: Node, scope: Scope) -> Typed:
    """Returns a node with its types checked."""
    return _Checker(scope).check(node)


class _Checker:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def check(self, node: Node) -> Typed:
        return _CHECKS[node.kind](self, node)

    def check_as(self, node: Node, *expected: str, subject: str) -> Typed:
        typed = self.check(node)
        expect_type(typed, node, expected, subject)
        return typed

    # Values and names.

    def check_constant(self, node: Node) -> Typed:
        return Typed("constant", _CONSTANT_TYPES[node.kind], node.column, node.value)

    def check_name(self, node: Node) -> Typed:
        name = str(node.value)
        if name in self.scope.names:
            return Typed(NAME, self.scope.names[name], node.column, name)
        if name in self.scope.items:
            return _make_input(node, Input(ITEM, name, self.scope.items[name]))
        typed = self.scope.memo.get(name)
        if typed is None:
            typed = self.scope.memo[name] = self.find_name(node, name)
        return typed

    def find_name(self, node: Node, name: str) -> Typed:
        if self.scope.fields.get(name):
            return _make_input(node, Input("field", name, self.scope.fields[name], steps=INPUT_STEPS))
        if ("", name) in self.scope.readings:
            return self.check_reading(node, self.scope.readings["", name], [])
        if name in self.scope.fields:
            raise ExpressionError(
                f"a rule cannot read {name!r}: it is neither a value nor a thing", node.column, "type"
            )
        if name in ("settings", "memory", ROLLS):
            raise ExpressionError(f"{name} needs a name: {name}.NAME", node.column, "name")
        known = self.scope.list_names()
        fields = ", ".join(field for field, kind in self.scope.fields.items() if kind)
        near = suggest(name, known) or f"; the event has: {fields}"
        text = f"there is no name {name!r}{near}; a text has quotes: '{name}'"
        raise ExpressionError(text, node.column, "name", name, find_closest(name, known))

    def check_path(self, node: Node) -> Typed:
        """Checks names joined by dots: a setting, a number of the memory, or readings without arguments."""
        first, *names = node.value.split(".")
        is_of_item = first in self.scope.items or (first == ROLLS and self.scope.items)
        if first in self.scope.names or is_of_item:
            return self.check_fields(node, first, names)
        typed = self.scope.memo.get(node.value)
        if typed is None:
            typed = self.scope.memo[node.value] = self.check_fields(node, first, names)
        return typed

    def check_fields(self, node: Node, first: str, names: Sequence[str]) -> Typed:
        found, column = Node("name", node.column, first), node.column + len(first) + 1
        for name in names:
            found = Node("field", column, name, (found,))
            column += len(name) + 1
        return self.check_field(found)

    def check_field(self, node: Node) -> Typed:
        """Checks ``subject.name``: a setting, a number of the memory, or a reading without arguments."""
        names, start = [], node
        while start.kind == "field":
            names.append(str(start.value))
            start = start.parts[0]
        path = [*start.value.split("."), *reversed(names)] if start.kind in ("name", "path") else []
        if self.scope.fields.get(".".join(path)):
            name = ".".join(path)
            return _make_input(node, Input("field", name, self.scope.fields[name], steps=INPUT_STEPS))
        if path and not self.scope.fields.get(path[0]) and any(n.startswith(path[0] + ".") for n in self.scope.fields):
            name = ".".join(path)
            text = f"there is no field {name!r}{suggest(name, self.scope.fields)}"
            raise ExpressionError(text, node.column, "name", name, find_closest(name, self.scope.fields))
        if path[:1] == ["settings"]:
            return self.check_setting(node, ".".join(path[1:]))
        if path[:1] == ["memory"] and "memory" not in self.scope.fields:
            return self.check_memory(node, ".".join(path[1:]))
        if path[:1] == [ROLLS] and ROLLS not in self.scope.fields:
            return check_shared_roll(node, ".".join(path[1:]), self.scope, check_in)
        return self.find_method(node)

    def check_setting(self, node: Node, name: str) -> Typed:
        known = self.scope.settings
        if name not in known:
            text = f"there is no setting {name!r}{suggest(name, known)}"
            short = [own for own in known if not own.startswith("core.")]
            hint = f"; settings: {join_list(short, MAX_NAMES)}" if short and not find_closest(name, known) else ""
            raise ExpressionError(text + hint, node.column, "name", name, find_closest(name, known))
        try:
            return make_constant(known[name], node.column)
        except ExpressionError as error:
            raise ExpressionError(f"the setting {name!r}: {error}", node.column, error.kind) from None

    def check_memory(self, node: Node, name: str) -> Typed:
        if self.scope.no_memory:
            raise ExpressionError(self.scope.no_memory, node.column, "name")
        return _make_input(node, Input("memory", name, INTEGER, steps=INPUT_STEPS))

    def check_method(self, node: Node) -> Typed:
        """Checks ``subject.name(values)``; with plain values, only the first time."""
        if self.scope.names or self.scope.items or any(part.parts for part in node.parts):
            return self.find_method(node)
        key = f"{node.value}({', '.join([repr(part.value) for part in node.parts])})"
        typed = self.scope.memo.get(key)
        if typed is None:
            typed = self.scope.memo[key] = self.find_method(node)
        return typed

    def find_method(self, node: Node) -> Typed:
        subject, *arguments = node.parts
        thing = self.check(subject)
        name = str(node.value)
        if thing.type in VALUES:
            text = f"{describe_type(thing.type)} has no {name!r}; the dot follows an actor, a cell or another thing"
            raise ExpressionError(text, node.column, "type")
        found = self.scope.find_readings(thing.type, name)
        if not found:
            known = self.scope.list_reading_names(thing.type)
            hint = suggest(name, known) or (f"; it has: {join_list(sorted(known), MAX_NAMES)}" if known else "")
            text = f"{describe_type(thing.type)} has no reading {name!r}{hint}"
            raise ExpressionError(text, node.column, "name", name, find_closest(name, known))
        if len(found) > 1:
            raise ExpressionError(f"{name!r} is a reading of several kinds of thing", node.column, "type")
        return self.read_thing(node, found[0], arguments, thing)

    def read_thing(self, node: Node, reading: Readable, arguments: Sequence[Node], owner: Typed) -> Typed:
        """Checks a reading of a thing that may be calculated."""
        name = reading.name
        if owner.op == BIND:
            value, body = owner.parts
            read = self.read_thing(node, reading, arguments, body)
            return Typed(BIND, read.type, node.column, owner.value, (value, read), value.steps + read.steps)
        if owner.op != "input":  # a choice or an if
            return bind_thing(owner, name, lambda bound: self.check_reading(node, reading, arguments, bound))
        return self.check_reading(node, reading, arguments, owner)

    def check_reading(
        self, node: Node, reading: Readable, arguments: Sequence[Node], thing: Typed | None = None
    ) -> Typed:
        wanted = reading.parameters[1:] if thing is not None else reading.parameters
        if len(arguments) != len(wanted):
            count = f"{len(wanted)} value{'s' if len(wanted) != 1 else ''}" if wanted else "nothing in parentheses"
            raise ExpressionError(f"{reading.name!r} takes {count}, not {len(arguments)}", node.column, "type")
        parts = [thing] if thing is not None else []
        calculated = []
        for argument, type in zip(arguments, wanted, strict=True):
            part = self.check(argument)
            if not accepts(type, part.type):
                text = f"{reading.name!r} takes {describe_type(type)} here, not {describe_type(part.type)}"
                raise ExpressionError(text, argument.column, "type")
            if part.op not in ("constant", "input"):
                if part.type not in (INTEGER, BOOLEAN):
                    what = f"not a calculation of {describe_type(type)}"
                    text = f"a value of {reading.name!r} is a name, a number or a text, {what}"
                    raise ExpressionError(text, argument.column, "type")
                item = Input(ITEM, str(argument.column), part.type)
                calculated.append((item, part))
                part = _make_input(argument, item)
            parts.append(part)
        steps = reading.steps + sum(part.steps for part in parts)
        values = tuple(part.value for part in parts)
        found = _make_input(node, Input("reading", reading.key, reading.type, values, steps))
        for item, part in reversed(calculated):
            found = Typed(BIND, found.type, node.column, item, (part, found), part.steps + found.steps)
        return found

    def check_call(self, node: Node) -> Typed:
        name, count = str(node.value), len(node.parts)
        if name == "settings" and count == 1 and node.parts[0].kind == "text":
            return self.check_setting(node, node.parts[0].value)
        if ("", name) in self.scope.readings:
            return self.check_reading(node, self.scope.readings["", name], node.parts)
        if name not in FUNCTIONS:
            known = [*FUNCTIONS, *(own for subject, own in self.scope.readings if not subject)]
            text = f"there is no function {name!r}{suggest(name, known)}; functions: {', '.join(FUNCTIONS)}"
            raise ExpressionError(text, node.column, "name", name, find_closest(name, known))
        if name in CHOICES:
            return check_choice(node, self.scope, check_in)
        low, high = {"if": (3, 3), "clamp": (3, 3), "abs": (1, 1), "roll": (2, 2)}.get(name, (2, MAX_VALUES))
        if not low <= count <= high:
            text = f"write {_SHAPES[name]}, not {count} value{'s' if count != 1 else ''}"
            raise ExpressionError(text, node.column, "type")
        if name == "if":
            return self.check_branches(node)
        if name == "roll":
            if not self.scope.has_dice:
                raise ExpressionError("there are no dice here", node.column, "type")
            bounds = [limit(self.check_as(part, INTEGER, subject="roll"), MAX_DIE) for part in node.parts]
            return combine("roll", INTEGER, node, bounds, own_steps=DIE_STEPS)
        parts, type = unify([self.check_as(p, *NUMBERS, subject=name) for p in node.parts])
        if name == "clamp":
            lowest = combine("max", type, node, parts[:2])
            return combine("min", type, node, [lowest, parts[2]])
        return combine(name, type, node, parts)

    def check_branches(self, node: Node) -> Typed:
        condition = self.check_as(node.parts[0], BOOLEAN, subject="if")
        parts, type = [self.check(part) for part in node.parts[1:]], ""
        if all(part.type in NUMBERS for part in parts):
            parts, type = unify(parts)
        elif parts[0].type != parts[1].type:
            first, second = (describe_type(part.type) for part in parts)
            text = f"both values of if must be alike, not {first} and {second}"
            raise ExpressionError(text, node.parts[2].column, "type")
        return combine("if", type or parts[0].type, node, [condition, *parts])

    # Operators.

    def check_not(self, node: Node) -> Typed:
        return combine("not", BOOLEAN, node, [self.check_as(node.parts[0], BOOLEAN, subject="not")])

    def check_logic(self, node: Node) -> Typed:
        check = partial(self.check_as, subject=f"'{node.kind}'")
        parts = ExpressionError.check_all(node.parts, lambda part: check(part, BOOLEAN))
        return combine(node.kind, BOOLEAN, node, parts)

    def check_minus(self, node: Node) -> Typed:
        part = self.check_as(node.parts[0], *NUMBERS, subject="'-'")
        if part.op == "constant":
            return Typed("constant", part.type, node.column, saturate(-part.value))
        return combine("minus", part.type, node, [part])

    def check_arithmetic(self, node: Node) -> Typed:
        op = node.kind
        if op in ("//", "%"):
            whole = [self.check_as(part, INTEGER, subject=f"'{op}'") for part in node.parts]
            return combine(op, INTEGER, node, whole)
        parts = [self.check(part) for part in node.parts]
        if are_integers(parts):
            return combine(op, INTEGER, node, parts)
        for typed, part in zip(parts, node.parts, strict=True):
            expect_type(typed, part, NUMBERS, f"'{op}'")
        if op == "*":
            types = [part.type for part in parts]
            op = "*." if types == [DECIMAL, DECIMAL] else "*"
            return combine(op, DECIMAL if DECIMAL in types else INTEGER, node, parts)
        parts, type = unify(parts)
        return combine(op, type, node, parts)

    def check_compare(self, node: Node) -> Typed:
        parts = [self.check(part) for part in node.parts]
        if not are_integers(parts):
            for number, operator in enumerate(node.value):
                self.check_pair(operator, node, parts[number], parts[number + 1])
            if all(part.type in NUMBERS for part in parts):
                parts, _ = unify(parts)
        return combine("compare", BOOLEAN, node, parts, node.value, len(node.value))

    def check_pair(self, operator: str, node: Node, left: Typed, right: Typed) -> None:
        types = {left.type, right.type}
        if types <= set(NUMBERS):
            return
        if operator not in ("==", "!="):
            type = left.type if left.type not in NUMBERS else right.type
            raise ExpressionError(f"{describe_type(type)} has no order; only == and != compare it", node.column, "type")
        kinds = types - {INTEGER}
        is_numbered_thing = len(kinds) == 1 and not kinds & (VALUES | OPAQUE)  # an integer may be its number
        is_alike = len(types) == 1 and not types & OPAQUE
        if not (is_alike or is_numbered_thing or types == {ANY, TEXT}):
            text = f"{describe_type(left.type)} never equals {describe_type(right.type)}"
            raise ExpressionError(text, node.column, "type")

    def check_membership(self, node: Node) -> Typed:
        first, *options = [self.check(part) for part in node.parts]
        for option, part in zip(options, node.parts[1:], strict=True):
            if option.op != "constant" or option.type not in (INTEGER, TEXT):
                raise ExpressionError("the values after 'in' are numbers or texts", part.column, "type")
            self.check_pair("==", node, first, option)
            if first.type == DECIMAL:
                raise ExpressionError("'in' compares whole numbers and texts", node.column, "type")
        values = tuple(option.value for option in options)
        found = combine("in", BOOLEAN, node, [first], values, len(values))
        return found if node.kind == "in" else combine("not", BOOLEAN, node, [found])

    def check_among(self, node: Node) -> Typed:
        text = "values after 'in' stand in parentheses: in ('a', 'b'); a list is in count, any, nearest or sum alone"
        raise ExpressionError(text, node.column, "type")


_CONSTANT_TYPES = {"number": INTEGER, "decimal": DECIMAL, "text": TEXT, "flag": BOOLEAN}

_CHECKS: Mapping[str, Callable[[_Checker, Node], Typed]] = {
    **dict.fromkeys(_CONSTANT_TYPES, _Checker.check_constant),
    **dict.fromkeys(("and", "or"), _Checker.check_logic),
    **dict.fromkeys(("+", "-", "*", "//", "%"), _Checker.check_arithmetic),
    **dict.fromkeys(("in", "not in"), _Checker.check_membership),
    "among": _Checker.check_among,
    "name": _Checker.check_name,
    "path": _Checker.check_path,
    "field": _Checker.check_field,
    "call": _Checker.check_call,
    "method": _Checker.check_method,
    "not": _Checker.check_not,
    "minus": _Checker.check_minus,
    "compare": _Checker.check_compare,
}


def _make_input(node: Node, source: Input) -> Typed:
    return Typed("input", source.type, node.column, source, (), source.steps)
