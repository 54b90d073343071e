"""What prompts and the cursor tell: throws, stops by weight, whistles, what keys do now."""

from __future__ import annotations

import pytest

from footfall.api import Command, Message
from footfall.api.grid import Item, chebyshev_distance, current_level, get_world
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Inspect
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import stealth_of
from footfall.plugins.stealth.scene.lists import list_places
from footfall.testing import GameUnderTest, scene
from footfall.ui.details import assign_letters
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain_facts import list_things
from footfall.ui.interaction import handle_key, list_stops
from footfall.ui.ui_state import UiState

CORE = "core.stealth:"
ROOM = "##########\n#@.......#\n#........#\n#.....E..#\n##########"
GUARD = {"E": {"kind": f"{CORE}goblin", "mind": {"ai": "still", "mood": "asleep"}, "stats": {"defense": 2}}}


def begin(*items: str) -> GameUnderTest:
    return scene(ROOM, actors=GUARD, items=[{"name": i, "kind": f"{CORE}{i}", "holder": "@"} for i in items])


def press(game: GameUnderTest, *keys: str) -> tuple[UiState, list[str]]:
    """Presses keys; returns the state of the screen and its rows."""
    state = UiState()
    for key in keys:
        state, _ = handle_key(state, build_session_scene(game.session), key)
    canvas = Canvas(24, 80)
    draw_screen(canvas, build_session_scene(game.session), state, game.translate)
    return state, canvas_to_text(canvas).splitlines()


def test_a_throw_tells_the_range_and_how_loud_it_lands() -> None:
    """P-TRICK-1, R-RANGED-4"""
    _, rows = press(begin("rocks"), "t", "a", *"hhh")
    assert "ENTER here, ESC cancels" in rows[-1]
    assert any(
        "2 away, range 5, lands with noise 3" in row for row in rows[:-1]
    )  # in a box, as the footer is too short
    assert "goblin: wakes 63 %" in rows[-1].replace("\xa0", " ")
    _, rows = press(begin("rocks"), "t", "a", *"lll")
    assert "8 away, range 5. That is too far away" in rows[-1]


def test_a_throw_into_the_dark_tells_what_is_known_of_the_cell() -> None:
    """Once without a lamp, once where a lamp has shown the cell before."""
    game = begin("rocks")
    game.session.state.parts["world"].actors[1].stats["fov"] = 2
    game.do(".")
    _, rows = press(game, "t", "a", *"lll")
    assert "3 away, range 5. You have never seen that cell." in rows[-1]
    level = current_level(game.session.context())[1]
    level.explored[:] = True
    _, rows = press(game, "t", "a", *"lll")
    assert "3 away, range 5. You remember it, but cannot see it." in rows[-1]


def test_a_throw_on_the_own_cell_is_asked_for_by_name() -> None:
    """The cursor begins there if no creature is in view."""
    game = scene("@....", items=[{"name": "rocks", "kind": f"{CORE}rocks", "holder": "@"}])
    assert "On your own cell?" in "\n".join(press(game, "t", "a", "ENTER")[1])


def test_a_throw_tells_the_chance_to_hit() -> None:
    state, rows = press(begin("rocks"), "t", "a")
    assert state.cursor == (3, 6)
    assert "5 away, range 5, hit 67 %, 1 to 3" in rows[-1]


def test_tab_visits_creatures_before_stairs_items_and_litter() -> None:
    picture = "##########\n#@.......#\n#.E......#\n#........#\n##########"
    game = scene(
        picture,
        actors=GUARD,
        items=[
            {"name": "bones", "kind": f"{CORE}bones", "at": [2, 1]},
            {"name": "cap", "kind": f"{CORE}leather_cap", "at": [5, 3]},
        ],
    )
    assert list_stops(build_session_scene(game.session)) == [(2, 2), (3, 5), (1, 2)]
    state, _ = press(game, "x", "TAB")
    assert state.cursor == (2, 2)
    assert [choice.value for choice in list_places(get_phase(game.session.context()))] == [(3, 5), (2, 2), (1, 2)]


