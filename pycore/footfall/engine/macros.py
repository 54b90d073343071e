"""Courses: many turns at one key. What is played and recorded is ordinary commands, one per turn."""

from __future__ import annotations

from typing import Any

from .bots import BotContext
from .model import Command, Message
from .session import Session


class RunningMacro:
    """A course that somebody has set out on.

    It ends by itself when the game asks anything but for a command of its actor.

    Attributes:
        order: the command that names the course and where it goes.
    """

    def __init__(self, session: Session, command: Command, notes: dict[str, Any] | None = None) -> None:
        """Sets out.

        Args:
            session: the game.
            order: a command whose kind has a course (see `is_macro`).
            notes: what courses of this game remember from one to the next.
        """
        self.command = command
        self._session = session
        self._bound = session.rules.commands[type(command)]
        self._seat = BotContext(session, self._bound.mod, command.actor)
        if notes is not None:
            self._seat.notes = notes
        self._done = 0

    def next_command(self) -> Command | Message | None:
        """The next command; a message says why the course ends, None that it ends without a word."""
        question, course = self._session.state.question, self._bound.spec.macro
        if question is None or question.kind != "turn" or question.actor != self.command.actor:
            return None
        assert course is not None
        try:
            chosen = course(self._seat, self.command, self._done)
        except Exception as error:
            self._session.report_problem(self._bound.cause, error)
            return Message("footfall-command-failed", {"mod": self._bound.mod})
        self._done += 1
        return chosen


def is_macro(session: Session, command: Command) -> bool:
    """Whether a command names a course, so that it is played as the commands it leads to."""
    bound = session.rules.commands.get(type(command))
    return bound is not None and bound.spec.macro is not None
