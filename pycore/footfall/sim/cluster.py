"""Does work on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from itertools import islice
from typing import Any

from .extras import import_extra
from .workers import J, R, Results, Work

JOBS_PER_THREAD = 4
"""Jobs submitted at a time per thread of the cluster."""

CONNECT_TIMEOUT = 10
"""Seconds to wait for the scheduler."""


class ClusterError(RuntimeError):
    """The cluster is not available; the text states the reason."""


def run_on_cluster(work: Work[J, R], jobs: Iterable[J], address: str) -> Results[R]:
    """Does the jobs on a cluster; yields results in the order in which they finish.

    Args:
        address: of a scheduler (``tcp://host:8786``).

    Raises:
        MissingExtraError: the extra is not installed.
        ClusterError: no scheduler answers at `address`.
        Exception: any exception of `Work.run`.
    """
    dask = import_extra("distributed", "cluster", "a cluster")
    with ExitStack() as stack:
        try:
            client = stack.enter_context(dask.Client(address, timeout=CONNECT_TIMEOUT))
        except (OSError, ValueError) as error:
            raise ClusterError(f"--cluster {address}: no scheduler answers there ({error})") from None
        threads = sum(client.nthreads().values()) or 1
        waiting = iter(jobs)
        pending: dict[Any, J] = {}

        def submit(job: J) -> Any:
            future = client.submit(work.run, job, pure=False)
            pending[future.key] = job
            return future

        futures = dask.as_completed(submit(job) for job in islice(waiting, threads * JOBS_PER_THREAD))
        for future in futures:
            job = pending.pop(future.key)
            try:
                yield future.result()
            except dask.KilledWorker:
                retries = work.plan_retries(job)
                for retry in retries:
                    futures.add(submit(retry))
                if not retries:
                    yield work.give_up(job)
            future.release()
            next_job = next(waiting, None)
            if next_job is not None:
                futures.add(submit(next_job))
