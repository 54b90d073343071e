"""Statistics of a finished game: those that the player keeps, and a row for ``footfall simulate``."""

from collections.abc import Mapping
from typing import Any

from footfall.api import Context, Message, Score, ScoreTotal

from ..model.courses import course_of, list_bells
from ..model.phase import get_phase
from ..model.play_state import run_stats_of

TOTALS = {
    "course": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "killer": ScoreTotal.TALLY,
    "deepest": ScoreTotal.LARGEST,
    "ghosted": ScoreTotal.SUM,
    "noticed": ScoreTotal.SUM,
    "slain": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"stealth-score-{id}"), total) for id, total in TOTALS.items())


def score_game(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`; depths count from the first floor below the desert."""
    phase = get_phase(ctx)
    course, stats = course_of(ctx), run_stats_of(ctx.state)
    return {
        "course": course.title if course is not None else "stealth-score-classic",
        "ending": f"stealth-score-{ctx.state.outcome}",
        "killer": stats.killer,
        "deepest": max(level.floor for level in phase.world.levels.values()) - 1,
        "ghosted": phase.play.floors.unseen,
        "noticed": phase.play.notice_count,
        "slain": sum(stats.slain.values()),
    }


def measure_game(ctx: Context) -> Mapping[str, Any]:
    """One row: deepest floor, turns passed, backstabs, kills, identified kinds, maximum life, cause of the end.

    ``bell`` is the grade of the best bell that the character carries at the end, brought home or not (games with a
    course); ``end`` is the killer (a creature or cause, without its message prefix), else the outcome.
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
        "kinds_known": len(phase.stealth.known_kinds),
        "life_max": 0 if me is None else me.hp_max,
        "noticed": play.notice_count,
        "floors_left": len(play.floors.left),
        "floors_unseen": play.floors.unseen,
        "end": killer or ctx.state.outcome or "",
        **({"bell": bells[0].grade if bells else ""} if phase.play.course else {}),
    }
