"""Panels: titled lines with gauges, in a side bar, in columns, or in a single line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from footfall.api.scene import Line, Panel, Tint

from .canvas import Pane
from .palette import Role
from .words import Run, Text, flow, length, runs_of, say, shorten, table, wrap, write

COLUMN, GAP = 34, 3
"""Least width of a column of panels, and the space between two."""

_FULL, _HALF, _EMPTY = "━╸─"


class Block(NamedTuple):
    """A panel set to a width: its rows, most important first."""

    title: str
    rows: list[list[Run]]

    @property
    def height(self) -> int:
        """Rows with the title."""
        return len(self.rows) + bool(self.title)


def gauge(value: int, maximum: int, width: int, tint: int = Tint.TEXT) -> list[Run]:
    """A bar of `width` cells and the numbers behind it, the shape as telling as the colour."""
    numbers = f" {value}/{maximum}"
    share = 0 if maximum <= 0 else min(max(value, 0), maximum) / maximum
    halves = max(round(share * width * 2), 1 if value > 0 else 0)
    bar = _FULL * (halves // 2) + _HALF * (halves % 2)
    return [(bar, tint), (_EMPTY * (width - len(bar)), Role.FRAME), (numbers, Tint.TEXT)]


def block(panel: Panel, text: Text, width: int) -> Block:
    """Sets a panel to a width."""
    title = shorten(text(panel.title), width) if panel.title is not None else ""
    if panel.table:
        return Block(title, table(panel.lines, text, width))
    rows: list[list[Run]] = []
    for line in panel.lines:
        rows += _rows(line, text, width)
    return Block(title, rows)


def _rows(line: Line, text: Text, width: int) -> list[list[Run]]:
    runs = runs_of(line.spans, text)
    if line.bar is None:
        return flow(runs, width, indent=2) if runs else [[]]
    value, maximum = line.bar
    tint = runs[-1][1] if runs else Tint.TEXT
    used = length(runs) + bool(runs)
    numbers = len(f" {value}/{maximum}")
    room = width - used - numbers
    if room >= 4:
        lead = [*runs, (" ", Tint.NONE)] if runs else []
        return [lead + gauge(value, maximum, min(room, 16), tint)]
    return [*flow(runs, width, indent=2), gauge(value, maximum, max(1, min(16, width - numbers)), tint)]


def natural_width(panel: Panel, text: Text) -> int:
    """The width a panel would like to have."""
    if panel.table:
        rows = table(panel.lines, text, 1 << 16)
        return max((length(row) for row in rows), default=0)
    return max(
        (length(runs_of(line.spans, text)) + 12 * (line.bar is not None) for line in panel.lines), default=0
    )


def draw_block(pane: Pane, y: int, which: Block, text: Text, room: int) -> int:
    """Draws a block in at most `room` rows and returns the row after it; what is left out is counted."""
    if room <= 0:
        return y
    if which.title:
        pane.write(y, 0, which.title, Role.HEADING)
        y += 1
        room -= 1
    cut = len(which.rows) > room
    shown = which.rows[: room - 1] if cut else which.rows
    for row in shown:
        write(pane, y, 0, row)
        y += 1
    if cut and room > 0:
        pane.write(y, 0, say(text, "more", count=len(which.rows) - len(shown)), Tint.DIM)
        y += 1
    return y


def draw_side(pane: Pane, panels: Sequence[Panel], text: Text) -> None:
    """Draws panels one below the other; the last lines go first when there is too little room."""
    blocks = [block(panel, text, pane.width) for panel in panels]
    room = [each.height for each in blocks]
    spare = pane.height - sum(room) - max(0, len(blocks) - 1)
    for i in reversed(range(len(blocks))):
        if spare >= 0:
            break
        least = min(room[i], 2 + bool(blocks[i].title))
        give = min(-spare, room[i] - least)
        room[i] -= give
        spare += give
    y = 0
    for each, rows in zip(blocks, room, strict=True):
        y = draw_block(pane, y, each, text, min(rows, pane.height - y)) + 1


def draw_columns(pane: Pane, panels: Sequence[Panel], text: Text) -> None:
    """Draws panels side by side: wide tables across, the rest in columns of even height."""
    count = max(1, min(len(panels), (pane.width + GAP) // (COLUMN + GAP)))
    width = (pane.width - GAP * (count - 1)) // count
    y = 0
    rest = []
    for panel in panels:
        if natural_width(panel, text) > width and panel.table:
            y = draw_block(pane, y, block(panel, text, pane.width), text, pane.height - y) + 1
        else:
            rest.append(panel)
    blocks = [block(panel, text, width) for panel in rest]
    heights = [y] * count
    for each in blocks:
        column = heights.index(min(heights))
        part = pane.pane(0, column * (width + GAP), pane.height, width)
        top = heights[column]
        heights[column] = draw_block(part, top, each, text, min(each.height, pane.height - top)) + 1


def draw_facts(pane: Pane, panels: Sequence[Panel], text: Text) -> None:
    """The panels in one line, as many facts as fit whole: the first panel's bars, the others, its other lines."""
    lines = [line for panel in panels[:1] if not panel.table for line in panel.lines]
    others = [line for panel in panels[1:] if not panel.table for line in panel.lines]
    bars = [line for line in lines[:2] if line.bar is not None]
    x = 0
    for line in [*bars, *others, *lines[len(bars) :]]:
        runs = runs_of(line.spans, text)
        if line.bar is not None:
            runs = [*runs, (f" {line.bar[0]}/{line.bar[1]}", Tint.TEXT)]
        runs = _stripped(runs)
        gap = " │ " if x else " "
        if not runs or x + len(gap) + length(runs) > pane.width:
            continue
        x = pane.write(0, x, gap, Role.FRAME)
        x = write(pane, 0, x, runs)


def _stripped(runs: list[Run]) -> list[Run]:
    """Runs without space at either end."""
    runs = [run for run in runs if run[0]]
    if runs:
        runs[0] = (runs[0][0].lstrip(), runs[0][1])
        runs[-1] = (runs[-1][0].rstrip(), runs[-1][1])
    return [run for run in runs if run[0]]


def draw_words(pane: Pane, title: str, lines: Sequence[str], tint: int = Tint.TEXT) -> None:
    """A titled paragraph per line, wrapped; what does not fit is left out at a whole row."""
    y = 0
    if title:
        pane.write(0, 0, shorten(title, pane.width), Role.HEADING)
        y = 1
    for line in lines:
        for row in wrap(line, pane.width, tint):
            if y < pane.height:
                write(pane, y, 0, row)
                y += 1
