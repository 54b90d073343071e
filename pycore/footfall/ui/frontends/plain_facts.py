"""Facts of a scene on request, by `keymap.FACT_KEY` and a second key, as lines of plain text."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api import Message
from footfall.api.scene import DIRECTIONS, ActionOdds, Chance, Percept, Place, PromptKind, Scene, SceneThing

from ..details import assign_letters
from ..drawing.hearing_band import COMPASS_SUFFIXES
from ..drawing.place_words import describe_place, find_place, list_ways, name_place
from ..drawing.places_pane import list_place_keys
from ..drawing.text_layout import Translator, capitalize, translate_ui_text
from ..keymap import find_key, find_page_label
from ..map import map_pane
from ..ui_state import MapPosition, UiState
from .plain_text import (
    describe_offset,
    describe_sound,
    describe_thing,
    format_spans,
    format_titled_panel,
    is_in_view,
    join_notes,
    list_notes,
    name_key,
    read_hint,
    sort_by_distance,
    speak_signs,
)

MAX_SIGHT_STEPS = 20
"""Cells that a direction is followed along when the surroundings are described."""

TOLD_PERMILLE = 250
"""The highest chance of a step, or of staying, from which plain text speaks the odds unasked."""

MAX_KINDS_IN_SIGHT = 3
"""Kinds of ground that are named in a direction."""


def describe_surroundings(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the ground here and the known ground in each of the eight directions; on a board, the place."""
    if scene.cells is None:
        place = find_place(scene, scene.place)
        if place is None:
            return _note_no_map(translate)
        words = describe_place(place, scene, translate)[1:]
        return [_name_with_content(place, scene, translate), *(speak_signs(text, translate) for text in words)]
    focus = scene.cells.focus
    here = join_notes(scene.notes.get(focus, ()), translate)
    lines = [f"{translate_ui_text(translate, 'plain-here')}: {here}"]
    steps = {DIRECTIONS[odds.direction]: odds for odds in scene.odds if odds.direction >= 0}
    chances = {step: _describe_chances(odds, scene, translate) for step, odds in steps.items()}
    risks = {step: f". {words}" for step, words in chances.items() if words}
    for suffix, step in zip(COMPASS_SUFFIXES, DIRECTIONS, strict=True):
        runs: list[tuple[str, int]] = []
        unknown = translate_ui_text(translate, "plain-unknown")
        for distance in range(1, MAX_SIGHT_STEPS + 1):
            notes = scene.notes.get((focus[0] + distance * step[0], focus[1] + distance * step[1]), ())
            name = translate(notes[0]) if notes else unknown
            if runs and runs[-1][0] == name:
                runs[-1] = name, runs[-1][1] + 1
            elif len(runs) == MAX_KINDS_IN_SIGHT:
                break
            else:
                runs.append((name, 1))
            if name == unknown:
                break
        way = "; ".join(
            translate_ui_text(translate, "plain-run", ground=name, count=count) if count > 1 else name
            for name, count in runs
        )
        lines.append(f"{translate_ui_text(translate, f'plain-{suffix}')}: {way}{risks.get(step, '')}")
    return lines


