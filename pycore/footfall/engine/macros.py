"""Macros: many turns for one key (travel, rest). Ordinary commands are played and recorded, one per turn."""

from __future__ import annotations

from typing import Any

from .bots import BotContext
from .model import Command, Message
from .session import Session


class RunningMacro:
    """A macro in progress.

    It ends when the game asks for anything but a command of its actor.

    Attributes:
        command: the command that started it, with its target.
    """

    def __init__(self, session: Session, command: Command, notes: dict[str, Any] | None = None) -> None:
        """Starts a macro.

        Args:
            command: a command whose class has a macro (see `is_macro`).
            notes: memory shared by the macros of this game.
        """
        self.command = command
        self._session = session
        self._bound = session.rules.commands[type(command)]
        self._ctx = BotContext(session, self._bound.mod, command.actor)
        if notes is not None:
            self._ctx.notes = notes
        self._count = 0

    def next_command(self) -> Command | Message | None:
        """Returns the next command; a message with the reason for the end; or None to end without one."""
        question, macro = self._session.state.question, self._bound.spec.macro
        if question is None or question.kind != "turn" or question.actor != self.command.actor:
            return None
        assert macro is not None
        try:
            command = macro(self._ctx, self.command, self._count)
        except BaseException as error:
            self._session.report_problem(self._bound.cause, error)
            return Message("footfall-command-failed", {"mod": self._bound.mod})
        self._count += 1
        return command


def is_macro(session: Session, command: Command) -> bool:
    """Returns whether the front end must expand a command into others."""
    bound = session.rules.commands.get(type(command))
    return bound is not None and bound.spec.macro is not None
