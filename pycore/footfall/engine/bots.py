"""Players that are programs: what a bot is, and what it is handed when it must decide."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from footfall import kernels

from .context import Context, stream_key
from .model import Answer, Cause, Command, Message
from .rules import BoundCommand
from .session import CommandResult, Session

DecideFunction: TypeAlias = "Callable[[BotContext, Sequence[Command]], Command]"
"""``decide(seat, options)``: one of the legal commands, which are given in the game's fixed order."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A way to play, provided by a plugin through ``provide_bots``.

    Attributes:
        id: ``"namespace:name"``; people may ask for it by the last part.
        decide: picks among the legal commands whenever the game waits for the bot.
        label: what people call it.
    """

    id: str
    decide: DecideFunction
    label: Message = field(default=Message("footfall-bot"))


class BotContext(Context):
    """The running game as a bot sees it: a `Context` whose dice are the bot's own.

    What it rolls depends on the seed, the bot, the actor and the turn; the game's dice are
    neither used up nor foreseen.

    Attributes:
        actor: whom the bot decides for.
        notes: the bot's memory of this game; never part of the state.
    """

    __slots__ = ("_drawn", "_turn", "actor", "notes")

    def __init__(self, session: Session, bot: str, actor: int) -> None:
        super().__init__(session, bot)
        self.actor = actor
        self.notes: dict[str, Any] = {}
        self._turn = -1
        self._drawn: dict[int, int] = {}

    def roll(self, purpose: str, low: int, high: int) -> int:
        """See `Context.roll`; forced dice of a test are left to the game."""
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

    def start_trial(self, number: int) -> Trial:
        """A copy of the game to try things out in, with other dice than the game's.

        Args:
            number: distinguishes trials; the same number at the same turn gives the same dice.
        """
        root = stream_key(f"{self.mod}\0{self.actor}", "trial")
        seed = kernels.mix(kernels.mix(kernels.mix(self.state.seed, root), self.state.turn), number)
        state = copy.deepcopy(self.state)
        state.seed = seed
        return Trial(Session(self._session.rules, state, quiet=True))


class Trial:
    """A private copy of a game. Nothing done in it reaches the game.

    A trial copies the whole state, hidden cards included: a bot that must not know them alters
    nothing here and reads only what its own rules allow.
    """

    __slots__ = ("_session", "ctx")

    def __init__(self, session: Session) -> None:
        self._session = session
        self.ctx = session.context()

    @property
    def outcome(self) -> str | None:
        """How the copy ended; None while it runs."""
        return self._session.state.outcome

    def list_legal(self) -> list[Command]:
        """What whoever is asked in the copy may do."""
        return list_legal_commands(self._session)

    def submit(self, command: Command) -> CommandResult:
        """Carries a command out in the copy."""
        return self._session.submit(command)


def list_legal_commands(session: Session) -> list[Command]:
    """All commands the open question takes, in a fixed order; empty once the game has ended."""
    question = session.state.question
    if question is None:
        return []
    if question.kind != "turn":
        return [Answer(actor=question.actor, choice=index) for index in range(len(question.options))]
    options = session.rules.game.list_legal(session.context())
    if not session.rules.self_listed_commands:
        return options
    options = list(options)
    for bound in session.rules.self_listed_commands:
        options += _list_mod_commands(session, bound)
    return options


def _list_mod_commands(session: Session, bound: BoundCommand) -> list[Command]:
    """What a mod lists of its own command; nothing, and a report, if that fails."""
    cause = Cause(bound.mod, f"{bound.cause.via} (legal)", bound.cause.where)
    if bound.spec.list_legal is None or (cause.mod, cause.via) in session.suspended:
        return []
    try:
        found = list(bound.spec.list_legal(session.contexts[bound.mod]))
        for command in found:
            if type(command) is not bound.spec.type:
                raise TypeError(f"legal lists {bound.spec.type.__name__}, not {command!r}")
    except Exception as error:
        session.report_problem(cause, error)
        return []
    return found
