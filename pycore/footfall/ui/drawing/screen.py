"""Draws the whole screen: a scene and the UI state on a canvas."""

import re
from typing import NamedTuple

import msgspec

from footfall.api.scene import Choice, LogLine, PromptKind, Scene, Span, Tint

from ..details import assign_letters, set_letters
from ..interaction import find_cursor, preview_pending
from ..keymap import find_key, format_key
from ..map import map_pane
from ..map.map_colors import FLASH_STEPS, RIPPLE_STEPS, Motion
from ..places_cursor import list_place_answers
from ..ui_state import MESSAGES_PAGE, MapPosition, UiState, find_row
from . import hearing_band, pages, panels, places_pane
from .canvas import Canvas, Pane, Target, to_single_width
from .emblem import draw_emblem
from .hearing_band import SOUND_KIND
from .hints import draw_key_hints, strip_hint, write_hint
from .layout import (
    MIN_HEIGHT,
    MIN_WIDTH,
    WIDE_WIDTH,
    ScreenLayout,
    arrange_scene,
    extend_log_for_news,
    find_news_turn,
    make_room_for_notice,
)
from .notes import (
    draw_note,
    draw_pointed,
    draw_tooltip,
    find_target,
    highlight,
    let_note_grow,
    list_cell_messages,
    read_note,
)
from .palette import UiTint
from .place_words import describe_chosen, find_place
from .text_layout import (
    TextRun,
    Translator,
    capitalize,
    translate_spans,
    translate_ui_text,
    truncate,
    wrap_text,
    write_runs,
)

_SENTENCE_END = re.compile(r"(?<=[.!?])\s|:\s")


