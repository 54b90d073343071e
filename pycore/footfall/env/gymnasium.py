"""Environments of Gymnasium (extra ``rl``). Importing this module registers them.

import gymnasium, footfall.env.gymnasium

env = gymnasium.make("footfall/King-v1")
envs = gymnasium.make_vec("footfall/King-v1", num_envs=256)
"""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from footfall.engine.declarations.environments import EnvironmentLayout

from .batch import AutoresetName, CompiledChoice, EnvironmentBatch
from .content import EnvironmentContent, NoEnvironmentError, list_environments, load_environment
from .rendering import RENDER_MODES, render_game

Observations = dict[str, npt.NDArray[np.int16]]

MODES: Mapping[AutoresetMode, AutoresetName] = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


def build_space(layout: EnvironmentLayout) -> spaces.Dict:
    """Returns the space of observations: a box of int16 for each segment."""
    return spaces.Dict(
        {segment.name: spaces.Box(segment.low, segment.high, segment.shape, np.int16) for segment in layout.segments}
    )


def load_content(game: str, content: str | None, **choices: Any) -> EnvironmentContent:
    """Loads an environment, and compares its content hash with one that a spec names; see `load_environment`.

    Raises:
        NoEnvironmentError: the game cannot be loaded, or the hash differs.
    """
    loaded = load_environment(game, **choices)
    if content is not None and content != loaded.hash:
        raise NoEnvironmentError(
            f"{loaded.id} has the content {loaded.hash}, not {content}: the rules, mods or options differ"
        )
    return loaded


class GameEnv(gymnasium.Env[Observations, int]):
    """One game. All its seats are played by the same program; ``info["seat"]`` names the one whose turn it is.

    Observations are the segments of the layout by name. ``info`` has ``action_mask`` (int8), ``seat``, and ``refused``:
    whether the game refused the action, which changed nothing.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 8}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        *,
        content: str | None = None,
        max_steps: int | None = None,
        compiled: CompiledChoice = "auto",
        **choices: Any,
    ) -> None:
        """Loads the game.

        Args:
            game: full id or short name.
            render_mode: one of `RENDER_MODES`.
            content: the content hash that the environment must have.
            max_steps: steps after which the game is cut short; see `EnvironmentBatch`.
            compiled: whether compiled rules play; see `EnvironmentBatch`.
            choices: mods, settings, options, switches, task and allows_python of `load_environment`.
        """
        check_render_mode(render_mode)
        loaded = load_content(game, content, **choices)
        self.batch = EnvironmentBatch(
            loaded, autoreset="disabled", is_strict=False, max_steps=max_steps, compiled=compiled
        )
        self.content_hash = loaded.hash
        self.render_mode = render_mode
        self.observation_space = build_space(loaded.layout)
        self.action_space = spaces.Discrete(len(loaded.layout.actions))
        self._spec: EnvSpec | None = None
        self._segments = [(name, part[0]) for name, part in self.batch.parts.items()]
        self._action = np.zeros(1, np.int32)
        self._has_seed = False

    @property
    def spec(self) -> EnvSpec | None:
        """The spec, with the content hash among its keywords."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        if spec is not None:
            spec.kwargs = {**spec.kwargs, "content": self.content_hash}
        self._spec = spec

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins a game.

        Args:
            seed: its seed; None: the next game after the last seed.
            options: ``{"snapshot": bytes}`` goes on from `EnvironmentBatch.snapshot`; others are ignored.
        """
        super().reset(seed=seed)
        if seed is None and not self._has_seed:
            seed = int(self.np_random.integers(1 << 63))
        self.batch.reset(None if seed is None else [seed])
        self._has_seed = True
        if options and "snapshot" in options:
            self.batch.restore(0, options["snapshot"])
        if self.render_mode == "human":
            self.render()
        return self.observe(), self.build_info()

    def step(self, action: int) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Plays an action. One that the mask forbids is refused: it changes nothing but the count of steps.

        Raises:
            ActionError: there is no such action, or the game has ended.
            ClosedBatchError: the environment is closed.
        """
        batch = self.batch
        self._action[0] = action
        batch.step(self._action)
        if self.render_mode == "human":
            self.render()
        ended = batch.terminated.item(), batch.truncated.item()
        return self.observe(), batch.reward.item(), *ended, self.build_info()

    def observe(self) -> Observations:
        """Returns the observation as new arrays."""
        return {name: part.copy() for name, part in self._segments}

    def build_info(self) -> dict[str, Any]:
        """Returns the info of the present state."""
        batch = self.batch
        return {
            "action_mask": batch.mask[0].copy(),
            "seat": batch.seat.item(),
            "refused": batch.refused.item(),
        }

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the mask as sb3-contrib reads it: bool ``(actions,)``."""
        return np.asarray(self.batch.mask[0], np.bool_)

    def render(self) -> Any:
        """Draws the screen; see `RENDER_MODES`."""
        return None if self.render_mode is None else render_game(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Ends the game."""
        self.batch.close()


