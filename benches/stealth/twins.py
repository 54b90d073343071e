"""Prints a page of the rules of stealth that stand twice: in Python, and in Rust for compiled turns.

    python benches/stealth/twins.py > benches/results/stealth-twins.md

Rules with dice stand once (`footfall.api.chance`). A comment of a function in Rust names the function in Python that it
copies: ``(`movement.walk_to`)``. Planted errors are those of ``tests/data/stealth/planted-compiled.toml``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"\b[RPD]-(?:[A-Z]+-)?\d+(?:, \d+)*")
COPY = re.compile(r"^ *//[/!].*\(`([\w.]+)`(?:, `([\w.]+)`)?\)")
FUNCTION = re.compile(r"^ *(?:pub(?:\(\w+\))? )?(?:const )?(?:fn|struct|enum|const) (\w+)")
DEFINITION = re.compile(r'^( *)(?:def|class) (\w+)(?:.|\n)*?:\n(?:\1 +"""((?:.|\n)*?)""")?', re.MULTILINE)


class Twin(NamedTuple):
    """A function in Rust, and the function in Python that it copies, without its module."""

    file: str
    function: str
    python: str


def list_twins() -> list[Twin]:
    """All copies, by file and line."""
    twins = []
    for file in sorted((ROOT / "rust").glob("stealth*/src/*.rs")):
        place, named = str(file.relative_to(ROOT / "rust")), list[str]()
        for line in file.read_text("utf-8").splitlines():
            if copied := COPY.match(line):
                named += [name for name in copied.groups() if name and not name.endswith(".py")]
            elif named and (function := FUNCTION.match(line)):
                twins += [Twin(place, function[1], name) for name in named]
                named = []
        twins += [Twin(place, "the file", name) for name in named]
    return twins


def read_rules() -> dict[str, tuple[str, str]]:
    """File and rule ids of each function and class in Python, by name."""
    found = {}
    for folder in (ROOT / "pycore/footfall/world", ROOT / "plugins/stealth"):
        for file in sorted(folder.rglob("*.py")):
            for definition in DEFINITION.finditer(file.read_text("utf-8")):
                ids = ", ".join(dict.fromkeys(RULE_ID.findall(definition[3] or "")))
                found[definition[2]] = (str(file.relative_to(folder.parent)), ids)
    return found


def count_planted() -> dict[tuple[str, str], int]:
    """Planted errors in each function in Rust."""
    path, counts = ROOT / "tests/data/stealth/planted-compiled.toml", dict[tuple[str, str], int]()
    for error in tomllib.loads(path.read_text("utf-8"))["error"]:
        text = (ROOT / "rust" / error["file"]).read_text("utf-8")
        before = text[: text.index(error["right"])].splitlines()
        function = next((match[1] for line in reversed(before) if (match := FUNCTION.match(line))), "")
        counts[error["file"], function] = counts.get((error["file"], function), 0) + 1
    return counts


def write_page() -> Iterator[str]:
    """Yields the lines of the page."""
    twins, rules, planted = list_twins(), read_rules(), count_planted()
    yield f"# The {len(twins)} rules of stealth that stand in Python and in Rust"
    yield ""
    yield "Written by `benches/stealth/twins.py`; a test holds that the page is true and gets no longer."
    yield "`benches/plant_errors.py stealth-compiled` plants the errors; `beside.py` compares all on random floors."
    yield ""
    yield "| rules | Python | Rust | planted errors |"
    yield "|---|---|---|---|"
    for twin in twins:
        file, ids = rules[twin.python.rpartition(".")[2]]
        errors = planted.get((twin.file, twin.function), "")
        yield f"| {ids} | `{file}:{twin.python.rpartition('.')[2]}` | `{twin.file}:{twin.function}` | {errors} |"


if __name__ == "__main__":
    sys.stdout.write("\n".join(write_page()) + "\n")
