"""Auto-explore goes on while it sees something new, and says what is in the way to the rest."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api import Command, Message
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.plugins.stealth.quest.stairs import TakeStairs
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

SLEEPER = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "asleep"}, "stats": {"foh": 0, "fov": 0}}
ROUND = "  #####\n ##...##\n##.....##\n#...@...#\n##.....##\n ##...##\n  #####"


def press(game: GameUnderTest, key: str, notes: dict[str, Any], most: int = 200) -> str:
    """Presses a key until its macro ends or has played many commands; returns what it says at the end."""
    _, order = handle_key(UiState(), build_session_scene(game.session), key)
    assert isinstance(order, Command)
    macro = RunningMacro(game.session, order, notes)
    for _ in range(most):
        command = macro.next_command()
        if command is None or isinstance(command, Message):
            return "" if command is None else game.translate(command)
        assert game.session.submit(command).refusal is None
    return ""


def explore(game: GameUnderTest, notes: dict[str, Any]) -> str:
    """Presses the key until it is not a creature that stops it."""
    for _ in range(9):
        told = press(game, "o", notes)
        if "in sight" not in told and "comes near" not in told:
            return told
    raise AssertionError(told)


def begin(picture: str, sight: int = 1, **actors: dict[str, Any]) -> GameUnderTest:
    legend = {
        ">": {"tile": "core.stealth:stairs_down"},
        "n": {"tile": "core.stealth:side_stairs"},
        "C": {"tile": "core.stealth:chest"},
        ":": {"tile": "core.stealth:gravel"},
        "+": {"tile": "core.stealth:door"},
    }
    game = scene(picture, actors={"@": {"stats": {"fov": sight, "stealth": 30}}, **actors}, legend=legend)
    game.do(".")
    return game


@pytest.mark.parametrize("sight", [1, 2, 3])
def test_a_dark_round_room_is_walked_to_its_end(sight: int) -> None:
    game = begin(ROUND, sight)
    assert explore(game, {}).startswith("Nothing is left to explore")
    assert game.screen().count("·") + game.screen().count("#") > 60


def test_a_remembered_sleeper_in_the_only_door_is_named_until_it_is_gone() -> None:
    """It is seen from the next cell only: without a memory the way looks open from farther away."""
    game, notes = begin("##########\n#...#....#\n#.@.E....#\n#...#....#\n##########", E=SLEEPER), {}
    told = explore(game, notes)
    assert told.startswith("The way to the rest is blocked: goblin, ")
    game.put("@.at", [1, 1])
    game.do(".")
    assert press(game, "o", notes) == "The way to the rest is blocked: goblin, 3 cells southeast."
    game.put("E.at", [6, 2])
    game.put("@.at", [3, 2])
    game.do(".")
    assert press(game, "o", notes).startswith("Nothing is left to explore")


def test_an_adventurer_in_the_corridor_is_passed() -> None:
    """P-PASS-1"""
    friend = {"kind": "core.stealth:adventurer", "side": "adventurer", "mind": {"ai": "still", "mood": "calm"}}
    told = explore(begin(f"{'#' * 30}\n#@..E{'.' * 24}#\n{'#' * 30}", 2, E=friend), {})
    assert told.startswith("Nothing is left to explore")


def test_a_chest_that_the_player_opened_does_not_stop_a_run() -> None:
    """Another one does, once."""
    game = begin("########\n#@C...C#\n#......#\n########", 9)
    game.do("l")
    assert explore(game, {}) == "chest next to you, northeast: walk into it to open it, with noise."
    game = begin("########\n#@C....#\n#......#\n########", 9)
    game.do("l")
    assert explore(game, {}).startswith("Nothing is left to explore")


def test_a_locked_door_is_named_with_the_stairs() -> None:
    told = explore(begin("########\n#@.>.R.#\n########", 6), {})
    assert told == "The way to the rest is blocked: locked door, red, 4 cells east. > leads down."


def test_one_who_goes_on_after_the_warning_is_not_held_up() -> None:
    """Three visits of a cell in a few turns without a new cell seen end one run."""
    game, notes = begin("############\n#@.........#\n############"), {}
    _, order = handle_key(UiState(), build_session_scene(game.session), "o")
    assert isinstance(order, Command)
    assert isinstance(RunningMacro(game.session, order, notes).next_command(), Command)
    turn, known, at = notes["trail"][-1]
    notes["trail"][:] = [(turn, known, at), (turn, known, (0, 0)), (turn, known, at), (turn, known, (0, 0))]
    assert press(game, "o", notes).startswith("You walk back and forth here")
    assert press(game, "o", notes).startswith("Nothing is left to explore")


@pytest.mark.parametrize(("under", "other"), [("n", ">"), (">", "n")])
def test_the_key_of_the_stairs_takes_those_underfoot(under: str, other: str) -> None:
    """Narrow ones, too, though they are not what it walks to while others are known."""
    game = begin(f"#######\n#@{under}..{other}#\n#######", 6)
    told = explore(game, {})
    assert told == "Nothing is left to explore. > leads down; the narrow stairs (≥) lead to another place."
    game.put("@.at", [2, 1])
    _, order = handle_key(UiState(), build_session_scene(game.session), ">")
    assert isinstance(order, Command)
    assert isinstance(RunningMacro(game.session, order, {}).next_command(), TakeStairs)


@pytest.mark.parametrize(("hunter", "prey", "refused"), [((6, 1), (5, 1), False), ((2, 0), (6, 1), True)])
def test_one_that_hunts_another_forbids_no_run(hunter: tuple[int, int], prey: tuple[int, int], refused: bool) -> None:
    actors = {
        "@": {"stats": {"stealth": 30, "fov": 9}},
        "E": {"at": list(hunter), "mind": {"ai": "still", "mood": "aggravated", "marked": True}, "stats": {"fov": 5}},
        "A": {"at": list(prey), "kind": "core.stealth:adventurer", "side": "adventurer"},
    }
    game = scene("@.......\n........", actors=actors)
    for key in ("o", ">", "Z"):
        assert press(game, key, {}, most=1).startswith("Not while something is hunting you") is refused


@pytest.mark.parametrize(("key", "sight"), [("o", 8), (">", 12)])
def test_a_risky_step_is_taken_when_the_key_is_pressed_again(key: str, sight: int) -> None:
    """P-ODDS-1: exploring and the ways to stairs have one policy; the second press takes one step only."""
    watch = {"mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 3, "foh": 0}}
    blunt = {"stats": {"fov": sight, "stealth": 0}}
    game = begin("############\n#@.....E..>#\n#..........#\n############", **{"E": watch, "@": blunt})
    notes: dict[str, Any] = {}
    while "Press again to take it" not in (told := press(game, key, notes)):
        assert "in sight" in told
    at = build_session_scene(game.session).cells.focus
    assert press(game, key, notes) == ""
    after = build_session_scene(game.session).cells.focus
    assert max(abs(at[0] - after[0]), abs(at[1] - after[1])) == 1


@pytest.mark.parametrize(("stealth", "chance"), [(9, ""), (6, ""), (3, "55 %")])
def test_a_step_that_one_only_heard_may_notice_asks_first(stealth: int, chance: str) -> None:
    """P-ODDS-2: by the mean, from 50 %, on a journey as by hand."""
    stats = {"stats": {"fov": 12, "stealth": stealth}}
    game, notes = begin("############\n#@........>#\n####.#######\n####...#####", **{"@": stats}), {}
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 1, 30, 3, (3, 4), part.turn, 999)]
    heard = "a creature that you hear (steps from the southeast)"
    asked = [
        game.translate(text).replace("\xa0", " ") for text in build_session_scene(game.session).confirmations.values()
    ]
    assert asked == ([f"about {chance}: {heard} notices you. Go on?"] if chance else [])
    told = press(game, ">", notes, most=1).replace("\xa0", " ")
    assert told == (chance and f"about {chance}: {heard} notices a step east. Press again to take it.")
    assert press(game, ">", notes, most=1) == ""


@pytest.mark.parametrize(("stealth", "waits", "chance"), [(30, 1, ""), (3, 1, "about 38 %"), (3, 3, "")])
def test_a_step_that_one_seen_a_moment_ago_may_notice_asks_first(stealth: int, waits: int, chance: str) -> None:
    """P-ODDS-2, P-ODDS-6: by hand and on a journey; later the mean of its places counts."""
    still = {"kind": "core.stealth:mimic", "mind": {"ai": "still", "mood": "calm"}}
    game = begin("##########\n#@...E..>#\n#........#\n##########", 9, E=still)
    game.put("@.stats", {"fov": 1, "stealth": 30, "foh": 0})
    game.do(".", times=waits)
    game.put("@.stats", {"fov": 1, "stealth": stealth, "foh": 0})
    told = press(game, ">", {}, most=1).replace("\xa0", " ")
    name = "the mimic, last known 4 cells east,"
    assert told == (chance and f"{chance}: {name} notices a step east. Press again to take it.")
    asked = build_session_scene(game.session).confirmations.get((1, 2), "")
    assert game.translate(asked).replace("\xa0", " ") == (chance and f"{chance}: {name} notices you. Go on?")


def test_a_step_at_which_one_only_comes_to_look_asks_first() -> None:
    """P-ODDS-2"""
    keen = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"fov": 1, "foh": 5, "perception": 4}}
    game = begin("###########\n#..@::::E>#\n#...::::..#\n###########", 9, E=keen)
    game.put("@.stats", {"fov": 9, "stealth": 9, "foh": 0})
    told = press(game, ">", {}, most=1).replace("\xa0", " ")
    assert told == "100 %: the goblin, 5 cells east, comes to look at a step east. Press again to take it."


def test_a_question_tells_the_chance_that_one_comes_to_look_too() -> None:
    """P-ODDS-2"""
    keen = {"mind": {"ai": "scout", "mood": "calm"}, "stats": {"fov": 4, "foh": 9, "perception": 4}}
    game = begin("###########\n#..@...E.>#\n#.........#\n###########", 9, E=keen)
    game.put("@.stats", {"fov": 9, "stealth": 3, "foh": 0})
    chance = "50 to 88 %, comes to look 0 to 13 %"
    told = press(game, ">", {}, most=1).replace("\xa0", " ")
    assert told == f"{chance}: the goblin, 4 cells east, notices a step east. Press again to take it."
    asked = game.translate(build_session_scene(game.session).confirmations[1, 4]).replace("\xa0", " ")
    assert asked == f"{chance}: the goblin, 4 cells east, notices you. Go on?"


def test_a_way_from_a_hunter_goes_a_step_for_each_press() -> None:
    hunter = {"mind": {"ai": "hostile", "mood": "aggravated", "marked": True}, "stats": {"fov": 9, "cost": 20}}
    game = begin("###########\n#.E...@..>#\n###########", 9, E=hunter)
    notes: dict[str, Any] = {}
    told = "Not while something is hunting you: goblin. From now on each press takes one step."
    assert [press(game, ">", notes) for _ in range(3)] == [told, "", ""]
    assert build_session_scene(game.session).cells.focus == (1, 8)


def test_a_walk_stops_when_a_sleeper_is_likelier_to_wake_than_was_told() -> None:
    """From 10 % more on; the steps after it ask only if it rises again."""
    sleeper = {"mind": {"ai": "still", "mood": "asleep"}, "stats": {"fov": 3, "foh": 0, "perception": 3}}
    blunt = {"stats": {"fov": 12, "stealth": 2}}
    game = begin("##############\n#@........E.>#\n#............#\n##############", **{"E": sleeper, "@": blunt})
    notes: dict[str, Any] = {}
    told = [press(game, ">", notes).replace("\xa0", " ") for _ in range(2)]
    asked = "24 %: the goblin, 4 cells east, wakes at a step east. Press again to take it."
    assert told == [asked, "You stop: the goblin has woken."]


def test_a_walk_asks_once_before_the_cell_next_to_a_sleeper() -> None:
    """However sound its sleep."""
    sleeper = {"mind": {"ai": "still", "mood": "asleep"}, "stats": {"fov": 2, "foh": 0, "perception": 1}}
    quiet = {"stats": {"fov": 12, "stealth": 7}}
    game = begin("###########\n#@.....E.>#\n#.........#\n###########", **{"E": sleeper, "@": quiet})
    notes: dict[str, Any] = {}
    told = press(game, ">", notes).replace("\xa0", " ")
    assert told == "8 %: the goblin, 2 cells northeast, wakes at a step east. Press again to take it."
    assert build_session_scene(game.session).cells.focus == (2, 5)
    assert press(game, ">", notes, most=1) == ""
    assert build_session_scene(game.session).cells.focus == (2, 6)


def test_a_walk_asks_before_it_goes_nearer_to_a_fight_of_others() -> None:
    actors = {
        "@": {"stats": {"stealth": 30, "fov": 12}},
        "E": {"mind": {"ai": "still", "mood": "aggravated", "marked": True}, "stats": {"fov": 5}},
        "A": {"kind": "core.stealth:adventurer", "side": "adventurer"},
    }
    picture = "############\n#<...@.EA.>#\n#..........#\n############"
    game = begin(picture, **actors)
    told = press(game, ">", {}, most=1)
    assert told.startswith("The goblin, 2 cells east, hunts another: a step east may draw you into their fight")
    assert press(begin(picture, **actors), "<", {}, most=1) == ""


def test_a_warning_of_one_key_is_no_first_press_of_another_key() -> None:
    """A rest of fifty turns began without a question, and ended with "Nothing happens"."""
    game, notes = begin("########\n#@.:::.#\n########", 2), dict[str, Any]()
    assert press(game, "o", notes).startswith("Noise 2: ")
    assert press(game, "Z", notes) == "You are rested. Press again to wait on, up to 50 turns."
    assert press(game, "Z", notes) == "You have waited 50 turns, the most at a time: nothing has come."


def test_resting_at_the_corner_of_a_door_says_where_one_listens() -> None:
    """R-HEAR-6: only straight before it; the second press rests."""
    game, notes = begin("######\n#@...#\n##+###\n#....#\n######"), {}
    for _ in range(2):
        assert press(game, "Z", notes).startswith("To listen at the door, stand straight before it")
        game.do("l")
        assert press(game, "Z", notes) == ""
        game.do("h")


@pytest.mark.parametrize(
    ("picture", "told"),
    [
        ("#######\n#@..+.#\n#######", "Noise 2: closed door, east. Press again to open it."),
        ("########\n#@.:::.#\n########", "Noise 2: gravel, loud underfoot, east. Press again to walk on it."),
    ],
)
def test_a_door_and_loud_ground_wait_for_a_second_press(picture: str, told: str) -> None:
    """P-ODDS-2: the first step onto gravel only; the second press goes."""
    game, notes = begin(picture, 2), {}
    assert press(game, "o", notes) == told
    turn = game.session.state.turn
    assert press(game, "o", notes) == ""
    assert game.session.state.turn == turn + 1
    assert press(game, "o", notes).startswith("Nothing is left to explore")


def test_a_lit_lamp_behind_a_door_is_told_before_it_is_opened() -> None:
    game = begin("#######\n#@..+.#\n#######", 2)
    game.do("q")
    assert press(game, "o", {}).endswith("Press again to open it; your lamp will shine through it.")


def test_a_creature_in_the_way_is_waited_for_by_a_second_press() -> None:
    friend = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "calm"}, "side": "neutral"}
    game, notes = begin("##########\n#...#....#\n#.@.E....#\n#...#....#\n##########", 9, E=friend), {}
    told, turn = explore(game, notes), game.session.state.turn
    assert told.endswith("Press again to wait a turn.")
    assert press(game, "o", notes, 1) == ""
    assert game.session.state.turn == turn + 1


def test_a_fire_in_the_way_is_not_waited_for() -> None:
    fire = {"kind": "core.stealth:campfire", "side": "neutral", "hp": 30, "hp_max": 30, "mind": "none"}
    game = begin("##########\n#...#....#\n#.@.E....#\n#...#....#\n##########", 9, E=fire)
    told = explore(game, {})
    assert told.startswith("The way to the rest is blocked: campfire, ")
    assert "Press again" not in told


def test_a_new_order_explores_what_is_nearest() -> None:
    """Not the door that was declined."""
    game, notes = begin("#" * 25 + "\n#..+@" + "." * 19 + "#\n" + "#" * 25, 2), {}
    assert "closed door, west" in press(game, "o", notes)
    game.do("l", times=5)
    left = game.look("@.at")[0]
    press(game, "o", notes, 1)
    assert game.look("@.at")[0] == left + 1


def test_a_container_that_was_emptied_is_not_named_again() -> None:
    game, notes = begin("#######\n#..@C.#\n#.....#\n#######", 9), {}
    assert press(game, "o", notes).startswith("chest next to you")
    game.do("l")
    while game.session.state.question is not None and game.session.state.question.kind == "loot":
        game.do("a")
    assert "chest" not in press(game, "o", notes)


@pytest.mark.parametrize("is_friend", [True, False])
def test_steps_of_a_friend_that_was_seen_stop_nothing(is_friend: bool) -> None:
    other = {"kind": "core.stealth:adventurer", "mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 0, "foh": 0}}
    side = "adventurer" if is_friend else "hostile"
    game, notes = begin(ROUND, 9, E=other | {"at": [7, 3], "side": side}), {}
    _, order = handle_key(UiState(), build_session_scene(game.session), "Z")
    assert isinstance(order, Command)
    macro = RunningMacro(game.session, order, notes)
    while isinstance(command := macro.next_command(), Message):
        macro = RunningMacro(game.session, order, notes)
    assert game.session.submit(command).refusal is None
    game.put("E.at", [1, 1])
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 2, 20, 6, (3, 1), part.turn, game.find_id("E"))]
    stop = macro.next_command()
    assert isinstance(stop, Message) is not is_friend


def test_a_fire_seen_before_stops_no_journey() -> None:
    fire = {"kind": "core.stealth:campfire", "side": "neutral", "hp": 30, "hp_max": 30, "mind": "none"}
    game = begin("####################\n#@.................#\n#########F##########", 3, F=fire)
    game.do("l", times=7)
    game.do("h", times=7)
    assert "fire" not in press(game, "o", {})


@pytest.mark.parametrize(("satiety", "told"), [(9, "hungry"), (5, "weak with hunger"), (2, "starving")])
def test_each_degree_of_hunger_stops_and_is_named(satiety: int, told: str) -> None:
    game, notes = begin("#" * 80 + "\n#@" + "." * 77 + "#\n" + "#" * 80, 1), {}
    game.session.state.parts["world"].actors[game.find_id("@")].stats.update(satiety=satiety, satiety_max=32)
    assert told in press(game, "o", notes)
