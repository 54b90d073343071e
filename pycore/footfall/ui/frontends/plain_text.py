"""The words of plain text, for readers who hear or feel the screen, and the news of a scene."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from footfall.api import Message
from footfall.api.scene import Flash, LogLine, Panel, Percept, Scene, SceneThing, Span, Tint

from ..drawing import text_layout
from ..drawing.hearing_band import COMPASS_SUFFIXES, SOUND_KIND, describe_percept
from ..drawing.hints import KEY_MARK
from ..drawing.text_layout import Translator, capitalize, translate_ui_text, wrap_text
from ..map.map_pane import DIRECTION_ARROWS
from ..pointing import find_direction_towards
from ..ui_state import MapPosition

WIDTH = 80
"""Columns of a line."""

MAX_NEW_THINGS = 6
"""Things without a mind that are news at once."""

MAX_FIRST_LINES = 8
"""Lines of the log to read when a game is opened."""

MAX_MUFFLING = 3
"""The dullest sound, in words."""

LESSON_KIND = "lesson"
"""Kind of the lines of the log that teach, which are news after all others."""

SELECTION_MARK = "›"
"""Marks the selected line of a screen."""

QUIET = ("", "none", "asleep")
"""Awareness of things whose steps are not news."""

NAMED_SIGNS = ".,;:?!<>_+-*/\\|@#&=~^%$'\"`()[]{}"
"""Signs that a screen reader may leave out; as keys they are also named by words."""

_COMMAS = re.compile(r"( *,)+")
_SIGNS = re.compile("[·\u2190-\u21ff\u2300-\u26ff]+")
"""Gauges, marks and signs of the map."""
_SIGN_KEY = re.compile(r"\[([^\w\s])\]")
"""The key of a lesson, if it is a sign."""


def wrap_lines(lines: Iterable[str]) -> list[str]:
    """Wraps lines to `WIDTH` columns."""
    return [row[0][0] if row else "" for line in lines for row in wrap_text(line, WIDTH)]


def speak_arrows(text: str, translate: Translator) -> str:
    """Replaces arrows by the names of their directions."""
    for arrow, suffix in zip(DIRECTION_ARROWS, COMPASS_SUFFIXES, strict=True):
        if arrow in text:
            text = text.replace(arrow, f" {translate_ui_text(translate, f'plain-{suffix}')} ")
    return " ".join(text.split())


def speak_signs(text: str, translate: Translator) -> str:
    """Replaces arrows and keys by words, and removes signs and gauges, which words repeat."""
    text = _SIGN_KEY.sub(lambda found: name_key(found[1], translate), speak_arrows(text, translate))
    return " ".join(_SIGNS.sub(" ", text.replace(" (♪)", "")).split())


def speak_text(text: Message | str, translate: Translator) -> str:
    """Returns a text for those who hear it: of its message ``ID-words``, if it has one."""
    if isinstance(text, str):
        return text
    words = f"{text.id}-words"
    said = translate(Message(words, text.args))
    return translate(text) if said == words else said


def describe_offset(origin: MapPosition, position: MapPosition, translate: Translator) -> str:
    """Returns where a position lies, as ``2 north 5 west``."""
    words = text_layout.describe_offset(origin, position, translate, "plain")
    return words or translate_ui_text(translate, "plain-here")


def name_key(key: str, translate: Translator) -> str:
    """Returns the name of a key, a sign by its word; with the name to type, if that is another one."""
    sign = key[-1]
    if sign in NAMED_SIGNS:
        return f"{key[:-1]}{translate_ui_text(translate, f'plain-sign-{ord(sign)}')} ({sign})"
    modifier, dash, name = key.rpartition("-")
    words = translate_ui_text(translate, "key", key=name)
    return key if words == name else f"{modifier}{dash}{words} ({key})"


def read_hint(name: str, translate: Translator) -> str:
    """Returns a hint with the names of its keys."""
    return KEY_MARK.sub(lambda mark: name_key(mark[1], translate), translate_ui_text(translate, f"{name}-hint"))


def list_notes(notes: Iterable[Message | str], translate: Translator) -> list[str]:
    """Returns notes in words, without the full stops at their ends."""
    return [speak_signs(translate(note), translate).rstrip(".") for note in notes]


def join_notes(notes: Iterable[Message | str], translate: Translator) -> str:
    """Returns notes in words: names as a list, each with its sentences after it."""
    text, by = "", ", "
    for note in notes:
        words = speak_signs(translate(note), translate)
        text += f"{'. ' if words.endswith('.') else by}{words.rstrip('.')}"
        by = "; " if words.endswith(".") else ", "
    return text.lstrip("., ")


def describe_sound(percept: Percept, scene: Scene, translate: Translator) -> str:
    """Returns a sound: kind, loudness, direction, age, muffling, estimated position, chances of its maker."""
    sentence = describe_percept(percept, translate)[2:]  # without the arrow in front
    facts = [speak_signs(sentence, translate).rstrip(".")]
    if percept.muffling:
        facts.append(translate_ui_text(translate, f"plain-muffled-{min(percept.muffling, MAX_MUFFLING)}"))
    if percept.estimate is not None and scene.cells is not None and _is_that_way(percept, scene.cells.focus):
        where = describe_offset(scene.cells.focus, percept.estimate, translate)
        facts.append(translate_ui_text(translate, "plain-about", where=where))
    if percept.staying is not None:
        facts.append(translate(percept.staying))
    return f"{', '.join(facts)}."


def _is_that_way(percept: Percept, focus: MapPosition) -> bool:
    """Whether a sound comes from about where its maker is, and not around a corner from another side."""
    way = find_direction_towards(focus, percept.estimate or focus)
    return way is None or percept.direction < 0 or (way - percept.direction) % 8 in (0, 1, 7)


def describe_flash(flash: Flash, scene: Scene, translate: Translator) -> str:
    """Returns the sudden event of a flash, and its place."""
    where = describe_offset(scene.cells.focus, flash.position, translate) if scene.cells is not None else ""
    return translate_ui_text(translate, f"plain-flash-{flash.kind.value}", where=where)


def describe_thing(thing: SceneThing, scene: Scene, translate: Translator) -> str:
    """Returns a thing with where it is, and the chance that it takes notice."""
    label = translate(thing.label)
    if thing.staying is not None:
        label = f"{label}, {translate(thing.staying.text)}"
    return label if scene.cells is None else f"{label}, {describe_offset(scene.cells.focus, thing.position, translate)}"


# News: what a scene has that the previous one had not.


def list_new_log_lines(log: Sequence[LogLine], previous: Sequence[LogLine]) -> list[LogLine]:
    """Returns the lines that were added to a log, each with the count that was added.

    Lines may be inserted before others of their turn, or merged with the last one; a line of a later turn is another
    one, though it says the same.
    """
    if not previous:
        return list(log[-MAX_FIRST_LINES:])
    last = previous[-1].turn
    known = [line for line in previous if line.turn == last]
    added = []
    for line in (line for line in log if line.turn >= last):
        at = next((at for at, each in enumerate(known) if each.message == line.message), None)
        more = line.count - (0 if at is None else known.pop(at).count)
        added += [msgspec.structs.replace(line, count=more)] if more > 0 else []
    return added


def format_log_line(line: LogLine, translate: Translator) -> str:
    """Returns a line of the log, with its count."""
    text = capitalize(speak_signs(speak_text(line.message, translate), translate))
    return f"{text} ×{line.count}" if line.count > 1 else text


def list_news(scene: Scene, previous: Scene | None, translate: Translator) -> list[str]:
    """Returns the news since the previous scene: events and changed values.

    A recorded scene tells its position and its command first.
    """
    events = list_events(scene, previous, translate)
    changes = list_changes(scene, previous, translate, events)
    return [*changes, *events] if scene.is_recorded else [*events, *changes]


def list_events(scene: Scene, previous: Scene | None, translate: Translator) -> list[str]:
    """Returns the events since the previous scene: messages, sounds, arrivals.

    A recorded scene has the messages of its own command only, and after a jump no things but creatures. Of things
    that look alike only the nearest is news, in the order of `Scene.things`; lessons come last.
    """
    is_later = previous is None or scene.turn != previous.turn
    percepts = [percept for percept in scene.percepts if percept.age == 0 and is_later]
    new = _list_told_lines(scene, previous)
    lessons = [format_log_line(line, translate) for line in new if line.kind == LESSON_KIND]
    told = (line for line in new if line.kind != LESSON_KIND and not is_sound_of(line, percepts))
    lines = [format_log_line(line, translate) for line in told]
    lines += [describe_sound(percept, scene, translate) for percept in percepts]
    before = () if previous is None else previous.things
    known_cells = {thing.position for thing in before}
    new_things = [*list_new_things(scene.things, before, translate), *list_new_neighbors(scene, previous)]
    new_things = [thing for thing in scene.things if thing in new_things]
    arrivals = [thing for thing in new_things if thing.position not in known_cells or is_in_view(scene, thing.position)]
    others = sort_by_distance((thing for thing in arrivals if not thing.awareness), scene)
    if previous is not None and scene.is_recorded and abs(scene.turn - previous.turn) != 1:
        others = []
    kinds: dict[str, SceneThing] = {}
    for thing in others:
        kinds.setdefault(translate(thing.label), thing)
    told_things = sorted(kinds.values(), key=scene.things.index)[:MAX_NEW_THINGS]  # those that matter most
    things = [*(thing for thing in arrivals if thing.awareness), *told_things]
    lines += [capitalize(describe_thing(thing, scene, translate)) for thing in things]
    rest = len(others) - len(told_things)
    return [*lines, *([translate_ui_text(translate, "plain-more", count=rest)] if rest > 0 else []), *lessons]


def _list_told_lines(scene: Scene, previous: Scene | None) -> list[LogLine]:
    """Returns the lines of the log that are news."""
    if is_new_step(scene, previous):
        return [line for line in scene.log if line.turn == scene.turn]
    if previous is not None and previous.is_recorded:  # the game that it was opened over, and practice
        return []
    return list_new_log_lines(scene.log, previous.log if previous is not None else ())


def is_new_step(scene: Scene, previous: Scene | None) -> bool:
    """Whether a recorded scene is another step than the scene before."""
    return scene.is_recorded and (previous is None or not previous.is_recorded or previous.turn != scene.turn)


def list_changes(scene: Scene, previous: Scene | None, translate: Translator, events: Sequence[str] = ()) -> list[str]:
    """Returns the values that the previous scene had not: those of the status in one line, and lines of panels.

    A line of a panel that the events tell is left out: a lesson that stays on the screen.
    """
    old_status = set(list_status(previous, translate)) if previous is not None else set()
    new_status = [value for value in list_status(scene, translate) if value not in old_status]
    old_lines = list_panel_lines(previous, translate) if previous is not None else []
    mark = translate_ui_text(translate, "plain-selected")
    without_mark = (line.removeprefix(mark).lstrip(" ,") for line in old_lines)  # a lost selection is not news
    known_lines = () if is_new_step(scene, previous) else {*old_lines, *without_mark}
    panel_lines = [
        line for line in list_panel_lines(scene, translate) if line not in known_lines and line not in events
    ]
    return [*([", ".join(new_status)] if new_status else []), *panel_lines]


def is_sound_of(line: LogLine, percepts: Iterable[Percept]) -> bool:
    """Whether a line of the log says nothing but kind and direction of a percept, which has a line of its own."""
    told = line.message.args.values() if line.kind == SOUND_KIND and len(line.message.args) <= 2 else ()
    return any(percept.kind in told for percept in percepts)


def is_in_view(scene: Scene, position: MapPosition) -> bool:
    """Whether a cell is in view; cells that leave the view are remembered, and no news."""
    cells = scene.cells
    if cells is None:
        return False
    y, x = position[0] - cells.origin[0], position[1] - cells.origin[1]
    if not (0 <= y < cells.fg.shape[0] and 0 <= x < cells.fg.shape[1]):
        return False
    return bool(cells.visible[y, x] if cells.visible is not None else cells.fg[y, x] != Tint.REMEMBERED)


def sort_by_distance(things: Iterable[SceneThing], scene: Scene) -> list[SceneThing]:
    """Returns things, the nearest first."""
    y, x = scene.cells.focus if scene.cells is not None else (0, 0)
    return sorted(things, key=lambda thing: max(abs(thing.position[0] - y), abs(thing.position[1] - x)))


def list_new_things(
    things: Sequence[SceneThing], previous: Sequence[SceneThing], translate: Translator
) -> list[SceneThing]:
    """Returns the things that came into view or look different, and the creatures that are awake and moved."""
    same = {(translate(thing.label), thing.position) for thing in previous}
    # Previous things by label that are not where they were: a thing with that label elsewhere may be one of them.
    departures = Counter(translate(thing.label) for thing in previous)
    moved: list[tuple[str, SceneThing]] = []
    for thing in things:
        label = translate(thing.label)
        if (label, thing.position) in same:
            departures[label] -= 1
        else:
            moved.append((label, thing))
    found = []
    for label, thing in moved:
        departures[label] -= 1
        if departures[label] < 0 or thing.awareness not in QUIET:
            found.append(thing)
    return found


def list_new_neighbors(scene: Scene, previous: Scene | None) -> list[SceneThing]:
    """Returns the creatures next to the player, asleep or awake, in a direction that had none before."""
    if scene.cells is None or previous is None or previous.cells is None:
        return []
    (y, x), (top, left) = scene.cells.focus, previous.cells.focus
    foes = [[thing for thing in each.things if thing.awareness not in ("", "none")] for each in (scene, previous)]
    before = {(at[0] - top, at[1] - left) for at in (thing.position for thing in foes[1])}
    ways = [(thing, (thing.position[0] - y, thing.position[1] - x)) for thing in foes[0]]
    return [thing for thing, way in ways if max(map(abs, way)) == 1 and way not in before]


def list_status(scene: Scene, translate: Translator) -> list[str]:
    """Returns alert and status."""
    values = [translate(scene.alert)] if scene.alert is not None else []
    values += [format_spans([span], translate) for span in scene.status]
    return [value for value in values if value]


def list_panel_lines(scene: Scene, translate: Translator) -> list[str]:
    """Returns the lines of the first panel, unless it is a table, and of told ones; without a map or board, of all."""
    if scene.cells is not None or scene.places:
        first = [panel for panel in scene.panels[:1] if not panel.is_table]
        told = [*first, *(panel for panel in scene.panels[1:] if panel.is_told)]
        return [line for panel in told for line in format_panel_lines(panel, translate)]
    return [line for panel in scene.panels for line in format_titled_panel(panel, translate)]


def format_titled_panel(panel: Panel, translate: Translator) -> list[str]:
    """Returns the title of a panel, if it has one, and its lines."""
    title = [capitalize(translate(panel.title))] if panel.title is not None else []
    return [*title, *format_panel_lines(panel, translate)]


def format_spans(spans: Iterable[Span], translate: Translator) -> str:
    """Returns spans as text, with words for signs, set off by commas."""
    parts = [
        f", {translate(one.words)}, " if one.words is not None else speak_text(one.text, translate) for one in spans
    ]
    text = "".join(parts).replace(SELECTION_MARK, translate_ui_text(translate, "plain-selected"))
    return _COMMAS.sub(",", speak_signs(text, translate)).replace(":,", ":").strip(" ,")


def format_panel_lines(panel: Panel, translate: Translator) -> list[str]:
    """Returns the lines of a panel; in a table each cell follows the heading of its column."""
    if panel.is_table:
        rows = [[format_spans([span], translate) for span in line.spans] for line in panel.lines]
        has_heading = bool(panel.lines) and all(span.tint == Tint.DIM for span in panel.lines[0].spans)
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
    lines = []
    for line in panel.lines:
        text = format_spans(line.spans, translate)
        if line.bar is not None:
            gauge = translate_ui_text(translate, "plain-gauge", value=str(line.bar[0]), maximum=str(line.bar[1]))
            text = f"{text} {gauge}".strip()
        lines.append(text)
    return [line for line in lines if line]
