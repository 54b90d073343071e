"""Workers: local processes, or those of a Dask cluster (extra ``cluster``). If one is killed, only its job is repeated.

A local worker is a `ProcessPoolExecutor` with one process: a pool with several fails all its jobs when one process dies
and does not tell which job that process had.
"""

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection, wait as wait_for_any
from typing import Any, Generic, TypeAlias, TypeVar

from footfall.diagnostics import UserError
from footfall.diagnostics.stop_signals import STOP_SIGNALS, hold_stop_signals
from footfall.loader.isolation.attached_process import end_with_parent

from .extras import import_extra

J = TypeVar("J")
R = TypeVar("R")

_SPAWN = multiprocessing.get_context("spawn")
"""Spawn, not fork: a fork would copy the locks of threads in pools and kernels."""


@dataclass(frozen=True)
class Work(Generic[J, R]):
    """The work of workers. The functions are pickled.

    Attributes:
        run: does one job.
        plan_retries: the jobs to do after a worker died doing one; empty: it is given up.
        give_up: the result of a job that is given up.
    """

    run: Callable[[J], R]
    plan_retries: Callable[[J], list[J]]
    give_up: Callable[[J], R]


Results: TypeAlias = Generator[R, None, None]
"""Results as they come. Closing it ends the workers in the middle of their jobs."""


def run_jobs(work: Work[J, R], jobs: Iterable[J], workers: int, address: str | None) -> Results[R]:
    """Does jobs on the cluster at an address, in a number of processes, or, if that is 0, in this one.

    Raises:
        Exception: see `run_in_processes` and `run_on_cluster`.
    """
    if address is not None:
        yield from run_on_cluster(work, jobs, address)
    elif workers:
        yield from run_in_processes(work, jobs, workers)
    else:
        yield from map(work.run, jobs)


def run_in_processes(work: Work[J, R], jobs: Iterable[J], workers: int) -> Results[R]:
    """Does the jobs in `workers` processes; yields results in the order in which they finish.

    Raises:
        Exception: any exception of `Work.run`.
    """
    waiting = deque(jobs)
    line, end_of_line = _SPAWN.Pipe(duplex=False)
    with hold_stop_signals():  # the first pool starts the process that tracks shared resources
        pools = [_plan_worker(line) for _ in range(max(1, min(workers, len(waiting))))]
    running: dict[Future[R], tuple[int, J]] = {}

    def restart(index: int) -> None:
        pools[index].shutdown(wait=False)
        pools[index] = _plan_worker(line)

    def submit_next(index: int) -> None:
        if not waiting:
            return
        job = waiting.popleft()
        with hold_stop_signals():  # only this process handles them; the first job of a pool starts its worker
            try:
                future = pools[index].submit(work.run, job)
            except BrokenProcessPool:  # the worker was killed while idle
                restart(index)
                future = pools[index].submit(work.run, job)
        running[future] = (index, job)

    try:
        for index in range(len(pools)):
            submit_next(index)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                index, job = running.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    restart(index)
                    retries = work.plan_retries(job)
                    waiting.extendleft(reversed(retries))
                    if not retries:
                        yield work.give_up(job)
                else:
                    yield result
                submit_next(index)
                for idle in set(range(len(pools))) - {busy for busy, _ in running.values()}:
                    submit_next(idle)
    except BaseException:  # also Ctrl-C, and a caller that wants no more results
        end_of_line.close()
        # A worker that ends while it sends leaves half a message, and its pool would wait for the rest without end,
        # because it holds the sending end of the pipe as well. The pool has no public way to close that.
        for pool in pools:
            pool._result_queue._writer.close()  # type: ignore[attr-defined]
        raise
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)
        end_of_line.close()
        line.close()


def _plan_worker(line: Connection) -> ProcessPoolExecutor:
    """Returns a pool whose one worker starts with the first job."""
    return ProcessPoolExecutor(1, mp_context=_SPAWN, initializer=_initialize_worker, initargs=(line,))


def _initialize_worker(line: Connection) -> None:
    """Initializes a worker: it ends with its parent, which alone handles stop signals, or when the parent stops it.

    The output of mods goes to standard error: standard output is the command's own.

    Args:
        line: a pipe whose other end the parent closes to stop its workers.
    """
    sys.stdout = sys.stderr
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    end_with_parent(partial(wait_for_any, [line]))  # its end closes with the parent


JOBS_PER_THREAD = 4
"""Jobs submitted at a time per thread of the cluster."""

CONNECT_TIMEOUT = 10
"""Seconds to wait for the scheduler."""


class ClusterError(UserError, RuntimeError):
    """The cluster is not available; the text states the reason."""


def run_on_cluster(work: Work[J, R], jobs: Iterable[J], address: str) -> Results[R]:
    """Does the jobs on a cluster; yields results in the order in which they finish.

    Args:
        address: the address of a scheduler (``tcp://host:8786``).

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
