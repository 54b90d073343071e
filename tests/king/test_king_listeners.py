"""The compiled board asks listeners in Python: the same games as the rules in Python."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall import kernels
from footfall.sim.game_batch import GameBatch, play_batch
from footfall.sim.plan import Plan, resolve_plan

sys.path.insert(0, str(Path(__file__).parents[2] / "benches" / "king"))
from listener_mods import LISTENER_MODS, write_listener_mods

pytest.importorskip("footfall._native")
pytestmark = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")

GAMES = 15
LEFT = {
    "raises": """
@hook
def on_turn_start(event, ctx):
    if ctx.roll("x", 1, 40) == 1:
        raise ValueError("no")
""",
    "quits": """
@hook
def on_turn_end(event, ctx):
    if event.number > 3:
        raise SystemExit
""",
    "writes": """
@hook
def on_turn_start(event, ctx):
    if ctx.roll("x", 1, 30) == 1:
        board_of(ctx.state).souls[event.actor].sanity += 1
""",
    "writes-last": """
@hook("on_damage", manner="presence")
def on_damage(event, ctx):
    if api.round_of(ctx) > 6:
        board_of(ctx.state).tales += 1
""",
    "sets-a-field": """
@hook
def on_turn_start(event, ctx):
    ctx.state.turn = 4
""",
    "sets-a-setting": """
@hook
def on_turn_start(event, ctx):
    if event.number > 3:
        ctx.state.settings["x"] = 1
""",
    "keeps-the-board": """
BOARD = []


@hook
def on_turn_start(event, ctx):
    BOARD[:] = [board_of(ctx.state)] if api.round_of(ctx) > 3 else []


@hook
def on_damage(event):
    return [add("damage", 1)] if BOARD and BOARD[0].round % 2 else None
""",
    "rolls-for-a-vote": """
@hook
def can_enter(event, ctx):
    return Deny(Message("test-no")) if ctx.roll("x", 1, 100) == 1 else PASS
""",
    "changes-more": """
@hook
def on_turn_end(event, ctx):
    if event.number == 4 and event.actor == 0:
        return [Remember(MOD, "list", [1, 2, 3])]
    if event.number == 5 and event.actor == 0:
        return [api.changes.Banish(1)]
""",
    "changes-no-seat": """
@hook
def on_turn_end(event, ctx):
    return [api.changes.LoseTurn(3)] if event.number == 3 else None
""",
}
"""Mods some of whose games only the rules in Python can play."""


def play(
    folder: Path, mods: dict[str, str], bots: tuple[str, ...] = ("random",), players: int = 4, **more: Any
) -> tuple[GameBatch, ...]:
    """Plays games with some mods on the compiled board and in Python."""
    paths = write_listener_mods(folder, mods)
    request = Plan(
        game="core.king",
        seed=11,
        bots=bots,
        options={"profile": "full_game", "players": players},
        mods=tuple(map(str, paths)),
        compiled_mode="always",
        **more,
    )
    plan, _ = resolve_plan(request)
    games = 1 if more else GAMES
    return tuple(play_batch(msgspec.structs.replace(plan, compiled_mode=way), 0, games) for way in ("always", "never"))


def assert_equal(one: GameBatch, other: GameBatch) -> None:
    assert one.columns == other.columns
    assert one.coverage == other.coverage
    assert one.curves == other.curves
    assert one.problems == other.problems


@pytest.fixture(scope="module")
def plain_hashes() -> list[str]:
    plan, _ = resolve_plan(
        Plan(game="core.king", seed=11, bots=("random",), options={"profile": "full_game", "players": 4})
    )
    hashes: list[str] = play_batch(plan, 0, GAMES).columns["hash"]
    return hashes


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", LISTENER_MODS)
def test_the_board_asks_listeners(tmp_path: Path, name: str, plain_hashes: list[str]) -> None:
    compiled, python = play(tmp_path, {name: LISTENER_MODS[name]})
    assert_equal(compiled, python)
    assert (compiled.compiled_games, python.compiled_games) == (GAMES, 0)
    assert compiled.columns["hash"] != plain_hashes


@pytest.mark.proof(0)
def test_the_board_asks_all_of_them_together(tmp_path: Path) -> None:
    compiled, python = play(tmp_path, LISTENER_MODS, ("random", "core.king:goal"))
    assert_equal(compiled, python)
    assert compiled.compiled_games == GAMES


def test_listeners_with_context_are_asked_in_what_is_tried_out(tmp_path: Path) -> None:
    mods = {name: LISTENER_MODS[name] for name in ("reads", "rolls", "counts")}
    bots = ("core.king:montecarlo", "random", "random", "random")
    compiled, python = play(tmp_path, mods, bots, max_commands=20)
    assert_equal(compiled, python)
    assert compiled.compiled_games == 1


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", LEFT)
def test_what_only_a_session_contains_is_left_to_python(tmp_path: Path, name: str) -> None:
    compiled, python = play(tmp_path, {name: LEFT[name]}, players=3)
    assert_equal(compiled, python)
    assert compiled.compiled_games < GAMES
