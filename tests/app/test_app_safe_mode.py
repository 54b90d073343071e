"""The count of starts: a disk on which it cannot be written is named."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from footfall.app.paths import start_count_path


def test_a_full_disk_is_named_with_its_file(footfall: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *arguments: Any, **options: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")  # as a write names no file

    monkeypatch.setattr(Path, "write_text", refuse)
    run = footfall("play", "--screen", "terminal")
    assert run.exit_code == 1
    assert run.stderr == f"Error: {start_count_path()}: No space left on device\n"
