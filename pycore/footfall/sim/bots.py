"""The random bot, bot lookup, and games played by one bot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from footfall import kernels
from footfall.diagnostics.findings import suggest
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.declarations.rules import Rules
from footfall.engine.dice import stream_key
from footfall.engine.host import CommandResult
from footfall.engine.model import Command, Message
from footfall.engine.session import Session

__all__ = [
    "RANDOM_BOT",
    "UnknownBotError",
    "choose_random_command",
    "find_bot",
    "list_bots",
    "list_legal_commands",
    "play_turns",
]

CommandChooser: TypeAlias = Callable[[Session], Command]
"""Chooses the next command of the active player."""

_KEY = stream_key("footfall", "bot")


class UnknownBotError(ValueError):
    """There is no bot of that name; the text lists the bots."""


def pick_uniformly(seed: int, turn: int, options: Sequence[Command]) -> Command:
    """Returns an option with equal probability, from a random stream of its own."""
    return options[kernels.draw(seed, _KEY, turn, 0, len(options))]


def choose_random_command(session: Session) -> Command:
    """Returns a legal command with equal probability, without using the game's dice."""
    options = list_legal_commands(session)
    if not options:
        raise ValueError(f"{session.rules.game.id} lists no legal command at turn {session.state.turn}")
    return pick_uniformly(session.state.seed, session.state.turn, options)


def _decide_randomly(ctx: BotContext, options: Sequence[Command]) -> Command:
    return pick_uniformly(ctx.state.seed, ctx.state.turn, options)


RANDOM_BOT = Bot("footfall:random", _decide_randomly, Message("footfall-bot-random"))
"""Plays legal commands with equal probability. Every game has this bot; it is the default."""


def list_bots(rules: Rules) -> Mapping[str, Bot]:
    """All bots of a game by full id."""
    return {RANDOM_BOT.id: RANDOM_BOT, **rules.bots}


def find_bot(rules: Rules, name: str) -> Bot:
    """Finds a bot by full id, or by its last part if that is unique.

    Raises:
        UnknownBotError: no bot or several bots match.
    """
    bots = list_bots(rules)
    if name in bots:
        return bots[name]
    short = [bot for id, bot in bots.items() if id.rpartition(":")[2] == name]
    if len(short) == 1:
        return short[0]
    if short:
        raise UnknownBotError(f"bot {name!r} is ambiguous: {', '.join(bot.id for bot in short)}")
    names = [id.rpartition(":")[2] for id in bots]
    raise UnknownBotError(f"there is no bot {name!r}{suggest(name, names)}; there are: {', '.join(bots)}")


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
