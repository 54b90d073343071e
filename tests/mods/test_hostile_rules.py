"""A sample of `hostile_rules`: rules as data never hang, raise, or reach beyond their terms and deeds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from hostile_rules import check_mods


@pytest.mark.proof(0)
def test_hostile_rules_do_no_harm() -> None:
    assert check_mods(12, seed=7) > 12
