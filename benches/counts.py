"""Counts what must not grow unnoticed, and compares that with the numbers of the repository.

    python benches/counts.py [SUBJECT ...] [--accept]

Counted, exactly and without timings:

- turns: in fixed games, the calls of Python functions between a command and the next question; in stealth also the
  turns of creatures that compiled steps play, the entries that they leave to the rules in Python, by step and reason,
  and the Python functions that compiled code asks;
- memory: memory blocks and bytes that fifty turns keep, and the bytes that one of them needs at most;
- files: calls of the operating system by the save of a game and by the record of a command;
- sizes: bytes of a save, by section, and of a record after 100, 1,000 and 20,000 turns;
- imports: modules of the framework and other packages that each command imports.

``tests/data/counts.toml`` has the numbers, for the minor version of Python that it names, and ``results/counts.md`` is
its page. Each subject is counted in a process of its own. Repair what rose, or accept the new numbers with
``--accept``. Exit code 1 if something rose.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from count_processes import count_imports
from count_turns import count_files, count_memory, count_sizes, count_turns

NUMBERS = Path(__file__).parents[1] / "tests" / "data" / "counts.toml"
PAGE = Path(__file__).parent / "results" / "counts.md"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"

Tables = dict[str, dict[str, int]]
"""Numbers by table (subject, game and kind, joined by points) and name."""

SUBJECTS: dict[str, Callable[[], Tables]] = {
    "turns": count_turns,
    "memory": count_memory,
    "files": count_files,
    "sizes": count_sizes,
    "imports": count_imports,
}

MUST_NOT_FALL = ("creatures", "fsync")
"""Numbers that are better the higher they are: turns played compiled, and files written through to the disk."""

TOLERANCE = {"memory": 0.03, "sizes": 0.01}
"""Share by which a number may rise: memory varies with the order of names, compressed sizes with the library."""


def count_alone(subject: str) -> Tables:
    """Counts one subject in a process of its own, whose sets and dictionaries always have the same order."""
    command = [sys.executable, __file__, subject, "--print"]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    tables: Tables = json.loads(done.stdout)
    return tables


def list_rises(subject: str, old: Mapping[str, Mapping[str, int]], new: Tables) -> list[str]:
    """Says which numbers rose, or fell if they must not."""
    tolerance = TOLERANCE.get(subject, 0)
    rises = []
    for table, numbers in new.items():
        before = old.get(table, {})
        for name in sorted(before.keys() | numbers.keys()):
            was, now = before.get(name, 0), numbers.get(name, 0)
            if now < was if name in MUST_NOT_FALL else now > was + abs(was) * tolerance:
                rises.append(f"{table}, {name}: {was} -> {now}")
    return rises


def read_numbers() -> dict[str, Any]:
    """Returns the numbers of the repository, with the version of Python under ``python``."""
    return tomllib.loads(NUMBERS.read_text("utf-8"))


def select_tables(numbers: Mapping[str, Any], subject: str) -> Tables:
    """Returns the tables of a subject."""
    return {name: table for name, table in numbers.items() if name.partition(":")[0] == subject}


def write_numbers(numbers: Mapping[str, Any]) -> None:
    """Replaces the numbers of the repository."""
    lines = ["# What must not grow unnoticed; python benches/counts.py --accept", f'python = "{PYTHON}"']
    numbers = {table: dict(sorted(names.items())) for table, names in sorted(numbers.items())}
    for table, names in numbers.items():
        lines += ["", f'["{table}"]', *(f'"{name}" = {number}' for name, number in names.items())]
    NUMBERS.write_text("\n".join(lines) + "\n", "utf-8")
    PAGE.write_text(write_page(numbers), "utf-8")


INTRODUCTION = """# Counts

Written by `python benches/counts.py --accept` from `tests/data/counts.toml`, which a test compares with this tree. A
turn in the halls is one command of the player; games by bots are 300 commands or end before.
"""


def write_page(numbers: Mapping[str, Any]) -> str:
    """Returns the main numbers as Markdown."""
    turns = {name.removeprefix("turns: "): table for name, table in numbers.items() if name.startswith("turns: ")}
    rows = []
    for game, table in turns.items():
        if "calls" in table:
            left = sum(turns.get(f"{game}, left to Python", {}).values())
            rows.append((game, table["calls"], table.get("creatures", ""), left if "creatures" in table else ""))
    parts = [format_table(("game", "Python calls", "turns of creatures played compiled", "left to Python"), rows)]
    for subject in ("memory", "files", "sizes", "imports"):
        tables = {name.partition(": ")[2]: table for name, table in select_tables(numbers, subject).items()}
        if subject == "imports":
            tables = {f"`{name}`": {key: n for key, n in table.items() if " " in key} for name, table in tables.items()}
        names = list(dict.fromkeys(name for table in tables.values() for name in table))
        parts.append(format_table((subject, *names), [(t, *(tables[t].get(n, "") for n in names)) for t in tables]))
    return "\n".join([INTRODUCTION, *parts])


def format_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Returns a table as Markdown."""
    lines = [header, ("---",) * len(header), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"of {', '.join(SUBJECTS)}; default: all")
    parser.add_argument("--accept", action="store_true", help="write the numbers")
    parser.add_argument("--print", action="store_true", help="count one subject in this process and print it as JSON")
    args = parser.parse_args()
    if unknown := set(args.subjects) - SUBJECTS.keys():
        parser.error(f"unknown subject: {', '.join(sorted(unknown))}")
    if args.print:
        print(json.dumps({table: numbers for name in args.subjects for table, numbers in SUBJECTS[name]().items()}))
        return
    numbers = read_numbers()
    if numbers.pop("python") != PYTHON and not args.accept:
        sys.exit(f"{NUMBERS.name} has no numbers of Python {PYTHON}")
    rises = []
    for subject in args.subjects or SUBJECTS:
        tables, old = count_alone(subject), select_tables(numbers, subject)
        rises += list_rises(subject, old, tables)
        numbers = {name: table for name, table in numbers.items() if name not in old} | tables
    if args.accept:
        write_numbers(numbers)
        return
    print("\n".join(rises) or "nothing rose")
    sys.exit(bool(rises))


if __name__ == "__main__":
    main()
