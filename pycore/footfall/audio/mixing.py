"""The sounds of a scene: its new percepts around the listener, cues for its log lines, and their WAV file."""

from __future__ import annotations

import tomllib
import wave
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Percept, Scene, SoundRecipe

from .synthesis import RATE, SampleCache, low_pass, synthesize

Stereo = npt.NDArray[np.float32]
"""Samples of two channels, left and right, from -1 to 1: float32 ``(n, 2)``."""

MAX_LOUDNESS = 5
SIDE_BALANCE = 0.9
"""Share of the energy by which the near channel exceeds the far one, for a sound straight from the side."""

REAR_CUTOFF = 3_500
"""Cutoff in Hz of sounds from behind."""

CUTOFFS = (0, 2_400, 1_100, 500)
"""Cutoff in Hz by muffling; 0 leaves the sound as it is."""


def place_percept(percept: Percept) -> Stereo | None:
    """Returns the samples of a percept; None if it has no recipe."""
    if percept.recipe is None:
        return None
    return _place_recipe(percept.recipe, percept.direction, percept.loudness, percept.muffling)


@SampleCache
def _place_recipe(recipe: SoundRecipe, direction: int, loudness: int, muffling: int) -> Stereo:
    samples = low_pass(synthesize(recipe).astype(np.float64), CUTOFFS[min(muffling, len(CUTOFFS) - 1)])
    samples *= (min(loudness, MAX_LOUDNESS) / MAX_LOUDNESS) ** 1.5
    dy, dx = DIRECTIONS[direction] if direction >= 0 else (0, 0)
    length = np.hypot(dy, dx) or 1.0
    front, side = -dy / length, dx / length  # how far ahead and to the right it lies, as shares of 1
    if front < 0:
        samples = low_pass(samples, REAR_CUTOFF)
    balance = SIDE_BALANCE * side
    left, right = np.sqrt((1 - balance) / 2), np.sqrt((1 + balance) / 2)
    if front < 0:
        left, right = (-left, right) if side >= 0 else (left, -right)
    placed: Stereo = np.stack([samples * left, samples * right], axis=1).astype(np.float32)
    return placed


MAX_SOUNDS = 8
"""Sounds of one moment; the loudest ones are heard."""

CUE_LOUDNESS = 3

STAGGER = RATE * 40 // 1000
"""Samples from the beginning of one sound to that of the next: 40 ms, so that a listener can distinguish them."""


@cache
def load_cues() -> dict[str, SoundRecipe]:
    """Returns the recipes of cues by kind of log line."""
    table = tomllib.loads(resources.files(__package__).joinpath("cues.toml").read_text("utf-8"))
    return msgspec.convert(table, dict[str, SoundRecipe])


def list_new_sounds(scene: Scene, previous: Scene | None) -> list[Percept]:
    """Returns the percepts of a scene that the previous one did not have, and its cues, loudest first."""
    if previous is not None and scene.turn == previous.turn:
        return []
    sounds = [percept for percept in scene.percepts if percept.age == 0]
    last_turn = previous.log[-1].turn if previous is not None and previous.log else -1
    kinds = dict.fromkeys(line.kind for line in scene.log if line.turn > last_turn)
    cues = load_cues()
    sounds += [Percept(scene.title, CUE_LOUDNESS, -1, recipe=cues[kind]) for kind in kinds if kind in cues and previous]
    return sorted(sounds, key=lambda percept: -percept.loudness)[:MAX_SOUNDS]


def mix_scene(scene: Scene, previous: Scene | None) -> Stereo | None:
    """Returns the samples of the new sounds of a scene; None if nothing is heard.

    Sounds begin one after the other, `STAGGER` apart.
    """
    placed = [
        samples for percept in list_new_sounds(scene, previous) if (samples := place_percept(percept)) is not None
    ]
    if not placed:
        return None
    mix = np.zeros((max(len(samples) + STAGGER * index for index, samples in enumerate(placed)), 2), np.float32)
    for index, samples in enumerate(placed):
        mix[STAGGER * index : STAGGER * index + len(samples)] += samples
    return np.tanh(mix)


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
