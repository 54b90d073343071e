"""The sounds of a scene: its new percepts, and cues for its log lines."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec
import numpy as np

from footfall.api.scene import Percept, Scene, SoundRecipe

from .placing import Stereo, place_percept

MAX_SOUNDS = 8
"""Sounds of one moment; the loudest ones are heard."""

CUE_LOUDNESS = 3


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

    Sounds begin one after the other, 40 ms apart, so that a listener can distinguish them.
    """
    placed = [
        samples for percept in list_new_sounds(scene, previous) if (samples := place_percept(percept)) is not None
    ]
    if not placed:
        return None
    step = 1_764
    mix = np.zeros((max(len(samples) + step * index for index, samples in enumerate(placed)), 2), np.float32)
    for index, samples in enumerate(placed):
        mix[step * index : step * index + len(samples)] += samples
    return np.tanh(mix)
