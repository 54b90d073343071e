"""The sounds of a scene: new percepts and sounds around the listener, the room, and their WAV file.

Nothing covers a foreign sound: the player's own sounds and the room stay `MARGIN` below each in its bands.
"""

import io
import math
import tomllib
import wave
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Acoustics, NearSound, Percept, Scene, SoundChannel, SoundRecipe
from footfall.disk import write_file

from .synthesis import LOOP_SECONDS, RATE, SampleCache, draw_noise, low_pass, synthesize

Stereo = npt.NDArray[np.float32]
"""Samples of two channels, left and right, from -1 to 1: float32 ``(n, 2)``."""

MAX_LOUDNESS = 5
SIDE_BALANCE = 0.9
"""Share of the energy by which the near channel exceeds the far one, for a sound straight from the side."""

REAR_CUTOFF = 3_500
"""Cutoff in Hz of sounds from behind."""

CUTOFFS = (0, 2_400, 1_100, 500)
"""Cutoff in Hz by muffling; 0 leaves the sound as it is."""

LEVELS = {SoundChannel.OWN: 0.35, SoundChannel.FOREIGN: 1.0, SoundChannel.ROOM: 0.07}
"""Peak of the loudest sound of a channel at full volume."""


class Mix(NamedTuple):
    """The volumes of the player, in percent."""

    volume: int = 100
    own: int = 100
    foreign: int = 100
    room: int = 100

    def find_level(self, channel: SoundChannel) -> float:
        """Returns the peak of the loudest sound of a channel."""
        return LEVELS[channel] * self.volume * int(getattr(self, channel.value)) / 10_000


FULL_MIX = Mix()


def place_percept(percept: Percept) -> Stereo | None:
    """Returns the samples of a percept; None if it has no recipe."""
    if percept.recipe is None:
        return None
    return _place_recipe(percept.recipe, percept.direction, percept.loudness, percept.muffling)


class Placement(NamedTuple):
    """Where a sound is heard.

    Attributes:
        left, right: gains of the two channels; of opposite signs for a sound from behind.
        cutoffs: cutoffs in Hz of the low-pass filters that it passes, one after the other.
    """

    left: float
    right: float
    cutoffs: tuple[int, ...]


def find_placement(direction: int, loudness: int, muffling: int = 0) -> Placement:
    """Returns where a sound of a direction of arrival is heard; see `Percept`."""
    cutoffs = (CUTOFFS[min(muffling, len(CUTOFFS) - 1)],) if muffling else ()
    gain = (min(loudness, MAX_LOUDNESS) / MAX_LOUDNESS) ** 1.5
    dy, dx = DIRECTIONS[direction] if direction >= 0 else (0, 0)
    length = math.hypot(dy, dx) or 1.0
    front, side = -dy / length, dx / length  # how far ahead and to the right it lies, as shares of 1
    balance = SIDE_BALANCE * side
    left, right = gain * math.sqrt((1 - balance) / 2), gain * math.sqrt((1 + balance) / 2)
    if front < 0:
        cutoffs = (*cutoffs, REAR_CUTOFF)
        left, right = (-left, right) if side >= 0 else (left, -right)
    return Placement(left, right, cutoffs)


@SampleCache
def _place_recipe(
    recipe: SoundRecipe, direction: int, loudness: int, muffling: int = 0, take: int = 0, is_loop: bool = False
) -> Stereo:
    samples = synthesize(recipe, take, is_loop).astype(np.float64)
    left, right, cutoffs = find_placement(direction, loudness, muffling)
    for cutoff in cutoffs:
        samples = low_pass(samples, cutoff)
    placed: Stereo = np.stack([samples * left, samples * right], axis=1).astype(np.float32)
    return placed


ECHO_SECONDS, MAX_ECHO, ECHO_SHARE = 0.11, 1.6, 0.35
"""Seconds in which an echo fades by 60 dB, for each cell of a hard room and at most; the share of the echo."""

CELL_DELAY = 2 * RATE * 3 // (2 * 343)
"""Samples that a sound takes to a wall and back, for each cell of 1.5 m."""


