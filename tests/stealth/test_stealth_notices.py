"""Notifications of deeds: asked once each, after the deed, for the player's character and for creatures."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api import events
from footfall.engine.codec import encode_canonical as encode
from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import hookspecs
from footfall.plugins.stealth.hook_events import Throwing
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import list_backends, use_backend

DOOR, OPEN_DOOR = "core.stealth:door", "core.stealth:door_open"
HUNTER = {"E": {"mind": {"ai": "hostile", "mood": "aggravated"}}}


def write_mod(folder: Path, body: str, id: str = "test.listens") -> Path:
    head = f'from footfall.api import *\nfrom footfall.api import events, grid, hook\nMOD = "{id}"\n\n'
    path = folder / f"{id.rpartition('.')[2]}.py"
    path.write_text(head + body, encoding="utf-8")
    return path


def heard(game: GameUnderTest, hook: str, command: str) -> list[object]:
    spy = game.spy(hook)
    game.do(command)
    return spy.events


def test_a_door_is_opened_and_closed() -> None:
    game = scene("@+.")
    assert heard(game, "on_open", "l") == [events.Opening(1, (0, 1), DOOR)]
    assert heard(game, "on_close", {"type": "core.stealth:close", "direction": 2}) == [
        events.Opening(1, (0, 1), OPEN_DOOR)
    ]
    assert game.spy("on_open").events == []


def test_a_creature_opens_a_door_too() -> None:
    game = scene("######\n#@.+E#\n######", actors=HUNTER)
    spy = game.spy("on_open")
    for _ in range(6):
        game.do(".")
    assert [event.actor for event in spy.events] == [game.find_id("E")]


def test_an_item_is_used() -> None:
    potion = {"name": "potion", "kind": "core.stealth:health_potion", "holder": "@"}
    game = scene("@..", items=[potion], actors={"@": {"hp": 3}})
    assert heard(game, "on_use", {"type": "core.stealth:activate", "item": "potion"}) == [
        events.Using(1, "core.stealth:health_potion", 1)
    ]


def test_a_throw_tells_what_hit_whom() -> None:
    knife = {"name": "knife", "kind": "core.stealth:dagger", "holder": "@"}
    game = scene("@..E", items=[knife])
    [event] = heard(game, "core.stealth:on_throw", {"type": "core.stealth:throw", "item": "knife", "target": [3, 0]})
    assert event == Throwing(1, "core.stealth:dagger", (0, 3), game.find_id("E"))


def test_a_place_is_entered_once_per_move() -> None:
    game = scene("@..")
    assert heard(game, "on_enter", "l") == [events.Entering(1, (0, 1))]
    assert heard(game, "on_enter", ".") == []


def test_a_status_is_gained_once_and_lost_once(tmp_path: Path) -> None:
    body = """
@hook
def on_turn_start(event, ctx):
    turns = {0: 3, 1: 3, 2: 0, 3: 0}.get(event.number)
    return [] if turns is None else [grid.SetEffect(1, "core.stealth:power", turns)]
"""
    game = scene("@..", mods=[write_mod(tmp_path, body)])
    gained, lost = game.spy("on_status_gain"), game.spy("on_status_loss")
    for _ in range(5):
        game.do(".")
    assert gained.events + lost.events == [
        events.Status(1, "core.stealth:power", 3),
        events.Status(1, "core.stealth:power"),
    ]


def test_a_noise_is_announced_whoever_made_it() -> None:
    game = scene("@..E", actors=HUNTER)
    spy = game.spy("on_noise")
    game.do("l")
    assert {event.source for event in spy.events} == {1, game.find_id("E")}
    assert {event.kind for event in spy.events} >= {"step"}


def test_player_and_creature_hear() -> None:
    game = scene("@+..E")
    spy = game.spy("on_heard")
    game.do("l")
    [event] = spy.events
    assert (event.listener, event.source, event.kind) == (game.find_id("E"), 1, "door")
    behind = scene("######\n#@#.E#\n#...##\n######", actors=HUNTER)
    spy = behind.spy("on_heard")
    behind.do(".")
    behind.do(".")
    assert 1 in {event.listener for event in spy.events}


ANSWERS = """
NOISE = grid.Noise("{kind}", 1, (0, 0), 2, 99, 0, 0)

@hook
def on_noise(event, ctx):
    return [Remember(MOD, "noises", ctx.recall("noises", 0) + 1), grid.MakeNoise(NOISE)]

@hook
def on_status_gain(event, ctx):
    return [grid.SetEffect(event.actor, event.status, 0), grid.MakeNoise(NOISE)]

@hook
def on_status_loss(event, ctx):
    return [Remember(MOD, "losses", ctx.recall("losses", 0) + 1), grid.SetEffect(event.actor, event.status, 5)]

