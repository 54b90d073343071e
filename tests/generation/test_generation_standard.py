"""Single rules of the standard dungeon and of the steps that all generators share (R-GEN-20 to 33)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from generated import CORE, begin_context, draw_box, find_tagged, generate_draft, generate_drafts, load_patched_rules

from footfall.api.grid import LevelDraft, PlacedActor, PlacedItem, build_spanning_tree, dig_corridor, get_world
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.generate import (
    connectivity,
    create_draft,
    floor_factory,
    populate,
    reinforcements,
    trace_generation,
    vaults,
)
from footfall.plugins.stealth.generate.dungeon_state import dungeon_of
from footfall.plugins.stealth.generate.populate import roll_amount
from footfall.plugins.stealth.model.floor_records import (
    ContainerKind,
    CountByFloor,
    FloorFilling,
    LegendEntry,
    SpawnTable,
    Template,
)
from footfall.plugins.stealth.model.state import stealth_of

FLOOR, WALL = CORE + "floor", CORE + "wall"


# Standard dungeon.


def test_an_attempt_may_use_a_drawn_room_instead(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-21: by the record's chance, never on floor 8; a unique one at most once per game."""
    always = load_patched_rules(tmp_path, '[patch.digging."core.stealth:usual"]\nset.drawn = 100\n')
    for seed in range(3):
        ctx = begin_context(always, seed)
        drafts = dict(trace_generation(ctx, CORE + "standard", 5))
        assert all(room.template for room in drafts[CORE + "rooms"].rooms)
        eighth = dict(trace_generation(ctx, CORE + "standard", 8))
        assert not any(room.template for room in eighth[CORE + "rooms"].rooms)
    ctx = begin_context(rules, 1)
    offered = {
        template.id for template, _ in vaults.list_candidates(ctx, create_draft(ctx, CORE + "standard", 5), unique=True)
    }
    assert offered == {CORE + "blue_vault", CORE + "prison_vault"}
    dungeon_of(ctx.state).used_templates.append(CORE + "blue_vault")
    offered = {
        template.id for template, _ in vaults.list_candidates(ctx, create_draft(ctx, CORE + "standard", 5), unique=True)
    }
    assert offered == {CORE + "prison_vault"}


def test_the_tree_of_corridors_is_minimal() -> None:
    """R-GEN-22: minimal by Manhattan distance."""
    places = [(0, 0), (10, 0), (0, 9), (10, 12), (5, 5)]
    pairs = build_spanning_tree(places)
    lengths = [abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1]) for a, b in pairs]
    assert sum(lengths) == 9 + 9 + 10 + 12
    assert len(pairs) == 4


@pytest.mark.parametrize("horizontal", [True, False])
def test_corridors_are_l_shaped(rules: Rules, horizontal: bool) -> None:
    """R-GEN-22"""
    draft = draw_box(*["#" * 12] * 9)
    assert dig_corridor(draft, (2, 2), (6, 9), draft.find_tiles(WALL), FLOOR, horizontal)
    dug = {tuple(cell) for cell in np.argwhere(draft.find_tiles(FLOOR)).tolist()}
    row, column = (2, 9) if horizontal else (6, 2)
    assert dug == {(row, x) for x in range(2, 10)} | {(y, column) for y in range(2, 7)}


def test_room_centers_are_recorded(rules: Rules) -> None:
    """R-GEN-22: the level keeps the centers, for scouts."""
    draft = next(generate_drafts(rules, "standard", 4, range(1)))
    level = draft.build_level(1, [])
    assert level.rooms == [room.center for room in draft.rooms]
    assert all(draft.tile_at(cell) != WALL for cell in level.rooms)


def test_a_column_needs_free_neighbors(rules: Rules) -> None:
    """R-GEN-23: eight walkable neighbors and a free cell."""
    columns = 0
    for seed in range(30):
        drafts = dict(trace_generation(begin_context(rules, seed), CORE + "standard", 4))
        before, after = drafts[CORE + "inhabitants"], drafts[CORE + "decorate"]
        walkable = before.find_tiles_by_property(rules.records, "walkable")
        for y, x in np.argwhere(after.tiles != before.tiles).tolist():
            columns += 1
            assert after.tile_at((y, x)) == CORE + "column"
            assert walkable[y - 1 : y + 2, x - 1 : x + 2].all()
            assert (y, x) not in before.occupants
            assert after.find_tiles_by_property(rules.records, "walkable")[y - 1 : y + 2, x - 1 : x + 2].sum() == 8
    assert columns


