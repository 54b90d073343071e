"""Random rules and events, and both evaluators on them: generated Python, and programs in Rust."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from footfall import _native
from footfall.expressions.checker import check_expression, check_in
from footfall.expressions.choices import check_pick, make_choice
from footfall.expressions.program import Output, build_program
from footfall.expressions.python import PythonWriter, limit_die
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import (
    ANY,
    BIND,
    BOOLEAN,
    CHOICE,
    DECIMAL,
    INTEGER,
    ITEM,
    TEXT,
    Input,
    Readable,
    Scope,
    Typed,
)

SCOPE = Scope(
    fields={
        "kind": TEXT,
        "weapon": TEXT,
        "loudness": INTEGER,
        "distance": INTEGER,
        "weight": DECIMAL,
        "backstab": BOOLEAN,
        "attacker": "actor",
        "target": "actor",
        "at": "cell",
        "place": ANY,
    },
    readings={
        (readable.subject, readable.name): readable
        for readable in (
            Readable("stat", ("actor", TEXT), INTEGER, 5),
            Readable("has", ("actor", TEXT), BOOLEAN, 5),
            Readable("mood", ("actor",), TEXT, 5),
            Readable("leader", ("actor",), "actor", 5),
            Readable("cell", ("actor",), "cell", 5),
            Readable("open_neighbors", ("cell",), INTEGER, 20),
            Readable("turn", (), INTEGER, 2),
            Readable("weather", (), TEXT, 2),
            Readable("share", (INTEGER,), DECIMAL, 2),
        )
    },
    lists={
        (readable.subject, readable.name): readable
        for readable in (
            Readable("near", ("actor", INTEGER), "actor", 20, 6),
            Readable("spots", ("actor",), "cell", 20, 7),
            Readable("around", ("cell", INTEGER), "actor", 20, 5),
            Readable("all", (), "actor", 5, 4),
        )
    },
    settings={"echo": 1.25, "limit": 7, "name": "fog", "hard": True},
)
"""A game's names, with every type of value and thing."""

LISTS = [readable.key for readable in SCOPE.lists.values()]

TEXTS = ("scream", "step", "door", "", "fog", "Ünïcode 'quoted'", "memory")
NUMBERS = (0, 1, 2, 3, 7, 1000, 10**9, 2**31 - 1, 2**31, 2**62, 2**63 - 1)

_DEPTHS = (0, 1, 1, 1, 2, 2, 2, 3, 3, 5)

Log = list[tuple[Any, ...]]


class RandomRule(NamedTuple):
    """The sources of a rule: a condition, and values of terms by kind (``"add"``)."""

    when: str
    terms: tuple[tuple[str, str], ...]
    pick: tuple[str, str, str, int] | None = None
    """The choice of the rule: ``NAME in LIST``, its condition, the value that orders, the most items."""


def make_rule(random: Random, has_choices: bool = True) -> RandomRule:
    """Makes a rule; most are valid, some break a limit or a type where parentheses are left out."""
    writer = _SourceWriter(random, has_choices)
    when = writer.write(BOOLEAN, random.choice(_DEPTHS))
    pick = None
    if has_choices and random.random() < 0.2:
        among = writer.write_among()
        depth = random.choice((0, 1, 1, 2))
        pick = (among, writer.write(BOOLEAN, depth), writer.write(INTEGER, depth), random.randint(1, 4))
    terms = []
    for _ in range(random.randint(1, 3)):
        kind = random.choice(("set", "add", "mul"))
        type = DECIMAL if kind == "mul" and random.random() < 0.5 else INTEGER
        terms.append((kind, writer.write(type, random.choice(_DEPTHS))))
    return RandomRule(when, tuple(terms), pick)


