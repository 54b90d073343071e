"""Players that are programs. A bot picks among the legal commands; it draws from a stream of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from footfall import kernels
from footfall.engine.model import Answer, Command
from footfall.engine.play import stream_key
from footfall.engine.session import Result, Session

Bot: TypeAlias = Callable[[Session], Command]
"""Picks the next command for whoever the game waits for."""

_KEY = stream_key("footfall", "bot")


def legal_commands(session: Session) -> list[Command]:
    """All commands the open question takes, in a fixed order; empty once the game has ended."""
    question = session.state.question
    if question is None:
        return []
    if question.kind != "turn":
        return [Answer(actor=question.actor, choice=index) for index in range(len(question.options))]
    return session.rules.game.legal(session.play())


def random_bot(session: Session) -> Command:
    """Any legal command, all equally likely; the game's own dice are not touched."""
    options = legal_commands(session)
    if not options:
        raise ValueError(f"{session.rules.game.id} lists no legal command at turn {session.state.turn}")
    return options[kernels.draw(session.state.seed, _KEY, session.state.turn, 0, len(options))]


def play_on(session: Session, bot: Bot, turns: int) -> Iterator[Result]:
    """Lets a bot play until `turns` more commands were accepted or the game has ended.

    Raises:
        RuntimeError: the bot gave a command that the rules refuse.
    """
    for _ in range(turns):
        if session.state.outcome is not None:
            return
        command = bot(session)
        result = session.step(command)
        if result.refused is not None:
            raise RuntimeError(f"{command} is listed as legal and refused: {result.refused.message.id}")
        yield result
