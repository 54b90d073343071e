"""Scenes: the base game's with a panel for the expedition, or the table with the map."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from footfall.api import Command, Context, Message
from footfall.api.grid import get_world
from footfall.api.scene import Cells, Choice, Line, Panel, Scene, Span, Tint

from . import map_export
from .clue_commands import DECLARE_CLUE_KEY, LEAVE_FROM_KEY, LEAVE_KEY, USE_CLUE_KEY, list_clue_choices
from .commands import (
    CHOOSE_STAIRS_KEY,
    COMBAT_OVER_KEY,
    EXPLORE_EXIT_KEY,
    NAME_MAPPER_KEY,
    SEARCH_DIRECTION_KEY,
    SEARCH_WALL_KEY,
    TURN_OVER_KEY,
    USE_STAIRS_KEY,
    SearchWall,
)
from .commands import UseStairs as ClimbCommand
from .expedition import BASE_GAME, Expedition, expedition_of, tables_for
from .geometry import HEADING_STEPS, Cell, to_tiles
from .geometry import list_cells as cells_of
from .journal_text import (
    describe_entry,
    describe_exit,
    describe_player,
    describe_wall,
    describe_zone,
    describe_zone_kind,
)
from .legal_commands import list_legal_commands
from .map_export import Chart, Ink, draw_chart, render_text
from .model import Delve, Exit, ExitKind, Fate, Zone
from .rasterize import floor_tiles_of
from .search import search_bonus
from .shapes import door_rect, mouth_rect
from .tables import Tables

_TINTS = {
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
PANEL_LOG_LINES = 12
"""Lines of the dice log in its panel."""


def build_scene(ctx: Context) -> Scene:
    """Builds the scene."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    if expedition.walking:
        return _build_walking_scene(ctx, expedition, book)
    return _build_table_scene(ctx, expedition, book)


def _build_walking_scene(ctx: Context, expedition: Expedition, book: Tables) -> Scene:
    shown: Scene = ctx.find_game(BASE_GAME).presentation.scene(ctx.for_mod(BASE_GAME))
    delve = expedition.delve
    level = get_world(ctx.state).current
    if shown.cells is not None:
        _fill_from_map(shown.cells, delve, book, level)
    shown.title = Message("delve-strip", {"zones": _count_known_zones(delve), "rooms": delve.rooms})
    shown.panels = (*shown.panels, _build_party_panel(delve), _build_counters_panel(delve))
    shown.pages = {**shown.pages, "dice": _build_log_panel(delve, book), "map": _build_map_panel(delve, book, level)}
    shown.page_keys = {**shown.page_keys, "r": "dice", "m": "map"}
    shown.bindings = (
        SEARCH_DIRECTION_KEY,
        USE_STAIRS_KEY,
        *_CLUE_KEYS,
        *(b for b in ctx.list_bindings() if b not in _OWN_KEYS and command_tag(b.command) != BASE_STAIRS_COMMAND),
    )
    shown.choices = {**shown.choices, **list_clue_choices(ctx)}
    if delve.fighting and shown.alert is None:
        shown.alert = Message("delve-fighting")
    shown.notes = {**_describe_cells(delve, book, level), **shown.notes}
    if ctx.state.outcome is not None:
        shown.farewell = _describe_ending(ctx.state.outcome, delve)
    return shown


_CLUE_KEYS = (USE_CLUE_KEY, LEAVE_KEY)
_TABLE_KEYS = (
    EXPLORE_EXIT_KEY,
    SEARCH_WALL_KEY,
    COMBAT_OVER_KEY,
    TURN_OVER_KEY,
    CHOOSE_STAIRS_KEY,
    NAME_MAPPER_KEY,
    USE_CLUE_KEY,
    DECLARE_CLUE_KEY,
    LEAVE_FROM_KEY,
)
_OWN_KEYS = (*_TABLE_KEYS, *_CLUE_KEYS, SEARCH_DIRECTION_KEY, USE_STAIRS_KEY)
BASE_STAIRS_COMMAND = "core.stealth:stairs"
"""A command of the base game that `UseStairs` stands for."""


def command_tag(command: type[Command]) -> str:
    """The full name of a kind of command."""
    return str(command.__struct_config__.tag)


