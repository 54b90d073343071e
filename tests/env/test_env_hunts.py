"""Hunts in PettingZoo: an intruder against guards, each with its own knowledge."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from env_trajectories import choose
from prove_leaks import CHOICES, compare_states

from footfall.cli import main
from footfall.engine.codec import decode_state, encode_snapshot
from footfall.env import ActionError, Batch, NoEnvironmentError, load_environment
from footfall.env.leaderboard import measure_tasks
from footfall.env.text import TextGame

HUNTS = load_environment("stealth").environment.hunts
assert HUNTS is not None
NAMES = HUNTS.list_names()
HEADER = 16


@pytest.fixture
def zoo() -> Any:
    pytest.importorskip("pettingzoo", reason="needs the extra rl")
    from footfall.env import pettingzoo

    return pettingzoo


def make_rounds(zoo: Any, max_cycles: int) -> Any:
    """The parallel environment one agent at a time."""
    from pettingzoo.utils.conversions import parallel_to_aec_wrapper

    return parallel_to_aec_wrapper(zoo.parallel_env("stealth", task="crypt", max_cycles=max_cycles))


def test_pettingzoos_checkers_find_nothing(zoo: Any, checkers: Any, capsys: pytest.CaptureFixture[str]) -> None:
    make, make_parallel = (partial(each, "stealth", task="crypt") for each in (zoo.env, zoo.parallel_env))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An observation with a mask is a dictionary, as in PettingZoo's own classic games, which are named there.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        checkers.api_test(make(), num_cycles=100)
        checkers.parallel_api_test(make_parallel(), num_cycles=60)
        checkers.seed_test(make, num_cycles=30)
        checkers.seed_test(partial(make_rounds, zoo, 30), num_cycles=30)
        checkers.max_cycles_test(SimpleNamespace(parallel_env=make_parallel, env=partial(make_rounds, zoo)))
        checkers.render_test(partial(zoo.raw_env, "stealth", task="crypt"))


@pytest.mark.parametrize("name", NAMES)
def test_seats_act_in_turn_and_know_their_own(zoo: Any, name: str) -> None:
    env = zoo.raw_env("stealth", task=name)
    env.reset(seed=2)
    guards = load_environment("stealth", task=name).options["guards"]
    assert env.agents == ["intruder_0", *(f"guard_{number}" for number in range(guards))]
    assert env.metadata["name"] == f"hunt_{name}_v1"
    order = []
    for agent in env.agent_iter(6 * len(env.agents)):
        observation, *_ = env.last()
        order.append(agent)
        assert observation["action_mask"].any()
        assert not any(env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        rows = {other: env.observe(other)["observation"] for other in env.agents}
        assert [other for other in rows if env.content.layout.name_parts(rows[other])["numbers"][-1]] == [agent]
        env.step(0)  # wait
    assert order == env.agents * 6
    rows = {env.observe(agent)["observation"].tobytes() for agent in env.agents}
    assert len(rows) == len(env.agents)


def chase(env: Any, agent: str, observation: Any) -> int:
    """Goes where the first enemy in view, or supposed, is; the mask has the last word."""
    layout, mask = env.content.layout, observation["action_mask"]
    _, rows, columns, *_ = layout.name_parts(observation["observation"])["sights"][0].tolist()
    ways = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
    step = ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0))
    action = 1 + ways.index(step) if step != (0, 0) else 0
    return action if mask[action] else int(np.flatnonzero(mask)[-1] if agent == "intruder_0" else 0)


def bring_together(env: Any, guard: int = 1, **changes: Any) -> None:
    """Puts a guard next to the intruder, in a game that has just begun, with other numbers of it."""
    batch, rules = env.batch, env.content.load_result.rules
    blob = batch.snapshot(0)
    state = decode_state(blob[HEADER:], rules.saves.parts)
    world, hunt = state.parts["world"], state.parts["core.stealth.hunt"]
    actor, (y, x) = world.actors[hunt.guards[guard - 1]], world.actors[world.player].at
    free = next(x + side for side in (1, -1) if is_floor(state, y, x + side))
    actor.at = (y, free)
    for name, value in changes.items():
        setattr(actor, name, value)
    env.reset(seed=1, options={"snapshot": blob[:HEADER] + encode_snapshot(state)})


def is_floor(state: Any, y: int, x: int) -> bool:
    world = state.parts["world"]
    level = world.levels[world.current]
    return level.palette[level.tiles[y, x]] == "core.stealth:floor"


def test_a_wound_is_the_gain_of_the_guards(zoo: Any) -> None:
    env = zoo.raw_env("stealth", task="cellar")
    env.reset(seed=1)
    bring_together(env)
    assert env.agents == ["intruder_0", "guard_0"]
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(200):
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += reward
        if terminated or truncated:
            env.step(None)
        elif agent == "intruder_0":
            env.step(0)
        else:
            env.step(chase(env, agent, observation) or find_intruder(env))
    assert rewards == {"intruder_0": -1.0, "guard_0": 1.0}
    assert not env.agents


def find_intruder(env: Any) -> int:
    """The step of the guard onto the intruder's cell, which it has not noticed yet."""
    game = env.game
    state = decode_state(game.batch.snapshot(0)[HEADER:], game.content.load_result.rules.saves.parts)
    world = state.parts["world"]
    me, other = (world.actors[id].at for id in (state.parts["core.stealth.hunt"].guards[0], world.player))
    return 1 + {(0, 1): 2, (0, -1): 6}[other[0] - me[0], other[1] - me[1]]


