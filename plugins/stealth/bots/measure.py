"""What is counted of a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footfall.api import Play
from footfall.api.grid import world_of

from ..chronicle import chronicle_of
from ..state import stealth_of


def measure(play: Play) -> Mapping[str, Any]:
    """One row: the deepest floor, turns passed, backstabs, creatures felled, kinds known, life, how it ended.

    ``end`` is what killed the character (a creature's or an effect's name without its prefix), or the outcome.
    """
    world, part, chronicle = world_of(play.state), stealth_of(play.state), chronicle_of(play.state)
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
        "end": killer or play.state.outcome or "",
    }
