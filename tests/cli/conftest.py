"""The fixture `footfall`: runs the command line in this process, with temporary user folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main


@pytest.fixture
def footfall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_loads: None) -> Callable[..., Result]:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)

    def run(*words: Any, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=typed)

    return run
