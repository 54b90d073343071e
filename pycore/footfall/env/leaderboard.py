"""The leaderboard of a suite of tasks: how often an oracle, bots, a listening player and random play solve each task.

Every player plays the same games, those of seeds 1, 2, 3, ... The result depends on the rules, not on the machine.
"""

import multiprocessing
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import blake2b
from math import sqrt
from typing import Any

import msgspec
import numpy as np

from footfall import kernels
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.declarations.environments import Player, TaskSuite
from footfall.engine.session import Session

from .batch import EnvironmentBatch
from .content import (
    EnvironmentContent,
    NoEnvironmentError,
    get_environment,
    get_suite,
    load_environment,
    load_plain_game,
)
from .sessions import SessionGames

ORACLE, RANDOM, DEAF = "oracle", "random", "deaf"
"""The players of every suite; the suffix of a player without hearing."""

CONFIDENCE = 1.96
"""Half the width of an interval of 95 percent, in standard deviations."""

DECISIVE = 3.0
"""Standard deviations from which a difference counts."""


class TaskScore(msgspec.Struct, frozen=True):
    """The results of a player in the games of a task.

    Attributes:
        task, player: their names.
        content: the content hash of the task.
        wins, count: the number of solved games, and of all.
        steps: the steps of all games.
    """

    task: str
    player: str
    content: str
    wins: int
    count: int
    steps: int

    @property
    def share(self) -> float:
        """The share of the games that it solved."""
        return self.wins / self.count

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of Wilson for the share, at 95 percent."""
        spread = CONFIDENCE**2 / self.count
        center = (self.share + spread / 2) / (1 + spread)
        half = CONFIDENCE / (1 + spread) * sqrt((self.share * (1 - self.share) + spread / 4) / self.count)
        return max(0.0, center - half), min(1.0, center + half)


def count_sigmas(better: TaskScore, worse: TaskScore) -> float:
    """Returns the difference of two shares in standard deviations, by the pooled share."""
    pooled = (better.wins + worse.wins) / (better.count + worse.count)
    deviation = sqrt(pooled * (1 - pooled) * (1 / better.count + 1 / worse.count))
    return (better.share - worse.share) / deviation if deviation else 0.0


def list_players(suite: TaskSuite) -> list[str]:
    """Returns the names of the players of a leaderboard."""
    deaf = [f"{name}, {DEAF}" for name in suite.players]
    return [ORACLE, RANDOM, *suite.bots, *suite.players, *deaf]


def measure_tasks(
    game: str, tasks: Sequence[str] = (), count: int = 100, jobs: int = 1, report: Callable[[str], None] = print
) -> list[TaskScore]:
    """Measures the players of a game's suite.

    Args:
        game: full id or short name.
        tasks: names of tasks; empty: all.
        count: games for each task and player.
        jobs: processes.
        report: receives a line for each result.

    Raises:
        NoEnvironmentError: the game has no tasks, or none of a name.
    """
    suite = get_suite(get_environment(load_plain_game(game, (), ())[0]))
    for task in tasks:
        if (content := load_environment(game, task=task)).suite != suite:
            raise NoEnvironmentError(f"{content.id} is not a task of {suite.name}; footfall.env.pettingzoo plays it")
    pairs = [(task, player) for task in tasks or suite.list_names() for player in list_players(suite)]
    measure = partial(measure_player, game, count)
    scores = []
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for score in pool.map(measure, pairs) if jobs > 1 else map(measure, pairs):
            report(f"{score.task}, {score.player}: {score.wins} of {score.count}")
            scores.append(score)
    return scores


def measure_player(game: str, count: int, pair: tuple[str, str]) -> TaskScore:
    """Plays the games of one task by one player."""
    task, player = pair
    content = load_environment(game, task=task)
    suite = get_suite(content.environment)
    solved = steps = 0
    if player in suite.bots:
        for seed in range(1, count + 1):
            score, length = play_bot(content, player, seed)
            solved, steps = solved + (score >= 1), steps + length
        return TaskScore(task, player, content.hash, solved, count, steps)
    is_deaf = player.endswith(f", {DEAF}")
    heard = load_environment(game, task=task, switches=suite.deafness) if is_deaf else content
    batch = EnvironmentBatch(heard, autoreset="disabled", is_strict=False)
    for seed in range(1, count + 1):
        batch.reset([seed])
        score, length = play_task(batch, open_player(batch, suite, player.partition(",")[0], seed), seed)
        solved, steps = solved + (score >= 1), steps + length
    return TaskScore(task, player, content.hash, solved, count, steps)


def open_player(batch: EnvironmentBatch, suite: TaskSuite, name: str, seed: int) -> Player:
    """Returns a player for the game that has just begun in a batch of one."""
    content = batch.content
    assert content.task is not None, "a suite plays tasks"
    if name == RANDOM:
        return play_randomly
    if name == ORACLE:
        assert isinstance(batch.games, SessionGames), "tasks are played by sessions"
        actions = iter(suite.solve(batch.games.slots[0].session, content.layout, content.task, seed))
        return lambda parts, mask, draw: next(actions, int(mask.argmax()))
    return suite.players[name](content.layout, content.task)


def play_randomly(parts: Any, mask: Any, draw: Callable[[int], int]) -> int:
    """Chooses any action that the mask allows."""
    allowed = np.flatnonzero(mask)
    return int(allowed[draw(len(allowed))])


def play_task(batch: EnvironmentBatch, player: Player, seed: int) -> tuple[float, int]:
    """Plays the game of a batch of one to its end; returns the sum of rewards, and the steps."""
    parts = {name: part[0] for name, part in batch.parts.items()}
    action, score, drawn = np.zeros(1, np.int32), 0.0, 0

    def draw(below: int) -> int:
        nonlocal drawn
        drawn += 1
        return kernels.draw(seed, 0, drawn, 0, below)

    while not (batch.terminated[0] or batch.truncated[0]):
        action[0] = player(parts, batch.mask[0], draw)
        batch.step(action)
        score += float(batch.reward[0])
    return score, int(batch.lengths[0])


def play_bot(content: EnvironmentContent, name: str, seed: int) -> tuple[float, int]:
    """Plays a game by a bot of the game; returns its score and the number of steps."""
    session = Session.begin(content.load_result.rules, seed, content.options, quiet=True)
    bot, steps = content.load_result.rules.bots[name], 0
    context = BotContext(session, bot.id, session.state.question.actor if session.state.question else 0)
    while session.state.outcome is None and steps < content.max_steps:
        session.submit(bot.decide(context, list_legal_commands(session)))
        steps += 1
    return content.environment.open(session.context(), content.layout, content.switches).compute_score(), steps


def hash_scores(scores: Iterable[TaskScore]) -> str:
    """Returns the hash of the contents that were played: 16 hexadecimal digits."""
    contents = sorted({(score.task, score.content) for score in scores})
    return blake2b(msgspec.json.encode(contents), digest_size=8).hexdigest()


def describe_scores(scores: Sequence[TaskScore], texts: Mapping[str, tuple[str, str]]) -> list[str]:
    """Returns the leaderboard as lines of Markdown, with the title and summary of each task by name."""
    players = list(dict.fromkeys(score.player for score in scores))
    cells = {(score.task, score.player): score for score in scores}
    tasks = list(dict.fromkeys(score.task for score in scores))
    lines = [f"| task | {' | '.join(players)} | hearing |", f"|---|{'---|' * len(players)}---|"]
    for task in tasks:
        row = [format_share(cells[task, player]) for player in players]
        gains = [
            count_sigmas(cells[task, player.partition(",")[0]], cells[task, player])
            for player in players
            if player.endswith(f", {DEAF}")
        ]
        decisive = [f"**{gain:.1f} σ**" if gain >= DECISIVE else f"{gain:.1f} σ" for gain in gains]
        lines.append(f"| `{task}` | {' | '.join(row)} | {', '.join(decisive)} |")
    means = [sum(cells[task, player].share for task in tasks) / len(tasks) for player in players]
    lines.append(f"| mean | {' | '.join(f'{100 * mean:.0f}' for mean in means)} | |")
    lines += ["", "| task | steps | to do | content |", "|---|---|---|---|"]
    for task in tasks:
        oracle = cells[task, players[0]]
        title, summary = texts[task]
        lines.append(f"| `{task}` | {oracle.steps / oracle.count:.0f} | {title}: {summary} | `{oracle.content}` |")
    return lines


def format_share(score: TaskScore) -> str:
    """Returns a share in percent with its interval."""
    low, high = score.interval
    return f"{100 * score.share:.0f} ({100 * low:.0f}–{100 * high:.0f})"
