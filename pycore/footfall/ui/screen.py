"""The whole screen: composes a scene and the front end's own view of it on a canvas."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from footfall.api.scene import Binding, Choice, PromptKind, Scene, Tint

from . import hearing_band, map_pane, pages, panels
from .canvas import Canvas, Pane, to_single_width
from .interaction import Confirmation, MapPosition, UiState, assign_letters, find_first_key, list_action_keys
from .key_names import format_key
from .layout import MIN_HEIGHT, MIN_WIDTH, ScreenLayout, arrange_screen, fits_screen
from .palette import UiTint
from .text_layout import (
    TextRun,
    Translator,
    capitalize,
    measure_runs,
    translate_spans,
    translate_ui_text,
    truncate,
    wrap_text,
    write_runs,
)


class DrawnFrame(NamedTuple):
    """What the next input must know of the screen that was drawn.

    Attributes:
        window: where the map is shown, or None.
        limit: how far the open page can be scrolled.
    """

    viewport: map_pane.Viewport | None = None
    scroll_limit: int = 0

    def clamp_scroll(self, view: UiState) -> UiState:
        """The view with its scrolling held to what there is."""
        if view.scroll <= self.scroll_limit:
            return view
        return msgspec.structs.replace(view, scroll=self.scroll_limit)

    def find_position(self, y: int, x: int) -> MapPosition | None:
        """The map position shown in a cell of the screen."""
        return self.viewport.find_position(y, x) if self.viewport is not None else None


def draw_screen(canvas: Canvas, scene: Scene, view: UiState, text: Translator) -> DrawnFrame:
    """Draws a scene.

    Args:
        canvas: drawn over whole.
        scene: what the character can know.
        view: open page, cursor, question of the front end.
        text: turns messages into words.
    """
    canvas.clear()
    if not fits_screen(canvas.height, canvas.width):
        return _draw_too_small(canvas.pane(), text)
    cells = scene.cells
    layout = arrange_screen(
        canvas.height,
        canvas.width,
        has_map=cells is not None,
        has_sounds=(cells is not None and scene.has_sound_band) or bool(scene.percepts),
    )
    _draw_title_bar(canvas.pane(layout.title_bar), scene, text)
    if view.page:
        top, bottom = layout.title_bar.bottom, layout.prompt.top
        body = canvas.pane().subpane(top, 0, bottom - top, canvas.width)
        limit = pages.draw_page(body, scene, view, text)
        close = translate_ui_text(text, "close-hint")
        canvas.pane(layout.prompt).write(0, 1, truncate(close, canvas.width - 2), Tint.DIM)
        return DrawnFrame(None, limit)
    window = None
    room = canvas.pane(layout.main)
    if cells is not None:
        window = map_pane.draw_map(room, cells, scene.percepts, view.cursor)
    else:
        panels.draw_panel_columns(room.subpane(1, 1, room.height - 1, room.width - 2), scene.panels, text)
    _draw_sidebar(canvas, layout, scene, text)
    if layout.hearing is not None:
        hearing_band.draw_hearing_band(canvas.pane(layout.hearing), scene.percepts, text)
    _draw_log_or_inspector(canvas, layout, scene, view, text)
    _draw_prompt(canvas.pane(layout.prompt), room, scene, view, text)
    if scene.farewell and view.cursor is None and view.confirmation is None:
        hint = translate_ui_text(text, "over-again-hint" if scene.can_restart else "over-hint")
        above = canvas.pane().subpane(layout.main.top, 0, layout.main.height, canvas.width)
        pages.draw_game_over(above, scene.farewell, hint, text)
    return DrawnFrame(window)


def _draw_too_small(pane: Pane, text: Translator) -> DrawnFrame:
    words = translate_ui_text(
        text,
        "too-small",
        width=str(pane.width),
        height=str(pane.height),
        min_width=str(MIN_WIDTH),
        min_height=str(MIN_HEIGHT),
    )
    for y, row in enumerate(wrap_text(words, pane.width, Tint.STRONG)):
        write_runs(pane, y, 0, row)
    return DrawnFrame()


def _draw_title_bar(pane: Pane, scene: Scene, text: Translator) -> None:
    """Title, alert word, facts; the strip's tint and the word tell danger together.

    The seed stands there if all facts have room beside it; it is also on the help page.
    """
    ground = UiTint.STRIP if scene.alert is None else UiTint.ALERT
    pane.fill(ground)
    right = translate_ui_text(text, "turn", turn=str(scene.turn)) if scene.turn else ""
    seed = translate_ui_text(text, "seed", seed=str(scene.seed))
    alert = to_single_width(text(scene.alert)) if scene.alert is not None else ""
    facts = [words for words, _ in translate_spans(scene.status, text)]
    needed = (
        len(to_single_width(text(scene.title)))
        + len(alert)
        + 4 * bool(alert)
        + sum(len(fact) + 2 for fact in facts)
    )
    if needed + len(right) + len(seed) + 8 <= pane.width:
        right = f"{right}  {seed}".strip()
    edge = pane.width - len(right) - 1
    title = truncate(to_single_width(text(scene.title)), pane.width - 2)
    x = pane.write(0, 1, title, Tint.STRONG, ground)
    if scene.alert is not None:
        x = pane.write(0, x + 2, f" {to_single_width(text(scene.alert))} ", Tint.STRONG, Tint.STRONG)
    if x + 2 < edge:
        pane.write(0, edge, right, UiTint.STRIP, ground)
    else:
        edge = pane.width
    for run in translate_spans(scene.status, text):
        if run[0] and x + 2 + len(run[0]) + 2 <= edge:
            x = pane.write(0, x + 2, run[0], run[1], ground)


def _draw_sidebar(canvas: Canvas, layout: ScreenLayout, scene: Scene, text: Translator) -> None:
    if layout.divider is not None:
        canvas.pane(layout.divider).fill(char="│", tint=UiTint.FRAME)
    if layout.sidebar is not None:
        side = canvas.pane(layout.sidebar)
        panels.draw_sidebar(side.subpane(0, 1, side.height, side.width - 2), scene.panels, text)
    if layout.compact_panels is not None:
        panels.draw_compact_panels(canvas.pane(layout.compact_panels), scene.panels, text)


def _draw_log_or_inspector(
    canvas: Canvas, layout: ScreenLayout, scene: Scene, view: UiState, text: Translator
) -> None:
    at = view.cursor or view.hovered
    title, notes = translate_ui_text(text, "examine"), [translate_ui_text(text, "examine-hint")]
    if at is not None:
        title = f"{title}  {_format_offset(scene, at, text)}"
        named = _list_choice_labels(scene, view, text)
        notes = (
            [text(note) for note in scene.notes.get(at, ())]
            or named
            or [translate_ui_text(text, "nothing-known")]
        )
    if layout.inspector is not None:
        looked = canvas.pane(layout.inspector)
        looked.draw_rule(0, UiTint.FRAME)
        inner = looked.subpane(1, 1, looked.height - 1, looked.width - 2)
        panels.draw_paragraphs(inner, title, notes)
    elif view.cursor is not None:
        block = canvas.pane(layout.log)
        panels.draw_paragraphs(block.subpane(0, 1, block.height, block.width - 2), title, notes)
        return
    _draw_log(canvas.pane(layout.log), scene, text)


def _list_choice_labels(scene: Scene, view: UiState, text: Translator) -> list[str]:
    """What the cell under the cursor is called in the list that is asked from."""
    if view.pending is None or view.cursor is None:
        return []
    listed = scene.choices.get(view.pending.ask.choices, ())
    return [text(choice.label) for choice in listed if choice.value == view.cursor]


def _format_offset(scene: Scene, at: MapPosition, text: Translator) -> str:
    """Where a position lies from the focus, as ``2 N 5 W``."""
    if scene.cells is None:
        return ""
    dy, dx = at[0] - scene.cells.focus[0], at[1] - scene.cells.focus[1]
    parts = [(abs(dy), "n" if dy < 0 else "s"), (abs(dx), "w" if dx < 0 else "e")]
    return " ".join(f"{far} {translate_ui_text(text, f'compass-{name}')}" for far, name in parts if far)


def _draw_log(pane: Pane, scene: Scene, text: Translator) -> None:
    """The newest lines that fit whole, newest last; those of earlier turns are dim."""
    newest = scene.log[-1].turn if scene.log else 0
    rows: list[list[TextRun]] = []
    for line in reversed(scene.log[-pane.height :]):
        block = pages.format_log_line(line, text, pane.width - 2, dim=line.turn != newest)
        if len(rows) + len(block) > pane.height:
            if not rows:
                rows = block[: pane.height]
            break
        rows = [*block, *rows]
    for y, row in enumerate(rows):
        write_runs(pane, y, 1, row)


def _draw_prompt(pane: Pane, room: Pane, scene: Scene, view: UiState, text: Translator) -> None:
    """The last row: a word to the player, a question, or the keys of the moment; lists open above it."""
    pending = view.pending
    if view.confirmation is not None:
        _draw_confirmation(pane, room, view.confirmation, text)
        return
    if pending is not None:
        ask = pending.ask
        question = text(ask.text)
        if ask.kind is PromptKind.CHOICE:
            pages.draw_choice_list(
                room, question, scene.choices.get(ask.choices, ()), view.selected_row, text
            )
        hint = translate_ui_text(text, f"{ask.kind.value}-hint")
    elif view.cursor is not None:
        question, hint = translate_ui_text(text, "look"), translate_ui_text(text, "look-hint")
    elif scene.answers:
        question = text(scene.prompt) if scene.prompt is not None else translate_ui_text(text, "answer")
        _draw_answers(pane, room, question, scene, view, text)
        return
    elif scene.farewell:
        return
    else:
        question, hint = (text(scene.prompt) if scene.prompt is not None else ""), ""
    x = 1
    if view.notice is not None:
        pane.write(
            0, x, truncate("! " + to_single_width(capitalize(text(view.notice))), pane.width - 2), Tint.WARY
        )
    elif question or hint:
        x = pane.write(0, x, truncate(to_single_width(question), pane.width - 2), Tint.STRONG)
        x += 2 if question else 0
        if x + len(hint) < pane.width:
            pane.write(0, x, hint, Tint.DIM)
    else:
        _draw_key_hints(pane, scene, view, text)


def _draw_confirmation(pane: Pane, room: Pane, sure: Confirmation, text: Translator) -> None:
    """What is asked before harm, in the last row if it fits, else in a box above it."""
    runs: list[TextRun] = [(to_single_width(text(sure.question)), Tint.STRONG)]
    for key, label, _ in sure.options:
        runs += [(f"  {format_key(key)}", UiTint.KEY), (f" {to_single_width(text(label))}", Tint.TEXT)]
    if measure_runs(runs) <= pane.width - 2:
        write_runs(pane, 0, 1, runs)
        return
    choices = tuple(Choice(key, label, key) for key, label, _ in sure.options)
    pages.draw_choice_list(room, text(sure.question), choices, -1, text)


def _draw_answers(
    pane: Pane, room: Pane, question: str, scene: Scene, view: UiState, text: Translator
) -> None:
    """The options in the last row if they fit, else in a list."""
    runs: list[TextRun] = [(to_single_width(question), Tint.STRONG)]
    for letter, choice in assign_letters(scene.answers):
        runs += [(f"  {letter}", UiTint.KEY), (f" {to_single_width(text(choice.label))}", Tint.TEXT)]
    if measure_runs(runs) <= pane.width - 2 and len(scene.answers) <= 4 and view.notice is None:
        write_runs(pane, 0, 1, runs)
        return
    pages.draw_choice_list(room, question, scene.answers, view.selected_row, text)
    words = text(view.notice) if view.notice is not None else translate_ui_text(text, "answer-hint")
    tint = Tint.WARY if view.notice is not None else Tint.DIM
    pane.write(0, 1, truncate(to_single_width(words), pane.width - 2), tint)


def _draw_key_hints(pane: Pane, scene: Scene, view: UiState, text: Translator) -> None:
    """Keys and what they do, as many whole ones as fit, ending with the help."""
    ends: list[tuple[str, str]] = []
    for action in ("look", "help"):
        keys = list_action_keys(view, scene, action)
        if keys:
            ends.append((format_key(keys[0]), translate_ui_text(text, f"short-{action}")))
    pairs = {
        label: find_first_key(view, scene, name) for name, label in _list_hint_labels(scene, text).items()
    }
    room = pane.width - 1 - sum(len(key) + len(label) + 3 for key, label in ends)
    x = 1
    for label, key in pairs.items():
        if not key or x + len(key) + len(label) + 3 > room:
            continue
        x = pane.write(0, x, key, UiTint.KEY)
        x = pane.write(0, x + 1, to_single_width(label), Tint.DIM) + 2
    for key, label in ends:
        x = pane.write(0, x, key, UiTint.KEY)
        x = pane.write(0, x + 1, label, Tint.DIM) + 2


def _list_hint_labels(scene: Scene, text: Translator) -> dict[str, str]:
    """Names of bindings and pages with their labels, in the order in which they are to be shown."""
    known = {f"page:{page}": pages.find_page_label(scene, page, text) for page in scene.page_keys.values()}
    for binding in scene.bindings:
        if not _is_direction_binding(binding):
            known.setdefault(binding.label.id, text(binding.label))
    first = {name: known[name] for name in scene.hints if name in known}
    return first if first else known


def _is_direction_binding(binding: Binding) -> bool:
    return type(binding.fields.get("direction")) is int
