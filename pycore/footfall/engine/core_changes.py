"""The changes and events that every game shares.

`Push` writes nothing: the agenda loop collects the pushed steps of an entry.
"""

from __future__ import annotations

from typing import Any

from .model import AnnouncedChange, Change, Entry, Event, Message, Question
from .state import State


class LogLineAdded(Event, frozen=True, tag="footfall:told"):
    """A line was added to the log."""

    message: Message
    kind: str = ""


class QuestionAsked(Event, frozen=True, tag="footfall:asked"):
    """A question is open."""

    question: Question


class Push(Change, frozen=True, tag="footfall:push"):
    """Puts a step on top of the agenda. Several pushes in one list run in the order listed."""

    step: str
    args: tuple[Any, ...] = ()


class Tell(Change, frozen=True, tag="footfall:tell"):
    """Adds a line to the log. Alters nothing that is hashed.

    Attributes:
        why: explains it on the why page; worth building only if `Context.is_traced`.
    """

    message: Message
    kind: str = ""
    why: Message | None = None

    def apply(self, state: State) -> LogLineAdded:
        return LogLineAdded(self.message, self.kind)


class Ask(Change, frozen=True, tag="footfall:ask"):
    """Stops the loop until the question is answered. The answer becomes the last argument of the step `then`."""

    question: Question
    then: str = ""
    args: tuple[Any, ...] = ()

    def apply(self, state: State) -> QuestionAsked:
        if state.question is not None:
            raise ValueError(f"a question is already open ({state.question.kind}); push a step that asks later")
        state.question = self.question
        if self.then:
            state.then = Entry(self.then, self.args)
        return QuestionAsked(self.question)


class Remember(Change, frozen=True, tag="footfall:remember"):
    """Writes one key of a mod's own memory (plain data); ``value=None`` deletes it."""

    mod: str
    key: str
    value: Any = None

    def apply(self, state: State) -> None:
        memory = state.memory.setdefault(self.mod, {})
        if self.value is None:
            memory.pop(self.key, None)
        else:
            memory[self.key] = self.value


class Draw(Change, frozen=True, tag="footfall:draw"):
    """Advances an ordered random stream by `count` numbers (`Context.open_dice_stream`)."""

    stream: str
    count: int

    def apply(self, state: State) -> None:
        if self.count < 0:
            raise ValueError(f"a stream only moves forward; expected a count of at least 0, got {self.count}")
        state.streams[self.stream] = state.streams.get(self.stream, 0) + self.count


class Finish(AnnouncedChange, frozen=True, tag="footfall:finished"):
    """Ends the game with a named outcome."""

    outcome: str

    def apply(self, state: State) -> Event:
        state.outcome = self.outcome
        state.agenda.clear()
        return self


CORE_CHANGES: tuple[type[Change], ...] = (Tell, Ask, Remember, Draw, Finish)
"""The changes that every game has, but for `Push`."""