@hook
def on_enter(event, ctx):
    return [grid.SetEffect(event.actor, "core.stealth:power", 5)]
"""


def test_listeners_that_answer_each_other_end(tmp_path: Path) -> None:
    """Two mods that answer noises with noises, and undo each other's statuses, are asked a bounded number of times."""
    mods = [write_mod(tmp_path, ANSWERS.replace("{kind}", id), f"test.{id}") for id in ("ping", "pong")]
    game = scene("@..", mods=mods)
    game.do("l")
    assert game.session.problems == []
    memory = game.session.state.memory["test.ping"]
    # One step. Two listeners each give the status, which is gained once; both take it away, which is lost once.
    assert memory == {"noises": 3, "losses": 1}


def test_the_state_is_that_after_the_deed(tmp_path: Path) -> None:
    body = """
@hook
def on_open(event, ctx):
    world, level, _ = grid.current_level(ctx)
    return [Remember(MOD, "seen", grid.tile_id_at(level, event.at))]
"""
    game = scene("@+.", mods=[write_mod(tmp_path, body)])
    game.do("l")
    assert game.look("memory/test.listens/seen") == OPEN_DOOR


HOOKS = (
    "on_heard", "on_open", "on_close", "on_use", "on_enter", "on_status_gain", "on_status_loss", "on_noise",
    *[
        f"core.stealth:{name}"
        for name, published in vars(hookspecs).items()
        if getattr(published, "footfall_kind", None) is HookKind.NOTIFY
    ],
)  # fmt: skip


@pytest.fixture(scope="module")
def silent_mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod that listens to every notification and answers nothing."""
    lines = []
    for name in HOOKS:
        owner, _, short = name.rpartition(":")
        lines.append((f'@hook.of("{owner}", "{short}")' if owner else "@hook") + f"\ndef {short}(event, ctx): ...\n")
    return write_mod(tmp_path_factory.mktemp("silent"), "\n".join(lines), "test.silent")


@pytest.mark.parametrize("seed", [1, 2])
def test_listeners_change_no_number(silent_mod: Path, seed: int) -> None:
    """A game with listeners that answer nothing has the dice, and so the state, of the game without them."""
    states = []
    for mods in ([], [silent_mod]):
        session = Session.begin(load("stealth", only_mods=(), mods=mods).rules, seed)
        for _ in play_turns(session, choose_random_command, 150):
            pass
        states.append((session.state.parts, session.state.agenda, session.state.turn))
    assert states[0][1:] == states[1][1:]
    assert encode(states[0][0]) == encode(states[1][0])


def test_without_listeners_no_step_runs() -> None:
    session = Session.begin(load("stealth", only_mods=()).rules, 1)
    steps = {step for steps in session.reactions.values() for step in steps}
    assert not steps & session.rules.reaction_hooks.keys()
    assert set(session.rules.reaction_hooks.values()) == {
        *("on_enter", "on_status_gain", "on_status_loss", "on_noise"),
        *(f"core.stealth:on_{name}" for name in ("hurt", "strike", "mood", "noticed", "search", "appear", "identify")),
        *("core.stealth:on_sighting", "core.stealth:on_tile"),
    }


@pytest.fixture(scope="module")
def counting_mod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod that counts its notifications, by hook and by whether the player's character is concerned."""
    lines = []
    for name in HOOKS:
        owner, _, short = name.rpartition(":")
        marker = f'@hook.of("{owner}", "{short}")' if owner else "@hook"
        others = {"on_heard": "listener", "on_noise": "source", "on_strike": "target", "on_tile": "at"}
        who = others.get(short, "actor")
        lines.append(
            f"{marker}\ndef {short}(event, ctx):\n"
            f"    name = '{short}' + ('-player' if event.{who} == grid.get_world(ctx.state).player else '')\n"
            f"    return [Remember(MOD, name, ctx.recall(name, 0) + 1)]\n"
        )
    return write_mod(tmp_path_factory.mktemp("counting"), "\n".join(lines), "test.counting")


def test_compiled_creatures_are_announced_as_others_are(counting_mod: Path) -> None:
    """The same notifications reach mods whether creatures' turns are compiled or not."""
    memories = []
    for backend in list_backends():
        with use_backend(backend):
            session = Session.begin(
                load("stealth", only_mods=(), mods=[counting_mod]).rules, 4, {"floor": 3}, quiet=True
            )
            for _ in play_turns(session, choose_random_command, 150):
                pass
            memories.append((dict(session.state.memory["test.counting"]), session.hash()))
    assert len(set(map(str, memories))) == 1
    expected = {"on_mood", "on_hurt", "on_strike", "on_sighting-player", "on_take-player", "on_heard", "on_noise"}
    assert set(memories[0][0]) >= {*expected, "on_enter", "on_noise-player", "on_enter-player"}