FIRESIDE = "###########\n#@...F...E#\n#.........#\n#......>..#\n###########"
WATCH = {
    "@": {"stats": {"fov": 12}},
    "F": {"kind": f"{CORE}town_fire", "side": "neutral", "mind": {"ai": "still"}},
    "E": {"kind": f"{CORE}goblin", "mind": {"ai": "still", "mood": "asleep"}, "stats": {"fov": 0, "foh": 0}},
}


def test_creatures_are_told_before_a_fire_that_is_nearer() -> None:
    """On the panel, by TAB, and by the key that lists what is near in plain text."""
    game = scene(FIRESIDE, actors=WATCH, legend={">": {"tile": f"{CORE}stairs_down"}})
    game.do(".")
    shown = build_session_scene(game.session)
    assert list_stops(shown) == [(1, 9), (3, 7), (1, 5)]
    told = [line.split(",")[0] for line in list_things(shown, UiState(), game.translate)]
    assert told == ["goblin", "campfire", "stairs down"]
    rows = game.screen(width=120, height=40).splitlines()
    panel = [row for row in rows if "campfire" in row or "goblin" in row]
    assert ["goblin" in row for row in panel] == [True, False]


def test_a_journey_can_go_to_a_creature_or_a_fire() -> None:
    """The cursor visits them after the stairs; the character stops next to them."""
    game = scene(FIRESIDE, actors=WATCH, legend={">": {"tile": f"{CORE}stairs_down"}})
    game.do(".")
    for keys, stop in (("_ TAB ENTER", (1, 5)), ("_ TAB TAB ENTER", (1, 9))):
        state = UiState()
        for key in keys.split():
            state, order = handle_key(state, build_session_scene(game.session), key)
        assert isinstance(order, Command)
        macro = RunningMacro(game.session, order, {})
        while isinstance(step := macro.next_command(), Command):
            assert game.session.submit(step).refusal is None
        at = game.session.state.parts["world"].actors[1].at
        assert chebyshev_distance(at, stop) <= 1, keys


def test_a_whistle_tells_how_far_it_carries_and_shows_it() -> None:
    """P-TRICK-2"""
    game = scene("#" * 30 + "\n#@" + "." * 27 + "#\n" + "#" * 30, actors={"@": {"stats": {"fov": 30}}})
    _, before = press(game)
    game.do({"type": f"{CORE}whistle"})
    screen = game.screen(width=80, height=24)
    assert "It carries 6 cells over the ground you know, 6 in the open" in " ".join(screen.split())
    assert "◦" in screen
    assert "◦" not in "\n".join(before)


def test_a_wait_tells_that_it_takes_the_last_stamina() -> None:
    """R-MELEE-5, 7"""
    game = scene("@E", actors={"E": {"mind": {"ai": "still", "mood": "aggravated"}}})
    said = []
    for stamina in (0, 1, 2):
        stealth_of(game.session.state).fighters[game.find_id("@")].stamina = stamina
        said.append(press(game)[1][-1])
    assert "catch breath: +1 stamina" in said[0]
    assert "defend: your last stamina" in said[1]
    assert "defend: -1 stamina" in said[2]


def test_poison_shows_in_the_smallest_panels() -> None:
    game = scene(ROOM, actors={**GUARD, "@": {"effects": {f"{CORE}poisoned": 4}}})
    assert "poison (4)" in press(game)[1][1]


def test_gear_tells_what_it_changes_when_it_is_put_on() -> None:
    game = scene(ROOM, actors=GUARD, items=[{"name": "helm", "kind": f"{CORE}war_helm", "holder": "@"}])
    told = "Armor +2, To-hit -1, Stealth -2, Sight -1."
    assert told in "\n".join(press(game, "i")[1])  # the price before it is worn, too
    press_and_do(game, "a", "a")
    assert told in [game.translate(line.message) for line in game.session.log]


