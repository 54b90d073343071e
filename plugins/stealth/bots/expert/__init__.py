"""The expert bot: it plans routes by the odds of being noticed, fights with an advantage, and goes home in time."""

from collections.abc import Sequence

from footfall.api import BotContext, Command

from ...actions.commands import ToggleLamp, Walk
from ..fighting import switch_lamp
from ..inventory import DARK_SIGHT
from ..view import because, decide_with
from . import items, travel
from .cover import follow_walkers, let_pass, list_watchers, peek_through, shoot_unaware, watch_first
from .decoys import await_decoy, begin_lure, follow_lure, gather_stone, plan_route, throw_decoy
from .fighting import choose_ambush, choose_fight
from .view import ExpertView, plan_costs, remember_bells, remember_creatures


def decide(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Chooses a command: fight or flee, ambush, tend to itself, the lamp, then the way."""
    return decide_with(ExpertView(ctx, options), items.answer_question, _choose_command)


def _choose_command(view: ExpertView) -> Command | None:
    remember_creatures(view)
    remember_bells(view)
    follow_walkers(view)
    plan_costs(view)
    return (
        explain_fight(view, choose_fight(view))
        or because(view, "lure", follow_lure(view) or begin_lure(view))
        or because(view, "shoot", shoot_unaware(view))
        or because(view, "ambush", choose_ambush(view))
        or because(view, "tend", items.tend_to_self(view))
        or because(view, "stone", gather_stone(view))
        or because(view, "lamp", set_lamp(view))
        or mind_watchers(view, travel.choose_errand(view))
    )


def explain_fight(view: ExpertView, command: Command | None) -> Command | None:
    """Returns a command, and notes the reason for it unless it has one."""
    return command if view.ctx.reason is not None else because(view, "fight" if view.hunting else "hide", command)


def mind_watchers(view: ExpertView, command: Command | None) -> Command | None:
    """Lets creatures pass that would notice a step, or draws them away or to itself; else carries on."""
    if type(command) is not Walk or view.hunting or view.is_rash:
        return command
    watchers = list_watchers(view)
    if not watchers:
        return because(view, "peek", peek_through(view, command)) or command
    route = plan_route(view)
    return (
        because(view, "decoy", await_decoy(view, watchers))
        or because(view, "watch", watch_first(view, watchers, command))
        or because(view, "pass", let_pass(view, watchers, route))
        or because(view, "decoy", throw_decoy(view, watchers, route))
        or command
    )


def set_lamp(view: ExpertView) -> Command | None:
    """Lights the lamp to explore; puts it out where a creature that is awake could notice it."""
    if view.hunting or view.find_option(ToggleLamp) is None:
        return None
    unlit_fov = view.me.stats.get("fov", 0)
    if unlit_fov >= DARK_SIGHT:
        return switch_lamp(view, lit=False)
    return switch_lamp(view, lit=True)
