"""Batches of games by compiled rules and by those in Python, for tests that hold them equal."""

from __future__ import annotations

import msgspec

from footfall.sim.game_batch import GameBatch, play_batch
from footfall.sim.plan import Plan, resolve_plan

FULL = {"profile": "full_game"}
PLAN = Plan(game="core.king", seed=11, bots=("random",), compiled_mode="always")

HEAD = 'MOD = "test.other"\nGAMES = ["core.king"]\n\nfrom footfall.api import *\n\n\n'
"""First lines of a mod of one file."""


def both(plan: Plan, games: int) -> tuple[GameBatch, GameBatch]:
    """Plays a batch by compiled rules and by those in Python."""
    plan, _ = resolve_plan(plan)
    never = msgspec.structs.replace(plan, compiled_mode="never")
    return play_batch(plan, 0, games), play_batch(never, 0, games)


def assert_equal(one: GameBatch, other: GameBatch) -> None:
    assert one.columns == other.columns
    assert one.coverage == other.coverage
    assert one.curves == other.curves
    assert one.problems == other.problems