def test_stairs_stand_in_the_first_and_the_last_room(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-24, and setting ``stairs_far`` of the record."""
    patch = '[patch.digging."core.stealth:usual"]\nset.stairs_far = true\n'
    far = load_patched_rules(tmp_path, patch, rules.settings)
    differences = 0
    for seed in range(12):
        draft = generate_draft(begin_context(rules, seed), "standard", 3)
        plain = [room for room in draft.rooms if not room.template]
        assert draft.arrivals["up"] == plain[0].center
        assert draft.arrivals["down"] == plain[-1].center
        wide = generate_draft(begin_context(far, seed), "standard", 3)
        up = wide.arrivals["up"]
        distances = {room.center: abs(room.center[0] - up[0]) + abs(room.center[1] - up[1]) for room in plain[1:]}
        assert distances[wide.arrivals["down"]] == max(distances.values())
        differences += wide.arrivals["down"] != draft.arrivals["down"]
        placed = generate_draft(begin_context(rules, seed), "standard", 3, player=True)
        assert "up" not in placed.arrivals
    assert differences


def test_doors_stand_between_walls_next_to_a_room(rules: Rules) -> None:
    """R-GEN-26: weights of none, door and fragile wall are 50 : 55 : 15."""
    features: Counter[str] = Counter()
    for seed in range(60):
        drafts = dict(trace_generation(begin_context(rules, seed), CORE + "standard", 3))
        before, after = drafts[CORE + "connect"], drafts[CORE + "doors"]
        inner = np.zeros(before.shape, np.bool_)
        for room in before.rooms:
            inner[room.box] = True
        walls = find_tagged(rules, before, "wall")
        entries = {(y, x) for y, x in np.argwhere(after.tiles != before.tiles).tolist()}
        for y, x in entries:
            assert entries.isdisjoint({(y + 1, x), (y, x + 1)})
            assert before.corridors[y, x]
            assert (y, x) not in before.arrivals.values()
            assert (walls[y - 1, x] and walls[y + 1, x]) or (walls[y, x - 1] and walls[y, x + 1])
            assert inner[[y - 1, y + 1, y, y], [x, x, x - 1, x + 1]].any()
            features["door" if ":door" in after.tile_at((y, x)) else "fragile"] += 1
        assert int(find_tagged(rules, after, "door").sum() - find_tagged(rules, before, "door").sum()) <= 8
        assert len(after.fixtures) - len(before.fixtures) <= 6
    # Fragile walls that would block the path are left out, so doors exceed 55 : 15.
    assert features["door"] > 3 * features["fragile"] > 0


def test_the_path_between_stairs_breaks_as_few_walls_as_possible(rules: Rules) -> None:
    """R-GEN-27: the smallest set of walls; the draft fails if that is impossible."""
    ctx = begin_context(rules, 1)
    draft = draw_box("##########", "#...##...#", "#...#....#", "#...##...#", "##########")
    draft.arrivals = {"up": (1, 1), "down": (1, 8)}
    connectivity.ensure_connected(ctx, draft)
    (wall,) = draft.fixtures
    assert wall.at == (2, 4)
    assert draft.tile_at((2, 4)) == CORE + "secret_wall"
    assert 12 <= wall.hp <= 24
    assert not draft.failure
    open_already = draw_box("######", "#....#", "######")
    open_already.arrivals = {"up": (1, 1), "down": (1, 4)}
    connectivity.ensure_connected(ctx, open_already)
    assert not open_already.fixtures
    barred = draw_box("#####", "#.#.#", "#####")
    barred.arrivals = {"up": (1, 1), "down": (0, 3)}
    connectivity.ensure_connected(ctx, barred)
    assert barred.failure


def test_every_secret_wall_hides_scrolls_by_the_same_chance(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-12, 27: at the entries of rooms, between stairs and in templates; 7 % times 60 % of them."""
    sure = load_patched_rules(tmp_path, '[patch.digging."core.stealth:usual"]\nset.hides = [100, 100]\n')
    seen: set[str] = set()
    for seed in range(12):
        for name, floor in (("standard", 5), ("fixed", 8), ("fixed", 9)):
            draft = generate_draft(begin_context(sure, seed), name, floor)
            hidden = {item.at for item in draft.items if item.is_contained and item.kind.endswith("scroll")}
            assert {wall.at for wall in draft.fixtures} <= hidden
            seen |= {name for _ in draft.fixtures}
    barred = draw_box("#####", "#.#.#", "#####")
    barred.arrivals = {"up": (1, 1), "down": (1, 3)}
    connectivity.ensure_connected(begin_context(sure, 1), barred)
    assert [(item.at, item.is_contained) for item in barred.items] == [((1, 2), True)]
    assert "standard" in seen
    ctx = begin_context(rules, 1)
    wide = draw_box("#" * 2500, "#" * 2500, "#" * 2500)
    for x in range(1, 2499):
        connectivity.place_fragile_wall(ctx, wide, (1, x))
    assert 75 <= len(wide.items) <= 135  # 105 are expected, the standard deviation is 10


@pytest.mark.proof(1)
def test_half_the_doors_are_locked_where_a_lock_is_allowed(rules: Rules) -> None:
    """R-GEN-28"""
    doors: Counter[str] = Counter()
    for seed in range(60):
        drafts = dict(trace_generation(begin_context(rules, seed), CORE + "standard", 5))
        before, after = drafts[CORE + "connect"], drafts[CORE + "doors"]
        for y, x in np.argwhere(after.tiles != before.tiles).tolist():
            doors[after.tile_at((y, x)).removeprefix(CORE)] += 1
    assert set(doors) <= {"door", "door_white", "secret_wall"}
    share = doors["door_white"] / (doors["door_white"] + doors["door"])
    assert 0.3 < share < 0.6  # half, minus those that would block the only path
    for draft in generate_drafts(rules, "standard", 3, range(20)):
        assert not any(f":door_{name}" in id for id in draft.palette for name in ("white", "red", "gray", "black"))


# Shared pieces.


def test_numbers_are_drawn_evenly_from_the_span_of_the_floor(rules: Rules) -> None:
    """R-GEN-29"""
    ctx = begin_context(rules, 1)
    spans = (CountByFloor(2, 0, 1), CountByFloor(11, 0, 2))
    for floor, highest in ((1, 0), (2, 1), (10, 1), (11, 2), (16, 2)):
        rolls = Counter(roll_amount(ctx, "n", spans, floor) for _ in range(300))
        assert set(rolls) == set(range(highest + 1))
        assert min(rolls.values()) > 300 / (highest + 1) * 0.7
    plan = rules.records.get(FloorFilling, "filling", CORE + "standard")
    assert [span.floor for span in plan.creatures] == [2, 11]


def test_an_item_gets_twenty_tries_at_a_place(rules: Rules) -> None:
    """R-GEN-29"""
    ctx = begin_context(rules, 1)
    draft = draw_box("####", "#..#", "####")
    draft.occupants[1, 1] = "something"
    cells = [(1, 1)] * 999 + [(1, 2)]
    cells_drawn = [populate.draw_free_cell(ctx, draft, "at", cells) for _ in range(300)]
    assert set(cells_drawn) == {None, (1, 2)}
    # 1 - 0.999**20 = 2 %, against 0.1 % for one try and 63 % for a thousand.
    assert 1 <= sum(cell is not None for cell in cells_drawn) <= 25


def test_weights_begin_at_their_floor_and_end_at_their_limit(rules: Rules) -> None:
    """R-GEN-30: 0 before the first threshold, then the value of the last threshold reached."""
    row = rules.records.get(SpawnTable, "spawn", CORE + "standard").rows[CORE + "goblin"]
    assert [row.weight_on(floor) for floor in (1, 2, 3, 4, 5, 6, 10, 11, 16)] == [0, 10, 40, 50, 50, 20, 20, 10, 10]
    owed = Counter(kind for _, kind in dungeon_of(begin_context(rules, 3).state).owed_items)
    for name in ("strength", "life", "vigor", "true_sight"):
        assert owed[f"{CORE}{name}_potion"] == 3


def test_the_tracker_counts_kinds_of_a_floor(rules: Rules) -> None:
    """R-GEN-31"""
    session = Session.begin(rules, 4, {"floor": 5}, strict=True)
    floors, world = dungeon_of(session.state), get_world(session.state)
    kinds = Counter(a.kind for a in world.actors.values() if a.id != world.player)
    hero = set(world.actors[world.player].pack)
    kinds += Counter(item.kind for item in world.items.values() if item.id not in hero)
    assert floors.tally == dict(kinds)


def test_chests_come_and_are_filled_by_the_odds(rules: Rules) -> None:
    """R-GEN-32: 50 % on floor 5, one to three items, 8 % mimics."""
    holder = rules.records.get(ContainerKind, "holder", CORE + "chest")
    assert (holder.mimics, holder.capacity) == (8, 12)
    ctx = begin_context(rules, 0)
    chests = mimics = 0
    sizes: Counter[int] = Counter()
    for seed in range(300):
        ctx._session.serials.enter(seed)
        draft = draw_box("#######", "#.....#", "#.....#", "#.....#", "#######")
        draft.arrivals = {"up": (1, 1)}
        populate.place_containers(ctx, draft)
        (chest,) = [np.argwhere(draft.find_tiles(CORE + "chest")).tolist()]
        mimics += sum(actor.kind == CORE + "mimic" for actor in draft.actors)
        chests += len(chest)
        for at in chest:
            sizes[sum(item.at == tuple(at) for item in draft.items if item.is_contained)] += 1
    assert 120 <= chests + mimics <= 180
    assert 4 <= mimics <= 24
    assert set(sizes) == {1, 2, 3}


def test_reinforcements_come_by_the_stairs(rules: Rules) -> None:
    """R-GEN-33: after 250 turns on the floor, 1 % per turn, three at most."""
    session = Session.begin(rules, 6, {"floor": 5}, strict=True)
    ctx, floors = session.context(), dungeon_of(session.state)
    world = get_world(session.state)
    level = world.levels[world.current]
    hero = world.actors[world.player]
    hero.at = level.rooms[1]
    level.__dict__.pop("level_index", None)
    table = rules.records.get(SpawnTable, "spawn", CORE + "reinforcements")

    def spawn_kinds(turn: int, tries: int) -> list[str]:
        stealth_of(session.state).turn = turn
        kinds = []
        for number in range(tries):
            session.serials.enter(number)
            changes = reinforcements.send_reinforcements(ctx)
            for change in changes:
                if hasattr(change, "actor") and hasattr(change.actor, "kind"):
                    kinds.append(change.actor.kind)
                    assert change.actor.at == level.arrivals["down"]
        return kinds

    floors.since[level.id] = 0
    assert not spawn_kinds(250, 2000)
    arrivals = spawn_kinds(251, 2000)
    assert 8 <= len(arrivals) <= 36
    assert all(table.rows[kind].weight_on(5) for kind in arrivals)
    floors.reinforcements[level.id] = 3
    assert not spawn_kinds(251, 2000)


def test_a_key_lies_where_it_can_be_obtained(rules: Rules) -> None:
    """R-GEN-28: 35 % carried, 50 % in a chest, else on the ground."""
    ctx = begin_context(rules, 0)
    where: Counter[str] = Counter()
    for seed in range(400):
        ctx._session.serials.enter(seed)
        draft = draw_box("#####", "#...#", "#...#", "#####")
        draft.place_actor(PlacedActor(CORE + "goblin", (1, 1)))
        draft.set_tile((2, 1), CORE + "chest")
        draft.place_item(PlacedItem(CORE + "bones", (2, 1), is_contained=True))
        draft.occupants[2, 1] = "chest"
        populate.place_key(ctx, draft, CORE + "key_red")
        if draft.actors[0].carried_items:
            where["carried"] += 1
        else:
            where["chest" if draft.items[-1].is_contained else "floor"] += 1
    assert 110 <= where["carried"] <= 170
    assert 165 <= where["chest"] <= 235
    assert 35 <= where["floor"] <= 90


def test_a_drawn_start_is_the_way_up_unless_the_character_begins_there(rules: Rules) -> None:
    """R-GEN-13"""
    ctx = begin_context(rules, 1)
    template = Template(id="test:start", rows=("####", "#@>#", "####"), signs={"@": LegendEntry(arrival="start")})
    for begins, arrivals in ((True, "start"), (False, "up")):
        draft = LevelDraft(CORE + "fixed", (3, 4), WALL)
        draft.step_data["player"] = begins
        vaults.stamp_template(ctx, draft, template, 0, 0)
        assert draft.arrivals == {arrivals: (1, 1), "down": (1, 2)}


def test_a_floor_is_the_same_whenever_it_is_entered(rules: Rules) -> None:
    """R-GEN-3: the same seed gives the same floor."""
    below = []
    for waits in (0, 3):
        session = Session.begin(rules, 8, {"floor": 3}, strict=True)
        world = get_world(session.state)
        for _ in range(waits):
            session.submit(Wait(actor=world.player))
        ctx, above = session.context(), world.levels[world.current]
        session.loop.apply_outcome(
            session, floor_factory.leave_level(ctx, above, "down"), rules.steps[floor_factory.MAKE_STEP].cause
        )
        session.state.question = None
        session.run_to_question()
        level = world.levels[world.current]
        assert level.floor == 4
        actors = sorted((a.kind, a.at, a.hp) for a in world.actors.values() if a.level == level.id and a.id > 1)
        below.append((level.tiles.tobytes(), actors))
    assert below[0] == below[1]
    assert floor_factory.choose_recipe(begin_context(rules, 1), 3, "cellars") == CORE + "standard"
