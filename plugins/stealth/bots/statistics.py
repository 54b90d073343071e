"""What is counted of a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footfall.api import Context
from footfall.api.grid import get_world

from ..run_stats import run_stats_of
from ..state import stealth_of


def measure_game(ctx: Context) -> Mapping[str, Any]:
    """One row: the deepest floor, turns passed, backstabs, creatures felled, kinds known, life, how it ended.

    ``end`` is what killed the character (a creature's or an effect's name without its prefix), or the outcome.
    """
    world, part, chronicle = get_world(ctx.state), stealth_of(ctx.state), run_stats_of(ctx.state)
    me = world.actors.get(world.player)
    for prefix in ("stealth-creature-", "stealth-cause-"):
        killer = chronicle.killer.removeprefix(prefix)
        if killer != chronicle.killer:
            break
    return {
        "deepest": max(level.floor for level in world.levels.values()),
        "passed": part.turn,
        "backstabs": chronicle.backstabs,
        "slain": sum(chronicle.slain.values()),
        "kinds_known": len(part.known),
        "life_max": 0 if me is None else me.hp_max,
        "end": killer or ctx.state.outcome or "",
    }
