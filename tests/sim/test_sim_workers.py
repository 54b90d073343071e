"""Worker processes: results do not depend on their number or on killed workers."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from typing import Any

import pytest

import footfall.sim.workers
from footfall.sim.extras import MissingExtraError
from footfall.sim.game_batch import FAILED
from footfall.sim.plan import ModMismatchError
from footfall.sim.run import MAX_DEATHS, Job, build_failed_batch, plan_retries, simulate, split_into_jobs
from footfall.sim.workers import ClusterError, Work, run_in_processes


def workers() -> list[int]:
    """Process ids of the current workers."""
    return [child.pid for child in multiprocessing.active_children() if child.pid is not None]


def test_every_game_is_in_one_job() -> None:
    for games in (1, 2, 7, 100, 12_345):
        for count in (1, 3, 64):
            jobs = list(split_into_jobs(games, count))
            assert [i for job in jobs for i in range(job.start, job.stop)] == list(range(games))


def test_a_deadly_game_ends_up_alone() -> None:
    """Worker deaths over game 37 of 100: all other games are played, and few workers die."""
    todo, played, deaths, lost = [Job(0, 100)], [], 0, []
    while todo:
        job = todo.pop()
        if job.start <= 37 < job.stop:
            deaths += 1
            again = plan_retries(job)
            todo += again
            if not again:
                lost.append(job)
        else:
            played += range(job.start, job.stop)
    assert sorted(played) == [i for i in range(100) if i != 37]
    assert [(job.start, job.stop) for job in lost] == [(37, 38)]
    assert deaths <= 1 + 7 + MAX_DEATHS


@pytest.mark.proof(0)
def test_the_number_of_workers_does_not_matter(plan: Any) -> None:
    made, _ = plan(games=300, has_audit=True)
    told: list[int] = []
    here = simulate(made, workers=0, on_progress=told.append)
    assert sum(told) == 300
    assert simulate(made, workers=3).compute_digest() == here.compute_digest()
    assert not workers()


@pytest.mark.proof(0)
def test_a_killed_worker_costs_nothing(plan: Any) -> None:
    made, _ = plan(games=400)
    killed: list[int] = []

    def told(games: int) -> None:
        alive = [pid for pid in workers() if pid not in killed]
        if len(killed) < 2 and alive:
            os.kill(alive[0], signal.SIGKILL)
            killed.append(alive[0])

    run = simulate(made, workers=2, on_progress=told)
    assert len(killed) == 2
    assert run.compute_digest() == simulate(made, workers=0).compute_digest()


@pytest.mark.proof(0)
def test_a_game_that_kills_its_worker_is_a_row(plan: Any) -> None:
    made, _ = plan(games=30, seed=3, options={"poison": "kill"})
    run = simulate(made, workers=2)
    clean = simulate(plan(games=30, seed=3)[0], workers=0)
    bad = [i for i, outcome in enumerate(run.columns["outcome"]) if outcome == FAILED]
    assert bad == [22]
    assert run.columns["error"][22] == f"its worker process died {MAX_DEATHS} times"
    assert run.columns["index"] == list(range(30))
    assert [o for i, o in enumerate(run.columns["outcome"]) if i != 22] == [
        o for i, o in enumerate(clean.columns["outcome"]) if i != 22
    ]


def test_what_is_wrong_with_all_workers_is_said(plan: Any) -> None:
    import msgspec

    made, _ = plan(games=4)
    other = msgspec.structs.replace(made, lock=(("tests.climb", "2.0.0", "0" * 32),))
    with pytest.raises(ModMismatchError):
        simulate(other, workers=1)
    assert not workers()


@pytest.mark.proof(0)
def test_a_run_that_is_stopped_leaves_no_worker(plan: Any) -> None:
    made, _ = plan(games=4000)

    def told(games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(made, workers=2, on_progress=told)
    assert not workers()


def test_a_worker_ends_in_the_middle_of_its_job() -> None:
    """Ctrl-C does not wait for a job that is long."""
    work = Work(time.sleep, lambda _: [], lambda _: None)
    results = run_in_processes(work, [0.0, 30.0], 2)
    next(results)
    begin = time.monotonic()
    results.close()
    assert time.monotonic() - begin < 10
    assert not workers()


def test_a_lost_game_has_the_fixed_columns(plan: Any) -> None:
    made, _ = plan(games=1)
    assert build_failed_batch(made, Job(0, 1, 2)).columns["seed"] == [made.derive_game_seed(0)]


def test_a_cluster_that_is_not_there(plan: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = plan(games=2)
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"footfall\[cluster\]"):
        simulate(made, cluster_address="tcp://127.0.0.1:1")


@pytest.mark.filterwarnings("ignore")  # Dask's own, of its tests' environment
def test_a_cluster_gives_the_same(plan: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dask = pytest.importorskip("distributed")
    made, _ = plan(games=60, has_audit=True)
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as own:
        played = simulate(made, cluster_address=own.scheduler_address)
    assert played.compute_digest() == simulate(made, workers=0).compute_digest()
    monkeypatch.setattr(footfall.sim.workers, "CONNECT_TIMEOUT", 1)
    with pytest.raises(ClusterError, match="no scheduler answers"):
        simulate(made, cluster_address="tcp://127.0.0.1:9")
