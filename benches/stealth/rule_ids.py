"""Prints the functions that carry out each rule id of stealth, for the ids carried out in several files.

    python benches/stealth/rule_ids.py [--most FILES] [--cited]

A rule with dice, chance or shares stands in one function. What screens, odds, bots and readings say of it, and the
types and constants that name it, are citations; functions of the other rooms carry it out.
"""

from __future__ import annotations

import argparse
import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
STEALTH = ROOT / "plugins" / "stealth"
SINGLE = re.compile(r"\b(?:R-[A-Z]+-|P-[A-Z]+-|D-)\d+\b")
LIST = re.compile(r"\b((?:R-[A-Z]+-|P-[A-Z]+-|D-))(\d+(?:(?:, | and | to )\d+)+)")

TELLING = {"scene", "odds", "bots", "environment", "vocabulary", "model"}
"""Rooms that read rules: what they cite is carried out elsewhere."""


def find_ids(text: str) -> set[str]:
    """The rule ids in a text; ``R-AI-7, 9`` are two, ``R-AI-7 to 9`` three."""
    ids = set(SINGLE.findall(text))
    for prefix, numbers in LIST.findall(text):
        for first, _, last in (part.partition(" to ") for part in re.split(", | and ", numbers)):
            ids |= {f"{prefix}{number}" for number in range(int(first), int(last or first) + 1)}
    return ids


def list_citing(folder: Path = STEALTH, is_carried_out: bool = False) -> dict[str, dict[str, list[str]]]:
    """The functions and classes that cite each rule id in code or comment, by id and file; a file's head is ``""``.

    Args:
        is_carried_out: leaves out heads, classes, and the rooms that only tell.
    """
    citing: dict[str, dict[str, list[str]]] = defaultdict(dict)
    for path in sorted(folder.rglob("*.py")):
        if is_carried_out and path.relative_to(folder).parts[0] in TELLING:
            continue
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            if is_carried_out and not isinstance(node, ast.FunctionDef):
                continue
            part = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            for id in find_ids(part):
                place = citing[id].setdefault(str(path.relative_to(folder)), [])
                place.append(getattr(node, "name", ""))
    return citing


def main() -> None:
    """Prints the table and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=2, help="files in which an id may stand without a line (2)")
    parser.add_argument("--folder", type=Path, default=STEALTH, help="the code to read (plugins/stealth)")
    parser.add_argument("--cited", action="store_true", help="count all that cite an id")
    options = parser.parse_args()
    citing = list_citing(options.folder, not options.cited)
    for id, files in sorted(citing.items(), key=lambda row: (-len(row[1]), row[0])):
        if len(files) > options.most:
            places = ", ".join(f"{file}:{'|'.join(filter(None, names)) or 'head'}" for file, names in files.items())
            print(f"{id} {len(files)} files: {places}")
    counts = [len(files) for files in citing.values()]
    print(
        f"{len(counts)} ids, {sum(n > 1 for n in counts)} in two files or more, {sum(n > 2 for n in counts)} in three"
    )


if __name__ == "__main__":
    main()
