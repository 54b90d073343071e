"""The newcomer bot: explores, fights what it meets, rests and eats when the screen says so, and knows no odds."""

from collections.abc import Sequence

from footfall.api import BotContext, Command

from ..actions.commands import Wait
from ..items.hunger import HUNGER_MESSAGE_SATIETY
from ..items.using import Activate
from ..quest.stairs import TakeStairs, outcome_at_home
from . import exploration, inventory
from .fighting import back_off, step_to, step_towards, switch_lamp, use_known_item
from .view import BotView, Temperament, decide_with

NEWCOMER_LIKES = {"armor": 6, "defense": 4, "damage": 3, "to_hit": 2}

NEWCOMER = Temperament(
    nerve=1000, flee_below=0, heal_below=35, explore_until_satiety=8, likes=NEWCOMER_LIKES, seeks_fights=True
)

SCARED = 25
"""Percentage of life at which it tries any potion it has, or leaves by stairs underfoot."""

TRIES = 50
"""Turns for which it fights or chases an enemy that it cannot hit or reach."""

REST_BELOW, REST_TURNS = 40, 60
"""Percentage of life below which it rests after a fight, and for how many turns."""


def decide(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Chooses a command: fight, eat, rest, dress, take, explore."""
    return decide_with(BotView(ctx, options, NEWCOMER), inventory.answer_question, _choose_command)


def _choose_command(view: BotView) -> Command | None:
    return (
        fight(view)
        or eat_when_hungry(view)
        or rest(view)
        or inventory.wear_better_gear(view)
        or inventory.pick_up_item(view)
        or inventory.drop_spare_gear(view)
        or switch_lamp(view, lit=True)
        or travel(view)
    )


def fight(view: BotView) -> Command | None:
    """Attacks the nearest enemy in sight, weak or strong."""
    tried = view.memory("tried_foes")
    foes = [foe for foe in view.foes if tried.get(foe.id, 0) < TRIES]
    foes = [foe for foe in foes if view.can_hurt(foe) or view.distance_to(foe) == 1]
    for foe in foes:
        tried[foe.id] = tried.get(foe.id, 0) + 1
    if not foes:
        return None
    if view.is_below_life(SCARED):
        potions = [item.id for item, kind, _, _ in view.kit if kind.sort == "potion"]
        aid = (
            view.find_option(TakeStairs)
            or use_known_item(view, "heal")
            or view.find_first_option(Activate, "item", potions)
        )
        if aid is not None:
            return aid
    adjacent = [foe for foe in foes if view.distance_to(foe) == 1]
    if adjacent and view.fighter.stamina == 0:
        return back_off(view, adjacent) or view.find_option(Wait)
    if adjacent:
        return step_to(view, min(adjacent, key=lambda foe: (foe.hp, foe.id)).at) or view.find_option(Wait)
    return step_towards(view, [foe.at for foe in foes])


def eat_when_hungry(view: BotView) -> Command | None:
    """Eats once the game says that it is hungry."""
    return inventory.eat_food(view) if view.satiety <= max(HUNGER_MESSAGE_SATIETY) else None


def rest(view: BotView) -> Command | None:
    """Rests for a while after a fight that hurt."""
    rested = view.ctx.notes.get("rested", 0)
    if not view.is_below_life(REST_BELOW) or view.satiety <= max(HUNGER_MESSAGE_SATIETY):
        view.ctx.notes["rested"] = 0
        return None
    if rested >= REST_TURNS:
        return None
    view.ctx.notes["rested"] = rested + 1
    return view.find_option(Wait)


def travel(view: BotView) -> Command | None:
    """Takes what it sees, opens containers, explores, descends; carries a bell home."""
    if outcome_at_home(view.phase):
        return exploration.go_home(view) or exploration.search_walls(view)
    return (
        exploration.fetch_item(view)
        or exploration.open_container(view)
        or exploration.explore_or_descend(view)
        or exploration.search_walls(view)
    )
