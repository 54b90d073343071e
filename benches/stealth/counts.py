"""Counts what turns leave to Python, and compares that with the numbers of the repository.

    python benches/stealth/counts.py [--accept]

Counted, exactly and without timings, in a few fixed games:

- the turns of creatures that compiled steps play, and the entries that they leave to the rules in Python, by step and
  reason;
- the Python functions that compiled code asks: steps of the game, and what the compiled steps lend from the rules;
- all calls of Python functions between a command and the next question.

``tests/data/counts.toml`` has the numbers, for the minor version of Python that it names. What rises is a rule that has
fallen out of the compiled turn, or a turn that asks more than before: repair it, or accept the new numbers with
``--accept``. Exit code 1 if something rose.
"""

from __future__ import annotations

import argparse
import gc
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot

sys.path.insert(0, str(Path(__file__).parent))
import turns

NUMBERS = Path(__file__).parents[2] / "tests" / "data" / "counts.toml"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"

HUNTERS = {2: 100, 20: 100, 500: 16}
"""Hunters in the hall of `turns.py`, and turns."""

BOT_TURNS = 300

Counts = dict[str, dict[str, int]]
"""Numbers of a game by kind (``turns``, ``left``, ``asked``) and name."""


class CallCounter:
    """Counts calls of Python functions while it is on.

    Attributes:
        calls: number of all calls.
        asked: calls by compiled code, by function.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.asked: Counter[str] = Counter()
        self._loops: list[FrameType] = []

    @contextmanager
    def count(self) -> Iterator[None]:
        """Counts the calls of a block; the garbage collector rests."""
        before = sys.getprofile()
        gc.disable()
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(before)
            gc.enable()

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            self.calls += 1
            if self._loops and frame.f_back is self._loops[-1]:
                code = frame.f_code
                self.asked[f"{Path(code.co_filename).stem}.{code.co_name}"] += 1
        elif event == "c_call" and getattr(argument, "__name__", "") == "run_agenda":
            self._loops.append(frame)
        elif event in ("c_return", "c_exception") and getattr(argument, "__name__", "") == "run_agenda":
            self._loops.pop()


def count_games() -> dict[str, Counts]:
    """The counts of all games; each is played once before it is counted, so that what is kept is kept."""
    games: dict[str, Counts] = {}
    for hunters, length in HUNTERS.items():
        for _ in range(2):
            session = turns.build_hall(hunters, "aggravated")
            games[f"{hunters}-hunters"] = _count(session, turns.list_commands(session, length))
    rules = load("core.stealth", only=()).rules
    for _ in range(2):
        session = Session.begin(rules, 2, {"course": "first"})
        games["first-descent"] = _count(session, _list_bot_commands(session))
    return games


def _list_bot_commands(session: Session) -> Iterator[Any]:
    bot = find_bot(session.rules, "brawler")
    context = BotContext(session, bot.id, 1)
    for _ in range(BOT_TURNS):
        options = list_legal_commands(session)
        command = bot.decide(context, options) if options else None
        if command is None:
            return
        yield command


def _count(session: Session, commands: Iterator[Any]) -> Counts:
    counter = CallCounter()
    for command in commands:
        with counter.count():
            session.submit(command)
    played, left = session.compiled_steps[turns.PHASE].play.__self__.tally()  # type: ignore[attr-defined]
    by_name = {f"{step}: {reason}": number for (step, reason), number in left.items()}
    totals = {"creatures": played, "calls": counter.calls}
    return {"turns": totals, "left": dict(sorted(by_name.items())), "asked": dict(sorted(counter.asked.items()))}


def list_rises(old: Mapping[str, Counts], new: Mapping[str, Counts]) -> list[str]:
    """What rose, in words; the turns of creatures that are played compiled must not fall."""
    rises = []
    for game, kinds in new.items():
        for kind, numbers in kinds.items():
            for name, number in numbers.items():
                before = old.get(game, {}).get(kind, {}).get(name, 0)
                if number < before if name == "creatures" else number > before:
                    rises.append(f"{game}, {kind}, {name}: {before} -> {number}")
    return rises


def read_numbers() -> dict[str, Any]:
    """The numbers of the repository, with the version of Python under ``python``."""
    return tomllib.loads(NUMBERS.read_text("utf-8"))


def write_numbers(games: Mapping[str, Counts]) -> None:
    """Replaces the numbers of the repository."""
    lines = ["# What turns leave to Python; python benches/stealth/counts.py --accept", f'python = "{PYTHON}"']
    for game, kinds in games.items():
        for kind, numbers in kinds.items():
            lines += ["", f"[{game}.{kind}]", *(f'"{name}" = {number}' for name, number in numbers.items())]
    NUMBERS.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--accept", action="store_true", help="write the numbers")
    args = parser.parse_args()
    games = count_games()
    if args.accept:
        write_numbers(games)
        return
    numbers = read_numbers()
    if numbers.pop("python") != PYTHON:
        sys.exit(f"the numbers are not those of Python {PYTHON}")
    rises = list_rises(numbers, games)
    print("\n".join(rises) or "nothing rose")
    sys.exit(bool(rises))


if __name__ == "__main__":
    main()
