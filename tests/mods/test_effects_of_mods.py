"""Effects of mods that give light, and that let a creature take the stairs with the character."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from footfall.api import grid
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.senses.sight import is_lit, player_sees
from footfall.testing import scene

EFFECTS = """
[effect.glow]
name = "rules-glow"
light = 2

[effect.loyal]
name = "rules-loyal"
follows = true

[item.lantern]
name = "rules-glow"
glyph = "("
slot = "weapon"
light = 4
"""

TEXTS = "rules-glow = glow\nrules-glow-about = It glows.\nrules-loyal = loyal\n"

LOOK = """
[hook.on_turn_end.look]
choose = "c in player.creatures_within(9)"
where = "c.cell.is_lit and player.can_see(c.cell)"
do.remember = { name = "seen", value = "c.light_radius" }
"""


@pytest.fixture
def mod(write_rules: Callable[..., Path], tmp_path: Path) -> Path:
    path = write_rules(tmp_path, "stealth", LOOK, TEXTS)
    (path / "content" / "effects.toml").write_text(EFFECTS, "utf-8")
    return path


@pytest.mark.parametrize(("effects", "seen"), [({"you.rules:glow": 5}, 2), ({}, 0)])
def test_a_creature_carries_light_with_an_effect(mod: Path, effects: dict[str, int], seen: int) -> None:
    stats = {"fov": 1, "foh": 5, "stamina_max": 3}
    actors = {"@": {"stats": stats}, "E": {"effects": effects, "mind": {"ai": "passive", "mood": "calm"}}}
    game = scene("########\n#@....E#\n########", mods=[mod], actors=actors)
    game.do(".")
    assert game.session.state.memory.get("you.rules", {}).get("seen", 0) == seen


@pytest.mark.parametrize(("away", "comes"), [(2, True), (3, False)])
def test_a_companion_takes_the_stairs_with_the_character(mod: Path, away: int, comes: bool) -> None:
    loaded = load("core.stealth", mods=[mod], only_mods=())
    session = Session.begin(loaded.rules, 3, {"floor": 3}, strict=True)
    world, level, ground = grid.current_level(session.context())
    player = world.actors[world.player]
    stairs = level.arrivals["down"]
    one, other = [actor for actor in world.actors.values() if actor.id in session.state.parts["core.stealth"].minds][:2]
    grid_of = ground.grid
    top, left = level.origin
    free = [
        (y + top, x + left)
        for y, row in enumerate(level.tiles)
        for x, _ in enumerate(row)
        if grid_of.walkable[y, x] and (y + top, x + left) not in ground.actor_by_cell
    ]
    near = [cell for cell in free if grid.chebyshev_distance(cell, stairs) == 1]
    far = [cell for cell in free if grid.chebyshev_distance(cell, stairs) == away]
    for actor, cell in ((player, stairs), (one, far[-1]), (other, near[0])):
        ground.remove_actor(actor.at)
        actor.at = cell
        ground.place_actor(actor.id, cell)
    one.effects["you.rules:loyal"] = -1
    data = {"type": "core.stealth:stairs", "actor": player.id}
    assert session.submit(parse_command(data, index_command_types(session.rules.commands))).refusal is None
    assert (one.level == player.level) is comes
    assert other.level == level.id
    if comes:
        assert grid.chebyshev_distance(one.at, player.at) <= 2


@pytest.mark.parametrize(
    ("effects", "wields", "sees"), [({}, False, 1), ({"you.rules:glow": 5}, False, 2), ({}, True, 4)]
)
def test_the_character_sees_by_its_own_light_and_is_seen(
    mod: Path, effects: dict[str, int], wields: bool, sees: int
) -> None:
    lantern = {"name": "lantern", "kind": "you.rules:lantern", "holder": "@"}
    actors = {"@": {"stats": {"fov": 1, "foh": 5, "stamina_max": 3}, "effects": effects}}
    items = [{**lantern, "worn": "weapon"}] if wields else [lantern]
    game = scene("########\n#@.....#\n########", mods=[mod], actors=actors, items=items)
    phase = get_phase(game.session.context("core.stealth"))
    assert [place for place in range(1, 7) if player_sees(phase, (1, place + 1))] == [*range(1, sees + 1)]
    assert is_lit(phase, phase.player) is (sees > 1)


SEND = """
[hook.on_turn_end.falls]
choose = "c in creatures_here"
where = "c != player and c.hp > 0"
do.send = { actor = "c", way = "down" }
"""


def test_a_creature_goes_to_another_floor(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    loaded = load("core.stealth", mods=[write_rules(tmp_path, "stealth", SEND)], only_mods=())
    session = Session.begin(loaded.rules, 3, {"floor": 3}, strict=True)
    world = session.state.parts["world"]
    here = [actor for actor in world.actors.values() if actor.level == world.current and actor.id != world.player]
    data = {"type": "core.stealth:wait", "actor": world.player}
    assert session.submit(parse_command(data, index_command_types(session.rules.commands))).refusal is None
    moved = [actor for actor in here if actor.level != world.current]
    assert len(moved) == 1
    assert world.levels[moved[0].level].floor == 4
    assert world.actors[world.player].level == world.current
