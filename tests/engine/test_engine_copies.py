"""Copies of states, and units of mods that fail halfway after others of the same step."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.codec import hash_state
from footfall.engine.plain import copy_state
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command
from footfall.testing.backends import use_backend


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_a_copy_is_equal_and_independent(game: str) -> None:
    session = Session.begin(load(game, only_mods=()).rules, 3)
    hashes, copies = [session.hash()], [copy_state(session.state)]
    for _ in range(25):
        if session.state.outcome is None:
            session.submit(choose_random_command(session))
            hashes.append(session.hash())
            copies.append(copy_state(session.state))
    assert [hash_state(state) for state in copies] == hashes
    other = Session(session.rules, copies[0], quiet=True)
    for command in session.commands:
        other.submit(command)
    assert other.hash() == session.hash()


GOOD = """
from footfall.api import grid, hook, Remember

@hook
def on_turn_end(event, ctx):
    count = (ctx.recall("count") or 0) + 1
    hurt = grid.Hurt(event.actor, 1)
    return [Remember(ctx.mod, "count", count), hurt, grid.Heal(event.actor, 1), hurt]
"""
BAD = """
from footfall.api import grid, hook

@hook
def on_turn_end(event, ctx):
    return [grid.Hurt(event.actor, 5), grid.Hurt(4999, 1)]
"""


def test_a_unit_that_fails_halfway_leaves_those_before_and_after_it(tmp_path: Path) -> None:
    for name, code in (("a", GOOD), ("b", BAD), ("c", GOOD)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code, "utf-8")
        manifest = f'[mod]\nid = "unit.{name}"\nversion = "1.0.0"\ngames = ["stealth"]\nentry = "."\n'
        (tmp_path / name / "mod.toml").write_text(manifest, "utf-8")
    mods = [tmp_path / name for name in "abc"]
    found = []
    for backend in ("python", "rust"):
        with use_backend(backend):
            session = Session.begin(load("stealth", mods=mods, only_mods=()).rules, 3)
            player = session.state.parts["world"].actors[session.state.parts["world"].player]
            before = player.hp
            session.submit(choose_random_command(session))
            player = session.state.parts["world"].actors[session.state.parts["world"].player]
            assert player.hp == before - 2
            assert [session.state.memory[f"unit.{name}"]["count"] for name in "ac"] == [1, 1]
            (problem,) = session.problems
            assert (problem.mod, problem.via) == ("unit.b", "on_turn_end")
            found.append(session.hash())
    assert found[0] == found[1]