class DrawnFrame(NamedTuple):
    """Facts on the last drawn screen that the next input needs.

    Attributes:
        viewport: the visible part of the map, or None.
        targets: parts for the pointer, the topmost last.
        spreads: steps for which something on the map spreads or flashes after a new scene.
        is_too_small: the screen says only that it is too small.
        has_emblem: the emblem of the title screen moves.
    """

    viewport: map_pane.Viewport | None = None
    scroll_limit: int = 0
    targets: tuple[Target, ...] = ()
    spreads: int = 0
    is_too_small: bool = False
    has_emblem: bool = False

    @property
    def is_alive(self) -> bool:
        """Whether something on the screen moves slowly."""
        return self.has_emblem or (self.viewport is not None and self.viewport.is_alive)

    def clamp_scroll(self, state: UiState) -> UiState:
        """Returns the state with its scroll position limited."""
        if state.scroll <= self.scroll_limit:
            return state
        return msgspec.structs.replace(state, scroll=self.scroll_limit)

    def find_target(self, y: float, x: float) -> Target | None:
        """Returns the topmost target at a point of the screen."""
        return find_target(self.targets, y, x)

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
        motion: the moment of the motion; None for a still screen.
    """
    canvas.clear()
    if motion is not None and motion.alarm is not None:
        scene = msgspec.structs.replace(scene, alert=motion.alarm)
    if canvas.height < MIN_HEIGHT or canvas.width < MIN_WIDTH:
        pane = canvas.pane()
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
    frame = _draw_parts(canvas, scene, state, translate, motion)._replace(targets=tuple(canvas.targets))
    draw_pointed(canvas, state.mouse_target, translate)
    if state.place and state.shows_notes and state.mouse_target is None:
        frame = frame._replace(scroll_limit=_draw_chosen(canvas, scene, state, translate))
    _draw_hovered_cell(canvas, frame, scene, state, translate)
    return frame


def _draw_chosen(canvas: Canvas, scene: Scene, state: UiState, translate: Translator) -> int:
    """Tells what is known of the place, or the line of a table, under the cursor; returns how far that can scroll."""
    target = next((target for target in canvas.targets if target.place == state.place), None)
    if target is None:
        return 0
    if find_place(scene, state.place) is None:
        highlight(canvas, target.rect)
    return draw_tooltip(canvas, target.rect, describe_chosen(state.place, scene, translate), translate, state.scroll)


def _draw_hovered_cell(canvas: Canvas, frame: DrawnFrame, scene: Scene, state: UiState, translate: Translator) -> None:
    """Tells what is known of the cell under the mouse, on a screen too narrow for the inspector."""
    position = state.mouse_position
    if frame.viewport is None or position is None or state.cursor is not None or canvas.width >= WIDE_WIDTH:
        return
    notes = tuple(to_single_width(translate(note)) for note in list_cell_messages(scene, position))
    if notes:
        draw_tooltip(canvas, frame.viewport.find_cell(position), notes, translate)


def _draw_parts(
    canvas: Canvas, scene: Scene, state: UiState, translate: Translator, motion: Motion | None
) -> DrawnFrame:
    layout = arrange_scene(canvas.height, canvas.width, scene, translate)
    _draw_title_bar(canvas.pane(layout.title_bar), scene, translate)
    if state.page:
        return _draw_page(canvas, layout, scene, state, translate)
    viewport, spreads, note = None, 0, read_note(scene, state, translate)
    room, has_emblem = draw_emblem(canvas.pane(layout.main), scene, motion)
    if scene.cells is not None:
        layout, viewport = _draw_map(canvas, layout, scene, state, translate, motion)
        if scene.cells.light is not None:
            spreads = RIPPLE_STEPS if scene.cells.ripples else FLASH_STEPS if scene.flashes else 0
    elif layout.panels is not None:
        places_pane.draw_places(room, scene, state.place, places_pane.list_place_keys(state, scene), translate)
        room = canvas.pane(layout.panels._replace(height=layout.prompt.top - layout.panels.top))  # below the board
        panels.draw_panel_columns(room.subpane(0, 1, layout.panels.height, room.width - 2), scene.panels, translate)
    else:
        panels.draw_panel_columns(room.subpane(1, 1, room.height - 1, room.width - 2), scene.panels, translate)
        map_pane.draw_sample(room, scene, motion)
    if layout.divider is not None:
        canvas.pane(layout.divider).fill(char="│", tint=UiTint.FRAME)
    if layout.sidebar is not None:
        side = canvas.pane(layout.sidebar)
        panels.draw_sidebar(side.subpane(0, 1, side.height, side.width - 2), scene.panels, translate)
    if layout.compact_panels is not None:
        panels.draw_compact_panels(canvas.pane(layout.compact_panels), scene.panels, translate)
    if layout.hearing is not None:
        hearing_band.draw_hearing_band(canvas.pane(layout.hearing), scene.percepts, translate)
    layout = make_room_for_notice(layout, _read_notice(scene, state, translate))
    if not draw_note(canvas, layout, note, translate, may_look=bool(scene.bindings)):
        _draw_log(canvas.pane(layout.log), scene, state, translate)
    if state.pending is not None or state.confirmation is not None:
        canvas.targets[:] = [target._replace(press=None) for target in canvas.targets]
    _draw_prompt(canvas.pane(layout.prompt), room, scene, state, translate)
    if scene.farewell and not (state.cursor or state.place or state.confirmation):
        top = layout.title_bar.bottom
        below = canvas.pane().subpane(top, 0, canvas.height - top, canvas.width)
        pages.draw_game_over(below, scene, translate)
    return DrawnFrame(viewport, 0, (), spreads, has_emblem=has_emblem)


def _draw_page(canvas: Canvas, layout: ScreenLayout, scene: Scene, state: UiState, translate: Translator) -> DrawnFrame:
    """Draws the open page over everything but the title bar."""
    top, bottom = layout.title_bar.bottom, layout.prompt.top
    body = canvas.pane().subpane(top, 0, bottom - top, canvas.width)
    limit = pages.draw_page(body, scene, state, translate)
    has_details = any(choice.detail for choice in scene.choices.get(state.page, ()))
    close = translate_ui_text(translate, "close-details-hint" if has_details else "close-hint")
    write_hint(canvas.pane(layout.prompt), 0, 1, close, translate)
    return DrawnFrame(None, limit)


def _draw_map(
    canvas: Canvas, layout: ScreenLayout, scene: Scene, state: UiState, translate: Translator, motion: Motion | None
) -> tuple[ScreenLayout, map_pane.Viewport]:
    """Draws the map; the log and the note may cover its last rows, but not the cursor."""
    main, cursor, cells = canvas.pane(layout.main), find_cursor(state, scene), scene.cells
    assert cells is not None
    viewport = map_pane.draw_map(main, scene, cursor, state.shows_risk, motion)
    grown = let_note_grow(layout, read_note(scene, state, translate))
    grown = grown if cursor is not None else extend_log_for_news(grown, scene, translate)
    if grown.log != layout.log:
        if viewport.find_cell(cursor or cells.focus).bottom > grown.main.bottom:
            main.fill()
            viewport = map_pane.draw_map(canvas.pane(grown.main), scene, cursor, state.shows_risk, motion)
        for rect in filter(None, (grown.hearing, grown.log)):
            canvas.pane(rect).fill()
    return grown, viewport


def _draw_title_bar(pane: Pane, scene: Scene, translate: Translator) -> None:
    """Draws title, alert and status; an alert shows by its text and by the tint of the bar.

    The seed is shown if it fits; the help page always has it.
    """
    background = UiTint.TITLE_BAR if scene.alert is None else UiTint.ALERT
    pane.fill(background)
    has_turn = scene.turn and not scene.places  # a board counts rounds, in each of which players have turns
    right = translate_ui_text(translate, "turn", turn=str(scene.shown_turn)) if has_turn else ""
    seed = translate_ui_text(translate, "seed", seed=str(scene.seed)) if scene.seed else ""
    facts = [translate(scene.title), translate(scene.alert) if scene.alert is not None else ""]
    facts += [translate(span.words if span.words is not None else span.text) for span in scene.status]
    notes = [to_single_width(fact).strip() for fact in (*facts, right, seed) if fact.strip()]
    pane.mark(0, None, tuple(notes))
    status, title, alert, needed = _fit_headings(scene, translate, right, pane.width)
    if needed + len(right) + len(seed) + 8 <= pane.width:
        right = f"{right}  {seed}".strip()
    edge = pane.width - len(right) - bool(right)
    x = pane.write(0, 1, truncate(title, pane.width - 2), Tint.STRONG, background) if title else -1
    if alert:
        x = pane.write(0, x + 2, truncate(f" {alert} ", pane.width - x - 2), Tint.STRONG, Tint.STRONG)
    if x + 2 < edge:
        pane.write(0, edge, right, UiTint.TITLE_BAR, background)
    else:
        edge = pane.width
    for span, run in zip(status, translate_spans(status, translate), strict=True):
        if run[0] and x + 2 + len(run[0]) + 2 <= edge:
            start, x = x + 2, pane.write(0, x + 2, run[0], run[1], background)
            pane.mark(0, None, (translate(span.words),) if span.words is not None else (), start, x)


def _fit_headings(
    scene: Scene, translate: Translator, right: str, width: int
) -> tuple[tuple[Span, ...], str, str, int]:
    """Returns status, title and alert, as short as the title bar needs, and their columns."""
    status, status_width = scene.status, _measure_status(scene.status, translate)
    title, alert = _choose_headings(scene, translate, width - status_width - len(right) - 4)
    needed = len(title) + len(alert) + 4 * bool(alert) + status_width
    if needed + len(right) + 3 > width:
        status = tuple(msgspec.structs.replace(span, text=span.short or span.text) for span in status)
        status_width = _measure_status(status, translate)
        title, alert = _choose_headings(scene, translate, width - status_width - len(right) - 4)
        title = title if not status or len(title) + status_width + len(right) + 3 <= width else ""
        needed = width
    return status, title, alert, needed


def _measure_status(status: tuple[Span, ...], translate: Translator) -> int:
    return sum(len(words) + 2 for words, _ in translate_spans(status, translate))


def _choose_headings(scene: Scene, translate: Translator, room: int) -> tuple[str, str]:
    """Returns title and alert that fit next to the status.

    A title is cut to its last part, such as the floor, or left out; a logged alert is cut to a word.
    """
    title = to_single_width(translate(scene.title))
    last = title.rpartition("  ")[2]
    if scene.alert is None:
        return title if len(title) + 3 <= room else last, ""
    alert = _SENTENCE_END.split(to_single_width(translate(scene.alert)), maxsplit=1)[0]  # its headline
    short = translate_ui_text(translate, "alert")
    titles = (title, last, "")
    choices = [(words, alert) for words in titles]
    if any(line.message == scene.alert for line in scene.log):
        choices += [(words, short) for words in titles]
    fitting = (pair for pair in choices if len(pair[0]) + len(pair[1]) + 2 * bool(pair[0]) + 3 <= room)
    return next(fitting, choices[-1] if scene.status else choices[0])


def _draw_log(pane: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the newest log lines that fit, newest last; lines of earlier turns are dim. A click opens all of them.

    Sounds, which the hearing band shows, give way to the other events of their turn. On a board the first row says how
    many lines on the turns of bots are above it.
    """
    newest = find_news_turn(scene)
    rows: list[tuple[LogLine, list[TextRun]]] = []
    news = {line.turn for line in scene.log[-pane.height :] if line.kind != SOUND_KIND}
    has_band = scene.cells is not None and scene.has_sound_band
    lines = [line for line in scene.log if not (has_band and line.kind == SOUND_KIND and line.turn in news)]
    for line in reversed(lines[-pane.height :]):
        block = pages.format_log_line(line, translate, pane.width - 2, dim=line.turn < newest)
        if len(rows) + len(block) > pane.height:
            if not rows:
                rows = [(line, row) for row in block[: pane.height]]
            break
        rows = [*((line, row) for row in block), *rows]
    key = find_key(state, scene, MESSAGES_PAGE)
    shown = {id(line) for line, _ in rows[1:]}
    missing = [line for line in lines if line.turn >= newest and id(line) not in shown] if scene.news_since else []
    if scene.places and len(rows) == pane.height and len(missing) > 1:
        words = translate_ui_text(translate, "earlier", count=len(missing), key=translate(format_key(key)))
        rows[0] = rows[0][0], [(words, Tint.DIM)]
    for y, (line, row) in enumerate(rows):
        write_runs(pane, y, 1, row)
        when = translate_ui_text(translate, "turn", turn=str(line.shown_turn))
        notes = (to_single_width(translate(note)) for note in line.notes)
        pane.mark(y, key, (when, to_single_width(capitalize(translate(line.message))), *notes))


