"""Single rules of the generators (R-GEN); test_generation_floors.py has whole floors over many seeds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from generated import CORE, begin_context, find_tagged, generate_draft, generate_drafts, load_patched_rules

from footfall import kernels
from footfall.api.grid import LevelDraft, Tile, are_connected, find_walkable_cells, get_world
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Inspect
from footfall.plugins.stealth.generate import RECIPES, create_draft, populate, vaults
from footfall.plugins.stealth.generate.dungeon_state import get_floor_plan
from footfall.plugins.stealth.model.floor_records import LootTable, SpawnTable, Template

MODS = Path(__file__).parents[1] / "data" / "stealth" / "mods"
FLOORS = {"town": 1, "fixed": 8, "cavern": 5, "standard": 5}
FLOOR, WALL = CORE + "floor", CORE + "wall"


# General.


def test_four_generators_and_most_floors_are_standard(rules: Rules) -> None:
    """R-GEN-1"""
    ctx = begin_context(rules, 1)
    assert set(ctx.list_recipes("on_generate")) == {CORE + name for name in FLOORS}
    plan = get_floor_plan(ctx)
    fixed = {int(floor): dict(entry.recipes) for floor, entry in plan.floors.items()}
    assert {floor for floor, recipes in fixed.items() if CORE + "fixed" in recipes} == {8, 9}
    assert fixed[1] == {CORE + "town": 1}
    assert plan.usual.recipes == {CORE + "standard": 90, CORE + "cavern": 10}
    assert plan.last == 16


def test_the_standard_generator_does_its_steps_in_order(rules: Rules) -> None:
    """R-GEN-2, 25"""
    assert [step.name.removeprefix(CORE) for step in RECIPES[CORE + "standard"]] == [
        "rooms", "corridors", "stairs", "pools", "inhabitants", "decorate", "uniques", "connect", "doors", "furnish",
        "check",
    ]  # fmt: skip


def test_figures_drive_everything(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-3: a record without doors, columns, fragile walls and links generates none."""
    bare = load_patched_rules(
        tmp_path,
        '[patch.digging."core.stealth:usual".set]\n'
        "doors = 0\nfragile = 0\nlinks = [0, 0]\ndrawn = 0\nrooms = [3, 4]\n"
        "columns = { rectangle = 0, circle = 0, ellipse = 0, cross = 0 }\n",
    )
    for draft in generate_drafts(bare, "standard", 3, range(12)):
        assert not find_tagged(bare, draft, "door").any()
        assert not find_tagged(bare, draft, "fragile").any()
        assert not find_tagged(bare, draft, "column").any()
        assert 3 <= len(draft.rooms) <= 4
    crowded = next(generate_drafts(rules, "standard", 3, range(1)))
    assert find_tagged(rules, crowded, "door").any()


def test_a_mod_builds_a_generator_from_the_shared_functions() -> None:
    """R-GEN-4"""
    rules = load("core.stealth", only_mods=(), mods=[MODS / "burrow.py"], strict=True).rules
    ctx = begin_context(rules, 1)
    draft = create_draft(ctx, "test.burrow:burrow", 3)
    ctx.run_chain("on_generate", "test.burrow:burrow", draft)
    assert [room.shape for room in draft.rooms] == ["rectangle", "circle", "ellipse", "cross"]
    assert find_tagged(rules, draft, "door").any()
    assert find_tagged(rules, draft, "column").any()
    assert are_connected(find_walkable_cells(draft, rules.records), draft.arrivals.values())


@pytest.mark.parametrize("name", FLOORS)
def test_every_generator_ends_with_the_check_of_the_stairs(rules: Rules, name: str) -> None:
    """R-GEN-5, 9, 14, 19: a floor with disconnected stairs is discarded."""
    last = RECIPES[CORE + name][-1]
    assert last.name == CORE + "check"
    ctx = begin_context(rules, 1)
    draft = generate_draft(ctx, name, FLOORS[name])
    assert not draft.failure
    y, x = draft.arrivals["down"]
    draft.tiles[y - 1 : y + 2, x - 1 : x + 2] = draft.palette_index(WALL)
    draft.set_tile((y, x), CORE + "stairs_down")
    last.run(ctx, draft)
    assert draft.failure == "the stairs do not connect"


