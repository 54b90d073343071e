"""Games played by one bot, or by random commands."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from footfall.engine.bot_names import (
    RANDOM_BOT as RANDOM_BOT,
    UnknownBotError as UnknownBotError,
    find_bot as find_bot,
    list_bots as list_bots,
    pick_uniformly,
)
from footfall.engine.bots import list_legal_commands as list_legal_commands
from footfall.engine.host import CommandResult
from footfall.engine.model import Command
from footfall.engine.session import Session

CommandChooser: TypeAlias = Callable[[Session], Command]
"""Chooses the next command of the active player."""


def choose_random_command(session: Session) -> Command:
    """Returns a legal command with equal probability, without using the game's dice."""
    options = list_legal_commands(session)
    if not options:
        raise ValueError(f"{session.rules.game.id} lists no legal command at turn {session.state.turn}")
    return pick_uniformly(session.state.seed, session.state.turn, options)


def play_turns(session: Session, choose: CommandChooser, turns: int) -> Iterator[CommandResult]:
    """Plays `turns` commands, or until the game ends.

    Raises:
        RuntimeError: the rules refuse a command.
    """
    for _ in range(turns):
        if session.state.outcome is not None:
            return
        command = choose(session)
        result = session.submit(command)
        if result.refusal is not None:
            raise RuntimeError(f"{command} is listed as legal but refused: {result.refusal.message.id}")
        yield result
