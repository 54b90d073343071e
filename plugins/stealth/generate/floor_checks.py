"""Checks of the records of floors: those of which no generator could make a floor are refused when they are read."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from footfall.api import Record, RecordField, RecordKind, RecordProblem
from footfall.api.grid import Cell, Tile, build_cave_mask

from ..model.floor_records import (
    ContainerKind,
    DungeonSpec,
    FloorFilling,
    FloorPlan,
    FloorSpec,
    Legend,
    LootTable,
    SpawnTable,
    Template,
    Town,
)
from . import cavern, connectivity, fixed, standard, town, vaults
from .dungeon_state import FIRST_KEY_FLOOR

WALKED_TILES = frozenset((standard.FLOOR, cavern.FLOOR, *connectivity.STAIRS))
"""Tiles that the generators lay where a way must be."""


def list_fields(kind: str, record: Record, *names: str) -> tuple[RecordField, ...]:
    """Fields of a record, for a problem."""
    return tuple((kind, record.id, (name,)) for name in names)


def list_plan_fields(plan: FloorPlan) -> tuple[RecordField, ...]:
    """The fields of a plan that decide the size and the generator of its floors."""
    return list_fields("plan", plan, "shape", "usual", "floors")


def list_floors(plan: FloorPlan, recipe: str) -> list[FloorSpec]:
    """The floors of a plan that a recipe may make."""
    return [spec for spec in (plan.usual, *plan.floors.values()) if spec.recipes.get(recipe)]


def list_plans(records: Any, recipe: str) -> list[FloorPlan]:
    """The plans that use a recipe; side branches are standard dungeons."""
    plans = records.table(FloorPlan, "plan").values()
    return [plan for plan in plans if list_floors(plan, recipe) or (recipe == standard.RECIPE and plan.branches)]


def check_tile(tile: Tile, records: Any) -> Iterator[RecordProblem]:
    """Floors, stairs and open doors must be walkable."""
    if tile.id in WALKED_TILES and not tile.walkable:
        text = "walkable: floors need this tile to be walked on"
        yield RecordProblem(text, list_fields("tile", tile, "walkable"))
    opened = records.table(Tile, "tile").get(tile.opens_to)
    if "door" in tile.tags and opened is not None and not opened.walkable:
        text = f"opens_to: the open door {opened.id!r} must be walkable"
        yield RecordProblem(text, (*list_fields("tile", tile, "opens_to"), *list_fields("tile", opened, "walkable")))


def check_town(record: Town, records: Any) -> Iterator[RecordProblem]:
    """The start, the stairs, and the elder with his fire and chest lie in the desert, apart from each other."""
    tiles = records.table(Tile, "tile")
    for name, id in (("ground", record.ground), ("edge", record.edge)):
        if not tiles[id].walkable:
            fields = (*list_fields("town", record, name), *list_fields("tile", tiles[id], "walkable"))
            yield RecordProblem(f"{name}: the tile {id!r} must be walkable", fields)
    elder = find_elder(record)
    for plan in list_plans(records, town.RECIPE):
        for name, (low, high) in (("start", (record.start,) * 2), ("stairs", (record.stairs,) * 2), ("west", elder)):
            bottom, right = plan.shape[0] - 2, plan.shape[1] - 2
            if min(low) >= 1 and high[0] <= bottom and high[1] <= right:
                continue
            text = f"{name}: outside the desert of plan {plan.id!r}, rows 1 to {bottom} and columns 1 to {right}"
            names = (name, "stairs", "south") if name == "west" else (name,)
            yield RecordProblem(text, (*list_fields("town", record, *names), *list_plan_fields(plan)))
    for name, (y, x) in (("start", record.start), ("stairs", record.stairs)):
        if y == elder[0][0] and elder[0][1] <= x <= elder[1][1]:
            text = f"{name}: the elder, his fire or his chest may stand there"
            yield RecordProblem(text, list_fields("town", record, name, "stairs", "west", "south"))


def find_elder(record: Town) -> tuple[Cell, tuple[int, int]]:
    """The first and the last cell of the row in which the elder, his chest west and his fire east of him may be.

    The first column is below 0 if there are too few columns west of the stairs.
    """
    (y, x), (near, far) = record.stairs, record.west
    return (y + record.south, x - far - 1), (y + record.south, x - near + 1)


def check_digging(spec: DungeonSpec, records: Any) -> Iterator[RecordProblem]:
    """Rooms fit on the map, and the automaton leaves a cavern."""

    def find(text: str, *names: str, plan: FloorPlan | None = None) -> RecordProblem:
        shape = () if plan is None else list_plan_fields(plan)
        return RecordProblem(text, (*list_fields("digging", spec, *names), *shape))

    if spec.rooms[1] < standard.MIN_ROOMS:
        yield find(f"rooms: a floor needs {standard.MIN_ROOMS} rooms, not {spec.rooms[1]} at most", "rooms")
    is_shaped = any(weight for shape, weight in spec.shapes.items() if shape != "rectangle")
    if is_shaped and spec.shaped_side > spec.sides[1]:
        text = f"shaped_side: {spec.shaped_side} is above the largest side, which is {spec.sides[1]}"
        yield find(text, "shaped_side", "sides", "shapes")
    for plan in list_plans(records, standard.RECIPE):
        if spec.sides[1] > min(plan.shape) - 2:
            text = f"sides: a room of {spec.sides[1]} cells does not fit on floors of {describe_shape(plan)}"
            yield find(text, "sides", plan=plan)
        elif count_rooms(spec, plan) < standard.MIN_ROOMS:
            text = f"sides: fewer than {standard.MIN_ROOMS} rooms fit on floors of {describe_shape(plan)}"
            yield find(text, "sides", "padding", plan=plan)
    for plan in list_plans(records, cavern.RECIPE):
        if not can_make_cavern(plan.shape, spec.open, spec.birth, spec.death, spec.passes, spec.tries):
            text = f"open, birth, death: all of {spec.tries} caverns on floors of {describe_shape(plan)} are too small"
            yield find(text, "open", "birth", "death", "passes", "tries", plan=plan)


def describe_shape(plan: FloorPlan) -> str:
    """The size of a plan's floors, and its name."""
    return f"{plan.shape[0]} by {plan.shape[1]} cells in plan {plan.id!r}"