def _build_table_scene(ctx: Context, expedition: Expedition, book: Tables) -> Scene:
    delve = expedition.delve
    level = delve.zones[-1].level
    actor = ctx.state.question.actor if ctx.state.question is not None else delve.leader
    commands = list_legal_commands(ctx) if ctx.state.question is not None else []
    return Scene(
        title=Message("delve-strip", {"zones": _count_known_zones(delve), "rooms": delve.rooms}),
        alert=Message("delve-fighting") if delve.fighting else None,
        status=(Span(Message("delve-leads", {"player": describe_player(delve, delve.leader)})),),
        cells=_draw_table_map(delve, book, level),
        has_sound_band=False,
        notes=_describe_cells(delve, book, level),
        panels=(
            _build_party_panel(delve),
            _build_counters_panel(delve),
            _build_exits_panel(delve, book),
            _build_latest_panel(delve, book),
        ),
        pages={"dice": _build_log_panel(delve, book), "map": _build_map_panel(delve, book, level)},
        page_keys={"m": "map", "d": "dice"},
        choices={
            "exits": tuple(Choice(gate.id, describe_exit(delve, gate.id)) for gate in delve.list_pending_exits()),
            "combats": tuple(Choice(zone, describe_zone(delve, book, zone)) for zone in delve.fighting),
            "walls": tuple(_make_wall_choice(delve, book, c) for c in commands if isinstance(c, SearchWall)),
            "searchers": tuple(
                Choice(seat, describe_player(delve, seat), detail=_describe_searcher(delve, seat))
                for seat in sorted(range(len(delve.heroes)), key=lambda seat: seat != delve.leader)
                if delve.heroes[seat].alive
            ),
            "stairs": tuple(
                Choice(c.zone, describe_zone(delve, book, c.zone)) for c in commands if isinstance(c, ClimbCommand)
            ),
            **list_clue_choices(ctx),
            "seats": tuple(Choice(seat, describe_player(delve, seat)) for seat in range(len(delve.heroes))),
        },
        actor=actor,
        bindings=(
            *((COMBAT_OVER_KEY,) if delve.fighting else ()),
            *(b for b in _TABLE_KEYS if b is not COMBAT_OVER_KEY),
        ),
        farewell=() if ctx.state.outcome is None else _describe_ending(ctx.state.outcome, delve),
    )


def _make_wall_choice(delve: Delve, book: Tables, command: SearchWall) -> Choice:
    zone = delve.zones[command.zone]
    args = {"zone": describe_zone(delve, book, zone.id), "wall": describe_wall(zone, command.wall)}
    return Choice(f"{zone.id}/{command.wall}", Message("delve-wall-of", args))


def _describe_searcher(delve: Delve, seat: int) -> tuple[Message, ...]:
    """The label of a hero who can search."""
    return (Message("delve-searches-better"),) if search_bonus(delve, seat) else ()


def _fill_from_map(seen: Cells, delve: Delve, book: Tables, level: int) -> None:
    """Fills cells that are neither seen nor remembered from the mapper's map (D-MAPPER).

    Cells behind an unexplored opening are neither wall nor floor.
    """
    paper = draw_chart(delve, book, level)
    height, width = seen.glyph.shape
    opened = {
        at
        for gate in delve.exits
        if gate.fate in (Fate.OPENED, Fate.LINKED) and gate.way is not ExitKind.MOUTH
        for at in cells_of(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness))
    }
    for y, row in enumerate(paper.rows, paper.origin[0] - seen.origin[0]):
        for x, ink in enumerate(row, paper.origin[1] - seen.origin[1]):
            if ink is Ink.NOTHING or not (0 <= y < height and 0 <= x < width):
                continue
            if seen.glyph[y, x] == BLANK_GLYPH or ink is Ink.MOUTH:
                at = y + seen.origin[0], x + seen.origin[1]
                sign = "'" if ink is Ink.DOOR and at in opened else _PENCIL_GLYPHS.get(ink, ink.value[0])
                seen.glyph[y, x], seen.fg[y, x] = ord(sign), Tint.REMEMBERED


_PENCIL_GLYPHS = {Ink.SPECIAL: "·", Ink.LAIR: "·", Ink.QUEST: "·", Ink.FLOOR: "·", Ink.ROOM: "·", Ink.MOUTH: "░"}
BLANK_GLYPH = 32


def _count_known_zones(delve: Delve) -> int:
    return sum(not zone.hidden for zone in delve.zones)


