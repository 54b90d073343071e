"""The arrays of an environment: one row or number for each game, made once or given by the caller."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from footfall.diagnostics.findings import suggest


class ArrayError(ValueError):
    """An array has another shape or type than the environment needs; the text names it."""


class GameArrays:
    """The arrays of `count` games.

    Attributes:
        obs: observations: int16 ``(count, length)``.
        mask: 1 for each action that may be chosen: int8 ``(count, actions)``.
        reward: float32 ``(count,)``.
        terminated, truncated: whether the game has ended, or was cut short, in this step: bool ``(count,)``.
        seat: the player whose turn it is: int32 ``(count,)``.
        refused: whether the game has refused the action, which then changed nothing: bool ``(count,)``.
        final_obs: the last observation of each game that ended and began again in the same step: int16
            ``(count, length)``; without rows in the other modes.
        seeds: the seed of each place: uint64 ``(count,)``. Its first game has this seed; the game of episode n has
            ``mix(seed, n)``.
        episodes: games begun in each place: uint32 ``(count,)``.
        lengths: steps of the running game: int32 ``(count,)``.
    """

    def __init__(
        self, count: int, length: int, actions: int, has_final: bool, buffers: Mapping[str, Any] | None = None
    ) -> None:
        """Makes the arrays.

        Args:
            has_final: whether `final_obs` has rows.
            buffers: arrays of the caller, by name, to be used instead of new ones.

        Raises:
            ArrayError: there is no array of that name, or it does not fit.
        """
        self.shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "obs": (np.int16, (count, length)),
            "mask": (np.int8, (count, actions)),
            "reward": (np.float32, (count,)),
            "terminated": (np.bool_, (count,)),
            "truncated": (np.bool_, (count,)),
            "seat": (np.int32, (count,)),
            "refused": (np.bool_, (count,)),
            "final_obs": (np.int16, (count if has_final else 0, length)),
            "seeds": (np.uint64, (count,)),
            "episodes": (np.uint32, (count,)),
            "lengths": (np.int32, (count,)),
        }
        made = make_arrays(self.shapes, buffers or {})
        self.obs: npt.NDArray[np.int16] = made["obs"]
        self.mask: npt.NDArray[np.int8] = made["mask"]
        self.reward: npt.NDArray[np.float32] = made["reward"]
        self.terminated: npt.NDArray[np.bool_] = made["terminated"]
        self.truncated: npt.NDArray[np.bool_] = made["truncated"]
        self.seat: npt.NDArray[np.int32] = made["seat"]
        self.refused: npt.NDArray[np.bool_] = made["refused"]
        self.final_obs: npt.NDArray[np.int16] = made["final_obs"]
        self.seeds: npt.NDArray[np.uint64] = made["seeds"]
        self.episodes: npt.NDArray[np.uint32] = made["episodes"]
        self.lengths: npt.NDArray[np.int32] = made["lengths"]
        self.all = tuple(made.values())
        self.step_results = self.terminated, self.truncated, self.refused, self.reward

    def list_shown_rows(self, game: int) -> tuple[npt.NDArray[Any], ...]:
        """Returns the arrays of one game that its state fills, as views: observation, mask, seat."""
        here = slice(game, game + 1)
        return self.obs[here], self.mask[here], self.seat[here]


def make_arrays(
    shapes: Mapping[str, tuple[Any, tuple[int, ...]]], caller_arrays: Mapping[str, Any]
) -> dict[str, npt.NDArray[Any]]:
    """Returns the arrays by name: those of the caller, set to 0, and new ones."""
    if unknown := sorted(caller_arrays.keys() - shapes.keys()):
        raise ArrayError(
            f"there is no array {unknown[0]!r}{suggest(unknown[0], list(shapes))}; there are: {', '.join(shapes)}"
        )
    for name, value in caller_arrays.items():
        check_array(name, value, *shapes[name])
        for other in caller_arrays:
            if other < name and np.shares_memory(value, caller_arrays[other]):
                raise ArrayError(f"{other} and {name} share memory")
    for value in caller_arrays.values():
        value[...] = 0
    return {name: caller_arrays.get(name, np.zeros(shape, dtype)) for name, (dtype, shape) in shapes.items()}


def check_array(name: str, value: Any, dtype: Any, shape: tuple[int, ...], *, is_written: bool = True) -> None:
    """Checks an array of the caller.

    Args:
        is_written: whether the environment writes into it.

    Raises:
        ArrayError: type, shape or memory layout differ.
    """
    needed = f"{np.dtype(dtype).name} {shape}, C-contiguous{' and writable' if is_written else ''}"
    if not isinstance(value, np.ndarray):
        raise ArrayError(f"{name}: expected an array of {needed}; got {type(value).__name__}")
    flags = value.flags
    if value.dtype == dtype and value.shape == shape and flags.c_contiguous and (flags.writeable or not is_written):
        return
    state = "" if flags.c_contiguous else ", not C-contiguous"
    state += "" if flags.writeable or not is_written else ", not writable"
    raise ArrayError(f"{name}: expected {needed}; got {value.dtype.name} {value.shape}{state}")
