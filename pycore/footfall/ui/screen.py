"""Draws the whole screen: a scene and the UI state on a canvas."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from footfall.api import Command, Message
from footfall.api.scene import Binding, Cells, Choice, PromptKind, Scene, Tint

from . import hearing_band, map_pane, pages, panels
from .canvas import Canvas, Pane, Rect, Shading, to_single_width
from .interaction import assign_letters, find_cursor
from .key_names import format_key
from .keymap import find_first_key, list_action_keys
from .layout import MIN_HEIGHT, MIN_WIDTH, ScreenLayout, arrange_screen, fits_screen
from .map_colors import FLASH_STEPS, RIPPLE_STEPS, Motion
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
from .ui_state import Confirmation, MapPosition, UiState


class DrawnFrame(NamedTuple):
    """Facts on the last drawn screen that the next input needs.

    Attributes:
        viewport: the visible part of the map, or None.
        scroll_limit: scroll limit of the open page.
        clicks: what a click in a rectangle gives.
        spreads: steps for which something on the map spreads or flashes after a new scene.
        is_too_small: the screen says only that it is too small.
    """

    viewport: map_pane.Viewport | None = None
    scroll_limit: int = 0
    clicks: tuple[tuple[Rect, Command], ...] = ()
    spreads: int = 0
    is_too_small: bool = False

    def clamp_scroll(self, state: UiState) -> UiState:
        """Returns the state with its scroll position limited."""
        if state.scroll <= self.scroll_limit:
            return state
        return msgspec.structs.replace(state, scroll=self.scroll_limit)

    def find_click(self, y: float, x: float) -> Command | None:
        """Returns what a click on a screen cell gives."""
        return next((command for rect, command in self.clicks if rect.contains(y, x)), None)

    def find_position(self, y: float, x: float) -> MapPosition | None:
        """Returns the map position of a point of the screen, if it shows the map."""
        return self.viewport.find_position(y, x) if self.viewport is not None else None


def draw_screen(
    canvas: Canvas, scene: Scene, state: UiState, translate: Translator, motion: Motion | None = None
) -> DrawnFrame:
    """Draws a scene.

    Args:
        canvas: redrawn completely.
        scene: the game as the player may see it.
        state: open page, cursor, prompts.
        translate: turns messages into text.
        motion: the moment of what moves; None if nothing does.
    """
    canvas.clear()
    if not fits_screen(canvas.height, canvas.width):
        return _draw_too_small(canvas.pane(), translate)
    cells = scene.cells
    layout = arrange_screen(
        canvas.height,
        canvas.width,
        has_map=cells is not None,
        has_sounds=(cells is not None and scene.has_sound_band) or bool(scene.percepts),
    )
    _draw_title_bar(canvas.pane(layout.title_bar), scene, translate)
    if state.page:
        return _draw_page(canvas, layout, scene, state, translate)
    viewport, spreads = None, 0
    room = canvas.pane(layout.main)
    if cells is not None:
        effects = map_pane.MapEffects(scene.flashes, motion)
        viewport = map_pane.draw_map(room, cells, scene.percepts, find_cursor(state, scene), state.shows_risk, effects)
        spreads = _count_steps(canvas, scene, cells)
    else:
        panels.draw_panel_columns(room.subpane(1, 1, room.height - 1, room.width - 2), scene.panels, translate)
    _draw_sidebar(canvas, layout, scene, translate)
    if layout.hearing is not None:
        hearing_band.draw_hearing_band(canvas.pane(layout.hearing), scene.percepts, translate)
    _draw_log_or_inspector(canvas, layout, scene, state, translate)
    _draw_prompt(canvas.pane(layout.prompt), room, scene, state, translate)
    if scene.farewell and state.cursor is None and state.confirmation is None:
        hint = translate_ui_text(translate, "over-again-hint" if scene.can_restart else "over-hint")
        above = canvas.pane().subpane(layout.main.top, 0, layout.main.height, canvas.width)
        pages.draw_game_over(above, scene.farewell, hint, translate)
    clicks = () if state.pending or state.confirmation else tuple(canvas.clicks)
    return DrawnFrame(viewport, 0, clicks, spreads)


def _draw_page(canvas: Canvas, layout: ScreenLayout, scene: Scene, state: UiState, translate: Translator) -> DrawnFrame:
    """Draws the open page over everything but the title bar."""
    top, bottom = layout.title_bar.bottom, layout.prompt.top
    body = canvas.pane().subpane(top, 0, bottom - top, canvas.width)
    limit = pages.draw_page(body, scene, state, translate)
    close = translate_ui_text(translate, "close-hint")
    canvas.pane(layout.prompt).write(0, 1, truncate(close, canvas.width - 2), Tint.DIM)
    return DrawnFrame(None, limit)


def _count_steps(canvas: Canvas, scene: Scene, cells: Cells) -> int:
    """Returns for how many steps something on the map spreads or flashes."""
    if canvas.shading is Shading.FLAT or cells.light is None:
        return 0
    return RIPPLE_STEPS if cells.ripples else FLASH_STEPS if scene.flashes else 0


def _draw_too_small(pane: Pane, translate: Translator) -> DrawnFrame:
    words = translate_ui_text(
        translate,
        "too-small",
        width=str(pane.width),
        height=str(pane.height),
        min_width=str(MIN_WIDTH),
        min_height=str(MIN_HEIGHT),
    )
    for y, row in enumerate(wrap_text(words, pane.width, Tint.STRONG)):
        write_runs(pane, y, 0, row)
    return DrawnFrame(is_too_small=True)


def _draw_title_bar(pane: Pane, scene: Scene, translate: Translator) -> None:
    """Draws title, alert and status; an alert shows by its text and by the tint of the bar.

    The seed is shown if it fits; the help page always has it.
    """
    background = UiTint.TITLE_BAR if scene.alert is None else UiTint.ALERT
    pane.fill(background)
    right = translate_ui_text(translate, "turn", turn=str(scene.turn)) if scene.turn else ""
    seed = translate_ui_text(translate, "seed", seed=str(scene.seed)) if scene.seed else ""
    alert = to_single_width(translate(scene.alert)) if scene.alert is not None else ""
    facts = [words for words, _ in translate_spans(scene.status, translate)]
    needed = (
        len(to_single_width(translate(scene.title)))
        + len(alert)
        + 4 * bool(alert)
        + sum(len(fact) + 2 for fact in facts)
    )
    if needed + len(right) + len(seed) + 8 <= pane.width:
        right = f"{right}  {seed}".strip()
    edge = pane.width - len(right) - 1
    title = truncate(to_single_width(translate(scene.title)), pane.width - 2)
    x = pane.write(0, 1, title, Tint.STRONG, background)
    if scene.alert is not None:
        x = pane.write(0, x + 2, f" {to_single_width(translate(scene.alert))} ", Tint.STRONG, Tint.STRONG)
    if x + 2 < edge:
        pane.write(0, edge, right, UiTint.TITLE_BAR, background)
    else:
        edge = pane.width
    for run in translate_spans(scene.status, translate):
        if run[0] and x + 2 + len(run[0]) + 2 <= edge:
            x = pane.write(0, x + 2, run[0], run[1], background)


def _draw_sidebar(canvas: Canvas, layout: ScreenLayout, scene: Scene, translate: Translator) -> None:
    if layout.divider is not None:
        canvas.pane(layout.divider).fill(char="│", tint=UiTint.FRAME)
    if layout.sidebar is not None:
        side = canvas.pane(layout.sidebar)
        panels.draw_sidebar(side.subpane(0, 1, side.height, side.width - 2), scene.panels, translate)
    if layout.compact_panels is not None:
        panels.draw_compact_panels(canvas.pane(layout.compact_panels), scene.panels, translate)


def _draw_log_or_inspector(
    canvas: Canvas, layout: ScreenLayout, scene: Scene, state: UiState, translate: Translator
) -> None:
    cursor = find_cursor(state, scene)
    position = cursor or state.hovered
    title, notes = translate_ui_text(translate, "examine"), [translate_ui_text(translate, "examine-hint")]
    if position is not None:
        title = f"{title}  {_format_offset(scene, position, translate)}"
        labels = _list_choice_labels(scene, state, translate)
        notes = (
            [translate(note) for note in _list_notes(scene, position)]
            or labels
            or [translate_ui_text(translate, "nothing-known")]
        )
    if layout.inspector is not None:
        inspector = canvas.pane(layout.inspector)
        inspector.draw_rule(0, UiTint.FRAME)
        inner = inspector.subpane(1, 1, inspector.height - 1, inspector.width - 2)
        panels.draw_paragraphs(inner, title, notes)
    elif cursor is not None:
        block = canvas.pane(layout.log)
        panels.draw_paragraphs(block.subpane(0, 1, block.height, block.width - 2), title, notes)
        return
    _draw_log(canvas.pane(layout.log), scene, translate)


def _list_notes(scene: Scene, position: MapPosition) -> tuple[Message, ...]:
    """Returns what is known of a cell: its name, what going there would risk, the rest."""
    first, rest = scene.notes.get(position, ())[:1], scene.notes.get(position, ())[1:]
    return (*first, *(scene.foretell(position) if first else ()), *rest)


def _list_choice_labels(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the labels of the choices at the cursor, of the open prompt or question."""
    cursor = find_cursor(state, scene)
    if cursor is None:
        return []
    choices = scene.answers if state.pending is None else scene.choices.get(state.pending.prompt.choices, ())
    return [translate(choice.label) for choice in choices if choice.value == cursor]


