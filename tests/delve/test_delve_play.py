"""Sessions: the acceptance cases as commands, the same map as a batch, walking by the base game's rules."""

from __future__ import annotations

import json

import delve_cases
import msgspec
import numpy as np
import pytest
from delve_walker import Walker

from footfall.engine.bots import BotContext
from footfall.engine.model import Answer
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve import map_export
from footfall.plugins.delve.batch import generate
from footfall.plugins.delve.commands import (
    DeclareCombatOver,
    DeclareTurnOver,
    ExploreExit,
    NameMapper,
    SearchDirection,
    SearchWall,
    UseStairs,
)
from footfall.plugins.delve.invariants import check_invariants
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.rasterize import bitmap_of
from footfall.plugins.delve.tables import tables_of
from footfall.testing.backends import use_backend
from footfall.world.state import get_world


@pytest.fixture(scope="module")
def loaded():
    found = load("delve", only=())
    assert [str(p) for p in found.findings] == []
    return found


def begin(loaded, seed=1, **options):
    return Session.begin(loaded.rules, seed, {"mode": "table", **options}, strict=True)


def delve_of(session):
    return session.state.parts["core.delve"].delve


class Faces:
    """Forced dice of the leader stream; all else is refused."""

    def __init__(self, faces):
        self.left = list(faces)

    def take(self, purpose, low, high):
        assert (purpose, low, high) == ("leader", 1, 12), f"{purpose} {low}..{high} is no leader die"
        return self.left.pop(0)


def test_all_acceptance_cases_as_commands(loaded, acceptance):
    """Section E through a session: commands and forced dice in, state out."""
    for case in acceptance["case"]:
        session = begin(loaded, party="A,B:elf,C,D")
        searches, faces = [], 0
        for step in case["do"]:
            session.dice_source = Faces(step.get("faces", ()))
            leader = session.state.question.actor
            before = session.hash()
            if "explore" in step:
                result = session.submit(ExploreExit(actor=leader, exit=step["explore"]))
                assert result.refusal is None
            elif "search" in step:
                hero = 1 if "bonus" in step else 0
                result = session.submit(SearchWall(actor=leader, zone=step["search"], wall=step["wall"], hero=hero))
                if result.refusal is not None:
                    assert session.hash() == before
                    searches.append("refused")
                else:
                    note = delve_of(session).journal[-1]
                    searches.append("found" if note.what == "found" else "nothing")
            else:
                zone = delve_of(session).fighting[0]
                assert session.submit(DeclareCombatOver(actor=leader, zone=zone)).refusal is None
            assert session.dice_source.left == [], case["id"]
            faces += len(step.get("faces", ()))
            assert session.state.streams.get("core.delve:leader", 0) == faces
        delve_cases.assert_case(delve_of(session), case)
        assert searches == [step["result"] for step in case["do"] if "search" in step]


@pytest.mark.parametrize("seed", range(5))
def test_14_a_session_and_a_batch_lay_the_same_map(loaded, seed):
    """Invariant 14, byte for byte; and the leader stream stands where the batch left it."""
    tables = tables_of(loaded.rules.records)
    policy = Policy(on_exhausted="stop")
    batch = generate(tables, seed, policy)
    session = begin(loaded, seed)
    for _ in range(1000):
        delve, question = delve_of(session), session.state.question
        if question is None:
            break
        if delve.fighting:
            session.submit(DeclareCombatOver(actor=question.actor, zone=delve.fighting[0]))
        elif delve.list_pending_exits():
            assert (
                session.submit(ExploreExit(actor=question.actor, exit=delve.list_pending_exits()[0].id)).refusal is None
            )
        else:
            break
    assert msgspec.msgpack.encode(delve_of(session)) == msgspec.msgpack.encode(batch)
    assert session.state.outcome == ("quest" if batch.quests else None)
    faces = sum(len(roll.faces) for note in batch.journal for roll in note.rolls)
    assert session.state.streams["core.delve:leader"] == faces


