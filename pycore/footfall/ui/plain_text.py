"""A scene as lines of plain text, for readers who hear or feel the screen: the news, and each fact on request."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from footfall.api.scene import (
    DIRECTIONS,
    ActionOdds,
    Choice,
    Line,
    LogLine,
    Panel,
    PromptKind,
    Scene,
    SceneThing,
    Span,
    Tint,
)

from .hearing_band import COMPASS_SUFFIXES, describe_percept
from .interaction import assign_letters, find_cursor
from .key_names import KEY_SYMBOLS, format_key
from .map_pane import DIRECTION_ARROWS, PERCEPT_MAX_AGE
from .pages import find_page_label, format_help, format_messages
from .text_layout import TextRun, Translator, capitalize, translate_ui_text, wrap_text
from .ui_state import HELP_PAGE, MESSAGES_PAGE, MapPosition, UiState

WIDTH = 80
"""Columns of a line."""

MAX_SIGHT_STEPS = 20
"""Cells that a direction is followed along when the surroundings are described."""

_KEY_WORDS = str.maketrans({symbol: name for name, symbol in KEY_SYMBOLS.items()})
_COMMAS = re.compile(r"( *,)+")
_GAUGES = re.compile(r"[■·█▁▂▄▆━╸─▸│]+")


def wrap_lines(lines: Iterable[str]) -> list[str]:
    """Wraps lines to `WIDTH` columns."""
    return [row[0][0] if row else "" for line in lines for row in wrap_text(line, WIDTH)]


def speak_signs(text: str, translate: Translator) -> str:
    """Replaces arrows by the names of their directions and removes gauges, which numbers repeat."""
    for arrow, suffix in zip(DIRECTION_ARROWS, COMPASS_SUFFIXES, strict=True):
        if arrow in text:
            text = text.replace(arrow, f" {translate_ui_text(translate, f'plain-{suffix}')} ")
    return " ".join(_GAUGES.sub(" ", text).split())


def describe_offset(origin: MapPosition, position: MapPosition, translate: Translator) -> str:
    """Returns where a position lies, as ``2 north 5 west``."""
    dy, dx = position[0] - origin[0], position[1] - origin[1]
    parts = [(abs(dy), "n" if dy < 0 else "s"), (abs(dx), "w" if dx < 0 else "e")]
    words = [f"{far} {translate_ui_text(translate, f'plain-{name}')}" for far, name in parts if far]
    return " ".join(words) or translate_ui_text(translate, "plain-here")


def describe_thing(thing: SceneThing, scene: Scene, translate: Translator) -> str:
    """Returns a thing with where it is, and the chance that it takes notice."""
    label = translate(thing.label)
    if thing.staying is not None:
        label = f"{label}, {translate(thing.staying.text)}"
    return label if scene.cells is None else f"{label}, {describe_offset(scene.cells.focus, thing.position, translate)}"


# News: what a scene has that the previous one had not.


def list_new_log_lines(log: Sequence[LogLine], previous: Sequence[LogLine]) -> list[LogLine]:
    """Returns the lines added to a log since, and its last old line if it was repeated since."""
    if not previous:
        return list(log)
    for index in range(len(log) - 1, -1, -1):
        if log[index].message == previous[-1].message and (
            index == 0 or len(previous) == 1 or log[index - 1].message == previous[-2].message
        ):
            return list(log[index + (log[index].count <= previous[-1].count) :])
    return list(log)


def list_news(scene: Scene, previous: Scene | None, translate: Translator) -> list[str]:
    """Returns what happened since the previous scene: messages, sounds, arrivals, changed values."""
    lines = []
    for line in list_new_log_lines(scene.log, previous.log if previous is not None else ()):
        times = f" ×{line.count}" if line.count > 1 else ""
        lines.append(capitalize(translate(line.message)) + times)
    if previous is None or scene.turn != previous.turn:
        lines += [
            speak_signs(describe_percept(percept, translate)[2:], translate)
            for percept in scene.percepts
            if percept.age == 0
        ]
    known = Counter(translate(thing.label) for thing in previous.things) if previous is not None else Counter()
    for thing in scene.things:
        label = translate(thing.label)
        if known[label]:
            known[label] -= 1
        else:
            lines.append(capitalize(describe_thing(thing, scene, translate)))
    old = set(_list_values(previous, translate)) if previous is not None else set()
    lines += [value for value in _list_values(scene, translate) if value not in old]
    return lines


def _list_values(scene: Scene, translate: Translator) -> list[str]:
    """Returns alert, status, and the first panel unless it is a table."""
    lines = [translate(scene.alert)] if scene.alert is not None else []
    lines += [format_spans([span], translate) for span in scene.status]
    first = scene.panels[0] if scene.panels else None
    if first is not None and not first.table:
        lines += format_panel_lines(first, translate)
    return [line for line in lines if line]


def format_spans(spans: Iterable[Span], translate: Translator) -> str:
    """Returns spans as text, with words for signs, set off by commas."""
    parts = (translate(span.text) if span.words is None else f", {translate(span.words)}, " for span in spans)
    return _COMMAS.sub(",", speak_signs("".join(parts), translate)).replace(":,", ":").strip(" ,")


def format_panel_lines(panel: Panel, translate: Translator) -> list[str]:
    """Returns the lines of a panel; in a table each cell follows the heading of its column."""
    if panel.table:
        return _format_table_lines(panel.lines, translate)
    lines = []
    for line in panel.lines:
        text = format_spans(line.spans, translate)
        if line.bar is not None:
            gauge = translate_ui_text(translate, "plain-gauge", value=str(line.bar[0]), maximum=str(line.bar[1]))
            text = f"{text} {gauge}".strip()
        lines.append(text)
    return [line for line in lines if line]


def _format_table_lines(lines: Sequence[Line], translate: Translator) -> list[str]:
    rows = [[format_spans([span], translate) for span in line.spans] for line in lines]
    has_heading = bool(lines) and all(span.tint == Tint.DIM for span in lines[0].spans)
    heading = rows.pop(0) if has_heading else []
    texts = []
    for row in rows:
        cells = []
        for index, cell in enumerate(row):
            title = heading[index] if index < len(heading) else ""
            if cell:
                cells.append(f"{title} {cell}" if title and title != cell and index else cell)
        texts.append(", ".join(cells))
    return texts


# The open page, prompt or question.


def describe_input(scene: Scene, state: UiState, translate: Translator) -> tuple[list[str], list[str]]:
    """Returns what the next key answers: the question with its options, and the selected option or cell."""
    if state.confirmation is not None:
        options = [f"{format_key(key)}: {translate(label)}" for key, label, _ in state.confirmation.options]
        return [translate(state.confirmation.question), *options], []
    if state.page:
        return describe_page(scene, state, translate), _describe_detail(scene, state, translate)
    if state.pending is not None:
        prompt = state.pending.prompt
        head = [f"{translate(prompt.text)} ({translate_ui_text(translate, f'{prompt.kind.value}-hint')})"]
        if prompt.kind is PromptKind.CHOICE:
            choices = scene.choices.get(prompt.choices, ())
            return [*head, *_list_options(choices, translate)], _describe_row(choices, state, translate)
        if prompt.kind is PromptKind.TEXT:
            return head, [state.typed] if state.typed else []
        return head, describe_cell(scene, state, translate) if prompt.kind is PromptKind.CELL else []
    if scene.answers:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        if scene.answer_kind is PromptKind.CELL:
            hint = translate_ui_text(translate, "cell-hint")
            return [f"{question} ({hint})"], describe_cell(scene, state, translate)
        return [question, *_list_options(scene.answers, translate)], _describe_row(scene.answers, state, translate)
    if state.cursor is not None:
        head = [f"{translate_ui_text(translate, 'look')} ({translate_ui_text(translate, 'look-hint')})"]
        return head, describe_cell(scene, state, translate)
    if scene.farewell:
        hint = translate_ui_text(translate, "over-again-hint" if scene.can_restart else "over-hint")
        return [*map(translate, scene.farewell), hint], []
    head = [translate(scene.prompt)] if scene.prompt is not None else []
    return head, list_odds(scene, translate) if state.shows_risk else []


def describe_page(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the whole open page, with its title."""
    if state.page == MESSAGES_PAGE:
        return [translate_ui_text(translate, "messages"), *_join_runs(format_messages(scene, translate, WIDTH))]
    if state.page == HELP_PAGE:
        title = translate_ui_text(translate, "help-title", seed=str(scene.seed))
        own = [f"{FACT_KEY} {key}: {translate_ui_text(translate, f'plain-fact-{key}')}" for key in FACTS]
        rows = _join_runs(format_help(scene, state, translate, 39))
        return [title, *own, *(" ".join(row.translate(_KEY_WORDS).split()) for row in rows)]
    panel = scene.pages.get(state.page)
    if panel is None:
        return [translate_ui_text(translate, "no-page")]
    return [find_page_label(scene, state.page, translate), *format_panel_lines(panel, translate)]


