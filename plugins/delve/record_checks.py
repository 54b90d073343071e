"""Checks of the records of this plugin, and their kinds."""

from collections.abc import Iterable, Iterator
from typing import Any

from footfall.api import RecordField, RecordKind, RecordProblem
from footfall.api.grid import Tile

from .tables import (
    END,
    SECRET,
    TYPE,
    CorridorEnd,
    DiceTable,
    Encounter,
    RollTable,
    RoomType,
    SpecialCorridor,
    SpecialRoom,
    TileBox,
    add_namespace,
    shorten_id,
)


def list_fields(kind: str, ids: Iterable[str], *names: str) -> tuple[RecordField, ...]:
    """Fields of records, for a problem."""
    return tuple((kind, id, (name,)) for id in ids for name in names)


def check_dice_table(table: DiceTable, records: Any) -> Iterator[RecordProblem]:
    """Every total has a row, every row has the decision of the table, and a quest can be found."""
    name, fields = shorten_id(table.id), list_fields("dice_table", [table.id], "rows", "dice", "draw")
    try:
        RollTable(name, table.dice, table.rows, table.draw)
    except ValueError as error:
        yield RecordProblem(str(error), fields)
        return
    if name == SECRET and table.draw != "dice":
        yield RecordProblem("draw: it is rolled with a bonus and can be neither a deck nor rising", fields)
    ids = [row.id for row in table.rows]
    for row in table.rows:
        if ids.count(row.id) > 1:
            yield RecordProblem(f"rows: two rows have the id {row.id!r}", fields)
            return
        if (name == END and not row.end) or (name == TYPE and not row.room):
            yield RecordProblem(f"rows: the row {row.id!r} has no {'end' if name == END else 'room'}", fields)
    kinds = records.table(RoomType, "room_type")
    if name == TYPE and not any(kinds[row.room].counts == "quest" for row in table.rows if row.room):
        text = "rows: no row leads to a type of room that counts as a quest, so that a delve would not end"
        yield RecordProblem(text, (*fields, *list_fields("room_type", kinds, "counts")))


def check_room_type(kind: RoomType, records: Any) -> Iterator[RecordProblem]:
    """A type that may be kept from appearing has another one in its place, and its looks have two dice."""
    table = records.table(DiceTable, "dice_table").get(kind.look)
    if table is not None and (table.dice != 2 or table.draw != "dice"):
        text = "look: its table needs two dice and the draw 'dice'"
        yield RecordProblem(text, list_fields("room_type", [kind.id], "look"))
    if not kind.instead and (kind.is_guarded or kind.counts == "quest"):
        text = "instead: a type that is guarded or counts as a quest needs another type in its place"
        yield RecordProblem(text, list_fields("room_type", [kind.id], "instead", "guarded", "counts"))


def check_special_room(room: SpecialRoom, records: Any) -> Iterator[RecordProblem]:
    """Two dice can show its totals. (That all rooms together have every total is asked when a delve begins.)"""
    if not room.roll or min(room.roll) < 2:
        text = "roll: it needs totals of two dice, from 2 to 24"
        yield RecordProblem(text, list_fields("special_room", [room.id], "roll"))
    yield from _check_terrain("special_room", room, records)


def check_special_corridor(corridor: SpecialCorridor, records: Any) -> Iterator[RecordProblem]:
    """Its terrain is a tile."""
    yield from _check_terrain("special_corridor", corridor, records)


def _check_terrain(kind: str, place: SpecialRoom | SpecialCorridor, records: Any) -> Iterator[RecordProblem]:
    if place.terrain and add_namespace(place.terrain) not in records.table(Tile, "tile"):
        text = f"terrain: there is no tile {place.terrain!r}"
        yield RecordProblem(text, list_fields(kind, [place.id], "terrain"))


RECORD_KINDS = (
    RecordKind("dice_table", DiceTable, check_dice_table),
    RecordKind("corridor_end", CorridorEnd),
    RecordKind("room_type", RoomType, check_room_type),
    RecordKind("special_room", SpecialRoom, check_special_room),
    RecordKind("special_corridor", SpecialCorridor, check_special_corridor),
    RecordKind("encounter", Encounter),
    RecordKind("tile_box", TileBox),
)
