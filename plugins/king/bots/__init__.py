"""The bots. Each decides from an `Observation`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from footfall.api import Bot, BotContext, Command, Message

from . import montecarlo
from .observation import build_observation
from .policy import Temper, choose_answer, choose_command

CAUTIOUS = Temper(rest_level=99, rest_level_with_key=99, shuns_king=True)
GREEDY = Temper(
    rest_level=-4, rest_level_with_key=-3, waits_at_threshold=False, spends_objects=False, yields_readily=False
)
GOAL = Temper(rest_level=-3, rest_level_with_key=0)
BUDGET = montecarlo.Budget(trials=8, depth=30, options=6, margin=60)


def decide(ctx: BotContext, options: Sequence[Command], temper: Temper) -> Command:
    """Decides by a temper, without search."""
    question = ctx.state.question
    assert question is not None
    observation = build_observation(ctx, ctx.actor)
    if question.kind != "turn":
        return options[choose_answer(observation, question, temper)]
    return choose_command(observation, options, temper)


BOTS = (
    Bot("core.king:cautious", partial(decide, temper=CAUTIOUS), Message("king-bot-cautious")),
    Bot("core.king:greedy", partial(decide, temper=GREEDY), Message("king-bot-greedy")),
    Bot("core.king:goal", partial(decide, temper=GOAL), Message("king-bot-goal")),
    Bot("core.king:montecarlo", partial(montecarlo.decide, temper=GOAL, budget=BUDGET), Message("king-bot-montecarlo")),
)
