"""Full-screen pages (help, messages, pages of the game) and boxes over the map (lists, end of game)."""

from collections.abc import Sequence
from typing import NamedTuple

from footfall.api import Message
from footfall.api.scene import CLICK, Choice, LogLine, Panel, Scene, Tint

from ..details import assign_letters, list_detail_lines
from ..keymap import format_key, list_key_groups
from ..ui_state import HELP_PAGE, MESSAGES_PAGE, UiState
from .canvas import Pane, Press, to_single_width
from .hints import strip_hint, wrap_hint, write_hint
from .palette import UiTint
from .panels import format_panel
from .text_layout import (
    TextRun,
    Translator,
    capitalize,
    measure_runs,
    translate_ui_text,
    truncate,
    wrap_runs,
    wrap_text,
    write_runs,
)

LOG_KIND_TINTS = {
    "heard": Tint.SOUND,
    "good": Tint.GOOD,
    "bad": Tint.BAD,
    "warn": Tint.WARY,
    "alarm": Tint.BAD,
    "sound": Tint.SOUND,
    "problem": Tint.WARY,
    "lesson": Tint.LIGHT,
}
"""Tints of log lines by kind; the text says the same."""

LOG_KIND_PREFIXES = {"lesson": "» "}
"""Prefixes of log lines by kind."""


