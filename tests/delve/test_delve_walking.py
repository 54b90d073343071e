"""Expeditions on foot: treasure, the party that plays by itself, what the map on paper shows."""

from __future__ import annotations

import pytest
from delve_walker import Walker

from footfall.engine.macros import RunningMacro
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.geometry import list_cells
from footfall.plugins.delve.invariants import check_invariants
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.shapes import door_rect, threshold_rect
from footfall.plugins.delve.tables import tables_of
from footfall.sim.bots import find_bot
from footfall.sim.coverage import CoverageCounter
from footfall.sim.game_batch import BotGame
from footfall.sim.plan import Plan
from footfall.world.state import get_world


@pytest.fixture(scope="module")
def loaded():
    return load("delve", only=())


def walk(loaded, seed):
    return Walker(Session.begin(loaded.rules, seed, {}, strict=True))


def test_lairs_leave_treasure(loaded):
    """Section C: objects lie where monsters were, more of them with more danger; openings on the map are dark."""
    for seed in range(30):
        walker = walk(loaded, seed)
        items = lambda walker=walker: [i for i in get_world(walker.session.state).items.values() if i.at]  # noqa: E731
        for _ in range(12):
            pending = walker.delve.list_pending_exits()
            if walker.delve.lairs or not pending or walker.session.state.outcome:
                break
            walker.explore_exit(pending[0].id)
        if walker.delve.lairs and walker.delve.fighting:
            break
    before = len(items())
    lair = walker.delve.zones[walker.delve.fighting[0]]
    while walker.delve.fighting:
        walker.fell_foes()
    found = items()
    assert len(found) > before
    assert all(item.level == lair.level for item in found)


def test_the_party_walks_fights_and_searches_by_itself(loaded):
    """The bot on foot: expeditions come to an end, quest rooms are won, walls are searched."""
    outcomes, searches = set(), 0
    for seed in range(7, 12):
        plan = Plan(game="core.delve", games=1, options={"mode": "walk"}, strict=True, max_commands=2500)
        table = BotGame(loaded.rules, [find_bot(loaded.rules, "party")], plan, 0)
        table.seed = seed
        table.play(CoverageCounter())
        outcomes.add(table.session.state.outcome)
        delve = table.session.state.parts["core.delve"].delve
        searches += len(delve.searches)
        assert len(delve.zones) > 3
        assert check_invariants(delve, tables_of(loaded.rules.records)) == []
    assert "quest" in outcomes
    assert searches > 0


def test_the_map_on_paper_shows_openings_as_dark_and_opened_doors_as_open(loaded):
    """D-MAPPER: an unexplored opening never looks like wall, even next to a lamp."""
    walker = walk(loaded, 5)
    for _ in range(6):
        scene = loaded.rules.game.presentation.scene(walker.session.context())
        top, left = scene.cells.origin

        def sign(at, scene=scene, top=top, left=left):
            return chr(scene.cells.glyph[at[0] - top, at[1] - left])

        for gate in walker.delve.exits:
            if gate.way is ExitKind.MOUTH and gate.fate is Fate.PENDING:
                assert {sign(at) for at in list_cells(threshold_rect(gate.at, gate.heading))} == {"░"}
            if gate.way is ExitKind.DOOR and gate.fate is Fate.OPENED:
                assert {sign(at) for at in list_cells(door_rect(gate.at, gate.heading, gate.width, 1))} <= {"'", "@"}
        assert "core.stealth:stairs" not in [b.command.__struct_config__.tag for b in scene.bindings]
        if walker.session.state.outcome is not None:
            break
        walker.explore_exit(walker.delve.list_pending_exits()[0].id)


@pytest.mark.parametrize("seed", range(3))
def test_exploring_goes_on_where_nothing_is_laid_yet(loaded, seed):
    """The base game's auto-explore looks into openings and opens doors, by ordinary steps."""
    session = Session.begin(loaded.rules, seed, {}, strict=True)
    order = next(kind for kind in loaded.rules.commands if str(kind.__struct_config__.tag) == "core.stealth:explore")
    walker = Walker(session)
    before = len(walker.delve.zones)
    notes = {}
    for _ in range(6):
        course = RunningMacro(session, order(actor=1), notes)
        while isinstance(chosen := course.next_command(), Command):
            assert session.submit(chosen).refusal is None
    assert len(walker.delve.zones) > before
    assert {str(type(c).__struct_config__.tag) for c in session.commands} <= {
        "core.stealth:step",
        "core.stealth:pick-up",
        "footfall:answer",
    }
