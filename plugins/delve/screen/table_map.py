"""The map of a game at the table: the mapper's paper as cells, lit where it was drawn last."""

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Event, Message
from footfall.api.grid import chebyshev_distance, get_world
from footfall.api.scene import Cells, Line, Panel, Pitch, Span, Stage, Tint

from ..expedition import delve_of, expedition_of, tables_for
from ..maps.export import Chart, Ink, draw_chart, place_zone_number
from ..maps.geometry import HEADING_STEPS, Cell, contains, list_cells as cells_of, to_tiles
from ..maps.rasterize import floor_tiles_of
from ..maps.shapes import door_rect, mouth_rect
from ..model import Delve, Exit, ExitKind, Fate, Zone
from ..tables import Tables
from .journal_text import EXIT_SIGNS, describe_ending, describe_exit, describe_zone, describe_zone_kind, name_exit_sign

TINTS = {
    Ink.NOTHING: Tint.NONE,
    Ink.FLOOR: Tint.FLOOR,
    Ink.ROOM: Tint.FLOOR,
    Ink.SPECIAL: Tint.MAGIC,
    Ink.LAIR: Tint.FOE,
    Ink.QUEST: Tint.GOOD,
    Ink.WALL: Tint.WALL,
    Ink.DOOR: Tint.DOOR,
    Ink.SECRET: Tint.DOOR,
    Ink.FALSE: Tint.WALL,
    Ink.MOUTH: Tint.DIM,
    Ink.UP: Tint.STAIRS,
    Ink.DOWN: Tint.STAIRS,
}

UNSPOKEN = Message("delve-words-none")
"""The words of drawings in plain text, which `list_ways` replaces."""

BLANK, NO_BREAK = 32, "\u00a0"
FLOOR_SIGN, OPEN_DOOR_SIGN = "·", "'"
KIND_SIGNS = {"lair": Ink.LAIR, "quest": Ink.QUEST, "special": Ink.SPECIAL}
"""The sign before the number of a room, by its type."""

_FLOORS = (Ink.FLOOR, Ink.ROOM, Ink.SPECIAL, Ink.LAIR, Ink.QUEST)
BRIGHT, DIM_LIGHT, FADE = 255, 70, 9
"""Light in the newest zone, the least elsewhere, and how much each cell of distance takes."""


