"""Recipes of sounds: layers of simple waves that front ends synthesize. There are no samples."""

from __future__ import annotations

from typing import Annotated

import msgspec

from ..record_types import Percent, Record, Words

WAVES = ("sine", "triangle", "square", "saw", "noise")

MAX_DURATION = 5_000
"""The length of a sound in ms, delays and repetitions included."""

Hertz = Annotated[int, msgspec.Meta(ge=0, le=20_000)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MAX_DURATION)]


class SoundLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wave with an envelope, played once or several times; all of it takes 5 seconds at most.

    Attributes:
        wave: its form.
        pitch: frequency in Hz at the start; without meaning for noise.
        slide: frequency at the end; 0: as at the start.
        cutoff: frequency in Hz above which it fades; 0: none.
        bottom: frequency in Hz below which it fades; 0: none.
        delay: silence before it, in ms.
        attack: time to full volume, in ms.
        decay: time from full volume to silence, in ms.
        level: volume in percent.
        times: number of times it is played.
        gap: time from one start to the next, in ms.
        scatter: how far a start may stray from its time, in percent of `gap`.
    """

    wave: Annotated[str, Words("wave", WAVES)]
    pitch: Hertz = 0
    slide: Hertz = 0
    cutoff: Hertz = 0
    bottom: Hertz = 0
    delay: Milliseconds = 0
    attack: Milliseconds = 5
    decay: Milliseconds = 100
    level: Percent = 100
    times: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    gap: Milliseconds = 200
    scatter: Percent = 0

    def __post_init__(self) -> None:
        duration = self.delay + self.gap * (self.times - 1) + self.attack + self.decay
        if duration > MAX_DURATION:
            raise ValueError(
                f"A layer lasts {MAX_DURATION:,} ms at most, not {duration:,}:"
                " delay + gap * (times - 1) + attack + decay"
            )


class SoundRecipe(Record, frozen=True):
    """The sound of a noise: the sum of its layers.

    Attributes:
        layers: at least one.
        messages: ids of log messages that play this sound if their deed makes no noise, such as lighting a lamp.
    """

    layers: Annotated[tuple[SoundLayer, ...], msgspec.Meta(min_length=1, max_length=8)]
    messages: tuple[str, ...] = ()
