"""Environments of PettingZoo (extra ``rl``): games with several seats, an agent for each.

from footfall.env import pettingzoo

env = pettingzoo.env("king")                    # the seat that is asked acts
env = pettingzoo.parallel_env("king")           # all seats act; those that are not asked pass
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from .batch import CompiledChoice, EnvironmentBatch
from .content import EnvironmentContent, NoEnvironmentError, load_environment
from .rendering import RENDER_MODES, render_game

AgentObservation = dict[str, npt.NDArray[Any]]
"""``observation``: int16 ``(length,)``; ``action_mask``: int8 ``(actions,)``."""


class SeatGame:
    """One game with an agent for each seat, for both interfaces."""

    def __init__(self, content: EnvironmentContent, max_cycles: int | None, compiled: CompiledChoice) -> None:
        seats, layout = content.layout.seats, content.layout
        if seats < 2:
            raise NoEnvironmentError(f"{content.environment.id} has a single seat; use footfall.env.gymnasium")
        self.content = content
        self.batch = EnvironmentBatch(
            content, autoreset="disabled", is_strict=False, max_steps=max_cycles, compiled=compiled
        )
        self.agents = [f"seat_{seat}" for seat in range(seats)]
        self.count = len(layout.actions)
        self._action = np.zeros(1, np.int32)
        self._generator: Any = None

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begins a game; without a seed the next one after the last seed."""
        if seed is None and self._generator is None:
            self._generator, _ = seeding.np_random()
            seed = int(self._generator.integers(1 << 62))
        elif seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self.batch.reset(None if seed is None else [seed])
        if options and "snapshot" in options:
            self.batch.restore(0, options["snapshot"])

    def play(self, action: int) -> None:
        """Plays an action of the seat that is asked."""
        self._action[0] = action
        self.batch.step(self._action)

    @property
    def agent(self) -> str:
        """The agent that is asked."""
        return self.agents[int(self.batch.seat[0])]

    def observe(self, agent: str, has_pass: bool) -> AgentObservation:
        """Returns an observation. The mask of an agent that is not asked allows nothing, or only to pass."""
        mask = np.zeros(self.count + has_pass, np.int8)
        is_asked = agent == self.agent
        if is_asked:
            mask[: self.count] = self.batch.mask[0]
        if has_pass and not (is_asked and mask.any()):
            mask[self.count] = 1
        return {"observation": self.batch.obs[0].copy(), "action_mask": mask}

    def build_space(self, has_pass: bool) -> spaces.Dict:
        """Returns the space of observations."""
        segments = self.content.layout.segments
        low, high = (
            np.concatenate([np.full(prod(each.shape), getattr(each, bound), np.int16) for each in segments])
            for bound in ("low", "high")
        )
        return spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (self.count + has_pass,), np.int8),
            }
        )

    def build_metadata(self, name: str) -> dict[str, Any]:
        """Returns the metadata of an environment."""
        return {
            "name": name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 8,
            "content_hash": self.content.hash,
        }


