"""What the statistics of a player keep of a finished game."""

from __future__ import annotations

from collections.abc import Mapping

from footfall.api import Context, Message, Score, ScoreTotal
from footfall.api.grid import get_world

from ..model.courses import course_of
from ..model.play_state import play_of
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
    course, play, stats = course_of(ctx), play_of(ctx.state), run_stats_of(ctx.state)
    return {
        "course": course.title if course is not None else "stealth-score-classic",
        "ending": f"stealth-score-{ctx.state.outcome}",
        "killer": stats.killer,
        "deepest": max(level.floor for level in get_world(ctx.state).levels.values()) - 1,
        "ghosted": play.floors.unseen,
        "noticed": play.noticed,
        "slain": sum(stats.slain.values()),
    }
