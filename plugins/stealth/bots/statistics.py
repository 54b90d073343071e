"""Statistics of a finished game, for ``footfall simulate``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footfall.api import Context

from ..model.courses import list_bells
from ..model.phase import get_phase
from ..model.run_stats import run_stats_of


def measure_game(ctx: Context) -> Mapping[str, Any]:
    """One row: deepest floor, turns passed, backstabs, kills, identified kinds, maximum life, cause of the end.

    ``bell`` is the grade of the best bell that the character carries at the end, at home or not (games with a course);
    ``end`` is the killer (a creature or cause, without its message prefix), else the outcome.
    """
    phase = get_phase(ctx)
    world, stats = phase.world, run_stats_of(ctx.state)
    me, play = world.actors.get(world.player), phase.play
    bells = list_bells(ctx, me) if me is not None else []
    for prefix in ("stealth-creature-", "stealth-cause-"):
        killer = stats.killer.removeprefix(prefix)
        if killer != stats.killer:
            break
    return {
        "deepest": max(level.floor for level in world.levels.values()),
        "passed": phase.turn,
        "backstabs": stats.backstabs,
        "slain": sum(stats.slain.values()),
        "kinds_known": len(phase.stealth.known),
        "life_max": 0 if me is None else me.hp_max,
        "noticed": play.noticed,
        "floors_left": len(play.floors.left),
        "floors_unseen": play.floors.unseen,
        "end": killer or ctx.state.outcome or "",
        **({"bell": bells[0].grade if bells else ""} if phase.play.course else {}),
    }
