"""Measures what the tests of each room cost, and writes the page.

    python benches/suite.py [--write] [OPTION OF PYTEST ...]

Runs pytest with the options, such as ``-n auto``, ``--proof all`` or the folders of some rooms, and prints the table;
``--write`` writes it to ``results/suite.md``, where rooms that did not run keep their lines. Processor seconds are
those of setup, call and teardown, with the processes that they start and wait for. Exit code 1 if a test failed.

As a plugin of pytest, it notes the cost of each test.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "results" / "suite.md"
NOTES = "FOOTFALL_SUITE_NOTES"
"""The variable with the folder in which each process of pytest notes its tests."""

CATCHES = {
    "cli": "streams, signals, exit codes and imports of real processes; the output of each command",
    "stealth": "rules of the base game, compiled turns against Python, odds against trials",
    "mods": "mods that fail, hang or write where they must not; every snippet of the handbook",
    "app": "the program by its keys: title, settings, saves, replays, console",
    "kernels": "Rust, reference and oracle equal; layouts, hostile arguments, threads",
    "ui": "screens as pictures and text, keys, mouse, plain lines",
    "king": "rules of the board game, the compiled board against Python",
    "sharing": "indexes, signatures, stores: torn downloads, forged files, kills",
    "loader": "order, trust, isolation, rules as data",
    "content": "records and patches: wrong data is named with its line",
    "sim": "workers, sweeps, reports, equal digests",
    "delve": "rules of the dice dungeon, its charts and invariants",
    "env": "observations, masks, tasks, hunts: the same game by numbers; its page and commands",
    "check": "findings of `mods check` with their lines, and their fixes",
    "generation": "floors: reachable, within limits, promises kept",
    "page": "the page of a replay and the frames of a server (the rest, in Chromium, is a proof)",
    "stealth_scene": "scenes without leaks, keys, sounds on the map",
    "serve": "guests, tables and seats over real sockets; the gate; hostile pages",
    "engine": "sessions, agenda, folds, dice, guards",
    "saves": "kills at each write, forged saves, migrations, saves of earlier versions",
    "scenario": "every rule of stealth as a scene in data, by commands and by keys",
    "house": "words, names, constants, sizes, invariants without a test",
    "testing": "the test kit for authors of mods and its plugin",
    "reference": "generated pages that are out of date",
    "api": "the types that mods see, by mypy; names of the contract",
    "conformance": "each fault that the tests of mods must find",
    "audio": "the direction of sounds, their waves, the device",
    "bisect": "culprits among many mods",
    "expressions": "the language of rules: types, limits, programs in Rust against Python",
    "stealth_items": "items of the base game",
    "storm": "the checker of the storm finds planted faults",
    "test_counts.py": "calls, memory, files, sizes and imports that rise",
    "test_planted_errors.py": "errors to plant that no longer fit the code",
    "examples": "the tests that come with the mods of `mods/`",
}
"""What the tests of each room catch."""

HEAD = """\
# The suite

Processor seconds that the tests of each room cost in the README's test command, with the processes they start, but
without pytest's own work; by `python benches/suite.py --write`. Other programs used the machine as well: compare rooms,
not machines. `--proof all` instead of `--write` prints the cost with all proofs.

| room of `tests/` | tests | lines | s | catches |
|---|--:|--:|--:|---|
"""

Row = tuple[int, int, float]
"""Tests, lines, seconds."""

_costs: list[tuple[str, float]] = []


def _read_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes the cost of a test."""
    before = _read_seconds()
    done = yield
    _costs.append((item.nodeid, _read_seconds() - before))
    return done


def pytest_sessionfinish() -> None:
    """Writes the notes of this process."""
    name = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    Path(os.environ[NOTES], f"{name}.json").write_text(json.dumps(_costs), "utf-8")


def find_room(test: str) -> str:
    """Returns the room of a test by its node id."""
    top, room, *_ = test.partition("::")[0].split("/")
    return "examples" if top == "mods" else room


def count_lines(room: str) -> int:
    """Returns the lines of a room's tests and of what they share."""
    place = ROOT / "tests" / room
    files = (ROOT / "mods").glob("*/tests/**/*.py") if room == "examples" else place.rglob("*.py")
    return sum(len(file.read_text("utf-8").splitlines()) for file in ([place] if place.is_file() else files))


def sum_rooms(costs: Mapping[str, float]) -> dict[str, Row]:
    """Returns the row of each room from the seconds of each test."""
    rooms: dict[str, list[float]] = defaultdict(list)
    for test, seconds in costs.items():
        rooms[find_room(test)].append(seconds)
    return {room: (len(spent), count_lines(room), sum(spent)) for room, spent in rooms.items()}


def read_page() -> dict[str, Row]:
    """Returns the rows of the page."""
    rows = re.findall(r"^\| ([\w.]+) \| ([\d,]+) \| ([\d,]+) \| ([\d.]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    return {room: (int(n.replace(",", "")), int(lines.replace(",", "")), float(s)) for room, n, lines, s in rows}


def write_table(rows: Mapping[str, Row]) -> str:
    """Returns the lines of the table, the dearest room first, and their sum."""
    ordered = sorted(rows.items(), key=lambda row: -row[1][2])
    lines = [f"| {room} | {n:,} | {size:,} | {s:.1f} | {CATCHES[room]} |" for room, (n, size, s) in ordered]
    tests, size, seconds = (sum(column) for column in zip(*rows.values(), strict=True))
    return "\n".join([*lines, f"| **all** | {tests:,} | {size:,} | {seconds:.0f} | |", ""])


def main() -> int:
    """Runs pytest; prints or writes the table."""
    options = [option for option in sys.argv[1:] if option != "--write"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))
        environment = os.environ | {NOTES: folder, "PYTHONPATH": path}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "suite", *options]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        costs = dict(cost for notes in Path(folder).iterdir() for cost in json.loads(notes.read_text("utf-8")))
    rows = sum_rooms(costs)
    if "--write" in sys.argv:
        rows = {**read_page(), **rows}
        PAGE.write_text(HEAD + write_table(rows), "utf-8")
    print(write_table(rows))
    return int(code != 0)


if __name__ == "__main__":
    sys.exit(main())
