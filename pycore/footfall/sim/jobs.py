"""Jobs: ranges of games for workers, and retries after a worker dies.

A job whose worker died is retried once, then halved repeatedly, until the game that kills its worker is alone.
That game becomes a row with an error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .game_batch import FAILED, GameBatch
from .plan import Plan

MAX_JOB_SIZE = 500
"""Maximum number of games per job."""

JOBS_PER_WORKER = 8
"""Minimum number of jobs per worker, so that all workers finish at about the same time."""

MAX_DEATHS = 3
"""Number of worker deaths after which a single game counts as failed."""


@dataclass(frozen=True)
class Job:
    """Games from `start` to `stop` (excluded), and the number of workers that died playing them."""

    start: int
    stop: int
    deaths: int = 0

    def __len__(self) -> int:
        return self.stop - self.start


def split_into_jobs(games: int, workers: int, first: int = 0) -> Iterator[Job]:
    """Splits the games of a run into jobs; the split does not affect results."""
    size = max(1, min(MAX_JOB_SIZE, games // (max(1, workers) * JOBS_PER_WORKER)))
    for start in range(first, first + games, size):
        yield Job(start, min(start + size, first + games))


def plan_retries(job: Job) -> list[Job]:
    """Jobs to try after a worker died; empty: the game counts as failed."""
    if len(job) == 1:
        return [Job(job.start, job.stop, job.deaths + 1)] if job.deaths + 1 < MAX_DEATHS else []
    if job.deaths == 0:
        return [Job(job.start, job.stop, 1)]
    middle = (job.start + job.stop) // 2
    return [Job(job.start, middle, 1), Job(middle, job.stop, 1)]


def build_failed_batch(plan: Plan, job: Job) -> GameBatch:
    """Batch of a game that killed `MAX_DEATHS` workers."""
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
