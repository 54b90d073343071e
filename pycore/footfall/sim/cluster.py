"""Runs a simulation on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import Any

from .extras import import_extra
from .game_batch import GameBatch, play_batch
from .jobs import Job, build_failed_batch, plan_retries
from .plan import Plan

JOBS_PER_THREAD = 4
"""Jobs submitted at a time per thread of the cluster."""

CONNECT_TIMEOUT = 10
"""Seconds to wait for the scheduler."""


class ClusterError(RuntimeError):
    """The cluster is not available; the text states the reason."""


def play_on_cluster(plan: Plan, jobs: Iterable[Job], address: str) -> Iterator[GameBatch]:
    """Plays the jobs on a cluster; yields batches in the order in which they finish.

    Args:
        address: of a scheduler (``tcp://host:8786``), or ``local:N`` for N local worker processes.

    Raises:
        MissingExtraError: the extra is not installed.
        ClusterError: no scheduler answers at `address`.
        LoadError, ModMismatchError: a worker cannot load the game.
    """
    dask = import_extra("distributed", "cluster", "a cluster")
    with ExitStack() as stack:
        if address.startswith("local:"):
            count = int(address.removeprefix("local:") or 1)
            local = dask.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None)
            target: Any = stack.enter_context(local)
        else:
            target = address
        try:
            client = stack.enter_context(dask.Client(target, timeout=CONNECT_TIMEOUT))
        except (OSError, ValueError) as error:
            raise ClusterError(f"--cluster {address}: no scheduler answers there ({error})") from None
        threads = sum(client.nthreads().values()) or 1
        waiting = iter(jobs)
        pending: dict[Any, Job] = {}

        def submit(job: Job) -> Any:
            future = client.submit(play_batch, plan, job.start, job.stop, pure=False)
            pending[future.key] = job
            return future

        futures = dask.as_completed(submit(job) for job in islice(waiting, threads * JOBS_PER_THREAD))
        for future in futures:
            job = pending.pop(future.key)
            try:
                yield future.result()
            except dask.KilledWorker:
                retries = plan_retries(job)
                for retry in retries:
                    futures.add(submit(retry))
                if not retries:
                    yield build_failed_batch(plan, job)
            future.release()
            next_job = next(waiting, None)
            if next_job is not None:
                futures.add(submit(next_job))