@pytest.mark.proof(3)
@pytest.mark.parametrize("name", FLOORS)
def test_every_generator_may_place_a_chest(rules: Rules, tmp_path: Path, name: str) -> None:
    """R-GEN-5, 9, 14, 19, 32: with chance 100 there is a chest, filled from its table."""
    sure = load_patched_rules(
        tmp_path,
        '[patch.holder."core.stealth:chest"]\n'
        "set = { chance = [[1, 100]], mimics = 0, objects = [{ floor = 1, low = 3, high = 3 }] }\n",
    )
    for seed in range(4):
        plain = generate_draft(begin_context(rules, seed), name, FLOORS[name])
        draft = generate_draft(begin_context(sure, seed), name, FLOORS[name])
        chests = {tuple(at) for at in np.argwhere(draft.find_tiles(CORE + "chest")).tolist()}
        filled = Counter(item.at for item in draft.items if item.is_contained and item.kind in chest_loot(rules))
        assert any(filled[at] == 3 for at in chests)
        assert are_connected(find_walkable_cells(draft, rules.records), draft.arrivals.values())
        assert plain.recipe == draft.recipe


def chest_loot(rules: Rules) -> set[str]:
    return set(rules.records.get(LootTable, "loot", CORE + "chest").rows)


# Town.


def test_the_town_keeps_its_places(rules: Rules) -> None:
    """R-GEN-6, 7, P-START-1: sand, fixed stairs, the start in the center, next to the elder, or as inherited."""
    ctx = begin_context(rules, 1)
    draft = generate_draft(ctx, "town", 1, player=True)
    assert draft.shape == (36, 80)
    (room,) = draft.rooms
    assert (room.height, room.width) == (34, 78)
    assert draft.find_tiles(CORE + "sand").sum() > 34 * 78 - 5
    start = (18, 40) if rules.settings["core.stealth.rules"] == "classic" else (20, 27)
    assert draft.arrivals == {"start": start, "down": (17, 35)}
    inherited = create_draft(ctx, CORE + "town", 1, up=(5, 60))
    inherited.step_data["player"] = True
    ctx.run_chain("on_generate", CORE + "town", inherited)
    assert inherited.arrivals == {"start": (5, 60), "down": (17, 35)}


def test_the_elder_has_his_place_his_fire_and_his_chest(rules: Rules) -> None:
    """R-GEN-8: 8 or 9 cells west and 2 south of the stairs, the fire toward them, one or two gifts (D-40)."""
    places, gifts = set(), set()
    for draft in generate_drafts(rules, "town", 1, range(30)):
        (elder,) = [actor.at for actor in draft.actors if actor.kind == CORE + "elder"]
        (fire,) = [actor.at for actor in draft.actors if actor.kind == CORE + "town_fire"]
        places.add((elder[0] - 17, 35 - elder[1]))
        assert fire == (elder[0], elder[1] + 1)
        assert draft.tile_at((elder[0], elder[1] - 1)) == CORE + "chest"
        assert draft.reserved[elder[0] - 1 : elder[0] + 2, elder[1] - 2 : elder[1] + 3].all()
        gifts.add(sum(item.is_contained for item in draft.items))
    assert places == {(2, 8), (2, 9)}
    assert gifts == {1, 2}


def test_the_desert_has_only_litter(rules: Rules) -> None:
    """R-GEN-9, 29: the shared step fills the town from its own record."""
    litter = set(rules.records.get(LootTable, "loot", CORE + "litter").rows)
    litter_count = 0
    for draft in generate_drafts(rules, "town", 1, range(10)):
        lying = [item for item in draft.items if not item.is_contained]
        litter_count += len(lying)
        assert {item.kind for item in lying} <= litter
        assert len(lying) <= 40
        assert {actor.kind for actor in draft.actors} == {CORE + "elder", CORE + "town_fire"}
    assert litter_count


# Fixed dungeon.

ALL_SIGNS = ("##########", "#@.S+WO.>#", "#gos.?B.C#", "#kx&i%~T_#", "##########")


def signs(rules: Rules, seed: int = 1) -> LevelDraft:
    ctx = begin_context(rules, 0)
    ctx._session.serials.enter(seed)
    draft = LevelDraft(CORE + "fixed", (5, 10), WALL, floor=6)
    vaults.stamp_template(ctx, draft, Template(id="test:all", rows=ALL_SIGNS, signs={}), 0, 0)
    return draft


def test_every_sign_means_what_the_legend_says(rules: Rules) -> None:
    """R-GEN-10"""
    draft = signs(rules)
    tiles = {"S": "secret_wall", "+": "door", "W": "false_window", "O": "column", "%": "gravel", "~": "moss"}
    tiles |= {"@": "stairs_up", ">": "stairs_down", "B": "bookshelf", "T": "table", "C": "chest", "#": "wall"}
    creatures = {
        "g": "goblin",
        "o": "orc",
        "s": "snake",
        "k": "skeleton",
        "x": "campfire",
        "&": "sentinel",
        "i": "soot_imp",
    }
    kind_by_cell = {actor.at: actor.kind for actor in draft.actors}
    for y, row in enumerate(ALL_SIGNS):
        for x, sign in enumerate(row):
            if sign in tiles:
                assert draft.tile_at((y, x)) == CORE + tiles[sign], sign
            if sign in creatures:
                assert (draft.tile_at((y, x)), kind_by_cell[y, x]) == (FLOOR, CORE + creatures[sign])


