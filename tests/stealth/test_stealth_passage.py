"""Stairs of the shipped game, taken with real keys: what a quiet floor earns, who follows (P-PAID, P-STAIR)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.api import Command, LoggedMessage, Message
from footfall.api.grid import Actor, PutItem, RemoveActor, Spawn, chebyshev_distance, current_level, kernels
from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actors.stats import effective_stat
from footfall.plugins.stealth.generate.floor_factory import COMPOSED, find_free_cell
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import PLAY_PART, CountKill, SpoilFloor, is_unnoticed, play_of
from footfall.plugins.stealth.model.state import Discharge, Enlist, Fighter, Mind, Mood, stealth_of
from footfall.ui.frontends.plain_facts import list_status
from footfall.ui.frontends.plain_text import format_spans
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

LOADED = load("core.stealth", only_mods=())


def begin(floor: int = 3, seed: int = 5, *, course: str = "first", rules: Any = LOADED.rules) -> Session:
    """A game on a floor of the first descent, without creatures."""
    session = Session.begin(rules, seed, {"floor": floor, "course": course}, strict=True)
    world = session.state.parts["world"]
    for id, actor in list(world.actors.items()):
        if id == world.player:
            continue
        drops = [PutItem(item, level=actor.level, at=actor.at) for item in actor.pack]
        for change in (*drops, Discharge(id), RemoveActor(id)):
            change.apply(session.state)
    return session


def stand_on(session: Session, stairs: str) -> None:
    world, level, ground = current_level(session.context())
    player = world.actors[world.player]
    ground.remove_actor(player.at)
    player.at = level.arrivals[stairs]
    ground.place_actor(player.id, player.at)


def press(session: Session, key: str) -> list[str]:
    """Presses a key; returns the ids of the new lines of the log."""
    _, command = handle_key(UiState(), build_session_scene(session), key)
    assert isinstance(command, Command)
    count = len(session.context().log)
    assert session.submit(command).refusal is None
    return [line.message.id for line in session.context().log[count:]]


def take(session: Session, stairs: str) -> list[str]:
    stand_on(session, stairs)
    return press(session, "SPACE")


def is_composed(session: Session) -> bool:
    return COMPOSED in get_phase(session.context()).player.effects


def read_status(scene: Scene, language: str) -> str:
    LOADED.catalog.set_language(language)
    text = " | ".join(list_status(scene, UiState(), LOADED.catalog.translate))
    LOADED.catalog.set_language("en")
    return text


# Unnoticed floors


@pytest.mark.parametrize(("language", "unnoticed", "hunted", "noticed", "composed"), [
    ("en", "floor: unnoticed", "floor: hunted", "floor: noticed ×", "composure"),
    ("es", "piso: sin descubrir", "piso: te persiguen", "piso: descubierto ×", "temple"),
])  # fmt: skip
def test_the_screen_says_whether_the_floor_is_unnoticed(
    language: str, unnoticed: str, hunted: str, noticed: str, composed: str
) -> None:
    """P-PAID-1, 2"""
    session = begin()
    assert unnoticed in read_status(build_session_scene(session), language)
    take(session, "down")
    assert composed in read_status(build_session_scene(session), language)
    session.state.parts[PLAY_PART].notice_count += 1
    assert noticed in read_status(build_session_scene(session), language)
    session, _ = set_hunter(steps=1)  # without a notice, as after a blow
    assert hunted in read_status(build_session_scene(session), language)
    session = begin()
    session.log.append(LoggedMessage(Message("stealth-us-miss"), "", session.state.turn))  # from out of view
    assert hunted in read_status(build_session_scene(session), language)


def test_a_floor_left_unnoticed_composes_on_the_next_one_alone() -> None:
    """P-PAID-2"""
    session = begin()
    phase = get_phase(session.context())
    before = [effective_stat(phase, phase.player, stat) for stat in ("stealth", "luck", "foh")]
    assert "stealth-composed" in take(session, "down")
    phase = get_phase(session.context())
    gained = [effective_stat(phase, phase.player, stat) for stat in ("stealth", "luck", "foh")]
    assert [b - a for a, b in zip(before, gained, strict=True)] == [1, 1, 2]
    assert "stealth-composed" not in take(session, "up")  # back to a floor that it knows
    assert not is_composed(session)
    assert "stealth-composed" not in take(session, "down")
    assert not is_composed(session)


def test_kills_neither_earn_nor_spoil_it() -> None:
    """P-PAID-1"""
    session = begin()
    CountKill("core.stealth:goblin").apply(session.state)
    assert "stealth-composed" in take(session, "down")
    assert play_of(session.state).floors.unseen == 0  # no ghost floor


def test_a_notice_on_any_stay_spoils_a_floor_for_good() -> None:
    """P-PAID-1, 2"""
    session = begin()
    take(session, "down")
    floor = session.state.parts["world"].current
    session.state.parts[PLAY_PART].notice_count += 1
    take(session, "up")
    take(session, "down")
    assert not is_unnoticed(session.state, floor)
    assert "stealth-composed" not in take(session, "down")
    SpoilFloor(floor).apply(session.state)
    assert session.state.parts["core.stealth.secrecy"].noticed_levels == (floor,)


def test_the_pages_say_that_kills_earn_nothing() -> None:
    """P-PAID-1"""
    for page in ("deeds", "legend"):
        panel = build_session_scene(begin()).pages[page]
        assert "Kills earn nothing" in " ".join(
            format_spans(line.spans, LOADED.catalog.translate) for line in panel.lines
        )


def test_by_the_design_nothing_is_earned() -> None:
    """P-PAID-1, 2"""
    classic = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    session = begin(course="whole", rules=classic)
    assert "stealth-composed" not in take(session, "down")
    assert "noticed" not in read_status(build_session_scene(session), "en")
    assert "core.stealth.secrecy" not in session.state.parts


# Stairs


def test_nobody_arrives_near_the_stairs_of_a_new_floor() -> None:
    """P-STAIR-1, P-BORN-1"""
    kinds = set()
    for seed in (
        11,
        17,
        21,
        40,
    ):  # floors that had a creature awake three cells from the stairs by the design's figures
        for floor in (3, 5, 7):
            session = Session.begin(LOADED.rules, seed, {"floor": floor, "course": "first"}, quiet=True)
            world, level, _ = current_level(session.context())
            minds = stealth_of(session.state).minds
            for id, actor in world.actors.items():
                if actor.side == "hostile" and id in minds:
                    assert min(chebyshev_distance(actor.at, cell) for cell in level.arrivals.values()) > 3, (
                        seed,
                        floor,
                    )
                    assert minds[id].mood is not Mood.AGGRAVATED
                    kinds.add(actor.kind)
    assert "core.stealth:slime" in kinds


def set_hunter(kind: str = "goblin", steps: int = 4, *, floor: int = 3, **mind: Any) -> tuple[Session, int]:
    """A game on stairs down, and a creature some steps away that hunts the character."""
    session = begin(floor)
    stand_on(session, "down")
    phase = get_phase(session.context())
    phase.player.hp = phase.player.hp_max = 10_000  # to outlive the creatures of the floor below
    ways = kernels.distance_map(phase.ground.grid.walkable.astype(np.uint16), [phase.array_index(phase.player.at)])
    y, x = np.argwhere(ways == steps)[0].tolist()
    top, left = phase.level.origin
    id = phase.world.next_id
    cell = (y + top, x + left)
    stats = {"fov": 1, "foh": 0, "perception": 3, "defense": 2, "cost": 10, "stamina_max": 9}
    actor = Actor(id, f"core.stealth:{kind}", phase.level.id, cell, 9, 9, stats, "hostile")
    state = Mind(
        **{
            "ai": "hostile",
            "mood": Mood.AGGRAVATED,
            "is_marked": True,
            "last_seen": phase.player.at,
            "post": cell,
            **mind,
        }
    )
    for change in (Spawn(actor), Enlist(id, Fighter(stamina=9), state)):
        change.apply(session.state)
    return session, id


def find_level(session: Session, id: int) -> int:
    level: int = session.state.parts["world"].actors[id].level
    return level


@pytest.mark.usefixtures("compiled_steps")
@pytest.mark.parametrize("mode", ["auto", "never"])
def test_a_hunter_follows_by_the_stairs_after_the_time_of_its_way(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """P-STAIR-2"""
    monkeypatch.setenv("FOOTFALL_COMPILED", mode)
    session, id = set_hunter(steps=4)
    told = press(session, "SPACE")
    below = session.state.parts["world"].current
    minds = stealth_of(session.state).minds
    assert "stealth-followed" in told or get_phase(session.context()).player.stats["fov"] <= 1
    waits = 0
    while find_level(session, id) != below:
        assert minds[id].mood is Mood.CALM
        press(session, ".")
        waits += 1
        assert waits < 10
    assert waits == 4  # four steps and a turn, of which the way down took one
    assert stealth_of(session.state).minds[id].mood is Mood.AGGRAVATED
    assert not is_unnoticed(session.state, below)
    assert chebyshev_distance(*(session.state.parts["world"].actors[one].at for one in (1, id))) == 1


@pytest.mark.parametrize(
    ("kind", "steps", "mind"),
    [
        ("warden", 4, {}),
        ("goblin", 4, {"lost_turns": 3}),
        ("goblin", 4, {"ai": "ambush"}),
        ("goblin", 30, {}),
        ("goblin", 4, {"mood": Mood.CALM}),
    ],
)
def test_who_does_not_know_or_guards_the_floor_does_not_follow(kind: str, steps: int, mind: dict[str, Any]) -> None:
    """P-STAIR-2, 3"""
    session, id = set_hunter(kind, steps, **mind)
    above = session.state.parts["world"].current
    press(session, "SPACE")
    for _ in range(12):
        press(session, ".")
    assert find_level(session, id) == above
    comes = kind == "warden" or "lost_turns" in mind
    assert (play_of(session.state).inquiries.get(id) is not None) is comes


def test_who_hunted_waits_at_the_stairs_awake_and_gives_up_in_time() -> None:
    """P-STAIR-3, 4: up, wait, down was a way to be rid of every hunter."""
    for turns, is_there in ((8, True), (60, False)):
        session, id = set_hunter("warden", 6)
        stairs = session.state.parts["world"].actors[1].at
        press(session, "SPACE")
        for _ in range(turns):
            press(session, ".")
        stand_on(session, "up")
        press(session, "SPACE")
        warden = session.state.parts["world"].actors[id]
        assert (chebyshev_distance(warden.at, stairs) <= 2) is is_there
        minds, inquiries = stealth_of(session.state).minds, play_of(session.state).inquiries
        assert (id in inquiries or minds[id].mood is Mood.AGGRAVATED) is is_there


def test_a_floor_goes_on_without_the_character_and_makes_no_sound() -> None:
    """P-STAIR-4"""
    session, id = set_hunter("goblin", 9, ai="patrol", mood=Mood.CALM)
    before = session.state.parts["world"].actors[id].at
    press(session, "SPACE")
    press(session, ".")
    stand_on(session, "up")
    press(session, "SPACE")
    assert 1 <= chebyshev_distance(session.state.parts["world"].actors[id].at, before) <= 4


def test_nobody_follows_into_the_desert() -> None:
    """P-STAIR-2"""
    session = begin(1)
    take(session, "down")
    world = session.state.parts["world"]
    press(session, ".")
    stand_on(session, "up")
    phase = get_phase(session.context())
    hunters = [id for id, mind in stealth_of(session.state).minds.items() if id in phase.index.by_side["hostile"]]
    for id in hunters:
        mind = stealth_of(session.state).minds[id]
        mind.ai, mind.mood, mind.is_marked, mind.last_seen = "hostile", Mood.AGGRAVATED, True, phase.player.at
        phase.ground.remove_actor(world.actors[id].at)
        world.actors[id].at = find_free_cell(session.context(), phase.level, phase.player.at)
        phase.ground.place_actor(id, world.actors[id].at)
    press(session, "SPACE")
    for _ in range(8):
        press(session, ".")
    assert hunters
    assert all(world.actors[id].level != world.current for id in hunters)


@pytest.mark.proof(0)
def test_by_the_design_nobody_follows() -> None:
    """P-STAIR-2, 4"""
    classic = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    assert "core.stealth:followers" in classic.hooks.chains["on_round_end", "core.stealth"]
    session = begin(course="whole", rules=classic)
    take(session, "down")
    assert not play_of(session.state).inquiries
