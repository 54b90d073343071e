"""Ways out once seen, played with real keys: corners, doors, the dark, water, light, smoke (P-WAY, P-MEM)."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import numpy as np
import pytest

from footfall import kernels
from footfall.api import Command, Message
from footfall.api.grid import current_level
from footfall.api.scene import Flash, FlashKind, Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro, is_macro
from footfall.engine.explanations.drawing import list_flashes
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.model.play_state import LOST, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds.watchers import Awareness, read_told_aims
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

WATER = {"~": {"tile": "core.stealth:water"}, '"': {"tile": "core.stealth:moss"}}
CORE = "core.stealth:"
WATER_TILE = f"{CORE}water"


def hunt(picture: str, *items: str, kind: str = "goblin", **creature: Any) -> GameUnderTest:
    """A character, and a deaf creature that has noticed and hunts it."""
    mind = {"ai": "hostile", "mood": "aggravated", "marked": True}
    stats = {"fov": 6, "foh": 0, "perception": 0, "aggressivity": 20, **creature}
    return scene(
        picture,
        actors={
            "@": {"stats": {"stealth": 3, "fov": 8}},
            "E": {"kind": f"core.stealth:{kind}", "stats": stats, "mind": mind},
        },
        items=[{"name": name, "kind": f"core.stealth:{name}", "holder": "@"} for name in items],
        legend=WATER,
    )


def press(game: GameUnderTest, *keys: str) -> list[str]:
    """Presses keys on the screen of the game; returns the ids of all messages, with those of refusals."""
    told: list[str] = []
    state = UiState()
    for key in keys:
        state, result = handle_key(state, build_session_scene(game.session), key)
        if state.notice is not None:
            told.append(state.notice.id)
        if not isinstance(result, Command):
            continue
        macro = RunningMacro(game.session, result) if is_macro(game.session, result) else None
        step: Command | Message | None = result if macro is None else macro.next_command()
        while isinstance(step, Command):
            game.do(step)
            told += game.messages
            step = None if macro is None else macro.next_command()
        told += [step.id] if step is not None else []
    return told


def mood_of(game: GameUnderTest) -> Mood:
    return stealth_of(game.session.state).minds[game.find_id("E")].mood


def place_of(game: GameUnderTest, name: str = "E") -> tuple[int, int]:
    at: tuple[int, int] = game.session.state.parts["world"].actors[game.find_id(name)].at
    return at


CORNER = """
###########
@.....E....
.##########
.##########
...########
##.########
##....#####
###########
"""


def test_a_hunter_loses_the_character_behind_a_second_corner() -> None:
    """P-WAY-1, 5: it goes to where it last knew the character, and is heard to search."""
    game = hunt(CORNER)
    told = press(game, ".", *"jjjlnnll")
    assert mood_of(game) is Mood.CALM
    assert play_of(game.session.state).inquiries[game.find_id("E")].kind == LOST
    assert "stealth-edge-loses-unseen" in told
    assert "Something has lost you: you hear it searching to the" in game.screen()


def test_a_hunter_that_sees_the_character_follows() -> None:
    """R-AI-13"""
    game = hunt(HALL)
    press(game, "q", *"lllllllll")
    assert mood_of(game) is Mood.AGGRAVATED


DOOR = "##########\n#E....@+..\n##########"


def test_a_shut_door_stops_what_cannot_open_it() -> None:
    """R-DOOR-6, P-WAY-1"""
    game = hunt(DOOR, kind="giant_rat")
    told = press(game, *"lll", "c", *"......")
    assert place_of(game)[1] <= 6
    assert mood_of(game) is Mood.CALM
    assert "stealth-edge-loses-unseen" in told


HALL = "####################\n#E.....@...........#\n####################"


def test_the_dark_hides_who_was_seen() -> None:
    """P-WAY-2: six cells away the hunter follows a lamp, and loses who puts it out."""
    lit, dark = hunt(HALL), hunt(HALL)
    told_lit, told_dark = press(lit, "q", *"lllllll"), press(dark, ".", *"lllllll")
    assert mood_of(lit) is Mood.AGGRAVATED
    assert mood_of(dark) is Mood.CALM
    assert "stealth-edge-loses" in told_dark
    assert "stealth-edge-loses" not in told_lit


POOL = """
#############
#...........#
#...~~~.....#
#.@.~~~....E#
#...~~~.....#
#...........#
#############
"""


def test_water_hides_who_waits_in_it() -> None:
    """P-WAY-3: only the character swims; two cells from the bank no creature reaches it or sees it."""
    game = hunt(POOL)
    told = press(game, "q", "l", "l")
    assert "stealth-lamp-wet" in told
    press(game, "l")
    assert place_of(game, "@") == (3, 5)
    press(game, *"........")
    assert mood_of(game) is Mood.CALM
    assert max(abs(place_of(game)[0] - 3), abs(place_of(game)[1] - 5)) >= 2


def test_the_odds_know_that_the_character_dives() -> None:
    """P-WAY-3, P-ODDS-2: from four cells away no creature notices one that waits in water, or comes to look."""
    game = hunt(POOL.replace("....E#", "...E.#"))
    press(game, "l", "l")
    minds = stealth_of(game.session.state).minds
    minds[game.find_id("E")] = msgspec.structs.replace(minds[game.find_id("E")], mood=Mood.CALM, is_marked=False)
    shown = {odds.action: odds.chances[0] for odds in build_session_scene(game.session).odds}
    assert (shown["stay"].permille, shown["stay"].interest) == ((0, 0), (0, 0))
    assert shown["attack"].permille[1] > 0
    for seed in range(20):
        twin = copy.deepcopy(game.session.state)
        twin.seed = seed
        session = Session(game.session.rules, twin, quiet=True)
        session.submit(Wait(actor=1))
        assert stealth_of(twin).minds[game.find_id("E")].mood is Mood.CALM
        assert game.find_id("E") not in play_of(twin).inquiries


def test_nobody_swims_under_the_classic_rules() -> None:
    """P-WAY-3: a mod's water stops the character there."""
    picture = POOL.replace("E", ".")
    classic = scene(picture, legend=WATER, settings={"core.stealth.rules": "classic"})
    press(classic, "l")
    assert classic.expect_refusal("l") == "R-MOVE-5"


