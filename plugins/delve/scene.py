"""What players see: the base game's picture with the expedition beside it, or the table with the map on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from footfall.api import Command, Message, Play
from footfall.api.grid import world_of
from footfall.api.scene import Cells, Choice, Line, Panel, Scene, Span, Tint

from . import export
from .commands import CLIMB, COMBAT, EXPLORE, PENCIL, REST, SEARCH, STAIRS, WALLS, SearchWall, legal
from .commands import Climb as ClimbCommand
from .expedition import BASE, Expedition, expedition_of, tables
from .export import Chart, Ink, chart, text
from .geometry import Cell
from .geometry import cells as cells_of
from .prose import exit_name, kind_of, player, told, wall_name, zone_name
from .record import Delve, Fate, Way, Zone
from .search import bonus_of
from .shape import door_cells, thresholds
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
SHOWN = 12
"""Lines of the log of the dice in its panel."""


def scene(play: Play) -> Scene:
    """The Scene of this moment."""
    expedition, book = expedition_of(play.state), tables(play)
    if expedition.walking:
        return _walking(play, expedition, book)
    return _table(play, expedition, book)


def _walking(play: Play, expedition: Expedition, book: Tables) -> Scene:
    shown: Scene = play.game(BASE).scene(play.beside(BASE))
    delve = expedition.delve
    level = world_of(play.state).current
    if shown.cells is not None:
        _on_paper(shown.cells, delve, book, level)
    shown.title = Message("delve-strip", {"zones": _known(delve), "rooms": delve.rooms})
    shown.panels = (*shown.panels, _party(delve), _counters(delve))
    shown.pages = {**shown.pages, "dice": _log(delve, book), "map": _map(delve, book, level)}
    shown.page_keys = {**shown.page_keys, "r": "dice", "m": "map"}
    shown.bindings = (
        SEARCH,
        CLIMB,
        *(b for b in play.bindings() if b not in _OTHERS and tag_of(b.command) != STAIRS_OF_BASE),
    )
    if delve.fighting and shown.alert is None:
        shown.alert = Message("delve-fighting")
    shown.notes = {**_notes(delve, book, level), **shown.notes}
    if play.state.outcome is not None:
        shown.over = _over(play.state.outcome, delve)
    return shown


_TABLE = (EXPLORE, WALLS, COMBAT, REST, STAIRS, PENCIL)
_OTHERS = (*_TABLE, SEARCH, CLIMB)
STAIRS_OF_BASE = "core.stealth:stairs"
"""A command of the base game that `Climb` stands for."""


def tag_of(command: type[Command]) -> str:
    """The full name of a kind of command."""
    return str(command.__struct_config__.tag)


def _table(play: Play, expedition: Expedition, book: Tables) -> Scene:
    delve = expedition.delve
    level = delve.zones[-1].level
    actor = play.state.question.actor if play.state.question is not None else delve.leader
    commands = legal(play) if play.state.question is not None else []
    return Scene(
        title=Message("delve-strip", {"zones": _known(delve), "rooms": delve.rooms}),
        alert=Message("delve-fighting") if delve.fighting else None,
        status=(Span(Message("delve-leads", {"player": player(delve, delve.leader)})),),
        cells=_cells(delve, book, level),
        hears=False,
        notes=_notes(delve, book, level),
        panels=(_party(delve), _counters(delve), _exits(delve, book), _latest(delve, book)),
        pages={"dice": _log(delve, book), "map": _map(delve, book, level)},
        page_keys={"m": "map", "d": "dice"},
        choices={
            "exits": tuple(Choice(gate.id, exit_name(delve, gate.id)) for gate in delve.pending()),
            "combats": tuple(Choice(zone, zone_name(delve, book, zone)) for zone in delve.fighting),
            "walls": tuple(_searched(delve, book, c) for c in commands if isinstance(c, SearchWall)),
            "searchers": tuple(
                Choice(seat, player(delve, seat), detail=_kin(delve, seat))
                for seat in sorted(range(len(delve.heroes)), key=lambda seat: seat != delve.leader)
                if delve.heroes[seat].alive
            ),
            "stairs": tuple(
                Choice(c.zone, zone_name(delve, book, c.zone))
                for c in commands
                if isinstance(c, ClimbCommand)
            ),
            "seats": tuple(Choice(seat, player(delve, seat)) for seat in range(len(delve.heroes))),
        },
        actor=actor,
        bindings=(*((COMBAT,) if delve.fighting else ()), *(b for b in _TABLE if b is not COMBAT)),
        over=() if play.state.outcome is None else _over(play.state.outcome, delve),
    )


def _searched(delve: Delve, book: Tables, command: SearchWall) -> Choice:
    zone = delve.zones[command.zone]
    args = {"zone": zone_name(delve, book, zone.id), "wall": wall_name(zone, command.wall)}
    return Choice(f"{zone.id}/{command.wall}", Message("delve-wall-of", args))


def _kin(delve: Delve, seat: int) -> tuple[Message, ...]:
    """What is said of who might search."""
    return (Message("delve-searches-better"),) if bonus_of(delve, seat) else ()


def _on_paper(seen: Cells, delve: Delve, book: Tables, level: int) -> None:
    """Fills what is neither seen nor remembered with what the mapper has drawn (D-MAPPER).

    What lies behind an opening that nobody has looked into is neither wall nor floor yet.
    """
    paper = chart(delve, book, level)
    height, width = seen.glyph.shape
    opened = {
        at
        for gate in delve.exits
        if gate.fate in (Fate.OPENED, Fate.LINKED) and gate.way is not Way.MOUTH
        for at in cells_of(door_cells(gate.at, gate.heading, gate.width))
    }
    for y, row in enumerate(paper.rows, paper.origin[0] - seen.origin[0]):
        for x, ink in enumerate(row, paper.origin[1] - seen.origin[1]):
            if ink is Ink.NOTHING or not (0 <= y < height and 0 <= x < width):
                continue
            if seen.glyph[y, x] == BLANK or ink is Ink.MOUTH:
                at = y + seen.origin[0], x + seen.origin[1]
                sign = "'" if ink is Ink.DOOR and at in opened else _PENCIL.get(ink, ink.value[0])
                seen.glyph[y, x], seen.fg[y, x] = ord(sign), Tint.REMEMBERED


_PENCIL = {
    Ink.SPECIAL: "·",
    Ink.LAIR: "·",
    Ink.QUEST: "·",
    Ink.FLOOR: "·",
    Ink.ROOM: "·",
    Ink.MOUTH: "░",
}
BLANK = 32


def _known(delve: Delve) -> int:
    return sum(not zone.hidden for zone in delve.zones)


def _cells(delve: Delve, book: Tables, level: int) -> Cells:
    paper = chart(delve, book, level)
    cells = drawn(paper, [zone for zone in delve.zones if zone.level == level and not zone.hidden])
    top, left = paper.origin
    numbers = {gate.id: gate for gate in delve.pending() if delve.zones[gate.zone].level == level}
    for id, gate in numbers.items():  # a pending exit shows its number at its anchor
        for place, sign in zip(_along(gate.at, gate.heading), str(id), strict=False):
            y, x = place[0] - top, place[1] - left
            if 0 <= y < cells.glyph.shape[0] and 0 <= x < cells.glyph.shape[1]:
                cells.glyph[y, x], cells.fg[y, x] = ord(sign), Tint.STRONG
    newest = next(zone for zone in reversed(delve.zones) if zone.level == level and not zone.hidden)
    rect = newest.floors[-1]
    cells.focus = (rect[0] + rect[2] // 2, rect[1] + rect[3] // 2)
    return cells


def drawn(paper: Chart, numbered: Iterable[Zone] = ()) -> Cells:
    """A chart as the cells of a scene, with the numbers of zones on it."""
    glyph = np.array([[ord(ink.value[0]) for ink in row] for row in paper.rows], np.uint32)
    tint = np.array([[_TINTS[ink] for ink in row] for row in paper.rows], np.uint8)
    for zone in numbered:
        for (y, x), sign in export.number_of(zone):
            spot = y - paper.origin[0], x - paper.origin[1]
            glyph[spot], tint[spot] = ord(sign), Tint.STRONG
    return Cells(glyph, tint, np.zeros_like(tint), np.zeros_like(glyph), origin=paper.origin)


def _notes(delve: Delve, book: Tables, level: int) -> dict[Cell, tuple[Message, ...]]:
    """What is said of a cell that is pointed at: its zone, or the exit that waits there."""
    found: dict[Cell, tuple[Message, ...]] = {}
    for zone in delve.zones:
        if zone.level == level and not zone.hidden:
            name = (zone_name(delve, book, zone.id),)
            found.update((at, name) for rect in zone.floors for at in cells_of(rect))
    for gate in delve.pending():
        if delve.zones[gate.zone].level == level:
            door = gate.way is not Way.MOUTH
            ahead = (
                door_cells(gate.at, gate.heading, gate.width) if door else thresholds(gate.at, gate.heading)
            )
            found.update((at, (exit_name(delve, gate.id),)) for at in cells_of(ahead))
    return found


def _along(at: Cell, heading: int) -> tuple[Cell, Cell]:
    """Two cells to write a number on, read from left to right or from top to bottom."""
    y, x = at
    if heading in (0, 2):
        return ((y, x), (y, x + 1)) if heading == 0 else ((y, x - 1), (y, x))
    return ((y, x), (y + 1, x)) if heading == 1 else ((y - 1, x), (y, x))


def _party(delve: Delve) -> Panel:
    lines = []
    for seat, hero in enumerate(delve.heroes):
        spans = [Span("▸ " if seat == delve.leader else "  ", Tint.STRONG)]
        spans.append(Span(player(delve, seat), Tint.TEXT if hero.alive else Tint.DIM))
        if seat == delve.mapper:
            spans.append(Span(Message("delve-maps"), Tint.DIM))
        lines.append(Line(tuple(spans)))
    return Panel(Message("delve-party"), tuple(lines))


def _counters(delve: Delve) -> Panel:
    facts = {
        "rooms": delve.rooms,
        "lairs": delve.lairs,
        "quests": delve.quests,
        "pending": len(delve.pending()),
        "turn": delve.turn,
    }
    return Panel(
        Message("delve-known"),
        tuple(
            Line((Span(Message(f"delve-known-{name}", {"count": count})),)) for name, count in facts.items()
        ),
    )


def _exits(delve: Delve, book: Tables) -> Panel:
    lines = [
        Line(
            (
                Span(exit_name(delve, gate.id)),
                Span("  "),
                Span(kind_of(delve.zones[gate.zone], book), Tint.DIM),
            )
        )
        for gate in delve.pending()
    ]
    return Panel(Message("delve-ways"), tuple(lines))


def _log(delve: Delve, book: Tables) -> Panel:
    """The whole journal, the newest entry first: what does not fit is the oldest."""
    lines = [Line((Span(line),)) for note in reversed(delve.journal) for line in told(delve, note, book)]
    return Panel(Message("delve-log"), tuple(lines))


def _latest(delve: Delve, book: Tables) -> Panel:
    """The newest entries, the newest first."""
    lines = [
        Line((Span(line),)) for note in delve.journal[: -SHOWN - 1 : -1] for line in told(delve, note, book)
    ]
    return Panel(Message("delve-log"), tuple(lines[:SHOWN]))


def _map(delve: Delve, book: Tables, level: int) -> Panel:
    rows = text(delve, book, level).splitlines()
    return Panel(Message("delve-map", {"level": level}), tuple(Line((Span(row, Tint.TEXT),)) for row in rows))


def _over(outcome: str, delve: Delve) -> tuple[Message, ...]:
    known = ("quest", "left", "died", "exhausted", "stopped")
    first = Message(f"delve-over-{outcome}") if outcome in known else Message("delve-over")
    return first, Message(
        "delve-over-facts", {"zones": _known(delve), "rooms": delve.rooms, "lairs": delve.lairs}
    )
