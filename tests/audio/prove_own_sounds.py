"""Measures the sounds of whole games: no deed is silent, nothing covers a foreign sound, grounds are distinct.

    python tests/audio/prove_own_sounds.py [--games 10] [--first 1] [--turns 400]

Bots play games; their scenes become sound as in a game that is played. Four things are measured:

- turns in which the character or its floor makes a sound, and nothing is heard: none may be;
- the level of each foreign sound over own sounds and the room, in each third of an octave that it has: 6 dB at least;
- the shares of digital silence, the level of each channel, and the balance of left and right;
- the steps on all pairs of grounds, told apart by their spectra in other takes, with a room around them: 9 of 10.

Exit code 1 if one of these fails.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from footfall.api.scene import Acoustics, NearSound, Scene, SoundChannel, SoundRecipe
from footfall.api.session_scene import build_session_scene
from footfall.audio.mixing import (
    BAND_FLOOR,
    SECONDS_PER_TURN,
    Stems,
    Stereo,
    add_up,
    cut_loop,
    loop_room,
    measure_bands,
    place_sound,
    separate_scenes,
)
from footfall.audio.synthesis import RATE, TAKES
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

LEAST_DISTANCE = 6.0
LEAST_PAIRS = 0.9
SILENCE = 1e-4
"""Level below which a turn is silent: 80 dB below the loudest sample."""

BOTS = ("expert", "newcomer", "sneak")


def play_game(loaded: LoadResult, bot_name: str, seed: int, turns: int) -> Iterator[Scene]:
    """Yields the scene after each command of a bot."""
    session = Session.begin(loaded.rules, seed, {"course": "core.stealth:first"})
    bot = loaded.rules.bots[f"core.stealth:{bot_name}"]
    context = BotContext(session, bot.id, 1)
    yield build_session_scene(session)
    while session.state.outcome is None and session.state.turn < turns:
        session.submit(bot.decide(context, list_legal_commands(session)))
        yield build_session_scene(session)


def measure_level(samples: Stereo) -> float:
    """Returns the mean level in decibels below the loudest sample."""
    return float(10 * np.log10(max(np.square(samples, dtype=np.float64).mean() * 2, 1e-12)))


def count_silent_turns(scenes: list[Scene], stems: Stems) -> tuple[int, int]:
    """Returns the turns with a cause, and those of them that are silent."""
    step = int(RATE * SECONDS_PER_TURN)
    causes = silent = 0
    for number, scene in enumerate(scenes):
        if number and scene.shown_turn > scenes[number - 1].shown_turn:
            causes += 1
            part = slice(number * step, (number + 1) * step)
            silent += np.abs(stems.own[part]).max() < SILENCE  # with the room muted
    return causes, silent


def measure_distances(stems: Stems) -> list[float]:
    """Returns for each foreign sound the least distance in dB to own sounds and the room in one of its bands."""
    distances = []
    for start, end in stems.spans:
        foreign = measure_bands(stems.foreign[start:end])
        others = measure_bands(stems.own[start:end] + stems.room[start:end])
        belongs = foreign > foreign.max() * BAND_FLOOR
        if belongs.any():
            ratio = foreign[belongs] / np.maximum(others[belongs], 1e-12)
            distances.append(float(10 * np.log10(ratio.min())))
    return distances


def describe_spectrum(samples: Stereo) -> np.ndarray:
    """Returns the shape of a spectrum: decibels by band below the strongest one, down to 25, of a step without echo."""
    bands = measure_bands(samples[: RATE // 4])
    return np.asarray(10 * np.log10(bands / bands.max() + 0.003))


def tell_grounds_apart(loaded: LoadResult) -> tuple[int, int]:
    """Returns the pairs of grounds, and those whose later takes are nearer to their own spectrum in every room."""
    recipes = loaded.rules.records.table(SoundRecipe, "sound")
    grounds = {id: recipe for id, recipe in recipes.items() if ":step-" in id}
    unique = {recipe.layers: id for id, recipe in grounds.items()}
    steps = {id: grounds[id] for id in unique.values()}
    known, heard = {}, {}
    for id, recipe in steps.items():
        takes = [describe_spectrum(place_sound(NearSound(recipe, take=take), None)) for take in range(TAKES // 2)]
        known[id] = np.mean(takes, axis=0)
        heard[id] = []
        for take in range(TAKES // 2, TAKES):
            for tone, size, hardness in (("tone-room", 2, 100), ("tone-cave", 6, 80), ("tone-open", 0, 20)):
                room = Acoustics(
                    size, hardness, (NearSound(recipes[f"core.stealth:{tone}"], SoundChannel.ROOM, 2 + size // 3),)
                )
                step = place_sound(NearSound(recipe, take=take), room)
                bed = cut_loop(loop_room(room), take * 7_000, len(step))
                heard[id].append(describe_spectrum(add_up([(0, step), (0, bed)])))
    told = 0
    pairs = list(combinations(steps, 2))
    for one, other in pairs:
        right = sum(
            (np.square(spectrum - known[mine]).sum() < np.square(spectrum - known[theirs]).sum())
            for mine, theirs in ((one, other), (other, one))
            for spectrum in heard[mine]
        )
        told += right == len(heard[one]) + len(heard[other])
    return len(pairs), told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--turns", type=int, default=400, help="turns of a game at most")
    options = parser.parse_args()
    loaded = load("core.stealth", only_mods=())
    causes = silent = 0
    distances: list[float] = []
    quiet, levels, sides = [], [], []
    for number in range(options.games):
        scenes = list(play_game(loaded, BOTS[number % len(BOTS)], options.first + number, options.turns))
        stems = separate_scenes(scenes)
        counted = count_silent_turns(scenes, stems)
        causes, silent = causes + counted[0], silent + counted[1]
        distances += measure_distances(stems)
        total = stems.foreign + stems.own + stems.room
        quiet.append(float((np.abs(total).max(axis=1) == 0).mean()))
        levels.append([measure_level(stem) for stem in stems[:3]])
        sides.append([measure_level(total[:, side]) for side in range(2)])
    pairs, told = tell_grounds_apart(loaded)
    print(f"{options.games} games, {causes} turns with a cause, {silent} of them silent")
    print(f"digital silence: {np.mean(quiet):.1%} of the samples")
    means = np.mean(levels, axis=0)
    print(
        "mean level in dB: " + ", ".join(f"{n} {v:.1f}" for n, v in zip(("others", "own", "room"), means, strict=True))
    )
    left, right = np.mean(sides, axis=0)
    print(f"left {left:.1f} dB, right {right:.1f} dB")
    least = min(distances, default=np.inf)
    print(
        f"{len(distances)} foreign sounds over own sounds and the room: {least:.1f} dB at least, "
        f"{np.median(distances) if distances else 0:.1f} dB in the median; {LEAST_DISTANCE:.0f} wanted"
    )
    print(f"pairs of grounds told apart with the room around them: {told} of {pairs}")
    return 0 if not silent and least >= LEAST_DISTANCE and told >= LEAST_PAIRS * pairs else 1


if __name__ == "__main__":
    sys.exit(main())
