"""The scenarios again, with keys pressed through the real bindings instead of commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api import Command
from footfall.api.session_scene import build_session_scene
from footfall.testing import Scenario, read_scenario_folder, run_scenario, scenario_player
from footfall.testing.scenario import ScenarioStep
from footfall.testing.scenario_game import ScenarioGame
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

KEYS = {**{key: (key,) for key in "kulnjbhy.qgf"}, "TAB": ("TAB",), "c east": ("c", "l"), "F east": ("F", "l")}
"""Keys of each alias."""


def uses_keys(scenario: Scenario) -> bool:
    return any(isinstance(step.do, str) and step.do in KEYS for step in scenario.case.steps)


SCENARIOS = [s for s in read_scenario_folder(Path(__file__).parents[1] / "data" / "stealth") if uses_keys(s)]


@pytest.mark.proof(40)
@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario_by_keys(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    build_from_alias = scenario_player.build_command

    def build_from_keys(stage: ScenarioGame, step: ScenarioStep) -> Command:
        if not isinstance(step.do, str) or step.do not in KEYS:
            return build_from_alias(stage, step)
        scene, state, command = build_session_scene(stage.session), UiState(), None
        for key in KEYS[step.do]:
            if command is None:  # the only door is shut without a question
                state, command = handle_key(state, scene, key)
        if state.confirmation is not None:
            state, command = handle_key(state, scene, "y")
        if command is None and step.refusal == "R-REACH-4":
            assert state.cursor is not None, "several targets open the cursor"
            return build_from_alias(stage, step)
        assert isinstance(command, Command), f"{step.do} builds no command: {state.notice or state}"
        return command

    monkeypatch.setattr(scenario_player, "build_command", build_from_keys)
    run_scenario(scenario)
