"""Text layout: word wrapping, truncation, aligned tables."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from footfall.api import Message
from footfall.api.scene import Line, Span, Tint

from .canvas import Pane, to_single_width

Translator: TypeAlias = Callable[[Message | str], str]
"""Translates a message; a plain string is returned unchanged."""

TextRun: TypeAlias = tuple[str, int]
"""Text in one tint."""

NAME_WIDTH, MIN_CELL = 18, 8
"""Columns up to which the first cell of a row of a table stays whole, while another cell has more than the second."""

_NUMBER = re.compile(r"[-+−×x]?\d[\d.,/%d+-]*")


def translate_ui_text(translate: Translator, name: str, **arguments: object) -> str:
    """Translates a message of the UI catalog."""
    return translate(Message(f"footfall-ui-{name}", arguments))


def describe_offset(
    origin: tuple[int, int], position: tuple[int, int], translate: Translator, prefix: str = "compass"
) -> str:
    """Returns the offset of a position, as ``2 N 5 W``; with the prefix ``plain``, as ``2 north 5 west``."""
    dy, dx = position[0] - origin[0], position[1] - origin[1]
    parts = [(abs(dy), "n" if dy < 0 else "s"), (abs(dx), "w" if dx < 0 else "e")]
    return " ".join(f"{far} {translate_ui_text(translate, f'{prefix}-{name}')}" for far, name in parts if far)


def translate_spans(spans: Iterable[Span], translate: Translator) -> list[TextRun]:
    """Translates spans into runs."""
    return [(to_single_width(translate(span.text)), span.tint) for span in spans]


def measure_runs(runs: Iterable[TextRun]) -> int:
    """Returns the width of runs in cells."""
    return sum(len(words) for words, _ in runs)


def wrap_runs(runs: Sequence[TextRun], width: int, indent: int = 0) -> list[list[TextRun]]:
    """Wraps runs into rows of at most `width` cells; only words longer than a row are cut.

    Rows after the first are indented.
    """
    if width <= 0:
        return []
    chars = [(char, tint) for words, tint in runs for char in words]
    rows: list[list[TextRun]] = []
    while True:
        room = width - (indent if rows else 0)
        if room <= 0:
            indent, room = 0, width
        if len(chars) <= room:
            end = skip = len(chars)
        else:
            end = next((i for i in range(room, 0, -1) if chars[i][0] == " "), 0)
            if end == 0 or all(char == " " for char, _ in chars[:end]):
                end = skip = room
            else:
                skip = end
                while skip < len(chars) and chars[skip][0] == " ":
                    skip += 1
        row = [(" ", int(Tint.NONE))] * (indent if rows else 0) + chars[:end]
        rows.append([("".join(char for char, _ in run), tint) for tint, run in groupby(row, itemgetter(1))])
        chars = chars[skip:]
        if not chars:
            return rows


def wrap_text(text: str, width: int, tint: int = Tint.TEXT, indent: int = 0) -> list[list[TextRun]]:
    """Wraps text of one tint."""
    return wrap_runs([(to_single_width(text), tint)], width, indent)


def capitalize(text: str) -> str:
    """Capitalizes the first word, unless it is a single character (a glyph of the map)."""
    return text[:1].upper() + text[1:] if text[1:2].isalpha() else text


def truncate(text: str, width: int) -> str:
    """Returns the text if it fits, otherwise its whole words that fit and ``…``."""
    if len(text) <= width:
        return text
    if width <= 0:
        return ""
    head = text[:width]
    cut = head.rfind(" ")
    return (head[:cut] if cut > 0 else head[: width - 1]).rstrip(" ,;:·") + "…"


def write_runs(pane: Pane, y: int, x: int, runs: Iterable[TextRun], background: int = Tint.NONE) -> int:
    """Writes runs on one row and returns the column after them."""
    for words, tint in runs:
        x = pane.write(y, x, words, tint, background)
    return x


def format_table(lines: Sequence[Line], translate: Translator, width: int) -> list[list[TextRun]]:
    """Aligns lines in columns, numbers to the right.

    If they are wider than `width`, the gaps between them shrink, then the widest columns; the first one, which names
    the line, only if it is long. Cells after the last number that do not fit use the free columns of each other.
    """
    cells = [translate_spans(line.spans, translate) for line in lines]
    count = max((len(row) for row in cells), default=0)
    widths = [max((len(row[i][0]) for row in cells if i < len(row)), default=0) for i in range(count)]
    gap = 1 if sum(widths) + 2 * (count - 1) > width else 2
    while widths and sum(widths) + gap * (count - 1) > width and max(widths) > 3:
        others = widths[1:] if widths[0] <= NAME_WIDTH and max(widths[1:], default=0) > MIN_CELL else widths
        widths[len(widths) - len(others) + others.index(max(others))] -= 1
    filled = [[words for row in cells[1:] if i < len(row) and (words := row[i][0].strip())] for i in range(count)]
    right = [all(map(_NUMBER.fullmatch, words)) for words in filled]
    fixed = max((i + 1 for i in range(count) if right[i] and filled[i]), default=1)
    total = sum(widths) + gap * (count - 1)
    rows = []
    for row in cells:
        texts = [words.rjust(widths[i]) if right[i] else words.rstrip() for i, (words, _) in enumerate(row)]
        fitted = [truncate(text, width) for text, width in zip(texts, widths, strict=False)]
        spare = total - sum(widths[:fixed]) - sum(map(len, fitted[fixed:])) - gap * (len(fitted) - 1)
        for i in reversed(range(fixed, len(fitted))):
            longer = truncate(texts[i], len(fitted[i]) + spare)
            spare -= len(longer) - len(fitted[i])
            fitted[i] = longer
        lengths = [*widths[: min(fixed, len(fitted))], *map(len, fitted[fixed:])]
        starts = _place_cells(lengths, widths, gap, total)
        cells_and_tints = enumerate(zip(fitted, row, strict=True))
        rows.append([(text.ljust(starts[i + 1] - starts[i]), tint) for i, (text, (_, tint)) in cells_and_tints])
    return rows


def _place_cells(lengths: Sequence[int], widths: Sequence[int], gap: int, total: int) -> list[int]:
    """Returns the first column of each cell of a row, and the column after the last one.

    A cell begins with its column, or before it if the cells from it on need more than their columns.
    """
    spare = total - sum(lengths) - gap * (len(lengths) - 1)
    starts, free = [], 0
    for i, length in enumerate(lengths):
        latest = spare + sum(lengths[:i]) + gap * i
        starts.append(max(free, min(sum(widths[:i]) + gap * i, latest)))
        free = starts[i] + length + gap
    return [*starts, total]
