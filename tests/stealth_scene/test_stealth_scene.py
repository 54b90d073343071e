"""The scene shows only what the character can know (R-PANEL)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api import Answer
from footfall.api.grid import Item, LevelIndex, Tile, World, current_level, forget_lying_items
from footfall.api.scene import Scene, Span, Tint
from footfall.api.session_scene import build_session_scene, merge_log_lines
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.session import Session
from footfall.i18n.catalog import Catalog
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind
from footfall.plugins.stealth.model.state import HeardSound, Mood, stealth_of
from footfall.plugins.stealth.scene.chances import AWARENESS_SIGNS
from footfall.plugins.stealth.scene.pages import list_figures
from footfall.plugins.stealth.senses.sight import visible_cells
from footfall.testing import scene

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin_game(loaded: LoadResult, seed: int = 3, floor: int = 5) -> Session:
    return Session.begin(loaded.rules, seed, {"floor": floor}, strict=True)


def plain(scene: Scene) -> Any:
    """A scene as comparable data, with what it computes only when asked."""
    left_out = ("cells", "bindings", "ask_odds", "ask_outlook", "ask_preview")
    names = [name for name in scene.__struct_fields__ if name not in left_out]
    fields = {name: getattr(scene, name) for name in names}
    cells = scene.cells
    assert cells is not None
    arrays = (cells.glyph, cells.fg, cells.bg, cells.mark, cells.visible, cells.risk, cells.interest, cells.reach)
    asked = scene.odds, {cell: scene.foretell(cell) for cell in sorted(scene.notes)}
    return fields, asked, [None if a is None else a.tolist() for a in arrays], cells.focus, cells.origin


def world_and_ground(session: Session) -> tuple[World, Any, LevelIndex]:
    return current_level(session.context())


def bring(session: Session, cells: int = 3) -> int:
    """Puts a creature into view of a character that sees far; returns its id."""
    world, level, ground = world_and_ground(session)
    player = world.actors[world.player]
    player.stats["fov"] = 8
    other = next(a for a in world.actors.values() if a.side == "hostile" and a.level == level.id)
    seen = visible_cells(get_phase(session.context()))
    spots = [
        (y, x)
        for y, x in np.argwhere(seen & ground.grid.walkable).tolist()
        if (y, x) not in ground.actor_by_cell and max(abs(y - player.at[0]), abs(x - player.at[1])) >= cells
    ]
    move(session, other.id, spots[0])
    return other.id


def move(session: Session, id: int, cell: tuple[int, int]) -> None:
    world, _, ground = world_and_ground(session)
    ground.remove_actor(world.actors[id].at)
    world.actors[id].at = cell
    ground.place_actor(id, cell)


# Leaks.


@pytest.mark.parametrize("seed", range(6))
def test_unseen_moves_do_not_change_the_scene(loaded: LoadResult, seed: int) -> None:
    session = begin_game(loaded, seed, 4 + seed % 3)
    before = plain(build_session_scene(session))
    scramble_hidden(session)
    assert plain(build_session_scene(session)) == before


def scramble_hidden(session: Session) -> None:
    """Moves, hurts and angers creatures out of sight, and moves things out of sight, but no bell, which is heard."""
    world, level, ground = world_and_ground(session)
    seen = visible_cells(get_phase(session.context()))
    player = world.actors[world.player]
    hidden = [a for a in world.actors.values() if a.level == level.id and a.id != player.id and not seen[a.at]]
    free = [
        (y, x)
        for y, x in np.argwhere(ground.grid.walkable & ~seen).tolist()
        if (y, x) not in ground.actor_by_cell and max(abs(y - player.at[0]), abs(x - player.at[1])) > 8
    ]
    assert hidden
    for number, actor in enumerate(hidden):
        move(session, actor.id, free[(7 * number) % len(free) if number else 0])
        free.remove(actor.at)
        actor.hp = 1
        mind = stealth_of(session.state).minds.get(actor.id)
        if mind is not None:
            mind.mood = Mood.AGGRAVATED
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not seen[item.at] and "bell" not in item.kind:
            item.at = free[item.id % len(free)]
    forget_lying_items(world)


@pytest.mark.parametrize("seed", range(4))
def test_tiles_out_of_sight_are_remembered_or_blank(loaded: LoadResult, seed: int) -> None:
    session = begin_game(loaded, seed)
    before = plain(build_session_scene(session))
    _, level, _ = world_and_ground(session)
    seen = visible_cells(get_phase(session.context()))
    floor = level.palette.index(CORE + "floor")
    rng = np.argwhere(~seen & (level.tiles == level.palette.index(CORE + "wall")))
    for y, x in rng[::7].tolist():
        level.tiles[y, x] = floor
    assert plain(build_session_scene(session)) == before


def test_a_secret_wall_looks_like_a_wall_until_recognized(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    world, level, ground = world_and_ground(session)
    y, x = world.actors[world.player].at
    walls = [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    cell = next(c for c in walls if c not in ground.actor_by_cell)
    secret = CORE + "secret_wall"
    if secret not in level.palette:
        level.palette.append(secret)
    level.tiles[cell] = level.palette.index(secret)
    level.__dict__.pop("level_index", None)
    scene = build_session_scene(session)
    assert scene.cells is not None
    assert chr(scene.cells.glyph[cell]) == "#"
    assert scene.cells.mark[cell] == 0
    assert scene.notes[cell][-1] == Message("stealth-tile-wall")
    level.recognized[cell] = True
    scene = build_session_scene(session)
    assert scene.cells is not None
    assert chr(scene.cells.glyph[cell]) == "▒"
    assert scene.cells.mark[cell] == 0
    assert scene.notes[cell][-1] == Message("stealth-tile-secret-wall")


def test_a_sleeping_mimic_is_a_chest_in_every_place(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    id = bring(session)
    world, _, _ = world_and_ground(session)
    mimic = world.actors[id]
    mimic.kind = CORE + "mimic"
    stealth_of(session.state).minds[id].mood = Mood.ASLEEP
    scene = build_session_scene(session)
    assert scene.cells is not None
    assert chr(scene.cells.glyph[mimic.at]) == "▣"
    assert scene.cells.mark[mimic.at] == 0
    assert scene.notes[mimic.at] == (Message("stealth-tile-chest"),)
    assert "mimic" not in repr(plain(scene)[0])
    stealth_of(session.state).minds[id].mood = Mood.AGGRAVATED
    assert "mimic" in repr(plain(build_session_scene(session))[0])


def test_the_screen_tells_of_known_enemies_at_hand_only(loaded: LoadResult) -> None:
    """Melee counts unseen enemies, too (D-17), but a mimic or a creature in the dark is not given away."""
    session = begin_game(loaded)
    id = bring(session)
    world, _, ground = world_and_ground(session)
    player, foe = world.actors[world.player], world.actors[id]
    y, x = player.at
    move(session, id, next((y, x + side) for side in (1, -1) if ground.grid.walkable[y, x + side]))
    foe.kind = CORE + "mimic"
    mind = stealth_of(session.state).minds[id]

    def is_told() -> list[bool]:
        scene = build_session_scene(session)
        return [scene.alert is not None, "stealth-wait-defends" in {text.id for text in scene.hint_texts.values()}]

    mind.mood = Mood.ASLEEP
    assert is_told() == [False, False]
    mind.mood = Mood.AGGRAVATED
    assert is_told() == [True, True]
    player.stats["fov"] = 0
    assert is_told() == [False, False]


def test_unknown_items_show_their_look_but_not_their_use(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    world, _, _ = world_and_ground(session)
    player = world.actors[world.player]
    world.items[9000] = Item(9000, CORE + "poison_potion", holder=player.id)
    player.pack.append(9000)
    shown = repr(plain(build_session_scene(session))[0])
    assert "poison" not in shown
    assert "stealth-look-of-potion" in shown
    session.state.parts["core.stealth.lore"].identified_kinds.append(CORE + "poison_potion")
    assert "poison-potion" in repr(plain(build_session_scene(session))[0])


# What is shown.


def test_awareness_has_signs_words_and_backgrounds(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    id = bring(session)
    world, _, _ = world_and_ground(session)
    at = world.actors[id].at
    mind = stealth_of(session.state).minds[id]
    signs = {}
    for name, mood, marked in (
        ("asleep", Mood.ASLEEP, False),
        ("unaware", Mood.CALM, False),
        ("wary", Mood.CALM, True),
        ("hunting", Mood.AGGRAVATED, True),
    ):
        mind.mood, mind.is_marked = mood, marked
        scene = build_session_scene(session)
        assert scene.cells is not None
        signs[name] = (chr(scene.cells.mark[at]), int(scene.cells.fg[at]))
        assert Message("stealth-mood", {"mood": name}) in words(scene)
    assert [sign for sign, _ in signs.values()] == ["z", "°", "?", "!"]
    assert len({tint for _, tint in signs.values()}) == 4


def test_a_possible_backstab_is_marked_on_the_character(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    id = bring(session)
    world, _, ground = world_and_ground(session)
    player, mind = world.actors[world.player], stealth_of(session.state).minds[id]
    y, x = player.at
    free = next(
        (y + dy, x + dx)
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if ground.grid.walkable[y + dy, x + dx] and (y + dy, x + dx) not in ground.actor_by_cell
    )

    def marked() -> bool:
        cells = build_session_scene(session).cells
        assert cells is not None
        return chr(cells.mark[player.at]) == "↯"

    mind.mood, mind.is_marked = Mood.ASLEEP, False
    assert not marked()
    move(session, id, free)
    assert marked()
    mind.mood = Mood.AGGRAVATED
    assert not marked()
    mind.mood, mind.is_marked = Mood.CALM, True
    assert not marked()


def words(scene: Scene) -> list[Any]:
    return [span.text for panel in scene.panels for line in panel.lines for span in line.spans]


def test_ac_44_the_combat_panel(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    world, level, _ = world_and_ground(session)
    player = world.actors[world.player]
    player.stats["fov"] = 8
    y, x = player.at
    level.tiles[y - 6 : y + 7, x - 6 : x + 7] = level.palette.index(CORE + "floor")
    level.__dict__.pop("level_index", None)
    minds = stealth_of(session.state).minds
    foes = [a for a in world.actors.values() if a.level == level.id and a.id in minds and a.id != player.id]
    for actor in foes[3:]:
        move(session, actor.id, (1 if y > 18 else 34, 1 + foes.index(actor)))
    cast = ((CORE + "orc", 5, Mood.CALM), (CORE + "goblin", 3, Mood.CALM), (CORE + "giant_rat", 2, Mood.AGGRAVATED))
    for actor, (kind, distance, mood) in zip(foes, cast, strict=False):
        actor.kind, actor.worn = kind, {}
        move(session, actor.id, (y + distance, x))
        minds[actor.id].mood = mood
    orc = foes[0]
    orc.stats["defense"] = 4
    world.items[9001] = Item(9001, CORE + "short_sword", holder=orc.id)
    orc.pack.append(9001)
    orc.worn["weapon"] = 9001
    before = session.hash()
    page = build_session_scene(session).pages["combat"]
    rows = [line.spans for line in page.lines[1:4]]
    names = [span[0].text for span in rows]
    assert names == [
        Message("stealth-aggravated-name", {"name": Message("stealth-creature-giant-rat")}),
        Message("stealth-creature-goblin"),
        Message("stealth-creature-orc"),
    ]
    assert [row[1].text for row in rows] == ["2", "3", "5"]
    assert rows[2][4].text == "5"
    assert session.hash() == before
    assert build_session_scene(session).page_keys["p"] == "combat"


def test_fires_are_not_among_the_creatures_of_the_combat_panel(loaded: LoadResult) -> None:
    """R-PANEL-2: not even the fire of the town, which never burns down; nor are their figures explained."""
    session = begin_game(loaded, floor=1)
    world, _, _ = world_and_ground(session)
    kinds = {a.kind for a in world.actors.values() if visible_cells(get_phase(session.context()))[a.at]}
    assert {CORE + "elder", CORE + "town_fire"} <= kinds
    names = [line.spans[0].text for line in build_session_scene(session).pages["combat"].lines[1:]]
    assert [name.id for name in names if isinstance(name, Message)] == ["stealth-creature-elder"]
    figures = str([*list_figures(session.context())])
    assert "stealth-creature-elder" in figures
    assert "stealth-creature-campfire" not in figures


def test_the_combat_panel_can_be_switched_off() -> None:
    off = load("core.stealth", only_mods=(), settings={"core.stealth.ui.combat_panel": False})
    scene = build_session_scene(begin_game(off))
    assert "p" not in scene.page_keys
    assert scene.page_keys["i"] == "inventory"


def test_percepts_have_age_and_count(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    part = stealth_of(session.state)
    part.turn = 9
    step = HeardSound("step", 1, 40, 2, (5, 5), 9)
    part.heard_sounds = [HeardSound("door", 2, 20, 6, (7, 7), 7), step, step]
    first, second = build_session_scene(session).percepts
    assert (first.kind.id, first.direction, first.age, first.count) == ("stealth-sound-step", 2, 0, 2)
    assert (second.kind.id, second.direction, second.age, second.count) == ("stealth-sound-door", 6, 2, 1)
    assert second.loudness > first.loudness - 2
    assert Message("stealth-heard-title") in [panel.title for panel in build_session_scene(session).panels]


@pytest.mark.parametrize("rules", ["classic", "shipped"])
def test_map_memory_reaches_beyond_sight_and_a_ring_keeps_all(rules: str) -> None:
    """P-MEM-4"""
    session = begin_game(load("core.stealth", only_mods=(), settings={"core.stealth.rules": rules}))
    world, level, _ = world_and_ground(session)
    player = world.actors[world.player]
    level.memory = (level.tiles + 1).astype(np.uint8)
    player.stats["fov"] = 3

    def known() -> int:
        cells = build_session_scene(session).cells
        assert cells is not None
        return int((cells.glyph != 32).sum())

    y, x = player.at
    height, width = level.shape
    reach = 3 + 2
    tall = min(height, y + reach + 1) - max(0, y - reach)
    wide = min(width, x + reach + 1) - max(0, x - reach)
    assert known() == (tall * wide if rules == "classic" else level.tiles.size)
    player.stats["map_memory"] = 1
    assert known() == level.tiles.size


def test_a_question_of_the_rules_becomes_answers(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    world, level, _ = world_and_ground(session)
    player = world.actors[world.player]
    for id, kind in ((9002, "dagger"), (9003, "cloak")):
        world.items[id] = Item(id, CORE + kind, level=level.id, at=player.at)
    spec = next(c for c in loaded.rules.commands if str(c.__struct_config__.tag) == CORE + "pick-up")
    assert session.submit(spec(actor=player.id)).refusal is None
    scene = build_session_scene(session)
    assert scene.prompt == Message("stealth-ask-pick")
    assert len(scene.answers) == 3
    session.submit(Answer(actor=player.id, choice=1))
    assert 9003 in player.pack


def test_all_messages_of_a_scene_exist_in_both_languages(loaded: LoadResult) -> None:
    catalogue: Catalog = loaded.catalog
    for seed in range(4):
        session = begin_game(loaded, seed, 3 + seed)
        if seed:
            bring(session)
        for message in messages(plain(build_session_scene(session))[0]):
            for language in ("en", "es"):
                catalogue.set_language(language)
                assert catalogue.has_message(message.id), message.id
                assert "stealth-" not in catalogue.translate(message), catalogue.translate(message)
    catalogue.set_language("en")


def test_mark_signs_are_unique(loaded: LoadResult) -> None:
    """Signs of awareness, sounds and ambush are not used for anything else."""
    marks = set("z°…?¿×!♪↯")
    records = loaded.rules.records
    for kind, type in (("tile", Tile), ("creature", CreatureKind), ("item", ItemKind)):
        for record in records.table(type, kind).values():
            assert record.glyph not in marks, record.id
    assert {sign for sign in AWARENESS_SIGNS.values() if sign} <= marks


def test_in_unknown_ground_a_sound_has_only_a_direction(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    world, level, _ = world_and_ground(session)
    part = stealth_of(session.state)
    y, x = world.actors[world.player].at
    dark = next((int(a), int(b)) for a, b in np.argwhere(level.memory == 0))
    part.heard_sounds = [HeardSound("step", 1, 40, 2, dark, part.turn), HeardSound("door", 2, 20, 4, (y, x), part.turn)]
    door, step = build_session_scene(session).percepts
    assert (step.estimate, step.direction) == (None, 2)
    assert door.estimate == (y, x)


def test_sounds_of_visible_creatures_are_left_out(loaded: LoadResult) -> None:
    session = begin_game(loaded)
    id = bring(session)
    part = stealth_of(session.state)
    part.heard_sounds = [
        HeardSound("step", 1, 40, 2, (5, 5), part.turn, id),
        HeardSound("door", 2, 40, 4, (5, 5), part.turn, 9999),
    ]
    assert [percept.kind.id for percept in build_session_scene(session).percepts] == ["stealth-sound-door"]
    world, _, _ = world_and_ground(session)
    world.actors[world.player].stats["fov"] = 1
    assert len(build_session_scene(session).percepts) == 2


def test_equal_lines_of_one_turn_are_merged() -> None:
    a, b = Message("a"), Message("b")
    log = [
        LoggedMessage(a, "", 1),
        LoggedMessage(b, "", 1),
        LoggedMessage(a, "", 1),
        LoggedMessage(a, "", 2),
        LoggedMessage(b, "", 3),
        LoggedMessage(b, "", 4),
    ]
    merged = [(line.message.id, line.turn, line.count) for line in merge_log_lines(log)]
    assert merged == [("a", 1, 2), ("b", 1, 1), ("a", 2, 1), ("b", 4, 2)]


def test_lines_of_several_creatures_are_merged_if_they_read_alike() -> None:
    guard = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 9, "fov": 0}}
    actors = {"@": {"stats": {"stealth": 30}}, "D": guard, "E": guard}
    game = scene("###########\n#D...@...E#\n###########", actors=actors)
    game.do({"type": "core.stealth:whistle"})
    told = [line for line in build_session_scene(game.session).log if line.message.id == "stealth-edge-inquires-why"]
    assert [line.count for line in told] == [2]


def messages(value: Any) -> list[Message]:
    """All messages in a value, nested ones included."""
    if isinstance(value, Message):
        return [value, *(m for arg in value.args.values() for m in messages(arg))]
    if isinstance(value, dict):
        return [m for pair in value.items() for part in pair for m in messages(part)]
    if isinstance(value, (list, tuple)):
        return [m for part in value for m in messages(part)]
    if isinstance(value, msgspec.Struct):
        return [m for name in value.__struct_fields__ for m in messages(getattr(value, name))]
    return []


def test_tints_are_roles(loaded: LoadResult) -> None:
    scene = build_session_scene(begin_game(loaded))
    spans = [span for panel in scene.panels for line in panel.lines for span in line.spans]
    assert all(isinstance(span, Span) and span.tint in list(Tint) for span in spans)


GLOW = '[effect.glow]\nname = "rules-glow"\nlight = 5\n'


def test_the_status_names_the_light_of_an_effect(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    """A torch of a mod was "dark, sight 1"."""
    mod = write_rules(tmp_path, "stealth", GLOW, "rules-glow = glow\n")
    for effects, told in (({}, "dark"), ({"core.stealth:lamp": -1}, "lamp"), ({"you.rules:glow": -1}, "own light")):
        assert f"  {told}, sight " in scene("@.", mods=[mod], actors={"@": {"effects": effects}}).screen()
