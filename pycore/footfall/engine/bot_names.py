"""The bots of a game by name; every game has one that plays at random."""

from collections.abc import Mapping, Sequence

from footfall import kernels
from footfall.diagnostics import UserError
from footfall.diagnostics.findings import suggest

from .bots import Bot, BotContext
from .declarations.rules import Rules
from .dice import stream_key
from .model import Command, Message

_KEY = stream_key("footfall", "bot")


class UnknownBotError(UserError, ValueError):
    """There is no bot of that name; the text lists the bots."""


def pick_uniformly(seed: int, turn: int, options: Sequence[Command]) -> Command:
    """Returns an option with equal probability, from a random stream of its own."""
    return options[kernels.draw(seed, _KEY, turn, 0, len(options))]


def _decide_randomly(ctx: BotContext, options: Sequence[Command]) -> Command:
    return pick_uniformly(ctx.state.seed, ctx.state.turn, options)


RANDOM_BOT = Bot(
    "footfall:random", _decide_randomly, Message("footfall-bot-random"), Message("footfall-bot-random-about")
)
"""Plays legal commands with equal probability. Every game has this bot; it is the default."""


def list_bots(rules: Rules) -> Mapping[str, Bot]:
    """Returns all bots of a game by full id."""
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
