"""A short soak: both backends, compiled steps and those in Python, and a game that is saved and loaded repeatedly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from footfall import kernels
from footfall.api.grid import get_world
from footfall.engine.session import Session

SOURCE = Path(__file__).parents[2] / "benches" / "stealth" / "soak.py"


@pytest.fixture(scope="module")
def soak(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/soak.py")


@pytest.mark.proof(0)
def test_backends_and_saves_agree(soak: ModuleType) -> None:
    before = kernels.get_backend()
    runs = soak.play_all(seeds=3, turns=100, save_interval=25, first=2)
    assert soak.list_failures(runs) == []
    assert [run.commands for run in runs] == [300] * 4
    assert [run.loads for run in runs] == [0, 0, 0, 12]
    assert kernels.get_backend() == before


@pytest.mark.proof(0)
def test_a_load_that_changes_the_state_is_reported(soak: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def load_with_damage(*args: object, **keywords: object) -> Session:
        session: Session = load(*args, **keywords)
        world = get_world(session.state)
        world.actors[world.player].hp -= 5
        return session

    load = soak.load
    monkeypatch.setattr(soak, "load", load_with_damage)
    failures = soak.list_failures(soak.play_all(seeds=1, turns=100, save_interval=40))
    assert len(failures) == 2
    assert "2 loads changed the state" in failures[0]
    assert "hashes differ" in failures[1]
