"""Setting text: spans flow into rows without cutting words; tables get even columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from footfall.api import Message
from footfall.api.scene import Line, Span, Tint

from .canvas import Pane, to_single_width

Translator: TypeAlias = Callable[[Message | str], str]
"""Turns a message into words; a plain string passes as it is."""

TextRun: TypeAlias = tuple[str, int]
"""Words in one tint."""

_NUMBER = re.compile(r"[-+−×x]?\d[\d.,/%d+-]*")


def translate_ui_text(text: Translator, name: str, **arguments: object) -> str:
    """A text of the front end's own catalogue."""
    return text(Message(f"footfall-ui-{name}", arguments))


def translate_spans(spans: Iterable[Span], text: Translator) -> list[TextRun]:
    """The words of spans, side by side."""
    return [(to_single_width(text(span.text)), span.tint) for span in spans]


def measure_runs(runs: Iterable[TextRun]) -> int:
    """Cells that runs take."""
    return sum(len(words) for words, _ in runs)


def wrap_runs(runs: Sequence[TextRun], width: int, indent: int = 0) -> list[list[TextRun]]:
    """Breaks runs into rows of at most `width` cells, at spaces wherever there is one.

    Rows after the first are indented. A word longer than a row is the only one cut.
    """
    if width <= 0:
        return []
    signs = [(sign, tint) for words, tint in runs for sign in words]
    rows: list[list[TextRun]] = []
    while True:
        room = width - (indent if rows else 0)
        if room <= 0:
            indent, room = 0, width
        if len(signs) <= room:
            end = skip = len(signs)
        else:
            end = next((i for i in range(room, 0, -1) if signs[i][0] == " "), 0)
            if end == 0 or all(sign == " " for sign, _ in signs[:end]):
                end = skip = room
            else:
                skip = end
                while skip < len(signs) and signs[skip][0] == " ":
                    skip += 1
        rows.append(_join_runs(signs[:end], indent if rows else 0))
        signs = signs[skip:]
        if not signs:
            return rows


def wrap_text(words: str, width: int, tint: int = Tint.TEXT, indent: int = 0) -> list[list[TextRun]]:
    """`flow` for words of one tint."""
    return wrap_runs([(to_single_width(words), tint)], width, indent)


def _join_runs(signs: Sequence[TextRun], indent: int) -> list[TextRun]:
    runs: list[TextRun] = [(" " * indent, Tint.NONE)] if indent else []
    for sign, tint in signs:
        if runs and runs[-1][1] == tint:
            runs[-1] = (runs[-1][0] + sign, tint)
        else:
            runs.append((sign, tint))
    return runs


def capitalize(words: str) -> str:
    """Words with a capital at the beginning; a sign that stands alone there is left as it is."""
    return words[:1].upper() + words[1:] if words[1:2].isalpha() else words


def truncate(words: str, width: int) -> str:
    """The words if they fit, else as many whole ones as do, and ``…``."""
    if len(words) <= width:
        return words
    if width <= 0:
        return ""
    kept = words[:width]
    cut = kept.rfind(" ")
    return (kept[:cut] if cut > 0 else kept[: width - 1]).rstrip(" ,;:·") + "…"


def write_runs(pane: Pane, y: int, x: int, runs: Iterable[TextRun], background: int = Tint.NONE) -> int:
    """Writes runs on one row and returns the column after them."""
    for words, tint in runs:
        x = pane.write(y, x, words, tint, background)
    return x


def format_table(lines: Sequence[Line], text: Translator, width: int) -> list[list[TextRun]]:
    """Rows of aligned columns; numbers stand right, the widest column gives way if it must."""
    cells = [translate_spans(line.spans, text) for line in lines]
    count = max((len(row) for row in cells), default=0)
    widths = [max((len(row[i][0]) for row in cells if i < len(row)), default=0) for i in range(count)]
    while widths and sum(widths) + 2 * (count - 1) > width and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    right = [
        all(_NUMBER.fullmatch(row[i][0].strip()) for row in cells[1:] if i < len(row) and row[i][0].strip())
        for i in range(count)
    ]
    rows = []
    for row in cells:
        runs: list[TextRun] = []
        for i, (words, tint) in enumerate(row):
            fitted = truncate(words, widths[i])
            gap = "  " if i + 1 < count else ""
            runs.append(((fitted.rjust if right[i] else fitted.ljust)(widths[i]) + gap, tint))
        rows.append(runs)
    return rows
