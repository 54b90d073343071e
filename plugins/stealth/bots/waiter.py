"""The waiter bot: it waits in the dark until creatures that are awake have gone, and shakes hunters off by stairs."""

from collections.abc import Sequence

from footfall.api import BotContext, Command

from ..actions.commands import Wait
from ..model.state import Mood
from ..quest.stairs import TakeStairs
from ..senses.known_map import find_known_cells
from .expert import items, mind_watchers, set_lamp, travel
from .expert.cover import find_cover, follow_walkers
from .expert.fighting import choose_ambush, choose_fight
from .expert.view import ExpertView, plan_costs, remember_bells, remember_creatures, walk_lengths
from .fighting import run_towards, switch_lamp
from .view import decide_with

CLEAR_TURNS = 6
"""Turns without a sight or sound of a creature after which it goes on."""

LOW_TURNS, BREAK = 20, 40
"""Maximum turns that it waits, and turns for which it then goes on in any case."""

STAIRS_STEPS, AWAY_TURNS, MAX_ESCAPES = 20, 15, 4
"""Steps that it runs to stairs from hunters, turns that it waits behind them, and times that it does so on a floor."""

COSTLY = 25
"""Share of its life in percent that a fight costs with hunters that it runs from."""

MIND_RANGE = 9
"""Distance in cells of the creatures that it waits for."""


def decide(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Chooses a command: shake off hunters, fight, wait in the dark, tend to itself, then the way."""
    return decide_with(ExpertView(ctx, options), items.answer_question, choose_command)


def choose_command(view: ExpertView) -> Command | None:
    remember_creatures(view)
    remember_bells(view)
    follow_walkers(view)
    plan_costs(view)
    return (
        shake_off(view)
        or choose_fight(view)
        or choose_ambush(view)
        or lie_low(view)
        or items.tend_to_self(view)
        or set_lamp(view)
        or mind_watchers(view, travel.choose_errand(view))
    )


def shake_off(view: ExpertView) -> Command | None:
    """Runs from hunters to the nearest stairs, takes them, and waits behind them; it then goes on."""
    notes, climbs = view.ctx.notes, view.memory("shaken_off")
    if not view.hunting:
        return view.find_option(Wait) if view.turn < notes.get("away_until", 0) else None
    is_cheap = view.fight_cost(view.hunting) * 100 < view.me.hp * COSTLY
    if is_cheap or climbs.get(view.level.id, 0) >= MAX_ESCAPES:
        return None
    stairs = find_known_cells(view.phase, "stairs")
    leave = view.find_option(TakeStairs) if view.me.at in stairs else None
    if leave is not None:
        climbs[view.level.id] = climbs.get(view.level.id, 0) + 1
        notes["away_until"] = view.turn + AWAY_TURNS
        return leave
    steps = walk_lengths(view, view.me.at) if stairs else None
    near = [at for at in stairs if steps is not None and 0 <= steps[view.phase.array_index(at)] <= STAIRS_STEPS]
    return run_towards(view, near) if near else None


def lie_low(view: ExpertView) -> Command | None:
    """Puts the lamp out, goes to a wall and waits while a creature that is awake is near, for a limited time."""
    notes = view.ctx.notes
    awake = [foe for foe in view.foes if view.mood_of(foe) is Mood.CALM and view.can_hurt(foe)]
    awake = [foe for foe in awake if view.distance_to(foe) <= MIND_RANGE]
    if awake or any(heard.turn == view.turn for heard in view.phase.stealth.heard_sounds if heard.kind == "step"):
        notes["low_until"] = view.turn + CLEAR_TURNS
    if view.hunting or view.turn >= notes.get("low_until", 0) or view.turn < notes.get("low_break", 0):
        notes["low_since"] = view.turn
        return None
    if view.turn - notes.setdefault("low_since", view.turn) >= LOW_TURNS:
        notes["low_break"] = view.turn + BREAK
        return None
    dark = switch_lamp(view, lit=False)
    if dark is not None:
        return dark
    if not view.shelter[view.phase.array_index(view.me.at)]:
        cover = find_cover(view, [foe.at for foe in awake])
        if cover is not None and view.shelter[view.phase.array_index(cover)]:
            return run_towards(view, [cover]) or view.find_option(Wait)
    return view.find_option(Wait)