def test_gear_tells_what_it_changes_where_it_lies_and_what_it_would_replace() -> None:
    cap = {"name": "cap", "kind": f"{CORE}leather_cap", "holder": "@"}
    mail = {"name": "mail", "kind": f"{CORE}chain_mail", "at": [3, 1]}
    helm = {"name": "helm", "kind": f"{CORE}iron_helmet", "holder": "@"}
    game = scene(ROOM, actors=GUARD, items=[cap, mail, helm])
    notes = [game.translate(note) for note in build_session_scene(game.session).notes[1, 3]]
    assert "Armor +4, Defense -2, To-hit -2, Stealth -1, Step noise +2." in notes
    press_and_do(game, "a", "a")
    assert "Instead of leather cap, which gives: Armor +1, Stealth -1." in " ".join(press(game, "i", "b")[1])


def press_and_do(game: GameUnderTest, *keys: str) -> None:
    state, result = UiState(), None
    for key in keys:
        state, result = handle_key(state, build_session_scene(game.session), key)
    assert isinstance(result, Command)
    game.do(result)


def test_exploring_without_sight_says_so() -> None:
    assert explore(scene(ROOM, actors={**GUARD, "@": {"stats": {"fov": 0}}})) == "stealth-course-blind"


def test_travel_goes_to_each_thing_nearby_once() -> None:
    legend = {">": {"tile": f"{CORE}stairs_down"}, "+": {"tile": f"{CORE}door"}}
    game = scene("#######\n#@..>.+\n#######", legend=legend)
    game.do(".")
    drawn = build_session_scene(game.session)
    cells = [choice.value for choice in drawn.choices["places"]]
    assert cells[:2] == [(1, 4), (1, 6)]
    assert len({*cells}) == len(cells)
    assert {*cells} == {thing.position for thing in drawn.things}


def test_wide_stairs_and_double_doors_are_one_stop_each() -> None:
    """On `_` and among the things in plain lines, the nearest cell."""
    legend = {">": {"tile": f"{CORE}stairs_down"}, "+": {"tile": f"{CORE}door"}}
    game = scene("########\n#@.>>..+\n#..>>..+\n########", legend=legend)
    game.do(".")
    drawn = build_session_scene(game.session)
    assert [choice.value for choice in drawn.choices["places"]][:2] == [(1, 3), (1, 7)]
    assert len(list_things(drawn, UiState(), game.translate)) == 2


@pytest.mark.parametrize(("to", "is_told"), [(2, False), (0, True), (4, True)])
def test_a_confused_step_that_goes_astray_is_told(to: int, is_told: bool) -> None:
    """Onto free ground, as meant; into a wall; onto other ground."""
    game = scene("####\n#@.#\n#..#\n####", actors={"@": {"effects": {f"{CORE}confused": 9}}})
    game.do("l", dice=["stagger=1", f"stagger-to={to}"])
    assert ("stealth-staggers" in [line.message.id for line in game.session.log]) is is_told


def test_a_thing_is_examined_without_life_and_mood() -> None:
    """Its name is all that is said, and not the floor below it."""
    game = scene(ROOM, actors={"E": {"kind": f"{CORE}campfire"}})
    game.do(Inspect(actor=1, target=(3, 6)))
    said = [game.translate(line.message) for line in game.session.log if line.kind == "look"]
    assert said == ["campfire."]


def test_the_effects_of_a_foe_are_in_the_list_of_what_is_in_sight() -> None:
    foe = {"E": {"kind": f"{CORE}goblin", "mind": {"mood": "aggravated"}, "effects": {f"{CORE}blind": 9}}}
    game = scene("#######\n#@...E#\n#######", actors=foe)
    panel = next(one for one in build_session_scene(game.session).panels if one.title.id.startswith("stealth-in-sight"))
    assert "blind" in " ".join(game.translate(span.text) for line in panel.lines for span in line.spans)


