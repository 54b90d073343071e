"""Hostile mods: each is loaded together with the toy game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import footfall.loader.discovery as discovery
from footfall.loader import LoadResult, load

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT))
DUEL = ROOT.parent / "data" / "mods" / "duel"


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., LoadResult]:
    """Loads the toy game with the given hostile mods."""
    (tmp_path / "plugins").mkdir()
    monkeypatch.setattr(discovery, "PLUGINS_FOLDER", tmp_path / "plugins")
    monkeypatch.chdir(ROOT)

    def go(*names: str, **keywords: Any) -> LoadResult:
        paths = [ROOT / "hostile" / name for name in names]
        return load("duel", mods=[DUEL, *paths], only=(), **{"timeout": 0.2, **keywords})

    return go