def test_a_dead_guard_leaves_and_the_hunt_goes_on(zoo: Any) -> None:
    env = zoo.parallel_env("stealth", task="crypt")
    env.reset(seed=1)
    bring_together(env, guard=2, hp=1)
    gone: list[bool] = []
    for _ in range(40):
        mask = env.observe_agent("intruder_0", True)
        action = chase(env, "intruder_0", mask)
        _, rewards, terminations, truncations, _ = env.step(
            {agent: action * (agent == "intruder_0") for agent in env.agents}
        )
        gone.append(terminations.get("guard_1", True))
        if gone[-1]:
            break
    assert gone[-1]
    assert env.agents == ["intruder_0", "guard_0", "guard_2"]
    assert not any(rewards.values())
    observations, _, terminations, *_ = env.step(dict.fromkeys(env.agents, 0))
    assert observations.keys() == terminations.keys() == {"intruder_0", "guard_0", "guard_2"}
    assert not any(truncations.values())


def test_bad_actions_leave_the_state_unharmed(zoo: Any) -> None:
    env = zoo.raw_env("stealth", task="crypt")
    with pytest.raises(ActionError, match="has not begun"):
        env.play(0)
    env.reset(seed=4)
    for agent in env.agents[:2]:
        assert env.agent_selection == agent
        before = env.batch.snapshot(0), env.observe(agent)["observation"].tobytes()
        for action, error, text in (
            (-1, ActionError, "has no such action"),
            (4000, ActionError, "there are 0 to"),
            ("wait", TypeError, "integer"),
            (0.5, TypeError, "integer"),
        ):
            with pytest.raises(error, match=text):
                env.step(action)
        forbidden = int(np.argmin(env.observe(agent)["action_mask"]))
        env.step(forbidden)
        assert env.infos[agent]["refused"]
        assert env.agent_selection == agent
        assert env.batch.snapshot(0)[HEADER:] == before[0][HEADER:]
        assert env.observe(agent)["observation"].tobytes() == before[1]
        env.step(0)
        assert not env.infos[agent]["refused"]
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(0)


def test_a_bad_action_of_one_agent_stops_the_round_of_all(zoo: Any) -> None:
    env = zoo.parallel_env("stealth", task="crypt")
    with pytest.raises(ValueError, match="has not begun"):
        env.step({})
    env.reset(seed=4)
    before = env.batch.snapshot(0)
    good = dict.fromkeys(env.agents, 0)
    for bad in ({"guard_2": 4000}, {"guard_2": "wait"}, {"guard_7": 0}):
        with pytest.raises((TypeError, ValueError), match=r"no such action|integer|there is no agent 'guard_7'"):
            env.step(good | bad)
    assert env.batch.snapshot(0) == before
    # A guard whose action is forbidden waits, as one without an action does; an intruder's costs no time.
    forbidden = int(np.argmin(env.observe_agent("guard_0", True)["action_mask"]))
    *_, infos = env.step({"intruder_0": 0, "guard_0": forbidden})
    assert [infos[agent]["refused"] for agent in env.agents] == [False, True, True, True]
    assert all(info["acted"] for info in infos.values())
    forbidden = int(np.argmin(env.observe_agent("intruder_0", True)["action_mask"]))
    *_, infos = env.step(good | {"intruder_0": forbidden})
    assert [infos[agent]["acted"] for agent in env.agents] == [True, False, False, False]


