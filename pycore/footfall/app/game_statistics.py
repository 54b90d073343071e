"""What the finished games of a player add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from footfall.engine.game import ScoreTotal, Statistics

from .finished_games import FinishedGame

MAX_BEST = 5
"""Runs in the list of the best ones."""


class GroupStatistics(msgspec.Struct, frozen=True):
    """What a group of games adds up to.

    Attributes:
        name: value that the games share, the id of a message; empty for all of them.
        games, won: their number, and that of those won.
        turns: turns played.
        values: largest values and sums by id of `Score`.
    """

    name: str
    games: int
    won: int
    turns: int
    values: dict[str, int]


class GameStatistics(msgspec.Struct, frozen=True):
    """What all finished games of one game add up to.

    Attributes:
        total: all of them.
        groups: each group, in the order in which they were first played.
        tallies: how often each value occurred, by id of `Score`, most frequent first.
        best: the best runs, the best one first.
    """

    total: GroupStatistics
    groups: list[GroupStatistics]
    tallies: dict[str, dict[str, int]]
    best: list[FinishedGame]


def add_up(statistics: Statistics, games: Sequence[FinishedGame]) -> GameStatistics:
    """Adds up the finished games of one game."""
    group = next((score.id for score in statistics.scores if score.total is ScoreTotal.GROUP), "")
    names = list(dict.fromkeys(_read_text(game, group) for game in games)) if group else []
    return GameStatistics(
        total=_add_group(statistics, "", games),
        groups=[
            _add_group(statistics, name, [game for game in games if _read_text(game, group) == name]) for name in names
        ],
        tallies={
            score.id: dict(Counter(text for game in games if (text := _read_text(game, score.id))).most_common())
            for score in statistics.scores
            if score.total is ScoreTotal.TALLY
        },
        best=sorted(games, key=lambda game: _rank(statistics, game), reverse=True)[:MAX_BEST],
    )


def _add_group(statistics: Statistics, name: str, games: Sequence[FinishedGame]) -> GroupStatistics:
    adders: dict[ScoreTotal, Callable[[Iterable[int]], int]] = {ScoreTotal.LARGEST: _find_largest, ScoreTotal.SUM: sum}
    values = {
        score.id: adders[score.total](_read_number(game, score.id) for game in games)
        for score in statistics.scores
        if score.total in adders
    }
    won, turns = sum(game.is_won for game in games), sum(game.turn for game in games)
    return GroupStatistics(name, len(games), won, turns, values)


def _find_largest(values: Iterable[int]) -> int:
    return max(values, default=0)


def _rank(statistics: Statistics, game: FinishedGame) -> tuple[int, ...]:
    """Returns what makes a run better than another: the outcome, the largest values, then few turns if it was won."""
    outcomes = statistics.winning_outcomes
    place = outcomes.index(game.outcome) + 1 if game.outcome in outcomes else int(game.is_won)
    largest = (_read_number(game, score.id) for score in statistics.scores if score.total is ScoreTotal.LARGEST)
    return (place, *largest, -game.turn if game.is_won else game.turn)


def _read_number(game: FinishedGame, id: str) -> int:
    value = game.scores.get(id, 0)
    return value if isinstance(value, int) else 0


def _read_text(game: FinishedGame, id: str) -> str:
    value = game.scores.get(id, "")
    return value if isinstance(value, str) else str(value)
