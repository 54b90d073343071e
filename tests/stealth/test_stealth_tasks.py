"""Games with a task, and hand-drawn maps that leave something to chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api.grid import get_world
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait, Walk
from footfall.plugins.stealth.environment.hush import HUSH

MOD = """
[mod]
id = "test.tasks"
version = "1.0.0"
api = "1"
name = "Tasks"
summary = "A task."
authors = ["Test"]
license = "MIT"
games = ["stealth"]

[requires]
"core.stealth" = ">=0.1"
"""

CONTENT = """
[course.walk]
title = "stealth-title"
about = "stealth-title"
welcome = "stealth-title"
plan = "walk"

[course.walk.task]
goal = "player.cell.tile == 'core.stealth:moss'"
failure = "turn >= 3"
steps = 10
plan = ["to m"]

[plan.walk]
last = 1
shape = [5, 12]
usual = { recipes = { "core.stealth:fixed" = 1 }, template = "walk" }

[filling.nothing]
spawn = "core.stealth:standard"
loot = "core.stealth:floor"
litter = "core.stealth:litter"

[template.walk]
filling = "nothing"
mirrored = true
rows = [
  "############",
  "#m_________#",
  "#1_@__1__1_#",
  "#p________p#",
  "############",
]

[template.walk.signs]
"m" = { tile = "core.stealth:moss" }
"1" = { tile = "core.stealth:floor", item = "core.stealth:chalice", rest = "2" }
"2" = { tile = "core.stealth:gravel" }
"p" = { tile = "core.stealth:floor", stop = true }
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("tasks")
    (folder / "mod.toml").write_text(MOD, encoding="utf-8")
    (folder / "content").mkdir()
    (folder / "content" / "walk.toml").write_text(CONTENT, encoding="utf-8")
    loaded = load("stealth", mods=[folder], only_mods=(), strict=True)
    return loaded.rules


def begin(rules: object, seed: int) -> Session:
    return Session.begin(rules, seed, {"course": "test.tasks:walk"})


def find_cells(session: Session, tile: str) -> list[tuple[int, int]]:
    level = next(iter(get_world(session.state).levels.values()))
    return [(y, x) for y, row in enumerate(level.tiles.tolist()) for x, n in enumerate(row) if level.palette[n] == tile]


def test_a_task_ends_by_its_goal_or_its_failure(rules: object) -> None:
    """P-TASK-1: the end of the turn in which a condition holds."""
    late = begin(rules, 1)
    for _ in range(3):
        assert late.state.outcome is None
        late.submit(Wait(actor=1))
    assert late.state.outcome == "failed"
    done = begin(rules, 1)
    moss = find_cells(done, "core.stealth:moss")[0]
    for _ in range(2):
        at = get_world(done.state).actors[1].at
        step = (moss[0] > at[0]) - (moss[0] < at[0]), (moss[1] > at[1]) - (moss[1] < at[1])
        ways = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
        done.submit(Walk(actor=1, direction=ways.index(step)))
    assert done.state.outcome == "done"
    assert [line.message.id for line in done.log][-1] == "stealth-course-done"


def test_no_menu_offers_a_task() -> None:
    """P-TASK-1: a course with a task is for programs."""
    loaded = load("stealth", mods=[HUSH.folder], only_mods=(), strict=True)
    offered = loaded.rules.game.courses(loaded.rules.records, loaded.rules.settings)
    assert offered
    assert all(course.id.startswith("core.stealth:") for course in offered)


def test_a_drawn_map_is_mirrored_by_chance(rules: object) -> None:
    """P-DRAW-1: both axes, each seed its own image, the same each time."""
    places = [find_cells(begin(rules, seed), "core.stealth:moss")[0] for seed in range(24)]
    assert set(places) == {(1, 1), (1, 10), (3, 1), (3, 10)}
    assert places == [find_cells(begin(rules, seed), "core.stealth:moss")[0] for seed in range(24)]


def test_a_sign_with_a_rest_stays_on_one_cell(rules: object) -> None:
    """P-DRAW-2: the chalice is on one of three cells, gravel on the others."""
    columns = set()
    for seed in range(24):
        session = begin(rules, seed)
        chalices = [item for item in get_world(session.state).items.values() if item.kind == "core.stealth:chalice"]
        assert len(chalices) == 1
        assert len(find_cells(session, "core.stealth:gravel")) == 2
        at = get_world(session.state).actors[1].at
        columns.add(abs(chalices[0].at[1] - at[1]))
    assert columns == {2, 3, 6}


def test_a_map_draws_the_stops_of_patrols(rules: object) -> None:
    """P-DRAW-3: the centers of rooms of a drawn map are its stops."""
    level = next(iter(get_world(begin(rules, 2).state).levels.values()))
    assert sorted(x for _, x in level.rooms) == [1, 10]


def test_each_task_of_hush_is_one_file() -> None:
    assert isinstance(HUSH.folder, Path)
    assert len(list((HUSH.folder / "content").glob("*.toml"))) == 25
