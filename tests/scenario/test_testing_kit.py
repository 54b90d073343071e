"""The test kit: a failing scenario reports the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.testing import (
    ExpectationError,
    ForcedDice,
    Scenario,
    ScenarioError,
    WrongDieError,
    read_scenarios,
    run_scenario,
)

FIXTURE = (Path(__file__).parents[1] / "data" / "stealth" / "fixture.toml").read_text("utf-8")


def scenario(folder: Path, text: str) -> Scenario:
    (folder / "fixture.toml").write_text(FIXTURE, "utf-8")
    file = folder / "x.scenario.toml"
    file.write_text(f'use = "fixture.toml"\n[[case]]\nid = "x"\nmap_at = [10, 10]\n{text}', "utf-8")
    return read_scenarios(file)[0]


def test_forced_dice_check_their_purpose() -> None:
    dice = ForcedDice([("d6", 3)])
    with pytest.raises(WrongDieError, match="'dmg'"):
        dice.take("dmg", 1, 4)


def test_forced_dice_check_their_range() -> None:
    with pytest.raises(WrongDieError, match=r"outside 1\.\.6"):
        ForcedDice([("d6", 7)]).take("d6", 1, 6)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('map = ["@E"]\nsteps = [{ do = "l", dice = [] }]', "no forced die is left"),
        ('map = ["@E"]\nsteps = [{ do = "l", dice = ["d6=1", "dmg=1"] }]', "never rolled: dmg = 1"),
        ('map = ["@#"]\nsteps = [{ do = "l" }]', "refused by R-MOVE-5"),
        ('map = ["@#"]\nsteps = [{ do = "l", dice = ["d6=1"] }]', "refused by R-MOVE-5"),
        ('map = ["@"]\nsteps = [{ do = "l", refused = "R-MOVE-5" }]', "but it was accepted"),
        ('map = ["@#"]\nsteps = [{ do = "l", refused = "R-X" }]', "refused by R-MOVE-5, expected R-X"),
        ('map = ["@"]\nsteps = [{ do = "l", expect = { "@.at" = [10, 10] } }]', r"got \[11, 10\]"),
        ('map = ["@"]\nsteps = [{ do = ".", told = ["stealth-heard"] }]', "expected message stealth-heard"),
    ],
)
def test_a_wrong_expectation_fails(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ExpectationError, match=complaint):
        run_scenario(scenario(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('map = ["@?"]', r"the legend has no '\?'"),
        ('map = ["@,"]\nlegend = { "," = "core.stealth:rubble" }', r"',' in the legend is 'core.stealth:rubble', not"),
        ('map = ["@"]\nsteps = [{ do = "dance" }]', "there is no command 'dance'"),
        ('map = ["@"]\nactors.Q = { hp = 1 }', "'Q' has no position: draw it"),
        ('map = ["@"]\nactors."@" = { max_hp = 30 }', "'@' has no field 'max_hp'; it has: .*hp_max"),
        ('map = ["@"]\nactors.Q = { at = [80, 0] }', "'Q' is at 80,0, outside the level of 80 x 36"),
        ('map = ["@S"]\nactors.S = { hp = 1 }', "'S' has no position: the legend has this letter"),
    ],
)
def test_an_invalid_scenario_is_reported(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(ScenarioError, match=complaint):
        run_scenario(scenario(tmp_path, text))


def test_an_unknown_key_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="mpa"):
        scenario(tmp_path, 'mpa = ["@"]')
