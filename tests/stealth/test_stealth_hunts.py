"""Hunts: guards that act by orders, by the rules' own senses (P-HUNT)."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from footfall.api import Answer, Question
from footfall.api.grid import get_world
from footfall.cli import main
from footfall.engine.codec import decode_state, encode_canonical, encode_snapshot
from footfall.engine.saves.validate import check_state
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait, Walk
from footfall.plugins.stealth.ai.orders import GuardKnowledge
from footfall.plugins.stealth.environment.hush import HUNTS
from footfall.plugins.stealth.model.hunt import ORDER, hunt_of
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import Inquiry, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of


@pytest.fixture(scope="module")
def rules() -> Any:
    return load("stealth", mods=[HUNTS.folder], only_mods=(), strict=True).rules


def begin(rules: Any, name: str = "cellar", guards: Any = 1, seed: int = 1) -> Session:
    """A hunt at the character's first turn."""
    return Session.begin(rules, seed, {"course": f"core.hunt:{name}", "guards": guards})


def get_question(session: Session) -> Question:
    assert session.state.question is not None
    return session.state.question


def find_tile_id(knowledge: GuardKnowledge, cell: tuple[int, int]) -> str:
    tile = knowledge.find_tile(cell)
    assert tile is not None
    return tile.id


def wait(session: Session) -> int:
    """Lets the character wait; returns the guard that is asked."""
    assert session.submit(Wait(actor=get_world(session.state).player)).refusal is None
    question = get_question(session)
    assert question.kind == ORDER
    return question.actor


def order(session: Session, name: str) -> None:
    """Gives an order to the guard that is asked."""
    question = get_question(session)
    answer = Answer(actor=question.actor, choice=question.options.index(name))
    assert session.submit(answer).refusal is None


def place(session: Session, id: int, cell: tuple[int, int]) -> Session:
    """The game with an actor on another cell."""
    state = copy.deepcopy(session.state)
    get_world(state).actors[id].at = cell
    return Session(session.rules, state)


def test_guards_ask_for_orders_in_their_turn(rules: Any) -> None:
    """P-HUNT-1: each guard asks once in a turn, in order of arrival; those beyond the number act by themselves."""
    session = begin(rules, "crypt", 2)
    hunt = hunt_of(session.state)
    assert hunt is not None
    world, minds = get_world(session.state), stealth_of(session.state).minds
    assert hunt.guards == tuple(sorted(minds))[:2]
    assert all(minds[id].mood is Mood.CALM for id in hunt.guards)
    left = next(id for id in minds if id not in hunt.guards)
    before = {id: world.actors[id].at for id in minds}
    for _ in range(4):
        assert wait(session) == hunt.guards[0]
        order(session, "wait")
        assert get_question(session).actor == hunt.guards[1]
        order(session, "wait")
        assert get_question(session).kind == "turn"
    assert all(get_world(session.state).actors[id].at == before[id] for id in hunt.guards)
    assert get_world(session.state).actors[left].at != before[left]


def test_a_floor_with_fewer_guards_has_fewer_players(rules: Any) -> None:
    session = begin(rules, guards=9)
    hunt = hunt_of(session.state)
    assert hunt is not None
    assert len(hunt.guards) == 1
    assert not session.problems
    assert not hunt_of(begin(rules, guards=0).state)


def test_orders_move_and_open_doors(rules: Any) -> None:
    """P-HUNT-2: a guard walks where its player says, through doors that it knows."""
    session = begin(rules, "manor", 2)
    world = get_world(session.state)
    guard = wait(session)
    y, x = world.actors[guard].at
    order(session, "walk 2")
    assert get_world(session.state).actors[guard].at == (y, x + 1)
    session = place(session, guard, (y, x))
    door = next((row, column) for row in range(15) for column in range(41) if "door" in tags_at(session, row, column))
    inside = 1 if door[0] > y else -1
    session = place(session, guard, (door[0] - inside, door[1]))
    while get_question(session).actor != guard:
        order(session, "wait") if get_question(session).kind == ORDER else wait(session)
    assert f"walk {0 if inside < 0 else 4}" in get_question(session).options
    order(session, f"walk {0 if inside < 0 else 4}")
    assert "door_open" in get_phase(session.context()).tile(door).id


def tags_at(session: Session, y: int, x: int) -> frozenset[str]:
    return frozenset(get_phase(session.context()).tile((y, x)).tags)