def _join_runs(rows: Iterable[Sequence[TextRun]]) -> list[str]:
    texts = ("".join(words for words, _ in row).strip() for row in rows)
    return [text for text in texts if text]


def _describe_detail(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    for letter, choice in assign_letters(scene.choices.get(state.page, ())):
        if letter and letter == state.detail_letter:
            return [translate(choice.label), *map(translate, choice.detail)]
    return []


def _list_options(choices: tuple[Choice, ...], translate: Translator) -> list[str]:
    return [
        f"{letter}: {speak_signs(translate(choice.label), translate)}" for letter, choice in assign_letters(choices)
    ]


def _describe_row(choices: tuple[Choice, ...], state: UiState, translate: Translator) -> list[str]:
    """Returns the option that the arrows selected; none before the first arrow."""
    if not state.selected_row or not choices:
        return []
    choice = choices[min(state.selected_row, len(choices) - 1)]
    return [speak_signs(translate(choice.label), translate), *map(translate, choice.detail)]


def describe_cell(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns what is known of the cell under the cursor."""
    cursor = find_cursor(state, scene)
    if cursor is None or scene.cells is None:
        return []
    notes = [translate(note) for note in (*scene.notes.get(cursor, ()), *scene.foretell(cursor))]
    where = describe_offset(scene.cells.focus, cursor, translate)
    return [
        f"{where}: {'. '.join(note.rstrip('.') for note in notes) or translate_ui_text(translate, 'nothing-known')}"
    ]


# Facts on request.


def describe_surroundings(scene: Scene, translate: Translator) -> list[str]:
    """Returns the ground here and what is known of each of the eight directions."""
    if scene.cells is None:
        return [translate_ui_text(translate, "no-map")]
    focus = scene.cells.focus
    here = ". ".join(translate(note).rstrip(".") for note in scene.notes.get(focus, ()))
    lines = [f"{translate_ui_text(translate, 'plain-here')}: {here}"]
    steps = {DIRECTIONS[odds.direction]: odds for odds in scene.odds if odds.direction >= 0}
    risks = {step: f". {_describe_chances(odds, translate)}" for step, odds in steps.items() if odds.chances}
    for suffix, step in zip(COMPASS_SUFFIXES, DIRECTIONS, strict=True):
        way = _describe_way(scene, focus, step, translate)
        lines.append(f"{translate_ui_text(translate, f'plain-{suffix}')}: {way}{risks.get(step, '')}")
    return lines


def _describe_way(scene: Scene, start: MapPosition, step: tuple[int, int], translate: Translator) -> str:
    """Returns equal cells of one direction with their number, up to the third kind."""
    runs: list[tuple[str, int]] = []
    unknown = translate_ui_text(translate, "plain-unknown")
    for distance in range(1, MAX_SIGHT_STEPS + 1):
        notes = scene.notes.get((start[0] + distance * step[0], start[1] + distance * step[1]), ())
        name = translate(notes[0]) if notes else unknown
        if runs and runs[-1][0] == name:
            runs[-1] = name, runs[-1][1] + 1
        elif len(runs) == 3:
            break
        else:
            runs.append((name, 1))
        if name == unknown:
            break
    return ", ".join(f"{name} {count}" if count > 1 else name for name, count in runs)


def list_things(scene: Scene, translate: Translator) -> list[str]:
    """Returns the things in view or known, nearest first."""
    if scene.cells is None:
        return [translate_ui_text(translate, "no-map")]
    y, x = scene.cells.focus
    ordered = sorted(scene.things, key=lambda thing: max(abs(thing.position[0] - y), abs(thing.position[1] - x)))
    return [describe_thing(thing, scene, translate) for thing in ordered] or [
        translate_ui_text(translate, "plain-nothing-near")
    ]


def list_odds(scene: Scene, translate: Translator) -> list[str]:
    """Returns the odds of being noticed, by action."""
    lines = [
        f"{capitalize(translate(odds.label))}: {_describe_chances(odds, translate)}"
        for odds in scene.odds
        if odds.chances
    ]
    return lines or [translate_ui_text(translate, "plain-no-odds")]


def _describe_chances(odds: ActionOdds, translate: Translator) -> str:
    return ", ".join(f"{translate(chance.label)} {translate(chance.text)}" for chance in odds.chances)


def list_sounds(scene: Scene, translate: Translator) -> list[str]:
    """Returns the recent sounds, newest first."""
    recent = [percept for percept in scene.percepts if 0 <= percept.age <= PERCEPT_MAX_AGE]
    lines = [describe_percept(percept, translate)[2:] for percept in recent]
    return lines or [translate_ui_text(translate, "silence")]


def list_status(scene: Scene, translate: Translator) -> list[str]:
    """Returns title, turn, alert, status and all panels."""
    lines = [translate(scene.title), translate_ui_text(translate, "turn", turn=str(scene.turn))]
    lines += [translate(scene.alert)] if scene.alert is not None else []
    lines += [format_spans([span], translate) for span in scene.status]
    for panel in scene.panels:
        lines += [capitalize(translate(panel.title))] if panel.title is not None else []
        lines += format_panel_lines(panel, translate)
    return lines


FACT_KEY = ";"
"""The key before one of `FACTS`."""

FACTS: dict[str, Callable[[Scene, Translator], list[str]]] = {
    "h": describe_surroundings,
    "n": list_things,
    "o": list_odds,
    "s": list_sounds,
    "p": list_status,
}
"""Facts by the second key."""
