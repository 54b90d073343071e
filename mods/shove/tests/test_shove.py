"""The scenarios beside this file."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.testing import Scenario, read_all, run


@pytest.mark.parametrize("scenario", read_all(Path(__file__).parent), ids=str)
def test_scenario(scenario: Scenario) -> None:
    run(scenario)
