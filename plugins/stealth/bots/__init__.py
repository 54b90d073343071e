"""Bots for the base game; they use only what their character knows."""

from collections.abc import Sequence
from functools import partial

from footfall.api import Bot, BotContext, Command, Message

from ..quest.scores import measure_game
from ..quest.stairs import TakeStairs
from . import expert, exploration, fighting, inventory, newcomer, waiter
from .view import BotView, Temperament, decide_with

__all__ = ["BOTS", "Temperament", "decide", "measure_game"]


def decide(ctx: BotContext, options: Sequence[Command], temper: Temperament) -> Command:
    """Chooses a command: fight, ambush, tend to itself, then explore."""
    return decide_with(BotView(ctx, options, temper), inventory.answer_question, _choose_command)


def _choose_command(view: BotView) -> Command | None:
    fight = fighting.choose_fight_command(view)
    if type(fight) is TakeStairs:
        fled = view.memory("fled")
        fled[view.level.id] = fled.get(view.level.id, 0) + 1
    return (
        fight
        or fighting.ambush_unaware(view)
        or inventory.tend_to_self(view)
        or inventory.set_lamp(view)
        or exploration.choose_errand(view)
    )


FIGHTER_LIKES = {
    "armor": 6, "defense": 5, "to_hit": 8, "damage": 3, "reach": 2, "strength": 4, "stamina_max": 4,
    "stealth": 1, "fov": 2, "noise": -1, "luck": 2, "recovery": 2, "poison_resistance": 1, "map_memory": 1,
}  # fmt: skip

THIEF_LIKES = FIGHTER_LIKES | {"armor": 5, "stealth": 4, "noise": -3}

TEMPERAMENTS = {
    "cautious": Temperament(
        nerve=50, flee_below=40, heal_below=60, explore_until_satiety=10, likes=FIGHTER_LIKES, is_careful=True
    ),
    "brawler": Temperament(
        nerve=150, flee_below=15, heal_below=40, explore_until_satiety=10, likes=FIGHTER_LIKES, seeks_fights=True
    ),
    "sneak": Temperament(
        nerve=50,
        flee_below=40,
        heal_below=60,
        explore_until_satiety=10,
        likes=THIEF_LIKES,
        stalks_unaware=True,
        avoids_unaware=True,
        prefers_dark=True,
    ),
}

BOTS = (
    *(
        Bot(f"core.stealth:{name}", partial(decide, temper=temper), Message(f"stealth-bot-{name}"))
        for name, temper in TEMPERAMENTS.items()
    ),
    Bot("core.stealth:expert", expert.decide, Message("stealth-bot-expert")),
    Bot("core.stealth:newcomer", newcomer.decide, Message("stealth-bot-newcomer")),
    Bot("core.stealth:waiter", waiter.decide, Message("stealth-bot-waiter")),
)
