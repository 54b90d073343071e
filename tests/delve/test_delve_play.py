"""Sessions: the acceptance cases as commands, the same map as a batch."""

from __future__ import annotations

import json

import delve_cases
import msgspec
import pytest
from delve_walker import Walker

from footfall.engine.bots import BotContext
from footfall.engine.model import Answer
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import (
    DeclareCombatOver,
    DeclareTurnOver,
    ExploreExit,
    NameMapper,
    SearchWall,
)
from footfall.plugins.delve.maps import export as map_export
from footfall.plugins.delve.maps.rasterize import bitmap_of
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import generate
from footfall.plugins.delve.tables import tables_of
from footfall.testing.backends import use_backend


@pytest.fixture(scope="module")
def loaded():
    found = load("delve", only_mods=())
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
        assert (purpose, low, high) == ("leader", 1, 12), f"{purpose} {low}..{high} is not a leader die"
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
                    searches.append("found" if note.kind == "found" else "nothing")
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
    delve_of(session).heroes[1].is_alive = False
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
    refusal = session.submit(search).refusal
    assert (refusal.rule, refusal.message.args["wall"].id) == ("D-SECRET", "delve-wall")
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
    assert sum(zone.is_hidden for zone in delve_of(session).zones) == 0 or session.state.outcome == "quest"


def test_bounds_are_walls(loaded):
    """Policy ``bounds``: everything outside counts as wall."""
    session = begin(loaded, 1, bounds="-4,-3,18,8")
    session.submit(ExploreExit(actor=0, exit=1))
    assert delve_of(session).get_exit(1).fate is Fate.BLOCKED
    assert session.state.streams.get("core.delve:leader", 0) > 0


@pytest.mark.parametrize("mode", ["walk", "table"])
def test_both_backends_play_alike(loaded, mode):
    """The same seed and commands give the same hash on Rust and on the reference."""
    hashes = set()
    for backend in ("python", "rust"):
        with use_backend(backend):
            if mode == "walk":
                walker = Walker(Session.begin(loaded.rules, 6, {"mode": "walk"}, strict=True))
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


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("heroes", [], "the delve has no zones, no levels or no heroes"),
        ("zones/1/id", 3, "zone 1 has the id 3"),
        ("zones/1/entry", 9, "the level 1 and the entry 9"),
        ("zones/1/floors", (), "zone 1 has a floor of no possible size or place"),
        ("zones/0/floors", ((0, 0, 65, 2),), "zone 0 has a floor of no possible size or place"),
        ("zones/0/floors", ((0, 0, 0, 2),), "zone 0 has a floor of no possible size or place"),
        ("zones/0/at", (2049, 0), "zone 0 has a floor of no possible size or place"),
        ("zones/1/end", "nothing", "zone 1 has the end or the type 'nothing', which does not exist"),
        ("exits/0/zone", 2, "exit 1 has the id 1 and joins zones 2 and 1"),
        ("exits/0/to", 2, "exit 1 has the id 1 and joins zones 0 and 2"),
        ("exits/0/width", 3, "exit 1 is 3 cells wide, or far from its zone"),
        ("exits/0/at", (65, 65), "exit 1 is 2 cells wide, or far from its zone"),
        ("levels/0/stairs", 2, "stairs lead down from a zone that does not exist"),
        ("leader", 4, "the leader or the mapper is not among the 4 heroes"),
        ("fighting", [2], "there is a fight or a search in a zone that does not exist"),
        ("journal/0/zone", 2, "the journal names exit -1, zone 2, seat -1"),
    ],
)
def test_a_save_of_a_delve_that_no_game_has_is_refused(loaded, tmp_path, path, value, fault):
    session = begin(loaded)
    session.submit(ExploreExit(actor=0, exit=1))
    owner, [*way, last] = delve_of(session), path.split("/")
    if way:
        rows, number = getattr(owner, way[0]), int(way[1])
        rows[number] = msgspec.structs.replace(rows[number], **{last: value})
    else:
        setattr(owner, last, value)
    save.save(session, tmp_path / "forged.save", "1")
    with pytest.raises(save.SaveError, match=fault):
        save.load(loaded.rules, tmp_path / "forged.save")