@SampleCache
def add_echo(recipe: SoundRecipe, direction: int, loudness: int, take: int, size: int, hardness: int) -> Stereo:
    """Returns a sound with the echo of a room."""
    placed = _place_recipe(recipe, direction, loudness, 0, take)
    seconds = min(MAX_ECHO, ECHO_SECONDS * size) * hardness / 100
    tail, delay = int(RATE * seconds), CELL_DELAY * size
    if not tail:
        return placed.copy()
    fading = np.exp(-6.9 * np.arange(tail) / tail)
    length = len(placed) + delay + tail
    transform = 1 << length.bit_length()
    echoed = np.zeros((length, 2), np.float32)
    echoed[: len(placed)] = placed
    source = np.fft.rfft(low_pass(placed.sum(axis=1).astype(np.float64), 2_500), transform)
    for channel in range(2):
        answer = np.zeros(delay + tail)
        answer[delay:] = draw_noise(tail, 50_021 + channel) * fading
        answer /= np.sqrt((answer**2).sum())
        wet = np.fft.irfft(source * np.fft.rfft(answer, transform), transform)[:length]
        echoed[:, channel] += (wet * ECHO_SHARE * hardness / 100).astype(np.float32)
    return echoed


def place_sound(sound: NearSound, room: Acoustics | None, mix: Mix = FULL_MIX) -> Stereo:
    """Returns the samples of a sound with a known source, with the echo of the room."""
    size, hardness = (room.size, room.hardness) if room is not None else (0, 0)
    placed = add_echo(sound.recipe, sound.direction, sound.loudness, sound.take, min(size, 12), hardness // 20 * 20)
    return placed * np.float32(mix.find_level(sound.channel))


MAX_SOUNDS = 8
"""Foreign sounds of one moment; the loudest ones are heard."""

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


def list_near_sounds(scene: Scene, previous: Scene | None) -> tuple[NearSound, ...]:
    """Returns the sounds with a known source that the previous scene did not have."""
    is_new = previous is None or (scene.turn != previous.turn and scene.shown_turn != previous.shown_turn)
    return scene.sounds if is_new else ()


class SceneSound(NamedTuple):
    """A sound of a scene for a front end that synthesizes it itself.

    Attributes:
        recipe, take: how it sounds.
        placement: where it is heard.
        start: seconds until it begins.
    """

    recipe: SoundRecipe
    take: int
    placement: Placement
    start: float


def place_scene(scene: Scene, previous: Scene | None, mix: Mix = FULL_MIX) -> list[SceneSound]:
    """Returns the new sounds of a scene as `mix_scenes` plays them, without the room and its echo."""
    foreign: list[SceneSound] = []
    own: list[SceneSound] = []
    levels = {channel: mix.find_level(channel) for channel in SoundChannel}
    heard = separate_scene(scene, previous, mix)
    if heard.foreign and len(heard.own):
        levels[SoundChannel.OWN] *= find_gain_below(np.tanh(add_up(heard.foreign)), heard, heard.own)

    def place(recipe: SoundRecipe, channel: SoundChannel, take: int, where: Placement) -> None:
        placement = Placement(
            round(where.left * levels[channel], 4), round(where.right * levels[channel], 4), where.cutoffs
        )
        start = 0.0 if channel is SoundChannel.OWN else len(foreign) * STAGGER / RATE
        (own if channel is SoundChannel.OWN else foreign).append(SceneSound(recipe, take, placement, start))

    for one in list_new_sounds(scene, previous):
        if one.recipe is not None:
            where = find_placement(one.direction, one.loudness, one.muffling)
            place(one.recipe, SoundChannel.FOREIGN, 0, where)
    for near in list_near_sounds(scene, previous):
        place(near.recipe, near.channel, near.take, find_placement(near.direction, near.loudness))
    return [*foreign, *own]


def place_tones(room: Acoustics | None, mix: Mix = FULL_MIX) -> list[SceneSound]:
    """Returns the tones of a room as `loop_room` plays them, for a front end that synthesizes them itself."""
    level, tones = mix.find_level(SoundChannel.ROOM), room.tones if room is not None else ()
    placed: list[SceneSound] = []
    for tone in tones:
        left, right, cutoffs = find_placement(tone.direction, tone.loudness)
        placement = Placement(round(left * level, 4), round(right * level, 4), cutoffs)
        placed.append(SceneSound(tone.recipe, tone.take, placement, 0.0))
    return placed


class HeardScene(NamedTuple):
    """The new sounds of a scene, before they are added up.

    Attributes:
        foreign: foreign sounds and cues, each with the sample at which it begins.
        own: the player's own sounds, added up; empty if there are none.
    """

    foreign: list[tuple[int, Stereo]]
    own: Stereo


def separate_scene(scene: Scene, previous: Scene | None, mix: Mix = FULL_MIX) -> HeardScene:
    """Returns the new sounds of a scene by channel. Foreign ones begin one after the other, `STAGGER` apart."""
    placed = [samples for one in list_new_sounds(scene, previous) if (samples := place_percept(one)) is not None]
    level = np.float32(mix.find_level(SoundChannel.FOREIGN))
    sounds = [(sound.channel, place_sound(sound, scene.acoustics, mix)) for sound in list_near_sounds(scene, previous)]
    foreign = [samples * level for samples in placed]
    foreign += [samples for channel, samples in sounds if channel is SoundChannel.FOREIGN]
    own = [(0, samples) for channel, samples in sounds if channel is SoundChannel.OWN]
    return HeardScene([(STAGGER * index, samples) for index, samples in enumerate(foreign)], add_up(own))


def add_up(parts: Iterable[tuple[int, Stereo]], length: int = 0) -> Stereo:
    """Returns the sum of sounds, each with the sample at which it begins; at least `length` samples."""
    kept = list(parts)
    total = np.zeros((max([length, *(start + len(samples) for start, samples in kept)]), 2), np.float32)
    for start, samples in kept:
        total[start : start + len(samples)] += samples
    return total


# The player's own sounds and the room stay below foreign sounds.

MARGIN = 8.0
"""Decibels by which own sounds and the room stay below a foreign sound, in each of its bands."""

BAND_FLOOR = 0.01
"""A band belongs to a sound if it has this share of the energy of the strongest band, or more."""

BANDS = 31.25 * 2 ** (np.arange(29) / 3)
"""Limits of the bands in Hz: a third of an octave each, from 31 Hz to 20 kHz."""


def measure_bands(samples: Stereo) -> npt.NDArray[np.float64]:
    """Returns the energy of both channels by band: float64 ``(28,)``."""
    size = max(1 << 14, 1 << max(1, len(samples) - 1).bit_length())
    power = (np.abs(np.fft.rfft(samples, size, axis=0)) ** 2).sum(axis=1)
    limits = np.searchsorted(np.fft.rfftfreq(size, 1 / RATE), BANDS)
    sums = np.concatenate([[0.0], np.cumsum(power)])
    return np.asarray(sums[limits[1:]] - sums[limits[:-1]]) / size


def find_gain(background: Stereo, foreign: Stereo) -> float:
    """Returns the factor, up to 1, at which a background stays `MARGIN` below a sound in each of its bands."""
    bands = measure_bands(foreign)
    belongs = bands > bands.max() * BAND_FLOOR
    highest = (measure_bands(background)[belongs] / bands[belongs]).max() if belongs.any() else 0.0
    return float(min(1.0, np.sqrt(10 ** (-MARGIN / 10) / highest))) if highest else 1.0


def find_gain_below(foreign: Stereo, heard: HeardScene, background: Stereo) -> float:
    """Returns the factor at which a background stays `MARGIN` below each foreign sound of a scene, in its time."""
    spans = [slice(at, at + len(samples)) for at, samples in heard.foreign]
    return min((find_gain(background[span], foreign[span]) for span in spans if len(background[span])), default=1.0)


@SampleCache
def _loop_tones(tones: tuple[NearSound, ...]) -> Stereo:
    total = np.zeros((RATE * LOOP_SECONDS, 2), np.float32)
    for tone in tones:
        total += _place_recipe(tone.recipe, tone.direction, tone.loudness, 0, tone.take, True)
    return total


def loop_room(room: Acoustics | None, mix: Mix = FULL_MIX) -> Stereo | None:
    """Returns a loop of `LOOP_SECONDS` of the tones of a room; None if it has none, or its volume is 0."""
    level = mix.find_level(SoundChannel.ROOM)
    if room is None or not room.tones or not level:
        return None
    return _loop_tones(room.tones) * np.float32(level)


def cut_loop(loop: Stereo | None, start: int, length: int) -> Stereo:
    """Returns samples of an endless loop; silence if there is none."""
    if loop is None:
        return np.zeros((length, 2), np.float32)
    return np.asarray(loop[np.arange(start, start + length) % len(loop)])


SECONDS_PER_TURN = 0.25
FADE = RATE // 50
"""Samples of a change of volume: 20 ms."""


class Stems(NamedTuple):
    """The sounds of scenes, one after the other, before they are added up; all of one length.

    Attributes:
        foreign, own, room: by channel.
        spans: first and last sample of each foreign sound.
    """

    foreign: Stereo
    own: Stereo
    room: Stereo
    spans: list[tuple[int, int]]


def separate_scenes(scenes: Iterable[Scene], mix: Mix = FULL_MIX) -> Stems:
    """Returns the sounds of scenes by channel; own sounds and the room give way to foreign sounds."""
    step, count = int(RATE * SECONDS_PER_TURN), 0
    foreign: list[tuple[int, Stereo]] = []
    own: list[tuple[int, Stereo]] = []
    loops: list[Stereo | None] = []
    previous: Scene | None = None
    for count, scene in enumerate(scenes, 1):
        heard, start = separate_scene(scene, previous, mix), step * (count - 1)
        foreign += [(start + at, samples) for at, samples in heard.foreign]
        own.append((start, heard.own))
        loops.append(loop_room(scene.acoustics, mix))
        previous = scene
    others = add_up(foreign, step * count)
    mine = add_up(own, len(others))
    others = add_up([(0, others)], len(mine))
    room = np.zeros_like(mine)
    for index, loop in enumerate(loops):
        end = step * (index + 1) if index + 1 < count else len(room)
        fade_in(room, cut_loop(loop, step * index, end - step * index + FADE), step * index)
    others = np.tanh(others)
    spans = [(start, start + len(samples)) for start, samples in foreign]
    gains = find_gains(others, mine + room, spans)[:, None]
    return Stems(others, mine * gains, room * gains, spans)


def find_gains(foreign: Stereo, background: Stereo, spans: list[tuple[int, int]]) -> npt.NDArray[np.float32]:
    """Returns the factor of a background for each sample: it falls for foreign sounds and fades over `FADE`."""
    gains = np.ones(len(foreign), np.float32)
    for start, end in spans:
        gain = find_gain(background[start:end], foreign[start:end])
        at = np.arange(max(0, start - FADE), min(len(gains), end + FADE))
        share = np.clip(np.minimum(at - start + FADE, end + FADE - 1 - at) / FADE, 0, 1)
        gains[at] = np.minimum(gains[at], 1 - (1 - gain) * share)
    return gains


def fade_in(target: Stereo, samples: Stereo, start: int) -> None:
    """Adds samples that fade in and out; the next ones begin `FADE` before their end, so that no gap is heard."""
    ramp = np.linspace(0, 1, FADE, dtype=np.float32)[:, None]
    shaped = samples.copy()
    if start:
        shaped[:FADE] *= ramp
    shaped[-FADE:] *= ramp[::-1]
    part = target[start : start + len(shaped)]
    part += shaped[: len(part)]


def mix_scenes(scenes: Iterable[Scene]) -> Stereo:
    """Returns the sounds of scenes, one after the other."""
    stems = separate_scenes(scenes)
    mixed: Stereo = np.clip(stems.foreign + stems.own + stems.room, -1, 1)
    return mixed


def write_wave_file(path: Path, samples: Stereo) -> None:
    """Writes samples as 16-bit stereo.

    Raises:
        OSError: the file cannot be written.
    """
    file = io.BytesIO()
    with wave.open(file, "wb") as target:
        target.setnchannels(2)
        target.setsampwidth(2)
        target.setframerate(RATE)
        target.writeframes((np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes())
    write_file(path, file.getvalue())
