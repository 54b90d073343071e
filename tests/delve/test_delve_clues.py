"""Dungeon clues and the way out as players use them: keys and commands, at the table and on foot."""

from __future__ import annotations

import re

import pytest
from delve_walker import Walker

from footfall.engine.bots import BotContext
from footfall.engine.model import Answer, Cause
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.changes import AwardClue, SpendClue
from footfall.plugins.delve.commands import DeclareCombatOver, DeclareTurnOver, ExploreExit, UseStairs
from footfall.plugins.delve.maps.export import render_text
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.model import JournalEntry
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.rules.clue_commands import DeclareClue, LeaveFromHere, UseClue
from footfall.plugins.delve.rules.explore import begin_delve
from footfall.plugins.delve.tables import tables_of
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState
from footfall.world.state import get_world

CLOSED = [1, 3, 3, 2, 2]
"""A corridor of one section with a dead end."""


@pytest.fixture(scope="module")
def loaded():
    return load("delve", only_mods=())


@pytest.fixture(scope="module")
def counting():
    return load("delve", only_mods=(), settings={"core.delve.counters": True})


class Faces:
    """Forced dice of the leader stream."""

    def __init__(self, *faces):
        self.left = list(faces)

    def take(self, purpose, low, high):
        return self.left.pop(0)


def begin(loaded, *steps, **options):
    """A session at the table after exploring exits: pairs of an exit and its faces."""
    session = Session.begin(loaded.rules, 1, {"mode": "table", **options}, strict=True)
    for number, faces in steps:
        session.dice_source = Faces(*faces)
        submit(session, ExploreExit(actor=session.state.question.actor, exit=number))
    session.dice_source = None
    return session


def submit(session, command):
    result = session.submit(command)
    assert result.refusal is None, result.refusal
    return result


def delve_of(session):
    return session.state.parts["core.delve"].delve


def press(loaded, session, *keys):
    """Presses keys in the real scene; returns the command they build."""
    state, command = UiState(), None
    for key in keys:
        scene = loaded.rules.game.presentation.scene(session.context())
        state, command = handle_key(state, scene, key)
    return command


def award(session, count=1):
    for _ in range(count):
        submit(session, DeclareClue(actor=session.state.question.actor))


def test_a_clue_is_earned_and_replaces_an_end_by_keys(loaded):
    """C-CLUE 1: A earns a clue, C uses it: the closed end becomes stairs out, not some that lead nowhere."""
    session = begin(loaded, (1, CLOSED))
    assert press(loaded, session, "U") is None
    submit(session, press(loaded, session, "A", "a"))
    assert delve_of(session).count_clues() == 1
    choices = loaded.rules.game.presentation.scene(session.context()).choices["clue-uses"]
    assert [choice.value for choice in choices] == ["end/1/out"]
    submit(session, press(loaded, session, "U", "a"))
    delve = delve_of(session)
    assert (delve.zones[1].end, delve.count_clues()) == ("out", 0)
    assert [note.kind for note in delve.journal[-3:]] == ["award", "spend", "replace"]
    tables = tables_of(loaded.rules.records)
    assert check_invariants(delve, tables) == []
    assert "<<" in render_text(delve, tables)
    submit(session, UseStairs(actor=0, zone=1))
    submit(session, Answer(actor=0, choice=1))
    assert session.state.outcome == "left"


def test_a_clue_makes_an_empty_room_special_by_the_leaders_dice(loaded):
    """C-CLUE 2: two faces of the leader stream on the table of special rooms."""
    session = begin(loaded, (1, [4, 5, 5, 2, 2]), (3, [1, 5]))
    award(session)
    session.dice_source = Faces(6, 7)
    before = session.state.streams["core.delve:leader"]
    submit(session, UseClue(actor=0, use="room/2"))
    room = delve_of(session).zones[2]
    assert (room.type, room.special) == ("special", "fountain")
    assert session.state.streams["core.delve:leader"] == before + 2
    assert [roll.row for roll in delve_of(session).journal[-2].rolls] == ["fountain"]
    assert check_invariants(delve_of(session), tables_of(loaded.rules.records)) == []


def test_a_clue_sets_the_turn_die_back(counting, loaded):
    """C-CLUE 3: by 3, at least to 1; without counters there is no such die."""
    session = begin(counting)
    award(session)
    assert session.submit(UseClue(actor=0, use="turn-die")).refusal.message.id == "delve-no-turn-die"
    while delve_of(session).turn_die != 5:
        submit(session, DeclareTurnOver(actor=0))
    submit(session, UseClue(actor=0, use="turn-die"))
    assert (delve_of(session).turn_die, delve_of(session).count_clues()) == (2, 0)
    plain = begin(loaded)
    award(plain)
    assert plain.submit(UseClue(actor=0, use="turn-die")).refusal.rule == "C-CLUE"