def test_exploring_leaves_risky_steps_to_the_player() -> None:
    """P-ODDS-1"""
    watch = {"E": {"kind": f"{CORE}goblin", "mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 3, "foh": 0}}}
    cap = {"name": "cap", "kind": f"{CORE}leather_cap", "at": [4, 1]}
    for stealth, said in ((0, "stealth-course-risky"), (30, "stealth-course-explored")):
        actors = {**watch, "@": {"stats": {"fov": 8, "stealth": stealth, "capacity": 9}}}
        game = scene("###########\n#@.....E..#\n###########", actors=actors, items=[cap])
        game.do(".")
        assert explore(game) == said


def explore(game: GameUnderTest) -> str:
    """Presses the key of auto-explore; returns the id of what ends it."""
    _, result = handle_key(UiState(), build_session_scene(game.session), "o")
    assert isinstance(result, Command)
    macro = RunningMacro(game.session, result)
    while isinstance(step := macro.next_command(), Command):
        game.do(step)
    assert isinstance(step, Message)
    return step.id


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_legend_of_risk_fits(language: str) -> None:
    """P-ODDS-4, 5"""
    game = begin()
    catalog = load("stealth", mods=[], only_mods=()).catalog
    catalog.set_language(language)
    canvas = Canvas(24, 80)
    draw_screen(canvas, build_session_scene(game.session), UiState(shows_risk=True), catalog.translate)
    last = canvas_to_text(canvas).splitlines()[-1]
    assert f"◦ {catalog.translate(Message('footfall-ui-risk-reach'))}" in last
    assert catalog.translate(Message("footfall-ui-risk-interest")) in last


def test_a_blow_at_the_peaceful_is_asked_about() -> None:
    """P-PASS-1, R-MOVE-4: a step would change places."""
    traveler = {"kind": f"{CORE}adventurer", "side": "adventurer", "mind": {"ai": "passive", "mood": "calm"}}
    game = scene("@E...", actors={"E": traveler})
    press_and_do(game, "F", "l")
    rows = " ".join(" ".join(press(game)[1]).replace("│", " ").split())
    assert "Attack the adventurer, who means you no harm?" in rows
    _, result = handle_key(UiState(), build_session_scene(game.session), "ESC")
    assert isinstance(result, Command)
    game.do(result)
    assert get_world(game.session.state).actors[game.find_id("E")].hp == 10


def test_a_question_before_a_step_is_a_box_on_the_map() -> None:
    """Its keys are in the last row, too."""
    game = begin()
    game.put("E.at", [3, 1])
    shown = build_session_scene(game.session)
    shown.confirmations = {(1, 2): Message("stealth-sure-loud", {"noise": 2, "creature": "goblin", "chance": "43 %"})}
    state, _ = handle_key(UiState(), shown, "l")
    canvas = Canvas(24, 80)
    draw_screen(canvas, shown, state, game.translate)
    rows = canvas_to_text(canvas).splitlines()
    assert any("43 %: the goblin hears that (noise 2). Go on?" in row for row in rows[2:16])
    assert rows[-1].split() == ["y", "yes", "n", "no"]


@pytest.mark.parametrize(("weapon", "offered"), [("dagger", False), ("spear", True)])
def test_the_key_for_reach_is_offered_when_somebody_is_within_reach(weapon: str, offered: bool) -> None:
    """A hunter two cells away."""
    game = begin(weapon)
    game.do({"type": f"{CORE}activate", "item": weapon})
    game.put("E.at", [3, 1])
    game.put("E.mood", "aggravated")
    shown = build_session_scene(game.session)
    assert "stealth-key-throw" in shown.hints[:3]
    assert ("stealth-key-reach" in shown.hints) is offered


@pytest.mark.parametrize(("sight", "told"), [(1, True), (7, False)])
def test_the_hint_of_one_cell_is_for_those_who_see_one(sight: int, told: bool) -> None:
    game = begin()
    game.session.state.parts["world"].actors[1].stats["fov"] = sight
    game.do(".")
    lessons = {lesson.id for lesson in build_session_scene(game.session).lessons}
    assert (f"{CORE}dark" in lessons) is told


def test_a_bow_is_not_listed_with_the_damage_that_its_arrows_do() -> None:
    rows = press(begin("long_bow", "spear"), "i")[1]
    listed = {name: row for row in rows for name in ("long bow", "spear") if name in row}
    assert "Damage" in listed["spear"]
    assert "0 to 0" not in listed["long bow"]


def test_letters_of_a_chest_stay_while_it_is_open() -> None:
    """Another visit begins with the first letter again."""
    game = scene("#####\n#@=.#\n#####", actors={"@": {"stats": {"capacity": 9}}})
    world, level, _ = current_level(game.session.context())
    for kind in ("rocks", "dagger", "spear"):
        world.items[world.next_id] = Item(world.next_id, CORE + kind, level=level.id, at=(1, 2), is_contained=True)
        world.next_id += 1

    def list_loot() -> str:
        answers = assign_letters(build_session_scene(game.session).answers)
        return " ".join(f"{letter} {game.translate(choice.label)}" for letter, choice in answers)

    def answer(key: str) -> None:
        _, result = handle_key(UiState(), build_session_scene(game.session), key)
        assert isinstance(result, Command)
        assert game.session.submit(result).refusal is None

    game.do("l")
    first = list_loot()
    assert first.startswith("a rock")
    answer("a")
    assert list_loot() == first[first.index("b ") :]
    answer("ESC")
    game.do("l")
    assert list_loot() == first[first.index("b ") :].replace("b ", "a ", 1).replace("c ", "b ", 1)


def test_the_lamp_and_its_risk_stay_at_hand_next_to_one_that_does_not_hunt() -> None:
    """P-ODDS-2"""
    unaware = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 3, "foh": 0}}
    for mood, offered in (("calm", True), ("aggravated", False)):
        game = scene("#####\n#@E.#\n#####", actors={"E": {**unaware, "mind": {"ai": "still", "mood": mood}}})
        assert ("stealth-key-lamp" in build_session_scene(game.session).hints) is offered


