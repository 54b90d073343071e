"""Local worker processes. If a worker is killed, only its job is repeated.

Every worker is a `ProcessPoolExecutor` with one process: a pool with several fails all its jobs when one process dies
and does not tell which job that process had.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from footfall.loader.attached_process import end_with_parent

J = TypeVar("J")
R = TypeVar("R")

_SPAWN = multiprocessing.get_context("spawn")
"""Spawn, not fork: a fork would copy the locks of threads in pools and kernels."""


@dataclass(frozen=True)
class Work(Generic[J, R]):
    """What workers do. The functions are pickled.

    Attributes:
        run: does one job.
        plan_retries: the jobs to do after a worker died doing one; empty: it is given up.
        give_up: the result of a job that is given up.
    """

    run: Callable[[J], R]
    plan_retries: Callable[[J], list[J]]
    give_up: Callable[[J], R]


def run_in_this_process(work: Work[J, R], jobs: Iterable[J]) -> Iterator[R]:
    """Does the jobs in this process."""
    return map(work.run, jobs)


def run_in_processes(work: Work[J, R], jobs: Iterable[J], workers: int) -> Iterator[R]:
    """Does the jobs in `workers` processes; yields results in the order in which they finish.

    Raises:
        Exception: any exception of `Work.run`.
    """
    waiting = deque(jobs)
    stop = _SPAWN.RawValue("b", 0)  # without a lock, which a killed worker would never release
    pools = [_start_worker(stop) for _ in range(max(1, min(workers, len(waiting))))]
    running: dict[Future[R], tuple[int, J]] = {}

    def restart(index: int) -> None:
        pools[index].shutdown(wait=False)
        pools[index] = _start_worker(stop)

    def submit_next(index: int) -> None:
        if not waiting:
            return
        job = waiting.popleft()
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
    finally:
        stop.value = 1
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _start_worker(stop: Any) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=_SPAWN, initializer=_initialize_worker, initargs=(stop,))


_stop: Any = None


def _initialize_worker(stop: Any) -> None:
    """Initializes a worker: it ends with its parent, ignores Ctrl-C, which its parent handles, and has the stop flag.

    What mods print goes to standard error: standard output is the command's own.
    """
    global _stop
    _stop = stop
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        end_with_parent(parent.join)


def is_stopped() -> bool:
    """Returns whether the parent of this worker process wants it to end."""
    return _stop is not None and bool(_stop.value)
