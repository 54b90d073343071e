"""Does work on a Dask cluster (extra ``cluster``)."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
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


def _start_local_cluster(dask: Any, address: str) -> Any:
    """Starts worker processes on this machine."""
    text = address.removeprefix("local:") or "1"
    if not text.isdecimal() or int(text) < 1:
        raise ClusterError(f"--cluster {address}: expected local:N with at least 1 worker, as in local:4")
    # Dask logs the failure of a worker with tracebacks; the error below says it.
    logs = [logging.getLogger(name) for name in ("distributed", "asyncio", "tornado.application")]
    levels = [log.level for log in logs]
    try:
        for log in logs:
            log.setLevel(logging.CRITICAL + 1)
        with _silence_children():
            return dask.LocalCluster(
                n_workers=int(text), threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL + 1
            )
    except (RuntimeError, OSError, ValueError, TimeoutError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise ClusterError(f"--cluster {address}: a worker process did not start ({reason})") from None
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


@contextmanager
def _silence_children() -> Iterator[None]:
    """Gives processes that start meanwhile no error stream: a worker that fails would print its traceback there."""
    sys.stderr.flush()
    own = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(own, 2)
        os.close(own)


def run_on_cluster(work: Work[J, R], jobs: Iterable[J], address: str) -> Results[R]:
    """Does the jobs on a cluster; yields results in the order in which they finish.

    Args:
        address: of a scheduler (``tcp://host:8786``), or ``local:N`` for N local worker processes.

    Raises:
        MissingExtraError: the extra is not installed.
        ClusterError: no scheduler answers at `address`.
        Exception: any exception of `Work.run`.
    """
    dask = import_extra("distributed", "cluster", "a cluster")
    with ExitStack() as stack:
        target: Any = address
        if address.startswith("local:"):
            target = stack.enter_context(_start_local_cluster(dask, address))
        try:
            client = stack.enter_context(dask.Client(target, timeout=CONNECT_TIMEOUT))
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
