"""Rules of the generators one by one (R-GEN); whole floors over many seeds are in test_generation_floors.py."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from generated import CORE, drafts, made, patched, play_of, tags

from footfall import kernels
from footfall.api.grid import Draft, Laid, Placed, connected, dig, spanning_tree, walking, world_of
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.commands import Wait
from footfall.plugins.stealth.generate import RECIPES, blank, drawn, fill, making, reinforcements, trace, ways
from footfall.plugins.stealth.generate.floors import floors_of, plan_of
from footfall.plugins.stealth.generate.tables import amount
from footfall.plugins.stealth.records import Filling, Holder, LootTable, Span, SpawnTable, Spot, Template
from footfall.plugins.stealth.state import stealth_of

MODS = Path(__file__).parents[1] / "data" / "stealth" / "mods"
FLOORS = {"town": 1, "fixed": 8, "cavern": 5, "standard": 5}
FLOOR, WALL = CORE + "floor", CORE + "wall"


def box(rules: Rules, *rows: str) -> Draft:
    """A draft of floor (``.``) and wall."""
    draft = Draft(CORE + "standard", (len(rows), len(rows[0])), WALL, floor=5)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign != "#":
                draft.set((y, x), FLOOR)
    return draft


# General.


def test_four_generators_and_most_floors_are_standard(rules: Rules) -> None:
    """R-GEN-1"""
    play = play_of(rules, 1)
    assert set(play.recipes("on_generate")) == {CORE + name for name in FLOORS}
    plan = plan_of(play)
    fixed = {int(floor): dict(entry.recipes) for floor, entry in plan.floors.items()}
    assert {floor for floor, recipes in fixed.items() if CORE + "fixed" in recipes} == {8, 9}
    assert fixed[1] == {CORE + "town": 1}
    assert plan.usual.recipes == {CORE + "standard": 90, CORE + "cavern": 10}
    assert plan.last == 16


def test_the_standard_generator_does_its_steps_in_order(rules: Rules) -> None:
    """R-GEN-2, 25: rooms, corridors, stairs, entities, decoration, uniques; then the way, doors, chests, check."""
    assert [step.name.removeprefix(CORE) for step in RECIPES[CORE + "standard"]] == [
        "rooms", "corridors", "stairs", "inhabitants", "decorate", "uniques", "connect", "doors", "furnish", "check",
    ]  # fmt: skip


def test_figures_drive_everything(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-3: without doors, columns, fragile walls and links in the record there are none."""
    bare = patched(
        tmp_path,
        '[patch.digging."core.stealth:usual".set]\n'
        "doors = 0\nfragile = 0\nlinks = [0, 0]\ndrawn = 0\nrooms = [3, 4]\n"
        "columns = { rectangle = 0, circle = 0, ellipse = 0, cross = 0 }\n",
    )
    for draft in drafts(bare, "standard", 3, range(12)):
        assert not tags(bare, draft, "door").any()
        assert not tags(bare, draft, "fragile").any()
        assert not tags(bare, draft, "column").any()
        assert 3 <= len(draft.rooms) <= 4
    crowded = next(drafts(rules, "standard", 3, range(1)))
    assert tags(rules, crowded, "door").any()


def test_a_generator_of_a_mod_is_put_together_from_the_shared_pieces() -> None:
    """R-GEN-4"""
    rules = load("core.stealth", only=(), mods=[MODS / "burrow.py"], strict=True).rules
    play = play_of(rules, 1)
    draft = blank(play, "test.burrow:burrow", 3)
    play.run_chain("on_generate", "test.burrow:burrow", draft)
    assert [room.shape for room in draft.rooms] == ["rectangle", "circle", "ellipse", "cross"]
    assert tags(rules, draft, "door").any()
    assert tags(rules, draft, "column").any()
    assert connected(walking(draft, rules.records), draft.arrivals.values())


@pytest.mark.parametrize("name", FLOORS)
def test_every_generator_ends_with_the_check_of_the_stairs(rules: Rules, name: str) -> None:
    """R-GEN-5, 9, 14, 19: a floor whose stairs are cut off is not used."""
    last = RECIPES[CORE + name][-1]
    assert last.name == CORE + "check"
    play = play_of(rules, 1)
    draft = made(play, name, FLOORS[name])
    assert not draft.failed
    y, x = draft.arrivals["down"]
    draft.tiles[y - 1 : y + 2, x - 1 : x + 2] = draft.number(WALL)
    draft.set((y, x), CORE + "stairs_down")
    last.run(play, draft)
    assert draft.failed == "the stairs do not connect"


