"""The open page, prompt, question or cursor as lines of plain text: the next key answers it."""

from itertools import groupby

import msgspec

from footfall.api.scene import CLICK, Choice, PromptKind, Scene

from ..details import assign_letters, list_detail_lines
from ..drawing.pages import list_end_hints
from ..drawing.place_words import describe_chosen, find_place
from ..drawing.text_layout import Translator, capitalize, translate_ui_text
from ..interaction import find_cursor, preview_pending
from ..keymap import FACT_KEY, find_page_label, list_key_groups
from ..ui_state import HELP_PAGE, MESSAGES_PAGE, UiState, find_row
from .plain_facts import list_hints, summarize_odds
from .plain_text import (
    describe_offset,
    format_log_line,
    format_panel_lines,
    list_notes,
    name_key,
    read_hint,
    speak_signs,
)

MAX_HINTS, MAX_OPTIONS = 6, 1
"""Keys, and options of a list, that are named unasked."""


def describe_input(scene: Scene, state: UiState, translate: Translator) -> tuple[list[str], list[str]]:
    """Returns the open question with its options, and the selected option or cell."""
    if state.confirmation is not None:
        options = [f"{name_key(key, translate)}: {translate(label)}" for key, label, _ in state.confirmation.options]
        return [capitalize(translate(state.confirmation.question)), *options], []
    if state.page:
        close = translate_ui_text(translate, "plain-close")
        return [*describe_page(scene, state, translate), close], [*map(translate, list_detail_lines(state, scene))]
    if state.pending is not None:
        prompt = state.pending.prompt
        head = [f"{translate(prompt.text)} ({read_hint(prompt.kind.value, translate)})"]
        if prompt.kind is PromptKind.CHOICE:
            choices = scene.choices.get(prompt.choices, ())
            return [*head, *_list_options(choices, translate)], _describe_row(
                choices, find_row(state, scene), translate
            )
        if prompt.kind is PromptKind.TEXT:
            return head, [state.input_text] if state.input_text else []
        return head, describe_cell(scene, state, translate) if prompt.kind is PromptKind.CELL else []
    place = find_place(scene, state.place)
    told = list(describe_chosen(state.place, scene, translate))
    if scene.answers:
        question = translate(scene.prompt) if scene.prompt is not None else translate_ui_text(translate, "answer")
        if scene.answer_kind is PromptKind.CELL:
            return [f"{question} ({read_hint('cell', translate)})"], describe_cell(scene, state, translate)
        options = _list_options(scene.answers, translate)
        return [question, *options], told or _describe_row(scene.answers, find_row(state, scene), translate)
    if told:
        hint = read_hint("look" if place is None else "place", translate)
        return [f"{translate_ui_text(translate, 'look')} ({hint})"], told
    if state.cursor is not None:
        head = [f"{translate_ui_text(translate, 'look')} ({read_hint('look', translate)})"]
        return head, describe_cell(scene, state, translate)
    if scene.farewell:
        hints = [read_hint(name, translate) for name in list_end_hints(scene)]
        return [*map(translate, scene.farewell), *hints], []
    head = [translate(scene.prompt)] if scene.prompt is not None else []
    hints = list_hints(scene, state, translate) if scene.news_since or scene.is_recorded else []
    head += hints if scene.is_recorded else hints[:MAX_HINTS]
    return head, summarize_odds(scene, translate, is_asked=state.shows_risk)


def fold_options(lines: list[str], state: UiState, translate: Translator) -> list[str]:
    """Returns the open question; of a long list only how to hear it."""
    if state.pending is None or state.pending.prompt.kind is not PromptKind.CHOICE or len(lines) <= MAX_OPTIONS + 1:
        return lines
    return [lines[0], capitalize(translate_ui_text(translate, "plain-list", key=name_key(FACT_KEY, translate)))]


def describe_page(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the whole open page, with its title; of the log, the newest turn first."""
    if state.page == MESSAGES_PAGE:
        texts = [translate_ui_text(translate, "messages")]
        turns = [(turn, [*lines]) for turn, lines in groupby(scene.log, lambda line: line.shown_turn)]
        for turn, lines in reversed(turns):
            texts.append(translate_ui_text(translate, "turn", turn=str(turn)))
            texts += [format_log_line(line, translate) for line in lines]
        return texts
    if state.page == HELP_PAGE:
        return [translate_ui_text(translate, "help-title", seed=str(scene.seed)), *_list_keys(scene, state, translate)]
    panel = scene.pages.get(state.page)
    if panel is None:
        return [translate_ui_text(translate, "no-page")]
    return [find_page_label(scene, state.page, translate), *format_panel_lines(panel, translate)]


def _list_keys(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the keys by group, without those that change the size of letters."""
    rows: list[str] = []
    state = msgspec.structs.replace(state, can_zoom=False)
    for group, lines in list_key_groups(state, scene, translate).items():
        named = [
            (", ".join(name_key(part, translate) for key in keys if key != CLICK for part in key.split()), label)
            for keys, label in lines
        ]
        if own := [f"{names}: {label}" for names, label in named if names]:
            rows += [capitalize(group), *own]
    return rows


def _list_options(choices: tuple[Choice, ...], translate: Translator) -> list[str]:
    return [
        f"{letter}: {speak_signs(translate(choice.label), translate)}" for letter, choice in assign_letters(choices)
    ]


def _describe_row(choices: tuple[Choice, ...], selected: int, translate: Translator) -> list[str]:
    """Returns the selected option with its place in the list, and its details."""
    if not choices:
        return []
    number = min(selected, len(choices) - 1)
    label = _list_options(choices, translate)[number]
    row = translate_ui_text(translate, "plain-option", label=label, number=str(number + 1), count=str(len(choices)))
    return [row, *map(translate, choices[number].detail)]


def describe_cell(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the known facts about the cell under the cursor."""
    cursor = find_cursor(state, scene)
    if cursor is None or scene.cells is None:
        return []
    name, about = scene.notes.get(cursor, ())[:1], scene.notes.get(cursor, ())[1:]
    notes = list_notes((*name, *preview_pending(state, scene), *about, *scene.foretell(cursor)), translate)
    where = describe_offset(scene.cells.focus, cursor, translate)
    return [f"{where}: {'. '.join(notes) or translate_ui_text(translate, 'nothing-known')}"]
