"""Appliers of the changes that every game shares. `Push` is the loop's own business."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .changes import Applier
from .model import (
    Ask,
    Change,
    Draw,
    Entry,
    Event,
    Finish,
    Finished,
    LogLineAdded,
    QuestionAsked,
    Remember,
    Tell,
)
from .state import State


def _apply_tell(state: State, change: Tell) -> Event:
    return LogLineAdded(change.message, change.kind)


def _apply_ask(state: State, change: Ask) -> Event:
    if state.question is not None:
        raise ValueError(f"a question is already open ({state.question.kind}); push a step that asks later")
    state.question = change.question
    if change.then:
        state.then = Entry(change.then, change.args)
    return QuestionAsked(change.question)


def _apply_remember(state: State, change: Remember) -> None:
    memory = state.memory.setdefault(change.mod, {})
    if change.value is None:
        memory.pop(change.key, None)
    else:
        memory[change.key] = change.value


def _apply_draw(state: State, change: Draw) -> None:
    if change.count < 0:
        raise ValueError(f"a stream only moves on, got {change.count}")
    state.streams[change.stream] = state.streams.get(change.stream, 0) + change.count


def _apply_finish(state: State, change: Finish) -> Event:
    state.outcome = change.outcome
    state.agenda.clear()
    return Finished(change.outcome)


APPLIERS: Mapping[type[Change], Applier | Any] = {
    Tell: _apply_tell,
    Ask: _apply_ask,
    Remember: _apply_remember,
    Draw: _apply_draw,
    Finish: _apply_finish,
}
