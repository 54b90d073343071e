"""The same work on a Dask cluster, for those who outgrow one machine (extra ``cluster``)."""

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
"""Jobs given out at a time for each thread of the cluster."""


CONNECT_TIMEOUT = 10
"""Seconds a scheduler may take to answer."""


class ClusterError(RuntimeError):
    """The cluster cannot be used; the text says why."""


def play_on_cluster(plan: Plan, jobs: Iterable[Job], address: str) -> Iterator[GameBatch]:
    """Plays the jobs on a cluster; batches come in the order they are finished.

    Args:
        address: of a scheduler (``tcp://host:8786``), or ``local:N`` for N worker processes here.

    Raises:
        NoExtra: the extra is not installed.
        NoCluster: nobody answers at `address`.
        LoadError, OtherMods: a worker cannot load the game.
    """
    dask = import_extra("distributed", "cluster", "a cluster")
    with ExitStack() as opened:
        if address.startswith("local:"):
            count = int(address.removeprefix("local:") or 1)
            local = dask.LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None)
            target: Any = opened.enter_context(local)
        else:
            target = address
        try:
            client = opened.enter_context(dask.Client(target, timeout=CONNECT_TIMEOUT))
        except (OSError, ValueError) as error:
            raise ClusterError(f"--cluster {address}: no scheduler answers there ({error})") from None
        threads = sum(client.nthreads().values()) or 1
        waiting = iter(jobs)
        given: dict[Any, Job] = {}

        def give(job: Job) -> Any:
            future = client.submit(play_batch, plan, job.start, job.stop, pure=False)
            given[future.key] = job
            return future

        flow = dask.as_completed(give(job) for job in islice(waiting, threads * JOBS_PER_THREAD))
        for future in flow:
            job = given.pop(future.key)
            try:
                yield future.result()
            except dask.KilledWorker:
                again = plan_retries(job)
                for each in again:
                    flow.add(give(each))
                if not again:
                    yield build_failed_batch(plan, job)
            future.release()
            following = next(waiting, None)
            if following is not None:
                flow.add(give(following))