def _format_offset(scene: Scene, position: MapPosition, translate: Translator) -> str:
    """Returns the offset of a position from the focus, as ``2 N 5 W``."""
    if scene.cells is None:
        return ""
    dy, dx = position[0] - scene.cells.focus[0], position[1] - scene.cells.focus[1]
    parts = [(abs(dy), "n" if dy < 0 else "s"), (abs(dx), "w" if dx < 0 else "e")]
    return " ".join(f"{far} {translate_ui_text(translate, f'compass-{name}')}" for far, name in parts if far)


def _draw_log(pane: Pane, scene: Scene, translate: Translator) -> None:
    """Draws the newest log lines that fit, newest last; lines of earlier turns are dim."""
    newest = scene.log[-1].turn if scene.log else 0
    rows: list[list[TextRun]] = []
    for line in reversed(scene.log[-pane.height :]):
        block = pages.format_log_line(line, translate, pane.width - 2, dim=line.turn != newest)
        if len(rows) + len(block) > pane.height:
            if not rows:
                rows = block[: pane.height]
            break
        rows = [*block, *rows]
    for y, row in enumerate(rows):
        write_runs(pane, y, 1, row)


def _draw_prompt(pane: Pane, room: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the last row: a notice, a question, or key hints; lists open above it."""
    pending = state.pending
    if state.confirmation is not None:
        _draw_confirmation(pane, room, state.confirmation, translate)
        return
    if pending is not None:
        prompt = pending.prompt
        question = translate(prompt.text)
        if prompt.kind is PromptKind.CHOICE:
            pages.draw_choice_list(room, question, scene.choices.get(prompt.choices, ()), state.selected_row, translate)
        if prompt.kind is PromptKind.TEXT:
            question = f"{question} {state.typed[-(pane.width // 2) :]}_"
        hint = translate_ui_text(translate, f"{prompt.kind.value}-hint")
    elif state.cursor is not None and not scene.answers:
        question, hint = translate_ui_text(translate, "look"), translate_ui_text(translate, "look-hint")
    elif scene.answers and scene.answer_kind is PromptKind.CELL:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        hint = translate_ui_text(translate, "cell-hint")
    elif scene.answers:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        _draw_answers(pane, room, question, scene, state, translate)
        return
    elif scene.farewell:
        return
    else:
        question, hint = (translate(scene.prompt) if scene.prompt is not None else ""), ""
    x = 1
    if state.notice is not None:
        pane.write(
            0, x, truncate("! " + to_single_width(capitalize(translate(state.notice))), pane.width - 2), Tint.WARY
        )
    elif question or hint:
        x = pane.write(0, x, truncate(to_single_width(question), pane.width - 2), Tint.STRONG)
        x += 2 if question else 0
        if x + len(hint) < pane.width:
            pane.write(0, x, hint, Tint.DIM)
    else:
        _draw_key_hints(pane, scene, state, translate)


def _draw_risk_legend(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the legend of the hatching; entries that do not fit are left out."""
    bounds = [least for least, _, _ in map_pane.RISK_HATCHES[1:]]
    words = [f"<{bound} %" for bound in bounds] + [f"≥{bounds[-1]} %"]
    runs: list[TextRun] = [(find_first_key(state, scene, "risk"), UiTint.KEY)]
    runs += [(f" {translate_ui_text(translate, 'risk-off')}  ", Tint.DIM)]
    runs += [(translate_ui_text(translate, "risk-legend"), Tint.TEXT)]
    for (_, char, tint), text in zip(map_pane.RISK_HATCHES, words, strict=True):
        runs += [(f"  {char * 2}", tint), (f" {text}", Tint.DIM)]
    runs += [(f"  {''.join(char for _, char, _ in map_pane.INTEREST_HATCHES)}", Tint.WARY)]
    runs += [(f" {translate_ui_text(translate, 'risk-interest')}", Tint.DIM)]
    runs += [(f"  {map_pane.REACH_CHAR}", Tint.SOUND), (f" {translate_ui_text(translate, 'risk-reach')}", Tint.DIM)]
    while measure_runs(runs) > pane.width - 2:
        runs.pop()
    write_runs(pane, 0, 1, runs)


def _draw_confirmation(pane: Pane, room: Pane, confirmation: Confirmation, translate: Translator) -> None:
    """Draws a confirmation prompt in the last row if it fits, otherwise in a box above it."""
    runs: list[TextRun] = [(to_single_width(translate(confirmation.question)), Tint.STRONG)]
    for key, label, _ in confirmation.options:
        runs += [(f"  {format_key(key)}", UiTint.KEY), (f" {to_single_width(translate(label))}", Tint.TEXT)]
    if measure_runs(runs) <= pane.width - 2:
        write_runs(pane, 0, 1, runs)
        return
    choices = tuple(Choice(key, label, key) for key, label, _ in confirmation.options)
    pages.draw_choice_list(room, translate(confirmation.question), choices, -1, translate)


def _draw_answers(pane: Pane, room: Pane, question: str, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the options in the last row if they fit, otherwise in a list."""
    runs: list[TextRun] = [(to_single_width(question), Tint.STRONG)]
    for letter, choice in assign_letters(scene.answers):
        runs += [(f"  {letter}", UiTint.KEY), (f" {to_single_width(translate(choice.label))}", Tint.TEXT)]
    if measure_runs(runs) <= pane.width - 2 and len(scene.answers) <= 4 and state.notice is None:
        write_runs(pane, 0, 1, runs)
        return
    pages.draw_choice_list(room, question, scene.answers, state.selected_row, translate)
    words = translate(state.notice) if state.notice is not None else translate_ui_text(translate, "answer-hint")
    tint = Tint.WARY if state.notice is not None else Tint.DIM
    pane.write(0, 1, truncate(to_single_width(words), pane.width - 2), tint)


def _draw_key_hints(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the key hints that fit, ending with the help key; while the map shows risk, what its hatching means."""
    if state.shows_risk and list_action_keys(state, scene, "risk"):
        _draw_risk_legend(pane, scene, state, translate)
        return
    ends: list[tuple[str, str]] = []
    is_watched = any(thing.staying is not None for thing in scene.things)
    labels = {
        **({"risk": "short-risk"} if is_watched else {}),
        "look": "short-look",
        **({} if scene.can_save else {"quit": "leave"}),
        "help": "short-help",
    }
    for action, label in labels.items():
        keys = list_action_keys(state, scene, action)
        if keys:
            ends.append((format_key(keys[0]), translate_ui_text(translate, label)))
    pairs = {words: find_first_key(state, scene, name) for name, words in _list_hint_labels(scene, translate).items()}
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


def _list_hint_labels(scene: Scene, translate: Translator) -> dict[str, str]:
    """Returns labels by name of binding or page, in display order."""
    labels = {f"page:{page}": pages.find_page_label(scene, page, translate) for page in scene.page_keys.values()}
    for binding in scene.bindings:
        if not _is_direction_binding(binding):
            name = binding.label.id
            labels.setdefault(name, translate(scene.hint_texts.get(name, binding.label)))
    preferred = {name: labels[name] for name in scene.hints if name in labels}
    return preferred if preferred else labels


def _is_direction_binding(binding: Binding) -> bool:
    return type(binding.fields.get("direction")) is int
