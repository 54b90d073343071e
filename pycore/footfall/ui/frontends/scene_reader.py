"""Reads scenes one after another as lines with the news of each: for plain lines, and for the page."""

from typing import NamedTuple

from footfall.api.scene import PromptKind, Scene

from ..drawing.text_layout import Translator, capitalize, translate_ui_text
from ..keymap import FACT_KEY, list_facts
from ..ui_state import UiState
from . import plain_text
from .plain_facts import FACT_KEYS, FACTS, REPEAT_KEY, describe_surroundings, list_things
from .plain_input import describe_input, fold_options

MAX_LAST_LINES, MAX_NEAR = 4, 8
"""Lines of the log, and things nearby, that tell the situation."""


class SceneWords(NamedTuple):
    """A scene in lines.

    Attributes:
        news: the events since the scene before.
        notice: a message to the player about the last key.
        question: the open page, list or prompt, whole.
        changes: the parts of it that the scene before had not.
        is_quiet: nothing has happened; the news are the turn, the way since the last key, and the nearest thing.
    """

    news: list[str]
    notice: list[str]
    question: list[str]
    changes: list[str]
    is_quiet: bool = False


class SceneReader:
    """Remembers the last scene that was read, and tells facts of it.

    Attributes:
        told: the lines that the front end has told last, which `REPEAT_KEY` repeats.
        is_fact_next: the next key asks for a fact.
    """

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self._place: Scene | None = None
        self.told: list[str] = []
        self._state = UiState()
        self._translate: Translator = str
        self._question: tuple[list[str], list[str]] = ([], [])
        self._keys: list[str] = []
        self.is_fact_next = False

    def read(self, scene: Scene, state: UiState, translate: Translator) -> SceneWords:
        """Returns a scene in lines."""
        before, self.scene = self.scene, scene
        was_open, is_open = (
            bool(each.page or each.pending or each.cursor or each.place) for each in (self._state, state)
        )
        self._state, self._translate = state, translate
        is_other = is_back = False
        if scene.cells is not None or scene.places:
            is_other = self._place is not None and self._place is not before
            before, self._place = self._place or before, scene
            if before is not None and not scene.is_recorded and (scene.turn < before.turn or scene.seed != before.seed):
                is_back = state.notice is not None and scene.seed == before.seed  # it says what was taken back
                before, is_other = before if is_back else None, not is_back
        events = [] if is_back else plain_text.list_events(scene, before, translate)
        changes = (
            [] if scene.farewell else plain_text.list_changes(scene, before, translate, events)
        )  # after the end, nothing is to do
        move = [] if before is None or events or scene.is_recorded else describe_move(scene, before, translate)
        if before is not None and scene.turn != before.turn and not (events or move or changes):
            move = [translate_ui_text(translate, "turn", turn=str(scene.shown_turn))]
        ground = [] if before is None else describe_new_ground(scene, before, translate)
        if scene.is_recorded and changes and (before is None or scene.turn != before.turn):
            changes[0] += f", {translate_ui_text(translate, 'turn', turn=str(scene.shown_turn))}"
        news = [*changes, *events] if scene.is_recorded else [*events, *move, *ground, *changes]
        news[:0] = [translate(scene.title)] if is_other else []
        question = describe_input(scene, state, translate)
        told = fold_options(question[0], state, translate), question[1]
        if scene.is_recorded and not is_open:  # its keys come once
            told = [line for line in question[0] if line not in self._keys], question[1]
            self._keys = question[0]
        parts = zip(told, question, self._question, strict=True)
        asked = [line for lines, part, old in parts if part != old for line in lines]
        self._question = question
        notice = [] if state.notice is None else [f"! {capitalize(translate(state.notice))}"]
        if was_open and not (is_open or news or notice or asked):
            notice = [translate_ui_text(translate, "plain-closed")]
        return SceneWords(news, notice, [*question[0], *question[1]], asked, news == move != [])

    @property
    def is_typing(self) -> bool:
        """Whether the open prompt takes a text, letter by letter."""
        return self._state.pending is not None and self._state.pending.prompt.kind is PromptKind.TEXT

    def answer(self, key: str) -> list[str] | None:
        """Returns the lines that a key asks for, none after `FACT_KEY`; None: it is a key of the game."""
        scene, state, translate = self.scene, self._state, self._translate
        is_asked, self.is_fact_next = self.is_fact_next, False
        if scene is None or (self.is_typing and not is_asked):
            return None
        if not is_asked:
            self.is_fact_next = key == FACT_KEY
            return [] if self.is_fact_next else None
        if key in FACTS:
            return FACTS[key](scene, state, translate)
        if key == REPEAT_KEY:
            return [*self.told, *(plain_text.describe_flash(flash, scene, translate) for flash in scene.flashes)]
        sign, keys = plain_text.name_key(FACT_KEY, translate), " ".join(list_facts(FACT_KEYS, scene))
        return [translate_ui_text(translate, "plain-facts", key=sign, keys=keys)]


