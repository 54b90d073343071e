"""Ordered random streams: read ahead, recorded by a change, equal for all readers at the same index."""

from __future__ import annotations

import pytest

from footfall import kernels
from footfall.engine.core_changes import Draw
from footfall.engine.dice import stream_key
from footfall.engine.model import Cause
from footfall.engine.saves import save


def test_reading_ahead_changes_nothing(toy):
    session = toy.begin()
    before = session.hash()
    first, second = session.context().open_dice_stream("deck"), session.context().open_dice_stream("deck")
    faces = [first.roll(1, 12) for _ in range(20)]
    assert [second.roll(1, 12) for _ in range(20)] == faces
    assert session.hash() == before
    assert first.draw_change == Draw("toy:deck", 20)


def test_the_nth_number_depends_only_on_seed_name_and_n(toy):
    session = toy.begin()
    dice = session.context().open_dice_stream("deck")
    faces = [dice.roll(1, 12) for _ in range(5)]
    key = stream_key("toy", "deck")
    assert faces == [1 + kernels.draw(session.state.seed, key, 0, n, 12) for n in range(5)]
    session.submit(toy.Dig(depth=2))
    again = session.context().open_dice_stream("deck")
    assert [again.roll(1, 12) for _ in range(5)] == faces


def test_draws_are_recorded_hashed_and_saved(toy, tmp_path):
    session = toy.begin()
    before = session.hash()
    dice = session.context().open_dice_stream("deck")
    faces = [dice.roll(1, 6) for _ in range(3)]
    session.loop.apply_outcome(session, [dice.draw_change], Cause("toy", "test"))
    assert session.state.streams == {"toy:deck": 3}
    assert session.hash() != before
    next_one = session.context().open_dice_stream("deck").roll(1, 6)
    save.save(session, tmp_path / "a.save", "0")
    loaded = save.load(toy.rules(), tmp_path / "a.save")
    assert loaded.context().open_dice_stream("deck").roll(1, 6) == next_one
    assert len(faces) == 3


def test_a_stream_never_moves_backwards(toy):
    session = toy.begin(strict=True)
    with pytest.raises(ValueError, match="only moves forward"):
        session.loop.apply_outcome(session, [Draw("toy:deck", -1)], Cause("toy", "test"))


def test_forced_dice_have_the_name_of_the_stream_as_purpose(toy):
    class Forced:
        def take(self, purpose, low, high):
            assert (purpose, low, high) == ("deck", 1, 12)
            return 7

    session = toy.begin()
    session.dice_source = Forced()
    assert session.context().open_dice_stream("deck").roll(1, 12) == 7


def test_contexts_of_other_mods_and_games(toy):
    session = toy.begin()
    assert session.context().for_mod("toy") is session.context()
    with pytest.raises(KeyError):
        session.context().find_game("toy.other")
