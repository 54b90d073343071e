"""Lessons: which the player was told, over all games; the next one that is due."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from footfall.api.scene import Scene
from footfall.engine.model import LoggedMessage, Message
from footfall.ui.interaction import UiState, find_first_key

LESSON_KIND = "lesson"
"""Kind of the log lines that teach."""


class LessonTracker:
    """Tells each lesson once, at most one a turn."""

    def __init__(self, path: Path, keys: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """Reads what was told before.

        Args:
            path: where it is remembered; a file that cannot be read is begun anew.
            keys: the player's own keys.
        """
        self._path = path
        self._view = UiState(keys=keys or {})
        self._turn: int | None = None
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            self._told = {str(name) for name in told} if isinstance(told, list) else set()
        except (OSError, ValueError):
            self._told = set()

    def take_due_lesson(self, scene: Scene) -> LoggedMessage | None:
        """The lesson to tell now, if there is one; it is told no more."""
        if self._turn == scene.turn or scene.answers or scene.farewell:
            return None
        for lesson in scene.lessons:
            names = [find_first_key(self._view, scene, name) for name in lesson.keys]
            if lesson.id not in self._told and all(names):  # without its key it would teach nothing
                break
        else:
            return None
        self._turn = scene.turn
        self._told.add(lesson.id)
        self._save()
        arguments = dict(zip(("key", "second"), (f"[{name}]" for name in names), strict=False))
        return LoggedMessage(
            Message(lesson.text.id, {**lesson.text.args, **arguments}), LESSON_KIND, scene.turn
        )

    def _save(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_text(json.dumps(sorted(self._told), indent=0), encoding="utf-8")
        except OSError:
            pass  # it will be told again: no reason to stop a game


def reset_lessons(path: Path) -> None:
    """All lessons are told again."""
    path.unlink(missing_ok=True)
