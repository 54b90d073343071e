"""Samples of the proofs that no crash, full disk, kill or torn byte loses a command."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from footfall.loader import LoadResult, load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the journal of a disk reads /proc")


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


@pytest.fixture(scope="module")
def crashes(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/saves/prove_crashes.py")


@pytest.mark.proof(0)
def test_no_crash_loses_a_command(crashes: ModuleType, loaded: LoadResult) -> None:
    counts, losses = crashes.prove(loaded, 5)
    assert losses == []
    assert counts["different folders"] > 200


@pytest.mark.proof(0)
def test_the_proof_sees_a_missing_flush(
    crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_crashes = crashes.list_crashes
    monkeypatch.setattr(
        crashes, "list_crashes", lambda operations: list_crashes([o for o in operations if o.kind != "flush"])
    )
    assert crashes.prove(loaded, 3)[1]


@pytest.mark.proof(0)
def test_a_full_disk_ends_no_game(crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crashes, "FULL_LENGTHS", (2,))
    counts, losses = crashes.prove_full_disk(loaded, 2)
    assert losses == []
    assert counts["whole"] > 20


@pytest.mark.proof(0)
def test_a_torn_byte_costs_its_line(loaded: LoadResult, load_script: Callable[[str], ModuleType]) -> None:
    count, losses = load_script("tests/saves/prove_torn.py").prove(loaded, 8, 101)
    assert losses == []
    assert count > 100


@pytest.mark.proof(0)
def test_a_killed_game_loses_nothing(load_script: Callable[[str], ModuleType]) -> None:
    kills = int(os.environ.get("FOOTFALL_KILLS", "2"))
    assert load_script("tests/saves/prove_kills.py").prove("stealth", kills, 3) == 0