def test_who_walks_into_an_unknown_enemy_notices_it(rules: Any) -> None:
    """P-HUNT-2: the step costs the turn, without a blow; the next one strikes."""
    session = begin(rules)
    guard, player = wait(session), get_world(session.state).player
    y, x = get_world(session.state).actors[guard].at
    session = place(session, player, (y, x - 1))
    phase = get_phase(session.context())
    assert GuardKnowledge(phase, phase.world.actors[guard]).target is None
    order(session, "walk 6")
    actor = get_world(session.state).actors[player]
    assert actor.hp == actor.hp_max
    assert stealth_of(session.state).minds[guard].mood is Mood.AGGRAVATED
    assert wait(session) == guard
    phase = get_phase(session.context())
    target = GuardKnowledge(phase, phase.world.actors[guard]).target
    assert target is not None
    assert target.id == player
    steps = session.state.turn
    while session.state.outcome is None and session.state.turn < steps + 8:
        order(session, "walk 6") if get_question(session).kind == ORDER else wait(session)
    assert session.state.outcome == "failed"  # a wound


def test_guards_know_the_plan_and_see_what_has_changed(rules: Any) -> None:
    """P-HUNT-3: tiles out of view are as when the game began."""
    session = begin(rules, "manor", 1)
    guard = wait(session)
    state = copy.deepcopy(session.state)
    level = get_world(state).levels[get_world(state).current]
    door = tuple(map(int, next(zip(*(level.tiles == level.palette.index("core.stealth:door")).nonzero(), strict=True))))
    level.tiles[door] = level.palette.index("core.stealth:floor")
    phase = get_phase(Session(session.rules, state).context())
    knowledge = GuardKnowledge(phase, phase.world.actors[guard])
    assert not knowledge.view[door]
    assert find_tile_id(knowledge, door) == "core.stealth:door"
    get_world(state).actors[guard].at = (door[0] + (1 if door[0] < 7 else -1), door[1])
    phase = get_phase(Session(session.rules, copy.deepcopy(state)).context())
    knowledge = GuardKnowledge(phase, phase.world.actors[guard])
    assert find_tile_id(knowledge, door) == "core.stealth:floor"


def test_a_place_to_look_into_is_forgotten(rules: Any) -> None:
    """P-HUNT-4: after as many turns as others spend looking around."""
    session = begin(rules)
    guard = wait(session)
    order(session, "wait")
    state = copy.deepcopy(session.state)
    play_of(state).inquiries[guard] = Inquiry(get_world(state).actors[guard].at, "gong", 3)
    session, left = Session(session.rules, state), []
    for _ in range(4):
        wait(session)
        inquiry = play_of(session.state).inquiries.get(guard)
        left.append(None if inquiry is None else inquiry.patience)
        order(session, "wait")
    assert left == [2, 1, None, None]


def test_an_order_that_is_not_offered_is_refused_for_free(rules: Any) -> None:
    session = begin(rules)
    guard = wait(session)
    before = encode_canonical(session.state)
    for command in (
        Answer(actor=guard, choice=99),
        Answer(actor=get_world(session.state).player, choice=0),
        Walk(actor=guard, direction=0),
        Wait(actor=get_world(session.state).player),
    ):
        assert session.submit(command).refusal is not None
    assert encode_canonical(session.state) == before


def test_damaged_hunts_are_found(rules: Any) -> None:
    session = begin(rules)
    wait(session)
    for break_state in (
        lambda state, hunt: setattr(hunt, "plan", hunt.plan[1:]),
        lambda state, hunt: setattr(hunt, "level", 99),
        lambda state, hunt: hunt.plan.fill(200),
        lambda state, hunt: setattr(state, "question", msgspec.structs.replace(state.question, actor=77)),
    ):
        state = decode_state(encode_snapshot(session.state), rules.saves.parts)
        check_state(state, rules)
        break_state(state, hunt_of(state))
        with pytest.raises(ValueError, match=r"plan of the guards|is asked"):
            check_state(state, rules)


def test_the_options_are_checked(rules: Any) -> None:
    for guards in (-1, 17, True, "2"):
        with pytest.raises(ValueError, match="guards"):
            begin(rules, guards=guards)
    classic = load("stealth", settings={"core.stealth.rules": "classic"}, only_mods=()).rules
    with pytest.raises(ValueError, match="classic rules have no hunts"):
        Session.begin(classic, 1, {"guards": 1})


def test_one_person_may_play_both_sides_and_the_recording_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    hunt = ["--mods", str(HUNTS.folder)]
    setup = ["--seed", "3", "--option", "guards=1", "--option", "course=core.hunt:cellar", "--lang", "es"]
    command = [sys.executable, "-m", "footfall", "play", "stealth", "--plain", "--sound", "off", *setup, *hunt]
    keys = ".\nb\n" * 6
    played = subprocess.run(command, input=keys, capture_output=True, text=True, encoding="utf-8", check=True)
    assert "trasgo: ¿qué debe hacer?" in played.stdout
    assert "b: ir al norte" in played.stdout
    (recording,) = tmp_path.rglob("*.replay")
    replayed = CliRunner().invoke(main, ["replay", "--json", str(recording), *hunt])
    assert replayed.exit_code == 0, replayed.output
    assert json.loads(replayed.stdout)["turn"] == 12
