"""A bell lies where the character can get at it (P-BELL-6, 7)."""

from __future__ import annotations

import numpy as np
import pytest

from footfall.api.grid import Actor, get_level_index, get_world, kernels
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.courses import find_bell
from footfall.plugins.stealth.turns.upkeep import absorb_items


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth").rules


@pytest.mark.parametrize("floor", [4, 8])
def test_neither_lock_nor_fragile_wall_bars_the_way_to_a_bell(rules: Rules, floor: int) -> None:
    """P-BELL-6"""
    for seed in range(12):
        session = Session.begin(rules, seed, {"course": "first", "floor": floor}, quiet=True)
        ctx, world = session.context(), get_world(session.state)
        level = world.levels[world.current]
        kinds = get_level_index(world, level, ctx.records).tile_kinds
        is_open = [
            kind.walkable or bool(kind.opens_to and not any(tag.startswith("lock:") for tag in kind.tags))
            for kind in kinds
        ]
        top, left = level.origin
        (bell,) = [item for item in world.items.values() if item.at and find_bell(ctx, item.kind) is not None]
        assert bell.at is not None
        source = level.arrivals.get("start") or level.arrivals["up"]
        ways = kernels.distance_map(
            np.array(is_open)[level.tiles], [(source[0] - top, source[1] - left)], diagonal_cost=None
        )
        assert ways[bell.at[0] - top, bell.at[1] - left] >= 0, seed


def test_slimes_absorb_no_bells(rules: Rules) -> None:
    """P-BELL-7"""
    session = Session.begin(rules, 3, {"course": "first", "floor": 8}, quiet=True)
    ctx, world = session.context(), get_world(session.state)
    (bell,) = [item for item in world.items.values() if item.at and find_bell(ctx, item.kind) is not None]
    assert bell.at is not None
    slime = next((actor for actor in world.actors.values() if actor.kind == "core.stealth:slime"), None)
    if slime is None:
        actor: Actor = next(actor for actor in world.actors.values() if actor.side == "hostile")
        actor.kind = "core.stealth:slime"
        slime = actor
    slime.at = bell.at
    get_level_index(world, world.levels[world.current], ctx.records).residents_version += 1
    assert not [change for change in absorb_items(ctx) if getattr(change, "item", 0) == bell.id]
