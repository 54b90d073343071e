"""A flat Monte Carlo bot: plays each option in copies of the game with reshuffled unknown cards."""

from collections.abc import Sequence

import msgspec

from footfall.api import Answer, BotContext, Command, Trial

from .. import commands as cmd
from ..state import MIN_SANITY, board_of
from .observation import build_observation, count_unseen, redeal_hidden
from .policy import Temper, choose_answer, choose_command


class Budget(msgspec.Struct, frozen=True):
    """The limits of a search.

    Attributes:
        trials: games per option.
        depth: commands per game after the option.
        options: the number of options, the policy's choice first.
        margin: thousandths by which an option must beat the policy's choice, because the mean of few games is noisy.
    """

    trials: int
    depth: int
    options: int
    margin: int


HIDDEN, TRIAL = "hidden", "trial"
"""Purposes of the bot's dice: the order of unknown cards, and the trials (`BotContext.start_trial`)."""

NOT_WORTH_TRYING = (cmd.ArmoryDrop, cmd.ArmoryTake, cmd.PedlarSell, cmd.DiscardClarity, cmd.Give)
"""Commands that are not worth a trial."""


def decide(ctx: BotContext, options: Sequence[Command], temper: Temper, budget: Budget) -> Command:
    """Returns the option with the best score over all trials; ties: the first."""
    candidates = [option for option in options if not isinstance(option, NOT_WORTH_TRYING)] or list(options)
    if len(candidates) == 1:
        return candidates[0]
    question = ctx.state.question
    assert question is not None
    observation = build_observation(ctx, ctx.actor)
    favorite = (
        choose_command(observation, options, temper)[0]
        if question.kind == "turn"
        else options[choose_answer(observation, question, temper)]
    )
    candidates = [favorite, *(option for option in candidates if option != favorite)][: budget.options]
    count = count_unseen(board_of(ctx.state))
    deals = [ctx.shuffle(HIDDEN, range(count)) for _ in range(budget.trials)]
    scores = [
        sum(_score_option(ctx.start_trial(n), deal, option, temper, budget.depth) for n, deal in enumerate(deals))
        for option in candidates
    ]
    scores[0] += budget.margin * budget.trials
    best = scores.index(max(scores))
    facts = {"trials": budget.trials, "score": scores[best] // budget.trials, "options": len(candidates)}
    return ctx.give_reason(candidates[best], "king-reason-trials", **facts)


def _score_option(trial: Trial, deal: list[int], option: Command, temper: Temper, depth: int) -> int:
    """Plays an option in a copy of the game; returns the score of the final position, in thousandths."""
    redeal_hidden(board_of(trial.ctx.state), deal)
    if trial.submit(option).refusal is not None:
        return -1
    for _ in range(depth):
        question = trial.ctx.state.question
        if trial.outcome is not None or question is None:
            break
        observation = build_observation(trial.ctx, question.actor)
        if question.kind == "turn":
            trial.submit(choose_command(observation, trial.list_legal(), temper)[0])
        else:
            trial.submit(Answer(actor=question.actor, choice=choose_answer(observation, question, temper)))
    board = board_of(trial.ctx.state)
    if trial.outcome is not None:
        return 1000 if trial.outcome == "WIN" else 0
    goal = max(1, board.profile.keys_to_win)
    keys = min(board.keys_in_hands(), goal) * 500 // goal
    calm = sum((soul.sanity - MIN_SANITY) * 100 // max(1, soul.top - MIN_SANITY) for soul in board.souls)
    return 50 + keys + 3 * calm // len(board.souls) - 60 * board.keys_destroyed
