"""Programs that play the base game by what its character knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from footfall.api import Answer, Bot, Command, Message, Seat

from ..commands import Step, Wait
from ..items.using import Activate
from ..stairs import TakeStairs
from . import fighting, things, ways
from .measure import measure
from .view import Temper, View, remember

__all__ = ["BOTS", "Temper", "decide", "measure"]


def decide(seat: Seat, options: Sequence[Command], temper: Temper) -> Command:
    """Fights who is upon it, strikes who has not noticed it, tends to itself, and goes on."""
    view = View(seat, options, temper)
    if isinstance(options[0], Answer):
        return things.answer(view)
    remember(view)
    chosen = _chosen(view)
    if type(chosen) is Activate:
        seat.notes["used"] = chosen.item
    return chosen


def _chosen(view: View) -> Command:
    fight = fighting.fight(view)
    if type(fight) is TakeStairs:
        fled = view.memory("fled")
        fled[view.level.id] = fled.get(view.level.id, 0) + 1
    return (
        fight
        or fighting.ambush(view)
        or things.tend(view)
        or things.light(view)
        or ways.travel(view)
        or _any(view)
    )


def _any(view: View) -> Command:
    steps = [option for option in view.options if type(option) is Step]
    return view.seat.choose("any", steps or [view.option(Wait) or view.options[0]])


FIGHTER = {
    "armor": 6, "defense": 5, "to_hit": 8, "damage": 3, "reach": 2, "strength": 4, "stamina_max": 4,
    "stealth": 1, "fov": 2, "noise": -1, "luck": 2, "recovery": 2, "poison_resistance": 1, "map_memory": 1,
}  # fmt: skip

THIEF = FIGHTER | {"armor": 5, "stealth": 4, "noise": -3}

TEMPERS = {
    "cautious": Temper(nerve=50, flees=40, heals=60, explores=10, likes=FIGHTER, careful=True),
    "brawler": Temper(nerve=150, flees=15, heals=40, explores=10, likes=FIGHTER, seeks=True),
    "sneak": Temper(
        nerve=50, flees=40, heals=60, explores=10, likes=THIEF, ambushes=True, keeps_off=True, dark=True
    ),
}

BOTS = tuple(
    Bot(f"core.stealth:{name}", partial(decide, temper=temper), Message(f"stealth-bot-{name}"))
    for name, temper in TEMPERS.items()
)