def test_a_player_that_is_always_refused_ends_nothing_but_its_game(zoo: Any) -> None:
    env = zoo.raw_env("stealth", task="cellar", max_cycles=5)
    env.reset(seed=4)
    env.step(0)
    forbidden = int(np.argmin(env.observe("guard_0")["action_mask"]))
    for _ in range(4):
        assert not env.truncations["guard_0"]
        env.step(forbidden)
    assert env.truncations == {"intruder_0": True, "guard_0": True}


def play_batch(batch: Batch, steps: int, interrupt: int = -1) -> list[bytes]:
    rows = []
    for number in range(steps):
        if number == interrupt:
            blob = batch.snapshot(0)
            batch.step(np.zeros(batch.count, np.int32))
            batch.restore(0, blob)
        actions = choose(np.array([9], np.uint64), number, batch.mask)
        batch.step(actions)
        rows.append(batch.obs.tobytes() + batch.mask.tobytes() + batch.reward.tobytes() + batch.seat.tobytes())
    return rows


def test_a_hunt_follows_from_its_seed_on_both_backends_and_through_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (Batch("stealth", task="manor", autoreset="disabled") for _ in range(2))
    for batch in (first, second):
        batch.reset([7])
    expected = play_batch(first, 60)
    assert play_batch(second, 60, interrupt=31) == expected
    monkeypatch.setenv("FOOTFALL_BACKEND", "python")
    plain = Batch("stealth", task="manor", autoreset="disabled")
    plain.reset([7])
    assert play_batch(plain, 60) == expected


def test_a_batch_shows_the_seat_that_is_asked() -> None:
    batch = Batch("stealth", task="cellar", autoreset="disabled")
    batch.reset([3])
    for number in range(20):
        seat = int(batch.seat[0])
        assert seat == number % 2
        row, mask = batch.observe_seat(0, seat)
        np.testing.assert_array_equal(row, batch.obs[0])
        np.testing.assert_array_equal(mask, batch.mask[0])
        batch.step(np.zeros(1, np.int32))
    with pytest.raises(ValueError, match="no seat 2"):
        batch.observe_seat(0, 2)


def test_other_facts_than_a_seat_knows_change_nothing() -> None:
    leaks, changed = compare_states("hunt", 24, choices=CHOICES["hunt"][2])
    assert leaks == []
    for fact in ("tile", "creature", "character", "mood", "plan", "lamp", "noise", "order of another guard", "dice"):
        assert changed[fact], fact


def test_a_leak_to_a_guard_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from footfall.plugins.stealth.ai.orders import GuardKnowledge

    monkeypatch.setattr(GuardKnowledge, "tiles", property(lambda self: self._phase.level.tiles + 1))
    leaks, _ = compare_states("hunt", 8, choices=CHOICES["hunt"][2])
    assert any("planes" in leak for leak in leaks)


def test_floors_may_have_fewer_guards_than_seats(zoo: Any) -> None:
    env = zoo.raw_env("stealth", task="cellar", options={"guards": 3})
    assert env.possible_agents == ["intruder_0", "guard_0", "guard_1", "guard_2"]
    env.reset(seed=1)
    assert env.agents == ["intruder_0", "guard_0"]


def test_a_hunt_is_no_game_of_one_player(zoo: Any) -> None:
    with pytest.raises(NoEnvironmentError, match="pettingzoo plays it"):
        TextGame(load_environment("stealth", task="cellar"))
    with pytest.raises(NoEnvironmentError, match="pettingzoo plays it"):
        measure_tasks("stealth", ["cellar"])
    result = CliRunner().invoke(main, ["env", "tasks", "--task", "cellar"])
    assert (result.exit_code, "pettingzoo plays it" in result.output) == (1, True), result.output
    with pytest.raises(NoEnvironmentError, match="single seat"):
        zoo.env("stealth", task="cellar", options={"guards": 0})
    with pytest.raises(NoEnvironmentError, match="from 0 to 16"):
        load_environment("stealth", options={"guards": 17})
    alone = Batch("stealth", task="cellar", options={"guards": 0})
    alone.reset()
    assert alone.seat[0] == 0
    assert not alone.content.seats