def test_random_content_stays_off_reserved_cells(rules: Rules) -> None:
    """R-GEN-11: only cells whose sign allows it receive random content."""
    draft = signs(rules)
    free = {(y, x) for y, row in enumerate(ALL_SIGNS) for x, sign in enumerate(row) if sign in ".%~"}
    ctx = begin_context(rules, 1)
    assert set(populate.list_open_cells(ctx, draft)) == free
    populate.place_creatures(ctx, draft, CORE + "standard", 60, populate.list_open_cells(ctx, draft))
    populate.place_objects(ctx, draft, CORE + "floor", 60, populate.list_open_cells(ctx, draft))
    template_cells = {actor.at for actor in signs(rules).actors}
    assert {actor.at for actor in draft.actors} - template_cells <= free
    assert {item.at for item in draft.items if not item.is_contained} <= free


def test_any_monster_cells_draw_from_the_table(rules: Rules) -> None:
    """R-GEN-12: a fragile wall is a tile and a fixture; `?` draws from the floor's table."""
    rows = rules.records.get(SpawnTable, "spawn", CORE + "standard").rows
    drawn_kinds = set()
    for seed in range(60):
        draft = signs(rules, seed)
        (wall,) = draft.fixtures
        assert draft.tile_at(wall.at) == wall.tile == CORE + "secret_wall"
        assert 12 <= wall.hp <= 24
        drawn_kinds |= {actor.kind for actor in draft.actors if actor.at == (2, 5)}
    assert len(drawn_kinds) >= 5
    assert all(rows[kind].weight_on(6) for kind in drawn_kinds)


def test_fixed_floors_are_connected_furnished_and_checked(rules: Rules) -> None:
    """R-GEN-13, 14: stairs are connected, chests filled, fragile walls are tile and fixture."""
    for floor in (8, 9):
        for draft in generate_drafts(rules, "fixed", floor, range(8)):
            assert {"up", "down"} <= set(draft.arrivals)
            assert draft.tile_at(draft.arrivals["up"]) == CORE + "stairs_up"
            assert are_connected(
                find_walkable_cells(draft, rules.records, break_fragile_walls=True), draft.arrivals.values()
            )
            for chest in np.argwhere(draft.find_tiles(CORE + "chest")).tolist():
                inside = [item for item in draft.items if item.is_contained and item.at == tuple(chest)]
                assert inside
            fragile = {tuple(cell) for cell in np.argwhere(find_tagged(rules, draft, "fragile")).tolist()}
            assert fragile == {fixture.at for fixture in draft.fixtures}


# Cavern.


def test_passages_join_the_regions_orthogonally_at_their_nearest_cells() -> None:
    """R-GEN-16"""
    open_cells = np.zeros((7, 20), np.bool_)
    open_cells[1:6, 1:4] = open_cells[1:6, 14:18] = True
    open_cells[3, 12:14] = True
    connected = kernels.connect(open_cells, connectivity=4, keep_border=True)
    labels, sizes = kernels.regions(connected, 4)
    assert len(sizes) == 2
    dug = np.argwhere(connected & ~open_cells).tolist()
    assert sorted(dug) == [[3, x] for x in range(4, 12)]
    assert (labels > 0).sum() == connected.sum()


def test_stairs_of_a_cavern_lie_far_apart_on_one_region(rules: Rules) -> None:
    """R-GEN-16, 17: the stairs down lie in the far half; stairs from above are kept."""
    for seed in range(12):
        ctx = begin_context(rules, seed)
        draft = create_draft(ctx, CORE + "cavern", 5, up=(20, 30))
        ctx.run_chain("on_generate", CORE + "cavern", draft)
        assert draft.arrivals["up"] == (20, 30)
        open_cells = find_walkable_cells(draft, rules.records)
        distances = kernels.distance_map(open_cells, [(20, 30)], diagonal_cost=None)
        assert distances[draft.arrivals["down"]] * 2 >= distances.max() - 2


