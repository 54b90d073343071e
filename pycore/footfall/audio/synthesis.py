"""Synthesizes recipes: simple waves with envelopes and a low-pass filter. The latest samples are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, ParamSpec

import numpy as np
import numpy.typing as npt

from footfall.api.scene import SoundLayer, SoundRecipe

P = ParamSpec("P")
Samples = npt.NDArray[np.float32]

MAX_BYTES = 32 << 20
"""Bytes that one cache keeps: some minutes of sound."""


class SampleCache(Generic[P]):
    """A function whose latest results are kept, read-only."""

    def __init__(self, compute: Callable[P, Samples]) -> None:
        """Keeps nothing yet; the arguments of `compute` must be hashable."""
        self._compute = compute
        self._kept: OrderedDict[Hashable, Samples] = OrderedDict()
        self.size = 0

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Samples:
        """Returns the samples, computed or kept; the least recently used ones make room."""
        key: Any = (args, tuple(kwargs.items()))
        samples = self._kept.pop(key, None)
        if samples is None:
            samples = self._compute(*args, **kwargs)
            samples.setflags(write=False)
            self.size += samples.nbytes
        self._kept[key] = samples
        while self.size > MAX_BYTES:
            self.size -= self._kept.popitem(last=False)[1].nbytes
        return samples

    def clear(self) -> None:
        """Forgets all samples."""
        self._kept.clear()
        self.size = 0


RATE = 44_100
"""Samples per second."""

Mono = npt.NDArray[np.float32]
"""Samples of one channel, from -1 to 1: float32 ``(n,)``."""


@SampleCache
def synthesize(recipe: SoundRecipe) -> Mono:
    """Returns the samples of a recipe; its loudest one is 1. Do not change them: they are kept."""
    parts = [_synthesize_layer(layer) for layer in recipe.layers]
    mix = np.zeros(max(map(len, parts)), np.float64)
    for part in parts:
        mix[: len(part)] += part
    peak = np.abs(mix).max()
    samples: Mono = (mix / peak if peak else mix).astype(np.float32)
    return samples


def _synthesize_layer(layer: SoundLayer) -> npt.NDArray[np.float64]:
    attack, decay = _count_samples(layer.attack), max(1, _count_samples(layer.decay))
    length = attack + decay
    wave = low_pass(_generate_wave(layer, length), layer.cutoff)
    envelope = np.concatenate([np.arange(attack) / max(1, attack), (1 - np.arange(decay) / decay) ** 2])
    delay, gap = _count_samples(layer.delay), _count_samples(layer.gap)
    samples = np.zeros(delay + gap * (layer.times - 1) + length)
    for index in range(layer.times):
        start = delay + gap * index
        samples[start : start + length] += wave * envelope
    return samples * (layer.level / 100)


def _count_samples(milliseconds: int) -> int:
    return milliseconds * RATE // 1000


def _generate_wave(layer: SoundLayer, length: int) -> npt.NDArray[np.float64]:
    if layer.wave == "noise":  # the mixing of SplitMix64: the same noise on every machine
        mixed = np.arange(1, length + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return (mixed >> np.uint64(11)).astype(np.float64) / (1 << 52) - 1
    pitches = np.linspace(layer.pitch, layer.slide or layer.pitch, length)
    phase = np.cumsum(pitches) / RATE % 1.0
    if layer.wave == "sine":
        return np.sin(2 * np.pi * phase)
    if layer.wave == "triangle":
        return 4 * np.abs(phase - 0.5) - 1
    return np.where(phase < 0.5, 1.0, -1.0) if layer.wave == "square" else 2 * phase - 1


def low_pass(samples: npt.NDArray[np.float64], cutoff: float) -> npt.NDArray[np.float64]:
    """Returns samples with the frequencies above `cutoff` Hz faded by 12 dB an octave; 0 leaves them as they are."""
    if not cutoff or not len(samples):
        return samples
    size = 1 << len(samples).bit_length()  # transforms of powers of two are fast
    spectrum = np.fft.rfft(samples, size)
    frequencies = np.fft.rfftfreq(size, 1 / RATE)
    filtered: npt.NDArray[np.float64] = np.fft.irfft(spectrum / (1 + (frequencies / cutoff) ** 2), size)
    return filtered[: len(samples)]
