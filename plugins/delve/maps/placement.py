"""Legal positions of a zone, and the choice among candidates (G-8, G-10)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from ..model import Delve, Exit, ExitKind, ZoneKind
from ..policy import GameMaster
from ..tables import CorridorEnd, Tables, TileBox
from .bitmap import Bitmap
from .geometry import (
    HEADINGS,
    Cell,
    CellRect,
    Heading,
    frame_cell,
    frame_rect,
    is_within,
    order_slots,
    turn_left,
    turn_right,
)
from .rasterize import bitmap_of
from .shapes import LARGE_SIDE, SECTION_LENGTH, SMALL_SIDE, ZoneShape, corridor_shape, move_walls_to_edges, room_shape


class FittedCorridor(NamedTuple):
    """A corridor that fits behind an exit.

    Attributes:
        sections, end: as placed, which may differ from the roll.
        shape: its cells.
        at, heading: its entry frame.
        entry_wall: name of the wall through which it is entered.
    """

    sections: int
    end: str
    shape: ZoneShape
    at: Cell
    heading: Heading
    entry_wall: str


class FittedRoom(NamedTuple):
    """A room that fits behind an exit: its sides, the offset of the exit along its near wall, and its cells."""

    depth: int
    width: int
    offset: int
    shape: ZoneShape


def is_legal_placement(sheet: Bitmap, shape: ZoneShape, bounds: CellRect | None) -> bool:
    """Whether a zone may lie here (G-8)."""
    for rect in shape.solid:
        if not sheet.is_free(rect):
            return False
    for rect in shape.walls:
        if not sheet.has_no_floor(rect) or (bounds is not None and not is_within(rect, bounds)):
            return False
    return True


def fit_corridor(
    delve: Delve, gate: Exit, sections: int, end: str, tables: Tables, master: GameMaster
) -> FittedCorridor | None:
    """The first corridor that is legal: as rolled, then shorter, then closed (G-10)."""
    policy = master.policy
    level = delve.zones[gate.zone].level
    sheet = bitmap_of(delve, level)
    strict = policy.fit == "strict"
    across = gate.way is not ExitKind.MOUTH and policy.corridor_from_door == "across"
    if gate.way is not ExitKind.MOUTH:
        word = master.rule("corridor_from_door", "across" if across else "straight", ("straight", "across"), gate.id)
        across = word == "across"
    stock = _count_stock(delve, tables, policy.pieces)
    lengths = (sections,) if strict else tuple(range(sections, 0, -1))
    for name in (end,) if strict or end == "closed" else (end, "closed"):
        record = tables.ends[name]
        for n in lengths:
            if stock is not None and not _is_in_stock(stock, count_corridor_pieces(n, name, record)):
                continue
            for at, heading, wall in _list_entry_frames(gate, n, across):
                shape = corridor_shape(at, heading, n, record, gate.way is ExitKind.MOUTH)
                if not sheet.thickness:
                    shape = move_walls_to_edges(shape)
                if is_legal_placement(sheet, shape, policy.bounds):
                    return FittedCorridor(n, name, shape, at, heading, wall)
    return None


def _list_entry_frames(gate: Exit, sections: int, across: bool) -> Iterator[tuple[Cell, Heading, str]]:
    """Start positions of a corridor behind an exit, and the wall it is entered through."""
    heading = HEADINGS[gate.heading]
    at = frame_cell(gate.at, heading, 0, 1) if gate.width == 4 else gate.at
    if not across:
        yield at, heading, "near"
        return
    for section in range(sections):
        for slot in order_slots(SECTION_LENGTH):
            k = SECTION_LENGTH * section + slot
            to_right, to_left = turn_right(heading), turn_left(heading)
            yield frame_cell(frame_cell(at, heading, 1, 0), to_right, -k, 0), to_right, f"{section + 1}R"
            yield frame_cell(frame_cell(at, heading, 0, 1), to_left, -k, 0), to_left, f"{section + 1}L"


@cache
def list_room_poses(large: bool, lanes: int, order: str, strict: bool) -> tuple[tuple[int, int, int], ...]:
    """Depth, width and offset of all candidates for a room, in the order they are tried (G-10)."""
    small = tuple((SMALL_SIDE, SMALL_SIDE, o) for o in order_slots(SMALL_SIDE, lanes))
    if not large:
        return small
    deep = tuple((LARGE_SIDE, SMALL_SIDE, o) for o in order_slots(SMALL_SIDE, lanes))
    wide = tuple((SMALL_SIDE, LARGE_SIDE, o) for o in order_slots(LARGE_SIDE, lanes))
    both = wide + deep if order == "wide_first" else deep + wide
    return both if strict else both + small


def fit_room(delve: Delve, gate: Exit, large: bool, tables: Tables, master: GameMaster) -> FittedRoom | None:
    """The first room that is legal (D-ROOM-PLACE, G-10)."""
    policy = master.policy
    level = delve.zones[gate.zone].level
    sheet = bitmap_of(delve, level)
    poses: Sequence[tuple[int, int, int]] = list_room_poses(large, gate.width, policy.room_pose, policy.fit == "strict")
    if policy.room_pose == "random":
        poses = [p for size in (True, False) for p in master.shuffle([q for q in poses if (q[0] != q[1]) is size])]
    if master.ask_ruling is not None:
        names = [f"{depth}x{width}+{offset}" for depth, width, offset in poses]
        poses = master.rule_order("room_pose", poses, names, gate.id)
    stock = _count_stock(delve, tables, policy.pieces)
    for depth, width, offset in poses:
        if stock is not None and not _is_in_stock(stock, {"small" if depth == width else "large": 1}):
            continue
        if not sheet.is_free(frame_rect(gate.at, gate.heading, 0, depth - 1, -offset, width - 1 - offset)):
            continue
        shape = room_shape(gate.at, gate.heading, depth, width, offset)
        if not sheet.thickness:
            shape = move_walls_to_edges(shape)
        if is_legal_placement(sheet, shape, policy.bounds):
            return FittedRoom(depth, width, offset, shape)
    return None


# The box of pieces (policy ``pieces``).


def count_corridor_pieces(sections: int, name: str, end: CorridorEnd) -> dict[str, int]:
    """The cardboard pieces a corridor takes, by field of `TileBox`."""
    pieces = {"section": sections}
    if end.stairs:
        pieces["stairs"] = 1
    elif name in ("T", "X"):
        pieces[name.lower()] = 1
    elif end.mouths:
        pieces["corner"] = 1
    elif not end.piece:
        pieces["dead_end"] = 1
    return pieces


def count_pieces_used(delve: Delve, tables: Tables) -> dict[str, int]:
    """The cardboard pieces on the table, by field of `TileBox`."""
    used: dict[str, int] = {}
    for zone in delve.zones:
        if zone.kind is ZoneKind.ROOM:
            pieces = {"small" if zone.depth == zone.width else "large": 1}
        else:
            pieces = count_corridor_pieces(zone.sections, zone.end, tables.ends[zone.end])
            if zone.kind is ZoneKind.START:
                pieces["stairs"] = 1
        for piece, count in pieces.items():
            used[piece] = used.get(piece, 0) + count
    return used


def _count_stock(delve: Delve, tables: Tables, pieces: str) -> dict[str, int] | None:
    if pieces == "unlimited":
        return None
    if pieces not in tables.boxes:
        raise ValueError(f"policy pieces: there is no tile_box {pieces!r}; there are: {', '.join(tables.boxes)}")
    box: TileBox = tables.boxes[pieces]
    used = count_pieces_used(delve, tables)
    return {name: getattr(box, name) - used.get(name, 0) for name in TileBox.__struct_fields__ if name != "id"}


def _is_in_stock(stock: dict[str, int], wanted: dict[str, int]) -> bool:
    return all(stock[piece] >= count for piece, count in wanted.items())
