"""What the statistics of a player keep of a finished game."""

from __future__ import annotations

from collections.abc import Mapping

from footfall.api import Context, Message, Score, ScoreTotal

from ..model.courses import course_of
from ..model.phase import get_phase
from ..model.run_stats import run_stats_of

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
        "noticed": phase.play.noticed,
        "slain": sum(stats.slain.values()),
    }
