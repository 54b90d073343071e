"""Every deed, list, hook and term that a game declares is used by a rule of a test that plays.

The readings have tables of cases: `test_vocabulary.py`, `test_king_vocabulary.py`, `test_delve_vocabulary.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from footfall.loader import load
from footfall.loader.rules.values import KEYS_BY_KIND

TESTS = Path(__file__).parents[1]
FOLDERS = (
    "data/vocabulary",
    "delve",
    "generation",
    "king",
    "loader",
    "mods",
    "stealth",
    "stealth_items",
    "stealth_scene",
)
WITHOUT = re.compile(r"hostile|prove_|corpus|matrix|test_inventory|test_loader_words|test_rule_mistakes")
"""Files whose rules are not played one by one, or not at all."""

PAGES = ("rules.md", "cookbook.md")
"""Pages whose rules are played as they are printed."""


def read_rules() -> str:
    """The texts of the tests that have rules in play."""
    files = [file for name in FOLDERS for file in sorted((TESTS / name).rglob("*")) if file.suffix in (".py", ".toml")]
    files = [file for file in files if not WITHOUT.search(str(file.relative_to(TESTS)))]
    files += [TESTS.parent / "docs" / "modding" / name for name in PAGES]
    return "\n".join(file.read_text("utf-8") for file in files)


def list_patterns(game: str) -> Iterator[tuple[str, str]]:
    """Yields each word of a game, with what a rule that uses it looks like."""
    vocabulary = load(game, only_mods=()).vocabulary
    assert vocabulary is not None
    for name in vocabulary.deeds:
        yield f"do.{name}", rf"\bdo\.{name} ?="
    for listed in vocabulary.readings.lists.values():
        yield f"list {listed.key}", rf"\b\w+ in [\w.() ,']*?\b{listed.name}\b"
    for name, spec in vocabulary.hooks.items():
        if spec.kind in KEYS_BY_KIND:
            bare = re.escape(name.rpartition(":")[2])
            yield name, rf'(?m)\[hook\."?(core\.\w+:)?{bare}"?\.|^hook = "(core\.\w+:)?{bare}"|^{bare} = \["'
            yield from ((f"{name} {term}", rf"\b(set|add|mul)\.{term}\b") for term in spec.terms)


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_every_word_is_used_in_play(game: str) -> None:
    rules = read_rules()
    assert [word for word, pattern in list_patterns(game) if not re.search(pattern, rules)] == []
