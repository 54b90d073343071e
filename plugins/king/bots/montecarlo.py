"""A bot that tries its options out: games played on in private copies, hidden cards dealt anew each time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from footfall.api import Answer, BotContext, Command, Trial

from .. import commands as cmd
from ..state import MIN_SANITY, Board, board_of
from .observation import build_observation, count_unseen, redeal_hidden
from .policy import Temper, choose_answer, choose_command


class Budget(msgspec.Struct, frozen=True):
    """How much is tried.

    Attributes:
        trials: games tried for each option.
        depth: commands that a tried game goes on for.
        options: options tried, the policy's favourite first.
        margin: how much better than the favourite another must be, in thousandths: a few games tell little.
    """

    trials: int
    depth: int
    options: int
    margin: int


HIDDEN, TRIAL = "hidden", "trial"
"""What the bot's own dice are for: the deal of unseen cards; those of the trials are the engine's (`BotContext.trial`)."""

NOT_WORTH_TRYING = (cmd.ArmouryDrop, cmd.ArmouryTake, cmd.PedlarSell, cmd.DiscardClarity, cmd.Give)
"""What is not worth trying."""


def decide(ctx: BotContext, options: Sequence[Command], temper: Temper, budget: Budget) -> Command:
    """The option after which the games tried went best; the first of equals."""
    tried = [option for option in options if not isinstance(option, NOT_WORTH_TRYING)] or list(options)
    if len(tried) == 1:
        return tried[0]
    question = ctx.state.question
    assert question is not None
    sight = build_observation(ctx, ctx.actor)
    favourite = (
        choose_command(sight, options, temper)
        if question.kind == "turn"
        else options[choose_answer(sight, question, temper)]
    )
    tried = [favourite, *(option for option in tried if option != favourite)][: budget.options]
    count = count_unseen(board_of(ctx.state))
    deals = [ctx.shuffle(HIDDEN, range(count)) for _ in range(budget.trials)]
    scores = [
        sum(
            _score_option(ctx.start_trial(n), deal, option, temper, budget.depth)
            for n, deal in enumerate(deals)
        )
        for option in tried
    ]
    scores[0] += budget.margin * budget.trials
    return tried[scores.index(max(scores))]


def _score_option(trial: Trial, deal: list[int], option: Command, temper: Temper, depth: int) -> int:
    """How well a copy of the game goes after an option, in thousandths."""
    board: Board = board_of(trial.ctx.state)
    redeal_hidden(board, deal)
    if trial.submit(option).refusal is not None:
        return -1
    for _ in range(depth):
        question = trial.ctx.state.question
        if trial.outcome is not None or question is None:
            break
        sight = build_observation(trial.ctx, question.actor)
        if question.kind == "turn":
            trial.submit(choose_command(sight, trial.list_legal(), temper))
        else:
            trial.submit(Answer(actor=question.actor, choice=choose_answer(sight, question, temper)))
    return _score_position(trial, board_of(trial.ctx.state))


def _score_position(trial: Trial, board: Board) -> int:
    if trial.outcome is not None:
        return 1000 if trial.outcome == "WIN" else 0
    wanted = max(1, board.profile.keys_to_win)
    keys = min(board.keys_in_hands(), wanted) * 500 // wanted
    calm = sum((soul.sanity - MIN_SANITY) * 100 // max(1, soul.top - MIN_SANITY) for soul in board.souls)
    return 50 + keys + 3 * calm // len(board.souls) - 60 * board.keys_destroyed
