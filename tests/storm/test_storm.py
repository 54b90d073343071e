"""Samples of storms, and faults that they must find."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from footfall.engine.guards.problem_log import ProblemLog
from footfall.engine.state import State

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the journal of a disk reads /proc")


@pytest.fixture(scope="module")
def storms(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/storm/prove_storm.py")


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", range(1, 13))
def test_a_storm_breaks_no_invariant(storms: ModuleType, seed: int) -> None:
    storm, fault = storms.play_storm(seed, storms.list_acts(seed, 15))
    assert fault == ""
    assert len(storm.pairs) > 20


def find_fault(storms: ModuleType, *kinds: str) -> str:
    acts = tuple(storms.Act(kind, number) for number, kind in enumerate(kinds))
    fault = storms.play_storm(3, acts)[1]
    kept = storms.reduce_storm(3, acts, fault)
    assert 0 < len(kept) < len(acts)
    return str(fault)


@pytest.mark.proof(0)
def test_a_save_that_is_not_synced_is_found(storms: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["disk_journal"].Journal, "fsync", lambda self, handle: os.fsync(handle))
    assert find_fault(storms, "play", "save", "play", *["power"] * 9).startswith("power")


@pytest.mark.proof(0)
def test_a_failure_that_changes_the_game_is_found(storms: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    add = ProblemLog.add

    def add_and_leak(self: ProblemLog, state: State, *arguments: Any) -> None:
        add(self, state, *arguments)
        state.memory["hostile"] = {"failures": len(self.problems)}

    monkeypatch.setattr(ProblemLog, "add", add_and_leak)
    assert "a mod that raises changes turn" in find_fault(storms, "play", "dice")
