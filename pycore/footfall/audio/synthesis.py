"""Synthesizes recipes: simple waves with envelopes, between two frequencies. The latest samples are kept."""

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
        """Wraps a function, whose arguments must be hashable."""
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

LOOP_SECONDS = 4
"""Length of a loop. Repetitions that begin every second and last two seconds join without a seam."""

TAKES, DETUNING = 8, 0.02
"""Takes of a recipe, no two alike, and the share of its pitch by which one differs from the next."""

Mono = npt.NDArray[np.float32]
"""Samples of one channel, from -1 to 1: float32 ``(n,)``."""


@SampleCache
def synthesize(recipe: SoundRecipe, take: int = 0, is_loop: bool = False) -> Mono:
    """Returns the samples of a recipe; its loudest one is 1. Do not change them: they are kept.

    Args:
        recipe: the layers.
        take: 0 to `TAKES` - 1: like steps in reality, takes differ in noise, pitch and the time of repetitions.
        is_loop: makes `LOOP_SECONDS` that can be repeated; the tail beyond their end sounds at the beginning.
    """
    parts = [_synthesize_layer(layer, number * TAKES + take % TAKES) for number, layer in enumerate(recipe.layers)]
    mix = np.zeros(RATE * LOOP_SECONDS if is_loop else max(map(len, parts)), np.float64)
    for part in parts:
        mix[: len(part)] += part[: len(mix)]
        if len(part) > len(mix):
            mix[: len(part) - len(mix)] += part[len(mix) :]
    peak = np.abs(mix).max()
    samples: Mono = (mix / peak if peak else mix).astype(np.float32)
    return samples


def _synthesize_layer(layer: SoundLayer, variant: int) -> npt.NDArray[np.float64]:
    attack, decay = _count_samples(layer.attack), max(1, _count_samples(layer.decay))
    length = attack + decay
    envelope = np.concatenate([np.arange(attack) / max(1, attack), (1 - np.arange(decay) / decay) ** 2])
    delay, gap = _count_samples(layer.delay), _count_samples(layer.gap)
    strays = draw_noise(layer.times, 7919 * (variant + 1)) * gap * layer.scatter / 200
    strays[0] = 0
    samples = np.zeros(delay + gap * (layer.times - 1) + length)
    wave = None
    for index in range(layer.times):
        if wave is None or layer.wave == "noise":
            wave = _generate_wave(layer, length, variant, index)
            wave = high_pass(low_pass(wave, layer.cutoff), layer.bottom)
        start = max(0, min(len(samples) - length, delay + gap * index + int(strays[index])))
        samples[start : start + length] += wave * envelope
    return samples * (layer.level / 100)


def _count_samples(milliseconds: int) -> int:
    return milliseconds * RATE // 1000


def draw_noise(length: int, seed: int) -> npt.NDArray[np.float64]:
    """Returns white noise from -1 to 1, the same on every machine: the mixing of SplitMix64."""
    mixed = np.arange(1 + (seed << 32), length + 1 + (seed << 32), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (mixed >> np.uint64(11)).astype(np.float64) / (1 << 52) - 1


def _generate_wave(layer: SoundLayer, length: int, variant: int, index: int) -> npt.NDArray[np.float64]:
    if layer.wave == "noise":
        return draw_noise(length, variant + 1024 * index)
    detuned = 1 + DETUNING * (variant % TAKES * 3 % TAKES / TAKES - 0.5)
    pitches = np.linspace(layer.pitch, layer.slide or layer.pitch, length) * detuned
    phase = np.cumsum(pitches) / RATE % 1.0
    if layer.wave == "sine":
        return np.sin(2 * np.pi * phase)
    if layer.wave == "triangle":
        return 4 * np.abs(phase - 0.5) - 1
    return np.where(phase < 0.5, 1.0, -1.0) if layer.wave == "square" else 2 * phase - 1


def low_pass(samples: npt.NDArray[np.float64], cutoff: float) -> npt.NDArray[np.float64]:
    """Returns samples with the frequencies above `cutoff` Hz faded by 12 dB an octave; 0 leaves them as they are."""
    return filter_band(samples, cutoff, 1)


def high_pass(samples: npt.NDArray[np.float64], bottom: float) -> npt.NDArray[np.float64]:
    """Returns samples with the frequencies below `bottom` Hz faded by 12 dB an octave; 0 leaves them as they are."""
    return filter_band(samples, bottom, -1)


def filter_band(samples: npt.NDArray[np.float64], corner: float, side: int) -> npt.NDArray[np.float64]:
    if not corner or not len(samples):
        return samples
    size = 1 << len(samples).bit_length()  # transforms of powers of two are fast
    spectrum = np.fft.rfft(samples, size)
    ratio = np.maximum(np.fft.rfftfreq(size, 1 / RATE), 1e-3) / corner
    filtered: npt.NDArray[np.float64] = np.fft.irfft(spectrum / (1 + ratio ** (2 * side)), size)
    return filtered[: len(samples)]
