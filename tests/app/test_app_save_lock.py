"""One program plays a save: a second learns what to do, readers are let in, and no lock outlives its owner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from footfall.app.startup import SaveInUseError, lock_save
from footfall.engine.saves.save import read_sections, write_sections

HOLDER = """
import sys, time
from pathlib import Path
from footfall.app.startup import lock_save
with lock_save(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""

SAVER = """
import sys
from pathlib import Path
from footfall.engine.saves.save import write_sections
for number in range(200):
    write_sections(Path(sys.argv[1]), {"header": sys.argv[2].encode() * 1000})
"""


@pytest.fixture
def holder(saves: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that plays the game."""
    command = [sys.executable, "-c", HOLDER, str(saves / "core.stealth.save")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_game_is_refused(typed: Callable[..., Any], saves: Path, holder: subprocess.Popen[str]) -> None:
    played = typed(".", "stealth", "--seed", 3)
    assert played.result.exit_code == 1
    output = " ".join(played.result.output.split())
    assert f"is being played by another footfall (process {holder.pid})" in output
    assert "close that game first; to look on without playing: footfall replay" in output
    assert not list(saves.glob("*.save"))


@pytest.mark.proof(0)
def test_readers_need_no_lock(
    typed: Callable[..., Any], footfall: Callable[..., Any], saves: Path, request: pytest.FixtureRequest
) -> None:
    typed(". .", "stealth", "--seed", 3)
    request.getfixturevalue("holder")
    for words in (("replay", saves / "core.stealth.replay"), ("why", "stealth"), ("mods", "list")):
        assert footfall(*words).exit_code == 0, words


def test_the_lock_of_a_killed_program_is_free(
    typed: Callable[..., Any], saves: Path, holder: subprocess.Popen[str]
) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    assert typed(".", "stealth", "--seed", 3).result.exit_code == 0


def test_a_lock_is_free_after_the_game(typed: Callable[..., Any]) -> None:
    for _ in range(2):
        assert typed(".", "stealth").result.exit_code == 0


def test_a_lock_file_that_cannot_be_written_is_one_line(typed: Callable[..., Any], saves: Path) -> None:
    (saves / "core.stealth.lock").mkdir(parents=True)
    played = typed(".", "stealth", "--seed", 3)
    assert played.result.exit_code == 1
    assert played.result.output.splitlines()[-1].endswith("core.stealth.lock: Is a directory")


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    with lock_save(tmp_path / "a.save"):
        with pytest.raises(SaveInUseError, match=f"process {os.getpid()}"), lock_save(tmp_path / "a.save"):
            pass
        with lock_save(tmp_path / "b.save"):
            pass


@pytest.mark.proof(0)
def test_simultaneous_saves_all_succeed(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    savers = [subprocess.Popen([sys.executable, "-c", SAVER, str(path), letter]) for letter in "abc"]
    assert [saver.wait() for saver in savers] == [0, 0, 0]
    assert len(set(read_sections(path)["header"])) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path = tmp_path / "a.save"
    path.symlink_to(tmp_path / "far" / "b.save")
    write_sections(path, {"header": b"x"})
    assert path.is_symlink()
    assert read_sections(tmp_path / "far" / "b.save") == {"header": b"x"}
