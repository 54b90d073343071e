"""Folders and files that cannot be written end a command with one line and exit code 1."""

from __future__ import annotations

import errno
import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from footfall import disk
from footfall.disk import AppendFile

playing = import_module("footfall.cli.play")
resource: Any = import_module("resource") if find_spec("resource") else None

FULL = Path("/dev/full")
"""A file whose writes fail because the device is full."""

FAILS = """\
from footfall.api import hook

MOD = "you.odd"


@hook
def on_turn_end(event):
    return {}["stone"]
"""


def assert_one_line(done: Any, *words: str) -> None:
    assert done.exit_code == 1, done.output
    assert isinstance(done.exception, SystemExit), done.exception
    [line] = done.stderr.splitlines()
    for word in words:
        assert word in line


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A path below a regular file, where no folder can be created."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "below"


@pytest.mark.parametrize("option", ["--out", "--record"])
@pytest.mark.parametrize("where", ["blocked", "missing", "full"])
def test_run_cannot_write_its_file(footfall: Any, blocked: Path, tmp_path: Path, option: str, where: str) -> None:
    if where == "full" and not FULL.exists():
        pytest.skip("there is no /dev/full")
    path = {"blocked": blocked, "missing": tmp_path / "missing" / "x", "full": FULL}[where]
    done = footfall("run", "king", "--turns", 3, option, path)
    assert_one_line(done, f"Error: {path}: cannot be written (")


@pytest.mark.parametrize("to", ["png", "gif"])
def test_run_cannot_write_a_picture(footfall: Any, blocked: Path, to: str) -> None:
    path = blocked.with_suffix(f".{to}")
    assert_one_line(footfall("run", "king", "--to", to, "--out", path), f"{path}: cannot be written (")


def test_play_cannot_create_its_data_folder(footfall: Any, blocked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    assert_one_line(footfall("play", "king"), str(blocked), "Not a directory")


@pytest.mark.parametrize("call", ["write", "mkdir"])
def test_play_on_a_full_device(footfall: Any, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*words: Any, **keywords: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(disk, "os", SimpleNamespace(**{**vars(os), call: fail}))
    assert_one_line(footfall("play", "king"), "No space left on device")


def test_play_cannot_write_the_replay_and_counts_no_failed_start(
    footfall: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: AppendFile, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(AppendFile, "append", fail)
    monkeypatch.setattr(playing, "choose_frontend", lambda *words, **keywords: None)
    assert_one_line(footfall("play", "king", "--seed", 1), "No space left on device")
    assert playing.startup.count_failed_starts() == 0


def test_a_repro_that_cannot_be_written_does_not_hide_the_failure(footfall: Any, blocked: Path, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(FAILS)
    done = footfall("run", "stealth", "--turns", 6, "--mods", tmp_path / "odd.py", "--repro", blocked)
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert "no repro was written (" in done.stderr
    assert "you.odd: on_turn_end failed" in done.stderr


@pytest.mark.proof(2)
@pytest.mark.parametrize(
    "words",
    [
        ("mods", "new", "you.first", "--dir"),
        ("docs", "--out"),
        ("mods", "pack", "mine", "--out"),
        ("simulate", "king", "--games", 1, "--workers", 0, "--out"),
        ("generate", "delve", "--out"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_other_commands_cannot_write(footfall: Any, blocked: Path, tmp_path: Path, words: tuple[object, ...]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mod.toml").write_text('[mod]\nid = "you.mine"\nversion = "1"\ngames = ["king"]\n')
    assert_one_line(footfall(*words, blocked), str(blocked))


def test_settings_cannot_be_written(footfall: Any, blocked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert footfall("mods", "new", "you.mine").exit_code == 0
    monkeypatch.setenv("XDG_CONFIG_HOME", str(blocked))
    assert_one_line(footfall("mods", "off", "you.mine"), "cannot be written")


@pytest.mark.skipif(resource is None, reason="this system does not limit the size of files")
@pytest.mark.parametrize("words", [("mods", "new", "you.first"), ("index", "key", "mine")], ids=" ".join)
def test_what_is_created_is_whole_or_not_there(footfall: Any, tmp_path: Path, words: tuple[str, ...]) -> None:
    """The same command works once there is room."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        assert_one_line(footfall(*words), "File too large", words[-1].removeprefix("you."))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert footfall(*words).exit_code == 0
