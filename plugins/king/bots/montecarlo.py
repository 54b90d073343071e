"""A bot that tries its options out: games played on in private copies, hidden cards dealt anew each time."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from footfall.api import Answer, Command, Seat, Trial

from .. import commands as cmd
from ..appliers import board_of
from ..state import LOWEST, Board
from .policy import Temper, act, answer
from .sight import hide, sight_of, unseen


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
"""What the bot's own dice are for: the deal of unseen cards; those of the trials are the engine's (`Seat.trial`)."""

IDLE = (cmd.ArmouryDrop, cmd.ArmouryTake, cmd.PedlarSell, cmd.DiscardClarity, cmd.Give)
"""What is not worth trying."""


def decide(seat: Seat, options: Sequence[Command], temper: Temper, budget: Budget) -> Command:
    """The option after which the games tried went best; the first of equals."""
    tried = [option for option in options if not isinstance(option, IDLE)] or list(options)
    if len(tried) == 1:
        return tried[0]
    question = seat.state.question
    assert question is not None
    sight = sight_of(seat, seat.actor)
    favourite = (
        act(sight, options, temper) if question.kind == "turn" else options[answer(sight, question, temper)]
    )
    tried = [favourite, *(option for option in tried if option != favourite)][: budget.options]
    count = unseen(board_of(seat.state))
    deals = [seat.shuffled(HIDDEN, range(count)) for _ in range(budget.trials)]
    scores = [
        sum(_tried(seat.trial(n), deal, option, temper, budget.depth) for n, deal in enumerate(deals))
        for option in tried
    ]
    scores[0] += budget.margin * budget.trials
    return tried[scores.index(max(scores))]


def _tried(trial: Trial, deal: list[int], option: Command, temper: Temper, depth: int) -> int:
    """How well a copy of the game goes after an option, in thousandths."""
    board: Board = board_of(trial.play.state)
    hide(board, deal)
    if trial.step(option).refused is not None:
        return -1
    for _ in range(depth):
        question = trial.play.state.question
        if trial.outcome is not None or question is None:
            break
        sight = sight_of(trial.play, question.actor)
        if question.kind == "turn":
            trial.step(act(sight, trial.legal(), temper))
        else:
            trial.step(Answer(actor=question.actor, choice=answer(sight, question, temper)))
    return _worth(trial, board_of(trial.play.state))


def _worth(trial: Trial, board: Board) -> int:
    if trial.outcome is not None:
        return 1000 if trial.outcome == "WIN" else 0
    wanted = max(1, board.profile.keys_to_win)
    keys = min(board.keys_in_hands(), wanted) * 500 // wanted
    calm = sum((soul.sanity - LOWEST) * 100 // max(1, soul.top - LOWEST) for soul in board.souls)
    return 50 + keys + 3 * calm // len(board.souls) - 60 * board.keys_destroyed
