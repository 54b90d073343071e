"""A sample of the hostile mods of rules; all of them: ``python tests/mods/prove_hostile_rules.py``."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SAMPLE = ("when: import", "noise loop", "add is inf", "too many")


def test_hostile_rules_neither_hang_nor_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    proof = runpy.run_path(str(Path(__file__).with_name("prove_hostile_rules.py")))
    cases = [case for case in proof["list_cases"]() if case[0] in SAMPLE]
    assert len(cases) == len(SAMPLE)
    assert proof["attack_all"](cases, 5, tmp_path) == {}
