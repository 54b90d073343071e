"""Columns of a finished game, curves over its rounds, and scores for the statistics of a player."""

from collections.abc import Mapping
from typing import Any

from footfall.api import Context, Message, Score, ScoreTotal

from .layout import FLOOR
from .state import MIN_SANITY, board_of


def measure(ctx: Context) -> Mapping[str, Any]:
    """Returns the row of a finished game."""
    board = board_of(ctx.state)
    souls = board.souls
    return {
        "profile": board.profile.id.rpartition(":")[2],
        "players": len(souls),
        "party": tuple(sorted(soul.role for soul in souls)),
        "rounds": board.round,
        "last_cause": board.last_cause,
        "keys_held": board.keys_in_hands(),
        "keys_destroyed": board.keys_destroyed,
        "souls_at_lowest": sum(soul.sanity <= MIN_SANITY for soul in souls),
        "rooms": tuple(sorted(special.kind for special in board.specials)),
        "rooms_open": tuple(sorted(special.kind for special in board.specials if special.is_open)),
        "tales": board.tales,
        "monsters": len(board.monsters),
    }


def observe(ctx: Context) -> Mapping[str, int]:
    """Returns the curve values at the beginning of a round."""
    board = board_of(ctx.state)
    sanity = [soul.sanity for soul in board.souls]
    return {
        "sanity_sum": sum(sanity),
        "sanity_least": min(sanity),
        "keys_held": board.keys_in_hands(),
        "keys_destroyed": board.keys_destroyed,
        "monsters": len(board.monsters),
        "on_kings_floor": sum(FLOOR[soul.node] == board.king for soul in board.souls),
    }


TOTALS = {
    "profile": ScoreTotal.GROUP,
    "ending": ScoreTotal.TALLY,
    "longest": ScoreTotal.LARGEST,
    "rounds": ScoreTotal.SUM,
    "destroyed": ScoreTotal.SUM,
    "tales": ScoreTotal.SUM,
}

SCORES = tuple(Score(id, Message(f"king-score-{id}"), total) for id, total in TOTALS.items())


def score_game(ctx: Context) -> Mapping[str, int | str]:
    """Returns the values of `SCORES`."""
    board = board_of(ctx.state)
    outcome = (ctx.state.outcome or "").lower().replace("_", "-")
    return {
        "profile": f"king-score-{board.profile.id.rpartition(':')[2].replace('_', '-')}",
        "ending": f"king-score-{outcome}",
        "rounds": board.round,
        "longest": board.round,
        "destroyed": board.keys_destroyed,
        "tales": board.tales,
    }
