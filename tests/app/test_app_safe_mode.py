"""Starts without a place for files: a full disk, a read-only folder and a removed one are named."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from footfall import disk
from footfall.app.files.paths import start_count_path


def test_a_full_disk_is_named_with_its_file(footfall: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")  # as a write names no file

    monkeypatch.setattr(disk, "os", SimpleNamespace(**{**vars(os), "write": refuse}))
    run = footfall("play", "--screen", "terminal")
    assert run.exit_code == 1
    assert run.stderr == f"Error: {start_count_path()}: No space left on device\n"


def test_a_read_only_data_folder_is_named_with_what_to_do(footfall: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(disk, "os", SimpleNamespace(**{**vars(os), "mkdir": refuse}))
    run = footfall("play", "--screen", "terminal")
    assert run.exit_code == 1
    assert "Read-only file system; make this folder writable, or set XDG_DATA_HOME" in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed")
@pytest.mark.parametrize("words", [("keys", "king"), ("run", "stealth", "--turns", "2"), ("play",)])
def test_a_removed_working_folder_is_one_sentence(
    footfall: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    run = footfall(*words)
    monkeypatch.chdir(tmp_path)
    assert run.exit_code == 1
    assert run.stderr == "Error: the current folder no longer exists; change to another one and try again\n"
