"""What the mouse points at: highlighted if a click does something, with a box of notes next to it."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.api.scene import Tint

from .canvas import Canvas, Rect, Target
from .palette import UiTint
from .text_layout import TextRun, wrap_text, write_runs

MAX_WIDTH = 60
"""Columns of a box of notes."""


def find_target(targets: Sequence[Target], y: float, x: float) -> Target | None:
    """Returns the topmost target at a point of the screen."""
    return next((target for target in reversed(targets) if target.rect.contains(y, x)), None)


def draw_pointed(canvas: Canvas, pointed: tuple[int, int] | None) -> None:
    """Draws over a finished screen what belongs to the target whose first cell is `pointed`."""
    target = find_target(canvas.targets, *pointed) if pointed is not None else None
    if target is None or target.rect[:2] != pointed:
        return
    rect = target.rect
    if target.press is not None:
        part = canvas.cells[rect.top : rect.bottom, rect.left : rect.right]
        part["fg"] = canvas.palette.foreground[Tint.STRONG, Tint.PLAYER]
        part["bg"] = canvas.palette.background[Tint.PLAYER]
    note = target.read_note()
    if any(note):
        draw_tooltip(canvas, rect, note)


def draw_tooltip(canvas: Canvas, beside: Rect, note: Sequence[str]) -> None:
    """Draws a box of notes below a part of the screen, or above it."""
    width = min(MAX_WIDTH, canvas.width, max(map(len, note)) + 4)
    rows: list[list[TextRun]] = [row for words in note for row in wrap_text(words, width - 4)]
    height = min(len(rows) + 2, max(beside.top, canvas.height - beside.bottom))
    top = beside.bottom if beside.bottom + height <= canvas.height else max(0, beside.top - height)
    left = min(beside.left, canvas.width - width)
    inner = canvas.pane(Rect(top, left, height, width)).draw_box(Tint.DIM, UiTint.OVERLAY)
    for y, row in enumerate(rows):
        write_runs(inner, y, 0, row, UiTint.OVERLAY)
