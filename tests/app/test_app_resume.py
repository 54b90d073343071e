"""Save and replay are joined by turn and hash: what does not belong together is kept apart and reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.app.files.resume import resume_session
from footfall.app.files.run_files import RunFiles
from footfall.engine.saves.replay import MARK_EVERY, play_back, read_replay
from footfall.engine.saves.save import read_header
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.sim.bots import choose_random_command


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def play(loaded: LoadResult, path: Path, session: Session, turns: int, fresh: bool = False) -> list[str]:
    """Plays turns and dies without saving; returns the hashes of the states."""
    files = RunFiles(session, path, loaded.catalog.translate, lambda *_: session, fresh)
    hashes = [session.hash()]
    for _ in range(turns):
        command = choose_random_command(session)
        files.recorder.write_command(command)
        assert session.submit(command).refusal is None
        files.recorder.write_hash_mark()
        hashes.append(session.hash())
    files.close()
    return hashes


def begin(loaded: LoadResult, seed: int = 3) -> Session:
    return Session.begin(loaded.rules, seed)


def resume(loaded: LoadResult, path: Path) -> tuple[Session, str]:
    session, notices = resume_session(loaded, path, True)
    return session, "\n".join(notices)


@pytest.fixture
def saved(loaded: LoadResult, tmp_path: Path) -> tuple[Path, list[str]]:
    """A game saved at turn 6 and killed at turn 10, and its hashes."""
    path = tmp_path / "a.save"
    before = play(loaded, path, begin(loaded), 6, True)
    session, _ = resume(loaded, path)
    after = play(loaded, path, session, 4)
    return path, [*before, *after[1:]]


def other_game(loaded: LoadResult, tmp_path: Path, seed: int, turns: int) -> bytes:
    """Returns the replay of another game; one of the same seed differs in its first command."""
    path = tmp_path / "other" / "a.save"
    session = begin(loaded, seed)
    session.console_enabled = True
    files = RunFiles(session, path, loaded.catalog.translate, lambda *_: session, True)
    for number in range(turns):
        kind = next(c for c in loaded.rules.commands if str(c.__struct_config__.tag) == "core.stealth:wait")
        command = kind(actor=1) if number else choose_random_command(session)
        files.recorder.write_command(command)
        session.submit(command)
    files.finish()
    return path.with_suffix(".replay").read_bytes()


@pytest.mark.parametrize(("seed", "turns"), [(4, 3), (4, 20), (3, 3), (3, 9), (3, 20)])
def test_the_replay_of_another_game_is_set_aside(
    loaded: LoadResult, saved: tuple[Path, list[str]], tmp_path: Path, seed: int, turns: int
) -> None:
    path, hashes = saved
    foreign = other_game(loaded, tmp_path, seed, turns)
    path.with_suffix(".replay").write_bytes(foreign)
    session, notices = resume(loaded, path)
    assert session.hash() == hashes[6]
    assert "The replay next to the save belongs to another game" in notices
    assert path.with_suffix(".replay.aside").read_bytes() == foreign
    more = play(loaded, path, session, 2)
    replay = read_replay(path.with_suffix(".replay"), lambda _: loaded.rules)
    assert play_back(loaded.rules, replay).hash() == more[-1]


def test_a_replay_of_an_older_format_is_set_aside(loaded: LoadResult, saved: tuple[Path, list[str]]) -> None:
    path, hashes = saved
    path.with_suffix(".replay").write_text('{"format":"footfall replay 1","game":"core.stealth","seed":3}\n')
    session, notices = resume(loaded, path)
    assert session.hash() == hashes[6]
    assert "The replay next to the save was written by another version; it is kept as " in notices


def test_a_replay_shorter_than_its_save_is_told_and_completed(
    loaded: LoadResult, saved: tuple[Path, list[str]]
) -> None:
    path, hashes = saved
    record = path.with_suffix(".replay")
    record.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:5]))
    session, notices = resume(loaded, path)
    assert session.hash() == hashes[6]
    assert "The replay lacked 3 commands that the save has; they were added." in notices


def test_an_older_save_beside_its_replay_loses_nothing(loaded: LoadResult, saved: tuple[Path, list[str]]) -> None:
    path, hashes = saved
    session, _ = resume(loaded, path)
    older = path.read_bytes()
    play(loaded, path, session, 0)
    path.write_bytes(older)
    assert resume(loaded, path)[0].hash() == hashes[10]


@pytest.mark.parametrize("damage", ["missing", "empty", "cut"])
def test_a_lost_save_is_rebuilt_from_its_replay(loaded: LoadResult, saved: tuple[Path, list[str]], damage: str) -> None:
    path, hashes = saved
    data = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(data[: len(data) // 2] if damage == "cut" else b"")
    session, notices = resume(loaded, path)
    assert session.hash() == hashes[10]
    assert "the game was rebuilt from its replay, up to turn 10" in notices
    assert path.with_name("a.save.aside").exists() == (damage != "missing")


def test_a_folder_in_place_of_the_save_is_no_damage(loaded: LoadResult, saved: tuple[Path, list[str]]) -> None:
    path, _ = saved
    path.unlink()
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        resume(loaded, path)


def test_commands_given_in_another_state_are_not_replayed(
    loaded: LoadResult, saved: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = saved
    submit, count = Session.submit, []

    def play_other_rules(session: Session, command: Any) -> Any:
        result = submit(session, command)
        count.append(command)
        if len(count) == 2:
            session.state.memory["you.mod"] = {"new": 1}
        return result

    monkeypatch.setattr(Session, "submit", play_other_rules)
    session, notices = resume(loaded, path)
    assert session.state.turn == 8
    assert "From turn 9 on, the recorded commands do not fit the game as it is now; 2 are not replayed." in notices


def test_a_game_that_ended_in_the_moment_of_a_kill_is_resumed_at_its_end(
    loaded: LoadResult, saved: tuple[Path, list[str]]
) -> None:
    path, _ = saved
    session, _ = resume(loaded, path)
    session.state.outcome, session.state.question = "died", None
    files = RunFiles(session, path, loaded.catalog.translate, lambda *_: session, False)
    files.close()
    assert resume(loaded, path)[0].state.outcome == "died"


def test_a_game_in_play_saves_itself(loaded: LoadResult, tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    play(loaded, path, begin(loaded), 2 * MARK_EVERY + 1, True)
    assert read_header(path).turn == 2 * MARK_EVERY


def test_equal_seeds_and_turns_keep_both_replays(loaded: LoadResult, home: Path) -> None:
    path = home / "a.save"
    files = RunFiles(begin(loaded), path, loaded.catalog.translate, lambda *_: begin(loaded), True)
    for _ in range(3):
        files.restart(True)
    files.close()
    runs = home / "xdg_data_home" / "footfall" / "runs"
    assert len(list(runs.glob("*.replay"))) == 3
