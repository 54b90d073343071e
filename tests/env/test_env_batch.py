"""Batches: arrays that stay, three modes of autoreset, snapshots, and errors that leave the games alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from env_trajectories import choose, digest_games, restore_all
from msgspec.structs import replace

from footfall import kernels
from footfall.engine.codec import decode_state, encode_canonical
from footfall.engine.compiled.native import NotCompiledError
from footfall.env import (
    ActionError,
    ArrayError,
    Batch,
    ClosedBatchError,
    NoEnvironmentError,
    SnapshotError,
    describe_environment,
)
from footfall.env.rendering import render_game
from footfall.env.sessions import SessionGames

GAMES = ("king", "stealth", "delve")

has_native = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")


def make(game: str, count: int = 3, **choices: Any) -> Batch:
    return Batch(game, count, autoreset="disabled", max_steps=25, **choices)


def play(batch: Batch, steps: int) -> None:
    """Plays until a game ends that does not begin again by itself."""
    for step in range(steps):
        if batch.autoreset == "disabled" and (batch.terminated | batch.truncated).any():
            return
        batch.step(choose(batch.seeds, step, batch.mask))


@pytest.mark.parametrize("game", GAMES)
def test_games_write_into_arrays_that_stay(game: str) -> None:
    batch = Batch(game, 2, seed=4)
    obs, mask = batch.obs, batch.mask
    batch.reset()
    first = obs.copy()
    assert mask.any(1).all()
    play(batch, 8)
    assert batch.obs is obs
    assert (obs != first).any(1).all()
    assert all(part.base is not None for part in batch.parts.values()), "the segments are views"
    low = np.concatenate([np.full(np.prod(each.shape), each.low) for each in batch.content.layout.segments])
    assert (obs >= low).all()


@pytest.mark.parametrize("game", GAMES)
def test_trajectories_depend_on_the_seed_alone(game: str) -> None:
    seeds = range(4)
    alone = digest_games(lambda size: make(game, size), seeds, 1, 25)
    assert digest_games(lambda size: make(game, size), seeds, 3, 25) == alone
    assert digest_games(lambda size: make(game, size), seeds, 4, 25, restore_all) == alone
    assert digest_games(lambda size: make(game, size), range(1, 5), 4, 25) != alone


@has_native
@pytest.mark.parametrize("count", [0, 5], ids=["plain", "data mods"])
def test_compiled_games_are_those_of_the_rules_in_python(
    count: int, tmp_path: Path, load_script: Callable[[str], ModuleType]
) -> None:
    mods = load_script("benches/king/rule_mods.py").write_rule_mods(tmp_path)[:count]

    def play_all(compiled: Any, **more: Any) -> str:
        def make_one(size: int) -> Batch:
            return Batch("king", size, autoreset="disabled", max_steps=60, compiled=compiled, mods=mods, **more)

        return digest_games(make_one, range(12), 12, 60, restore_all)

    assert play_all("always", threads=2) == play_all("never")


@has_native
@pytest.mark.parametrize(
    "choices",
    [
        {"options": {"floor": 9}},
        {"options": {"course": "core.stealth:first", "floor": 4}, "switches": {"radius": 3}},
        {"settings": {"core.stealth.rules": "classic"}},
    ],
    ids=["shipped", "bells", "classic"],
)
def test_compiled_sights_are_those_of_python(choices: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    batch = make("stealth", **choices)
    content, games = batch.content, batch.games
    assert isinstance(games, SessionGames)
    batch.reset()
    for step in range(40):
        for game, slot in enumerate(games.slots):
            assert slot.session is not None
            with monkeypatch.context() as patch:
                patch.setattr("footfall.plugins.stealth.environment.actions.find_native", lambda: None)
                python = content.environment.open(slot.session.context(), content.layout, content.switches)
            obs, mask = np.zeros_like(batch.obs[game]), bytearray(batch.mask.shape[1])
            python.write_observation(content.layout.name_parts(obs))
            python.write_mask(mask)
            assert (obs == batch.obs[game]).all()
            assert mask == batch.mask[game].tobytes()
        batch.step(choose(batch.seeds, step, batch.mask))
        over = batch.terminated | batch.truncated
        if over.any():
            batch.reset(mask=over)


def test_what_a_reader_of_a_delve_keeps_follows_the_state() -> None:
    """Zones and exits that are replaced, and a journal that grows."""
    batch = Batch("delve", 1, autoreset="disabled")
    batch.reset()
    content, games = batch.content, batch.games
    assert isinstance(games, SessionGames)
    session = games.slots[0].session
    assert session is not None
    delve = session.state.parts["core.delve"].delve

    def read(reader: Any) -> bytes:
        session.state.turn += 1  # a state changes by commands alone
        row = np.zeros_like(batch.obs[0])
        reader.write_observation(content.layout.name_parts(row))
        return bytes(row)

    reader, other = (content.environment.open(session.context(), content.layout, content.switches) for _ in range(2))
    rows = [read(reader)]
    delve.zones[-1] = replace(delve.zones[-1], depth=delve.zones[-1].depth + 1)
    rows.append(read(reader))
    at = delve.exits.index(delve.list_pending_exits()[0])
    delve.exits[at] = replace(delve.exits[at], width=delve.exits[at].width + 1)
    rows.append(read(reader))
    for kind in ("award", "award", "spend"):
        delve.journal.append(replace(delve.journal[-1], kind=kind))
        rows.append(read(reader))
    assert rows[-1] == read(other) == rows[-3]
    assert len({*rows}) == len(rows) - 1


@has_native
def test_a_snapshot_of_compiled_games_is_the_canonical_state() -> None:
    batch = Batch("king", 2, seed=9, compiled="always")
    batch.reset()
    play(batch, 40)
    blob, rules = batch.snapshot(1), batch.content.load_result.rules
    state = blob[16:]
    assert encode_canonical(decode_state(state, rules.saves.parts)) == state
    other = Batch("king", 1, compiled="never")
    other.restore(0, blob)
    assert (other.obs[0] == batch.obs[1]).all()
    assert (other.mask[0] == batch.mask[1]).all()
    assert other.snapshot(0) == blob


@pytest.mark.parametrize("game", GAMES)
def test_branches_go_on_alone_with_other_dice(game: str) -> None:
    batch = make(game, 4)
    batch.reset()
    batch.branch(0, [1, 2, 3], seeds=[1, 1, 2])
    assert (batch.obs == batch.obs[0]).all()
    batch.seeds[:] = 7  # the same actions in all
    play(batch, 20)
    assert (batch.obs[1] == batch.obs[2]).all()
    assert batch.snapshot(1) != batch.snapshot(3)


@pytest.mark.parametrize("compiled", ["auto", "never"])
def test_each_mode_of_autoreset_begins_again_in_its_way(compiled: Any) -> None:
    seen: dict[str, Any] = {}
    for mode in ("disabled", "next_step", "same_step"):
        batch = Batch("king", 2, autoreset=mode, max_steps=5, compiled=compiled)
        batch.reset([11, 12])
        play(batch, 5)
        assert batch.truncated.all()
        assert batch.final_obs.shape[0] == (2 if mode == "same_step" else 0)
        seen[mode] = batch.obs.copy(), batch.final_obs.copy()
        if mode == "disabled":
            with pytest.raises(ActionError, match="game 0 has ended: reset it"):
                batch.step(np.zeros(2, np.int32))
            batch.reset(mask=np.array([False, True]))
            assert batch.truncated.tolist() == [True, False]
            assert batch.lengths.tolist() == [5, 0]
            seen["second"] = batch.obs[1].copy()
        elif mode == "next_step":
            batch.step(np.full(2, 9999, np.int32))  # the actions are ignored
            assert not batch.truncated.any()
            seen["next"] = batch.obs.copy()
    assert (seen["same_step"][1] == seen["disabled"][0]).all(), "final_obs has the last observations"
    assert (seen["same_step"][0] == seen["next"]).all()
    assert (seen["second"] == seen["next"][1]).all()
    assert seen["disabled"][0].tolist() != seen["next"].tolist()


@pytest.mark.parametrize("game", GAMES)
def test_faulty_calls_are_explained_and_change_nothing(game: str) -> None:
    batch = make(game, 2)
    with pytest.raises(ActionError, match="game 0 has not begun"):
        batch.step(np.zeros(2, np.int32))
    for call in (batch.snapshot, partial(render_game, batch, mode="ansi")):
        with pytest.raises(ValueError, match=r"^game 0 has not begun: call reset first$"):
            call(0)
    batch.reset()
    before = batch.snapshot(1), batch.obs.copy(), batch.lengths.copy()
    count = batch.mask.shape[1]
    good = int(batch.mask[0].argmax())
    for actions, error, text in (
        (np.array([good, count], np.int32), ActionError, f"game 1 has no such action; action {count}; there are 0 to"),
        (np.array([good, -1], np.int32), ActionError, "game 1 has no such action"),
        (np.array([good, int(batch.mask[1].argmin())], np.int32), ActionError, "its mask is 0"),
        (np.zeros(3, np.int32), ArrayError, r"actions: expected int32 \(2,\).* got int32 \(3,\)"),
        (np.zeros(2, np.float32), ArrayError, "got float32"),
        ([0, 0], ArrayError, "got list"),
    ):
        with pytest.raises(error, match=text):
            batch.step(actions)  # type: ignore[arg-type]
    for blob, text in (
        (before[0][:-3], "cannot be read"),
        (before[0][:9], "cut short"),
        (b"x" * 40, "not a snapshot"),
        (before[0][:4] + bytes(8) + before[0][12:], "of content 0000000000000000"),
        (before[0][:16] + before[0][16:].replace(b"turn", b"burn"), "cannot be read"),
    ):
        with pytest.raises(SnapshotError, match=text):
            batch.restore(1, blob)
    assert batch.snapshot(1) == before[0]
    assert (batch.obs == before[1]).all()
    assert (batch.lengths == before[2]).all()
    with pytest.raises(IndexError, match="there is no game 2; there are 0 to 1"):
        batch.snapshot(2)
    batch.close()
    batch.close()
    with pytest.raises(ClosedBatchError, match="is closed"):
        batch.step(np.zeros(2, np.int32))


def test_a_refused_action_changes_nothing_but_the_count_of_steps() -> None:
    for compiled in ("auto", "never"):
        batch = Batch("king", 1, is_strict=False, compiled=compiled)
        batch.reset([3])
        before = batch.snapshot(0)[16:], batch.obs.copy()
        batch.step(np.array([int(batch.mask[0].argmin())], np.int32))
        assert batch.refused[0]
        assert batch.lengths[0] == 1
        assert (batch.snapshot(0)[16:], batch.obs.tolist()) == (before[0], before[1].tolist())


def test_buffers_of_the_caller_are_used_or_refused() -> None:
    own = Batch("king", 2)
    shared = np.zeros((4, own.obs.shape[1]), np.int16)
    batch = Batch("king", 2, buffers={"obs": shared[1:3]})
    batch.reset()
    assert shared[1:3].any(1).all()
    assert not shared[0].any()
    for buffers, text in (
        ({"obs": shared}, r"obs: expected int16 \(2, "),
        ({"obs": shared[1:3].astype(np.float32)}, "got float32"),
        ({"obs": np.zeros((4, shared.shape[1]), np.int16)[::2]}, "not C-contiguous"),
        ({"mask": [1, 2]}, "mask: expected an array of int8"),
        ({"masks": shared}, "there is no array 'masks', did you mean 'mask'"),
        ({"terminated": (flags := np.zeros(2, np.bool_)), "truncated": flags}, "share memory"),
    ):
        with pytest.raises(ArrayError, match=text):
            Batch("king", 2, buffers=buffers)


def test_mods_in_python_are_refused_by_name_unless_allowed(tmp_path: Path) -> None:
    mod = tmp_path / "slow.py"
    mod.write_text("def on_turn_start(event):\n    return ()\n")
    with pytest.raises(NoEnvironmentError, match="is not a mod"):
        Batch("king", mods=[mod])
    mod.write_text(
        'from footfall.api import hook\n\nMOD = "test.slow"\nGAMES = ["core.king"]\n\n'
        "@hook\ndef on_turn_start(event):\n    return ()\n"
    )
    with pytest.raises(NoEnvironmentError, match=r"mods in Python play at the speed of Python: test\.slow"):
        Batch("king", mods=[mod])
    batch = Batch("king", mods=[mod], allows_python=True)
    assert batch.backend == "sessions"
    assert "slow" in batch.reason
    with pytest.raises(NotCompiledError, match="slow"):
        Batch("king", mods=[mod], allows_python=True, compiled="always")


def test_wrong_choices_are_explained() -> None:
    for choices, text in (
        ({"options": {"playerz": 3}}, "no setup option 'playerz'"),
        ({"options": {"players": 9}}, "2 to 4 players"),
        ({"switches": {"odd": True}}, "there is no switch 'odd'"),
        ({"settings": {"core.king.nothing": 1}}, "core.king.nothing"),
        ({"mods": ["/nowhere/at-all"]}, "nowhere"),
    ):
        with pytest.raises(NoEnvironmentError, match=text):
            Batch("king", **choices)
    for choices, text in (
        ({"count": 0}, "at least 1"),
        ({"autoreset": "never"}, "disabled, next_step, same_step"),
    ):
        with pytest.raises(ValueError, match=text):
            Batch("king", **choices)


def test_the_content_hash_and_the_page_follow_rules_and_options() -> None:
    plain = Batch("king").content
    assert plain.hash == Batch("king").content.hash
    assert plain.hash != Batch("king", options={"players": 3}).content.hash
    page = describe_environment(plain)
    assert plain.layout.hash in page
    assert "`end-turn`" in page
    assert all(f"`{segment.name}`" in page for segment in plain.layout.segments)


@pytest.mark.parametrize("lay", [np.ascontiguousarray, np.asfortranarray, lambda array: np.flip(np.flip(array).copy())])
def test_planes_are_drawn_from_maps_of_any_layout(lay: Callable[[Any], Any]) -> None:
    plain, other = make("stealth", 1), make("stealth", 1)
    for batch in (plain, other):
        batch.reset()
    assert isinstance(other.games, SessionGames)
    session = other.games.slots[0].session
    assert session is not None
    level = session.state.parts["world"].levels[1]
    for name in ("tiles", "explored", "memory", "recognized"):
        setattr(level, name, lay(getattr(level, name)))
    for batch in (plain, other):
        play(batch, 6)
    np.testing.assert_array_equal(other.obs, plain.obs)
