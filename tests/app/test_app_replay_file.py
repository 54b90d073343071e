"""The replay of a game in play: torn lines, line separators in texts, lost lines and a full disk lose no command."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.app.files.resume import resume_session
from footfall.app.files.run_files import RunFiles
from footfall.disk import replace_file
from footfall.engine.model import SetDie
from footfall.engine.saves.replay import play_back, read_replay, scan_replay
from footfall.engine.saves.save import load as load_save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

TURNS = 3


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def open_files(loaded: LoadResult, session: Session, path: Path, fresh: bool) -> RunFiles:
    return RunFiles(session, path, loaded.catalog.translate, lambda *_: session, fresh)


def play(files: RunFiles, *commands: Any) -> None:
    for command in commands:
        files.recorder.write_command(command)
        assert files.session.submit(command).refusal is None
        files.recorder.write_hash_mark()


def waits(loaded: LoadResult, count: int) -> list[Any]:
    kind = next(c for c in loaded.rules.commands if str(c.__struct_config__.tag) == "core.stealth:wait")
    return [kind(actor=1)] * count


@pytest.fixture
def crashed(loaded: LoadResult, tmp_path: Path) -> Path:
    """The save of a game that was killed `TURNS` commands after it was saved."""
    path = tmp_path / "a.save"
    files = open_files(loaded, Session.begin(loaded.rules, 3), path, True)
    play(files, *waits(loaded, TURNS))
    files.close()
    return path


def count_commands(data: bytes) -> int:
    """Number of whole commands at the start of a replay; the line end is not needed."""
    return sum(b'"command":' in line and line.endswith(b"}}") for line in data.split(b"\n"))


@pytest.mark.proof(0)
def test_a_torn_line_loses_at_most_itself(loaded: LoadResult, crashed: Path) -> None:
    record = crashed.with_suffix(".replay")
    whole, held = record.read_bytes(), crashed.read_bytes()
    states = {0: load_save(loaded.rules, crashed).hash()}
    for size in range(len(whole) + 1):
        record.write_bytes(whole[:size])
        turns = count_commands(whole[:size])
        assert scan_replay(record).last_turn == turns, size
        if size < whole.index(b"\n") and size % 25:
            continue  # the header is torn like any other line
        crashed.write_bytes(held)
        session, notices = resume_session(loaded, crashed, True)
        assert session.state.turn == turns, size
        assert states.setdefault(turns, session.hash()) == session.hash()
        if size < whole.index(b"\n"):  # a header is never torn by a crash: it is on disk before the file has its name
            assert ("footfall-replay-header" in [line.message.id for line in session.log]) == (size > 0)
            continue
        is_torn = not (whole[size - 1 : size] == b"\n" or whole[size : size + 1] in (b"\n", b""))
        assert [line.message.id for line in session.log].count("footfall-replay-damaged") == is_torn, size
        assert sum("The replay is damaged from line" in notice for notice in notices) == is_torn
        files = open_files(loaded, session, crashed, False)
        play(files, *waits(loaded, 2))
        files.close()
        again = read_replay(record, lambda _: loaded.rules)
        assert again.damage is None
        assert len(again.commands) == turns + 2
        if size % 40 == 0 or size == len(whole):
            assert play_back(loaded.rules, again).hash() == session.hash()


def test_two_crashes_in_a_row_lose_no_whole_line(loaded: LoadResult, crashed: Path) -> None:
    """The first leaves the last line without its end, the second zeros for what was written after it."""
    record = crashed.with_suffix(".replay")
    record.write_bytes(record.read_bytes().rstrip(b"\n"))
    session, _ = resume_session(loaded, crashed, True)
    files = open_files(loaded, session, crashed, False)
    held = record.read_bytes()
    assert held.endswith(b"\n")  # before anything else is written
    files.close()
    for torn in (b"\0", b"\0" * 70):
        record.write_bytes(held.rstrip(b"\n") + torn)
        assert (scan_replay(record).last_turn, scan_replay(record).damaged_line) == (TURNS, 0)
        session, _ = resume_session(loaded, crashed, True)
        files = open_files(loaded, session, crashed, False)
        files.close()
        assert record.read_bytes().startswith(held)


def test_a_replay_shorter_than_its_save_is_completed_from_it(loaded: LoadResult, crashed: Path) -> None:
    session, _ = resume_session(loaded, crashed, True)
    open_files(loaded, session, crashed, False).finish()
    record = crashed.with_suffix(".replay")
    lines = record.read_bytes().splitlines(keepends=True)
    for keep in range(len(lines)):
        record.write_bytes(b"".join(lines[:keep]))
        session, _ = resume_session(loaded, crashed, True)
        assert session.state.turn == TURNS
        files = open_files(loaded, session, crashed, False)
        play(files, *waits(loaded, 1))
        files.close()
        again = read_replay(record, lambda _: loaded.rules)
        assert play_back(loaded.rules, again).hash() == session.hash()


def test_a_gap_is_damage(loaded: LoadResult, crashed: Path) -> None:
    record = crashed.with_suffix(".replay")
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:3] + lines[4:]))
    session, notices = resume_session(loaded, crashed, True)
    assert session.state.turn == 1
    assert "The replay is damaged from line 4 on; only the commands before it are used." in notices
    assert crashed.with_suffix(".replay.aside").read_bytes() == record.read_bytes()


@pytest.mark.parametrize("separator", ["\u2028", "\u0085", "\r", "\x0b"])
def test_a_text_may_hold_line_separators(loaded: LoadResult, crashed: Path, separator: str) -> None:
    session, _ = resume_session(loaded, crashed, True)
    session.console_enabled = True
    files = open_files(loaded, session, crashed, False)
    before = crashed.read_bytes()
    die = SetDie(purpose=f"a{separator}b", value=1)
    play(files, *waits(loaded, 1), die, *waits(loaded, 1))
    files.close()
    crashed.write_bytes(before)
    again, notices = resume_session(loaded, crashed, True)
    assert again.state.turn == TURNS + 3
    assert again.commands[-2] == die
    assert again.hash() == session.hash()
    assert not any("damaged" in notice for notice in notices)


class Disk:
    """A disk with `room` bytes for each replay, in the place of `os`."""

    def __init__(self) -> None:
        self.room = 1 << 30
        self.writes = 0
        self._replays: set[int] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def open(self, path: Any, *words: Any) -> int:
        handle = os.open(path, *words)
        (self._replays.add if str(path).endswith(".replay") else self._replays.discard)(handle)
        return handle

    def write(self, handle: int, data: Any) -> int:
        free = self.room - os.lseek(handle, 0, os.SEEK_CUR)
        if handle in self._replays and free <= 0:
            self.writes += 1
            raise OSError(errno.ENOSPC, "No space left on device")
        return os.write(handle, data[:free] if handle in self._replays else data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    full = Disk()
    monkeypatch.setattr("footfall.disk.os", full)
    return full


def test_play_goes_on_when_the_disk_is_full(
    typed: Callable[..., Any], saves: Path, loaded: LoadResult, disk: Disk
) -> None:
    typed(".", "stealth", "--seed", 3)
    record = saves / "core.stealth.replay"
    disk.room = record.stat().st_size + 100
    played = typed(". . . . .", "stealth")
    assert played.result.exit_code == 0, played.result.output
    assert disk.writes > 1
    assert "The replay cannot be written: No space left on device." in " ".join(played.screen.split())
    session = load_save(load("core.stealth").rules, saves / "core.stealth.save")
    assert session.state.turn == len(session.commands) == 6
    assert [line.message.id for line in session.log].count("footfall-replay-not-written") == 1
    assert record.read_bytes().endswith(b"\n")
    assert len(read_replay(record, lambda _: session.rules).commands) < 6
    disk.room = 1 << 30
    again = typed(".", "stealth")
    assert "damaged" not in again.result.output
    session = load_save(session.rules, saves / "core.stealth.save")
    assert session.state.turn == 7
    assert play_back(session.rules, read_replay(record, lambda _: session.rules)).hash() == session.hash()


def test_space_that_returns_in_play_completes_the_replay(loaded: LoadResult, crashed: Path, disk: Disk) -> None:
    session, _ = resume_session(loaded, crashed, True)
    files = open_files(loaded, session, crashed, False)
    disk.room = crashed.with_suffix(".replay").stat().st_size + 10
    before = crashed.read_bytes()
    play(files, *waits(loaded, 3))
    disk.room = 1 << 30
    play(files, *waits(loaded, 1))
    files.close()
    crashed.write_bytes(before)
    again, _ = resume_session(loaded, crashed, True)
    assert again.state.turn == TURNS + 4
    assert again.hash() == session.hash()


@pytest.mark.parametrize("is_changed", [False, True])
def test_only_a_save_that_the_replay_replaces_makes_room(
    loaded: LoadResult, crashed: Path, disk: Disk, is_changed: bool
) -> None:
    session, _ = resume_session(loaded, crashed, True)
    files = open_files(loaded, session, crashed, False)
    if is_changed:
        files.continue_with(session)
        files = open_files(loaded, session, crashed, False)
    play(files, *waits(loaded, 1))
    disk.room = crashed.with_suffix(".replay").stat().st_size
    play(files, *waits(loaded, 1))
    with pytest.raises(OSError, match="No space"):
        files.restart(False)
    assert crashed.exists() is is_changed
    disk.room = 1 << 30
    files.restart(False)


def test_a_save_on_a_full_disk_is_a_message(typed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    save, saved = RunFiles.save, []

    def fail_once(files: RunFiles) -> None:
        saved.append(files)
        if len(saved) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        save(files)

    monkeypatch.setattr(RunFiles, "save", fail_once)
    played = typed(". S .", "stealth", "--seed", 3)
    assert played.result.exit_code == 0, played.result.output
    assert any("The game could not be saved: No space left on device." in screen for screen in played.screens)
    assert len(saved) > 2


@pytest.fixture
def full_after_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be replaced after the first replay and save."""
    replaced: list[Path] = []

    def fail(path: Path, parts: Any) -> None:
        replaced.append(path)
        if len(replaced) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace_file(path, parts)

    for module in ("app.files.run_files", "engine.saves.container"):
        monkeypatch.setattr(f"footfall.{module}.replace_file", fail)


