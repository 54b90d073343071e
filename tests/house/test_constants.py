"""A number of a rule is declared once: in one module of its game, and not again in its compiled rules."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ("stealth", "king", "delve")

RULE_ID = re.compile(r"\b[A-Z]+-[A-Z0-9_]+(?:-[A-Z0-9_.]*\d)?\b")
RUST_NUMBER = re.compile(r"^\s*(?:pub(?:\(\w+\))? )?const (\w+): (?:[iu](?:32|64)|f64) = -?[\d(]", re.MULTILINE)
"""A number that may be one of the rules: `usize` and `u8` are sizes and codes."""

RUST_LIMITS = {"LARGEST": "limit of the numbers that are read from records"}
"""Numbers of compiled rules that are no numbers of the rules, each with the reason."""

Declared = tuple[str, object, str]


def list_numbers(text: str) -> Iterator[Declared]:
    """Yields name, value and docstring of the constants of a module that are numbers."""
    body = ast.parse(text).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        told = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            told = str(after.value.value)
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            values = node.value.elts if isinstance(node.value, ast.Tuple) else []
            pairs = list(zip(node.targets[0].elts, values, strict=False))
        elif isinstance(node, ast.Assign):
            pairs = [(node.targets[0], node.value)]
        else:
            continue
        for target, value in pairs:
            try:
                number = ast.literal_eval(value)
            except ValueError:
                continue
            if isinstance(target, ast.Name) and target.id.isupper() and type(number) in (int, float):
                yield target.id, number, told


def find_repeats(modules: dict[str, str]) -> list[str]:
    """Returns the names that several modules declare, and the rules of which they declare the same number."""
    places: defaultdict[object, set[str]] = defaultdict(set)
    for place, text in modules.items():
        for name, number, told in list_numbers(text):
            places[name].add(place)
            for rule in RULE_ID.findall(told):
                places[f"{rule} = {number}"].add(place)
    return sorted(f"{what}: {', '.join(sorted(found))}" for what, found in places.items() if len(found) > 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_number_is_declared_in_one_module(game: str) -> None:
    folder = ROOT / "plugins" / game
    assert find_repeats({str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.py")}) == []


@pytest.mark.parametrize("game", ["stealth", "king"])
def test_compiled_rules_declare_no_numbers(game: str) -> None:
    """Python declares them and hands them over (`compiled.py` of the game)."""
    found = {
        name
        for crate in (game, f"{game}-python")
        for path in (ROOT / "rust" / crate / "src").rglob("*.rs")
        for name in RUST_NUMBER.findall(path.read_text("utf-8"))
    }
    assert found - set(RUST_LIMITS) == set()


def test_repeats_are_found_by_name_and_by_rule() -> None:
    one = 'REACH, PAUSE = 4, 2\nWALL: int = 3\n"""Cells (R-AI-7)."""\nNAME = "x"\n'
    other = 'REACH = 5\nRANGE = 3\n"""The same (R-AI-7)."""\nNAME = "y"\n'
    assert find_repeats({"one.py": one, "other.py": other}) == [
        "R-AI-7 = 3: one.py, other.py",
        "REACH: one.py, other.py",
    ]
    assert RUST_NUMBER.findall("const A: i64 = -5;\npub const B: u32 = 2;\nconst C: usize = 3;") == ["A", "B"]