@pytest.mark.parametrize("name", FLOORS)
def test_every_generator_may_place_a_chest(rules: Rules, tmp_path: Path, name: str) -> None:
    """R-GEN-5, 9, 14, 19, 32: where one is due there is one, and it is filled as the table says."""
    sure = patched(
        tmp_path,
        '[patch.holder."core.stealth:chest"]\n'
        "set = { chance = [[1, 100]], mimics = 0, objects = [{ floor = 1, low = 3, high = 3 }] }\n",
    )
    for seed in range(4):
        plain = made(play_of(rules, seed), name, FLOORS[name])
        draft = made(play_of(sure, seed), name, FLOORS[name])
        chests = {tuple(at) for at in np.argwhere(draft.where(CORE + "chest")).tolist()}
        filled = Counter(item.at for item in draft.items if item.inside and item.kind in chest_loot(rules))
        assert any(filled[at] == 3 for at in chests)
        assert connected(walking(draft, rules.records), draft.arrivals.values())
        assert plain.recipe == draft.recipe


def chest_loot(rules: Rules) -> set[str]:
    return set(rules.records.get(LootTable, "loot", CORE + "chest").rows)


# Town.


def test_the_town_keeps_its_places(rules: Rules) -> None:
    """R-GEN-6, 7: 80 by 36 of sand, one room, the stairs at (35, 17), the start in the middle or as inherited."""
    play = play_of(rules, 1)
    draft = made(play, "town", 1, player=True)
    assert draft.shape == (36, 80)
    (room,) = draft.rooms
    assert (room.height, room.width) == (34, 78)
    assert draft.where(CORE + "sand").sum() > 34 * 78 - 5
    assert draft.arrivals == {"start": (18, 40), "down": (17, 35)}
    inherited = blank(play, CORE + "town", 1, up=(5, 60))
    inherited.notes["player"] = True
    play.run_chain("on_generate", CORE + "town", inherited)
    assert inherited.arrivals == {"start": (5, 60), "down": (17, 35)}


def test_the_elder_has_his_place_his_fire_and_his_chest(rules: Rules) -> None:
    """R-GEN-8: 8 or 9 west and 2 south of the stairs, the fire on their side, one gift or two (D-40)."""
    places, gifts = set(), set()
    for draft in drafts(rules, "town", 1, range(30)):
        (elder,) = [actor.at for actor in draft.actors if actor.kind == CORE + "elder"]
        (fire,) = [actor.at for actor in draft.actors if actor.kind == CORE + "town_fire"]
        places.add((elder[0] - 17, 35 - elder[1]))
        assert fire == (elder[0], elder[1] + 1)
        assert draft.at((elder[0], elder[1] - 1)) == CORE + "chest"
        gifts.add(sum(item.inside for item in draft.items))
    assert places == {(2, 8), (2, 9)}
    assert gifts == {1, 2}


def test_the_wind_lays_only_litter_bare(rules: Rules) -> None:
    """R-GEN-9, 29: the shared step fills the town by its own record."""
    litter = set(rules.records.get(LootTable, "loot", CORE + "litter").rows)
    found = 0
    for draft in drafts(rules, "town", 1, range(10)):
        lying = [item for item in draft.items if not item.inside]
        found += len(lying)
        assert {item.kind for item in lying} <= litter
        assert len(lying) <= 40
        assert {actor.kind for actor in draft.actors} == {CORE + "elder", CORE + "town_fire"}
    assert found


# Fixed dungeon.

ALL_SIGNS = ("##########", "#@.S+WO.>#", "#gos.?B.C#", "#kx&i%~T_#", "##########")


def signs(rules: Rules, seed: int = 1) -> Draft:
    play = play_of(rules, 0)
    play._session.serials.enter(seed)
    draft = Draft(CORE + "fixed", (5, 10), WALL, floor=6)
    drawn.draw_in(play, draft, Template(id="test:all", rows=ALL_SIGNS, signs={}), 0, 0)
    return draft