class GameVectorEnv(VectorEnv[Observations, npt.NDArray[np.int32], npt.NDArray[Any]]):
    """Many games in one batch. The seed of game i is that of ``reset`` plus i, as in Gymnasium's own environments.

    ``infos`` has the keys of `GameEnv` as arrays, and with `AutoresetMode.SAME_STEP` ``final_obs`` and ``final_info``.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        render_mode: str | None = None,
        *,
        content: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copies: bool = True,
        threads: int = 1,
        max_steps: int | None = None,
        **choices: Any,
    ) -> None:
        """Loads the game.

        Args:
            autoreset_mode: one of Gymnasium's three modes, or its value.
            copies: return copies; otherwise arrays that the next step writes over.
            game, render_mode, content, max_steps, choices: see `GameEnv`; the last ones include `compiled`.
        """
        check_render_mode(render_mode)
        mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        keywords = {"compiled": choices.pop("compiled", "auto"), "threads": threads, "max_steps": max_steps}
        loaded = load_content(game, content, **choices)
        self.batch = EnvironmentBatch(loaded, num_envs, autoreset=MODES[mode], is_strict=False, **keywords)
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.num_envs, self.render_mode, self.content_hash = num_envs, render_mode, loaded.hash
        self.single_observation_space = build_space(loaded.layout)
        self.single_action_space = spaces.Discrete(len(loaded.layout.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies, self._has_seed = copies, False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begins games.

        Args:
            seed: the seed of the first game, or one of each.
            options: ``{"reset_mask": bool array}`` begins some of the games only.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = (options or {}).get("reset_mask")
        if isinstance(mask, np.ndarray) and not mask.any():
            raise ValueError("options['reset_mask'] must contain at least one True")
        if seed is None and not self._has_seed:
            seed = int(self.np_random.integers(1 << 62))
        seeds: Any = [seed + at for at in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and None in seeds:
            fresh = self.np_random.integers(1 << 62, size=self.num_envs).tolist()
            seeds = [new if old is None else old for old, new in zip(seeds, fresh, strict=True)]
        self.batch.reset(seeds, mask)
        self._has_seed = True
        return self.observe(), self.build_infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Plays an action in each game."""
        batch = self.batch
        batch.step(np.asarray(actions).astype(np.int32, casting="same_kind", copy=False))
        infos: dict[str, Any] = self.build_infos()
        ended: npt.NDArray[np.bool_] = batch.terminated | batch.truncated
        if batch.autoreset == "same_step" and ended.any():
            final: Any = np.full(self.num_envs, None, object)
            for game in np.flatnonzero(ended).tolist():
                final[game] = {name: part[game].copy() for name, part in batch.final_parts.items()}
            infos |= {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
        return (
            self.observe(),
            batch.reward.astype(np.float64),
            batch.terminated.copy(),
            batch.truncated.copy(),
            infos,
        )

    def observe(self) -> Observations:
        """Returns the observations."""
        return {name: part.copy() if self._copies else part for name, part in self.batch.parts.items()}

    def build_infos(self) -> dict[str, Any]:
        """Returns the infos of all games."""
        batch = self.batch
        found: dict[str, npt.NDArray[Any]] = {"action_mask": batch.mask, "seat": batch.seat, "refused": batch.refused}
        infos: dict[str, Any] = {name: array.copy() if self._copies else array for name, array in found.items()}
        return infos | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in found}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the masks: bool ``(num_envs, actions)``."""
        return self.batch.mask.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Draws all games."""
        if self.render_mode is None:
            return None
        return tuple(render_game(self.batch, game, self.render_mode) for game in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """Ends all games."""
        self.batch.close()


def check_render_mode(mode: str | None) -> None:
    """Raises ValueError for a render mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {', '.join(RENDER_MODES)} or None; got {mode!r}")


def register_environments() -> None:
    """Registers the environments of all games, and of their tasks."""
    for game, environment in list_environments():
        suite = environment.suite
        tasks = {} if suite is None else {suite.build_id(name): name for name in suite.list_names()}
        for id, task in {environment.id: "", **tasks}.items():
            if id not in gymnasium.registry:
                gymnasium.register(
                    id,
                    entry_point="footfall.env.gymnasium:GameEnv",
                    vector_entry_point="footfall.env.gymnasium:GameVectorEnv",
                    kwargs={"game": game.id, **({"task": task} if task else {})},
                    order_enforce=False,  # the batch checks order and actions at every step, and tests the rest
                    disable_env_checker=True,
                )


register_environments()
