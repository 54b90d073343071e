"""A run: all games of a plan as one table with one digest, played in jobs.

A job whose worker died is retried once, then halved repeatedly, until the game that kills its worker is alone. That
game becomes a row with an error.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec

from footfall import __version__
from footfall.engine.model import Command
from footfall.engine.saves.replay import Recorder

from .bots import find_bot
from .coverage import CoverageCounter, merge_coverage
from .game_batch import FAILED, FIXED_COLUMNS, BotGame, GameBatch, GameTable, build_row, play_batch, play_with_timeout
from .plan import Plan, count_processors, get_plan_rules
from .workers import Work, run_jobs

UNDIGESTED_COLUMNS = frozenset(("error",))
"""Columns that contain local file names."""


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

    def play(self, plan: Plan) -> GameBatch:
        """Plays the games, in a worker."""
        return play_batch(plan, self.start, self.stop)


def split_into_jobs(games: int, workers: int) -> Iterator[Job]:
    """Splits the games of a run into jobs; the split does not affect results."""
    size = max(1, min(MAX_JOB_SIZE, games // (max(1, workers) * JOBS_PER_WORKER)))
    for start in range(0, games, size):
        yield Job(start, min(start + size, games))


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
    batch = GameBatch(job.start)
    batch.add_row(build_row(plan, job.start, FAILED, error=f"its worker process died {MAX_DEATHS} times"))
    return batch


@dataclass
class SimulationRun(GameTable):
    """All games of a plan; the columns of the game are in the order of their names."""

    plan: Plan
    seconds: float = 0.0

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
        workers: worker processes; 0: this process; None: one per processor.
        cluster_address: address of a Dask cluster to use instead.
        on_progress: called after each batch with its number of games.

    Raises:
        LoadError, ModMismatchError: a worker cannot load the game.
        ClusterError: the cluster is not available.
    """
    start, count = perf_counter(), count_processors() if workers is None else workers
    jobs = list(split_into_jobs(plan.games, count))
    work = Work(partial(Job.play, plan=plan), plan_retries, partial(build_failed_batch, plan))
    finished = []
    with closing(run_jobs(work, jobs, count, cluster_address)) as batches:
        for batch in batches:
            finished.append(batch)
            if on_progress is not None:
                on_progress(len(batch.columns["index"]))
    run = merge_batches(plan, finished)
    if run.columns["index"] != list(range(plan.games)):
        raise RuntimeError(f"expected {plan.games} games, got {len(run)}")
    run.seconds = perf_counter() - start
    return run


def merge_batches(plan: Plan, batches: list[GameBatch]) -> SimulationRun:
    """Merges batches in any order into a run."""
    batches = sorted(batches, key=lambda batch: batch.start)
    own = sorted({name for batch in batches for name in batch.columns} - set(FIXED_COLUMNS))
    columns: dict[str, list[Any]] = {name: [] for name in (*FIXED_COLUMNS, *own)}
    run = SimulationRun(plan, columns=columns)
    for batch in batches:
        count = len(batch.columns["index"])
        for name, values in columns.items():
            values += batch.columns.get(name) or [None] * count
        run.compiled_games += batch.compiled_games
        merge_coverage(run.coverage, batch.coverage)
        for key, cell in batch.curves.items():
            into = run.curves.setdefault(key, {})
            for value, times in cell.items():
                into[value] = into.get(value, 0) + times
        for problem, (times, first) in batch.problems.items():
            known, index = run.problems.get(problem, (0, first))
            run.problems[problem] = (known + times, min(index, first))
    return run


def record_replay(plan: Plan, index: int, path: Path) -> BotGame:
    """Plays one game of a plan and writes its replay.

    A game that fails is recorded up to the failing command. A game that ends in its setup gives a replay
    without commands.

    Raises:
        Exception: the error that the game failed with.
    """
    rules = get_plan_rules(plan)
    game = BotGame(rules, [find_bot(rules, name) for name in plan.bots], plan, index)
    with path.open("w", encoding="utf-8") as file:
        recorder: Recorder | None = None

        def record(command: Command) -> None:
            nonlocal recorder
            assert game.session is not None
            recorder = recorder or Recorder(file, game.session, __version__)
            recorder.write_command(command)

        play_with_timeout(lambda: game.play(CoverageCounter(), record), plan.timeout)
        if recorder is None:
            assert game.session is not None
            recorder = Recorder(file, game.session, __version__)
        recorder.write_hash_mark(force=True)
    return game