def test_a_saved_expedition_goes_on_alike(loaded, tmp_path):
    session = begin(loaded, 3)
    for _ in range(12):
        actor = session.state.question.actor
        command = loaded.rules.game.list_legal(session.context())[0]
        assert command.actor == actor
        session.submit(command)
    save.save(session, tmp_path / "a.save", "0")
    again = save.load(loaded.rules, tmp_path / "a.save")
    assert again.hash() == session.hash()
    for one in (session, again):
        for _ in range(8):
            if one.state.outcome is None:
                one.submit(loaded.rules.game.list_legal(one.context())[0])
    assert again.hash() == session.hash()
    assert bitmap_of(delve_of(again), 1).list_floor_cells() == bitmap_of(delve_of(session), 1).list_floor_cells()


def test_d_leader_the_lead_passes_after_each_combat(loaded):
    """D-LEADER, D-COMBAT: one seat to the left for each combat; the next question is the new leader's."""
    session = begin(loaded, 1, party=3)
    session.dice_source = Faces([4, 5, 5, 2, 2, 9, 10])
    session.submit(ExploreExit(actor=0, exit=1))
    session.submit(ExploreExit(actor=0, exit=3))
    assert delve_of(session).fighting == [2]
    assert session.submit(SearchWall(actor=0, zone=1, wall="1R")).refusal.rule == "D-SECRET"
    session.submit(DeclareCombatOver(actor=0, zone=2))
    assert session.state.question.actor == 1
    assert session.submit(ExploreExit(actor=0, exit=2)).refusal is not None
    assert session.submit(DeclareCombatOver(actor=1, zone=2)).refusal.rule == "D-COMBAT"


def test_dead_leaders_are_passed_over(loaded):
    session = begin(loaded, 1, party=3)
    session.dice_source = Faces([4, 5, 5, 2, 2, 9, 10])
    session.submit(ExploreExit(actor=0, exit=1))
    session.submit(ExploreExit(actor=0, exit=3))
    delve_of(session).heroes[1].alive = False
    session.submit(DeclareCombatOver(actor=0, zone=2))
    assert session.state.question.actor == 2


def test_d_mapper_is_named_and_passed_on(loaded):
    session = begin(loaded, 1, party="Ana,Bo", mapper=2)
    assert delve_of(session).mapper == 1
    session.submit(NameMapper(actor=0, seat=0))
    assert delve_of(session).mapper == 0
    assert session.submit(NameMapper(actor=0, seat=7)).refusal.rule == "D-MAPPER"


def test_secret_tries_once_for_each_hero_and_turn(loaded):
    session = begin(loaded, 1)
    session.dice_source = Faces([1, 3, 3, 2, 2, 4, 4, 4])
    session.submit(ExploreExit(actor=0, exit=1))
    search = SearchWall(actor=0, zone=1, wall="1L")
    assert session.submit(search).refusal is None
    assert session.submit(search).refusal.rule == "D-SECRET"
    assert session.submit(SearchWall(actor=0, zone=1, wall="1L", hero=1)).refusal is None
    session.submit(DeclareTurnOver(actor=0))
    assert session.submit(search).refusal is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "fly"}, "option mode"),
        ({"party": 99}, "option party"),
        ({"mapper": 9}, "option mapper"),
        ({"bounds": "1,2"}, "option bounds"),
        ({"bounds": "1,2,0,3"}, "option bounds"),
        ({"map": "{"}, "option map:1: not valid JSON"),
    ],
)
def test_bad_options_are_explained(loaded, options, said):
    with pytest.raises(ValueError, match=said):
        Session.begin(loaded.rules, 1, options)


def test_a_prepared_map_is_played(loaded):
    """D-MODE in a session: the map is hidden, is shown without dice, and is hashed and saved like any."""
    tables = tables_of(loaded.rules.records)
    drawn = generate(tables, 21, Policy(stop="exhausted", max_zones=8, on_exhausted="stop"))
    session = begin(loaded, 1, map=json.loads(map_export.to_json(drawn)))
    session.dice_source = Faces([])
    while todo := [gate for gate in delve_of(session).list_pending_exits() if gate.to >= 0]:
        assert session.submit(ExploreExit(actor=session.state.question.actor, exit=todo[0].id)).refusal is None
        if delve_of(session).fighting:
            session.submit(DeclareCombatOver(actor=session.state.question.actor, zone=delve_of(session).fighting[0]))
        if session.state.question is None:
            break
    assert session.state.streams.get("core.delve:leader", 0) == 0
    assert sum(zone.hidden for zone in delve_of(session).zones) == 0 or session.state.outcome == "quest"


