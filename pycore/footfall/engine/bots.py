"""Bots and macros: programs that choose commands, and the context in which they decide.

A macro is many turns for one key (travel, rest). Ordinary commands are played and recorded, one per turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from footfall import kernels

from .context import Context
from .dice import stream_key
from .host import CommandResult, Host
from .model import Answer, Cause, Command, Message

DecideFunction: TypeAlias = "Callable[[BotContext, Sequence[Command]], Command]"
"""``decide(ctx, options)`` returns one of the legal commands, which are given in the game's fixed order."""


C = TypeVar("C", bound=Command | None)


class Bot(msgspec.Struct, frozen=True):
    """A program that plays, provided through ``provide_bots``.

    Attributes:
        id: ``"namespace:name"``; the command line also takes the last part.
        decide: picks one of the legal commands whenever the game waits for the bot.
        label: its name on the screen.
        summary: a sentence on how it plays.
    """

    id: str
    decide: DecideFunction
    label: Message = Message("footfall-bot")
    summary: Message | None = None


class BotContext(Context):
    """The running game as a bot sees it: a `Context` whose dice are the bot's own.

    Its rolls depend on the seed, the bot, the actor and the turn. It neither uses up nor foresees the game's
    dice.

    Attributes:
        actor: the actor or seat that the bot decides for.
        notes: the bot's memory of this game; never part of the state.
        reason: why it decided as it did last, for players; None if it gave no reason.
    """

    __slots__ = ("_drawn", "_turn", "actor", "notes", "reason")

    def __init__(self, session: Host, bot: str, actor: int) -> None:
        super().__init__(session, bot)
        self.actor = actor
        self.notes: dict[str, Any] = {}
        self.reason: Message | None = None
        self._turn = -1
        self._drawn: dict[int, int] = {}

    def roll(self, purpose: str, low: int, high: int) -> int:
        """See `Context.roll`; ignores forced dice, which are the game's."""
        if high <= low:
            return low
        turn = self.state.turn
        if turn != self._turn:
            self._turn = turn
            self._drawn.clear()
        key = self._keys.get(purpose)
        if key is None:
            key = self._keys[purpose] = stream_key(f"{self.mod}\0{self.actor}", purpose)
        index = self._drawn.get(key, 0)
        self._drawn[key] = index + 1
        return low + kernels.draw(self.state.seed, key, turn, index, high - low + 1)

    def give_reason(self, command: C, reason: str, **facts: Any) -> C:
        """Returns a command, and notes the reason for it if there is one.

        Args:
            command: the choice; None: there is none yet, and the reason does not count.
            reason: id of a message.
            **facts: its arguments.
        """
        if command is not None:
            self.reason = Message(reason, facts)
        return command

    def ask_bot(self, bot: str, options: Sequence[Command]) -> tuple[Command, str]:
        """Asks another bot of this game; its memory is a part of this bot's.

        Args:
            bot: its full id.
            options: the legal commands that it may choose from.

        Returns:
            Its choice, and the id of its reason, which becomes this bot's; empty if it gave none.
        """
        other = BotContext(self._session, bot, self.actor)
        other.notes = self.notes.setdefault(bot, {})
        command = self._session.rules.bots[bot].decide(other, options)
        self.reason = other.reason
        return command, "" if other.reason is None else other.reason.id

    def start_trial(self, number: int) -> Trial:
        """Starts a copy of the game for trying out commands, with other dice than the game's.

        Args:
            number: distinguishes trials; the same number in the same turn gives the same dice.
        """
        root = stream_key(f"{self.mod}\0{self.actor}", "trial")
        seed = kernels.mix(kernels.mix(kernels.mix(self.state.seed, root), self.state.turn), number)
        return Trial(self._session.fork(seed))


class Trial:
    """A private copy of a game. Nothing done in it affects the game.

    A trial copies the whole state, including hidden cards. A bot that must not know them reads only what its
    rules allow.
    """

    __slots__ = ("_session", "ctx")

    def __init__(self, session: Host) -> None:
        self._session = session
        self.ctx: Context = session.context()

    @property
    def outcome(self) -> str | None:
        """How the copy ended; None while it runs."""
        return self._session.state.outcome

    def list_legal(self) -> list[Command]:
        """Returns the legal commands in the copy."""
        return list_legal_commands(self._session)

    def submit(self, command: Command) -> CommandResult:
        """Carries a command out in the copy."""
        return self._session.submit(command)


def list_legal_commands(session: Host) -> list[Command]:
    """Returns all commands that the open question takes, in a fixed order; none once the game has ended.

    If a mod fails to list its own commands, the failure is reported, and none of them are returned.
    """
    question = session.state.question
    if question is None:
        return []
    if question.kind != "turn":
        return [Answer(actor=question.actor, choice=index) for index in range(len(question.options))]
    commands: list[Command] = session.rules.game.list_legal(session.context())
    if not session.rules.self_listed_commands:
        return commands
    commands = list(commands)
    for bound in session.rules.self_listed_commands:
        cause = Cause(bound.mod, f"{bound.cause.via} (legal)", bound.cause.location)
        if bound.spec.list_legal is None or (cause.mod, cause.via) in session.suspended:
            continue
        try:
            listed = list(bound.spec.list_legal(session.contexts[bound.mod]))
            for command in listed:
                if type(command) is not bound.spec.type:
                    raise TypeError(f"list_legal returns {bound.spec.type.__name__}, not {command!r}")
            commands += listed
        except BaseException as error:
            session.report_problem(cause, error)
    return commands


class RunningMacro:
    """A macro in progress.

    It ends when the game asks for anything but a command of its actor.

    Attributes:
        command: the command that started it, with its target.
    """

    def __init__(self, session: Host, command: Command, notes: dict[str, Any] | None = None) -> None:
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
            command: Command | Message | None = macro(self._ctx, self.command, self._count)
        except BaseException as error:
            self._session.report_problem(self._bound.cause, error)
            return Message("footfall-command-failed", {"mod": self._bound.mod})
        self._count += 1
        return command


def is_macro(session: Host, command: Command) -> bool:
    """Returns whether the front end must expand a command into others."""
    bound = session.rules.commands.get(type(command))
    return bound is not None and bound.spec.macro is not None
