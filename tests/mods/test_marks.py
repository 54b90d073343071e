"""Marks of rules as data: a mod has a limited number of them, and many of them slow no command."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pytest
from hostile_rings import write_mods

from footfall.engine.core_changes import FREED_MARKS, MAX_MARKS
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command
from footfall.testing import scene
from footfall.testing.backends import use_backend

MARK = '[hook.on_turn_start.m{n}]\ndo.mark = {{ actor = "actor", name = "m{n}", value = "actor.mark(\'m{n}\') + 1" }}\n'
MOD = "you.hostile0"


@pytest.mark.parametrize("backend", ["python", "rust"])
def test_a_mod_of_too_many_marks_keeps_the_newest_and_is_not_skipped(tmp_path: Path, backend: str) -> None:
    mods = write_mods(tmp_path, "king", ["".join(MARK.format(n=n) for n in range(400))])
    with use_backend(backend):
        session = Session.begin(load("king", mods=mods, only_mods=()).rules, 5)
        counts = []
        for _ in range(30):
            session.submit(choose_random_command(session))
            counts.append(len(session.state.memory[MOD]))
        assert {400, 800} < {*counts}
        assert MAX_MARKS - FREED_MARKS <= min(counts[-10:]) <= max(counts) <= MAX_MARKS
        assert not session.problems
        save(session, tmp_path / "x.save", "1")
        resumed = load_save(session.rules, tmp_path / "x.save")
        command = choose_random_command(session)
        assert session.submit(command).refusal is resumed.submit(command).refusal is None
        assert resumed.hash() == session.hash()


def test_the_marks_of_the_lowest_numbers_make_room(tmp_path: Path) -> None:
    rule = '[hook.on_turn_end.a]\ndo.mark_cell = { at = "player.cell", name = "gas", value = 7 }\n'
    game = scene("@..", mods=write_mods(tmp_path, "stealth", [rule]))
    other = {f"cell 9.0.{n} gas": 1 for n in range(MAX_MARKS)} | {f"item {n} gas": 1 for n in range(9)}
    game.session.state.memory[MOD] = {**other, "quest": 3}
    game.do(".")
    kept = game.session.state.memory[MOD]
    lost = [key for key in other if key not in kept]
    assert lost == [f"cell 9.0.{n} gas" for n in range(FREED_MARKS)]
    assert [kept[key] for key in kept if key not in other] == [3, 7]
