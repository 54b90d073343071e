"""A run: all games of a plan as one table with one digest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from time import perf_counter
from typing import Any

import msgspec

from .cluster import run_on_cluster
from .coverage import Coverage, merge_coverage
from .game_batch import FIXED_COLUMNS, CurveCounts, GameBatch, play_batch
from .jobs import Job, build_failed_batch, plan_retries, split_into_jobs
from .plan import Plan, count_processors
from .workers import Results, Work, run_in_processes, run_in_this_process

UNDIGESTED_COLUMNS = frozenset(("error",))
"""Columns that contain local file names."""


@dataclass
class SimulationRun:
    """The games of a plan.

    Attributes:
        columns: values by column, in index order; `FIXED_COLUMNS` first, then those of the game by name.
        coverage: (tag, field, value, outcome) to [games, times].
        curves: (column, index of the observation, outcome) to number of games by value.
        problems: contained failures: (mod, via, where, error) to (count, first index).
        seconds: elapsed time.
        compiled: number of games played by compiled rules.
    """

    plan: Plan
    columns: dict[str, list[Any]]
    coverage: Coverage = field(default_factory=dict)
    curves: CurveCounts = field(default_factory=dict)
    problems: dict[tuple[str, str, str, str], tuple[int, int]] = field(default_factory=dict)
    seconds: float = 0.0
    compiled: int = 0

    def __len__(self) -> int:
        return len(self.columns["index"])

    @property
    def own_columns(self) -> list[str]:
        """Names of the columns that the game measures."""
        return [name for name in self.columns if name not in FIXED_COLUMNS]

    def compute_digest(self) -> str:
        """Digest of all rows, counts and curves (32 hexadecimal digits), independent of the distribution of work."""
        hashed = blake2b(digest_size=16)
        encode = msgspec.msgpack.Encoder().encode
        names = [name for name in self.columns if name not in UNDIGESTED_COLUMNS]
        hashed.update(encode(names))
        for row in zip(*(self.columns[name] for name in names), strict=True):
            hashed.update(encode(row))
        hashed.update(encode(sorted(self.coverage.items())))
        hashed.update(encode(sorted((key, sorted(cell.items())) for key, cell in self.curves.items())))
        return hashed.hexdigest()


def simulate(
    plan: Plan,
    *,
    workers: int | None = None,
    cluster_address: str | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> SimulationRun:
    """Plays all games of a plan.

    Args:
        plan: a plan from `resolve_plan`.
        workers: worker processes; 0: this process; None: one per processor.
        cluster_address: address of a Dask cluster to use instead.
        on_progress: called after each batch with its number of games.

    Raises:
        LoadError, ModMismatchError: a worker cannot load the game.
        ClusterError: the cluster is not available.
    """
    start, count = perf_counter(), count_processors() if workers is None else workers
    jobs = list(split_into_jobs(plan.games, count))
    work = Work(partial(_play_job, plan), plan_retries, partial(build_failed_batch, plan))
    batches: Results[GameBatch]
    if cluster_address is not None:
        batches = run_on_cluster(work, jobs, cluster_address)
    elif count == 0:
        batches = run_in_this_process(work, jobs)
    else:
        batches = run_in_processes(work, jobs, count)
    finished = []
    with closing(batches):
        for batch in batches:
            finished.append(batch)
            if on_progress is not None:
                on_progress(len(batch.columns["index"]))
    run = merge_batches(plan, finished)
    if run.columns["index"] != list(range(plan.games)):
        raise RuntimeError(f"expected {plan.games} games, got {len(run)}")
    run.seconds = perf_counter() - start
    return run


def _play_job(plan: Plan, job: Job) -> GameBatch:
    return play_batch(plan, job.start, job.stop)


def merge_batches(plan: Plan, batches: list[GameBatch]) -> SimulationRun:
    """Merges batches in any order into a run."""
    batches = sorted(batches, key=lambda batch: batch.start)
    own = sorted({name for batch in batches for name in batch.columns} - set(FIXED_COLUMNS))
    columns: dict[str, list[Any]] = {name: [] for name in (*FIXED_COLUMNS, *own)}
    run = SimulationRun(plan, columns)
    for batch in batches:
        count = len(batch.columns["index"])
        for name, values in columns.items():
            values += batch.columns.get(name) or [None] * count
        run.compiled += batch.compiled
        merge_coverage(run.coverage, batch.coverage)
        for key, cell in batch.curves.items():
            into = run.curves.setdefault(key, {})
            for value, times in cell.items():
                into[value] = into.get(value, 0) + times
        for problem, (times, first) in batch.problems.items():
            known, index = run.problems.get(problem, (0, first))
            run.problems[problem] = (known + times, min(index, first))
    return run