def test_bounds_are_walls(loaded):
    """Policy ``bounds``: everything outside counts as wall."""
    session = begin(loaded, 1, bounds="-4,-3,18,8")
    session.submit(ExploreExit(actor=0, exit=1))
    assert delve_of(session).get_exit(1).fate is Fate.BLOCKED
    assert session.state.streams.get("core.delve:leader", 0) > 0


# Walking.


def walk(loaded, seed, **options):
    return Walker(Session.begin(loaded.rules, seed, {"mode": "walk", **options}, strict=True))


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


def test_monsters_hold_lairs_and_the_lead_passes_when_they_are_gone(loaded):
    """D-COMBAT on a grid: creatures of the base game come, with its rules; their end passes the lead."""
    for seed in range(30):
        walker = walk(loaded, seed)
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
    leader = walker.delve.leader
    walker.fell_foes()
    assert walker.delve.fighting == []
    assert walker.delve.leader == (leader + 1) % 4
    assert state.parts["core.delve"].bands == {}


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
    turn = walker.session.state.parts["core.stealth"].turn
    walker.session.dice_source = None
    assert walker.session.submit(searches[0]).refusal is None
    assert len(walker.delve.searches) == 1
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
    deep = load("delve", only=(), settings={"core.delve.stairs": "new_level"})
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


@pytest.mark.parametrize("mode", ["walk", "table"])
def test_both_backends_play_alike(loaded, mode):
    """The same seed and commands give the same hash on Rust and on the reference."""
    hashes = set()
    for backend in ("python", "rust"):
        with use_backend(backend):
            if mode == "walk":
                walker = walk(loaded, 6)
                walker.explore_exit(1)
                hashes.add(walker.session.hash())
                continue
            session = begin(loaded, 6)
            for _ in range(6):
                session.submit(loaded.rules.game.list_legal(session.context())[0])
            hashes.add(session.hash())
    assert len(hashes) == 1


def test_scenes_can_be_drawn(loaded):
    for mode in ("walk", "table"):
        session = Session.begin(loaded.rules, 5, {"mode": mode}, strict=True)
        for _ in range(10):
            shown = loaded.rules.game.presentation.scene(session.context())
            assert shown.cells is not None
            texts = [span.text for panel in shown.panels for line in panel.lines for span in line.spans]
            said = [loaded.catalog.translate(t) if not isinstance(t, str) else t for t in texts]
            assert not [t for t in said if t.startswith("delve-")]
            command = loaded.rules.game.list_legal(session.context())[0]
            session.submit(command)
        labels = [loaded.catalog.translate(b.label) for b in shown.bindings]
        assert not [t for t in labels if t.startswith("delve-")]


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


def test_unfound_secret_doors_are_not_shown(loaded, acceptance):
    case = next(c for c in acceptance["case"] if c["id"] == "E27")
    session = begin(loaded)
    for step in case["do"]:
        session.dice_source = Faces(step["faces"])
        session.submit(ExploreExit(actor=session.state.question.actor, exit=step["explore"]))
    shown = loaded.rules.game.presentation.scene(session.context())
    assert ord("S") not in shown.cells.glyph
    secret = next(gate for gate in delve_of(session).exits if gate.way is ExitKind.SECRET)
    assert secret.fate is Fate.UNFOUND


def test_the_party_plays_to_the_end(loaded):
    """The bot explores as a batch does; its games can be measured."""
    bot = loaded.rules.bots["core.delve:party"]
    for seed in range(3):
        session = begin(loaded, seed)
        seat = BotContext(session, bot.id, 0)
        for _ in range(400):
            if session.state.outcome is not None:
                break
            assert session.submit(bot.decide(seat, loaded.rules.game.list_legal(session.context()))).refusal is None
        assert session.state.outcome in ("quest", "left")
        columns = loaded.rules.game.statistics.measure(session.context())
        assert columns["quests"] == (session.state.outcome == "quest")
        assert {"length", "T"} <= set(columns["met"])


def test_an_answer_is_not_needed(loaded):
    assert begin(loaded).submit(Answer(choice=0)).refusal is not None
