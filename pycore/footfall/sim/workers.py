"""Local worker processes. If a worker is killed, only its job is repeated.

Every worker is a `ProcessPoolExecutor` with one process: a pool with several fails all its jobs when one process dies
and does not tell which job that process had.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from .game_batch import GameBatch, play_batch
from .jobs import Job, build_failed_batch, plan_retries
from .plan import Plan

_SPAWN = multiprocessing.get_context("spawn")
"""Spawn, not fork: a fork would copy the locks of threads in pools and kernels."""


def play_in_this_process(plan: Plan, jobs: Iterable[Job]) -> Iterator[GameBatch]:
    """Plays the jobs in this process."""
    for job in jobs:
        yield play_batch(plan, job.start, job.stop)


def play_in_processes(plan: Plan, jobs: Iterable[Job], workers: int) -> Iterator[GameBatch]:
    """Plays the jobs in `workers` processes; yields batches in the order in which they finish.

    Raises:
        LoadError, ModMismatchError: a worker cannot load the game.
    """
    waiting = deque(jobs)
    stop = _SPAWN.RawValue("b", 0)  # without a lock, which a killed worker would never release
    pools = [_start_worker(stop) for _ in range(max(1, min(workers, len(waiting))))]
    running: dict[Future[GameBatch], tuple[int, Job]] = {}

    def restart(index: int) -> None:
        pools[index].shutdown(wait=False)
        pools[index] = _start_worker(stop)

    def submit_next(index: int) -> None:
        if not waiting:
            return
        job = waiting.popleft()
        try:
            future = pools[index].submit(_play_job, plan, job)
        except BrokenProcessPool:  # the worker was killed while idle
            restart(index)
            future = pools[index].submit(_play_job, plan, job)
        running[future] = (index, job)

    try:
        for index in range(len(pools)):
            submit_next(index)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                index, job = running.pop(future)
                try:
                    batch = future.result()
                except BrokenProcessPool:
                    restart(index)
                    retries = plan_retries(job)
                    waiting.extendleft(reversed(retries))
                    if not retries:
                        yield build_failed_batch(plan, job)
                else:
                    yield batch
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
    """Initializes a worker: ignores Ctrl-C, which its parent handles, and stores the stop flag.

    What mods print goes to standard error: standard output is the command's own.
    """
    global _stop
    _stop = stop
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_job(plan: Plan, job: Job) -> GameBatch:
    return play_batch(plan, job.start, job.stop, lambda: bool(_stop.value))
