"""Hostile mods: each is loaded together with the toy game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import footfall.loader.discovery as discovery
from footfall.diagnostics.stop_signals import handle_stop_signals, raise_interrupt
from footfall.loader import LoadResult, load

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
DUEL = ROOT.parent / "data" / "mods" / "duel"


@pytest.fixture(autouse=True)
def program_signals() -> Iterator[None]:
    """Handles Ctrl-C as the program does, which tells it from an exception of a mod."""
    with handle_stop_signals(raise_interrupt):
        yield


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., LoadResult]:
    """Loads the toy game with the given hostile mods."""
    (tmp_path / "plugins").mkdir()
    monkeypatch.setattr(discovery, "PLUGINS_FOLDER", tmp_path / "plugins")
    monkeypatch.chdir(ROOT)

    def go(*names: str, **keywords: Any) -> LoadResult:
        paths = [ROOT / "hostile" / name for name in names]
        return load("duel", mods=[DUEL, *paths], only_mods=(), **{"timeout": 0.2, **keywords})

    return go
