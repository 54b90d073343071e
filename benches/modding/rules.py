"""Cost of rules as data in Python: of one rule in dispatch, and of binding a mod of a thousand.

    python benches/modding/rules.py [--json]

Conditions read fields of the event and terms are constant, so that neither readings nor terms count. Each figure is
the minimum of several rounds.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from time import process_time
from timeit import Timer
from typing import Any

from footfall.api.events import Hearing
from footfall.loader.load import load

COUNT = 100
ROUNDS = 50
HEARING = Hearing(1, 0, "door", 4, 30, 0)

MANIFEST = (
    '[mod]\nid = "bench.rules"\nversion = "1.0.0"\nname = "Rules"\nsummary = "Many rules."\ngames = ["stealth"]\n'
)

CONDITIONS = {
    "that asks nothing": "true",
    "whose fields hold": "kind == 'door' and loudness >= 3",
    "whose fields do not hold": "distance == {n} and kind == 'shot'",
    "whose expression holds": "kind in ('door', 'step') and distance - loudness * 3 > 10",
    "whose expression does not hold": "kind in ('fight', 'hurt') or distance + loudness < 10",
}


class FakeHost:
    """The parts of a session that a dispatcher uses."""

    strict = False
    state = None

    def __init__(self) -> None:
        self.suspended: set[tuple[str, str]] = set()
        self.contexts: dict[str, Any] = {"bench.rules": None}

    def report_problem(self, cause: Any, error: BaseException) -> None:
        raise error


def write_rules(folder: Path, condition: str, count: int) -> None:
    """Writes a mod of rules of ``on_hear`` with one condition, in which ``{n}`` is the number of the rule."""
    (folder / "content").mkdir(exist_ok=True)
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    rules = [
        f'[hook.on_hear.rule{n}]\nwhen = "{condition.format(n=n)}"\nadd.range = 1\nreason = "rule {n}"\n'
        for n in range(count)
    ]
    (folder / "content" / "rules.toml").write_text("\n".join(rules), encoding="utf-8")


def measure_dispatch(condition: str) -> float:
    """Returns the microseconds that a rule adds to a call of its hook."""
    times = []
    for count in (1, COUNT + 1):
        with tempfile.TemporaryDirectory() as name:
            write_rules(Path(name), condition, count)
            dispatch = load("stealth", mods=[Path(name)], only_mods=()).rules.hooks.dispatch["on_hear"]
        timer = Timer("dispatch(event, host)", globals={"dispatch": dispatch, "event": HEARING, "host": FakeHost()})
        times.append(min(timer.repeat(ROUNDS, 200)) / 200 * 1e6)
    return (times[1] - times[0]) / COUNT


def measure_load(count: int) -> float:
    """Returns the milliseconds of processor time that a mod of `count` rules adds to loading a game."""
    times = []
    for rules in (0, count):
        with tempfile.TemporaryDirectory() as name:
            write_rules(Path(name), CONDITIONS["whose expression holds"], rules)
            rounds = []
            for _ in range(5):
                begin = process_time()
                load("stealth", mods=[Path(name)], only_mods=())
                rounds.append(process_time() - begin)
        times.append(min(rounds) * 1e3)
    return times[1] - times[0]


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    figures = {f"a rule {name}, µs": round(measure_dispatch(text), 3) for name, text in CONDITIONS.items()}
    figures["a mod of 1,000 rules, ms to load"] = round(measure_load(1_000))
    if as_json:
        print(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        for name, value in figures.items():
            print(f"{name:<48} {value:>8}")


if __name__ == "__main__":
    main()
