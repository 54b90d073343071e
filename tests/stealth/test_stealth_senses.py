"""Creatures by their senses, and things and places of sound: what each does, how it is heard, and what helps."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.missiles import can_see_cell
from footfall.plugins.stealth.generate import create_draft
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import CreatureKind, SoundRecipe
from footfall.plugins.stealth.model.state import stealth_of
from footfall.plugins.stealth.senses.ambience import Ambience
from footfall.testing import GameUnderTest, scene

CORE = "core.stealth:"
NEW = ("hearkener", "starer", "trailhound", "lamp_moth", "clicker", "mockfoot", "dusk_dog", "stalker", "groundling")
WHISTLE = {"type": "core.stealth:whistle"}
GROUND = {
    '"': {"tile": "core.stealth:moss"},
    "~": {"tile": "core.stealth:water"},
    "O": {"tile": "core.stealth:column"},
}
MEAT = {"name": "meat", "kind": "core.stealth:meat"}
ROCK = {"name": "rock", "kind": "core.stealth:rocks", "holder": "@"}
ROOM = "@......E....\n............\n............"


def describe(loaded: LoadResult, kind: str, mood: str = "calm", ai: str = "hostile") -> dict[str, Any]:
    """A creature for a scene, with the stats of its record."""
    record = loaded.rules.records.get(CreatureKind, "creature", CORE + kind)
    return {
        "kind": record.id,
        "side": record.side,
        "stats": dict(record.stats),
        "mind": {"ai": ai if record.side == "hostile" else "passive", "mood": mood},
    }


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def meet(loaded: LoadResult, picture: str, kind: str, mood: str = "calm", **arguments: Any) -> GameUnderTest:
    """A scene with a creature of a kind as `E`, and a character that it does not notice by itself."""
    me = {"stats": {"stealth": 60, "foh": 12, "capacity": 9, "stamina_max": 9}, "hp": 30, "hp_max": 30}
    actors = {"@": me | arguments.pop("me", {}), "E": describe(loaded, kind, mood)} | arguments.pop("others", {})
    return scene(picture, actors=actors, legend=GROUND, **arguments)


def list_noises(game: GameUnderTest) -> list[tuple[str, int]]:
    world: Any = game.session.state.parts["world"]
    return [(noise.kind, noise.loudness) for noise in world.noises]


def find(game: GameUnderTest, name: str = "E") -> tuple[int, int]:
    """The cell of an actor, (y, x)."""
    at: tuple[int, int] = game.session.state.parts["world"].actors[game.find_id(name)].at
    return at


def find_mood(game: GameUnderTest, name: str = "E") -> str:
    mood: str = stealth_of(game.session.state).minds[game.find_id(name)].mood.value
    return mood


def find_goal(game: GameUnderTest, name: str = "E") -> tuple[int, int] | None:
    """The place that a creature goes to look at."""
    inquiry = get_phase(game.session.context()).play.inquiries.get(game.find_id(name))
    return None if inquiry is None else inquiry.at


def wait_until(game: GameUnderTest, turn: int) -> None:
    while game.session.state.parts["core.stealth"].turn < turn:
        game.do(".")


def test_each_is_heard_by_a_sound_of_its_own(loaded: LoadResult) -> None:
    """P-SENSE-1: a gait with words in both languages and a recipe; those that stand still sound as well."""
    recipes = loaded.rules.records.table(SoundRecipe, "sound")
    standing = {id for row in loaded.rules.records.table(Ambience, "ambience").values() for id in row.creatures}
    for name in NEW:
        gait = loaded.rules.records.get(CreatureKind, "creature", CORE + name).gait
        assert CORE + gait in recipes, name
        assert loaded.catalog.has_message(f"stealth-sound-{gait}")
    assert standing >= {CORE + name for name in ("hearkener", "trailhound", "clicker", "dusk_dog")}


def test_steps_sound_by_the_gait_of_who_makes_them(loaded: LoadResult) -> None:
    """P-SENSE-1"""
    game = meet(loaded, "@#.E\n.#..\n....", "hearkener", "aggravated")
    game.do(".")
    [sound] = stealth_of(game.session.state).heard_sounds
    assert sound.kind == "shuffle"
    assert ("step", 1) in list_noises(game)
    assert "shuffling" in game.screen()


def test_a_trailhound_follows_the_trail_round_a_wall(loaded: LoadResult) -> None:
    """P-SENSE-2"""
    game = meet(loaded, "..........\n.########.\nE@........", "trailhound")
    for key in "llllllllkk":
        game.do(key)
    assert find(game)[1] >= 6
    for key in "hhhhhhh":
        game.do(key)
    assert find(game)[0] == 0


def test_water_keeps_no_trail(loaded: LoadResult) -> None:
    """P-SENSE-2"""
    game = meet(loaded, "E@~~~~~.......", "trailhound")
    for _ in range(11):
        game.do("l")
    assert find(game) == (0, 1)


def test_a_floor_without_noses_keeps_no_scent(loaded: LoadResult) -> None:
    """P-SENSE-2"""
    game = meet(loaded, "@....E", "mockfoot")
    game.do("l")
    scent: Any = game.session.state.parts["core.stealth.scent"]
    assert scent.trail == []


def test_a_trailhound_eats_and_sleeps(loaded: LoadResult) -> None:
    """P-SENSE-2"""
    game = meet(loaded, "@......\n...E...", "trailhound", items=[MEAT | {"at": [5, 1]}])
    told = []
    for _ in range(4):
        game.do(".")
        told += game.messages
    assert find_mood(game, "E") == "asleep"
    assert "stealth-trailhound-sleeps" in told


@pytest.mark.parametrize("command", ["whistle", "rock"])
def test_what_is_loud_deafens_a_hearkener(loaded: LoadResult, command: str) -> None:
    """P-SENSE-3"""
    game = meet(loaded, "@....O\n.....E", "hearkener", items=[ROCK])
    if command == "whistle":
        game.do(WHISTLE)
    else:
        game.do({"type": "core.stealth:throw", "item": "rock", "target": [4, 0]})
    assert (game.look("E.effects").get("core.stealth:deafened", 0) > 0) is (command == "whistle")
    game.do("j")
    assert find_mood(game, "E") == "calm" or command == "rock"


def test_a_starer_blinks_and_hears_nothing(loaded: LoadResult) -> None:
    """P-SENSE-4"""
    game = meet(loaded, ROOM, "starer", me={"stats": {"stealth": -20, "foh": 9}})
    wait_until(game, 1)
    assert find_mood(game, "E") == "calm"
    assert find_goal(game) is not None
    game = meet(loaded, ROOM, "starer")
    wait_until(game, 8)
    assert ("blink", 1) in list_noises(game)
    assert "core.stealth:blinking" in game.look("E.effects")
    wait_until(game, 12)
    assert game.look("E.effects") == {}


def test_while_its_eye_is_shut_a_starer_sees_nothing(loaded: LoadResult) -> None:
    """P-SENSE-4"""
    shut = describe(loaded, "starer") | {"effects": {"core.stealth:blinking": 3}}
    game = meet(loaded, ROOM, "starer", me={"stats": {"stealth": -20}}, others={"E": shut})
    game.do("l")
    assert find_goal(game) is None


def test_a_lamp_moth_flies_to_a_lit_lamp_only(loaded: LoadResult) -> None:
    """P-SENSE-5"""
    game = meet(loaded, "@....E\n......", "lamp_moth")
    wait_until(game, 6)
    assert "flutter" not in dict(list_noises(game))
    game.do("q")
    heard = []
    for _ in range(9):
        game.do(".")
        heard += list_noises(game)
    assert max(abs(a - b) for a, b in zip(find(game), find(game, "@"), strict=True)) == 1
    assert ("flutter", 3) in heard


@pytest.mark.parametrize(
    ("picture", "comes"), [("@......E", True), ('"......E', False), ("@..O...E", False), ("@........E", False)]
)
def test_a_clicker_finds_what_gives_an_echo(loaded: LoadResult, picture: str, comes: bool) -> None:
    """P-SENSE-6: not on moss, not behind a column, not far away."""
    soft = picture.startswith('"')
    legend = GROUND | ({"@": {"tile": "core.stealth:moss", "actor": "@"}} if soft else {})
    me = {"stats": {"stealth": 60, "foh": 12}}
    actors = {"@": me, "E": describe(loaded, "clicker")}
    game = scene(picture.replace('"', "@"), actors=actors, legend=legend)
    wait_until(game, 4)
    assert ("click", 2) in list_noises(game)
    assert (find_goal(game) == (0, 0)) is comes


def test_a_mockfoot_repeats_steps_and_others_come_to_it(loaded: LoadResult) -> None:
    """P-SENSE-7: silence silences it."""
    guard = {"F": {"at": [10, 2], "mind": {"ai": "hostile", "mood": "calm"}, "stats": {"fov": 0, "foh": 9, "cost": 10}}}
    game = meet(loaded, ROOM, "mockfoot", others=guard)
    game.do(".")
    assert "mock" not in dict(list_noises(game))
    game.do("l")
    assert ("mock", 3) in list_noises(game)
    assert find_goal(game, "F") == find(game)


def test_a_mockfoot_keeps_away(loaded: LoadResult) -> None:
    """P-SENSE-7"""
    game = meet(loaded, "@..E......", "mockfoot")
    game.do(".")
    assert find(game) == (0, 4)


def test_dusk_dogs_wake_together_and_run_alone(loaded: LoadResult) -> None:
    """P-SENSE-8"""
    asleep = describe(loaded, "dusk_dog", "asleep")
    game = meet(loaded, ROOM, "dusk_dog", others={"F": asleep | {"at": [8, 1]}, "G": asleep | {"at": [9, 2]}})
    game.do(".")
    assert {find_mood(game, name) for name in "EFG"} == {"calm"}
    assert ("yelp", 2) in list_noises(game)
    for others, flees in (({}, True), ({"F": asleep | {"at": [11, 2]}}, False)):
        game = meet(loaded, ROOM.replace("......E", "...E..."), "dusk_dog", "aggravated", others=others)
        game.do(".")
        assert (find(game)[1] > 4) is flees


def test_a_stalker_attacks_only_the_badly_hurt(loaded: LoadResult) -> None:
    """P-SENSE-9"""
    for hp, closer in ((30, False), (10, True)):
        me = {"hp": hp, "stats": {"stealth": -10}}
        game = meet(loaded, "@...E........\n.............", "stalker", "aggravated", me=me)
        for _ in range(3):
            game.do(".")
        assert (find(game)[1] <= 4) is closer
        assert find_mood(game, "E") == "aggravated"


@pytest.mark.parametrize(("command", "ground", "comes"), [("l", ".", True), (".", ".", False), ("l", '"', False)])
def test_a_groundling_feels_steps_through_walls(loaded: LoadResult, command: str, ground: str, comes: bool) -> None:
    """P-SENSE-10: it feels none on moss, and none of who stands still."""
    game = meet(loaded, f"@{ground}{ground}###..E\n...#......", "groundling")
    game.do(command)
    game.do(command)
    assert (find_goal(game) is not None) is comes


def test_a_groundling_hears_no_whistle(loaded: LoadResult) -> None:
    """P-SENSE-10"""
    game = meet(loaded, ROOM, "groundling")
    game.do(WHISTLE)
    assert find_goal(game) is None


# Things and places


GUARDS = {
    "F": {"at": [9, 2], "mind": {"ai": "hostile", "mood": "calm"}, "stats": {"fov": 0, "foh": 2, "cost": 10}},
}


@pytest.mark.parametrize("is_thrown", [False, True])
def test_a_gong_calls_all_that_hear(loaded: LoadResult, is_thrown: bool) -> None:
    """P-PLACE-1: walking into it takes the turn."""
    game = meet(loaded, "@E..........\n............\n............", "gong", others=GUARDS, items=[ROCK])
    game.do({"type": "core.stealth:throw", "item": "rock", "target": [1, 0]} if is_thrown else "l")
    assert ("gong", 9) in list_noises(game)
    assert find_goal(game, "F") == (0, 1)
    assert game.session.state.parts["core.stealth"].turn == 1
    assert game.look("E.hp") == 10


def test_a_cracked_bell_dulls_all_ears(loaded: LoadResult) -> None:
    """P-PLACE-2"""
    game = meet(loaded, "@..E........\n............\n............", "cracked_bell", others=GUARDS)
    game.do(".")
    assert set(game.look("@.effects")) == set(game.look("F.effects")) == {"core.stealth:dinned"}
    assert "stealth-cracked-bell-drones" in game.messages
    game.do(".")
    assert "stealth-cracked-bell-drones" not in game.messages
    far = GUARDS["F"] | {"at": [11, 2]}
    game = meet(loaded, "@..E........\n............\n............", "cracked_bell", others={"F": far})
    game.do(".")
    assert game.look("F.effects") == {}


def test_a_music_box_draws_who_hears_it_and_can_be_taken_up(loaded: LoadResult) -> None:
    """P-PLACE-3"""
    box = {"name": "box", "kind": "core.stealth:music_box", "holder": "@"}
    game = scene(
        "@...........\n............\n............",
        actors={"@": {"stats": {"stealth": 60, "stamina_max": 9}}, **GUARDS},
        items=[box],
    )
    game.do({"type": "core.stealth:activate", "item": "box"})
    assert "stealth-music-box-plays" in game.messages
    heard = []
    for _ in range(3):
        game.do(".")
        heard += list_noises(game)
    assert ("tune", 4) in heard
    assert find_goal(game, "F") is not None
    for _ in range(26):
        game.do(".")
    world: Any = game.session.state.parts["world"]
    assert [item.kind for item in world.items.values() if item.at is not None] == ["core.stealth:music_box"]


def test_hush_moss_swallows_sounds_and_ringing_stone_carries_them(loaded: LoadResult) -> None:
    """P-PLACE-4, 5"""
    heard = {}
    for tile in ("hush_moss", "floor", "ringing_stone"):
        legend = {"x": {"tile": CORE + tile}}
        actors = {"E": {"mind": {"ai": "hostile", "mood": "calm"}, "stats": {"fov": 0, "foh": 7}}}
        for length in range(1, 20):
            game = scene(f"@{'x' * length}E", actors={"@": {"stats": {"stealth": 60}}, **actors}, legend=legend)
            game.do(WHISTLE)
            if find_goal(game) is None:
                break
            heard[tile] = length
    assert heard["hush_moss"] < heard["floor"] < heard["ringing_stone"]


def generate_kinds(rules: Rules, floor: int, games: int = 12) -> Counter[str]:
    """The kinds of actors and tiles on generated floors, by the number of floors that have them."""
    found: Counter[str] = Counter()
    for seed in range(games):
        ctx = Session.begin(rules, seed).context()
        draft = create_draft(ctx, CORE + "standard", floor)
        ctx.run_chain("on_generate", CORE + "standard", draft)
        used = {draft.palette[n] for n in np.unique(draft.tiles).tolist()}
        found.update({placed.kind.removeprefix(CORE) for placed in draft.actors} | {t.removeprefix(CORE) for t in used})
    return found


def test_what_is_added_to_floors(loaded: LoadResult) -> None:
    """P-SENSE-11, P-PLACE-6: from their floors on, and only in the shipped game."""
    early, late = generate_kinds(loaded.rules, 2), generate_kinds(loaded.rules, 6)
    assert {name for name in NEW if name in early} <= {"lamp_moth", "mockfoot"}
    assert len([name for name in NEW if name in late]) >= 6
    assert {"gong", "cracked_bell", "hush_moss", "ringing_stone"} & late.keys()
    classic = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    assert not {*NEW, "gong", "cracked_bell", "hush_moss", "ringing_stone"} & generate_kinds(classic, 6).keys()


def test_dusk_dogs_arrive_together(loaded: LoadResult) -> None:
    """P-SENSE-8, 11"""
    packs = 0
    for seed in range(20):
        ctx = Session.begin(loaded.rules, seed).context()
        draft = create_draft(ctx, CORE + "standard", 5)
        ctx.run_chain("on_generate", CORE + "standard", draft)
        cells = [placed.at for placed in draft.actors if placed.kind == CORE + "dusk_dog"]
        packs += bool(cells)
        assert all(max(abs(y - cells[0][0]), abs(x - cells[0][1])) <= 2 for y, x in cells)
    assert packs


def test_the_page_on_creatures_shows_what_the_game_has() -> None:
    """The fragments of docs/modding/creature.md are those of the content."""
    root = Path(__file__).parents[2]
    folder = root / "plugins" / "stealth"
    files = [*folder.glob("content/*.toml"), *folder.glob("locale/en/*.ftl")]
    content = "\n".join(path.read_text("utf-8") for path in files)
    page = (root / "docs" / "modding" / "creature.md").read_text("utf-8")
    fragments = re.findall(r"```(?:toml|ftl)\n(.*?)```", page, re.DOTALL)
    assert len(fragments) >= 8
    assert [fragment for fragment in fragments if fragment not in content] == []


@pytest.mark.parametrize(("picture", "is_seen"), [("G.F@", True), ("G#.@", False), ("G...@", False)])
def test_a_creature_sees_past_others(loaded: LoadResult, picture: str, is_seen: bool) -> None:
    goblin = describe(loaded, "goblin")
    goblin["stats"]["fov"] = 3
    phase = get_phase(scene(picture, actors={name: goblin for name in "GF" if name in picture}).session.context())
    (watcher,) = [actor for actor in phase.actors if actor.at[1] == 0]
    assert can_see_cell(phase, watcher, phase.player.at) is is_seen