class SeatsEnv(AECEnv[str, AgentObservation, int]):
    """The seat that is asked acts. An action that its mask forbids is refused: the seat is asked again."""

    def __init__(
        self, content: EnvironmentContent, render_mode: str | None, max_cycles: int | None, compiled: CompiledChoice
    ) -> None:
        super().__init__()
        self.game = SeatGame(content, max_cycles, compiled)
        self.possible_agents = list(self.game.agents)
        self.metadata = self.game.build_metadata(f"{content.environment.name.lower()}_v{content.environment.version}")
        self.render_mode = render_mode
        self._space, self._actions = self.game.build_space(False), spaces.Discrete(self.game.count)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = {agent: spaces.Discrete(self.game.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self.game.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.game.agent
        self.show()

    def step(self, action: int | None) -> None:
        """Plays an action of the seat that is asked; None for a seat whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.play(-1 if action is None else action)
        batch = self.game.batch
        self.rewards = dict.fromkeys(self.agents, float(batch.reward[0]))
        self.terminations = dict.fromkeys(self.agents, bool(batch.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(batch.truncated[0]))
        self.infos = {other: {"refused": other == agent and bool(batch.refused[0])} for other in self.agents}
        self.agent_selection = self.game.agent
        self._accumulate_rewards()
        self._deads_step_first()
        self.show()

    def observe(self, agent: str) -> AgentObservation:
        """Returns what a seat knows."""
        return self.game.observe(agent, False)

    def show(self) -> None:
        """Prints the screen in the mode ``human``."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Draws the screen; see `RENDER_MODES`."""
        return None if self.render_mode is None else render_game(self.game.batch, 0, self.render_mode)

    def close(self) -> None:
        """Ends the game."""
        self.game.batch.close()


class SeatsParallelEnv(ParallelEnv[str, AgentObservation, int]):
    """All seats act at once; those that are not asked pass, which is the last action."""

    def __init__(
        self, content: EnvironmentContent, render_mode: str | None, max_cycles: int | None, compiled: CompiledChoice
    ) -> None:
        self.game = SeatGame(content, max_cycles, compiled)
        self.possible_agents = list(self.game.agents)
        self.agents: list[str] = []
        self.metadata = self.game.build_metadata(f"{content.environment.name.lower()}_v{content.environment.version}")
        self.render_mode = render_mode
        space = self.game.build_space(True)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.game.count + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; the last one passes."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Begins a game."""
        self.game.begin(seed, options)
        self.agents = list(self.possible_agents)
        return self.observe_all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, AgentObservation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the action of the seat that is asked; if it passes, its game goes on as before.

        Raises:
            ActionError: that seat has no such action.
        """
        game, agents = self.game, self.agents
        asked = game.agent
        action = actions.get(asked, game.count)
        passes = action == game.count
        # A pass counts as a step that the game refuses: the answers are never legal in a turn, nor a turn in an answer.
        game.play(int(np.argmin(game.batch.mask[0])) if passes else action)
        batch = game.batch
        if self.render_mode == "human":
            self.render()
        ended, cut = bool(batch.terminated[0]), bool(batch.truncated[0])
        observations = self.observe_all()
        infos: dict[str, dict[str, Any]] = {
            agent: {"refused": agent == asked and bool(batch.refused[0])} for agent in agents
        }
        self.agents = [] if ended or cut else agents
        rewards = dict.fromkeys(agents, float(batch.reward[0]))
        return observations, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def observe_all(self) -> dict[str, AgentObservation]:
        """Returns what each seat knows."""
        return {agent: self.game.observe(agent, True) for agent in self.agents}

    def render(self) -> Any:
        """Draws the screen; see `RENDER_MODES`."""
        return None if self.render_mode is None else render_game(self.game.batch, 0, self.render_mode)

    def close(self) -> None:
        """Ends the game."""
        self.game.batch.close()


def raw_env(
    game: str,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    compiled: CompiledChoice = "auto",
    **choices: Any,
) -> SeatsEnv:
    """Returns the environment of a game without wrappers.

    Args:
        game: full id or short name.
        render_mode: one of `RENDER_MODES`.
        max_cycles: steps after which the game is cut short; None: as the game declares.
        compiled: whether compiled rules play; see `EnvironmentBatch`.
        choices: mods, settings, options, switches and allows_python of `load_environment`.
    """
    return SeatsEnv(load_environment(game, **choices), render_mode, max_cycles, compiled)


def env(game: str, **choices: Any) -> Any:
    """Returns the environment of a game, which checks the order of calls; the arguments are those of `raw_env`."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **choices))


def parallel_env(
    game: str,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    compiled: CompiledChoice = "auto",
    **choices: Any,
) -> SeatsParallelEnv:
    """Returns the environment of a game in which all seats act at once; see `raw_env`."""
    return SeatsParallelEnv(load_environment(game, **choices), render_mode, max_cycles, compiled)