def test_every_sign_means_what_the_legend_says(rules: Rules) -> None:
    """R-GEN-10"""
    draft = signs(rules)
    tiles = {"S": "secret_wall", "+": "door", "W": "false_window", "O": "column", "%": "gravel", "~": "moss"}
    tiles |= {"@": "stairs_up", ">": "stairs_down", "B": "bookshelf", "T": "table", "C": "chest", "#": "wall"}
    people = {
        "g": "goblin",
        "o": "orc",
        "s": "snake",
        "k": "skeleton",
        "x": "campfire",
        "&": "sentinel",
        "i": "soot_imp",
    }
    who = {actor.at: actor.kind for actor in draft.actors}
    for y, row in enumerate(ALL_SIGNS):
        for x, sign in enumerate(row):
            if sign in tiles:
                assert draft.at((y, x)) == CORE + tiles[sign], sign
            if sign in people:
                assert (draft.at((y, x)), who[y, x]) == (FLOOR, CORE + people[sign])


def test_random_things_keep_off_what_the_drawing_settled(rules: Rules) -> None:
    """R-GEN-11: only cells whose sign allows it are free; special tiles never are."""
    draft = signs(rules)
    free = {(y, x) for y, row in enumerate(ALL_SIGNS) for x, sign in enumerate(row) if sign in ".%~"}
    play = play_of(rules, 1)
    assert set(fill.open_cells(play, draft)) == free
    fill.creatures(play, draft, CORE + "standard", 60, fill.open_cells(play, draft))
    fill.objects(play, draft, CORE + "floor", 60, fill.open_cells(play, draft))
    settled = {actor.at for actor in signs(rules).actors}
    assert {actor.at for actor in draft.actors} - settled <= free
    assert {item.at for item in draft.items if not item.inside} <= free


def test_any_monster_cells_draw_from_the_table(rules: Rules) -> None:
    """R-GEN-12: breakable walls are a tile and an entity; `?` is a roulette over the floor's table."""
    rows = rules.records.get(SpawnTable, "spawn", CORE + "standard").rows
    drawn_kinds = set()
    for seed in range(60):
        draft = signs(rules, seed)
        (wall,) = draft.fixtures
        assert draft.at(wall.at) == wall.tile == CORE + "secret_wall"
        assert 12 <= wall.hp <= 24
        drawn_kinds |= {actor.kind for actor in draft.actors if actor.at == (2, 5)}
    assert len(drawn_kinds) >= 5
    assert all(rows[kind].at(6) for kind in drawn_kinds)


def test_fixed_floors_are_joined_furnished_and_validated(rules: Rules) -> None:
    """R-GEN-13, 14: a way between the stairs, chests of the drawing filled, fragile walls both tile and entity."""
    for floor in (8, 9):
        for draft in drafts(rules, "fixed", floor, range(8)):
            assert {"up", "down"} <= set(draft.arrivals)
            assert draft.at(draft.arrivals["up"]) == CORE + "stairs_up"
            assert connected(walking(draft, rules.records, locked=False), draft.arrivals.values())
            for chest in np.argwhere(draft.where(CORE + "chest")).tolist():
                inside = [item for item in draft.items if item.inside and item.at == tuple(chest)]
                assert inside
            fragile = {tuple(cell) for cell in np.argwhere(tags(rules, draft, "fragile")).tolist()}
            assert fragile == {fixture.at for fixture in draft.fixtures}


# Cavern.


def test_passages_join_the_regions_orthogonally_at_their_nearest_cells() -> None:
    """R-GEN-16"""
    opens = np.zeros((7, 20), np.bool_)
    opens[1:6, 1:4] = opens[1:6, 14:18] = True
    opens[3, 12:14] = True
    joined = kernels.connect(opens, connectivity=4, keep_border=True)
    labels, sizes = kernels.regions(joined, 4)
    assert len(sizes) == 2
    dug = np.argwhere(joined & ~opens).tolist()
    assert sorted(dug) == [[3, x] for x in range(4, 12)]
    assert (labels > 0).sum() == joined.sum()


def test_stairs_of_a_cavern_lie_far_apart_on_one_region(rules: Rules) -> None:
    """R-GEN-16, 17: the way down lies in the far half; stairs given from above are kept."""
    for seed in range(12):
        play = play_of(rules, seed)
        draft = blank(play, CORE + "cavern", 5, up=(20, 30))
        play.run_chain("on_generate", CORE + "cavern", draft)
        assert draft.arrivals["up"] == (20, 30)
        opens = walking(draft, rules.records)
        field = kernels.distance_map(opens, [(20, 30)], diagonal_cost=None)
        assert field[draft.arrivals["down"]] * 2 >= field.max() - 2


