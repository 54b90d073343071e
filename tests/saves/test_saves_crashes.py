"""Samples of the proofs that no crash, full disk, kill or torn byte loses a command."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

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
    counts, losses = crashes.prove(loaded, 3)
    assert losses == []
    assert counts["different folders"] > 200


@pytest.mark.proof(0)
@pytest.mark.parametrize(("kind", "title"), [("flush", "(rename, "), ("flush-folder", "neither a game")])
def test_the_proof_sees_a_missing_flush(
    crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch, kind: str, title: str
) -> None:
    list_crashes = crashes.list_crashes
    monkeypatch.setattr(
        crashes, "list_crashes", lambda operations: list_crashes([o for o in operations if o.kind != kind])
    )
    assert any(title in loss for loss in crashes.prove(loaded, 2)[1])


@pytest.fixture(scope="module")
def choices(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("tests/saves/prove_choices.py")


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", ["statistics", "settings", "choices of mods", "indexes that are followed"])
def test_no_crash_or_fault_damages_what_the_user_chose(choices: ModuleType, name: str) -> None:
    operation = choices.OPERATIONS[name]
    for prove in (choices.prove_crashes, choices.prove_faults):
        count, losses = prove(operation)
        assert losses == []
        assert count > 8


@pytest.mark.parametrize("name", ["statistics", "settings", "approvals"])
def test_a_file_that_is_not_synced_is_named(choices: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(choices.Journal, "fsync", lambda journal, handle: None)
    _, losses = choices.prove_crashes(choices.OPERATIONS[name])
    assert any(loss.startswith("the machine stops after operation") for loss in losses), losses


def test_a_file_renamed_before_it_is_synced_is_named(choices: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def rename_first(operations: list[Any]) -> Any:
        for index, operation in enumerate(operations[:-1]):
            if operation.kind == "flush" and operations[index + 1].kind == "rename":
                rename = operations[index + 1]
                operations[index : index + 2] = [rename, operation._replace(path=rename.target)]
        return list_crashes(operations)

    list_crashes = choices.list_crashes
    monkeypatch.setattr(choices, "list_crashes", rename_first)
    _, losses = choices.prove_crashes(choices.OPERATIONS["own mods"])
    assert any("(rename)" in loss for loss in losses), losses


@pytest.mark.proof(0)
def test_a_full_disk_ends_no_game(crashes: ModuleType, loaded: LoadResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crashes, "FAULTS", ((2, errno.ENOSPC, True),))
    counts, losses = crashes.prove_faults(loaded, 1)
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
