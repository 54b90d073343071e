"""Random rules and events, and both evaluators on them: generated Python, and programs in Rust."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from footfall import _native
from footfall.expressions.arithmetic import limit_die
from footfall.expressions.checker import check_expression
from footfall.expressions.errors import ExpressionError
from footfall.expressions.program import Output, build_program
from footfall.expressions.python import PythonWriter
from footfall.expressions.scope import Scope
from footfall.expressions.typed import ANY, BOOLEAN, DECIMAL, INTEGER, TEXT, Input, Readable, Typed

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
    settings={"echo": 1.25, "limit": 7, "name": "fog", "hard": True},
)
"""A game's names, with every type of value and thing."""

TEXTS = ("scream", "step", "door", "", "fog", "Ünïcode 'quoted'", "memory")
NUMBERS = (0, 1, 2, 3, 7, 1000, 10**9, 2**31 - 1, 2**31, 2**62, 2**63 - 1)

_DEPTHS = (0, 1, 1, 1, 2, 2, 2, 3, 3, 5)

Log = list[tuple[Any, ...]]


class RandomRule(NamedTuple):
    """The sources of a rule: a condition, and values of terms by kind (``"add"``)."""

    when: str
    terms: tuple[tuple[str, str], ...]


def make_rule(random: Random) -> RandomRule:
    """Makes a rule; most are valid, some break a limit or a type where parentheses are left out."""
    writer = _SourceWriter(random)
    terms = []
    for _ in range(random.randint(1, 3)):
        kind = random.choice(("set", "add", "mul"))
        type = DECIMAL if kind == "mul" and random.random() < 0.5 else INTEGER
        terms.append((kind, writer.write(type, random.choice(_DEPTHS))))
    return RandomRule(writer.write(BOOLEAN, random.choice(_DEPTHS)), tuple(terms))


class _SourceWriter:
    def __init__(self, random: Random) -> None:
        self.random = random

    def write(self, type: str, depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.15:
            return self.write_leaf(type)
        return self.write_form(type, depth - 1)

    def wrap(self, source: str) -> str:
        return f"({source})" if self.random.random() < 0.9 else source

    def write_actor(self) -> str:
        return self.random.choice(("attacker", "target", "attacker.leader", "target.leader.leader()"))

    def write_leaf(self, type: str) -> str:
        random = self.random
        source = random.choice(_LEAVES[type])
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
        *("if( b , i , i )", "roll( i , i )"),
    ),
    DECIMAL: (
        *("d + n", "n + d", "d + d", "- d", "abs( d )", "min( n , d )", "max( d , n )", "clamp( n , d , n )"),
        "if( b , d , n )",
    ),
    TEXT: ("if( b , t , t )",),
    BOOLEAN: (
        *("b and b", "b or b or b", "not b", "n < n", "n < n < n", "t = t", "i in (1, -3, 7)", "t in (TEXT, TEXT,)"),
        *("ACTOR = ACTOR", "ACTOR = 2", "place = t", "b = b", "if( b , b , b )"),
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
        self.terms = [
            (kind, check_expression(source, SCOPE, expected.get(kind, (INTEGER,)))) for kind, source in rule.terms
        ]
        outputs = [Output(kind, f"term{at}", value) for at, (kind, value) in enumerate(self.terms)]
        self.data = build_program(self.when, outputs)
        self.program = _native.RuleProgram(self.data)
        self.inputs = list_inputs([self.when, *(value for _, value in self.terms)])
        self.function = self.compile_python()

    def compile_python(self) -> Callable[..., Any]:
        """Compiles the function that is the reference."""

        def bind(key: str) -> Callable[..., Any]:
            return lambda ctx, *arguments: ctx.read(key, arguments)

        keys = [*(readable.key for readable in SCOPE.readings.values()), "memory"]
        writer = PythonWriter({key: bind(key) for key in keys}, "rule")
        lines = ["def rule(event, ctx):", f"    if not {writer.write(self.when)}:", "        return []", "    return ["]
        lines += [f"        ({at}, limit_die({writer.write(value)}))," for at, (_, value) in enumerate(self.terms)]
        names = {**writer.names, "limit_die": limit_die}
        exec(compile("\n".join([*lines, "    ]"]), "<rule>", "exec"), names)
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

        def load(source: Input) -> Any:
            if source.kind == "field":
                return getattr(world.event, source.name)
            arguments = tuple(load(a) if isinstance(a, Input) else a for a in source.arguments)
            key, arguments = ("memory", (source.name,)) if source.kind == "memory" else (source.name, arguments)
            log.append((key, arguments))
            return world.read(key, arguments)

        outputs = self.program.run(lambda index: load(self.inputs[index]), lambda low, high: world.roll(log, low, high))
        return outputs, log


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
        for part in node.parts:
            walk(part)

    for node in nodes:
        walk(node)
    return list(found)


def check_random_rule(random: Random) -> CheckedRule | None:
    """Returns a valid random rule, or None if the sources broke a limit or a type."""
    try:
        return CheckedRule(make_rule(random))
    except ExpressionError:
        return None