def test_a_thrown_light_draws_a_hunter_that_has_lost_the_trace() -> None:
    """P-WAY-4"""
    game = hunt(HALL.replace(".@.", "@.."), "glow_moss")
    press(game, ".", *"ll")
    assert stealth_of(game.session.state).minds[game.find_id("E")].lost_turns > 0
    press(game, "t", "a", *"lll", "ENTER")
    assert mood_of(game) is Mood.CALM
    assert play_of(game.session.state).inquiries[game.find_id("E")].kind == "light"
    assert read_told_aims(reversed(game.session.log))[game.find_id("E")] is Awareness.WARY


def test_smoke_ends_a_hunt() -> None:
    """P-TRICK-5"""
    game = hunt(HALL, "smoke_pot")
    told = press(game, "q", "t", "a", "ENTER")
    assert mood_of(game) is Mood.ASLEEP
    assert "stealth-smoke-other" in told


@pytest.mark.parametrize(("marked", "aim"), [(True, Awareness.WARY), (False, Awareness.UNAWARE)])
def test_who_never_noticed_the_character_is_not_told_wary_once_it_gives_up(marked: bool, aim: Awareness) -> None:
    """P-INQ-7, P-WAY-5"""
    game = hunt(HALL)
    press(game, ".", *"lll")
    minds = stealth_of(game.session.state).minds
    minds[game.find_id("E")] = msgspec.structs.replace(minds[game.find_id("E")], is_marked=marked)
    while "stealth-edge-loses" not in game.messages:
        game.do("l")
    assert read_told_aims(reversed(game.session.log))[game.find_id("E")] is aim


def test_a_loss_in_view_is_told_marked_and_flashes() -> None:
    """P-WAY-5"""
    game = hunt(HALL)
    press(game, ".", *"lll")
    flashes: list[Flash] = []
    while not flashes:
        result = game.do("l")
        flashes = [flash for flash in list_flashes(game.session, result.events) if flash.kind is FlashKind.LOST]
    assert [flash.position for flash in flashes] == [place_of(game)]
    assert "stealth-edge-loses" in game.messages
    assert "searching" in game.screen()


def test_pools_lie_on_dry_ground_and_close_no_way() -> None:
    """P-WAY-6"""
    rules = load("stealth", mods=[], only_mods=()).rules
    pools = 0
    for seed in range(6):
        session = Session.begin(rules, seed, {"floor": 3})
        world, level, ground = current_level(session.context())
        names = [kind.id for kind in ground.tile_kinds]
        water = level.tiles == names.index(WATER_TILE) if WATER_TILE in names else np.zeros(level.shape, np.bool_)
        pools += int(water.any())
        dry = ground.grid.walkable
        for y, x in np.argwhere(water).tolist():
            assert (dry | water)[y - 1 : y + 2, x - 1 : x + 2].all()
        places = [actor.at for actor in world.actors.values() if actor.level == level.id]
        places += [item.at for item in world.items.values() if item.level == level.id and item.at is not None]
        assert not any(water[place] for place in (*places, *level.rooms))
        stairs = [*level.arrivals.values()]
        reached = kernels.distance_map(dry | doors_of(level, ground), stairs[:1]) >= 0
        assert all(reached[cell] for cell in stairs)
    assert pools >= 2


def doors_of(level: Any, ground: Any) -> Any:
    return np.array(["door" in kind.tags for kind in ground.tile_kinds])[level.tiles]


def test_what_lies_on_the_ground_is_remembered_until_it_is_seen_to_be_gone() -> None:
    """P-MEM-1"""
    game = scene(
        "#######\n#@....#\n####.##\n####.##\n####.##",
        items=[{"name": "cap", "kind": f"{CORE}leather_cap", "at": [2, 1]}],
    )
    press(game, *"llljjj")
    cells, cap = build_session_scene(game.session).cells, (1, 2)
    assert cells is not None
    assert (chr(cells.glyph[cap]), cells.fg[cap]) == ("]", Tint.REMEMBERED)
    del game.session.state.parts["world"].items[game.find_id("cap")]
    assert chr(build_session_scene(game.session).cells.glyph[cap]) == "]"
    press(game, *"kkkhhh")
    assert chr(build_session_scene(game.session).cells.glyph[cap]) != "^"


def test_auto_explore_fetches_what_was_thrown_and_leaves_what_was_put_down() -> None:
    """P-MEM-2"""
    floor = "##########\n#@.......#\n##########"
    rocks = [{"name": name, "kind": f"{CORE}rocks", "holder": "@"} for name in ("one", "two")]
    game = scene(floor, items=rocks, actors={"@": {"stats": {"capacity": 9}}})
    press(game, "t", "a", *"llll", "ENTER", "d", "a")
    assert list_carried_items(game) == []
    press(game, "o")
    assert list_carried_items(game) == [game.find_id("two")]


def list_carried_items(game: GameUnderTest) -> list[int]:
    carried: list[int] = game.session.state.parts["world"].actors[game.find_id("@")].pack
    return carried
