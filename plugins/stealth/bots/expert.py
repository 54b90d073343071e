"""The expert bot: it plans routes by the odds of being noticed, fights with an advantage, and goes home in time."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.api import Answer, BotContext, Command

from ..commands import ToggleLamp, Wait, Walk
from ..items.using import Activate
from . import expert_items, expert_travel
from .expert_fighting import choose_ambush, choose_fight
from .expert_view import ExpertView, plan_costs, remember_bells, remember_creatures
from .fighting import switch_lamp
from .inventory import DARK_SIGHT
from .view import update_memory


def decide(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Chooses a command: fight or flee, ambush, tend to itself, the lamp, then the way."""
    view = ExpertView(ctx, options)
    if isinstance(options[0], Answer):
        return expert_items.answer_question(view)
    update_memory(view)
    remember_creatures(view)
    remember_bells(view)
    plan_costs(view)
    command = _choose_command(view)
    if type(command) is Activate:
        ctx.notes["used"] = command.item
    return command


def _choose_command(view: ExpertView) -> Command:
    return (
        choose_fight(view)
        or choose_ambush(view)
        or expert_items.tend_to_self(view)
        or set_lamp(view)
        or expert_travel.choose_errand(view)
        or _choose_any(view)
    )


def set_lamp(view: ExpertView) -> Command | None:
    """Lights the lamp to explore; puts it out where a creature that is awake could notice it."""
    if view.hunting or view.find_option(ToggleLamp) is None:
        return None
    unlit_fov = view.me.stats.get("fov", 0)
    if unlit_fov >= DARK_SIGHT:
        return switch_lamp(view, lit=False)
    return switch_lamp(view, lit=True)


def _choose_any(view: ExpertView) -> Command:
    steps = [option for option in view.options if type(option) is Walk]
    return view.ctx.choose("any", steps or [view.find_option(Wait) or view.options[0]])
