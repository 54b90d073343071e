"""The changes and events that every game shares.

`Push` writes nothing: the agenda loop collects the pushed steps of an entry.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import Any

from .model import AnnouncedChange, Change, Entry, Event, Message, Question
from .state import State

MAX_MARKS = 1_000
"""The most marks of a mod on actors, and on each other kind of thing."""

FREED_MARKS = 100
"""How many marks, those of the lowest numbers, are deleted for one more: to look for them takes long."""


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


class KeepMark(Change, frozen=True, tag="footfall:keep_mark"):
    """Writes a number that a mod keeps about a thing; 0 deletes it.

    Attributes:
        key: the kind of thing, its numbers, and the name of the mark: ``cell 3.10.4 gas``.
    """

    mod: str
    key: str
    value: int

    def apply(self, state: State) -> None:
        memory = state.memory.setdefault(self.mod, {})
        if not self.value:
            memory.pop(self.key, None)
            return
        if self.key not in memory and len(memory) >= MAX_MARKS:
            kind = self.key[: self.key.index(" ") + 1]
            marks = [key for key in memory if key.startswith(kind)]
            if len(marks) >= MAX_MARKS:
                lowest = nsmallest(FREED_MARKS, marks, lambda key: ([*map(int, key.split(" ")[1].split("."))], key))
                for key in lowest:
                    del memory[key]
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


CORE_CHANGES: tuple[type[Change], ...] = (Tell, Ask, Remember, KeepMark, Draw, Finish)
"""The changes that every game has, but for `Push`."""