def test_a_clue_cancels_a_flight(loaded):
    """C-CLUE 3: in a combat only; the journal names it."""
    session = begin(loaded, (1, [4, 5, 5, 2, 2]))
    award(session)
    assert session.submit(UseClue(actor=0, use="flight")).refusal.message.id == "delve-no-combat"
    session.dice_source = Faces(9, 10)
    submit(session, ExploreExit(actor=0, exit=3))
    legal = loaded.rules.game.list_legal(session.context())
    assert [command.use for command in legal if isinstance(command, UseClue)] == [
        "end/1/out",
        "flight",
    ]
    submit(session, UseClue(actor=0, use="flight"))
    assert delve_of(session).journal[-1].remarks == ("spent-flight",)
    assert delve_of(session).fighting == [2]


def test_three_clues_at_most_and_none_for_nothing(loaded):
    session = begin(loaded)
    assert session.submit(UseClue(actor=0, use="flight")).refusal.message.id == "delve-no-clue"
    award(session, 3)
    before = session.hash()
    for command, said in (
        (DeclareClue(actor=0), "delve-clues-full"),
        (DeclareClue(actor=0, zone=9), "delve-not-here"),
        (UseClue(actor=0, use="end/9/up"), "delve-not-here"),
        (UseClue(actor=0, use="end/0/up"), "delve-no-such-end"),
        (UseClue(actor=0, use="end/x/up"), "delve-not-here"),
        (UseClue(actor=0, use="room/0"), "delve-no-such-room"),
        (UseClue(actor=0, use="luck"), "delve-no-such-use"),
    ):
        refusal = session.submit(command).refusal
        assert refusal.message.id == said
        assert not loaded.catalog.translate(refusal.message).startswith("delve-")
        assert session.hash() == before


def test_what_a_mod_may_not_award(tables):
    delve = begin_delve(Policy(), tables)
    with pytest.raises(ValueError, match="hold 0 clues"):
        SpendClue(JournalEntry("spend", 0)).write(delve)
    with pytest.raises(ValueError, match="'search'"):
        AwardClue(JournalEntry("search", 0)).write(delve)
    AwardClue(JournalEntry("award", 0)).write(delve)
    for kind in ("award", "touch"):
        with pytest.raises(ValueError, match=f"hold 1 clues; the entry is '{kind}'"):
            SpendClue(JournalEntry(kind, 0)).write(delve)


def test_what_was_done_with_clues_is_saved_and_told(loaded, tmp_path):
    """The journal in both languages; a saved game goes on alike; bots leave clues alone."""
    session = begin(loaded, (1, CLOSED))
    award(session, 2)
    submit(session, UseClue(actor=0, use="end/1/up"))
    save.save(session, tmp_path / "a.save", "0")
    again = save.load(loaded.rules, tmp_path / "a.save")
    assert again.hash() == session.hash()
    assert delve_of(again).count_clues() == 1
    catalog = load("delve", only_mods=()).catalog
    for language in ("en", "es"):
        catalog.set_language(language)
        for line in session.log:
            assert "delve-" not in catalog.translate(line.message)
        scene = loaded.rules.game.presentation.scene(session.context())
        texts = [c.label for name in ("clue-uses", "clue-rooms", "zones") for c in scene.choices[name]]
        assert not [t for t in texts if "delve-" in catalog.translate(t)]
    bot = loaded.rules.bots["core.delve:party"]
    options = loaded.rules.game.list_legal(session.context())
    assert any(isinstance(option, UseClue) for option in options)
    assert isinstance(bot.decide(BotContext(session, bot.id, 0), options), ExploreExit)


# The way out (C-LEAVE).


def test_the_heroes_leave_within_four_sections(counting):
    """From three sections away it is asked, and the game master gains 2 counters; the journal says how far."""
    session = begin(counting, (1, [4, 5, 5, 2, 2]), (3, [1, 5]))
    command = press(counting, session, "E", "c")
    assert command == LeaveFromHere(actor=0, zone=2)
    submit(session, command)
    assert session.state.question.kind == "confirm"
    submit(session, Answer(actor=0, choice=0))
    assert session.state.outcome is None
    submit(session, command)
    submit(session, Answer(actor=0, choice=1))
    delve = delve_of(session)
    assert (session.state.outcome, delve.counters) == ("left", 2)
    assert (delve.journal[-1].kind, delve.journal[-1].remarks) == ("leave", ("sections-3",))


