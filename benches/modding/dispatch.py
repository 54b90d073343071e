"""Cost of hooks with 0, 5 and 1,000 listeners, compared with pluggy.

    python benches/modding/dispatch.py [--json]

Each figure is the minimum of several rounds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from timeit import Timer
from types import FunctionType, ModuleType
from typing import Any

import pluggy
from rich.console import Console
from rich.table import Table

from footfall.api import add, hook, hookspecs
from footfall.api.events import Attack, Hearing
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.session import Session
from footfall.loader.hooks.dispatch import compile_hook
from footfall.loader.hooks.implementations import HookTable, create_plugin_manager, register_implementations
from footfall.loader.load import load

ROUNDS = 50
"""Short rounds and many of them: a minimum needs one that nothing interrupted."""

ATTACK = Attack(1, 2, "melee")
HEARING = Hearing(1, 0, "k7", 4, 30, 0)


class FakeHost:
    """The parts of a session that a dispatcher uses."""

    strict = False
    state = None

    def __init__(self) -> None:
        self.suspended: set[tuple[str, str]] = set()
        self.contexts: dict[str, Any] = {}

    def report_problem(self, cause: Any, error: BaseException) -> None:
        raise error


TimedCall = tuple[str, dict[str, Any]]
"""An expression to time, and its global names."""


def time_call(call: TimedCall, number: int) -> float:
    """Nanoseconds per call: the minimum of `ROUNDS`."""
    expression, names = call
    return min(Timer(expression, globals=names).repeat(ROUNDS, number)) / number * 1e9


def listen_silently(event: Any) -> None:
    """A listener without an answer."""


def listen_answering(event: Any) -> list[Any]:
    """A listener that returns terms."""
    return TERMS


TERMS = [add("to_hit", 1)]


def register_listeners(
    name: str, count: int, answer: Callable[..., Any] = listen_silently, **filters: Any
) -> dict[str, Any]:
    """Registers `count` mods with one hook each; filters are functions of the mod's number."""
    manager, implementations = create_plugin_manager(), {}
    for n in range(count):
        module = ModuleType(f"m{n}")
        filter_values = {field: value(n) for field, value in filters.items()}
        function = hook(name, **filter_values)(FunctionType(answer.__code__, globals(), answer.__name__))
        function.__module__ = module.__name__
        module.function = function  # type: ignore[attr-defined]
        implementations[f"m.m{n}"] = register_implementations(manager, f"m.m{n}", module)
    return implementations


def build_dispatch_call(name: str, implementations: dict[str, Any]) -> TimedCall:
    """The compiled dispatch of a hook, with an event."""
    impls = HookTable.build(list(implementations), implementations).by_hook[name]
    event = HEARING if name == "on_hear" else ATTACK
    return "dispatch(event, host)", {"dispatch": compile_hook(name, impls), "event": event, "host": FakeHost()}


def build_pluggy_call(name: str, count: int, answer: Callable[..., Any] = listen_silently) -> TimedCall:
    """The call of the same hook through pluggy."""
    manager = pluggy.PluginManager("footfall")
    manager.add_hookspecs(hookspecs)
    mark = pluggy.HookimplMarker("footfall")
    for n in range(count):
        module = ModuleType(f"p{n}")
        module.function = mark(specname=name)(FunctionType(answer.__code__, globals(), answer.__name__))  # type: ignore[attr-defined]
        manager.register(module, f"p{n}")
    event = HEARING if name == "on_hear" else ATTACK
    return "call(event=event, ctx=None)", {"call": getattr(manager.hook, name), "event": event}


def build_absent_call() -> TimedCall:
    """The question whether a hook has listeners, which a rule asks before it builds an event."""
    ctx = Session.begin(load("stealth", only_mods=()).rules, 1).context()
    return "ctx.has_listeners('on_attack')", {"ctx": ctx}


def time_folds(count: int) -> tuple[float, float, float]:
    """Nanoseconds of a fold without listeners, and of one with `count` mods without and with a tracer."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for n in range(count):
            text = (
                f"from footfall.api import add, hook\nMOD = 'm.m{n}'\n\n\n@hook\ndef on_attack(event):\n"
                "    return [add('to_hit', 1)]\n"
            )
            (root / f"m{n}.py").write_text(text, encoding="utf-8")
        loaded = load("stealth", mods=[root], only_mods=())
        session = Session.begin(loaded.rules, 1)
        ctx = session.context()
        terms = {"to_hit": 0, "defense": 3}
        names = {"ctx": ctx, "event": ATTACK, "terms": terms}
        empty = time_call(("ctx.fold('on_hit', event, terms)", names), 2000)
        call = "ctx.fold('on_attack', event, terms)", names
        without = time_call(call, 200)
        session.tracer = Tracer()
        return empty, without, time_call(call, 200)


def measure_all() -> list[dict[str, Any]]:
    """All rows: what is measured, our time, unit, target, and the time of pluggy."""
    rows: list[tuple[str, float, str, int | None, float | None]] = [
        (
            "whether a mod listens",
            time_call(build_absent_call(), 10_000),
            "ns",
            50,
            time_call(build_pluggy_call("on_attack", 0), 3000),
        )
    ]
    for what, answer, target in (
        ("five listeners without an answer", listen_silently, 250),
        ("five listeners with an answer", listen_answering, None),
    ):
        ours = time_call(build_dispatch_call("on_attack", register_listeners("on_attack", 5, answer)), 5000)
        rows.append((what, ours, "ns", target, time_call(build_pluggy_call("on_attack", 5, answer), 1000)))
    slow = time_call(build_pluggy_call("on_hear", 1000), 5) / 1000
    filters: tuple[tuple[str, dict[str, Any], int], ...] = (
        ("kind", {"kind": lambda n: f"k{n % 100}"}, 5000),
        ("loudness", {"min_loudness": lambda n: 4 if n % 100 == 7 else 5}, 500),
    )
    for name, values, number in filters:
        call = build_dispatch_call("on_hear", register_listeners("on_hear", 1000, **values))
        rows.append((f"on_hear, 1,000 filter by {name}, 1 % match", time_call(call, number) / 1000, "µs", 10, slow))
    empty, off, on = time_folds(5)
    rows += [
        ("a fold without listeners", empty, "ns", 50, None),
        ("a fold with five mods, tracing off", off, "ns", None, None),
        ("tracing on: additional time per mod", (on - off) / 5, "ns", 100, None),
    ]
    keys = ("what", "ours", "unit", "target", "pluggy")
    return [dict(zip(keys, row, strict=True)) for row in rows]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows = measure_all()
    if args.json:
        print(json.dumps(rows, indent=2))
        return
    table = Table("what", "ours", "target", "pluggy")
    for row in rows:
        unit = row["unit"]
        verdict = "met" if row["target"] is not None and row["ours"] <= row["target"] else "MISSED"
        target = "" if row["target"] is None else f"{row['target']} {unit} {verdict}"
        other = "" if row["pluggy"] is None else f"{row['pluggy']:,.1f} {unit}"
        table.add_row(row["what"], f"{row['ours']:,.1f} {unit}", target, other)
    Console().print(table)


if __name__ == "__main__":
    main()
