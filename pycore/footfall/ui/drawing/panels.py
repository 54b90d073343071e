"""Panels: titled lines with gauges, in a sidebar, in columns, or in one line."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from footfall.api import Command
from footfall.api.scene import Line, Panel, Tint

from .canvas import Pane, to_single_width
from .palette import UiTint
from .text_layout import (
    TextRun,
    Translator,
    format_table,
    measure_runs,
    translate_spans,
    translate_ui_text,
    truncate,
    wrap_runs,
    wrap_text,
    write_runs,
)

MIN_COLUMN_WIDTH, COLUMN_GAP = 34, 3
"""Minimum width of a column of panels, and the gap between columns."""

SPLIT_GAP = 2
"""The gap between the columns of a split line."""

MIN_COMPACT_LINE = 16
"""Minimum columns for a line in one row of panels; a longer line is cut to fit if it has these, else left out."""

_GAUGE_FULL, _GAUGE_HALF, _GAUGE_EMPTY = "━╸─"

_CHANCES = re.compile(r"\s*[~≤\d]")
"""The beginning of a list of chances."""


class RowTarget(NamedTuple):
    """The target of the pointer at a row of a panel: a command or the name of a key, notes, its id for the cursor."""

    press: Command | str | None = None
    note: tuple[str, ...] = ()
    place: str = ""


class FormattedPanel(NamedTuple):
    """A panel wrapped to a width; its most important rows come first.

    Attributes:
        targets: the target of the pointer in each row.
    """

    title: str
    rows: list[list[TextRun]]
    targets: list[RowTarget]

    @property
    def height(self) -> int:
        """Rows, including the title."""
        return len(self.rows) + bool(self.title)


def format_gauge(value: int, maximum: int, width: int, tint: int = Tint.TEXT) -> list[TextRun]:
    """Returns a bar of `width` cells, followed by the numbers; it needs no color to be read."""
    numbers = f" {value}/{maximum}"
    share = 0 if maximum <= 0 else min(max(value, 0), maximum) / maximum
    halves = max(round(share * width * 2), 1 if value > 0 else 0)
    bar = _GAUGE_FULL * (halves // 2) + _GAUGE_HALF * (halves % 2)
    return [(bar, tint), (_GAUGE_EMPTY * (width - len(bar)), UiTint.FRAME), (numbers, Tint.TEXT)]


def format_panel(panel: Panel, translate: Translator, width: int, number: int = 0) -> FormattedPanel:
    """Wraps a panel to a width; `number` is its place among the panels of a scene."""
    title = truncate(translate(panel.title), width) if panel.title is not None else ""
    if panel.is_table:
        rows = format_table(panel.lines, translate, width)
        aims = [
            _aim_at_line(line, translate, row)._replace(place=f"{number}:{index}")
            for index, (line, row) in enumerate(zip(panel.lines, rows, strict=True))
        ]
        return FormattedPanel(title, rows, aims)
    rows, aims = [], []
    for line in panel.lines:
        own = _format_line(line, translate, width)
        rows += own
        aims += [_aim_at_line(line, translate)] * len(own)
    return FormattedPanel(title, rows, aims)


def _aim_at_line(line: Line, translate: Translator, row: Sequence[TextRun] = ()) -> RowTarget:
    """Returns the target of the pointer at a line: the numbers of its gauge, all of a row that was cut, the notes."""
    words = " ".join(text.strip() for text, _ in translate_spans(line.spans, translate) if text.strip())
    notes = (*line.notes, *(note for span in line.spans for note in span.notes))
    note = tuple(to_single_width(translate(text)) for text in notes)
    if line.bar is not None:
        numbers = translate_ui_text(translate, "plain-gauge", value=str(line.bar[0]), maximum=str(line.bar[1]))
        note = (f"{words}: {numbers}".removeprefix(": "), *note)
    elif any(text.rstrip().endswith("…") for text, _ in row):
        note = (words, *note)
    return RowTarget(line.click, note)


def _format_line(line: Line, translate: Translator, width: int) -> list[list[TextRun]]:
    """Wraps a line; its rows begin below the text after a first part that ends with two spaces, such as a turn."""
    runs = translate_spans(line.spans, translate)
    if line.is_split:
        column = (width + SPLIT_GAP) // len(runs)
        cells = [wrap_runs([run], column - SPLIT_GAP, indent=2) for run in runs]
        return [
            [run for row in rows for run in (*row, (" " * (column - measure_runs(row)), int(Tint.NONE)))]
            for rows in zip_longest(*cells, fillvalue=[])
        ]
    if line.bar is None:
        text = "".join(words for words, _ in runs)
        head = len(runs[0][0]) if runs and runs[0][0].endswith("  ") else 0
        indent = min(max(head, len(text) - len(text.lstrip())), width // 4)
        return wrap_runs(runs, width, max(2, indent)) if runs else [[]]
    value, maximum = line.bar
    tint = runs[-1][1] if runs else Tint.TEXT
    label_width = measure_runs(runs) + bool(runs)
    numbers = len(f" {value}/{maximum}")
    room = width - label_width - numbers
    if room >= 4:
        lead = [*runs, (" ", Tint.NONE)] if runs else []
        return [lead + format_gauge(value, maximum, min(room, 16), tint)]
    return [*wrap_runs(runs, width, indent=2), format_gauge(value, maximum, max(1, min(16, width - numbers)), tint)]


def measure_panel_width(panel: Panel, translate: Translator) -> int:
    """Returns the preferred width of a panel."""
    if panel.is_table:
        rows = format_table(panel.lines, translate, 1 << 16)
        return max((measure_runs(row) for row in rows), default=0)
    return max(
        (measure_runs(translate_spans(line.spans, translate)) + 12 * (line.bar is not None) for line in panel.lines),
        default=0,
    )


def draw_panel(pane: Pane, y: int, panel: FormattedPanel, translate: Translator, max_rows: int) -> int:
    """Draws a panel in at most `max_rows` rows, with the number of omitted lines; returns the row after it."""
    if max_rows <= 0:
        return y
    if panel.title:
        pane.write(y, 0, panel.title, UiTint.HEADING)
        y += 1
        max_rows -= 1
    cut = len(panel.rows) > max_rows
    rows = panel.rows[: max_rows - 1] if cut else panel.rows
    for row, target in zip(rows, panel.targets, strict=False):
        write_runs(pane, y, 0, row)
        pane.mark(y, target.press, target.note, place=target.place)
        y += 1
    if cut and max_rows > 0:
        rest = panel.rows[len(rows) :]
        pane.write(y, 0, translate_ui_text(translate, "more", count=len(rest)), Tint.DIM)
        pane.mark(y, None, tuple("".join(words for words, _ in row) for row in rest))
        y += 1
    return y


def draw_sidebar(pane: Pane, panels: Sequence[Panel], translate: Translator) -> None:
    """Stacks panels; if they do not fit, all but the first two are shortened, then left out, the last ones first."""
    blocks = [format_panel(panel, translate, pane.width) for panel in panels]
    room = [block.height for block in blocks]
    spare = pane.height - sum(room) - max(0, len(blocks) - 1)
    least = [min(rows, 2 + bool(block.title)) for rows, block in zip(room, blocks, strict=True)]
    late, early = range(len(blocks) - 1, 1, -1), range(min(2, len(blocks)) - 1, -1, -1)
    for i, rows in (*((i, least[i]) for i in late), *((i, -1) for i in late), *((i, least[i]) for i in early)):
        if spare < 0:  # a panel that is left out frees the row below it, too
            kept = rows if rows < 0 else max(rows, room[i] + spare)
            spare, room[i] = spare + room[i] - kept, kept
    y = 0
    for block, rows in zip(blocks, room, strict=True):
        if rows > 0:
            y = draw_panel(pane, y, block, translate, min(rows, pane.height - y)) + 1


def draw_panel_columns(pane: Pane, panels: Sequence[Panel], translate: Translator) -> None:
    """Draws panels side by side: wide tables across, the rest in columns of about equal height."""
    width = _divide_columns(pane.width, len(panels))[1]
    y = 0
    rest = []
    for number, panel in enumerate(panels):
        if measure_panel_width(panel, translate) > width and panel.is_table:
            y = draw_panel(pane, y, format_panel(panel, translate, pane.width, number), translate, pane.height - y) + 1
        else:
            rest.append((number, panel))
    count, width = _divide_columns(pane.width, len(rest))
    blocks = [format_panel(panel, translate, width, number) for number, panel in rest]
    heights = [y] * count
    for block in blocks:
        column = heights.index(min(heights))
        part = pane.subpane(0, column * (width + COLUMN_GAP), pane.height, width)
        top = heights[column]
        heights[column] = draw_panel(part, top, block, translate, min(block.height, pane.height - top)) + 1


def _divide_columns(width: int, panels: int) -> tuple[int, int]:
    """Returns how many columns there are for some panels, and their width."""
    count = max(1, min(panels, (width + COLUMN_GAP) // (MIN_COLUMN_WIDTH + COLUMN_GAP)))
    return count, (width - COLUMN_GAP * (count - 1)) // count


def draw_compact_panels(pane: Pane, panels: Sequence[Panel], translate: Translator) -> None:
    """Draws the lines that fit in one row: gauges and effects of the first panel, the other panels, the rest.

    Lines of the other panels come by rank, the first of them before the third gauge unless its rank is below 0.

    Without gauges, the lines come in the order of the panels.
    """
    lines = [line for panel in panels[:1] if not panel.is_table for line in panel.lines]
    others = [line for panel in panels[1:] if not panel.is_table for line in panel.lines]
    bars = [line for line in lines[:3] if line.bar is not None]
    x = 0
    rest = lines[len(bars) :]
    effects = [line for line in rest if line.spans and line.spans[-1].tint in (Tint.MAGIC, Tint.BAD)]
    plain = [line for line in rest if line not in effects]
    ranked = sorted(others, key=lambda line: -line.rank)
    first = [line for line in ranked[:1] if line.rank >= 0]
    by_rank = [*bars[:2], *effects, *first, *bars[2:], *ranked[len(first) :], *plain]
    for line in by_rank if bars else [*rest, *others]:
        runs = translate_spans(line.spans, translate)
        if line.bar is not None:
            runs = [*runs, (f" {line.bar[0]}/{line.bar[1]}", Tint.TEXT)]
        runs = _strip_runs(runs)
        gap = " │ " if x else " "
        room = pane.width - x - len(gap)
        if not runs or room < min(measure_runs(runs), MIN_COMPACT_LINE):
            continue
        runs = _cut_runs(runs, room)
        start = x = pane.write(0, x, gap, UiTint.FRAME)
        x = write_runs(pane, 0, x, runs)
        target = _aim_at_line(line, translate)
        pane.mark(0, target.press, target.note, start, x)


def _cut_runs(runs: list[TextRun], width: int) -> list[TextRun]:
    """Returns the runs if they fit, otherwise the first ones that fit, up to a comma, and ``…``.

    Of a list of chances the last parts, which are the highest, come after it.
    """
    if measure_runs(runs) <= width:
        return runs
    cut: list[TextRun] = []
    for text, tint in runs:
        room = max(0, width - 1 - measure_runs(cut))
        if len(text) > room:
            if not cut:
                return [(truncate(text, width), tint)]
            if _CHANCES.match(text):
                part = text[len(text) - room - 1 :].partition(",")[2].strip() if room else ""
                return [*_strip_runs(cut), ("…", Tint.DIM), (part, tint)]
            return [*_strip_runs([*cut, (text[:room].rpartition(",")[0], tint)]), ("…", Tint.DIM)]
        cut.append((text, tint))
    return cut


def _strip_runs(runs: list[TextRun]) -> list[TextRun]:
    """Removes spaces at both ends."""
    runs = [run for run in runs if run[0]]
    if runs:
        runs[0] = (runs[0][0].lstrip(), runs[0][1])
        runs[-1] = (runs[-1][0].rstrip(), runs[-1][1])
    return [run for run in runs if run[0]]


def draw_paragraphs(pane: Pane, title: str, lines: Sequence[str]) -> None:
    """Draws a title and wrapped paragraphs; the tooltip of the last row has the words that do not fit."""
    rows = wrap_paragraphs(title, lines, pane.width, pane.height)
    if len(rows) > pane.height > 0:
        rest = "".join(words for row in rows[pane.height - 1 :] for words, _ in [*row, (" ", Tint.TEXT)]).strip()
        rows = [*rows[: pane.height - 1], [(truncate(rest, pane.width), Tint.TEXT)]]
        pane.mark(pane.height - 1, None, (rest,))
    for y, row in enumerate(rows[: pane.height]):
        write_runs(pane, y, 0, row)


def wrap_paragraphs(title: str, lines: Sequence[str], width: int, height: int) -> list[list[TextRun]]:
    """Wraps paragraphs below a title; all in one paragraph if they need more than `height` rows."""
    rows = [[(truncate(title, width), int(UiTint.HEADING))]] if title else []
    rows += [row for line in lines for row in wrap_text(line, width, Tint.TEXT)]
    if len(rows) <= height:
        return rows
    words = to_single_width("  ".join(lines))
    return wrap_runs([(f"{title}  " if title else "", UiTint.HEADING), (words, Tint.TEXT)], width)