def _draw_table_map(delve: Delve, book: Tables, level: int) -> Cells:
    paper = draw_chart(delve, book, level)
    cells = chart_to_cells(
        paper, [zone for zone in delve.zones if zone.level == level and not zone.hidden], delve.wall_thickness
    )
    top, left = paper.origin
    numbers = {gate.id: gate for gate in delve.list_pending_exits() if delve.zones[gate.zone].level == level}
    for id, gate in numbers.items():  # a pending exit shows its number at its anchor
        for place, sign in zip(_list_number_cells(*_find_number_place(delve, gate)), str(id), strict=False):
            y, x = place[0] - top, place[1] - left
            if 0 <= y < cells.glyph.shape[0] and 0 <= x < cells.glyph.shape[1]:
                cells.glyph[y, x], cells.fg[y, x] = ord(sign), Tint.STRONG
    newest = next(zone for zone in reversed(delve.zones) if zone.level == level and not zone.hidden)
    rect = to_tiles(newest.floors[-1], delve.wall_thickness)
    cells.focus = (rect[0] + rect[2] // 2, rect[1] + rect[3] // 2)
    return cells


def chart_to_cells(paper: Chart, numbered: Iterable[Zone], thickness: int) -> Cells:
    """A chart as the cells of a scene, with the numbers of zones on it."""
    glyph = np.array([[ord(ink.value[0]) for ink in row] for row in paper.rows], np.uint32)
    tint = np.array([[_TINTS[ink] for ink in row] for row in paper.rows], np.uint8)
    for zone in numbered:
        for (y, x), sign in map_export.place_zone_number(zone, thickness):
            spot = y - paper.origin[0], x - paper.origin[1]
            glyph[spot], tint[spot] = ord(sign), Tint.STRONG
    return Cells(glyph, tint, np.zeros_like(tint), np.zeros_like(glyph), origin=paper.origin)


def _describe_cells(delve: Delve, book: Tables, level: int) -> dict[Cell, tuple[Message, ...]]:
    """The description of a cell: its zone, or its pending exit."""
    found: dict[Cell, tuple[Message, ...]] = {}
    for zone in delve.zones:
        if zone.level == level and not zone.hidden:
            name = (describe_zone(delve, book, zone.id),)
            found.update((at, name) for rect in floor_tiles_of(delve, zone) for at in cells_of(rect))
    for gate in delve.list_pending_exits():
        if delve.zones[gate.zone].level == level:
            door = gate.way is not ExitKind.MOUTH
            thickness = delve.wall_thickness
            ahead = (
                door_rect(gate.at, gate.heading, gate.width, thickness)
                if door
                else mouth_rect(gate.at, gate.heading, thickness)
            )
            found.update((at, (describe_exit(delve, gate.id),)) for at in cells_of(ahead))
    return found


def _find_number_place(delve: Delve, gate: Exit) -> tuple[Cell, int]:
    """Where the number of an exit begins: at its anchor, or with walls on edges in the opening before it."""
    if delve.wall_thickness:
        return gate.at, gate.heading
    dy, dx = HEADING_STEPS[gate.heading]
    return (2 * gate.at[0] - dy, 2 * gate.at[1] - dx), gate.heading


def _list_number_cells(at: Cell, heading: int) -> tuple[Cell, Cell]:
    """Two cells to write a number on, read from left to right or from top to bottom."""
    y, x = at
    if heading in (0, 2):
        return ((y, x), (y, x + 1)) if heading == 0 else ((y, x - 1), (y, x))
    return ((y, x), (y + 1, x)) if heading == 1 else ((y - 1, x), (y, x))


def _build_party_panel(delve: Delve) -> Panel:
    lines = []
    for seat, hero in enumerate(delve.heroes):
        spans = [Span("▸ " if seat == delve.leader else "  ", Tint.STRONG)]
        spans.append(Span(describe_player(delve, seat), Tint.TEXT if hero.alive else Tint.DIM))
        if seat == delve.mapper:
            spans.append(Span(Message("delve-maps"), Tint.DIM))
        lines.append(Line(tuple(spans)))
    return Panel(Message("delve-party"), tuple(lines))


def _build_counters_panel(delve: Delve) -> Panel:
    facts = {
        "rooms": delve.rooms,
        "lairs": delve.lairs,
        "quests": delve.quests,
        "pending": len(delve.list_pending_exits()),
        "turn": delve.turn,
        "clues": delve.count_clues(),
    }
    return Panel(
        Message("delve-known"),
        tuple(Line((Span(Message(f"delve-known-{name}", {"count": count})),)) for name, count in facts.items()),
    )


def _build_exits_panel(delve: Delve, book: Tables) -> Panel:
    lines = [
        Line(
            (
                Span(describe_exit(delve, gate.id)),
                Span("  "),
                Span(describe_zone_kind(delve.zones[gate.zone], book), Tint.DIM),
            )
        )
        for gate in delve.list_pending_exits()
    ]
    return Panel(Message("delve-ways"), tuple(lines))


def _build_log_panel(delve: Delve, book: Tables) -> Panel:
    """The whole journal, newest entry first."""
    lines = [Line((Span(line),)) for note in reversed(delve.journal) for line in describe_entry(delve, note, book)]
    return Panel(Message("delve-log"), tuple(lines))


def _build_latest_panel(delve: Delve, book: Tables) -> Panel:
    """The newest entries, the newest first."""
    lines = [
        Line((Span(line),))
        for note in delve.journal[: -PANEL_LOG_LINES - 1 : -1]
        for line in describe_entry(delve, note, book)
    ]
    return Panel(Message("delve-log"), tuple(lines[:PANEL_LOG_LINES]))


def _build_map_panel(delve: Delve, book: Tables, level: int) -> Panel:
    rows = render_text(delve, book, level).splitlines()
    return Panel(Message("delve-map", {"level": level}), tuple(Line((Span(row, Tint.TEXT),)) for row in rows))


def _describe_ending(outcome: str, delve: Delve) -> tuple[Message, ...]:
    known = ("quest", "left", "died", "exhausted", "stopped")
    first = Message(f"delve-over-{outcome}") if outcome in known else Message("delve-over")
    return first, Message(
        "delve-over-facts", {"zones": _count_known_zones(delve), "rooms": delve.rooms, "lairs": delve.lairs}
    )
