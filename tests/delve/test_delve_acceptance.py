"""The acceptance cases of the rules (section E), on the pure engine."""

from __future__ import annotations

import tomllib
from pathlib import Path

import delve_cases
import pytest
from delve_cases import ScriptedDice

from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import generate

FILE = Path(__file__).parents[1] / "data" / "delve" / "acceptance.toml"
CASES = tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(tables, case):
    delve, searches = delve_cases.play_case(tables, case)
    delve_cases.assert_case(delve, case)
    assert searches == [step["result"] for step in case["do"] if "search" in step]


def test_there_are_forty_cases(acceptance):
    ids = [case["id"] for case in acceptance["case"]] + [acceptance["sight"]["id"], acceptance["batch"]["id"]]
    assert sorted(ids) == [f"E{n:02}" for n in range(1, 41)]


def test_e40_a_batch_searches_and_stops(tables, acceptance):
    case = acceptance["batch"]
    dice = ScriptedDice(case["faces"])
    delve = generate(tables, 0, Policy(stop="exhausted", max_zones=case["max_zones"]), dice=dice)
    assert dice.remaining == []
    delve_cases.assert_case(delve, case)
    found = [n for n in delve.journal if n.kind in ("search", "found")]
    assert [{"zone": n.zone, "wall": n.wall, "found": n.kind == "found"} for n in found] == case["searches"]