def describe_move(scene: Scene, before: Scene, translate: Translator) -> list[str]:
    """Returns the turn, the way since the scene before and the nearest thing, in one line; none without a way."""
    if scene.cells is None or before.cells is None or scene.cells.focus == before.cells.focus:
        return []
    turn = translate_ui_text(translate, "turn", turn=str(scene.shown_turn))
    way = plain_text.describe_offset(before.cells.focus, scene.cells.focus, translate)
    nearest = plain_text.sort_by_distance(scene.things, scene)[:1]
    told = ". ".join(capitalize(plain_text.describe_thing(thing, scene, translate)) for thing in nearest)
    return [translate_ui_text(translate, "plain-moved", turn=turn, way=way, nearest=told)]


def describe_arrival(scene: Scene, before: Scene, translate: Translator) -> list[str]:
    """Returns the line that ends a journey without a reason; none after a single step, or without a way."""
    if scene.cells is None or before.cells is None or scene.turn - before.turn < 2:
        return []
    if scene.cells.focus == before.cells.focus:
        return []
    return [translate_ui_text(translate, "plain-arrived")]


def describe_new_ground(scene: Scene, before: Scene, translate: Translator) -> list[str]:
    """Returns the things that lie here after a way, and the ground after a step onto another kind."""
    if scene.cells is None or before.cells is None or scene.cells.focus == before.cells.focus:
        return []
    (y, x), (top, left) = scene.cells.focus, before.cells.focus
    here, there = (each.notes.get(each.cells.focus, ()) for each in (scene, before) if each.cells is not None)
    known = there if max(abs(y - top), abs(x - left)) == 1 else (*there, *here[-1:])
    told = plain_text.join_notes((note for note in here if note not in known), translate)
    return [f"{capitalize(translate_ui_text(translate, 'plain-here'))}: {told}"] if told else []


def describe_position(scene: Scene, translate: Translator) -> list[str]:
    """Returns the position of the player in one line; none on a screen without a map or board."""
    if scene.cells is None and not scene.place:
        return []
    return [capitalize(line) for line in describe_surroundings(scene, UiState(), translate)[:1]]


def describe_situation(scene: Scene, state: UiState, translate: Translator) -> tuple[list[str], list[str]]:
    """Returns a scene for a reader who comes to it: the news of the moment, and the things nearby."""
    if scene.cells is None and not scene.places:
        return plain_text.list_news(scene, None, translate), []
    last = scene.log[-1].turn if scene.log else 0
    lines = [plain_text.format_log_line(line, translate) for line in scene.log if line.turn == last][-MAX_LAST_LINES:]
    head = ", ".join((translate(scene.title), *plain_text.list_status(scene, translate)))
    near = list_things(scene, state, translate)[:MAX_NEAR]
    return [head, *describe_position(scene, translate), *lines], [*plain_text.list_panel_lines(scene, translate), *near]


def name_fact_key(translate: Translator) -> str:
    """Returns the line that names the keys of facts."""
    return translate_ui_text(translate, "plain-welcome", key=plain_text.name_key(FACT_KEY, translate))
