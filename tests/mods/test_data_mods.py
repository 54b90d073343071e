"""A sample of `prove_data_mods`: hostile data mods stop no game."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import pytest
from prove_data_mods import WRITERS, attack


@pytest.mark.proof(0)
def test_hostile_data_mods_stop_no_game() -> None:
    played = attack(len(WRITERS), seed=3, commands=12)
    assert all(case.is_used for case in played)
