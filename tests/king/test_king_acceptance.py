"""The fifty acceptance cases of the rules."""

from typing import Any

import pytest
from king_cases import CASES, check_case

from footfall.engine.rules import Rules


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_acceptance_case(rules: Rules, case: dict[str, Any]) -> None:
    check_case(rules, case)


def test_all_fifty_are_here() -> None:
    assert [case["id"] for case in CASES] == [f"E-{number:02}" for number in range(1, 51)]