def count_rooms(spec: DungeonSpec, plan: FloorPlan) -> int:
    """The largest number of rooms that fit on a floor: the smallest ones, in rows and columns."""
    gap = spec.padding + 1
    height, width = ((side - 2 + gap) // (spec.sides[0] + gap) for side in plan.shape)
    return height * width


@lru_cache(maxsize=64)
def can_make_cavern(shape: tuple[int, int], share: int, birth: int, death: int, passes: int, tries: int) -> bool:
    """Whether one of `tries` caverns is large enough, as `cavern.carve_cavern` asks; the first one usually is."""
    seeds = range(tries)
    caves = (build_cave_mask(shape, s, open_percent=share, birth=birth, death=death, passes=passes) for s in seeds)
    return any(int(cave.sum()) >= cavern.MIN_OPEN_CELLS for cave in caves)


def check_template(template: Template, records: Any) -> Iterator[RecordProblem]:
    """Each sign of a drawing has a meaning."""
    legend = records.table(Legend, "legend").get(vaults.LEGEND_ID)
    known = {" ", *template.signs, *(legend.signs if legend is not None else ())}
    unknown = next((sign for row in template.rows for sign in row if sign not in known), None)
    if unknown is not None or not any(template.rows):
        meaning = f"rows: the sign {unknown!r} has no meaning; signs.{unknown!r} gives it one"
        text = "rows: the drawing is empty" if unknown is None else meaning
        yield RecordProblem(text, list_fields("template", template, "rows", "signs"))


def check_plan(plan: FloorPlan, records: Any) -> Iterator[RecordProblem]:
    """Keys lie above their doors, and drawn maps fit on their floors."""
    first, above = FIRST_KEY_FLOOR, ""
    for name, lock in sorted(plan.locks.items(), key=lambda row: (row[1].floor, row[0])):
        if lock.key_floors != (0, 0):
            continue
        if lock.floor <= first:
            text = f"locks.{name}: its doors begin on floor {lock.floor}; its key needs a floor above, from {first} on"
            paths = ("locks", name, "floor"), ("locks", name, "lies"), ("locks", above, "floor")
            yield RecordProblem(text, tuple(("plan", plan.id, path) for path in paths))
        first, above = max(first, lock.floor), name
    templates = records.table(Template, "template")
    for spec in list_floors(plan, fixed.RECIPE):
        template = templates.get(spec.template or fixed.DEFAULT_TEMPLATE)
        if template is None:
            continue
        height, width = len(template.rows), max(map(len, template.rows), default=0)
        if height > plan.shape[0] or width > plan.shape[1]:
            text = f"the map {template.id!r} has {height} by {width} cells, the floor {describe_shape(plan)}"
            yield RecordProblem(text, (*list_plan_fields(plan), *list_fields("template", template, "rows")))


FLOOR_RECORD_KINDS = (
    RecordKind("tile", Tile, check_tile),
    RecordKind("spawn", SpawnTable),
    RecordKind("loot", LootTable),
    RecordKind("holder", ContainerKind),
    RecordKind("filling", FloorFilling),
    RecordKind("digging", DungeonSpec, check_digging),
    RecordKind("town", Town, check_town),
    RecordKind("template", Template, check_template),
    RecordKind("legend", Legend),
    RecordKind("plan", FloorPlan, check_plan),
)