def draw_table_map(delve: Delve, tables: Tables, level: int) -> Cells:
    """The map of a level. Its newest zone is lit and in the middle; zones have numbers, unexplored exits letters."""
    drawn = draw_chart(delve, tables, level)
    blank = [Ink.NOTHING] * (len(drawn.rows[0]) + 2)  # around the map, for the signs of exits in its outer walls
    rows = [[Ink.NOTHING, *row, Ink.NOTHING] for row in drawn.rows]
    paper = Chart((drawn.origin[0] - 1, drawn.origin[1] - 1), [blank, *rows, blank])
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    cells = chart_to_cells(paper, zones, delve.wall_thickness)
    _mark_openings(cells, delve, level)
    top, left, height, width = to_tiles(zones[-1].floors[-1], delve.wall_thickness)
    cells.focus = (top + height // 2, left + width // 2)
    cells.pitch = Pitch.SQUARE
    cells.solid = np.array([[ink in (Ink.WALL, Ink.FALSE) for ink in row] for row in paper.rows])
    cells.visible = cells.glyph != BLANK
    cells.light = _light_map(cells, delve, zones[-1])
    cells.flame = np.full(cells.glyph.shape, 255, np.uint8)
    return cells


def draw_kept_map(ctx: Context, played: Iterable[tuple[Context, tuple[Event, ...]]]) -> Stage:
    """The map of the level that the players are on, all of it lit, with the names of its zones and the signs.

    On foot it has the way that the hero walked, and where he is; a fall is marked at the table, too.
    """
    delve, book, is_walking = delve_of(ctx), tables_for(ctx), expedition_of(ctx.state).is_walking
    level = get_world(ctx.state).current if is_walking else delve.zones[-1].level
    cells = draw_table_map(delve, book, level)
    cells.light = np.full(cells.glyph.shape, BRIGHT, np.uint8)
    steps = draw_way(cells, level, played) if is_walking else mark_fall(cells, delve, ctx.state.outcome)
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    rooms = [zone for zone in zones if zone.type in KIND_SIGNS]
    numbers: dict[str, list[str]] = {}
    for zone in zones:
        numbers.setdefault(describe_zone_kind(zone, book).id, []).append(str(zone.id))
    names = [
        Message("delve-map-zone", {"number": ", ".join(same), "what": Message(kind)}) for kind, same in numbers.items()
    ]
    signs = [(sign, id) for sign, _, id in list_signs(on_paper=False)] + [(sign, id) for sign, _, id in steps]
    legend = join_in_a_row([Message("delve-map-sign", {"sign": sign, "what": Message(id)}) for sign, id in signs])
    outcome = ctx.state.outcome
    ending = describe_ending(outcome or "", delve, is_walking=is_walking)[0 if outcome else -1 :]
    cells.labels = tuple(
        (to_tiles(zone.floors[0], delve.wall_thickness), describe_zone_kind(zone, book)) for zone in rooms
    )
    return Stage(
        "map",
        cells,
        (title_map(ctx, level), *ending, join_in_a_row(names, "delve-map-then"), legend),
    )


WAY_SIGN, HERO_SIGN = "•", "@"
FALL = ("†", Tint.BAD, "delve-sign-fall")
"""The sign of a fallen hero, as in `list_signs`."""


def mark_fall(cells: Cells, delve: Delve, outcome: str | None) -> tuple[tuple[str, int, str], ...]:
    """Draws a hero who fell at the table next to the number of the zone; returns the sign, if any."""
    if outcome != "died":
        return ()
    zone = delve.zones[delve.fighting[0] if delve.fighting else delve.journal[-1].zone]
    top, left, height, width = to_tiles(zone.floors[0], delve.wall_thickness)
    _put_near_signs(cells, (top + height // 2, left + width // 2), *FALL[:2])
    return (FALL,)


def draw_way(
    cells: Cells, level: int, played: Iterable[tuple[Context, tuple[Event, ...]]]
) -> tuple[tuple[str, int, str], ...]:
    """Draws the cells of a level that the hero walked on, and the last of them; returns the signs, as `list_signs`."""
    way, is_dead = list[Cell](), False
    for ctx, _ in played:
        world = get_world(ctx.state)
        hero, is_dead = world.actors.get(world.player), ctx.state.outcome == "died"
        if hero is not None and hero.level == level:
            way.append(hero.at)
    if not way:
        return ()
    walked = (WAY_SIGN, Tint.ITEM, "delve-sign-way")
    last = FALL if is_dead else (HERO_SIGN, Tint.PLAYER, "delve-sign-hero")
    for at in way:
        if cells.glyph[at[0] - cells.origin[0], at[1] - cells.origin[1]] == ord(FLOOR_SIGN):
            _put(cells, at, *walked[:2])
    _put_near_signs(cells, way[-1], *last[:2])
    return walked, last


def _put_near_signs(cells: Cells, at: Cell, sign: str, tint: int) -> None:
    """Draws a sign on the plain cell nearest to a place, for those with numbers and stairs keep theirs."""
    plain = np.argwhere(np.isin(cells.glyph, [ord(FLOOR_SIGN), ord(WAY_SIGN)])) + cells.origin
    nearest = min(plain.tolist(), key=lambda cell: (chebyshev_distance(tuple(cell), at), cell), default=at)
    _put(cells, (nearest[0], nearest[1]), sign, tint)


def title_map(ctx: Context, level: int) -> Message:
    """The headline of a map: by which game it was drawn, and when."""
    return Message("delve-map", {"level": level, "seed": str(ctx.state.seed), "turn": ctx.count_turns(ctx.state.turn)})


def join_in_a_row(parts: Sequence[Message], by: str = "delve-map-and") -> Message:
    """Joins messages by commas, or by another message."""
    return reduce(lambda tail, head: Message(by, {"first": head, "next": tail}), parts[-2::-1], parts[-1])


def chart_to_cells(paper: Chart, numbered: Iterable[Zone], thickness: int) -> Cells:
    """A chart as the cells of a scene, with the signs and numbers of zones on it."""
    signs = dict.fromkeys(_FLOORS, FLOOR_SIGN)
    glyph = np.array([[ord(signs.get(ink, ink.value[0])) for ink in row] for row in paper.rows], np.uint32)
    tint = np.array([[TINTS[ink] for ink in row] for row in paper.rows], np.uint8)
    for zone in numbered:
        places = place_zone_number(zone, thickness)
        for (y, x), sign in places:
            spot = y - paper.origin[0], x - paper.origin[1]
            glyph[spot], tint[spot] = ord(sign), Tint.STRONG
        ink = KIND_SIGNS.get(zone.type)
        if ink is not None and places:
            spot = places[0][0][0] - paper.origin[0], places[0][0][1] - 1 - paper.origin[1]
            glyph[spot], tint[spot] = ord(ink.value[0]), TINTS[ink]
    return Cells(glyph, tint, np.zeros_like(tint), np.zeros_like(glyph), origin=paper.origin)


def _mark_openings(cells: Cells, delve: Delve, level: int) -> None:
    """Draws open doors, and the sign of each unexplored exit in its opening."""
    for gate in delve.exits:
        if delve.zones[gate.zone].level != level or delve.zones[gate.zone].is_hidden:
            continue
        if gate.fate in (Fate.OPENED, Fate.LINKED) and gate.way is not ExitKind.MOUTH:
            for at in cells_of(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness)):
                _put(cells, at, OPEN_DOOR_SIGN, Tint.DOOR)
        elif gate.fate is Fate.PENDING:
            for at, sign in zip(_list_sign_cells(delve, gate), name_exit_sign(gate.id) or str(gate.id), strict=False):
                _put(cells, at, sign, Tint.CURSOR)


def _put(cells: Cells, at: Cell, sign: str, tint: int) -> None:
    y, x = at[0] - cells.origin[0], at[1] - cells.origin[1]
    if 0 <= y < cells.glyph.shape[0] and 0 <= x < cells.glyph.shape[1]:
        cells.glyph[y, x], cells.fg[y, x] = ord(sign), tint


def _light_map(cells: Cells, delve: Delve, newest: Zone) -> npt.NDArray[np.uint8]:
    """The light of the party's lamps, which falls off with the distance from the newest zone."""
    height, width = cells.glyph.shape
    distance = np.full((height, width), height + width, np.int64)
    ys, xs = np.indices((height, width))
    for rect in floor_tiles_of(delve, newest):
        top, left = rect[0] - cells.origin[0], rect[1] - cells.origin[1]
        dy = np.maximum(np.maximum(top - ys, ys - (top + rect[2] - 1)), 0)
        dx = np.maximum(np.maximum(left - xs, xs - (left + rect[3] - 1)), 0)
        distance = np.minimum(distance, np.maximum(dy, dx))
    return np.maximum(BRIGHT - FADE * distance, DIM_LIGHT).astype(np.uint8)


def find_exit_at(delve: Delve, level: int, cell: Cell) -> Exit | None:
    """The unexplored exit whose opening or door is at a cell, or next to it."""
    found: Exit | None = None
    for gate in delve.list_pending_exits():
        if delve.zones[gate.zone].level == level:
            top, left, height, width = find_opening(delve, gate)
            if contains((top, left, height, width), cell):
                return gate
            if found is None and contains((top - 1, left - 1, height + 2, width + 2), cell):
                found = gate
    return found


def find_opening(delve: Delve, gate: Exit) -> tuple[int, int, int, int]:
    """The tiles of the door of an exit, or those before a mouth."""
    if gate.way is ExitKind.MOUTH:
        return mouth_rect(gate.at, gate.heading, delve.wall_thickness)
    return door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness)


def _list_sign_cells(delve: Delve, gate: Exit) -> tuple[Cell, Cell]:
    """Two cells for the sign of an exit, read from left to right or from top to bottom.

    They begin at its anchor, or with walls on edges in the opening before it.
    """
    (y, x), heading = gate.at, gate.heading
    if not delve.wall_thickness:
        dy, dx = HEADING_STEPS[heading]
        y, x = 2 * y - dy, 2 * x - dx
    if heading in (0, 2):
        return ((y, x), (y, x + 1)) if heading == 0 else ((y, x - 1), (y, x))
    return ((y, x), (y + 1, x)) if heading == 1 else ((y - 1, x), (y, x))


def list_ways(delve: Delve, tables: Tables, level: int) -> list[Line]:
    """The zones of a level in words, each with its exits and where they lead."""
    lines = []
    for zone in delve.zones:
        if zone.level != level or zone.is_hidden:
            continue
        end = tables.ends[zone.end] if zone.end else None
        ways = [Message(end.name)] if end is not None and end.stairs else []
        for gate in delve.list_exits_of(zone.id):
            state = "unexplored" if gate.fate is Fate.PENDING else "known" if gate.to >= 0 else "blocked"
            to = describe_zone(delve, tables, gate.to) if state == "known" else ""
            if gate.fate is not Fate.UNFOUND:
                ways.append(Message("delve-map-way", {"exit": describe_exit(delve, gate.id), "state": state, "to": to}))
        told = join_in_a_row(ways) if ways else Message("delve-map-no-way")
        name = describe_zone(delve, tables, zone.id)
        lines.append(Line((Span(Message("delve-map-ways", {"zone": name, "ways": told})),)))
    return lines


def build_legend() -> Panel:
    """The signs of the map at the table in one paragraph; a sign is not parted from its meaning."""
    spans: list[Span] = []
    for sign, tint, name in list_signs(on_paper=False):
        spans += [Span(f"{sign}{NO_BREAK}", tint), Span(Message(name)), Span("  ")]
    return Panel(Message("delve-signs"), (Line(tuple(spans[:-1])),))


def list_signs(on_paper: bool) -> list[tuple[str, int, str]]:
    """The signs of the map at the table, or on paper (`export.render_text`): sign, tint, id of its meaning."""
    numbers = [("3", Tint.STRONG, "delve-sign-zone")]
    numbers += [] if on_paper else [(EXIT_SIGNS[0], Tint.CURSOR, "delve-sign-exit")]
    rooms = [(ink.value[0], TINTS[ink], f"delve-room-{name}") for name, ink in KIND_SIGNS.items()]
    doors = [] if on_paper else [(OPEN_DOOR_SIGN, Tint.DOOR, "delve-sign-open-door")]
    return [
        *numbers,
        *rooms,
        (Ink.DOOR.value[0], Tint.DOOR, "delve-sign-door"),
        *doors,
        (Ink.FALSE.value[0], Tint.WALL, "delve-sign-false"),
        (Ink.MOUTH.value[0], Tint.DIM, "delve-sign-mouth"),
        (f"{Ink.UP.value[0]}{Ink.DOWN.value[0]}", Tint.STAIRS, "delve-sign-stairs"),
    ]


def explain_signs(on_paper: bool) -> tuple[Line, ...]:
    """The signs of the map, one in a line, under a heading."""
    head = Line((Span(Message("delve-signs"), Tint.STRONG),))
    signs = (Line((Span(f"{sign:<4}", tint), Span(Message(name)))) for sign, tint, name in list_signs(on_paper))
    return (Line(), head, *signs)
