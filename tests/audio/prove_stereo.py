"""Finds the direction of sounds from two channels alone.

    python tests/audio/prove_stereo.py [--scenes 1000] [--first 0]

Each scene has one source: a recipe of Stealth, one of eight directions, a loudness of 2 to 5, and what the sound
passed. Its sound is written to a WAV file of 16 bits and read back; `find_octant` gets these samples and nothing else.
The same source must be louder when it is nearer, and duller behind a wall.

Exit code 1 if fewer than 95 % of the directions are found, or a sound is not louder or duller.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import wave
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.api import Message
from footfall.api.scene import DIRECTIONS, Percept, Scene, SoundRecipe
from footfall.audio.mixing import mix_scenes, write_wave_file
from footfall.audio.synthesis import RATE
from footfall.loader import load

LEAST_SHARE = 0.95
LOUDNESSES, MUFFLINGS = (2, 3, 4, 5), (0, 1, 2, 3)

Samples = npt.NDArray[np.float64]


class Source(NamedTuple):
    """A sound as a scene holds it."""

    recipe: SoundRecipe
    direction: int
    loudness: int
    muffling: int


def take_sources(count: int, first: int, recipes: Sequence[SoundRecipe]) -> Iterator[Source]:
    """Yields sources at random, the same for the same numbers."""

    def draw(number: int, purpose: int, size: int) -> int:
        return kernels.draw(first, purpose, number, 0, size)

    for number in range(count):
        yield Source(
            recipes[draw(number, 1, len(recipes))],
            draw(number, 2, len(DIRECTIONS)),
            LOUDNESSES[draw(number, 3, len(LOUDNESSES))],
            MUFFLINGS[draw(number, 4, len(MUFFLINGS))],
        )


def record(source: Source, path: Path) -> Samples:
    """Returns the two channels of a scene with one source, as a WAV file holds them: float64 ``(n, 2)``."""
    percept = Percept(Message("x"), source.loudness, source.direction, muffling=source.muffling, recipe=source.recipe)
    write_wave_file(path, mix_scenes([Scene(Message("x"), percepts=(percept,), turn=1)]))
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    return samples.reshape(-1, 2) / 32_768


def find_octant(samples: Samples) -> int:
    """Finds a direction: the side by the balance of two channels, front or back by their correlation."""
    left, right = samples.T
    energies = (left**2).sum(), (right**2).sum()
    balance = (energies[1] - energies[0]) / sum(energies)
    side = 0 if abs(balance) < 0.32 else 1 if abs(balance) < 0.77 else 2
    if side == 2:
        return 2 if balance > 0 else 6
    is_behind = (left * right).sum() < 0
    dx = 0 if side == 0 else int(np.sign(balance))
    return DIRECTIONS.index((1 if is_behind else -1, dx))


def measure_loudness(samples: Samples) -> float:
    """Returns the largest deflection."""
    return float(np.abs(samples).max())


def measure_brightness(samples: Samples) -> float:
    """Returns the mean frequency in Hz."""
    spectrum = np.abs(np.fft.rfft(samples, axis=0)).sum(axis=1) ** 2
    return float((spectrum * np.fft.rfftfreq(len(samples), 1 / RATE)).sum() / spectrum.sum())


def check_sources(sources: Sequence[Source], folder: Path) -> tuple[int, int, int]:
    """Returns for how many sources the direction is found, and nearer is louder, and behind a wall is duller."""
    found = louder = duller = 0
    path = folder / "scene.wav"
    for source in sources:
        samples = record(source, path)
        found += find_octant(samples) == source.direction
        nearer = record(source._replace(loudness=source.loudness % 5 + 1), path)
        difference = measure_loudness(nearer) - measure_loudness(samples)
        louder += (difference > 0) == (source.loudness < 5)
        open_air, walled = (record(source._replace(muffling=dull, loudness=5), path) for dull in (0, 3))
        duller += measure_brightness(walled) < measure_brightness(open_air)
    return found, louder, duller


def list_recipes() -> list[SoundRecipe]:
    """Returns the recipes of Stealth."""
    return list(load("core.stealth", only_mods=()).rules.records.table(SoundRecipe, "sound").values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the sources")
    options = parser.parse_args()
    recipes = list_recipes()
    with tempfile.TemporaryDirectory() as folder:
        found, louder, duller = check_sources([*take_sources(options.scenes, options.first, recipes)], Path(folder))
    print(f"{options.scenes} scenes of {len(recipes)} recipes")
    print(f"direction found: {found} ({found / options.scenes:.1%}); at least {LEAST_SHARE:.0%} wanted")
    print(f"nearer is louder: {louder}; behind a wall is duller: {duller}")
    is_good = found >= LEAST_SHARE * options.scenes and louder == duller == options.scenes
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