def test_a_cavern_is_filled_from_its_own_tables(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-18: creatures and items of the cavern's records, rubble anywhere, no rooms."""
    patched = load_patched_rules(
        tmp_path,
        '[patch.spawn."core.stealth:cavern"]\nremove = { rows = true }\n'
        'set.rows."core.stealth:snake" = { by_floor = [[2, 1]] }\n'
        '[patch.loot."core.stealth:cavern"]\nremove = { rows = true }\n'
        'set.rows."core.stealth:banana" = { by_floor = [[2, 1]] }\n'
        '[patch.holder."core.stealth:chest"]\nset.chance = []\n'
        '[patch.holder."core.stealth:table"]\nset.chance = []\n'
        '[patch.holder."core.stealth:bookshelf"]\nset.chance = []\n',
        {"core.stealth.rules": "classic"},
    )
    litter = set(patched.records.get(LootTable, "loot", CORE + "litter").rows)
    for draft in generate_drafts(patched, "cavern", 5, range(8)):
        assert not draft.rooms
        assert {actor.kind for actor in draft.actors} == {CORE + "snake"}
        kinds = [i.kind for i in draft.items if i.kind not in litter and i.kind not in draft.step_data["owed"]]
        kinds = [kind for kind in kinds if not kind.startswith(CORE + "key")]
        assert set(kinds) == {CORE + "banana"}
        assert 3 <= len(kinds) <= 5
        assert 40 <= sum(item.kind in litter for item in draft.items) <= 60


def test_after_twenty_failures_a_standard_dungeon_takes_its_place(rules: Rules) -> None:
    """R-GEN-19 (D-36)"""
    plain = Session.begin(rules, 5, {"floor": 5, "generator": "cavern"}, strict=True)
    failing_rules = load("core.stealth", only_mods=(), mods=[MODS / "cavein.py"], strict=True).rules
    fallback = Session.begin(failing_rules, 5, {"floor": 5, "generator": "cavern"})
    recipes = [next(iter(get_world(s.state).levels.values())).recipe for s in (plain, fallback)]
    assert recipes == [CORE + "cavern", CORE + "standard"]
    assert populate.get_digging(fallback.context()).tries == 20


# Ways, as shipped.


def test_walls_that_must_be_broken_between_the_stairs_are_known(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-27, P-REACH-2: with secret walls for doors, EXAMINE names those on the way, and no others."""
    walled = load_patched_rules(
        tmp_path,
        '[patch.template."core.stealth:three_doors"]\n'
        'set.signs."+" = { tile = "core.stealth:secret_wall", secret = [12, 24] }\n',
        rules.settings,
    )
    options = {"floor": 8} if rules.settings["core.stealth.rules"] == "classic" else {"floor": 8, "course": "whole"}
    session = Session.begin(walled, 3, options)
    world = get_world(session.state)
    level = world.levels[world.current]
    fixtures = {fixture.at for fixture in world.fixtures.values()}
    recognized = {(y, x) for y, x in np.argwhere(level.recognized).tolist()}
    if rules.settings["core.stealth.rules"] == "classic":
        assert not recognized
        return
    assert recognized < fixtures
    tiles = [walled.records.get(Tile, "tile", id) for id in level.palette]
    ways = np.array([tile.walkable for tile in tiles])[level.tiles] | level.recognized
    assert are_connected(ways, [*level.arrivals.values()])
    at = min(recognized)
    level.explored[at], level.memory[at] = True, level.tiles[at] + 1
    session.submit(Inspect(actor=world.player, target=at))
    assert session.log[-1].message.args["name"].id == "stealth-tile-secret-wall"


def test_what_a_floor_promises_lies_before_locks_and_fragile_walls(rules: Rules) -> None:
    """P-REACH-1: keys, owed items and vaults; the classic rules promise nothing."""
    hidden = 0
    keys = {CORE + "key_gray", CORE + "key_black"}
    for seed in range(60):
        notes = {"keys": ["gray", "black"], "colors": ("white",), "owed": [CORE + "chalice"]}
        draft = generate_draft(begin_context(rules, seed), "standard", 7, **notes)
        promised = {item.at for item in draft.items if item.kind in keys or item.kind == CORE + "chalice"}
        promised |= {actor.at for actor in draft.actors if keys & {kind for kind, _ in actor.carried_items}}
        for room in draft.rooms:
            if room.template and rules.records.get(Template, "template", room.template).is_unique:
                promised.add(room.gates[0])
        walkable = find_walkable_cells(draft, rules.records)
        reached = kernels.distance_map(walkable, [draft.arrivals["up"]], diagonal_cost=None) >= 0
        hidden += sum(not reached[y, x - 1 : x + 2].any() and not reached[y - 1 : y + 2, x].any() for y, x in promised)
    assert bool(hidden) is (rules.settings["core.stealth.rules"] == "classic")


def test_a_chance_is_that_of_the_last_step_up_to_a_floor() -> None:
    chances = [populate.chance_on_floor(((2, 10), (5, 30)), floor) for floor in (1, 2, 4, 5, 9)]
    assert chances == [0, 10, 10, 30, 30]
