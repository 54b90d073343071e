"""Light flickers on the screen by the turn (C.7), and nowhere else (AC-21)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from footfall.api.grid import current_level
from footfall.api.scene import Cells, Tint
from footfall.api.session_scene import build_session_scene
from footfall.plugins.stealth.actions.commands import ToggleLamp, Wait
from footfall.plugins.stealth.actors.stats import effective_stat
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.scene.cells import find_bright_cells
from footfall.plugins.stealth.senses.sight import visible_cells
from footfall.testing import read_scenarios
from footfall.testing.backends import list_backends, use_backend
from footfall.testing.scenario_game import ScenarioGame

ORDER = Path(__file__).parents[1] / "data" / "stealth" / "order.toml"
TURNS = 24


def stage_of(id: str) -> ScenarioGame:
    """A scene on open floor that the character remembers to the last cell, without forced dice."""
    stage = ScenarioGame(next(scenario for scenario in read_scenarios(ORDER) if scenario.case.id == id))
    stage.session.dice_source = None
    _, level, _ = current_level(stage.session.context())
    level.memory = level.tiles + 1
    stage.session.state.settings["core.stealth.map.memory"] = -1
    return stage


def draw_cells(stage: ScenarioGame) -> Cells:
    cells = build_session_scene(stage.session).cells
    assert cells is not None
    return cells


def measure_radius(bright: np.ndarray, y: int, x: int) -> int:
    """The radius of the bright square around a cell."""
    reach = 0
    while bright[y, x - reach - 1]:
        reach += 1
    return reach


def test_the_lamp_flickers_between_its_radius_and_one_cell_more() -> None:
    """R-STEALTH-3: AC-21, FOV stays 6 and what is in view stays the same; only the drawing changes."""
    stage = stage_of("light")
    stage.session.submit(ToggleLamp(actor=1))
    radii = set()
    for _ in range(TURNS):
        stage.session.submit(Wait(actor=1))
        ctx = stage.session.context()
        world, _, _ = current_level(ctx)
        assert effective_stat(get_phase(ctx), world.actors[1], "fov") == 6
        seen = visible_cells(get_phase(ctx))
        assert measure_radius(seen, 10, 10) == 6
        bright, cells = find_bright_cells(get_phase(ctx)), draw_cells(stage)
        radius = measure_radius(bright, 10, 10)
        radii.add(radius)
        assert cells.visible is not None
        assert (cells.visible == seen).all()
        assert cells.fg[10, 10 - radius] == Tint.FLOOR
        assert cells.fg[10, 10 - radius - 1] == Tint.REMEMBERED
    assert radii == {6, 7}


def test_fires_and_carried_lights_flicker_by_one_cell_either_way() -> None:
    """R-AI-20: a campfire (radius 2) and an adventurer (radius 6), out of each other's light."""
    stage = stage_of("light")
    fires, torches, dim = set(), set(), 0
    for _ in range(2 * TURNS):
        stage.session.submit(Wait(actor=1))
        bright, cells = find_bright_cells(get_phase(stage.session.context())), draw_cells(stage)
        fires.add(measure_radius(bright, 10, 30))
        torches.add(measure_radius(bright, 28, 60))
        ring = cells.fg[10, 28]
        assert ring == (Tint.FLOOR if bright[10, 28] else Tint.DIM)
        dim += ring == Tint.DIM
    assert fires == {1, 2, 3}
    assert torches == {5, 6, 7}
    assert dim


def test_without_a_light_nothing_flickers() -> None:
    stage = stage_of("order")
    for _ in range(TURNS):
        stage.session.submit(Wait(actor=1))
        ctx = stage.session.context()
        assert (find_bright_cells(get_phase(ctx)) == visible_cells(get_phase(ctx))).all()


@pytest.mark.parametrize("backend", list_backends())
def test_drawing_the_light_rolls_no_die_and_is_the_same_everywhere(backend: str) -> None:
    with use_backend("python"):
        expected = stage_of("light")
        expected.session.submit(ToggleLamp(actor=1))
    with use_backend(backend):
        stage = stage_of("light")
        stage.session.submit(ToggleLamp(actor=1))
        for _ in range(8):
            stage.session.submit(Wait(actor=1))
            first, again = draw_cells(stage), draw_cells(stage)
            assert (first.fg == again.fg).all()
            with use_backend("python"):
                expected.session.submit(Wait(actor=1))
                assert (
                    find_bright_cells(get_phase(expected.session.context()))
                    == find_bright_cells(get_phase(stage.session.context()))
                ).all()
            assert expected.session.hash() == stage.session.hash()


def test_the_flicker_tells_nothing_of_the_seed() -> None:
    stage = stage_of("light")
    stage.session.submit(ToggleLamp(actor=1))
    shown = draw_cells(stage).fg
    for seed in range(8):
        stage.session.state.seed = seed
        assert (draw_cells(stage).fg == shown).all()