def test_a_cavern_is_filled_from_its_own_tables(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-18: creatures and objects by the cavern's records, rubble anywhere, no rooms."""
    own = patched(
        tmp_path,
        '[patch.spawn."core.stealth:cavern"]\nremove = { rows = true }\n'
        'set.rows."core.stealth:snake" = { by_floor = [[2, 1]] }\n'
        '[patch.loot."core.stealth:cavern"]\nremove = { rows = true }\n'
        'set.rows."core.stealth:banana" = { by_floor = [[2, 1]] }\n'
        '[patch.holder."core.stealth:chest"]\nset.chance = []\n'
        '[patch.holder."core.stealth:table"]\nset.chance = []\n'
        '[patch.holder."core.stealth:bookshelf"]\nset.chance = []\n',
    )
    litter = set(own.records.get(LootTable, "loot", CORE + "litter").rows)
    for draft in drafts(own, "cavern", 5, range(8)):
        assert not draft.rooms
        assert {actor.kind for actor in draft.actors} == {CORE + "snake"}
        things = [i.kind for i in draft.items if i.kind not in litter and i.kind not in draft.notes["owed"]]
        things = [kind for kind in things if not kind.startswith(CORE + "key")]
        assert set(things) == {CORE + "banana"}
        assert 3 <= len(things) <= 5
        assert 40 <= sum(item.kind in litter for item in draft.items) <= 60


def test_after_twenty_failures_a_standard_dungeon_takes_its_place(rules: Rules) -> None:
    """R-GEN-19 (D-36)"""
    begun = Session.begin(rules, 5, {"floor": 5, "generator": "cavern"}, strict=True)
    fallen = load("core.stealth", only=(), mods=[MODS / "cavein.py"], strict=True).rules
    instead = Session.begin(fallen, 5, {"floor": 5, "generator": "cavern"}, strict=True)
    recipes = [next(iter(world_of(s.state).levels.values())).recipe for s in (begun, instead)]
    assert recipes == [CORE + "cavern", CORE + "standard"]
    assert fill.digging(instead.play()).tries == 20


# Standard dungeon.


def test_an_attempt_may_use_a_drawn_room_instead(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-21: by the chance in the figures, never on floor 8; a unique one at most once a game."""
    always = patched(tmp_path, '[patch.digging."core.stealth:usual"]\nset.drawn = 100\n')
    for seed in range(3):
        play = play_of(always, seed)
        kept = dict(trace(play, CORE + "standard", 5))
        assert all(room.template for room in kept[CORE + "rooms"].rooms)
        eighth = dict(trace(play, CORE + "standard", 8))
        assert not any(room.template for room in eighth[CORE + "rooms"].rooms)
    play = play_of(rules, 1)
    offered = {
        template.id for template, _ in drawn.candidates(play, blank(play, CORE + "standard", 5), unique=True)
    }
    assert offered == {CORE + "blue_vault", CORE + "prison_vault"}
    floors_of(play.state).drawn.append(CORE + "blue_vault")
    offered = {
        template.id for template, _ in drawn.candidates(play, blank(play, CORE + "standard", 5), unique=True)
    }
    assert offered == {CORE + "prison_vault"}


def test_the_tree_of_corridors_is_minimal() -> None:
    """R-GEN-22: by Manhattan distance."""
    places = [(0, 0), (10, 0), (0, 9), (10, 12), (5, 5)]
    pairs = spanning_tree(places)
    far = [abs(places[a][0] - places[b][0]) + abs(places[a][1] - places[b][1]) for a, b in pairs]
    assert sum(far) == 9 + 9 + 10 + 12
    assert len(pairs) == 4


@pytest.mark.parametrize("horizontal", [True, False])
def test_corridors_are_l_shaped(rules: Rules, horizontal: bool) -> None:
    """R-GEN-22"""
    draft = box(rules, *["#" * 12] * 9)
    assert dig(draft, (2, 2), (6, 9), draft.where(WALL), FLOOR, horizontal)
    dug = {tuple(cell) for cell in np.argwhere(draft.where(FLOOR)).tolist()}
    row, column = (2, 9) if horizontal else (6, 2)
    assert dug == {(row, x) for x in range(2, 10)} | {(y, column) for y in range(2, 7)}


def test_room_centres_are_recorded(rules: Rules) -> None:
    """R-GEN-22: scouts use them."""
    draft = next(drafts(rules, "standard", 4, range(1)))
    level = draft.level(1, [])
    assert level.rooms == [room.centre for room in draft.rooms]
    assert all(draft.at(cell) != WALL for cell in level.rooms)


def test_a_column_needs_all_its_neighbours_free(rules: Rules) -> None:
    """R-GEN-23: eight walkable neighbours, and nothing on its own cell."""
    seen = 0
    for seed in range(30):
        kept = dict(trace(play_of(rules, seed), CORE + "standard", 4))
        before, after = kept[CORE + "inhabitants"], kept[CORE + "decorate"]
        walkable = before.layer(rules.records, "walkable")
        for y, x in np.argwhere(after.tiles != before.tiles).tolist():
            seen += 1
            assert after.at((y, x)) == CORE + "column"
            assert walkable[y - 1 : y + 2, x - 1 : x + 2].all()
            assert (y, x) not in before.taken
            assert after.layer(rules.records, "walkable")[y - 1 : y + 2, x - 1 : x + 2].sum() == 8
    assert seen


def test_stairs_stand_in_the_first_and_the_last_room(rules: Rules, tmp_path: Path) -> None:
    """R-GEN-24, and the figure that asks for the farthest room instead."""
    far = patched(tmp_path, '[patch.digging."core.stealth:usual"]\nset.stairs_far = true\n')
    others = 0
    for seed in range(12):
        draft = made(play_of(rules, seed), "standard", 3)
        plain = [room for room in draft.rooms if not room.template]
        assert draft.arrivals["up"] == plain[0].centre
        assert draft.arrivals["down"] == plain[-1].centre
        wide = made(play_of(far, seed), "standard", 3)
        up = wide.arrivals["up"]
        away = {room.centre: abs(room.centre[0] - up[0]) + abs(room.centre[1] - up[1]) for room in plain[1:]}
        assert away[wide.arrivals["down"]] == max(away.values())
        others += wide.arrivals["down"] != draft.arrivals["down"]
        placed = made(play_of(rules, seed), "standard", 3, player=True)
        assert "up" not in placed.arrivals
    assert others


def test_doors_stand_between_walls_beside_a_room(rules: Rules) -> None:
    """R-GEN-26: and what comes to a place is none, a door or a fragile wall as 50 : 55 : 15."""
    features: Counter[str] = Counter()
    for seed in range(60):
        kept = dict(trace(play_of(rules, seed), CORE + "standard", 3))
        before, after = kept[CORE + "connect"], kept[CORE + "doors"]
        inner = np.zeros(before.shape, np.bool_)
        for room in before.rooms:
            inner[room.box] = True
        walls = tags(rules, before, "wall")
        for y, x in np.argwhere(after.tiles != before.tiles).tolist():
            assert before.halls[y, x]
            assert (y, x) not in before.arrivals.values()
            assert (walls[y - 1, x] and walls[y + 1, x]) or (walls[y, x - 1] and walls[y, x + 1])
            assert inner[[y - 1, y + 1, y, y], [x, x, x - 1, x + 1]].any()
            features["door" if ":door" in after.at((y, x)) else "fragile"] += 1
        assert int(tags(rules, after, "door").sum() - tags(rules, before, "door").sum()) <= 8
        assert len(after.fixtures) - len(before.fixtures) <= 6
    # Some fragile walls are left out because they would bar the way, so doors lead by more than 55 : 15.
    assert features["door"] > 3 * features["fragile"] > 0


def test_the_way_between_stairs_breaks_as_few_walls_as_possible(rules: Rules) -> None:
    """R-GEN-27: the smallest set of walls; and if it is impossible the floor is made anew."""
    play = play_of(rules, 1)
    draft = box(rules, "##########", "#...##...#", "#...#....#", "#...##...#", "##########")
    draft.arrivals = {"up": (1, 1), "down": (1, 8)}
    ways.join(play, draft)
    (wall,) = draft.fixtures
    assert wall.at == (2, 4)
    assert draft.at((2, 4)) == CORE + "secret_wall"
    assert 12 <= wall.hp <= 24
    assert not draft.failed
    open_already = box(rules, "######", "#....#", "######")
    open_already.arrivals = {"up": (1, 1), "down": (1, 4)}
    ways.join(play, open_already)
    assert not open_already.fixtures
    barred = box(rules, "#####", "#.#.#", "#####")
    barred.arrivals = {"up": (1, 1), "down": (0, 3)}
    ways.join(play, barred)
    assert barred.failed


def test_half_the_doors_are_locked_where_a_colour_is_allowed(rules: Rules) -> None:
    """R-GEN-28"""
    doors: Counter[str] = Counter()
    for seed in range(60):
        kept = dict(trace(play_of(rules, seed), CORE + "standard", 5))
        before, after = kept[CORE + "connect"], kept[CORE + "doors"]
        for y, x in np.argwhere(after.tiles != before.tiles).tolist():
            doors[after.at((y, x)).removeprefix(CORE)] += 1
    assert set(doors) <= {"door", "door_white", "secret_wall"}
    share = doors["door_white"] / (doors["door_white"] + doors["door"])
    assert 0.3 < share < 0.6  # half, less those that would have barred the only way
    for draft in drafts(rules, "standard", 3, range(20)):
        assert not any(
            f":door_{name}" in id for id in draft.palette for name in ("white", "red", "gray", "black")
        )


# Shared pieces.


def test_numbers_are_drawn_evenly_from_the_span_of_the_floor(rules: Rules) -> None:
    """R-GEN-29"""
    play = play_of(rules, 1)
    spans = (Span(2, 0, 1), Span(11, 0, 2))
    for floor, most in ((1, 0), (2, 1), (10, 1), (11, 2), (16, 2)):
        drawn_numbers = Counter(amount(play, "n", spans, floor) for _ in range(300))
        assert set(drawn_numbers) == set(range(most + 1))
        assert min(drawn_numbers.values()) > 300 / (most + 1) * 0.7
    plan = rules.records.get(Filling, "filling", CORE + "standard")
    assert [span.floor for span in plan.creatures] == [2, 11]


def test_a_thing_gets_twenty_tries_at_a_place(rules: Rules) -> None:
    """R-GEN-29"""
    play = play_of(rules, 1)
    draft = box(rules, "####", "#..#", "####")
    draft.taken[1, 1] = "something"
    cells = [(1, 1)] * 999 + [(1, 2)]
    found = [fill.spot(play, draft, "at", cells) for _ in range(300)]
    assert set(found) == {None, (1, 2)}
    # 1 - 0.999**20 = 2 %: between one try (0.1 %) and a thousand (63 %).
    assert 1 <= sum(cell is not None for cell in found) <= 25


def test_weights_begin_at_their_floor_and_end_at_their_limit(rules: Rules) -> None:
    """R-GEN-30: 0 below the first floor, then the value of the highest threshold not above the floor."""
    row = rules.records.get(SpawnTable, "spawn", CORE + "standard").rows[CORE + "goblin"]
    assert [row.at(floor) for floor in (1, 2, 3, 4, 5, 6, 10, 11, 16)] == [0, 10, 40, 50, 50, 20, 20, 10, 10]
    owed = Counter(kind for _, kind in floors_of(play_of(rules, 3).state).owed)
    for name in ("strength", "life", "vigor", "true_sight"):
        assert owed[f"{CORE}{name}_potion"] == 3


def test_the_tracker_counts_kinds_of_a_floor(rules: Rules) -> None:
    """R-GEN-31"""
    session = Session.begin(rules, 4, {"floor": 5}, strict=True)
    floors, world = floors_of(session.state), world_of(session.state)
    kinds = Counter(a.kind for a in world.actors.values() if a.id != world.player)
    hero = set(world.actors[world.player].pack)
    kinds += Counter(item.kind for item in world.items.values() if item.id not in hero)
    assert floors.tally == dict(kinds)


def test_chests_come_and_are_filled_by_the_odds(rules: Rules) -> None:
    """R-GEN-32: 50 % on floor 5, one to three objects, one in twelve a mimic."""
    holder = rules.records.get(Holder, "holder", CORE + "chest")
    assert (holder.mimics, holder.capacity) == (8, 12)
    play = play_of(rules, 0)
    chests = mimics = 0
    sizes: Counter[int] = Counter()
    for seed in range(300):
        play._session.serials.enter(seed)
        draft = box(rules, "#######", "#.....#", "#.....#", "#.....#", "#######")
        draft.arrivals = {"up": (1, 1)}
        fill.containers(play, draft)
        (chest,) = [np.argwhere(draft.where(CORE + "chest")).tolist()]
        mimics += sum(actor.kind == CORE + "mimic" for actor in draft.actors)
        chests += len(chest)
        for at in chest:
            sizes[sum(item.at == tuple(at) for item in draft.items if item.inside)] += 1
    assert 120 <= chests + mimics <= 180
    assert 4 <= mimics <= 24
    assert set(sizes) == {1, 2, 3}


def test_reinforcements_come_by_the_stairs(rules: Rules) -> None:
    """R-GEN-33: after 250 turns on the floor, one in a hundred turns, three at most."""
    session = Session.begin(rules, 6, {"floor": 5}, strict=True)
    play, floors = session.play(), floors_of(session.state)
    world = world_of(session.state)
    level = world.levels[world.current]
    hero = world.actors[world.player]
    hero.at = level.rooms[1]
    level.__dict__.pop("ground", None)
    table = rules.records.get(SpawnTable, "spawn", CORE + "reinforcements")

    def came(turn: int, tries: int) -> list[str]:
        stealth_of(session.state).turn = turn
        kinds = []
        for number in range(tries):
            session.serials.enter(number)
            changes = reinforcements.reinforcements(play)
            for change in changes:
                if hasattr(change, "actor") and hasattr(change.actor, "kind"):
                    kinds.append(change.actor.kind)
                    assert change.actor.at == level.arrivals["down"]
        return kinds

    floors.since[level.id] = 0
    assert not came(250, 2000)
    found = came(251, 2000)
    assert 8 <= len(found) <= 36
    assert all(table.rows[kind].at(5) for kind in found)
    floors.reinforced[level.id] = 3
    assert not came(251, 2000)


def test_a_key_lies_where_it_can_be_won(rules: Rules) -> None:
    """R-GEN-28: 35 % carried, 50 % in a chest, else on the floor (table C.10)."""
    play = play_of(rules, 0)
    where: Counter[str] = Counter()
    for seed in range(400):
        play._session.serials.enter(seed)
        draft = box(rules, "#####", "#...#", "#...#", "#####")
        draft.place(Placed(CORE + "goblin", (1, 1)))
        draft.set((2, 1), CORE + "chest")
        draft.lay(Laid(CORE + "bones", (2, 1), inside=True))
        draft.taken[2, 1] = "chest"
        fill.hand_out(play, draft, CORE + "key_red")
        if draft.actors[0].pack:
            where["carried"] += 1
        else:
            where["chest" if draft.items[-1].inside else "floor"] += 1
    assert 110 <= where["carried"] <= 170
    assert 165 <= where["chest"] <= 235
    assert 35 <= where["floor"] <= 90


def test_a_drawn_start_is_the_way_up_unless_the_character_begins_there(rules: Rules) -> None:
    """R-GEN-13"""
    play = play_of(rules, 1)
    template = Template(id="test:start", rows=("####", "#@>#", "####"), signs={"@": Spot(arrival="start")})
    for begins, arrivals in ((True, "start"), (False, "up")):
        draft = Draft(CORE + "fixed", (3, 4), WALL)
        draft.notes["player"] = begins
        drawn.draw_in(play, draft, template, 0, 0)
        assert draft.arrivals == {arrivals: (1, 1), "down": (1, 2)}


def test_a_floor_is_the_same_whenever_it_is_entered(rules: Rules) -> None:
    """R-GEN-3: same seed, same floor."""
    below = []
    for waits in (0, 3):
        session = Session.begin(rules, 8, {"floor": 3}, strict=True)
        world = world_of(session.state)
        for _ in range(waits):
            session.step(Wait(actor=world.player))
        play, above = session.play(), world.levels[world.current]
        session.loop.work(session, making.leave(play, above, "down"), rules.steps[making.MAKE].cause)
        session.state.question = None
        session.run()
        level = world.levels[world.current]
        assert level.floor == 4
        folk = sorted((a.kind, a.at, a.hp) for a in world.actors.values() if a.level == level.id and a.id > 1)
        below.append((level.tiles.tobytes(), folk))
    assert below[0] == below[1]
    assert making.recipe_of(play_of(rules, 1), 3, "cellars") == CORE + "standard"