def draw_page(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> int:
    """Draws the open page and returns its scroll limit."""
    pane.fill()
    body = pane.subpane(2, 2, pane.height - 2, pane.width - 4)
    marks: list[PageMark] = []
    if state.page == MESSAGES_PAGE:
        title, rows = translate_ui_text(translate, "messages"), format_messages(scene, translate, body.width)
        limit = max(0, len(rows) - body.height)
        start = max(0, limit - state.scroll)
    else:
        if state.page == HELP_PAGE:
            title = translate_ui_text(translate, "help-title", seed=str(scene.seed))
            rows, marks = lay_out_help(scene, state, translate, body.width)
        else:
            panel = scene.pages.get(state.page) or Panel(Message("footfall-ui-no-page"))
            title, rows, targets = format_panel(panel, translate, body.width)
            marks = [PageMark(row, target.press, target.note) for row, target in enumerate(targets)]
        limit = max(0, len(rows) - body.height)
        start = min(state.scroll, limit)
    x = pane.write(0, 1, f" {title} ", UiTint.HEADING)
    if limit:
        end = min(start + body.height, len(rows))
        position = translate_ui_text(translate, "place", first=str(start + 1), last=str(end), count=str(len(rows)))
        pane.write(0, max(x + 1, pane.width - len(position) - 2), position, Tint.DIM)
    pane.subpane(1, 1, 1, pane.width - 2).draw_rule(0, UiTint.FRAME)
    for y, row in enumerate(rows[start : start + body.height]):
        write_runs(body, y, 0, row)
    for mark in marks:
        if start <= mark.row < start + body.height:
            body.mark(mark.row - start, mark.press, mark.note, mark.x, mark.end)
    if lines := [translate(line) for line in list_detail_lines(state, scene)]:
        _draw_detail(pane, lines)
    return limit


class PageMark(NamedTuple):
    """The target of the pointer at a part of a row of a page."""

    row: int
    press: Press | str | None
    note: tuple[str, ...] = ()
    x: int = 0
    end: int | None = None


def format_messages(scene: Scene, translate: Translator, width: int) -> list[list[TextRun]]:
    """Returns the rows of the whole log, oldest first, with the turn at the first line of each turn."""
    rows: list[list[TextRun]] = []
    last_turn = None
    for line in scene.log:
        number = f"{line.shown_turn:>5}  " if line.shown_turn != last_turn else " " * 7
        last_turn = line.shown_turn
        for i, row in enumerate(format_log_line(line, translate, max(1, width - 7))):
            rows.append([(number if i == 0 else " " * 7, Tint.DIM), *row])
    return rows


def format_log_line(line: LogLine, translate: Translator, width: int, dim: bool = False) -> list[list[TextRun]]:
    """Wraps a log line, with its count."""
    words = LOG_KIND_PREFIXES.get(line.kind, "") + capitalize(translate(line.message))
    tint = Tint.DIM if dim else LOG_KIND_TINTS.get(line.kind, Tint.TEXT)
    runs: list[TextRun] = [(to_single_width(words), tint)]
    if line.count > 1:
        runs.append((f" ×{line.count}", Tint.DIM if dim else Tint.STRONG))
    return wrap_runs(runs, width, indent=2)


def lay_out_help(
    scene: Scene, state: UiState, translate: Translator, width: int
) -> tuple[list[list[TextRun]], list[PageMark]]:
    """Returns the rows of all current keys by group, then those of the UI, in as many columns as fit.

    A click on a row closes the page and presses the first of its keys.
    """
    count = max(1, min(3, (width + 3) // 39))
    column = (width - 3 * (count - 1)) // count
    click = translate_ui_text(translate, "click")
    sections = {
        group: [
            (" ".join(click if key == CLICK else translate(format_key(key)) for key in keys), label, keys[0])
            for keys, label in lines
        ]
        for group, lines in list_key_groups(state, scene, translate).items()
    }
    lead = min(16, max((len(names) for lines in sections.values() for names, _, _ in lines), default=0))
    blocks, presses = [], []
    for group, lines in sections.items():
        rows: list[list[TextRun]] = [[(truncate(group, column), UiTint.HEADING)]]
        own = [""]
        for names, label, key in lines:
            start = max(lead, len(names)) + 2
            for i, row in enumerate(wrap_text(label, max(8, column - start))):
                rows.append([(names.ljust(start) if i == 0 else " " * start, UiTint.KEY), *row])
                own.append("" if key == CLICK else key)
        blocks.append([*rows, []])
        presses.append([*own, ""])
    marks = []
    for block, at in zip(presses, _place_blocks([len(rows) for rows in blocks], count), strict=True):
        x = at[1] * (column + 3)
        marks += [PageMark(at[0] + y, ("ESC", key), (), x, x + column) for y, key in enumerate(block) if key]
    return arrange_columns(blocks, count, column), marks


def arrange_columns(blocks: Sequence[list[list[TextRun]]], count: int, width: int) -> list[list[TextRun]]:
    """Arranges blocks in `count` columns of about equal height, in reading order."""
    columns: list[list[list[TextRun]]] = [[] for _ in range(count)]
    for rows, (_, index) in zip(blocks, _place_blocks([*map(len, blocks)], count), strict=True):
        columns[index] += rows
    merged = []
    for y in range(max(map(len, columns), default=0)):
        runs: list[TextRun] = []
        for i, column in enumerate(columns):
            row = column[y] if y < len(column) else []
            runs += row
            if i + 1 < count:
                runs.append((" " * (width + 3 - measure_runs(row)), Tint.NONE))
        merged.append(runs)
    return merged


def _place_blocks(heights: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Returns the first row and the column of each block."""
    target = -(-sum(heights) // count)
    places = []
    y = index = 0
    for height in heights:
        if y and y + height // 2 > target and index + 1 < count:
            y, index = 0, index + 1
        places.append((y, index))
        y += height
    return places


# Boxes.


def draw_choice_list(
    pane: Pane, title: str, choices: tuple[Choice, ...], selected_row: int, translate: Translator
) -> None:
    """Draws a box with a list; the selected row (none if negative) is marked, its details are shown below."""
    lettered = assign_letters(choices)
    selected_row = min(selected_row, len(lettered) - 1)
    labels = [f" {letter or ' '}) {to_single_width(translate(choice.label))}" for letter, choice in lettered]
    details = [translate(detail) for detail in lettered[selected_row][1].detail] if selected_row >= 0 else []
    told = [translate(detail) for _, choice in lettered for detail in choice.detail]  # of all: the box keeps its width
    widest = max([len(label) for label in labels] + [len(title), *map(len, told), 20])
    width = min(pane.width, widest + 6)
    head = wrap_text(capitalize(title), width - 4, UiTint.HEADING)
    tail: list[list[TextRun]] = [row for detail in details for row in wrap_text(detail, width - 4, Tint.DIM, indent=2)]
    room = pane.height - 2 - len(head)
    tail = tail[: max(0, room - min(len(labels), 5) - 1)]
    rows = min(len(labels), room - len(tail) - bool(tail))
    height = 2 + len(head) + rows + len(tail) + bool(tail)
    inner = _draw_box(pane, height, width)
    y = _write_rows(inner, 0, head)
    start = min(max(0, selected_row - rows // 2), max(0, len(labels) - rows))
    for i in range(start, min(start + rows, len(labels))):
        background = Tint.PLAYER if i == selected_row else UiTint.OVERLAY
        marker = "›" if i == selected_row else "↑" if i == start and start else " "
        if i == start + rows - 1 and i + 1 < len(labels) and i != selected_row:
            marker = "↓"
        line = truncate(marker + labels[i][1:], inner.width)
        inner.write(y, 0, line.ljust(inner.width), Tint.TEXT, background)
        letter, choice = lettered[i]
        inner.write(y, 1, line[1 : 2 + len(letter)], UiTint.KEY, background)
        steps = (i - max(selected_row, 0)) % len(labels)
        note: tuple[str, ...] = (labels[i][4:],) if line != marker + labels[i][1:] else ()
        note += tuple(map(translate, choice.detail)) if i != selected_row else ()
        inner.mark(y, (letter,) if letter else ("DOWN",) * steps + ("ENTER",), note)
        if marker in "↑↓":
            inner.mark(y, "PGUP" if marker == "↑" else "PGDN", end=1)
        y += 1
    _write_rows(inner, y + 1, tail)


HINT_WIDTH = 74
"""Maximum width of the box at the end of a game that hints alone cause."""


def list_end_hints(scene: Scene) -> tuple[str, ...]:
    """Returns the names of the hints at the end of a game."""
    labels = {binding.label.id for binding in scene.bindings}
    more = {
        "over-story": "story" in scene.pages,
        "over-map": "footfall-map-keep" in labels,
        "over-board": scene.cells is not None or bool(scene.places),
    }
    first = "over-practice" if "footfall-practice-back" in labels else "over-again" if scene.can_restart else "over"
    return (first, *(name for name, is_there in more.items() if is_there))


def draw_game_over(pane: Pane, scene: Scene, translate: Translator) -> None:
    """Draws the box at the end of a game."""
    lines = scene.farewell
    hint = ", ".join(translate_ui_text(translate, f"{name}-hint") for name in list_end_hints(scene))
    width = min(
        pane.width,
        max([len(translate(line)) for line in lines] + [min(len(strip_hint(hint, translate)), HINT_WIDTH), 28]) + 6,
    )
    rows: list[list[TextRun]] = []
    for i, line in enumerate(lines):
        rows += [*wrap_text(translate(line), width - 4, Tint.STRONG if i == 0 else Tint.TEXT), []]
    hints = wrap_hint(hint, width - 4, translate)
    room = pane.height - 2 - len(hints)
    if len(rows) > room:
        rows = [row for row in rows if row][:room]
    box = _draw_box(pane, len(rows) + len(hints) + 2, width)
    y = _write_rows(box, 0, rows)
    for part in hints:
        write_hint(box, y, 0, part, translate, UiTint.OVERLAY)
        y += 1


def _draw_detail(pane: Pane, lines: Sequence[str]) -> None:
    width = min(pane.width, 64, max(map(len, lines)) + 6)
    rows = wrap_text(lines[0], width - 4, UiTint.HEADING)
    for line in lines[1:]:
        rows += wrap_text(line, width - 4)
    _write_rows(_draw_box(pane, len(rows) + 2, width), 0, rows)


def _draw_box(pane: Pane, height: int, width: int) -> Pane:
    height = min(height, pane.height)
    is_below_board = pane.rect.top > 2  # maps and pages begin above; a phone keeps the board, and shows no box
    top = max(0, (pane.height - height) // (2 if is_below_board else 3))
    part = pane.subpane(top, (pane.width - width) // 2, height, width)
    pane.canvas.box = None if is_below_board else part.rect
    return part.draw_box(Tint.DIM, UiTint.OVERLAY)


def _write_rows(pane: Pane, y: int, rows: Sequence[Sequence[TextRun]]) -> int:
    for row in rows:
        write_runs(pane, y, 0, row, UiTint.OVERLAY)
        y += 1
    return y
