"""A sample of `prove_data_mods`: hostile data mods stop no game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import pytest
from hostile_rings import write_mods
from hostile_words import HostileWriter
from prove_data_mods import GAMES, WRITERS, attack

from footfall.expressions.typed import Input, list_inputs
from footfall.loader import load


@pytest.mark.proof(0)
def test_hostile_data_mods_stop_no_game() -> None:
    played = attack(len(WRITERS), seed=3, commands=12)
    assert all(case.used and not case.is_slow for case in played)
    assert any(case.has_rung for case in played)


@pytest.mark.parametrize("game", GAMES)
def test_hostile_data_mods_have_every_word_that_a_game_declares(game: str, tmp_path: Path) -> None:
    """A rule that costs too much is refused, so that some words need another try."""
    words, tries = HostileWriter(game), range(3)
    mods = write_mods(tmp_path, game, [words.rolls + "".join(words.write_each_word(Random(n))) for n in tries])
    rules: list[Any] = list(load(game, mods=mods, only_mods=()).rules.hooks.rules.values())
    inputs = [source for rule in rules for source in list_inputs(*rule.values)]
    used = {name for rule in rules for name in rule.deeds} | {key for source in inputs for key in list_keys(source)}
    declared = [*words.vocabulary.deeds, *(readable.key for readable in (*words.readings, *words.lists))]
    assert [name for name in declared if name not in used] == []
    has_results = [name for name, spec in words.hooks.items() if words.list_deeds(name) or spec.terms or "can_" in name]
    assert [name for name in has_results if name not in {rule.hook for rule in rules}] == []
    assert any(rule.rolls for rule in rules)
    assert any(rule.pick for rule in rules)


def list_keys(source: Any) -> Iterator[str]:
    """The keys of a reading and of those in its arguments."""
    if isinstance(source, Input):
        yield from [source.name] if source.kind == "reading" else []
        for argument in source.arguments:
            yield from list_keys(argument)
