"""Healers on floor 1 heal without an action, and no figure arrives late."""

import pytest

from footfall.plugins.king import commands, hookspecs


def begin(footfall_begin, node: int = 0, round_number: int = 1):
    session = footfall_begin("king", options={"players": 2}).session
    board = session.state.parts["core.king"]
    board.round = round_number
    for name, value in {"role": "HEALER", "node": node, "sanity": 4, "statuses": {}}.items():
        setattr(board.souls[0], name, value)
    return session


@pytest.mark.parametrize(("node", "cost"), [(0, 0), (4, 0), (5, 1), (14, 1)])
def test_a_healer_on_floor_1_uses_no_action(footfall_begin, node: int, cost: int) -> None:
    session = begin(footfall_begin, node)
    result = session.submit(commands.HealOthers(actor=0, blessing="CLARITY"))
    assert result.refusal is None
    soul = session.state.parts["core.king"].souls[0]
    assert (soul.spent_actions, soul.free_actions) == (cost, 1 - cost)


@pytest.mark.parametrize(("round_number", "denied"), [(1, False), (5, False), (6, True)])
def test_no_figure_arrives_after_round_5(footfall_begin, round_number: int, denied: bool) -> None:
    ctx = begin(footfall_begin, round_number=round_number).context("core.king")
    arriving = hookspecs.Arriving(0, "GOBLIN", "F1_R1")
    assert (ctx.vote("core.king:can_arrive", arriving) is not None) is denied
