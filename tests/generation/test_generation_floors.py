"""The four generators over many seeds (R-GEN)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from generated import CORE, SEEDS, begin_context, find_tagged, generate_draft, generate_drafts

from footfall import kernels
from footfall.api.grid import LevelDraft, are_connected, chebyshev_distance, find_walkable_cells
from footfall.engine.context import Context
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.plugins.stealth.generate import RECIPES, create_draft, trace_generation, vaults
from footfall.plugins.stealth.model.floor_records import (
    DungeonSpec,
    FloorPlan,
    LegendEntry,
    LootTable,
    SpawnTable,
    Template,
)
from footfall.testing.backends import use_backend
from footfall.world.worldgen.connectivity import build_cave_mask

NEIGHBORS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


# Town.


@pytest.mark.parametrize("seed", range(12))
def test_ac_53_the_town_is_one_place_with_an_elder_and_a_way_down(rules: Rules, seed: int) -> None:
    """AC-53: R-GEN-6, 7, 8"""
    draft = generate_draft(begin_context(rules, seed), "town", 1, player=True)
    assert draft.shape == (36, 80)
    start = (18, 40) if rules.settings["core.stealth.rules"] == "classic" else (20, 27)
    assert draft.arrivals == {"start": start, "down": (17, 35)}
    assert not draft.failure
    (elder,) = [a for a in draft.actors if a.kind == CORE + "elder"]
    (fire,) = [a for a in draft.actors if a.kind == CORE + "town_fire"]
    assert chebyshev_distance(elder.at, (17, 35)) <= 10
    assert chebyshev_distance(elder.at, start) <= 20
    assert chebyshev_distance(elder.at, fire.at) == 1
    (chest,) = np.argwhere(draft.find_tiles(CORE + "chest")).tolist()
    assert chebyshev_distance(elder.at, tuple(chest)) == 1
    inside = [item.kind for item in draft.items if item.is_contained]
    assert inside[0] == CORE + "leather_armor"
    assert len(inside) <= 2
    assert are_connected(find_walkable_cells(draft, rules.records), draft.arrivals.values())


# Cavern.


def test_ac_54_a_pass_of_the_automaton() -> None:
    """AC-54: R-GEN-15"""
    for walls, is_open in ((3, True), (4, False)):
        field = np.ones((3, 3), np.bool_)
        for dy, dx in NEIGHBORS[:walls]:
            field[1 + dy, 1 + dx] = False
        big = np.ones((9, 9), np.bool_)
        big[3:6, 3:6] = field
        assert bool(kernels.cave_step(big, birth=4, death=3)[4, 4]) is is_open
    assert not kernels.cave_step(np.ones((5, 5), np.bool_), birth=4, death=3)[0, 0]


ADDED_CREATURES = {
    "lamp_moth",
    "mockfoot",
    "dusk_dog",
    "hearkener",
    "groundling",
    "trailhound",
    "clicker",
    "starer",
    "stalker",
    "gong",
    "cracked_bell",
}
"""Kinds that rules add after the tables have been used (P-SENSE-11, P-PLACE-6)."""


@pytest.mark.proof(1)
def test_ac_55_caverns_are_one_region_within_rock_and_filled_from_their_tables(rules: Rules) -> None:
    """AC-55: R-GEN-15, 16, 18, 19"""
    spawn = rules.records.get(SpawnTable, "spawn", CORE + "cavern").rows
    loot = rules.records.get(LootTable, "loot", CORE + "cavern").rows
    litter = rules.records.get(LootTable, "loot", CORE + "litter").rows
    container_tables = {CORE + "chest", CORE + "books"}
    allowed = set(loot) | set(litter)
    for table in container_tables:
        allowed |= set(rules.records.get(LootTable, "loot", table).rows)
    for draft in generate_drafts(rules, "cavern", 5):
        assert not draft.failure
        open_cells = draft.find_tiles_by_property(rules.records, "walkable")
        assert not open_cells[[0, -1]].any()
        assert not open_cells[:, [0, -1]].any()
        furniture = find_tagged(rules, draft, "container")
        _, sizes = kernels.regions(open_cells | furniture, 4)
        assert len(sizes) == 2
        labels, _ = kernels.regions(open_cells, 4)
        assert len({labels[cell] for cell in draft.arrivals.values()} - {0}) == 1
        creatures = [a.kind for a in draft.actors if a.kind != CORE + "mimic"]
        assert 5 <= sum(kind in spawn for kind in creatures) <= 9
        assert {kind.removeprefix(CORE) for kind in creatures if kind not in spawn} <= ADDED_CREATURES
        lying = [item for item in draft.items if not item.is_contained and item.kind not in litter]
        keys = sum(item.kind.startswith(CORE + "key") for item in lying)
        owed = len(draft.step_data["owed"])
        assert 3 <= len(lying) - keys - owed <= 5
        assert {item.kind for item in draft.items} <= allowed | set(draft.step_data["owed"]) | {
            CORE + f"key_{name}" for name in ("white", "red", "gray", "black", "blue", "iron")
        }


@pytest.mark.proof(1)
def test_the_same_seed_gives_the_same_floor_on_either_backend(rules: Rules) -> None:
    for name, floor in (("cavern", 5), ("standard", 5), ("fixed", 8), ("town", 1)):
        pictures = set()
        was = kernels.get_backend()
        for backend in (was, "python", was):
            with use_backend(backend):
                draft = generate_draft(begin_context(rules, 3), name, floor)
            pictures.add((draft.tiles.tobytes(), tuple(draft.palette), tuple(draft.actors), tuple(draft.items)))
        assert len(pictures) == 1


def test_another_seed_gives_another_floor(rules: Rules) -> None:
    for name in ("cavern", "standard"):
        assert len({draft.tiles.tobytes() for draft in generate_drafts(rules, name, 5, range(10))}) == 10


# Standard dungeon.


@pytest.mark.proof(1)
def test_ac_56_standard_floors(rules: Rules) -> None:
    """AC-56: R-GEN-20, 21, 22, 23, 24, 25, 26, 27, 28"""
    digging = rules.records.get(DungeonSpec, "digging", CORE + "usual")
    crowded = 0
    for seed in SEEDS:
        drafts = dict(trace_generation(begin_context(rules, seed), CORE + "standard", 5))
        draft = drafts[CORE + "check"]
        after_rooms = drafts[CORE + "rooms"]
        assert not draft.failure
        assert len(after_rooms.rooms) <= digging.rooms[1]
        crowded += len(after_rooms.rooms) < digging.rooms[0]
        for room in after_rooms.rooms:
            if not room.template:
                assert 3 <= room.height <= 8
                assert 3 <= room.width <= 8
        outside = np.ones(draft.shape, np.bool_)
        for room in draft.rooms:
            if room.template:
                outside[room.box] = False
        assert int((find_tagged(rules, draft, "door") & outside).sum()) <= 8
        before = len(drafts[CORE + "connect"].fixtures)
        assert len(draft.fixtures) - before <= 6
        ends = list(draft.arrivals.values())
        assert {"up", "down"} <= set(draft.arrivals)
        # No locked door blocks the only path.
        assert are_connected(find_walkable_cells(draft, rules.records, break_fragile_walls=True), ends)
        # No wall has to be broken, unless the step `connect` had to make one fragile.
        if not before:
            assert are_connected(find_walkable_cells(draft, rules.records), ends)
    assert crowded == 0, "220 attempts suffice for eight rooms on an empty map"


@pytest.mark.proof(1)
def test_everything_stands_on_valid_cells(rules: Rules) -> None:
    for name, floor in (("standard", 5), ("standard", 15), ("cavern", 6), ("fixed", 8), ("fixed", 9), ("town", 1)):
        for draft in generate_drafts(rules, name, floor, range(25)):
            walkable = draft.find_tiles_by_property(rules.records, "walkable")
            containers = find_tagged(rules, draft, "container")
            cells = Counter(actor.at for actor in draft.actors)
            assert max(cells.values(), default=1) == 1
            for actor in draft.actors:
                assert walkable[actor.at]
                assert actor.at not in (draft.arrivals.get("up"), draft.arrivals.get("down"))
            fragile = {fixture.at for fixture in draft.fixtures}
            for item in draft.items:
                if item.is_contained:
                    assert containers[item.at] or item.at in fragile
                else:
                    assert walkable[item.at]
            for fixture in draft.fixtures:
                assert draft.tile_at(fixture.at) == fixture.tile
                assert 12 <= fixture.hp <= 24


def test_fragile_walls_are_tile_and_fixture_alike(rules: Rules) -> None:
    for name, floor in (("standard", 6), ("fixed", 8)):
        for draft in generate_drafts(rules, name, floor, range(25)):
            tiles = {tuple(cell) for cell in np.argwhere(find_tagged(rules, draft, "fragile")).tolist()}
            assert tiles == {fixture.at for fixture in draft.fixtures}


def test_stairs_from_above_are_kept(rules: Rules) -> None:
    for name in ("standard", "cavern"):
        for seed in range(15):
            ctx = begin_context(rules, seed)
            draft = create_draft(ctx, CORE + name, 4, up=(9, 63))
            ctx.run_chain("on_generate", CORE + name, draft)
            assert draft.arrivals["up"] == (9, 63)
            assert draft.tile_at((9, 63)) == CORE + "stairs_up"
            assert not draft.failure


EDGE_CELLS = ((1, 1), (1, 40), (2, 78), (18, 1), (18, 78), (34, 1), (34, 40), (33, 77))


@pytest.mark.proof(5)
@pytest.mark.parametrize("up", EDGE_CELLS)
def test_the_first_room_around_stairs_at_the_edge_has_full_sides(rules: Rules, up: tuple[int, int]) -> None:
    """R-GEN-20, 24: at least 3 by 3 inside, within the border of the map, with the stairs on their cell."""
    for seed in range(12):
        ctx = begin_context(rules, seed)
        draft = create_draft(ctx, CORE + "standard", 5, up=up)
        ctx.run_chain("on_generate", CORE + "standard", draft)
        room = draft.rooms[0]
        assert not draft.failure
        assert draft.arrivals["up"] == up == room.center
        assert 3 <= room.height <= 8
        assert 3 <= room.width <= 8
        assert 1 <= room.top <= up[0] < room.top + room.height <= 35
        assert 1 <= room.left <= up[1] < room.left + room.width <= 79
        walkable = draft.find_tiles_by_property(rules.records, "walkable")
        assert not walkable[[0, -1]].any()
        assert not walkable[:, [0, -1]].any()


def test_columns_block_no_passage(rules: Rules) -> None:
    columns = 0
    for draft in generate_drafts(rules, "standard", 4, range(40)):
        columns += int(draft.find_tiles(CORE + "column").sum()) if CORE + "column" in draft.palette else 0
        open_cells = (
            draft.find_tiles_by_property(rules.records, "walkable")
            | find_tagged(rules, draft, "door")
            | find_tagged(rules, draft, "fragile")
        )
        open_cells |= find_tagged(rules, draft, "container")
        labels, _ = kernels.regions(open_cells, 4)
        for room in draft.rooms:
            if not room.template:
                assert labels[room.center] == labels[draft.arrivals["up"]] or not open_cells[room.center]
    assert columns


@pytest.mark.proof(1)
def test_every_shape_and_every_drawn_room_turns_up(rules: Rules) -> None:
    shapes: set[str] = set()
    templates: set[str] = set()
    for draft in generate_drafts(rules, "standard", 5, range(150)):
        shapes |= {room.shape for room in draft.rooms}
        templates |= {room.template for room in draft.rooms}
    assert {"rectangle", "circle", "ellipse", "cross", "fixed"} <= shapes
    drawn_rooms = {t.id for t in rules.records.table(Template, "template").values() if t.is_vault}
    assert drawn_rooms <= templates


def test_the_last_floor_has_the_prize_and_no_stairs_down(rules: Rules) -> None:
    for draft in generate_drafts(rules, "standard", 16, range(10)):
        assert "down" not in draft.arrivals
        (prize,) = [item for item in draft.items if item.kind == CORE + "unrung_bell"]
        (keeper,) = [actor for actor in draft.actors if actor.kind == CORE + "silent_regent"]
        assert chebyshev_distance(prize.at, keeper.at) == 1


# Tables.


def test_ac_57_weights_by_floor(rules: Rules) -> None:
    """AC-57: R-GEN-30"""
    rows = rules.records.get(SpawnTable, "spawn", CORE + "standard").rows
    assert [rows[CORE + "snake"].weight_on(floor) for floor in (3, 5, 8)] == [25, 10, 0]
    assert [rows[CORE + "orc_archer"].weight_on(floor) for floor in (3, 6, 8)] == [0, 40, 10]


def test_ac_57_a_kind_at_its_limit_is_never_drawn_again(rules: Rules) -> None:
    """AC-57: R-GEN-30, 31"""
    from footfall.plugins.stealth.generate.populate import draw_kind

    rows = rules.records.get(LootTable, "loot", CORE + "floor").rows
    limited = CORE + "short_sword"
    assert rows[limited].max_copies == 2
    only = {limited: rows[limited], CORE + "ration": rows[CORE + "ration"]}
    for seed in range(20):
        ctx = begin_context(rules, seed)
        fresh, used_up = create_draft(ctx, CORE + "standard", 5), create_draft(ctx, CORE + "standard", 5)
        used_up.counts[limited] = 2
        assert {draw_kind(ctx, "a", only, fresh) for _ in range(30)} == set(only)
        assert {draw_kind(ctx, "b", only, used_up) for _ in range(30)} == {CORE + "ration"}


def test_limits_hold_over_a_whole_game(rules: Rules) -> None:
    from footfall.plugins.stealth.generate import floor_factory
    from footfall.plugins.stealth.generate.dungeon_state import dungeon_of

    rows = rules.records.get(LootTable, "loot", CORE + "floor").rows
    for seed in range(6):
        session = Session.begin(rules, seed, strict=True)
        ctx = session.context()
        for _ in range(15):
            level = session.state.parts["world"].levels[session.state.parts["world"].current]
            session.loop.apply_outcome(
                session,
                floor_factory.leave_level(ctx, level, "down"),
                session.rules.steps[floor_factory.MAKE_STEP].cause,
            )
            session.state.question = None
            session.run_to_question()
        floors = dungeon_of(session.state)
        assert session.state.parts["world"].levels[session.state.parts["world"].current].floor == 16
        assert not floors.owed_items
        lying = Counter(i.kind for i in session.state.parts["world"].items.values())
        for kind, row in rows.items():
            if row.min_copies:
                assert lying[kind] >= row.min_copies
        for name, floor in floors.keys.items():
            lock = floor_factory.get_floor_plan(ctx).locks[name]
            lowest, highest = lock.key_floors if lock.key_floors != (0, 0) else (2, lock.floor - 1)
            assert lowest <= floor <= highest
            levels = session.state.parts["world"].levels
            keys = [i for i in session.state.parts["world"].items.values() if i.kind == CORE + f"key_{name}"]
            assert len(keys) == 1
            holder = session.state.parts["world"].actors.get(keys[0].holder)
            where = levels[holder.level if holder is not None else keys[0].level]
            assert where.floor == floor
            for level in levels.values():
                doors = [id for id in level.palette if id == CORE + f"door_{name}"]
                assert not doors or level.floor > floor or lock.key_floors != (0, 0)


# Drawings.


def small(rules: Rules) -> Template:
    rows = ("##########", "#@.____..#", "#...g....+", "#......S>#", "##########")
    secret = LegendEntry(tile=CORE + "secret_wall", secret=(12, 24))
    return Template(id="test:small", rows=rows, signs={"S": secret})


@pytest.mark.proof(1)
def test_ac_58_a_template_places_its_content(rules: Rules) -> None:
    """AC-58: R-GEN-10, 11, 12, 13"""
    template = small(rules)
    fixed_cells = {(1, 1): "up", (2, 4): "goblin", (2, 9): "door", (3, 7): "wall", (3, 8): "down"}
    from footfall.plugins.stealth.generate import fixed

    for seed in range(200):
        ctx = begin_context(rules, 0) if seed == 0 else context_of_seed(rules, seed)
        draft = LevelDraft(CORE + "fixed", (5, 10), CORE + "wall", floor=3)
        vaults.stamp_template(ctx, draft, template, 0, 0)
        draft.step_data["filling"] = CORE + "three_doors"
        fixed.place_inhabitants(ctx, draft)
        assert draft.arrivals == {"up": (1, 1), "down": (3, 8)}
        assert draft.tile_at((1, 1)) == CORE + "stairs_up"
        (wall,) = draft.fixtures
        assert wall.at == (3, 7)
        assert draft.tile_at((3, 7)) == wall.tile == CORE + "secret_wall"
        assert [a.at for a in draft.actors if a.kind == CORE + "goblin"].count((2, 4)) == 1
        actors_on_fixed = [a for a in draft.actors if a.at in fixed_cells and a.at != (2, 4)]
        assert not actors_on_fixed
        assert not [item for item in draft.items if item.at in fixed_cells and not item.is_contained]
        kept_clear = {(1, x) for x in range(3, 7)}
        assert not kept_clear & {thing.at for thing in (*draft.actors, *draft.items)}


_CONTEXTS: dict[int, Context] = {}


def context_of_seed(rules: Rules, seed: int) -> Context:
    """A context with the dice of a seed, without setting up a game per seed."""
    ctx = _CONTEXTS.setdefault(0, begin_context(rules, 0))
    ctx._session.serials.enter(seed)
    return ctx


def test_a_template_places_the_character_on_request(rules: Rules) -> None:
    ctx = begin_context(rules, 1)
    draft = LevelDraft(CORE + "fixed", (5, 10), CORE + "wall")
    draft.step_data["player"] = True
    vaults.stamp_template(ctx, draft, small(rules), 0, 0)
    assert draft.arrivals == {"start": (1, 1), "down": (3, 8)}
    assert draft.tile_at((1, 1)) == CORE + "floor"


def test_drawings_are_sound(rules: Rules) -> None:
    """Every sign has a meaning; whole floors have the plan's size and are connected."""
    for template in rules.records.table(Template, "template").values():
        ctx = begin_context(rules, 2)
        vault = vaults.build_drawing(ctx, template)
        assert len({len(row) for row in template.rows}) == 1, template.id
        assert vault.list_cells()
        height, width = vault.shape
        draft = LevelDraft(CORE + "standard", (height + 4, width + 4), CORE + "wall", floor=6)
        room = vaults.stamp_template(ctx, draft, template, 2, 2)
        if template.is_vault:
            assert room.gates, template.id
        else:
            plans = rules.records.table(FloorPlan, "plan").values()
            assert any((height, width) == plan.shape for plan in plans), template.id
            open_cells = find_walkable_cells(draft, rules.records, open_locked_doors=True, break_fragile_walls=True)
            _, sizes = kernels.regions(open_cells, 8)
            assert len(sizes) == 2, f"{template.id} has {len(sizes) - 1} parts"


# The chain.


def test_steps_can_be_observed_one_by_one(rules: Rules) -> None:
    drafts = trace_generation(begin_context(rules, 4), CORE + "standard", 5)
    own = [step.name for step in RECIPES[CORE + "standard"]]
    assert [name for name, _ in drafts[1:] if name in own] == own
    assert not drafts[0][1].rooms
    assert not drafts[1][1].corridors.any()
    assert drafts[2][1].corridors.any()
    whole = generate_draft(begin_context(rules, 4), "standard", 5)
    assert np.array_equal(drafts[-1][1].tiles, whole.tiles)


def test_a_draft_can_be_restored(rules: Rules) -> None:
    draft = generate_draft(begin_context(rules, 5), "standard", 5)
    backup = draft.copy()
    before = draft.tiles.copy()
    draft.tiles[:] = 0
    draft.rooms.clear()
    draft.step_data["x"] = 1
    draft.actors.clear()
    draft.restore(backup)
    assert np.array_equal(draft.tiles, before)
    assert draft.rooms
    assert "x" not in draft.step_data
    assert draft.actors


def test_a_cave_through_a_cell_is_open_there() -> None:
    for seed in range(20):
        assert build_cave_mask((36, 80), seed, open_cell=(30, 70))[30, 70]