class _SourceWriter:
    def __init__(self, random: Random, has_choices: bool) -> None:
        self.random, self.has_choices = random, has_choices
        self.actors: list[str] = []
        self.cells: list[str] = []

    def write_among(self) -> str:
        """Opens a choice: its item can be read from now on."""
        form = self.random.choice(("near(1)", "near(2)", "spots", "around(2)", "all"))
        subject = self.random.choice(("attacker", "target", *self.actors))
        if form == "around(2)":
            subject = self.random.choice(("at", f"{subject}.cell", *self.cells))
        if self.random.random() < 0.2:
            other = f"{self.write_actor()}.cell" if form == "around(2)" else self.write_actor()
            subject = f"if({self.write(BOOLEAN, 1)}, {subject}, {other})"
        if self.random.random() < 0.2:
            form = form.replace("2", self.write(INTEGER, 1))
        listed = form if form == "all" else f"{subject}.{form}"
        item = f"{'spot' if form == 'spots' else 'foe'}{len(self.actors) + len(self.cells)}"
        (self.cells if form == "spots" else self.actors).append(item)
        return f"{item} in {listed}"

    def write_choice(self, kind: str, depth: int) -> str:
        actors, cells = list(self.actors), list(self.cells)
        among = self.write_among()
        is_whole = kind != "sum" and self.random.random() > 0.9
        value = "" if is_whole else f", {self.write(INTEGER if kind == 'sum' else BOOLEAN, depth)}"
        source = f"{kind}({among}{value})"
        is_cell = len(self.cells) > len(cells)
        self.actors, self.cells = actors, cells
        return f"{source}.open_neighbors" if kind == "nearest" and is_cell else source

    def write(self, type: str, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.15:
            return self.write_leaf(type)
        return self.write_form(type, depth - 1)

    def wrap(self, source: str) -> str:
        return f"({source})" if self.random.random() < 0.9 else source

    def write_actor(self) -> str:
        return self.random.choice(("attacker", "target", "attacker.leader", "target.leader.leader()", *self.actors * 3))

    def write_leaf(self, type: str) -> str:
        random = self.random
        source = random.choice(_LEAVES[type])
        if type == INTEGER and self.cells and random.random() < 0.3:
            return f"{random.choice(self.cells)}.open_neighbors"
        if "ACTOR" in source:
            source = source.replace("ACTOR", self.write_actor())
        if "TEXT" in source:
            source = source.replace("TEXT", self.quote())
        if "NUMBER" in source:
            source = source.replace("NUMBER", str(random.choice((random.randint(0, 20), random.choice(NUMBERS)))))
        return source.replace("DECIMAL", f"{random.randint(0, 9)}.{random.randint(0, 999)}")

    def quote(self) -> str:
        text = self.random.choice(TEXTS)
        return f'"{text}"' if "'" in text or self.random.random() < 0.3 else f"'{text}'"

    def write_form(self, type: str, depth: int) -> str:
        """Fills a form: ``i d n b t`` are values by type, ``l`` a leaf, ``<`` an order, ``=`` an equality."""
        if self.has_choices and type in (INTEGER, BOOLEAN) and self.random.random() < 0.12:
            kind = self.random.choice(("count", "nearest", "sum")) if type == INTEGER else "any"
            source = self.write_choice(kind, min(depth, 2))
            return f"{source}.stat({self.quote()})" if kind == "nearest" and source.endswith(")") else source
        parts = []
        for part in self.random.choice(_FORMS[type]).split(" "):
            if part in _TYPES:
                wanted = _TYPES[part]
                if part == "n":
                    wanted = self.random.choice((INTEGER, INTEGER, DECIMAL))
                parts.append(self.write(wanted, depth - (self.random.random() < 0.3)))
            elif part in _SIGNS:
                parts.append(self.random.choice(_SIGNS[part]))
            elif part == "ACTOR":
                parts.append(self.write_actor())
            else:
                parts.append(part.replace("TEXT", self.quote()))
        return self.wrap(" ".join(parts))


_TYPES = {"i": INTEGER, "d": DECIMAL, "n": "", "b": BOOLEAN, "t": TEXT}

_SIGNS = {
    "<": ("<", "<=", ">", ">=", "==", "!="),
    "=": ("==", "!="),
    "+": ("+", "-", "*"),
    "/": ("+", "-", "*", "//", "%"),
    "in": ("in", "not in"),
}

_LEAVES = {
    INTEGER: (
        *("NUMBER", "NUMBER", "NUMBER", "NUMBER", "loudness", "distance", "turn", "settings.limit", "memory.seen"),
        *("ACTOR.stat(TEXT)", "ACTOR.cell.open_neighbors", "at.open_neighbors"),
    ),
    DECIMAL: ("DECIMAL", "weight", "settings.echo", "share(3)"),
    TEXT: ("TEXT", "kind", "weapon", "weather", "ACTOR.mood", "settings.name"),
    BOOLEAN: ("true", "false", "backstab", "settings.hard", "ACTOR.has(TEXT)"),
}

_FORMS = {
    INTEGER: (
        *("i / i", "i / i", "- i", "abs( i )", "min( i , i )", "max( i , i , i )", "clamp( i , i , i )"),
        *("if( b , i , i )", "roll( i , i )", "if( b , ACTOR , ACTOR ) .leader.stat(TEXT)"),
        *("if( b , ACTOR .cell , at ) .open_neighbors",),
    ),
    DECIMAL: (
        *("d + n", "n + d", "d + d", "- d", "abs( d )", "min( n , d )", "max( d , n )", "clamp( n , d , n )"),
        *("if( b , d , n )", "share( i )", "share( if( b , i , 3 ) )"),
    ),
    TEXT: ("if( b , t , t )",),
    BOOLEAN: (
        *("b and b", "b or b or b", "not b", "n < n", "n < n < n", "t = t", "i in (1, -3, 7)", "t in (TEXT, TEXT,)"),
        *("ACTOR = ACTOR", "ACTOR = 2", "if( b , ACTOR , ACTOR ) = ACTOR", "place = t", "b = b", "if( b , b , b )"),
    ),
}


class World:
    """The events, readings and dice of one run: both evaluators see the same, and each has its own log."""

    def __init__(self, random: Random) -> None:
        self.salt = random.getrandbits(32)
        edge = (-(2**63), -(10**9), -7, -1, *NUMBERS)
        self.event = SimpleNamespace(
            kind=random.choice((*TEXTS, "unknown")),
            weapon=random.choice((*TEXTS, "unknown")),
            loudness=random.choice(edge),
            distance=random.randint(-5, 20),
            weight=random.choice((0, 1500, -250, 2**62)),
            backstab=random.random() < 0.5,
            attacker=random.randint(0, 3),
            target=random.randint(0, 3),
            at=(random.randint(0, 3), 2),
            place=random.choice(((1, 2), *TEXTS)),
        )

    def read(self, key: str, arguments: tuple[Any, ...]) -> Any:
        """Returns the value of a reading: the same for the same arguments."""
        number = zlib.crc32(repr((self.salt, key, arguments)).encode())
        match key:
            case "actor.has":
                return number % 2 == 0
            case "actor.mood" | "weather":
                return (*TEXTS, "unknown")[number % 8]
            case "actor.leader":
                return number % 4
            case "actor.near" | "cell.around" | "all":
                return tuple(sorted(range(number % 9), key=lambda id: zlib.crc32(f"{number} {id}".encode())))
            case "actor.spots":
                cells = [(y, x) for y in range(-1, 2) for x in range(-2, number % 3)]
                return tuple(sorted(cells, key=lambda cell: zlib.crc32(f"{number} {cell}".encode())))
            case "actor.cell":
                return (number % 5, number % 3)
        return (number % 41 - 20) * (2**57 if number % 7 == 0 else 1)

    def roll(self, log: Log, low: int, high: int) -> int:
        """Returns the next die of a run, which depends on the dice before it."""
        log.append(("roll", low, high))
        return low + zlib.crc32(repr((self.salt, len(log))).encode()) % (high - low + 1)


class CheckedRule:
    """A rule with checked types, ready for both evaluators."""

    def __init__(self, rule: RandomRule) -> None:
        """Checks the rule.

        Raises:
            ExpressionError: it is not valid.
        """
        self.source = rule
        self.when = check_expression(rule.when, SCOPE, (BOOLEAN,))
        expected = {"mul": (INTEGER, DECIMAL)}
        scope, self.pick = SCOPE, None
        if rule.pick is not None:
            among, where, order, most = rule.pick
            choice, scope, values = check_pick(among, most, SCOPE, check_in)
            parts = check_expression(where, scope, (BOOLEAN,)), check_expression(order, scope, (INTEGER,))
            self.pick = make_choice(choice, choice.item.type, 1, parts, values)
        self.terms = [
            (kind, check_expression(source, scope, expected.get(kind, (INTEGER,)))) for kind, source in rule.terms
        ]
        outputs = [Output(kind, f"term{at}", value) for at, (kind, value) in enumerate(self.terms)]
        self.data = build_program(self.when, outputs, self.pick)
        self.program = _native.RuleProgram(self.data)
        self.inputs = list_inputs([self.when, *([self.pick] if self.pick else []), *(value for _, value in self.terms)])
        self.function = self.compile_python()

    def compile_python(self) -> Callable[..., Any]:
        """Compiles the function that is the reference."""

        def bind(key: str) -> Callable[..., Any]:
            return lambda ctx, *arguments: ctx.read(key, arguments)

        readables = (*SCOPE.readings.values(), *SCOPE.lists.values())
        keys = [*(readable.key for readable in readables), "memory"]
        writer = PythonWriter({key: bind(key) for key in keys}, "rule")
        results = "".join(f"({at}, limit_die({writer.write(value)})), " for at, (_, value) in enumerate(self.terms))
        source = f"[{results}]" if self.pick is None else writer.write_each(self.pick, f"({results})")
        lines = ["def rule(event, ctx):", f"    if not {writer.write(self.when)}:", "        return []"]
        names = {**writer.names, "limit_die": limit_die}
        exec(compile("\n".join([*lines, f"    return {source}"]), "<rule>", "exec"), names)
        function: Callable[..., Any] = names["rule"]
        return function

    def run_python(self, world: World) -> tuple[list[tuple[int, int]], Log]:
        """Returns the outputs, and the log of readings and dice."""
        log: Log = []

        class Context:
            def read(self, key: str, arguments: tuple[Any, ...]) -> Any:
                log.append((key, arguments))
                return world.read(key, arguments)

            def roll(self, purpose: str, low: int, high: int) -> int:
                return world.roll(log, low, high) if low < high else low

        return self.function(world.event, Context()), log

    def run_rust(self, world: World) -> tuple[list[tuple[int, int]], Log]:
        """Returns the same from the program."""
        log: Log = []

        items: dict[Input, Any] = {}

        def bind(index: int, item: int) -> None:
            is_cell = self.inputs[index].type == "cell"
            items[self.inputs[index]] = decode_cell(item) if is_cell else item

        def load(source: Input) -> Any:
            if source.kind == ITEM:
                return items[source]
            if source.kind == "field":
                return getattr(world.event, source.name)
            arguments = tuple(load(a) if isinstance(a, Input) else a for a in source.arguments)
            key, arguments = ("memory", (source.name,)) if source.kind == "memory" else (source.name, arguments)
            log.append((key, arguments))
            return world.read(key, arguments)

        def load_plain(index: int) -> Any:
            source, value = self.inputs[index], load(self.inputs[index])
            if source.kind != "reading" or source.name not in LISTS:
                return value
            return [encode_cell(item) if isinstance(item, tuple) else item for item in value]

        return self.program.run(load_plain, lambda low, high: world.roll(log, low, high), bind), log


def encode_cell(cell: tuple[int, int]) -> int:
    """Returns a cell as programs have it."""
    return cell[0] * 2**32 + cell[1]


def decode_cell(number: int) -> tuple[int, int] | None:
    """Returns the cell of a number; None for no cell."""
    if number == -(2**63):
        return None
    x = (number + 2**31) % 2**32 - 2**31
    return (number - x) // 2**32, x


def list_inputs(nodes: list[Typed]) -> list[Input]:
    """Returns the inputs of typed expressions in the order of a program's table."""
    found: dict[Input, None] = {}

    def add(source: Input) -> None:
        for argument in source.arguments:
            if isinstance(argument, Input):
                add(argument)
        found.setdefault(source)

    def walk(node: Typed) -> None:
        if node.op == "input":
            add(node.value)
        elif node.op == CHOICE:
            add(node.value.item)
            add(node.value.items)
        for place, part in enumerate(node.parts):
            walk(part)
            if node.op == BIND and place == 0:
                add(node.value)

    for node in nodes:
        walk(node)
    return list(found)


def check_random_rule(random: Random, has_choices: bool = True) -> CheckedRule | None:
    """Returns a valid random rule, or None if the sources broke a limit or a type."""
    try:
        return CheckedRule(make_rule(random, has_choices))
    except ExpressionError:
        return None
