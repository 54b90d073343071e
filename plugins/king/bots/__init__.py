"""The bots. Each decides from an `Observation`."""

from collections.abc import Callable, Sequence
from functools import partial

from footfall.api import Bot, BotContext, Command, Message

from .. import commands as cmd
from ..layout import NODE_BY_NAME
from ..rules.sanity import ACCEPT
from ..screen.labels import label_for
from . import montecarlo
from .observation import build_observation, describe_situation
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
        chosen = choose_answer(observation, question, temper)
        reason = "accept" if question.options[chosen] == ACCEPT else question.kind
        return ctx.give_reason(options[chosen], f"king-reason-{reason}")
    command, reason = choose_command(observation, options, temper)
    facts = describe_situation(observation)
    seen = observation.seen_cards[NODE_BY_NAME[command.to]] if isinstance(command, cmd.Move) else ()
    if not seen:
        return ctx.give_reason(command, f"king-reason-{reason}", **facts)
    why = Message(f"king-reason-{reason}", facts)
    return ctx.give_reason(command, "king-reason-with-card", why=why, card=label_for(seen[0]))


def _declare(name: str, decide: Callable[[BotContext, Sequence[Command]], Command]) -> Bot:
    return Bot(f"core.king:{name}", decide, Message(f"king-bot-{name}"), Message(f"king-bot-{name}-about"))


BOTS = (
    _declare("cautious", partial(decide, temper=CAUTIOUS)),
    _declare("greedy", partial(decide, temper=GREEDY)),
    _declare("goal", partial(decide, temper=GOAL)),
    _declare("montecarlo", partial(montecarlo.decide, temper=GOAL, budget=BUDGET)),
)
