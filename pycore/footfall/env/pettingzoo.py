"""Environments of PettingZoo (extra ``rl``): games with several seats, an agent for each.

from footfall.env import pettingzoo

env = pettingzoo.env("king")                    # the seat that is asked acts
env = pettingzoo.parallel_env("king")           # all seats act; those that are not asked pass
"""

from math import prod
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from .batch import ActionError, CompiledChoice, EnvironmentBatch
from .content import EnvironmentContent, NoEnvironmentError, load_environment
from .rendering import RENDER_MODES, render_game

AgentObservation = dict[str, npt.NDArray[Any]]
"""``observation``: int16 ``(length,)``; ``action_mask``: int8 ``(actions,)``."""


class SeatsBase:
    """One game with an agent for each seat, for both interfaces.

    Attributes:
        has_private_seats: each seat has knowledge of its own, and all act in each round.
        has_pass: whether the last action passes.
        is_cut_short: the game was cut short.
    """

    has_pass = False

    def __init__(
        self, content: EnvironmentContent, render_mode: str | None, max_cycles: int | None, compiled: CompiledChoice
    ) -> None:
        super().__init__()
        seats, layout = content.layout.seats, content.layout
        if seats < 2:
            raise NoEnvironmentError(f"{content.id} has a single seat; use footfall.env.gymnasium")
        self.content, self.has_private_seats = content, bool(content.seats)
        self.has_pass = self.has_pass and not self.has_private_seats
        self.max_cycles = content.max_steps if max_cycles is None else max_cycles
        max_steps = 0 if self.has_private_seats else self.max_cycles
        self.batch = EnvironmentBatch(
            content, autoreset="disabled", is_strict=False, max_steps=max_steps, compiled=compiled
        )
        self.possible_agents = [seat.name for seat in content.seats] or [f"seat_{seat}" for seat in range(seats)]
        self.agents = list[str]()
        self.numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_count = len(layout.actions)
        self.is_cut_short = False
        self.render_mode = render_mode
        self.metadata = {
            "name": content.id.removeprefix("footfall/").lower().replace("-", "_"),  # footfall/King-v1: king_v1
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 8,
            "content_hash": content.hash,
        }
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.build_space())
        count = self.action_count + self.has_pass
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._rivals = frozenset(seat.name for seat in content.seats if seat.is_rival)
        self._rounds = 0
        self._action = np.zeros(1, np.int32)
        self._generator: Any = None

    def build_space(self) -> spaces.Dict:
        """Returns the space of observations."""
        segments = self.content.layout.segments
        low, high = (
            np.concatenate([np.full(prod(each.shape), getattr(each, bound), np.int16) for each in segments])
            for bound in ("low", "high")
        )
        mask = spaces.Box(0, 1, (self.action_count + self.has_pass,), np.int8)
        return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.int16), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions; the last one passes, if all act at once and one is asked."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begins a game; without a seed, it continues the sequence of the last seed."""
        if seed is None and self._generator is None:
            self._generator, _ = seeding.np_random()
            seed = int(self._generator.integers(1 << 62))
        elif seed is not None:
            self._generator, _ = seeding.np_random(seed)
        self.batch.reset(None if seed is None else [seed])
        if options and "snapshot" in options:
            self.batch.restore(0, options["snapshot"])
        self._rounds, self.is_cut_short = 0, False
        ends = self.list_ends(self.possible_agents)  # a game may have fewer players than the environment
        self.agents = [agent for agent, is_over in ends.items() if not is_over]

    def read_action(self, action: Any) -> int:
        """Returns the number of an action; None: -1, which the game refuses.

        Raises:
            ActionError: there is no such action.
            TypeError: it is not a number.
        """
        if action is None:
            return -1
        number = index(action)
        if not 0 <= number < self.action_count + self.has_pass:
            raise ActionError(0, number, self.content.layout.actions, "has no such action")
        return number

    def play(self, action: int) -> bool:
        """Plays an action of the seat that is asked; returns whether it was refused."""
        self._action[0] = np.argmin(self.batch.mask[0]) if action < 0 else action
        self.batch.step(self._action)
        return bool(self.batch.refused[0])

    def count_rounds(self, rounds: int, *, is_end: bool) -> None:
        """Adds rounds; at the end of one, a game whose seats have knowledge of their own may be cut short.

        Other games are cut short by their batch, which counts steps.
        """
        self._rounds += rounds
        is_late = is_end and 0 < self.max_cycles <= self._rounds and not self.batch.terminated[0]
        self.is_cut_short = is_late if self.has_private_seats else bool(self.batch.truncated[0])

    @property
    def asked_agent(self) -> str:
        """The agent that is asked."""
        return self.possible_agents[int(self.batch.seat[0])]

    def share_rewards(self, agents: list[str]) -> dict[str, float]:
        """Returns the rewards of the last action; rivals gain if the score falls."""
        reward = float(self.batch.reward[0])
        return {agent: -reward if agent in self._rivals else reward for agent in agents}

    def list_ends(self, agents: list[str]) -> dict[str, bool]:
        """Returns whether the game has ended for each agent: for all, or for one whose seat is out of it."""
        over = bool(self.batch.terminated[0])
        return {agent: over or not self.batch.is_playing(0, self.numbers[agent]) for agent in agents}

    def observe_agent(self, agent: str, in_parallel: bool) -> AgentObservation:
        """Returns an observation. The mask of an agent that is not asked allows nothing.

        In parallel it allows what the agent could do in this round, or only to pass where one seat acts at a time.
        """
        is_asked = agent == self.asked_agent
        if self.has_private_seats:
            observation, mask = self.batch.observe_seat(0, self.numbers[agent])
            return {"observation": observation, "action_mask": mask if in_parallel or is_asked else np.zeros_like(mask)}
        mask = np.zeros(self.action_count + in_parallel, np.int8)
        if is_asked:
            mask[: self.action_count] = self.batch.mask[0]
        if in_parallel and not (is_asked and mask.any()):
            mask[self.action_count] = 1
        return {"observation": self.batch.obs[0].copy(), "action_mask": mask}

    def render(self) -> Any:
        """Draws the screen; see `RENDER_MODES`."""
        return None if self.render_mode is None else render_game(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Ends the game."""
        self.batch.close()


class SeatsEnv(SeatsBase, AECEnv[str, AgentObservation, int]):
    """The seat that is asked acts. An action that its mask forbids is refused: the seat is asked again."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game."""
        self.begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.asked_agent
        self.show()

    def step(self, action: int | None) -> None:
        """Plays an action of the seat that is asked; None for a seat whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refused = self.play(self.read_action(action))
        # A refusal counts as a round, since the same seat is asked again.
        is_end = refused or self.asked_agent == self.possible_agents[0]
        self.count_rounds(refused or agent == self.possible_agents[0], is_end=is_end)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.share_rewards(self.agents)
        self.terminations = self.list_ends(self.agents)
        self.truncations = dict.fromkeys(self.agents, self.is_cut_short)
        self.infos = {other: {"refused": other == agent and refused} for other in self.agents}
        self.agent_selection = self.asked_agent
        self._accumulate_rewards()
        self._deads_step_first()
        self.show()

    def observe(self, agent: str) -> AgentObservation:
        """Returns the observation of a seat."""
        return self.observe_agent(agent, False)

    def show(self) -> None:
        """Prints the screen in the mode ``human``."""
        if self.render_mode == "human":
            self.render()


class SeatsParallelEnv(SeatsBase, ParallelEnv[str, AgentObservation, int]):
    """All seats act at once; those that are not asked pass, which is the last action.

    Where each seat has knowledge of its own, a step is a round in which all of them act, and there is no pass.
    """

    has_pass = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, AgentObservation], dict[str, dict[str, Any]]]:
        """Begins a game."""
        self.begin(seed, options)
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
        """Plays the action of the seat that is asked; where each seat has knowledge of its own, a round of all of them.

        The actions of a round are played in turn, until a seat would act twice. An action that is not possible any
        more is refused: a guard then waits.

        Raises:
            ActionError: there is no such action; nothing was played.
            TypeError, ValueError: an action is not a number, there is no such agent, or no game is running.
        """
        agents = self.agents
        if not agents:
            raise ValueError("the game has not begun, or has ended: reset it")
        if strangers := actions.keys() - self.numbers.keys():
            raise ValueError(f"there is no agent {min(strangers)!r}; there are: {', '.join(self.possible_agents)}")
        numbers = {agent: self.read_action(action) for agent, action in actions.items()}
        rewards = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {"refused": False, "acted": False} for agent in agents}
        while not infos[asked := self.asked_agent]["acted"]:
            infos[asked] = {"refused": self.play_seat(numbers.get(asked, -1)), "acted": True}
            for agent, reward in self.share_rewards(agents).items():
                rewards[agent] += reward
            if not self.has_private_seats or self.batch.terminated[0]:
                break
        self.count_rounds(1, is_end=True)
        if self.render_mode == "human":
            self.render()
        terminations, truncations = self.list_ends(agents), dict.fromkeys(agents, self.is_cut_short)
        observations = self.observe_all()
        self.agents = [agent for agent in agents if not (terminations[agent] or truncations[agent])]
        return observations, rewards, terminations, truncations, infos

    def play_seat(self, action: int) -> bool:
        """Plays an action of the seat that is asked; returns whether it was refused.

        A pass counts as a step that the game refuses. Where seats have knowledge of their own, all but the first then
        wait, their first legal action, so that the round goes on.
        """
        refused = self.play(-1 if action == self.action_count else action)
        if refused and self.has_private_seats and self.batch.seat[0]:
            self.play(int(np.argmax(self.batch.mask[0])))
        return refused

    def observe_all(self) -> dict[str, AgentObservation]:
        """Returns the observation of each seat."""
        return {agent: self.observe_agent(agent, True) for agent in self.agents}


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
