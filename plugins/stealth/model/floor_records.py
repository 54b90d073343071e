"""Record types of floors: tables, containers, generators, hand-drawn maps, the plan of the dungeon."""

from typing import Annotated

import msgspec

from footfall.api import (
    FEW,
    Ascending,
    Expression,
    Glyph,
    Interval,
    Natural,
    Percent,
    Quantity,
    Radius,
    Record,
    Ref,
    RowKey,
    Words,
)
from footfall.api.grid import ROOM_SHAPES

from .records import AI_KINDS, AiKind, RecordPart, check_bounds, check_weights

PercentByFloor = Annotated[tuple[tuple[Natural, Percent], ...], Ascending()]
ShapeName = Annotated[str, Words("shape", ROOM_SHAPES)]
EntryName = Annotated[str, Words("entry", ("none", "door", "fragile"))]
Number = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""A number of floors, or of attempts at a room, or the side of a room in cells."""
Tries = Annotated[int, msgspec.Meta(ge=1, le=100)]
"""A number of attempts, or of rooms."""
MapSide = Annotated[int, msgspec.Meta(ge=5, le=400)]
"""The side of a map in cells: at least that of the smallest room with its walls; no floor takes over a second."""

FloorKey = Annotated[str, msgspec.Meta(pattern=r"\A[1-9][0-9]*\Z")]
"""The number of a floor as the key of a table."""


class Weight(RecordPart, frozen=True):
    """The weight of a table row, by floor.

    Attributes:
        by_floor: pairs of a floor and the weight from that floor on, in ascending order; 0 before the first.
        max_copies: largest number of copies in one game; 0 for no limit.
        min_copies: smallest number of copies in one game, if every floor is visited.
        chance: chance in percent that a drawn row is kept.
        when: condition for the row, an expression about the level (``draft.floor > 2``); asked once for a level.
    """

    by_floor: Annotated[tuple[tuple[Natural, Natural], ...], Ascending()]
    max_copies: Natural = msgspec.field(default=0, name="most")
    min_copies: Quantity = msgspec.field(default=0, name="least")
    chance: Percent = 100
    when: Annotated[str, Expression(("draft",))] = ""

    def weight_on(self, floor: int) -> int:
        """The weight on a floor."""
        weight = 0
        for threshold, value in self.by_floor:
            if threshold > floor:
                break
            weight = value
        return weight


class SpawnTable(Record, frozen=True, kw_only=True):
    """Creatures by weight and floor.

    Attributes:
        rows: weight of each creature.
        ai: behavior that replaces the creature's own, or ``""``.
        ai_by_creature: behaviors of single creatures that replace `ai`.
    """

    rows: dict[Annotated[str, Ref("creature")], Weight]
    ai: Annotated[str, Words("ai", ("", *AI_KINDS))] = ""
    ai_by_creature: dict[Annotated[str, Ref("creature")], AiKind] = msgspec.field(default_factory=dict, name="others")


class LootTable(Record, frozen=True, kw_only=True):
    """Items by weight and floor.

    Attributes:
        rows: weight of each item.
    """

    rows: dict[Annotated[str, Ref("item")], Weight]


class CountByFloor(RecordPart, frozen=True):
    """A number from a floor on: ``low..high``, rolled uniformly.

    Attributes:
        floor: first floor of the range.
        low, high: bounds, inclusive.
    """

    floor: Natural
    low: Quantity
    high: Quantity

    def __post_init__(self) -> None:
        check_bounds(self.low, self.high)


class ContainerKind(Record, frozen=True, kw_only=True):
    """A kind of container.

    Attributes:
        tile: its tile.
        loot: table of its contents.
        capacity: largest number of items it holds.
        chance: pairs of a floor and the chance in percent from that floor on.
        objects: number of items in it, by floor.
        mimic: creature that may stand there instead, or ``""``.
        mimics: chance of that in percent.
    """

    tile: Annotated[str, Ref("tile")]
    loot: Annotated[str, Ref("loot")]
    capacity: Quantity
    chance: PercentByFloor = ()
    objects: Annotated[tuple[CountByFloor, ...], RowKey("floor"), Ascending()] = ()
    mimic: Annotated[str, Ref("creature")] = ""
    mimics: Percent = 0


class FloorFilling(Record, frozen=True, kw_only=True):
    """How a floor is populated.

    Attributes:
        creatures, objects, rubble: numbers by floor; per room, or per floor where there are no rooms.
        spawn: table of creatures.
        loot: table of items.
        litter: table of loose rubble.
        tries: attempts to find a cell for each creature and item.
    """

    spawn: Annotated[str, Ref("spawn")]
    loot: Annotated[str, Ref("loot")]
    litter: Annotated[str, Ref("loot")]
    creatures: Annotated[tuple[CountByFloor, ...], RowKey("floor"), Ascending()] = ()
    objects: Annotated[tuple[CountByFloor, ...], RowKey("floor"), Ascending()] = ()
    rubble: Annotated[tuple[CountByFloor, ...], RowKey("floor"), Ascending()] = ()
    tries: Tries = 20


class DungeonSpec(Record, frozen=True, kw_only=True):
    """Parameters of the standard dungeon and the cavern (R-GEN-15 to 28). Chances are in percent.

    Attributes:
        rooms: bounds of the number of rooms.
        sides: bounds of the side of a room, in cells.
        shaped_side: smallest side of a room that is not a rectangle.
        attempts: attempts to place rooms.
        padding: cells of rock between the walls of rooms.
        shapes: weights of the shapes of rooms.
        vault_chance: chance of each vault at each attempt.
        never_drawn: floors without vaults.
        extra_corridors: attempts at an extra corridor, and the chance of each.
        columns: chance that a room has columns, by shape.
        entries: weights of the tiles where a corridor enters a room.
        locks: chance that a door is locked where a color is allowed.
        doors, fragile: largest number of doors and of fragile walls on a floor.
        fragile_hp: bounds of the life of a fragile wall.
        hiding_chances: chance that a fragile wall hides an item, and that the item survives the blow.
        hidden_loot: table of hidden items.
        stairs_far: the stairs down are in the farthest room instead of the last one.
        keep_off: radius in cells around the arrival without creatures.
        open: chance that a cell of a cavern starts open.
        birth, death, passes: cellular automaton of a cavern: in each of `passes` steps a cell with more than
            `death` walls around it becomes a wall, one with fewer than `birth` becomes open.
        tries: attempts at a floor before the standard dungeon replaces it.
        pools: bounds of the number of pools that are tried on a floor.
    """

    rooms: Annotated[tuple[Tries, Tries], Ascending()]
    sides: Annotated[tuple[Number, Number], Ascending()]
    shaped_side: Number
    attempts: Number
    padding: Radius
    shapes: dict[ShapeName, Natural]
    vault_chance: Percent = msgspec.field(name="drawn")
    never_drawn: tuple[Natural, ...]
    extra_corridors: tuple[Quantity, Percent] = msgspec.field(name="links")
    columns: dict[ShapeName, Percent]
    entries: dict[EntryName, Natural]
    locks: Percent
    doors: Natural
    fragile: Natural
    fragile_hp: Interval
    hiding_chances: tuple[Percent, Percent] = msgspec.field(name="hides")
    hidden_loot: Annotated[str, Ref("loot")] = msgspec.field(name="hidden")
    stairs_far: bool
    keep_off: Radius
    open: Percent
    birth: Annotated[int, msgspec.Meta(ge=0, le=9)]
    death: Annotated[int, msgspec.Meta(ge=0, le=9)]
    passes: Annotated[int, msgspec.Meta(ge=0, le=100)]
    tries: Tries
    pools: Annotated[tuple[Quantity, Quantity], Ascending()] = (0, 0)

    def __post_init__(self) -> None:
        check_weights("shapes", self.shapes)
        check_weights("entries", self.entries)


class Town(Record, frozen=True, kw_only=True):
    """The layout of the town (R-GEN-6 to 8, D-40). Positions are ``(y, x)``.

    Attributes:
        ground, edge: tile of the desert, and tile of its edge, which leads home.
        start, stairs: cells of the character at the start and of the stairs down.
        west: bounds of the elder's distance west of the stairs, in cells.
        south: his distance south of them.
        elder, fire: creature kinds of the elder and of his fire.
        holder: container kind of his chest.
        gift: item that is always in the chest.
        second_gift_chance: chance in percent of a second item.
    """

    ground: Annotated[str, Ref("tile")]
    edge: Annotated[str, Ref("tile")]
    start: tuple[Natural, Natural]
    stairs: tuple[Natural, Natural]
    west: Interval
    south: Natural
    elder: Annotated[str, Ref("creature")]
    fire: Annotated[str, Ref("creature")]
    holder: Annotated[str, Ref("holder")]
    gift: Annotated[str, Ref("item")]
    second_gift_chance: Percent = msgspec.field(name="more")


class LegendEntry(RecordPart, frozen=True):
    """The meaning of a sign of a template.

    Attributes:
        tile: the tile; plain ground if empty.
        creature: creature on the cell.
        has_random_creature: a random creature of the floor's table.
        item: item on the cell or in its container.
        loot: container kind whose loot fills the container.
        secret: bounds of the life of a fragile wall; (0, 0) for no fragile wall.
        arrival: name of an arrival, or ``""``.
        allows_random: random creatures and items may be placed there.
        other_sign: sign that takes the place of this one on all cells but one, which is drawn (P-DRAW-2).
        is_stop: patrols and rounds go by the cell, as by the center of a room (P-DRAW-3).
    """

    tile: Annotated[str, Ref("tile")] = ""
    creature: Annotated[str, Ref("creature")] = ""
    has_random_creature: bool = msgspec.field(default=False, name="any")
    item: Annotated[str, Ref("item")] = ""
    loot: Annotated[str, Ref("holder")] = ""
    secret: Interval = (0, 0)
    arrival: Annotated[str, Words("arrival", ("", "start", "up", "down", "side"))] = ""
    allows_random: bool = msgspec.field(default=False, name="allowed")
    other_sign: Annotated[str, Glyph()] = msgspec.field(default="", name="rest")
    is_stop: bool = msgspec.field(default=False, name="stop")


class Template(Record, frozen=True, kw_only=True):
    """A hand-drawn map: a whole floor, or a vault of the standard dungeon.

    Attributes:
        rows: the drawing, one sign per cell; a blank leaves the cell unchanged.
        signs: meanings of signs, in addition to those of the `Legend`.
        is_vault: it is a vault, not a whole floor.
        is_unique: it appears at most once per game; `chance` is rolled once per floor.
        chance: pairs of a floor and the chance in percent from that floor on.
        filling: how a whole floor is populated.
        is_mirrored: it is drawn as it is, or mirrored across one or both axes, by chance (P-DRAW-1).
    """

    rows: tuple[str, ...]
    signs: dict[Annotated[str, Glyph()], LegendEntry] = msgspec.field(default_factory=dict)
    is_vault: bool = msgspec.field(default=False, name="room")
    is_unique: bool = msgspec.field(default=False, name="unique")
    chance: PercentByFloor = ()
    filling: Annotated[str, Ref("filling")] = ""
    is_mirrored: bool = msgspec.field(default=False, name="mirrored")


class Legend(Record, frozen=True, kw_only=True):
    """Meanings of signs that templates share and may override.

    Attributes:
        signs: meaning of each sign.
    """

    signs: dict[Annotated[str, Glyph()], LegendEntry]


class FloorSpec(RecordPart, frozen=True):
    """A floor of the plan.

    Attributes:
        recipes: weights of generators, one of which is drawn.
        template: map of a fixed floor.
    """

    recipes: dict[str, Natural]
    template: Annotated[str, Ref("template")] = ""

    def __post_init__(self) -> None:
        check_weights("recipes", self.recipes)


class BranchSpec(RecordPart, frozen=True):
    """A side branch.

    Attributes:
        entry: bounds of the floor it leaves from.
        length: bounds of the number of its floors.
    """

    entry: Interval
    length: Interval


class LockSpec(RecordPart, frozen=True):
    """A color of lock: its door and its key.

    Attributes:
        door: tile of the locked door.
        key: item that opens it.
        floor: first floor with such doors, after that of the key; 0 if only hand-drawn maps have them.
        key_floors: in that case, bounds of the floor of the key.
    """

    door: Annotated[str, Ref("tile")]
    key: Annotated[str, Ref("item")]
    floor: Natural = 0
    key_floors: Interval = msgspec.field(default=(0, 0), name="lies")


class FloorPlan(Record, frozen=True, kw_only=True):
    """The plan of the dungeon.

    Attributes:
        last: number of the last floor.
        shape: ``(height, width)`` of a floor.
        usual: all floors that are not in `floors`.
        floors: special floors by number.
        branches: side branches by name.
        locks: locks by color.
        reinforcements: table of creatures that come by the stairs (R-GEN-33).
        goal: item that wins the game when carried home.
        prizes: items that exist once in every game, and their floors.
        provisions: items that lie on each floor of the dungeon, in addition to those of the tables (P-HUNGER-1).
        fillings: filling by generator, instead of the one with the generator's name.
    """

    last: Number
    shape: tuple[MapSide, MapSide]
    usual: FloorSpec
    floors: dict[FloorKey, FloorSpec] = msgspec.field(default_factory=dict)
    branches: dict[str, BranchSpec] = msgspec.field(default_factory=dict)
    locks: dict[str, LockSpec] = msgspec.field(default_factory=dict)
    reinforcements: Annotated[str, Ref("spawn")] = ""
    goal: Annotated[str, Ref("item")] = ""
    prizes: dict[Annotated[str, Ref("item")], Natural] = msgspec.field(default_factory=dict)
    provisions: Annotated[tuple[Annotated[str, Ref("item")], ...], FEW] = ()
    fillings: dict[str, Annotated[str, Ref("filling")]] = msgspec.field(default_factory=dict)