@pytest.mark.parametrize(
    ("language", "breath", "unseen"), [("en", "out of breath", "not seen"), ("es", "aliento", "visto")]
)
def test_a_throw_without_breath_and_a_way_to_the_unseen_are_refused(language: str, breath: str, unseen: str) -> None:
    """The throw at its key; the way under the cursor, before it is confirmed."""
    game = begin("rocks")
    catalog = load("core.stealth").catalog
    catalog.set_language(language)
    game.translate = catalog.translate
    stealth_of(game.session.state).fighters[game.find_id("@")].stamina = 0
    state, rows = press(game, "t")
    assert state.pending is None
    assert breath in " ".join(rows)
    state, rows = press(game, "_", *"kkkk")
    assert state.pending is not None
    assert unseen in " ".join(rows)


def test_a_cell_tells_no_chances_of_what_is_out_of_sight_and_sure_not_to_notice() -> None:
    """A sleeper that is remembered far away; the chances of one in view are given, also 0 %."""
    sleeper = {"kind": f"{CORE}goblin", "mind": {"ai": "still", "mood": "asleep"}}
    game = scene("@" + 38 * "." + "E", actors={"@": {"stats": {"fov": 50}}, "E": sleeper})
    game.do(".")
    told = [" ".join(map(game.translate, build_session_scene(game.session).foretell((0, 2))))]
    get_phase(game.session.context()).player.stats["fov"] = 1
    game.do(".")
    seen = build_session_scene(game.session)
    assert [thing for thing in seen.things if "goblin" in game.translate(thing.label).lower()]
    told.append(" ".join(map(game.translate, seen.foretell((0, 2)))))
    assert ["goblin" in words for words in told] == [True, False]
