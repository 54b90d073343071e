"""The end of the game: victories and defeats in their order."""

from typing import Any

from king_cases import play_case

from footfall.engine.declarations.rules import Rules
from footfall.plugins.king.profile import Profile
from footfall.plugins.king.rules import rounds
from footfall.plugins.king.state import Board, Soul

KING = "roulette 1, effect 3, "


def ending(**fields: Any) -> str:
    """Returns the outcome of a state built from a few fields."""
    souls = [Soul(node=5, sanity=fields.get("sanity", 3), keys=fields.get("keys", 0)) for _ in range(2)]
    board = Board(Profile(), souls, round=fields.get("round", 5))
    board.keys_destroyed = fields.get("destroyed", 0)
    return rounds.find_outcome(board)


def test_how_games_end(rules: Rules) -> None:
    """K-WIN-1, K-WIN-2, K-WIN-3, K-WIN-4, D-52: in this order, defeats first."""
    assert ending() == ""
    assert ending(keys=2) == "WIN"
    assert ending(keys=1) == ""
    assert ending(keys=2, sanity=-5) == "LOSE_ALL_MINUS5"
    assert ending(keys=2, destroyed=3) == "LOSE_KEYS"
    assert ending(destroyed=2) == ""
    assert ending(round=60) == "TIMEOUT"
    assert ending(round=59) == ""


def test_an_immediate_defeat_is_an_option(rules: Rules) -> None:
    """K-WIN-2, D-21: only at the end of a round unless `defeat_check` is immediate."""
    for check, outcome in (("end_of_round", None), ("immediate", "LOSE_ALL_MINUS5")):
        trial = play_case(
            rules,
            "P1 F1_R1 -4; P2 F2_P -5",
            "SEARCH P1",
            dice="event 4",
            config={"sacrifice": False, "defeat_check": check},
            boxes={"F1_R1": ["EVENT:YELLOW_BLOW"]},
        )
        assert trial.session.state.outcome == outcome
