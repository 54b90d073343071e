"""Samples of the proof that no crash and no kill leaves half an installation."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import prove_store_crashes as proof
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the journal of a disk reads /proc")


@pytest.mark.proof(0)
def test_no_crash_leaves_half_an_installation(tmp_path: Path) -> None:
    counts, losses = proof.prove_crashes(tmp_path, proof.COMMANDS[:2] + proof.COMMANDS[4:5])
    assert losses == []
    assert counts["update: write"] > 20
    assert counts["remove: delete"] > 5


@pytest.mark.proof(0)
def test_the_proof_finds_a_store_that_does_not_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def replace_carelessly(path: Path, parts: Iterable[bytes], **_: bool) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            for part in parts:
                file.write(part)
        os.replace(temporary, path)

    monkeypatch.setattr("footfall.sharing.store.replace_file", replace_carelessly)
    _, losses = proof.prove_crashes(tmp_path, proof.COMMANDS[:1])
    assert any("is lost" in loss for loss in losses)


@pytest.mark.proof(0)
def test_no_kill_leaves_half_an_installation(tmp_path: Path) -> None:
    counts, losses = proof.prove_kills(tmp_path, 8)
    assert losses == []
    assert sum(counts.values()) == 8
