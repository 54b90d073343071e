"""The interfaces of Gymnasium and PettingZoo, by the checkers that these libraries bring."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra rl")
pytest.importorskip("pettingzoo", reason="needs the extra rl")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers import RecordEpisodeStatistics  # noqa: E402
from pettingzoo.utils.conversions import parallel_to_aec_wrapper  # noqa: E402

from footfall.env import (  # noqa: E402
    ActionError,
    Batch,
    ClosedBatchError,
    NoEnvironmentError,
    pettingzoo as zoo,
)
from footfall.env.gymnasium import GameEnv  # noqa: E402

IDS = sorted(id for id in gymnasium.registry if id.startswith("footfall/") and "/Hush-" not in id)


def test_the_games_are_registered() -> None:
    assert {"footfall/King-v1", "footfall/Stealth-v1"} <= set(IDS)


@pytest.mark.parametrize("id", IDS)
def test_gymnasiums_checker_finds_nothing(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(id)
        check_env(env.unwrapped)
        env.close()


def test_the_spec_has_the_content_hash_and_makes_the_same_environment() -> None:
    env = gymnasium.make("footfall/King-v1", options={"players": 3})
    assert env.spec.kwargs["content"] == env.unwrapped.content_hash
    again = gymnasium.make(env.spec)
    assert again.unwrapped.content_hash == env.unwrapped.content_hash
    with pytest.raises(NoEnvironmentError, match="has the content"):
        gymnasium.make("footfall/King-v1", content=env.unwrapped.content_hash)


def test_masks_come_in_every_form() -> None:
    env = RecordEpisodeStatistics(gymnasium.make("footfall/King-v1"))
    _, info = env.reset(seed=5)
    assert info["action_mask"].dtype == np.int8  # as Discrete.sample takes it
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"].astype(bool)).all()
    for _ in range(400):
        action = env.action_space.sample(info["action_mask"])
        _, _, terminated, truncated, info = env.step(action)
        assert not info["refused"]
        if terminated or truncated:
            break
    assert terminated
    assert info["episode"]["l"] > 5
    with pytest.raises(ActionError, match="has ended"):
        env.step(0)
    env.close()
    with pytest.raises(ClosedBatchError):
        env.step(0)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vectors_play_the_games_of_single_environments(id: str, mode: AutoresetMode) -> None:
    steps, count = 12, 2
    vector = gymnasium.make_vec(id, num_envs=count, autoreset_mode=mode, max_steps=8)
    assert vector.metadata["autoreset_mode"] is mode
    singles = gymnasium.vector.SyncVectorEnv(
        [partial(gymnasium.make, id, max_steps=8)] * count, autoreset_mode=mode, observation_mode="same"
    )
    found, infos = vector.reset(seed=3)
    expected, own_infos = singles.reset(seed=3)
    for _ in range(steps):
        for name in expected:
            np.testing.assert_array_equal(found[name], expected[name])
        for name in ("action_mask", "seat", "refused", "_action_mask"):
            np.testing.assert_array_equal(infos[name], own_infos[name])
        actions = np.array([mask.argmax() for mask in infos["action_mask"]])
        found, rewards, terminated, truncated, infos = vector.step(actions)
        expected, own_rewards, own_terminated, own_truncated, own_infos = singles.step(actions)
        for mine, theirs in ((rewards, own_rewards), (terminated, own_terminated), (truncated, own_truncated)):
            np.testing.assert_array_equal(mine, theirs)
            assert mine.dtype == theirs.dtype
        assert ("final_obs" in infos) == ("final_obs" in own_infos)
        if "final_obs" in infos:
            np.testing.assert_array_equal(infos["_final_obs"], own_infos["_final_obs"])
            for name, part in own_infos["final_obs"][0].items():
                np.testing.assert_array_equal(infos["final_obs"][0][name], part)
        ended = terminated | truncated
        if mode is AutoresetMode.DISABLED and ended.any():
            found, infos = vector.reset(options={"reset_mask": ended})
            expected, own_infos = singles.reset(options={"reset_mask": ended.copy()})
            own_infos = {name: infos[name] for name in infos}  # those of games that go on are missing there
    vector.close()


def test_an_environment_goes_on_from_a_snapshot() -> None:
    batch = Batch("king", 1, seed=3)
    batch.reset()
    for _ in range(12):
        batch.step(batch.mask.argmax(1).astype(np.int32))
    env = gymnasium.make("footfall/King-v1")
    observation, _ = env.reset(seed=1, options={"snapshot": batch.snapshot(0)})
    for name, part in batch.parts.items():
        np.testing.assert_array_equal(observation[name], part[0])


def make_rounds(max_cycles: int) -> Any:
    """The parallel environment one agent at a time: in each cycle all seats act or pass."""
    return parallel_to_aec_wrapper(zoo.parallel_env("king", max_cycles=max_cycles))


def test_pettingzoos_checkers_find_nothing(checkers: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # An observation with a mask is a dictionary, as in PettingZoo's own classic games, which are named there.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        checkers.api_test(zoo.env("king"), num_cycles=200)
        checkers.parallel_api_test(zoo.parallel_env("king"), num_cycles=200)
        checkers.seed_test(partial(zoo.env, "king"), num_cycles=60)
        checkers.seed_test(partial(make_rounds, 60), num_cycles=60)
        checkers.max_cycles_test(SimpleNamespace(parallel_env=partial(zoo.parallel_env, "king"), env=make_rounds))
        checkers.render_test(partial(zoo.raw_env, "king"))


def test_the_seat_that_is_asked_acts() -> None:
    env = zoo.raw_env("king", options={"players": 3})
    env.reset(seed=8)
    assert env.agents == ["seat_0", "seat_1", "seat_2"]
    acted = set()
    for agent in env.agent_iter(300):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        acted.add(agent)
        assert all(not env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    assert acted == {"seat_0", "seat_1", "seat_2"}
    assert not env.agents
    with pytest.raises(NoEnvironmentError, match="single seat"):
        zoo.env("stealth")


@pytest.mark.parametrize("id", IDS)
def test_screens_are_drawn_in_every_mode(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = {}
    for mode in ("human", "ansi", "rgb_array"):
        env = gymnasium.make(id, render_mode=mode)
        env.reset(seed=2)
        pictures[mode] = env.render()
    assert pictures["human"] is None
    shown = capsys.readouterr().out
    assert pictures["ansi"] in shown
    assert len(pictures["ansi"].split()) > 40
    assert pictures["rgb_array"].dtype == np.uint8
    assert pictures["rgb_array"].std() > 10
    with pytest.raises(ValueError, match="render_mode is human, ansi, rgb_array"):
        GameEnv("king", render_mode="holo")
