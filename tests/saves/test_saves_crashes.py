"""Samples of the proofs that no crash, full disk, kill or torn byte loses a command."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from footfall.loader import LoadResult, load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the journal of a disk reads /proc")


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only=())


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def crashes() -> ModuleType:
    return load_script("prove_crashes")


def test_no_crash_loses_a_command(crashes: ModuleType, loaded: LoadResult) -> None:
    counts, losses = crashes.prove(loaded, 5)
    assert losses == []
    assert counts["different folders"] > 200


def test_the_proof_sees_a_missing_flush(
    crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    list_crashes = crashes.list_crashes
    monkeypatch.setattr(
        crashes, "list_crashes", lambda operations: list_crashes([o for o in operations if o.kind != "flush"])
    )
    assert crashes.prove(loaded, 3)[1]


def test_a_full_disk_ends_no_game(crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crashes, "FULL_LENGTHS", (2,))
    counts, losses = crashes.prove_full_disk(loaded, 2)
    assert losses == []
    assert counts["whole"] > 20


def test_a_torn_byte_costs_its_line(loaded: LoadResult) -> None:
    count, losses = load_script("prove_torn").prove(loaded, 8, 101)
    assert losses == []
    assert count > 100


def test_a_killed_game_loses_nothing() -> None:
    assert load_script("prove_kills").prove("stealth", int(os.environ.get("FOOTFALL_KILLS", "4")), 3) == 0