def list_things(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the creatures in view, then things by kind, nearest first; on a board, near places with their keys."""
    if scene.cells is None:
        here = find_place(scene, scene.place)
        near = [find_place(scene, name) for name in here.exits] if here is not None else []
        keys = {name: f"{name_key(key, translate)}: " for name, key in list_place_keys(state, scene).items()}
        lines = [f"{keys.get(each.id, '')}{_name_with_content(each, scene, translate)}" for each in near if each]
        return lines or _note_no_map(translate)
    things = sorted(sort_by_distance(scene.things, scene), key=lambda thing: not thing.awareness)
    kinds: dict[str, list[SceneThing]] = {}
    for number, thing in enumerate(things):
        kinds.setdefault(f"{number}" if thing.awareness else translate(thing.label), []).append(thing)
    lines = []
    for first, *others in kinds.values():  # things that look alike in one line, as the nearest comes
        where = [describe_offset(scene.cells.focus, thing.position, translate) for thing in (first, *others)]
        if first.is_litter and others:
            name = translate(first.label)
            lines.append(translate_ui_text(translate, "plain-litter", thing=name, count=len(where), where=where[0]))
        else:
            lines.append("; ".join((describe_thing(first, scene, translate), *where[1:])))
    return lines or [translate_ui_text(translate, "plain-nothing-near")]


def list_odds(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the odds of being noticed, by action."""
    lines = [
        f"{capitalize(translate(odds.label))}: {words}"
        for odds in scene.odds
        if (words := _describe_chances(odds, scene, translate))
    ]
    return lines or [_explain_no_odds(scene, translate)]


def summarize_odds(scene: Scene, translate: Translator, *, is_asked: bool) -> list[str]:
    """Returns one line: the highest odds of staying, of the safest step and of the riskiest.

    Unless it is asked for, it comes only in play, and while a step or staying may well be noticed.
    """
    usual = [odds for odds in scene.odds if odds.direction >= 0 or odds.action == "stay"]
    is_news = not (scene.is_recorded or scene.news_since)
    if not is_asked and not (is_news and _find_limit(usual) >= TOLD_PERMILLE):
        return []
    if not _find_limit(scene.odds):
        return [_explain_no_odds(scene, translate)]
    (y, x), foes = scene.cells.focus if scene.cells else (0, 0), {one.position for one in scene.things if one.awareness}
    ways = [odds for odds in scene.odds if odds.direction >= 0]
    steps = [
        odds for odds in ways if (y + DIRECTIONS[odds.direction][0], x + DIRECTIONS[odds.direction][1]) not in foes
    ]
    steps.sort(key=_measure_highest)
    lines = [(odds, "stay") for odds in scene.odds if odds.action == "stay"]
    if steps and _measure_highest(steps[0]) == _measure_highest(steps[-1]):
        lines.append((steps[-1], "any"))
    elif steps:
        lines += [(steps[0], "best"), (steps[-1], "worst")]
    told = []
    for odds, kind in lines:
        most = max(odds.chances, key=_measure, default=None)
        chance = "0\N{NO-BREAK SPACE}%"
        if most is not None and _find_limit([odds]):
            chance = f"{translate(most.label)} {translate(most.text)}"
        told.append(
            capitalize(translate_ui_text(translate, f"plain-odds-{kind}", label=translate(odds.label), chance=chance))
        )
    return [" ".join(told)]


def _find_limit(odds: Sequence[ActionOdds]) -> int:
    """Returns the highest chance in permille that one creature notices the player or comes to look."""
    limits = (chance.permille[1] + chance.interest[1] for action in odds for chance in action.chances)
    return min(1000, max(limits, default=0))


def _measure(chance: Chance) -> tuple[int, int, int]:
    """Returns the rank of a chance: the mean if the words tell it, else the highest; then the highest, the lowest."""
    low, high = (a + b for a, b in zip(chance.permille, chance.interest, strict=True))
    return min(1000, high) if chance.mean < 0 else chance.mean, min(1000, high), low


def _measure_highest(odds: ActionOdds) -> tuple[int, int, int]:
    return max(map(_measure, odds.chances), default=(0, 0, 0))


def _explain_no_odds(scene: Scene, translate: Translator) -> str:
    """Returns why there are none: nothing may notice the player, or all in view have."""
    is_noticed = {thing.awareness for thing in scene.things if thing.awareness} == {"hunting"}
    reason = translate_ui_text(translate, "plain-noticed" if is_noticed else "plain-no-odds")
    recent = ((percept, percept.staying) for percept in list_recent_sounds(scene))
    heard = [describe_sound(percept, scene, translate) for percept, words in recent if words and not words.args]
    return " ".join((reason, *([translate_ui_text(translate, "plain-only-heard"), *heard] if heard else [])))


def _describe_chances(odds: ActionOdds, scene: Scene, translate: Translator) -> str:
    """Returns the chances above 0, each with where the creature is."""
    parts = []
    for chance in odds.chances:
        if chance.permille[1] or chance.interest[1]:
            where = [] if scene.cells is None else [describe_offset(scene.cells.focus, chance.position, translate)]
            parts.append(" ".join((translate(chance.label), *(f"({at})" for at in where), translate(chance.text))))
    return ", ".join(parts)


def list_recent_sounds(scene: Scene) -> list[Percept]:
    """Returns the sounds that are still told, newest first."""
    return [percept for percept in scene.percepts if 0 <= percept.age <= map_pane.PERCEPT_MAX_AGE]


def list_sounds(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the recent sounds, newest first."""
    lines = [describe_sound(percept, scene, translate) for percept in list_recent_sounds(scene)]
    return lines or [translate_ui_text(translate, "silence")]


def list_status(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns title, turn, alert, status and all panels."""
    lines = [translate(scene.title), translate_ui_text(translate, "turn", turn=str(scene.shown_turn))]
    lines += [translate(scene.alert)] if scene.alert is not None else []
    lines += [format_spans([span], translate) for span in scene.status]
    for panel in scene.panels:
        lines += format_titled_panel(panel, translate)
    return lines


# The map.


def describe_map(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the things, and the known ground, row by row, the nearest row first; on a board, all places by level."""
    if scene.places:
        lines = []
        for number in range(max(place.level for place in scene.places) + 1):
            lines += [format_spans(scene.levels[number].spans, translate)] if number < len(scene.levels) else []
            for place in scene.places:
                if place.level == number:
                    parts = (_name_with_content(place, scene, translate), *list_ways(place, scene, translate))
                    lines.append(". ".join(part.rstrip(".") for part in parts))
        return lines
    if scene.cells is None or not scene.notes:
        return _note_no_map(translate)
    cells, taken = scene.cells, {thing.position for thing in scene.things}  # a thing has a line of its own
    plain = (
        np.zeros_like(cells.glyph, np.bool_)
        if cells.solid is None
        else cells.solid & (cells.thing is None or cells.thing == 0)
    )
    walls = {cell for cell, _ in _list_cells(scene, plain)}
    names = {}
    for cell in scene.notes.keys() - walls:
        notes = scene.notes[cell][-1 if cell in taken else 0 :]
        names[cell] = ". ".join(list_notes((_name_ground(note, is_in_view(scene, cell)) for note in notes), translate))
    names = {cell: name.replace(";", ",") for cell, name in names.items()}  # a semicolon ends the cells of a name
    memory = [] if all(is_in_view(scene, cell) for cell in names) else [translate_ui_text(translate, "plain-memory")]
    return [*list_things(scene, state, translate), *memory, *_describe_rows(scene, names, translate)]


def _name_ground(note: Message | str, is_seen: bool) -> Message | str:
    """Returns the name of ground; out of view, without that it is a memory."""
    name = note.args.get("name") if isinstance(note, Message) and not is_seen else None
    return name if isinstance(name, Message) else note


def describe_risk(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns where the player would be noticed or looked for, and how far their noise is heard, row by row."""
    cells = scene.cells
    if cells is None or cells.risk is None or cells.interest is None:
        return [_explain_no_odds(scene, translate)]
    lines = []
    for values, hatches, label in (
        (cells.risk, map_pane.RISK_HATCHES, "plain-risk"),
        (cells.interest, map_pane.INTEREST_HATCHES, "plain-interest"),
    ):
        bounds = [least for least, _, _ in hatches]
        bands = np.where(values > 0, np.searchsorted(bounds, values, side="right"), 0)
        ends = [str(bound - 1) for bound in bounds[1:]] + ["100"]
        words = [f"{least}-{end} %" for least, end in zip(bounds, ends, strict=True)]
        named = {cell: words[bands[index] - 1] for cell, index in _list_cells(scene, bands > 0)}
        lines += _head(translate_ui_text(translate, label), _describe_rows(scene, named, translate))
    if cells.reach is not None:
        heard = {cell: "" for cell, _ in _list_cells(scene, cells.reach)}
        lines += _head(translate_ui_text(translate, "plain-reach"), _describe_rows(scene, heard, translate))
    return lines or [_explain_no_odds(scene, translate)]


def _head(title: str, lines: list[str]) -> list[str]:
    return [title, *lines] if lines else []


def _list_cells(scene: Scene, chosen: npt.NDArray[np.bool_]) -> Iterator[tuple[MapPosition, MapPosition]]:
    """Yields the positions of chosen cells, with their indexes in the arrays."""
    assert scene.cells is not None
    top, left = scene.cells.origin
    for y, x in np.argwhere(chosen).tolist():
        yield (y + top, x + left), (y, x)


def _describe_rows(scene: Scene, names: Mapping[MapPosition, str], translate: Translator) -> list[str]:
    """Returns a line for each row of cells, or for neighbors that are alike: names, and their columns east or west."""
    if scene.cells is None:
        return []
    top, left = scene.cells.focus
    rows: dict[int, dict[str, list[int]]] = {}
    for y, x in sorted(names):
        rows.setdefault(y - top, {}).setdefault(names[y, x], []).append(x - left)
    said = {
        y: "; ".join(
            ", ".join([name] * bool(name) + [_describe_range(*run, "we", translate) for run in _merge(columns)])
            for name, columns in row.items()
        )
        for y, row in rows.items()
    }
    blocks = [
        (first, last, text)
        for text in dict.fromkeys(said.values())
        for first, last in _merge([y for y, each in said.items() if each == text])
    ]
    lines = []
    for first, last, text in sorted(
        blocks, key=lambda block: (min(map(abs, block[:2])) * (block[0] * block[1] > 0), block)
    ):
        is_here = first == last == 0
        here = translate_ui_text(translate, "plain-row")
        lines.append(f"{here if is_here else _describe_range(first, last, 'ns', translate)}: {text}")
    return lines


def _merge(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields the first and last of neighbors in ascending numbers."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        values = [number for _, number in run]
        yield values[0], values[-1]


def _describe_range(first: int, last: int, ways: str, translate: Translator) -> str:
    """Returns rows or columns relative to the focus, as ``2 west to 5 east`` or ``3 to 8 east``."""
    before, after = (translate_ui_text(translate, f"plain-{name}") for name in ways)

    def name(number: int) -> str:
        return f"{-number} {before}" if number < 0 else f"{number} {after}" if number else "0"

    if first == last:
        return name(first)
    begin = str(abs(first)) if first * last > 0 else name(first)
    return translate_ui_text(translate, "plain-range", first=begin, last=name(last))


# Boards.


def _note_no_map(translate: Translator) -> list[str]:
    return [translate_ui_text(translate, "no-map")]


def _name_with_content(place: Place, scene: Scene, translate: Translator) -> str:
    content = [words for line in place.lines if (words := format_spans(line.spans, translate))]
    return ": ".join([name_place(place, scene, translate), *([", ".join(content)] if content else [])])


# Keys and details.


def list_hints(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the actions of the keys of the moment, most useful first; while something is asked, how to answer."""
    kind = _find_asked_kind(state, scene)
    if kind is not None or state.cursor is not None:
        return [read_hint("look" if kind is None else kind.value, translate)]
    texts = {binding.label.id: binding.label for binding in scene.bindings} | scene.hint_texts
    pages = {f"page:{page}": find_page_label(scene, page, translate) for page in scene.page_keys.values()}
    lines = []
    for hint in scene.hints or (*texts, *pages):
        key, words = find_key(state, scene, hint), texts.get(hint, pages.get(hint))
        if key and words is not None:
            lines.append(f"{name_key(key, translate)}: {translate(words)}")
    return lines or [translate_ui_text(translate, "plain-no-hints")]


def _find_asked_kind(state: UiState, scene: Scene) -> PromptKind | None:
    """Returns the kind of the open prompt, or of a question for a cell."""
    if state.pending is not None:
        return state.pending.prompt.kind
    return PromptKind.CELL if scene.answers and scene.answer_kind is PromptKind.CELL else None


def list_details(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the notes on the options of the open list or page; else those on the lines of panels."""
    choices = scene.choices.get(state.page, scene.answers)
    if state.pending is not None:
        choices = scene.choices.get(state.pending.prompt.choices, ())
    lines = []
    for letter, choice in assign_letters(choices):
        label, *details = (speak_signs(translate(text), translate) for text in (choice.label, *choice.detail))
        if _find_asked_kind(state, scene) is not PromptKind.CELL:
            label = f"{letter}: {label}"
        elif scene.cells is not None and choice.value is not None:  # letters move the cursor
            label = f"{label}, {describe_offset(scene.cells.focus, choice.value, translate)}"
        lines += [label, *details]
    lines += _list_line_notes(scene, state, translate)
    return lines or [translate_ui_text(translate, "no-details")]


def _list_line_notes(scene: Scene, state: UiState, translate: Translator) -> list[str]:
    """Returns the notes on lines and words of the open page; without one, on panels, places and levels."""
    page = scene.pages.get(state.page)
    lines = [("", line) for panel in (scene.panels if page is None else (page,)) for line in panel.lines]
    noted: list[str] = []
    if page is None:
        names = [name_place(place, scene, translate) for place in scene.places]
        lines += [("", line) for line in scene.levels]
        lines += [(f"{name}: ", line) for name, place in zip(names, scene.places, strict=True) for line in place.lines]
        noted = [_note(name, place.notes, translate) for name, place in zip(names, scene.places, strict=True)]
    for where, line in lines:
        for spans, notes in ((line.spans, line.notes), *(((span,), span.notes) for span in line.spans)):
            told = _note(format_spans(spans, translate), notes, translate)
            noted.append(f"{where}{told}" if told else "")
    return [*dict.fromkeys(filter(None, noted))]


def _note(words: str, notes: Sequence[Message | str], translate: Translator) -> str:
    """Returns the notes on some words; empty if there are none."""
    said = ". ".join(list_notes(notes, translate))
    return f"{words}: {said}" if words and said else said


Fact: TypeAlias = Callable[[Scene, UiState, Translator], list[str]]
"""Tells something of a scene, in lines."""

FACTS: Mapping[str, Fact] = {
    "h": describe_surroundings,
    "n": list_things,
    "s": list_sounds,
    "o": list_odds,
    "p": list_status,
    "k": list_hints,
    "d": list_details,
    "m": describe_map,
    "v": describe_risk,
}
"""Facts by the second key."""

REPEAT_KEY = "r"
"""The second key that repeats the news."""

FACT_KEYS = (*FACTS, REPEAT_KEY)
