"""User folders of their own, the command line in this process, and a published folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "saves")]

from publishing import publish_samples  # noqa: E402

VARIABLES = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share_loads: None) -> Path:
    """A temporary folder as working folder and for the user's folders."""
    for name in VARIABLES:
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    for name in ("FOOTFALL_MODS", "FOOTFALL_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FOOTFALL_TRUST", "approved")
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def footfall(home: Path) -> Callable[..., Result]:
    """Runs the command line in this process."""
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """A published folder with six packed mods."""
    return publish_samples(tmp_path / "shelf")


@pytest.fixture
def store(home: Path) -> Path:
    """The folder of the store."""
    return home / "xdg_data_home" / "footfall" / "store"


@pytest.fixture
def player(footfall: Callable[..., Result], index: Path) -> Callable[..., Result]:
    """The command line of a player who follows the published folder."""
    assert footfall("mods", "index", "add", index).exit_code == 0
    return footfall
