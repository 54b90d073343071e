"""Lessons for new players: which were shown, across all games, and which is due."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from footfall.api.scene import Lesson, Line, Panel, Scene, Tint
from footfall.disk import replace_file
from footfall.engine.model import LoggedMessage, Message
from footfall.ui.frontends.plain_text import LESSON_KIND
from footfall.ui.keymap import find_first_key
from footfall.ui.ui_state import UiState

from .screens.lists import make_line

ALARM_KIND = "alarm"
"""Kind of the log lines of urgent events."""

HINT_PAGE, HINT_KEY = "hint", "H"


class LessonTracker:
    """Shows each lesson once, at most one per turn."""

    def __init__(self, path: Path) -> None:
        """Reads which lessons were shown; a file that cannot be read counts as empty."""
        self._path = path
        self._turn: int | None = None
        try:
            shown = json.loads(path.read_text(encoding="utf-8"))
            self._shown = {str(name) for name in shown} if isinstance(shown, list) else set()
        except (OSError, ValueError):
            self._shown = set()

    def take_due_lesson(self, scene: Scene, keys: Mapping[str, tuple[str, ...]]) -> LoggedMessage | None:
        """Returns the lesson to show now, or None. It counts as shown from now on.

        After something urgent, a lesson waits.

        Args:
            keys: the player's own key bindings.
        """
        is_alarming = any(line.kind == ALARM_KIND and line.turn == scene.turn for line in scene.log)
        if self._turn == scene.turn or scene.answers or scene.farewell or is_alarming:
            return None
        for lesson in scene.lessons:
            text = _name_keys(lesson, scene, keys)
            if lesson.id not in self._shown and text is not None:
                break
        else:
            return None
        self._turn = scene.turn
        self._shown.add(lesson.id)
        with suppress(OSError):  # the lesson will be shown again
            replace_file(self._path, [json.dumps(sorted(self._shown), indent=0).encode()])
        return LoggedMessage(text, LESSON_KIND, scene.turn)


def _name_keys(lesson: Lesson, scene: Scene, keys: Mapping[str, tuple[str, ...]]) -> Message | None:
    """Returns the text of a lesson with the names of its keys; None if one has no key."""
    view = UiState(keys=keys)
    names = [find_first_key(view, scene, name) for name in lesson.keys]
    if not all(names):
        return None
    arguments = dict(zip(("key", "second"), (f"[{name}]" for name in names), strict=False))
    return Message(lesson.text.id, {**lesson.text.args, **arguments})


def add_hint_page(scene: Scene, keys: Mapping[str, tuple[str, ...]], advice: Sequence[Line] = ()) -> None:
    """Adds a page with advice for this turn and the most urgent lesson of the moment, shown before or not.

    A lesson that names the key of another command than the advice is left out.

    Args:
        keys: the player's own key bindings.
    """
    told = {span.text.id for line in advice for span in line.spans if isinstance(span.text, Message)}
    fitting = (
        lesson
        for lesson in scene.lessons
        if not advice or all(key in told or key.startswith("page:") for key in lesson.keys)
    )
    texts = (_name_keys(lesson, scene, keys) for lesson in fitting)
    text = next((text for text in texts if text is not None), None)
    lines = (*advice, *((make_line(text),) if text is not None else ()))
    if not lines or HINT_KEY in scene.page_keys:
        return
    page = Panel(Message("footfall-hint-title"), lines, label=Message("footfall-hint"))
    scene.pages = {**scene.pages, HINT_PAGE: page}
    scene.page_keys = {**scene.page_keys, HINT_KEY: HINT_PAGE}


def keep_lessons(scene: Scene, keys: Mapping[str, tuple[str, ...]]) -> None:
    """Adds each lesson that names a panel to that panel, as its last line, in the player's own `keys`."""
    for lesson in scene.lessons:
        text = _name_keys(lesson, scene, keys) if lesson.panel else None
        if text is not None:
            line = make_line(text, Tint.LIGHT)
            scene.panels = tuple(
                msgspec.structs.replace(panel, lines=(*panel.lines, line))
                if panel.title is not None and panel.title.id == lesson.panel
                else panel
                for panel in scene.panels
            )
