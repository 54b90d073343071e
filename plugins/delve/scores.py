"""The scores of a finished expedition, for the statistics of a player."""

from __future__ import annotations

from collections.abc import Mapping

from footfall.api import Context, Message, Score, ScoreTotal

from .expedition import expedition_of
from .statistics import count_facts

TOTALS = {
    "mode": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "rooms": ScoreTotal.LARGEST,
    "zones": ScoreTotal.SUM,
    "lairs": ScoreTotal.SUM,
    "quests": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"delve-score-{id}"), total) for id, total in TOTALS.items())


def score_expedition(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`."""
    expedition = expedition_of(ctx.state)
    facts = count_facts(expedition.delve)
    return {
        "mode": "delve-score-walk" if expedition.is_walking else "delve-score-table",
        "ending": f"delve-score-{ctx.state.outcome}",
        **{id: facts[id] for id in ("rooms", "zones", "lairs", "quests")},
    }
