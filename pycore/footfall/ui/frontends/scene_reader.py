"""Reads scenes one after another as lines with the news of each: for plain lines, and for the page."""

from __future__ import annotations

from typing import NamedTuple

from footfall.api.scene import Scene

from ..drawing.text_layout import Translator, capitalize, translate_ui_text
from ..ui_state import UiState
from .plain_input import describe_input
from .plain_text import list_news


class SceneWords(NamedTuple):
    """A scene in lines.

    Attributes:
        news: the events since the scene before.
        notice: a message to the player about the last key.
        question: the open page, list or prompt, whole.
        changes: the parts of it that the scene before had not.
    """

    news: list[str]
    notice: list[str]
    question: list[str]
    changes: list[str]


class SceneReader:
    """Remembers the last scene that was read.

    Attributes:
        scene: that scene.
    """

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self._question: tuple[list[str], list[str]] = ([], [])

    def read(self, scene: Scene, state: UiState, translate: Translator) -> SceneWords:
        """Returns a scene in lines."""
        before, self.scene = self.scene, scene
        news = list_news(scene, before, translate)
        if not news and before is not None and scene.turn != before.turn:
            news = [translate_ui_text(translate, "turn", turn=str(scene.shown_turn))]
        question = describe_input(scene, state, translate)
        changes = [line for part, old in zip(question, self._question, strict=True) if part != old for line in part]
        self._question = question
        notice = [] if state.notice is None else [f"! {capitalize(translate(state.notice))}"]
        return SceneWords(news, notice, [*question[0], *question[1]], changes)
