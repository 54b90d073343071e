"""Ranges of games to be played somewhere, and what to do when a worker dies over one.

A job whose worker died is tried once more as it is; then it is halved again and again, so that
a game which kills its worker ends up alone. That game becomes a row with its error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .game_batch import FAILED, GameBatch
from .plan import Plan

MAX_JOB_SIZE = 500
"""Most games in one job."""

JOBS_PER_WORKER = 8
"""Jobs a worker should get at least, so that all end at about the same time."""

MAX_DEATHS = 3
"""Deaths of its worker after which a single game is given up."""


@dataclass(frozen=True)
class Job:
    """Games from `start` up to, not including, `stop`; `deaths` workers have died over it."""

    start: int
    stop: int
    deaths: int = 0

    def __len__(self) -> int:
        return self.stop - self.start


def split_into_jobs(games: int, workers: int, first: int = 0) -> Iterator[Job]:
    """All games of a run as jobs. How they are split does not alter a single game."""
    size = max(1, min(MAX_JOB_SIZE, games // (max(1, workers) * JOBS_PER_WORKER)))
    for start in range(first, first + games, size):
        yield Job(start, min(start + size, first + games))


def plan_retries(job: Job) -> list[Job]:
    """What is tried next when the worker has died over a job; nothing if it is to be given up."""
    if len(job) == 1:
        return [Job(job.start, job.stop, job.deaths + 1)] if job.deaths + 1 < MAX_DEATHS else []
    if job.deaths == 0:
        return [Job(job.start, job.stop, 1)]
    middle = (job.start + job.stop) // 2
    return [Job(job.start, middle, 1), Job(middle, job.stop, 1)]


def build_failed_batch(plan: Plan, job: Job) -> GameBatch:
    """The batch of a game that killed every worker it was given to."""
    batch = GameBatch(job.start, job.stop)
    row = {
        "index": job.start,
        "seed": plan.derive_game_seed(job.start),
        "outcome": FAILED,
        "turns": 0,
        "commands": 0,
        "events": 0,
        "hash": "",
        "problems": 0,
        "error": f"its worker process died {MAX_DEATHS} times",
    }
    batch.add_row(row)
    batch.coverage = {}
    return batch
