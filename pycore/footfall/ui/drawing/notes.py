"""Notes on the cell under the cursor (the inspector) and on the target under the mouse (the tooltip)."""

from collections.abc import Sequence
from typing import NamedTuple

from footfall.api import Message
from footfall.api.scene import Scene, Tint

from ..interaction import find_cursor
from ..ui_state import MapPosition, UiState
from . import panels
from .canvas import Canvas, Rect, Target
from .layout import MIN_MAP_ROWS, ScreenLayout, extend_log
from .palette import UiTint
from .text_layout import TextRun, Translator, describe_offset, translate_ui_text, wrap_text, write_runs

MIN_SIDEBAR_ROWS = 8
"""Rows that the sidebar keeps while the inspector grows over it."""


class Note(NamedTuple):
    """The known facts of a cell.

    Attributes:
        is_aimed: the cell is under the cursor.
    """

    title: str
    lines: list[str]
    is_aimed: bool


def read_note(scene: Scene, state: UiState, translate: Translator) -> Note | None:
    """Returns the note on the cell under the cursor, or under the mouse; None without either."""
    cursor = find_cursor(state, scene)
    position = cursor or state.mouse_position
    if position is None:
        return None
    offset = describe_offset(scene.cells.focus, position, translate) if scene.cells is not None else ""
    title = f"{translate_ui_text(translate, 'examine')}  {offset}"
    lines = [translate(message) for message in list_cell_messages(scene, position)]
    if not lines and cursor is not None:  # the open prompt or question may have a name for it
        choices = scene.answers if state.pending is None else scene.choices.get(state.pending.prompt.choices, ())
        lines = [translate(choice.label) for choice in choices if choice.value == cursor]
    lines = lines or [translate_ui_text(translate, "nothing-known")]
    return Note(title, lines, cursor is not None)


def list_cell_messages(scene: Scene, position: MapPosition) -> tuple[Message, ...]:
    """Returns the facts on a cell: its name, the risk of going there, the rest."""
    first, rest = scene.notes.get(position, ())[:1], scene.notes.get(position, ())[1:]
    return (*first, *(scene.foretell(position) if first else ()), *rest)


def let_note_grow(layout: ScreenLayout, note: Note | None) -> ScreenLayout:
    """Lets the inspector cover the last rows of the sidebar, or of the map, while a note needs them."""
    if note is None:
        return layout
    inspector, sidebar = layout.inspector, layout.sidebar
    if inspector is not None and sidebar is not None:
        most = max(0, sidebar.height - MIN_SIDEBAR_ROWS)
        more = _count_missing_rows(note, inspector.width - 2, inspector.height - 1, most)
        if not more:
            return layout
        grown = inspector._replace(top=inspector.top - more, height=inspector.height + more)
        return layout._replace(inspector=grown, sidebar=sidebar._replace(height=sidebar.height - more))
    if inspector is not None or not note.is_aimed:
        return layout
    most = max(0, layout.main.height - MIN_MAP_ROWS)
    return extend_log(layout, _count_missing_rows(note, layout.log.width - 2, layout.log.height, most))


def _count_missing_rows(note: Note, width: int, height: int, limit: int) -> int:
    """Returns by how many rows a block must grow for a note, at most `limit`."""
    rows = panels.wrap_paragraphs(note.title, note.lines, width, height + limit)
    return min(max(0, len(rows) - height), limit)


def draw_note(
    canvas: Canvas, layout: ScreenLayout, note: Note | None, translate: Translator, *, may_look: bool
) -> bool:
    """Draws the note, or how to get one if there is a way; returns whether it takes the place of the log."""
    if layout.inspector is None:
        if note is None or not note.is_aimed:
            return False
        block = canvas.pane(layout.log)
        panels.draw_paragraphs(block.subpane(0, 1, block.height, block.width - 2), note.title, note.lines)
        return True
    if note is None and not may_look:
        return False
    if note is None:
        words = translate_ui_text(translate, "examine"), [translate_ui_text(translate, "examine-hint")]
        note = Note(*words, is_aimed=False)
    inspector = canvas.pane(layout.inspector)
    inspector.draw_rule(0, UiTint.FRAME)
    inner = inspector.subpane(1, 1, inspector.height - 1, inspector.width - 2)
    panels.draw_paragraphs(inner, note.title, note.lines)
    return False


MAX_WIDTH = 60
"""Columns of a box of notes."""


def find_target(targets: Sequence[Target], y: float, x: float) -> Target | None:
    """Returns the topmost target at a point of the screen."""
    return next((target for target in reversed(targets) if target.rect.contains(y, x)), None)


def draw_pointed(canvas: Canvas, pointed: tuple[int, int] | None, translate: Translator) -> None:
    """Draws over a finished screen what belongs to the target whose first cell is `pointed`."""
    target = find_target(canvas.targets, *pointed) if pointed is not None else None
    if target is None or target.rect[:2] != pointed:
        return
    if target.press is not None:
        highlight(canvas, target.rect)
    note = target.read_note()
    if any(note):
        draw_tooltip(canvas, target.rect, note, translate)


def highlight(canvas: Canvas, rect: Rect) -> None:
    """Lights a part of the screen."""
    part = canvas.cells[rect.top : rect.bottom, rect.left : rect.right]
    part["fg"] = canvas.palette.foreground[Tint.STRONG, Tint.PLAYER]
    part["bg"] = canvas.palette.background[Tint.PLAYER]


def draw_tooltip(
    canvas: Canvas, beside: Rect, note: Sequence[str], translate: Translator, scroll: int | None = None
) -> int:
    """Draws a box of notes below a part of the screen, or above it; a wider one if it is too high, then some rows.

    The last row of the screen stays free. Returns the rows by which it can scroll.

    Args:
        scroll: rows that it is scrolled by; None: no key scrolls it.
    """
    last = canvas.height - 1 if beside.bottom < canvas.height else canvas.height
    most = max(beside.top, last - beside.bottom)
    for widest in (MAX_WIDTH, canvas.width):
        width = min(widest, canvas.width, max(map(len, note)) + 4)
        rows: list[list[TextRun]] = [row for words in note for row in wrap_text(words, width - 4)]
        if len(rows) + 2 <= most:
            break
    limit = max(0, len(rows) + 2 - most)
    rows = rows[min(scroll or 0, limit) :]
    if len(rows) + 2 > most:
        kept, more = max(0, most - 3), "more" if scroll is None else "more-below"
        rows = [*rows[:kept], [(translate_ui_text(translate, more, count=len(rows) - kept), Tint.DIM)]]
    height = min(len(rows) + 2, most)
    top = beside.bottom if beside.bottom + height <= last else max(0, beside.top - height)
    left = min(beside.left, canvas.width - width)
    inner = canvas.pane(Rect(top, left, height, width)).draw_box(Tint.DIM, UiTint.OVERLAY)
    for y, row in enumerate(rows):
        write_runs(inner, y, 0, row, UiTint.OVERLAY)
    return limit
