"""Trajectories of environments as digests: each depends on the seed of its game alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.env import EnvironmentBatch

FACTOR = np.uint64(0x9E3779B97F4A7C15)
STREAM = kernels.mix(7, 11)

BatchMaker = Callable[[int], EnvironmentBatch]
"""Makes a batch of a number of games, whose games do not begin again by themselves."""


def choose(seeds: npt.NDArray[np.uint64], step: int, mask: npt.NDArray[np.int8]) -> npt.NDArray[np.int32]:
    """Chooses an allowed action for each game, by its seed and the number of the step; 0 if none is allowed."""
    with np.errstate(over="ignore"):
        noise = (seeds + np.uint64(step)) * FACTOR
        noise ^= noise >> np.uint64(29)
        noise *= FACTOR
        noise ^= noise >> np.uint64(32)
    count = np.maximum(mask.sum(1, dtype=np.int64), 1)
    rank = (noise % count.astype(np.uint64)).astype(np.int64)
    reached = np.cumsum(mask, axis=1, dtype=np.int64) > rank[:, None]
    return reached.argmax(1).astype(np.int32)


class Recorder:
    """A running hash for each game, of all that its steps wrote."""

    def __init__(self, batch: EnvironmentBatch) -> None:
        width = batch.obs.shape[1] + batch.mask.shape[1]
        self.weights = np.array([kernels.mix(STREAM, at) | 1 for at in range(width)], np.uint64)
        self.hashes = np.zeros(batch.count, np.uint64)

    def record(self, batch: EnvironmentBatch, is_running: npt.NDArray[np.bool_]) -> None:
        """Adds the present rows of the running games."""
        split = batch.obs.shape[1]
        with np.errstate(over="ignore"):
            value = (batch.obs.astype(np.uint64) * self.weights[:split]).sum(1, dtype=np.uint64)
            value += (batch.mask.astype(np.uint64) * self.weights[split:]).sum(1, dtype=np.uint64)
            value += batch.reward.view(np.uint32).astype(np.uint64) * FACTOR
            flags = batch.terminated + 2 * batch.truncated.astype(np.uint64) + 4 * batch.refused.astype(np.uint64)
            value += flags * self.weights[0] + batch.seat.astype(np.uint64) * self.weights[1]
            self.hashes = np.where(is_running, (self.hashes ^ value) * FACTOR, self.hashes)


def play_games(
    make: BatchMaker, seeds: Sequence[int], size: int, steps: int, interrupt: Callable[[EnvironmentBatch], Any] | None
) -> Iterator[int]:
    """Yields the hash of each game's trajectory of up to `steps` steps, in the order of the seeds.

    Args:
        size: games of a batch.
        interrupt: called in the middle, with the batch.
    """
    batch = make(size)
    for first in range(0, len(seeds), size):
        own = [*seeds[first : first + size]]
        count = len(own)
        own += own[:1] * (size - count)
        batch.reset(own)
        numbers = np.array(own, np.uint64)
        is_running = np.ones(size, np.bool_)
        recorder = Recorder(batch)
        recorder.record(batch, is_running)
        for step in range(steps):
            if interrupt is not None and step == steps // 2:
                interrupt(batch)
            over = batch.terminated | batch.truncated
            if over.any():
                is_running &= ~over
                if not is_running[:count].any():
                    break
                batch.reset(mask=over)  # what they play now is not recorded
            batch.step(choose(numbers, step, batch.mask))
            recorder.record(batch, is_running)
        yield from recorder.hashes[:count].tolist()


def digest_games(
    make: BatchMaker,
    seeds: Sequence[int],
    size: int,
    steps: int,
    interrupt: Callable[[EnvironmentBatch], Any] | None = None,
) -> str:
    """Returns one digest of all trajectories."""
    hashes = np.fromiter(play_games(make, seeds, size, steps, interrupt), np.uint64)
    return blake2b(hashes.tobytes(), digest_size=16).hexdigest()


def restore_all(batch: EnvironmentBatch) -> None:
    """Takes a snapshot of each game, plays on, and goes back."""
    blobs = [batch.snapshot(game) for game in range(batch.count)]
    rows = [(batch.obs[game].copy(), batch.mask[game].copy()) for game in range(batch.count)]
    flags = batch.reward.copy(), batch.terminated.copy(), batch.truncated.copy(), batch.refused.copy()
    if not (batch.terminated | batch.truncated).any():
        batch.step(choose(batch.seeds, 1, batch.mask))
    for game, blob in enumerate(blobs):
        batch.restore(game, blob)
        assert (batch.obs[game] == rows[game][0]).all(), "a restored game has the same observation"
        assert (batch.mask[game] == rows[game][1]).all(), "a restored game has the same mask"
    batch.reward[:], batch.terminated[:], batch.truncated[:], batch.refused[:] = flags