def _draw_prompt(pane: Pane, room: Pane, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the last row: a notice, a question, or key hints; lists open above it."""
    pending = state.pending
    if state.confirmation is not None:
        choices = tuple(Choice(key, label, key) for key, label, _ in state.confirmation.options)
        pages.draw_choice_list(room, capitalize(translate(state.confirmation.question)), choices, -1, translate)
        _write_choices(pane, "", choices, translate)
        return
    if pending is not None:
        prompt = pending.prompt
        question = translate(prompt.text)
        if prompt.kind is PromptKind.CHOICE:
            pages.draw_choice_list(
                room, question, scene.choices.get(prompt.choices, ()), find_row(state, scene), translate
            )
        if prompt.kind is PromptKind.TEXT:
            options = scene.complete(prompt.field, state.input_text)
            if options:  # the part that is still to be typed is at the end of each
                names = [re.split(r"[ ;](?=\S+ ?=? ?$)", option)[-1] for option in options]
                choices = tuple(Choice(name, name, "·") for name in names)
                pages.draw_choice_list(room, question, choices, -1, translate)
            question = f"{question} {state.input_text[-(pane.width // 2) :]}_"
        hint = translate_ui_text(translate, f"{prompt.kind.value}-hint")
    elif (state.cursor is not None or state.place) and not scene.answers:
        hint = translate_ui_text(translate, "place-hint" if find_place(scene, state.place) else "look-hint")
        question = translate_ui_text(translate, "look")
    elif scene.answers and scene.answer_kind is PromptKind.CELL:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        hint = translate_ui_text(translate, "cell-hint")
    elif scene.answers:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        _draw_answers(pane, room, question, scene, state, translate)
        return
    elif scene.farewell and state.notice is None:
        return
    else:
        question, hint = (translate(scene.prompt) if scene.prompt is not None else ""), ""
    _write_prompt(pane, question, hint, scene, state, translate)


def _read_notice(scene: Scene, state: UiState, translate: Translator) -> str:
    """Returns the notice as the last row says it, after the question that a place of the board answers."""
    if state.notice is None:
        return ""
    words = f"! {to_single_width(capitalize(translate(state.notice)))}"
    is_on_board = state.pending is None and scene.prompt is not None and bool(list_place_answers(scene))
    return f"{to_single_width(translate(scene.prompt))} {words}" if is_on_board and scene.prompt is not None else words


def _write_notice(pane: Pane, words: str) -> None:
    """Writes a notice in the rows that it has; the mouse shows the rest."""
    pane.fill()
    rows = wrap_text(words, pane.width - 2, Tint.WARY, indent=2)
    if len(rows) > pane.height:
        rest = "".join(text for row in rows[pane.height - 1 :] for text, _ in row)
        rows[pane.height - 1 :] = [[(truncate(rest, pane.width - 2), Tint.WARY)]]
        pane.mark(pane.height - 1, None, (rest,))
    for y, row in enumerate(rows):
        write_runs(pane, y, 1, row)


def _write_prompt(pane: Pane, question: str, hint: str, scene: Scene, state: UiState, translate: Translator) -> None:
    """Writes a notice, or a question and how to answer it, or key hints."""
    x = 1
    if state.notice is not None:
        _write_notice(pane, _read_notice(scene, state, translate))
    elif question or hint:
        facts = ", ".join(to_single_width(translate(fact)) for fact in preview_pending(state, scene))
        question, shown, hint = _fit_prompt(to_single_width(question), facts, hint, pane.width - 2, translate)
        if shown != facts:
            draw_tooltip(pane.canvas, pane.rect, (facts,), translate)
        x = pane.write(0, x, question, Tint.STRONG) + 2 if question else x
        x = pane.write(0, x, shown, Tint.SOUND) + 2 if shown else x
        write_hint(pane, 0, x, hint, translate)
    else:
        draw_key_hints(pane, scene, state, translate)


def _fit_prompt(question: str, facts: str, hint: str, width: int, translate: Translator) -> tuple[str, str, str]:
    """Shortens a prompt: the first parts of the hint go, then the question, never the keys that answer and cancel."""
    parts = hint.split(", ")
    hints = [", ".join(parts[start:]) for start in range(max(1, len(parts) - 1))]
    choices = [(question, facts, hint) for hint in hints]
    if facts:
        choices += [("", facts, hint) for hint in hints]
    for choice in choices:
        if sum(len(strip_hint(text, translate)) + 2 for text in choice if text) - 2 <= width:
            return choice
    question, facts, hint = choices[-1]
    room = max(0, width - len(strip_hint(hint, translate)) - 2)
    return truncate(question, room), truncate(facts, room), hint


def _write_choices(pane: Pane, question: str, choices: tuple[Choice, ...], translate: Translator) -> bool:
    """Writes a question and its options in one row, if they fit; returns whether they do."""
    lettered = [
        (letter, translate(format_key(letter)), f" {to_single_width(translate(choice.label))}", choice)
        for letter, choice in assign_letters(choices)
    ]
    needed = len(question) + sum(len(key) + len(label) + 2 for _, key, label, _ in lettered)
    if needed > pane.width - 2:
        return False
    x = pane.write(0, 1, question, Tint.STRONG)
    for letter, key, label, choice in lettered:
        start = x + 2
        x = pane.write(0, pane.write(0, start, key, UiTint.KEY), label)
        pane.mark(0, letter, tuple(map(translate, choice.detail)), start, x)
    return True


def _draw_answers(pane: Pane, room: Pane, question: str, scene: Scene, state: UiState, translate: Translator) -> None:
    """Draws the options in the last row if they fit and need no words, otherwise in a list; places are on the board."""
    on_board = list_place_answers(scene)
    choices = set_letters(scene.answers)
    lettered = [choice for index, choice in enumerate(choices) if index not in on_board]
    question = " ".join((question, *(choice.letter for index, choice in enumerate(choices) if index in on_board)))
    is_covering = scene.cells is not None or bool(scene.places or scene.panels)
    is_short = len(lettered) <= 4 and state.notice is None and is_covering
    is_short = is_short and (bool(on_board) or not any(choice.detail for choice in lettered))
    if is_short and _write_choices(pane, question, tuple(lettered), translate):
        return
    if not on_board:
        pages.draw_choice_list(room, question, scene.answers, find_row(state, scene), translate)
    if state.notice is not None:
        _write_notice(pane, _read_notice(scene, state, translate))
    elif on_board:
        pane.write(0, 1, truncate(to_single_width(question), pane.width - 2), Tint.STRONG)
    else:
        write_hint(pane, 0, 1, translate_ui_text(translate, "answer-hint"), translate)
