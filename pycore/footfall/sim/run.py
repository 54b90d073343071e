"""A run: all games of a plan, wherever they were played, as one table with one digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any

import msgspec

from .cluster import cluster
from .game import FIXED, Batch, Curve
from .jobs import split
from .plan import Plan, workers_here
from .tally import Coverage, merge
from .workers import here, processes

NOT_DIGESTED = frozenset(("error",))
"""Columns that name files of the machine a game was played on."""


@dataclass
class Run:
    """The games of a plan.

    Attributes:
        columns: values by column, in index order; `game.FIXED` first, then the game's own by name.
        coverage: (tag, field, value, outcome) to [games, times].
        curves: (column, n-th observation, outcome) to how many games had which value.
        problems: contained failures: (mod, via, where, error) to (how often, first index).
        seconds: how long it took.
        compiled: how many of the games compiled rules have played.
    """

    plan: Plan
    columns: dict[str, list[Any]]
    coverage: Coverage = field(default_factory=dict)
    curves: Curve = field(default_factory=dict)
    problems: dict[tuple[str, str, str, str], tuple[int, int]] = field(default_factory=dict)
    seconds: float = 0.0
    compiled: int = 0

    def __len__(self) -> int:
        return len(self.columns["index"])

    @property
    def own(self) -> list[str]:
        """Names of the columns that the game itself gives."""
        return [name for name in self.columns if name not in FIXED]

    def rows(self) -> Iterator[dict[str, Any]]:
        """The table, row by row."""
        names = list(self.columns)
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(names, values, strict=True))

    def digest(self) -> str:
        """32 hexadecimal digits of all rows, counts and curves: the same however the work was shared."""
        hashed = blake2b(digest_size=16)
        encode = msgspec.msgpack.Encoder().encode
        names = [name for name in self.columns if name not in NOT_DIGESTED]
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
    address: str | None = None,
    told: Callable[[int], None] | None = None,
) -> Run:
    """Plays all games of a plan.

    Args:
        plan: see `plan.prepared`.
        workers: worker processes; 0: in this process; None: one for each processor.
        address: of a Dask cluster instead.
        told: told after each batch how many games it has.

    Raises:
        LoadError, OtherMods: a worker cannot load the game.
        NoCluster: there is no cluster.
    """
    began = perf_counter()
    count = workers_here() if workers is None else workers
    jobs = list(split(plan.games, count))
    batches: Iterable[Batch]
    if address is not None:
        batches = cluster(plan, jobs, address)
    elif count == 0:
        batches = here(plan, jobs)
    else:
        batches = processes(plan, jobs, count)
    done = []
    for batch in batches:
        done.append(batch)
        if told is not None:
            told(len(batch.columns["index"]))
    run = merged(plan, done)
    if run.columns["index"] != list(range(plan.games)):
        raise RuntimeError(f"{plan.games} games were to be played, and {len(run)} came back")
    run.seconds = perf_counter() - began
    return run


def merged(plan: Plan, batches: list[Batch]) -> Run:
    """Batches in any order as one run."""
    batches = sorted(batches, key=lambda batch: batch.start)
    own = sorted({name for batch in batches for name in batch.columns} - set(FIXED))
    columns: dict[str, list[Any]] = {name: [] for name in (*FIXED, *own)}
    run = Run(plan, columns)
    for batch in batches:
        count = len(batch.columns["index"])
        for name, values in columns.items():
            values += batch.columns.get(name) or [None] * count
        run.compiled += batch.compiled
        merge(run.coverage, batch.coverage)
        for key, cell in batch.curves.items():
            into = run.curves.setdefault(key, {})
            for value, times in cell.items():
                into[value] = into.get(value, 0) + times
        for problem, (times, first) in batch.problems.items():
            known, index = run.problems.get(problem, (0, first))
            run.problems[problem] = (known + times, min(index, first))
    return run
