"""The light, looks and sounds that the scene carries: what the character can know, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from footfall.api.grid import Item, current_level, get_world
from footfall.api.scene import FlashKind, Scene, Tint
from footfall.api.session_scene import build_session_scene
from footfall.app.game_view import GameView
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import MeleeAttack, ToggleLamp, Wait, Walk
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.state import HeardSound, Mood, stealth_of
from footfall.plugins.stealth.odds.risk import measure_carry
from footfall.plugins.stealth.senses.sight import visible_cells

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def begin_in_hall(loaded: LoadResult, mood: Mood = Mood.ASLEEP) -> tuple[Session, Any, Any]:
    """A hall of 17 x 17 cells with the character in the middle and a goblin three cells to the east."""
    session = Session.begin(loaded.rules, 5, {"floor": 4}, strict=True)
    world, level, _ = current_level(session.context())
    player = world.actors[world.player]
    player.at = (18, 40)
    player.stats["fov"] = 8
    level.tiles[:] = level.palette.index(CORE + "wall")
    level.tiles[10:27, 32:49] = level.palette.index(CORE + "floor")
    foes = [actor for actor in world.actors.values() if actor.level == level.id and actor.side == "hostile"]
    for actor in [actor for actor in world.actors.values() if actor not in (player, foes[0])]:
        del world.actors[actor.id]
        stealth_of(session.state).minds.pop(actor.id, None)
    for item in [item for item in world.items.values() if item.at is not None]:
        del world.items[item.id]
    foe = foes[0]
    foe.kind, foe.at, foe.hp = CORE + "goblin", (18, 43), 9
    stealth_of(session.state).minds[foe.id].mood = mood
    level.__dict__.pop("level_index", None)
    return session, player, foe


def read_map(scene: Scene) -> dict[str, np.ndarray]:
    """All arrays of the map, with what it computes when it is asked."""
    cells = scene.cells
    assert cells is not None
    arrays = {name: value for name, value in msgspec.structs.asdict(cells).items() if isinstance(value, np.ndarray)}
    ripples = {f"ripple {number}": ripple.field for number, ripple in enumerate(cells.ripples)}
    return {**arrays, **ripples}


def test_light_falls_off_with_the_distance_from_the_lamp(loaded: LoadResult) -> None:
    """R-STEALTH-3: in every direction the next cell is never brighter, and the farthest is darker than the nearest."""
    session, player, _ = begin_in_hall(loaded)
    if CORE + "lamp" not in player.effects:
        session.submit(ToggleLamp(actor=player.id))
    cells = build_session_scene(session).cells
    assert cells is not None
    assert cells.light is not None
    assert cells.flame is not None
    y, x = player.at
    for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)):
        ray = [int(cells.light[y + dy * i, x + dx * i]) for i in range(9)]
        assert ray == sorted(ray, reverse=True)
        assert ray[0] > 1.5 * ray[8] > 0
    assert cells.flame[y, x] > 200
    assert not cells.light[~visible_cells(get_phase(session.context()))].any()


def test_without_a_lamp_no_light_comes_from_a_flame(loaded: LoadResult) -> None:
    session, player, _ = begin_in_hall(loaded)
    if CORE + "lamp" in player.effects:
        session.submit(ToggleLamp(actor=player.id))
    cells = build_session_scene(session).cells
    assert cells is not None
    assert cells.light is not None
    assert cells.flame is not None
    assert not cells.flame.any()
    assert 0 < cells.light.max() < 200


def test_the_map_holds_only_what_the_character_knows(loaded: LoadResult) -> None:
    """What is out of view and unknown changes: no array of the map does."""
    session, player, foe = begin_in_hall(loaded)
    session.submit(Walk(actor=player.id, direction=6))
    before = read_map(build_session_scene(session))
    assert before["ripple 0"].max() > 0
    world, level, _ = current_level(session.context())
    cells = build_session_scene(session).cells
    assert cells is not None
    unknown = cells.glyph == 32
    assert unknown.sum() > 500
    level.tiles[unknown] = level.palette.index(CORE + "floor")
    other = msgspec.structs.replace(foe, id=900, at=(2, 2))
    world.actors[900] = other
    stealth_of(session.state).minds[900] = msgspec.structs.replace(stealth_of(session.state).minds[foe.id])
    level.__dict__.pop("level_index", None)
    after = read_map(build_session_scene(session))
    assert before.keys() == after.keys()
    for name, array in before.items():
        if name == "ground":  # the palette may have grown: compare where it is known
            assert (array[~unknown] == after[name][~unknown]).all()
            assert not after[name][unknown].any()
        else:
            assert (array == after[name]).all(), name


def test_ripples_stay_on_known_cells_and_grow_with_the_distance(loaded: LoadResult) -> None:
    session, player, _ = begin_in_hall(loaded)
    session.submit(Walk(actor=player.id, direction=6))
    cells = build_session_scene(session).cells
    assert cells is not None
    (own,) = cells.ripples
    assert own.is_own
    y, x = player.at
    row = own.field[y, x - 5 : x + 1]
    assert row[-1] == 0
    assert (np.diff(row) < 0).all()
    assert (own.field[cells.glyph == 32] == -1).all()


def test_a_noise_of_any_loudness_is_drawn(loaded: LoadResult) -> None:
    """Rules of mods make louder noises than a kernel measures; the panel says how far the next one carries."""
    session, player, _ = begin_in_hall(loaded)
    session.submit(Walk(actor=player.id, direction=6))
    world = get_world(session.state)
    world.noises = [msgspec.structs.replace(noise, loudness=10**9 + 1) for noise in world.noises]
    scene = build_session_scene(session)
    cells = scene.cells
    assert cells is not None
    (own,) = cells.ripples
    assert (own.field >= 0).sum() > 100
    assert "■" * 9 in str(scene.status)
    assert len(str(scene.status)) < 10_000  # a bar of a billion squares took a second and two gigabytes
    assert measure_carry(get_phase(session.context()), 10**9 + 1)[1] < 10**9


def test_a_heard_sound_of_unknown_origin_arrives_from_its_direction(loaded: LoadResult) -> None:
    session, player, _ = begin_in_hall(loaded)
    state = stealth_of(session.state)
    state.heard_sounds.append(HeardSound("step", 1, 90, 0, (1, 40), state.turn, 0))
    cells = build_session_scene(session).cells
    assert cells is not None
    (ripple,) = cells.ripples
    rows = np.argwhere(ripple.field >= 0)[:, 0]
    assert rows.max() <= player.at[0]
    assert ripple.field[player.at[0] - 3, player.at[1]] < ripple.field[player.at]


def test_looks_name_records_but_no_secrets(loaded: LoadResult) -> None:
    """A secret wall looks like a wall, an unknown scroll like its seal."""
    session, player, _ = begin_in_hall(loaded)
    world, level, _ = current_level(session.context())
    y, x = player.at
    secret, scroll = CORE + "secret_wall", CORE + "confusion_scroll"
    if secret not in level.palette:
        level.palette.append(secret)
    level.tiles[y - 2, x] = level.palette.index(secret)
    world.items[901] = Item(901, scroll, level=level.id, at=(y, x - 2))
    level.__dict__.pop("level_index", None)
    cells = build_session_scene(session).cells
    assert cells is not None
    assert cells.list_looks(y - 2, x) == (CORE + "wall",)
    assert cells.list_looks(y, x + 3) == (CORE + "floor", CORE + "goblin")
    ground, look = cells.list_looks(y, x - 2)
    assert ground == CORE + "floor"
    assert look.startswith("stealth-look-")
    assert scroll not in cells.records
    world.items[901].is_known = True
    cells = build_session_scene(session).cells
    assert cells is not None
    assert cells.list_looks(y, x - 2) == (CORE + "floor", scroll)


def test_a_hit_and_a_notice_flash_once(loaded: LoadResult) -> None:
    session, player, foe = begin_in_hall(loaded)
    foe.at = (18, 41)
    current_level(session.context())[1].__dict__.pop("level_index", None)
    view = GameView(session, loaded.catalog.translate)
    kinds = set()
    for _ in range(12):
        if foe.id not in current_level(session.context())[0].actors or session.state.outcome is not None:
            break
        view.submit(MeleeAttack(actor=player.id, target=foe.at))
        flashes = view.build_scene().flashes
        kinds |= {flash.kind for flash in flashes}
        assert all(flash.position in (player.at, foe.at) for flash in flashes)
        assert not view.build_scene().flashes
    assert FlashKind.NOTICE in kinds or FlashKind.HIT in kinds


@pytest.mark.parametrize("floor", [1, 6])
def test_scenes_of_whole_games_are_sound(loaded: LoadResult, floor: int) -> None:
    """Light lies on cells in view only, and every look and every stir is on a known cell."""
    session = Session.begin(loaded.rules, 11, {"floor": floor}, strict=True)
    bot = loaded.rules.bots[CORE + "cautious"]
    context = BotContext(session, bot.id, 0)
    for turn in range(60):
        if session.state.outcome is not None:
            break
        session.submit(bot.decide(context, list_legal_commands(session)))
        if turn % 6:
            continue
        cells = build_session_scene(session).cells
        assert cells is not None
        arrays = read_map(build_session_scene(session))
        known = cells.glyph != 32
        assert ((arrays["light"] > 0) == arrays["visible"]).all()
        for name in ("flame", "stir"):
            assert not arrays[name][~arrays["visible"]].any(), name
        assert (cells.fg[(arrays["thing"] > 0) & ~arrays["visible"]] == Tint.REMEMBERED).all()
        assert ((arrays["ground"] > 0) == known).all()
        assert not arrays["solid"][~known].any()
        assert max(arrays["ground"].max(), arrays["thing"].max()) <= len(cells.records)


def test_waiting_makes_no_ripple(loaded: LoadResult) -> None:
    session, player, _ = begin_in_hall(loaded)
    for _ in range(4):
        session.submit(Wait(actor=player.id))
    cells = build_session_scene(session).cells
    assert cells is not None
    assert not cells.ripples