@pytest.mark.usefixtures("full_after_start")
def test_leaving_without_room_for_the_save_is_reported(typed: Callable[..., Any], saves: Path) -> None:
    played = typed(". . .", "stealth", "--seed", 3)
    assert played.result.exit_code == 1
    assert "Its replay has every command; the next start continues at turn 3." in played.result.output
    assert scan_replay(saves / "core.stealth.replay").last_turn == 3


@pytest.mark.usefixtures("full_after_start")
@pytest.mark.parametrize("keys", [". S Q", ". Q"])
def test_the_question_before_leaving_says_that_nothing_is_saved(typed: Callable[..., Any], keys: str) -> None:
    played = typed(keys, "stealth", "--seed", 3)
    assert "Leave the game? It could not be saved: No space left on device." in played.screen
    assert "It is saved" not in played.screen


def test_the_question_before_leaving_a_saved_game_says_so(typed: Callable[..., Any]) -> None:
    assert "Leave the game? It is saved." in typed(". Q", "stealth", "--seed", 3).screen


@pytest.mark.usefixtures("full_after_start")
def test_a_new_game_without_room_leaves_the_old_one_in_play(typed: Callable[..., Any], saves: Path) -> None:
    played = typed(". R n . .", "stealth", "--seed", 3)
    assert any("No new game was begun: No space left on device." in screen for screen in played.screens)
    assert scan_replay(saves / "core.stealth.replay").last_turn == 3


def test_a_replay_that_cannot_be_opened_is_one_line(typed: Callable[..., Any], saves: Path) -> None:
    typed(".", "stealth", "--seed", 3)
    (saves / "core.stealth.replay").unlink()
    (saves / "core.stealth.replay").mkdir()
    played = typed(".", "stealth")
    assert played.result.exit_code == 1
    assert "not a regular file" in played.result.output.splitlines()[-1]


def test_the_replay_viewer_tells_of_damage(
    typed: Callable[..., Any], footfall: Callable[..., Any], saves: Path
) -> None:
    typed(". .", "stealth", "--seed", 3)
    record = saves / "core.stealth.replay"
    with record.open("ab") as file:
        file.write(b'{"turn":3,"comm')
    shown = footfall("replay", record)
    assert shown.exit_code == 0, shown.output
    assert "The replay is damaged from line" in shown.stderr
