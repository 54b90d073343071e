"""Writes the sounds of a sequence of scenes to a WAV file."""

from __future__ import annotations

import wave
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from footfall.api.scene import Scene

from .mixing import mix_scene
from .placing import Stereo
from .synthesis import RATE

SECONDS_PER_TURN = 0.25


def mix_scenes(scenes: Iterable[Scene], seconds_per_turn: float = SECONDS_PER_TURN) -> Stereo:
    """Returns the sounds of scenes, one after the other."""
    step = int(RATE * seconds_per_turn)
    parts: list[tuple[int, Stereo]] = []
    previous: Scene | None = None
    count = 0
    for count, scene in enumerate(scenes, 1):
        samples = mix_scene(scene, previous)
        if samples is not None:
            parts.append((step * (count - 1), samples))
        previous = scene
    end = max([step * count, *(start + len(samples) for start, samples in parts)])
    mix = np.zeros((end, 2), np.float32)
    for start, samples in parts:
        mix[start : start + len(samples)] += samples
    return np.tanh(mix)


def write_wave_file(path: Path, samples: Stereo) -> None:
    """Writes samples as 16-bit stereo.

    Raises:
        OSError: the file cannot be written.
    """
    with open(path, "wb") as file, wave.open(file, "wb") as target:
        target.setnchannels(2)
        target.setsampwidth(2)
        target.setframerate(RATE)
        target.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
