"""Worker processes on this machine. One that is killed costs its job once more, and nothing else.

Every worker is a `ProcessPoolExecutor` of one process: the standard pool gives all jobs of all its
processes up when one dies, and does not say over which; one process each says exactly that.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from .game_batch import GameBatch, play_batch
from .jobs import Job, build_failed_batch, plan_retries
from .plan import Plan

_SPAWN = multiprocessing.get_context("spawn")
"""New processes start afresh: a fork would copy the threads of pools and kernels."""


def play_in_this_process(plan: Plan, jobs: Iterable[Job]) -> Iterator[GameBatch]:
    """Plays the jobs in this process, one after another."""
    for job in jobs:
        yield play_batch(plan, job.start, job.stop)


def play_in_processes(plan: Plan, jobs: Iterable[Job], workers: int) -> Iterator[GameBatch]:
    """Plays the jobs in `workers` processes; batches come in the order they are finished.

    Raises:
        LoadError, OtherMods: a worker cannot load the game.
    """
    waiting = deque(jobs)
    stop = _SPAWN.RawValue("b", 0)  # without a lock: a killed worker cannot keep it
    lanes = [_start_worker(stop) for _ in range(max(1, min(workers, len(waiting))))]
    running: dict[Future[GameBatch], tuple[int, Job]] = {}

    def renew(lane: int) -> None:
        lanes[lane].shutdown(wait=False)
        lanes[lane] = _start_worker(stop)

    def give(lane: int) -> None:
        if not waiting:
            return
        job = waiting.popleft()
        try:
            future = lanes[lane].submit(_play_job, plan, job)
        except BrokenProcessPool:  # it was killed while it had nothing to do
            renew(lane)
            future = lanes[lane].submit(_play_job, plan, job)
        running[future] = (lane, job)

    try:
        for lane in range(len(lanes)):
            give(lane)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                lane, job = running.pop(future)
                try:
                    batch = future.result()
                except BrokenProcessPool:
                    renew(lane)
                    again = plan_retries(job)
                    waiting.extendleft(reversed(again))
                    if not again:
                        yield build_failed_batch(plan, job)
                else:
                    yield batch
                give(lane)
                for idle in set(range(len(lanes))) - {at for at, _ in running.values()}:
                    give(idle)
    finally:
        stop.value = 1
        for pool in lanes:
            pool.shutdown(cancel_futures=True)


def _start_worker(stop: Any) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=_SPAWN, initializer=_initialize_worker, initargs=(stop,))


_stop: Any = None


def _initialize_worker(stop: Any) -> None:
    """First act of a worker: it leaves Ctrl-C to its parent, and learns where to see that it is to stop."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_job(plan: Plan, job: Job) -> GameBatch:
    return play_batch(plan, job.start, job.stop, lambda: bool(_stop.value))
