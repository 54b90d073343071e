"""The bots every game has, and games played by one bot alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from footfall import kernels
from footfall.diagnostics.findings import suggest
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.context import stream_key
from footfall.engine.model import Command, Message
from footfall.engine.rules import Rules
from footfall.engine.session import CommandResult, Session

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
"""Picks the next command for whoever the game waits for."""

_KEY = stream_key("footfall", "bot")


class UnknownBotError(ValueError):
    """There is no bot of that name; the text says which there are."""


def pick_uniformly(seed: int, turn: int, options: Sequence[Command]) -> Command:
    """One of the options, all equally likely, by a die of its own."""
    return options[kernels.draw(seed, _KEY, turn, 0, len(options))]


def choose_random_command(session: Session) -> Command:
    """Any legal command, all equally likely; the game's own dice are not touched."""
    options = list_legal_commands(session)
    if not options:
        raise ValueError(f"{session.rules.game.id} lists no legal command at turn {session.state.turn}")
    return pick_uniformly(session.state.seed, session.state.turn, options)


def _decide_randomly(ctx: BotContext, options: Sequence[Command]) -> Command:
    return pick_uniformly(ctx.state.seed, ctx.state.turn, options)


RANDOM_BOT = Bot("footfall:random", _decide_randomly, Message("footfall-bot-random"))
"""Any legal command, all equally likely. Every game has it, and it is the default."""


def list_bots(rules: Rules) -> Mapping[str, Bot]:
    """All bots a game can be played by, by full id."""
    return {RANDOM_BOT.id: RANDOM_BOT, **rules.bots}


def find_bot(rules: Rules, name: str) -> Bot:
    """A bot by full id, or by the last part of it if that is unique.

    Raises:
        UnknownBot: there is none, or several.
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
    """Lets a bot play until `turns` more commands were accepted or the game has ended.

    Raises:
        RuntimeError: the bot gave a command that the rules refuse.
    """
    for _ in range(turns):
        if session.state.outcome is not None:
            return
        command = choose(session)
        result = session.submit(command)
        if result.refusal is not None:
            raise RuntimeError(f"{command} is listed as legal and refused: {result.refusal.message.id}")
        yield result