def test_who_is_too_far_hears_how_far(loaded):
    """2 sections of the start, 3 of a corridor, and 1 of the next: the last is 5 away."""
    session = begin(loaded, (1, [10, 4, 5, 8, 7]), (3, CLOSED))
    refusal = session.submit(LeaveFromHere(actor=0, zone=2)).refusal
    assert refusal.rule == "C-LEAVE"
    assert refusal.message.args["sections"] == 5
    said = loaded.catalog.translate(refusal.message)
    assert "5 sections" in said
    assert "within 4" in said
    legal = loaded.rules.game.list_legal(session.context())
    assert [command.zone for command in legal if isinstance(command, LeaveFromHere)] == [0, 1]


def test_no_hero_leaves_a_combat_or_an_unknown_place(loaded):
    session = begin(loaded, (1, [4, 5, 5, 2, 2]), (3, [9, 10]))
    assert session.submit(LeaveFromHere(actor=0, zone=0)).refusal.message.id == "delve-in-combat"
    submit(session, DeclareCombatOver(actor=0, zone=2))
    for zone in (-1, 99):
        assert session.submit(LeaveFromHere(actor=1, zone=zone)).refusal.message.id == "delve-not-here"


# On foot.


def test_a_clue_and_the_way_out_on_foot(loaded):
    """The stairs that a clue makes are drawn and climbed; E leaves from where the hero stands, or says how far."""
    for seed in range(60):
        walker = Walker(Session.begin(loaded.rules, seed, {}, strict=True))
        session = walker.session
        walker.explore_exit(1)
        session.loop.apply_outcome(session, [AwardClue(JournalEntry("award", 0))], Cause("core.delve", "test"))
        uses = [c for c in loaded.rules.game.list_legal(session.context()) if isinstance(c, UseClue)]
        if any(c.use.endswith("/out") for c in uses):
            break
    assert all(command.use != "flight" for command in uses)
    assert session.submit(UseClue(actor=walker.hero.id, use="flight")).refusal.message.id == "delve-no-flight"
    out = next(command for command in uses if command.use.endswith("/out"))
    number = int(out.use.split("/")[1])
    offered = loaded.rules.game.presentation.scene(session.context()).choices["clue-uses"]
    walker.submit(out)
    level = get_world(session.state).current
    rect = walker.delve.zones[number].floors[-1]
    stairs = [(rect[0] + y, rect[1] + x) for y in range(2) for x in range(2)]
    world = get_world(session.state)
    tiles = world.levels[level]
    for y, x in stairs:
        assert tiles.palette[tiles.tiles[y - tiles.origin[0], x - tiles.origin[1]]] == "core.stealth:stairs_up"
    named = next(choice for choice in offered if choice.value == out.use)
    assert re.fullmatch(
        rf"corridor {number} \(\d+ \w+\): stairs out of the dungeon", loaded.catalog.translate(named.label)
    )
    command = press(loaded, session, "E")
    assert isinstance(command, LeaveFromHere)
    walker.submit(command)
    walker.submit(Answer(actor=walker.hero.id, choice=1))
    assert session.state.outcome == "left"


def test_far_from_the_stairs_e_tells_the_distance(loaded):
    for seed in range(20):
        walker = Walker(Session.begin(loaded.rules, seed, {}, strict=True))
        for _ in range(6):
            pending = walker.delve.list_pending_exits()
            if not pending or walker.session.state.outcome:
                break
            walker.explore_exit(pending[-1].id)
            walker.fell_foes()
            if walker.session.state.outcome or walker.delve.fighting:
                break
            refusal = walker.session.submit(press(loaded, walker.session, "E")).refusal
            if refusal is not None:
                assert refusal.message.id == "delve-too-far"
                assert refusal.message.args["sections"] > 4
                return
            walker.submit(Answer(actor=walker.hero.id, choice=0))
    raise AssertionError("no hero came far enough")


def test_the_magic_circle_gives_a_clue(loaded, monkeypatch):
    """C-CLUE: a hero in the circle at the end of an exploration turn, and the secret die shows 3."""
    from footfall.plugins.delve.rules import clues

    quick = load("delve", only_mods=(), settings={"core.delve.turn_length": 1})
    session = Session.begin(quick.rules, 1, {}, strict=True)
    walker = Walker(session)
    delve = walker.delve
    monkeypatch.setattr(clues, "find_footprint", lambda zone, room: zone.floors[0])
    delve.zones[0] = type(delve.zones[0])(
        **{f: getattr(delve.zones[0], f) for f in delve.zones[0].__struct_fields__ if f != "special"},
        special="magic_circle",
    )
    legal = quick.rules.game.list_legal(session.context())
    for _ in range(200):
        walker.submit(legal[0])
        if delve.count_clues() == 3:
            break
    assert delve.count_clues() == 3
    assert delve.turn > 12
