"""The readings that other mods use: without effect on the game, and true to the board."""

from __future__ import annotations

import msgspec
import pytest

from footfall.api import collect_readings
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king import api
from footfall.plugins.king.state import board_of
from footfall.sim.bots import choose_random_command, play_turns

READINGS = collect_readings(api)
SAMPLES = {"card": "BLUNT", "status": "CURSED"}


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session.begin(load("king", only_mods=()).rules, 5, {"profile": "full_game", "players": 4}, strict=True)
    for _ in play_turns(session, choose_random_command, 60):
        pass
    return session


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_changes_nothing_and_knows_no_seat_that_nobody_has(session: Session, name: str) -> None:
    ctx, before = session.context(), session.hash()
    reading = READINGS[name]
    for seat in (*range(4), -1, 4):
        values = {"seat": seat, **SAMPLES}
        result = reading.read(ctx, **{parameter: values[parameter] for parameter in reading.parameters})
        assert msgspec.convert(result, type=reading.type, strict=True) == result
        if seat in (-1, 4) and "seat" in reading.parameters:
            assert not result
    assert session.hash() == before


def test_values(session: Session) -> None:
    ctx, board = session.context(), board_of(session.state)
    assert (api.round_of(ctx), api.player_count(ctx), api.king_floor(ctx)) == (board.round, 4, board.king + 1)
    for seat, soul in enumerate(board.souls):
        assert (api.sanity(ctx, seat), api.role(ctx, seat), api.keys(ctx, seat)) == (soul.sanity, soul.role, soul.keys)
        assert api.node(ctx, seat).startswith(f"F{api.floor(ctx, seat)}_")
        assert api.is_in_corridor(ctx, seat) == api.node(ctx, seat).endswith("_P")
        assert api.is_with_king(ctx, seat) == (api.floor(ctx, seat) == api.king_floor(ctx))
        assert api.company(ctx, seat) == sum(api.node(ctx, other) == api.node(ctx, seat) for other in range(4)) - 1
        assert all(api.holds(ctx, seat, card) for card in soul.objects)
        assert all(api.has_status(ctx, seat, status) for status in soul.statuses)
