"""Expeditions on foot: treasure, the party that plays by itself, what the map on paper shows."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from delve_walker import DIRECTIONS, Walker

from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.engine.bots import BotContext, RunningMacro, list_legal_commands
from footfall.engine.model import Answer, Command, Message
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import (
    SearchDirection,
    UseStairs,
)
from footfall.plugins.delve.maps import export as map_export
from footfall.plugins.delve.maps.geometry import contains, list_cells
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.maps.rasterize import bitmap_of
from footfall.plugins.delve.maps.shapes import LANES, door_rect, get_wall, threshold_rect
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.rules.bots import EXPERT_REASONS
from footfall.plugins.delve.screen.journal_text import describe_exit_of
from footfall.plugins.delve.tables import tables_of
from footfall.sim.bots import find_bot
from footfall.sim.coverage import CoverageCounter
from footfall.sim.game_batch import BotGame
from footfall.sim.plan import Plan
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState
from footfall.world.state import get_world


@pytest.fixture(scope="module")
def loaded():
    return load("delve", only_mods=())


def walk(loaded, seed, **options):
    return Walker(Session.begin(loaded.rules, seed, {"mode": "walk", **options}, strict=True))


def delve_of(session):
    return session.state.parts["core.delve"].delve


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


@pytest.mark.proof(0)
def test_the_party_walks_fights_and_searches_by_itself(loaded):
    """The bot on foot: expeditions come to an end, quest rooms are won, walls are searched."""
    outcomes, searches = set(), 0
    for seed in range(7, 12):
        plan = Plan(game="core.delve", games=1, options={"mode": "walk"}, is_strict=True, max_commands=2500)
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


def same_as_tiles(session):
    """The tiles of the level are the cells of the record."""
    delve, world = delve_of(session), get_world(session.state)
    for number, level in world.levels.items():
        sheet = bitmap_of(delve, number)
        named = np.array(level.palette)[level.tiles]
        found: dict[str, set] = {"floor": set(), "door": set()}
        for (y, x), name in np.ndenumerate(named):
            cell = (y + level.origin[0], x + level.origin[1])
            if name.rpartition(":")[2] in ("door", "door_open", "false_door"):
                found["door"].add(cell)
            elif name.rpartition(":")[2] not in ("wall", "rock"):
                found["floor"].add(cell)
        assert found["floor"] == sheet.list_floor_cells()
        unfound = {g.id for g in delve.exits if g.fate is Fate.UNFOUND}
        assert found["door"] <= sheet.list_door_cells()
        assert len(sheet.list_door_cells()) - len(found["door"]) <= 2 * len(unfound)


@pytest.mark.proof(5)
@pytest.mark.parametrize("seed", range(12))
def test_a_delve_is_walked(loaded, seed):
    """D-REVEAL: walking reveals; D-ZONE, the tables and all invariants hold in any order of walking."""
    walker = walk(loaded, seed)
    session = walker.session
    tables = tables_of(loaded.rules.records)
    for _ in range(40):
        pending = walker.delve.list_pending_exits()
        if not pending or session.state.outcome is not None:
            break
        walker.explore_exit(pending[0].id)
        same_as_tiles(session)
        assert check_invariants(walker.delve, tables) == []
    assert session.state.outcome == "quest" or not walker.delve.list_pending_exits() or len(walker.delve.zones) > 30
    assert len(walker.delve.zones) > 4
    faces = [face for note in walker.delve.journal for roll in note.rolls for face in roll.faces]
    assert session.state.streams["core.delve:leader"] == len(faces)
    assert session.problems == []


def test_walking_reveals_what_is_seen_and_no_more(loaded, acceptance):
    """Case E39 on foot: nothing up to x = 7; at (8, 0) the second mouth alone, at x = 9 both."""
    walker = walk(loaded, 4)
    start = walker.hero.at
    assert start == (0, -2)
    for x in range(-1, 8):
        walker.step_towards((0, x))
        assert len(walker.delve.zones) == 1
    walker.step_towards((0, 8))
    done = [note.exit for note in walker.delve.journal if note.exit > 0]
    assert done[0] == 2
    assert walker.delve.get_exit(1).fate is Fate.PENDING
    walker.step_towards((0, 9))
    assert walker.delve.get_exit(1).fate is not Fate.PENDING


def test_monsters_hold_lairs_and_the_lead_passes_when_they_are_gone(loaded, tmp_path):
    """D-COMBAT on a grid: creatures of the base game come, with its rules; their end passes the lead."""
    for seed in range(30):
        walker = walk(loaded, seed, party=4)
        for _ in range(12):
            pending = walker.delve.list_pending_exits()
            if not pending or walker.delve.fighting or walker.session.state.outcome:
                break
            walker.explore_exit(pending[0].id)
        if walker.delve.fighting:
            break
    state = walker.session.state
    zone = walker.delve.fighting[0]
    band = state.parts["core.delve"].bands[zone]
    world = get_world(state)
    assert band
    assert all(world.actors[id].side == "hostile" for id in band)
    assert all(id in state.parts["core.stealth"].fighters for id in band)
    band.append(999)  # as if it had fallen in the turn in which the hero dies, which does not end
    save.save(walker.session, tmp_path / "x.save", "1")
    assert save.load(loaded.rules, tmp_path / "x.save").hash() == walker.session.hash()
    leader = walker.delve.leader
    alerts = [build_session_scene(walker.session).alert]
    walker.fell_foes()
    assert [*alerts, build_session_scene(walker.session).alert] == [Message("delve-fighting"), None]
    assert walker.delve.fighting == []
    assert walker.delve.leader == (leader + 1) % 4
    assert state.parts["core.delve"].bands == {}


def test_one_hero_on_foot_is_the_hero_and_keeps_the_lead(loaded):
    """The page of the dice after a combat, opened by its key, speaks of one hero."""
    for seed in range(30):
        walker = walk(loaded, seed)
        while not walker.delve.fighting and (pending := walker.delve.list_pending_exits()):
            walker.explore_exit(pending[0].id)
        if walker.delve.fighting and walker.session.state.outcome is None:
            break
    walker.fell_foes()
    view = GameView(walker.session, loaded.catalog.translate)
    scene = view.build_scene()
    page = scene.pages[handle_key(UiState(), scene, "r")[0].page]
    told = [view.translate(line.spans[0].text) for line in page.lines]
    assert told[-1] == "The hero comes down the stairs into the dungeon."
    assert any(line.startswith("The combat in lair") for line in told)
    assert not any("Player" in line or "heroes" in line for line in told)


def test_exploring_stops_once_at_an_open_combat(loaded):
    """The key stops while monsters of a known room live, and says so; pressed again at once, it goes on for good."""
    walker = walk(loaded, 7)
    walker.delve.fighting.append(0)
    view = GameView(walker.session, loaded.catalog.translate)
    said = [view.submit(handle_key(UiState(), view.build_scene(), "o")[1]) for _ in range(2)]
    told = [view.translate(one) if one is not None else "" for one in said]
    assert told[0].startswith("A combat is open in the entrance.")
    assert not told[1].startswith("A combat")
    assert view.is_busy or walker.session.commands
    while view.is_busy:
        view.advance()
    later = view.submit(handle_key(UiState(), view.build_scene(), "o")[1])
    assert later is None or later.id != "delve-explore-combat"
    walker.delve.fighting.append(1)
    while view.is_busy:
        later = view.advance() or later
    if later is None:
        later = view.submit(handle_key(UiState(), view.build_scene(), "o")[1])
    assert later.id == "delve-explore-combat"


def test_without_sight_the_hero_does_not_explore(loaded):
    """A helmet in the dark: the key names the lamp instead of walking to and fro."""
    walker = walk(loaded, 7)
    walker.hero.stats["fov"] = 0
    walker.hero.effects.clear()
    view = GameView(walker.session, loaded.catalog.translate)
    said = view.submit(handle_key(UiState(), view.build_scene(), "o")[1])
    assert said.id == "stealth-course-blind"
    assert not walker.session.commands


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "while the combat in the entrance is open."), ("es", "mientras siga el combate en la entrada.")],
)
def test_a_refusal_in_a_combat_names_its_room(loaded, language, words):
    """By the keys that leave and climb."""
    walker = walk(loaded, 7)
    walker.delve.fighting.append(0)
    loaded.catalog.set_language(language)
    view = GameView(walker.session, loaded.catalog.translate)
    for key in ("E", "<"):
        _, command = handle_key(UiState(), view.build_scene(), key)
        assert view.translate(view.submit(command)).endswith(words), key
    loaded.catalog.set_language("en")


def test_walls_are_searched_on_foot(loaded):
    """D-SECRET on a grid: the wall next to the hero, and a turn of the base game."""
    for seed in range(40):
        walker = walk(loaded, seed)
        walker.explore_exit(1)
        walker.explore_exit(2)
        legal = loaded.rules.game.list_legal(walker.session.context())
        searches = [c for c in legal if isinstance(c, SearchDirection)]
        while not searches and walker.hero.at[1] > 0:
            walker.step_towards((walker.hero.at[0], walker.hero.at[1] - 1))
            searches = [
                c for c in loaded.rules.game.list_legal(walker.session.context()) if isinstance(c, SearchDirection)
            ]
        if searches:
            break
    assert "delve-key-search" not in build_session_scene(walker.session).hints, "exits are left to explore"
    turn = walker.session.state.parts["core.stealth"].turn
    walker.session.dice_source = None
    assert walker.session.submit(searches[0]).refusal is None
    assert len(walker.delve.searches) == 1
    made, (y, x), (dy, dx) = walker.delve.searches[0], walker.hero.at, DIRECTIONS[searches[0].direction]
    wall = get_wall(walker.delve.zones[made.zone], made.wall, LANES, walker.delve.wall_thickness)
    assert contains(wall.rect, (y + dy, x + dx))
    assert walker.session.state.parts["core.stealth"].turn == turn + 1
    assert walker.session.submit(SearchDirection(actor=walker.hero.id, direction=1)).refusal.rule == "D-SECRET"
    same_as_tiles(walker.session)


def test_the_entry_leads_out(loaded):
    """It would end the expedition, so the heroes are asked; a no leaves all as it was."""
    walker = walk(loaded, 1)
    for choice, outcome in ((0, None), (1, "left")):
        walker.submit(UseStairs(actor=walker.hero.id))
        assert walker.session.state.question.kind == "confirm"
        walker.submit(Answer(actor=walker.hero.id, choice=choice))
        assert walker.session.state.outcome == outcome


def test_stairs_lead_to_new_levels(loaded):
    """G-16, policy ``stairs = "new_level"``: a grid of its own, one danger more, and a way back."""
    deep = load("delve", only_mods=(), settings={"core.delve.stairs": "new_level"})
    for seed in range(40):
        walker = walk(deep, seed)
        for _ in range(12):
            pending = walker.delve.list_pending_exits()
            down = [zone for zone in walker.delve.zones if zone.end == "down"]
            if not pending or down or walker.session.state.outcome:
                break
            walker.explore_exit(pending[0].id)
        if down and walker.session.state.outcome is None:
            break
    rect = down[0].floors[-1]
    walker.fell_foes()
    stairs = [(rect[0] + y, rect[1] + x) for y in range(2) for x in range(2)]
    walker.walk_until(stairs, lambda: walker.hero.at in stairs)
    walker.submit(UseStairs(actor=walker.hero.id))
    assert len(walker.delve.levels) == 2
    assert walker.hero.level == 2
    first = next(zone for zone in walker.delve.zones if zone.level == 2)
    assert walker.delve.danger_of(first) == 2
    same_as_tiles(walker.session)
    assert check_invariants(walker.delve, tables_of(deep.rules.records)) == []
    walker.submit(UseStairs(actor=walker.hero.id))
    assert walker.hero.level == 1
    assert walker.hero.at in stairs
    above = [gate.id for gate in walker.delve.list_pending_exits() if walker.delve.zones[gate.zone].level == 1]
    told = [note for note, *_ in build_session_scene(walker.session).notes.values() if note.id == "delve-exit-of"]
    assert all(
        note in [describe_exit_of(walker.delve, tables_of(deep.rules.records), id) for id in above] for note in told
    )


def test_a_walk_is_saved_and_goes_on_alike(loaded, tmp_path):
    walker = walk(loaded, 2)
    walker.explore_exit(1)
    walker.explore_exit(2)
    save.save(walker.session, tmp_path / "a.save", "0")
    again = Walker(save.load(loaded.rules, tmp_path / "a.save"))
    assert again.session.hash() == walker.session.hash()
    for one in (walker, again):
        for gate in one.delve.list_pending_exits()[:2]:
            if one.delve.get_exit(gate.id).fate is Fate.PENDING and one.session.state.outcome is None:
                one.explore_exit(gate.id)
    assert again.session.hash() == walker.session.hash()


def test_the_mappers_drawing_is_seen_on_foot(loaded):
    """D-MAPPER: what is neither seen nor remembered is shown as it was drawn, unfound secret doors as wall."""
    walker = walk(loaded, 2)
    walker.explore_exit(1)
    shown = loaded.rules.game.presentation.scene(walker.session.context()).cells
    top, left = shown.origin
    tables = tables_of(loaded.rules.records)
    drawn = map_export.draw_chart(walker.delve, tables)
    for y, row in enumerate(drawn.rows, drawn.origin[0]):
        for x, ink in enumerate(row, drawn.origin[1]):
            blank = shown.glyph[y - top, x - left] == 32
            assert blank == (ink is map_export.Ink.NOTHING) or not blank
    assert (shown.glyph != 32).sum() >= sum(ink is not map_export.Ink.NOTHING for row in drawn.rows for ink in row)


def test_each_reason_of_the_expert_is_followed_or_named_here():
    """A new reason that the party does not know would have it walk on where the expert fights."""
    texts = (Path(__file__).parents[2] / "plugins/stealth/locale/en/reasons.ftl").read_text("utf-8")
    others = {
        f"stealth-reason-{name}" for name in ("stone", "lamp", "explore", "guarded", "down", "home", "search", "lost")
    }
    assert set(re.findall(r"^(stealth-reason-[a-z-]+) =", texts, re.MULTILINE)) == EXPERT_REASONS | others


def test_the_adviser_on_foot_does_what_the_expert_does(loaded):
    """It takes up the sword and the potion, and names the expert's reason; then it seeks the quest room."""
    session = Session.begin(loaded.rules, 7, {"mode": "walk", "pack": True}, strict=True)
    bot = find_bot(loaded.rules, "party")
    ctx, reasons = BotContext(session, bot.id, 1), []
    while len(session.commands) < 20:
        session.submit(bot.decide(ctx, list_legal_commands(session)))
        reasons.append(ctx.reason.id)
    world = get_world(session.state)
    weapon = world.items[world.actors[world.player].worn["weapon"]]
    assert weapon.kind == "core.stealth:short_sword"
    assert {"stealth-reason-tend", "delve-reason-explore"} <= set(reasons)
