"""Plays the sounds of scenes through the audio device of the machine."""

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from footfall.api.scene import Scene, SoundChannel

from . import mixing
from .synthesis import RATE

MAX_QUEUED = {SoundChannel.FOREIGN: RATE // 2, SoundChannel.OWN: RATE // 20}
"""With more samples left to play, new sounds of a channel are left out: the game is ahead of its sounds."""

ROOM_SECONDS = 1.0
"""The room is played ahead by this time, so that it ends soon when it changes."""


class NoAudioError(RuntimeError):
    """There is no audio device; the message gives the reason."""


@contextmanager
def _discard_errors() -> Iterator[None]:
    """Discards what C libraries write to the error stream: in a terminal it would be written over the screen."""
    logging.getLogger("tcod.sdl").setLevel(logging.ERROR)
    try:
        kept = os.dup(2)
    except OSError:  # there is no error stream
        yield
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(sink)


class Speaker:
    """The default audio device, with a stream for each channel."""

    def __init__(self) -> None:
        """Opens the device.

        Raises:
            NoAudioError: there is none.
        """
        try:
            with _discard_errors():
                from tcod.sdl import audio

                self._device: Any = audio.get_default_playback().open()
                self._streams: dict[SoundChannel, Any] = {
                    channel: self._device.new_stream(format="float32", channels=2, frequency=RATE)
                    for channel in SoundChannel
                }
        except Exception as error:  # SDL, its drivers and cffi raise several kinds
            raise NoAudioError(str(error) or type(error).__name__) from error

    def count_queued(self, channel: SoundChannel) -> int:
        """Returns the samples of a channel that are left to play."""
        return int(self._streams[channel].queued_samples)

    def play(self, channel: SoundChannel, samples: mixing.Stereo) -> None:
        """Plays samples after those of the channel that are left, unless these are many."""
        if self.count_queued(channel) <= MAX_QUEUED.get(channel, RATE):
            self._streams[channel].queue_audio(np.clip(samples, -1, 1))
            self._streams[channel].flush()

    def set_gain(self, channel: SoundChannel, gain: float) -> None:
        """Sets the factor by which a channel is played, from 0 to 1."""
        self._streams[channel].gain = gain

    def close(self) -> None:
        """Ends all sounds."""
        self._device.close()


class ScenePlayer:
    """Plays the new sounds of each scene over the room. The device is opened for the first sound.

    Attributes:
        mix: the volumes.
    """

    def __init__(self, on_failure: Callable[[str], None], open_speaker: Callable[[], Speaker] = Speaker) -> None:
        """Creates a player that is silent until its first scene.

        Args:
            on_failure: receives the reason if there is no device for a foreign sound; the game goes on in silence.
        """
        self._on_failure, self._open_speaker = on_failure, open_speaker
        self._speaker: Speaker | None = None
        self._is_silent, self._failure = False, ""
        self._at, self._gain, self._quiet_until = 0, 1.0, 0.0
        self._own = mixing.add_up(())
        self._heard = mixing.HeardScene([], self._own)
        self.mix = mixing.FULL_MIX

    def hear(self, scene: Scene, previous: Scene | None) -> None:
        """Plays the new sounds of a scene; if it is the previous one, only the room goes on."""
        if self._is_silent:
            if self._failure and mixing.list_new_sounds(scene, previous):
                self._on_failure(self._failure)
                self._failure = ""
            return
        heard = mixing.separate_scene(scene, previous, self.mix)
        loop = mixing.loop_room(scene.acoustics, self.mix)
        if not heard.foreign and not len(heard.own) and loop is None:
            return
        try:
            self._speaker = self._speaker or self._open_speaker()
            self.play_over_loop(self._speaker, heard, loop)
        except (NoAudioError, RuntimeError) as error:
            self._is_silent, self._failure = True, str(error)
            if heard.foreign:
                self._on_failure(self._failure)
                self._failure = ""

    def play_over_loop(self, speaker: Speaker, heard: mixing.HeardScene, loop: mixing.Stereo | None) -> None:
        """Plays new sounds over a loop, which gives way to foreign ones together with own sounds."""
        now = time.monotonic()
        if heard.foreign:
            end = max(at + len(samples) for at, samples in heard.foreign)
            self._quiet_until = now + (speaker.count_queued(SoundChannel.FOREIGN) + end) / RATE
            self._heard = heard
            speaker.play(SoundChannel.FOREIGN, np.tanh(mixing.add_up(heard.foreign)))
        elif now >= self._quiet_until:
            self._heard = heard
        if len(heard.own) or not speaker.count_queued(SoundChannel.OWN):
            self._own = heard.own
        foreign = np.tanh(mixing.add_up(self._heard.foreign))
        background = mixing.cut_loop(loop, self._at, len(foreign))
        background[: len(self._own)] += self._own[: len(foreign)]
        gain = mixing.find_gain_below(foreign, self._heard, background)
        if gain != self._gain:
            self._gain = gain
            for channel in (SoundChannel.OWN, SoundChannel.ROOM):
                speaker.set_gain(channel, gain)
        if len(heard.own):
            speaker.play(SoundChannel.OWN, heard.own)
        missing = int(RATE * ROOM_SECONDS) - speaker.count_queued(SoundChannel.ROOM)
        if loop is not None and missing > RATE // 10:
            speaker.play(SoundChannel.ROOM, mixing.cut_loop(loop, self._at, missing))
            self._at = (self._at + missing) % len(loop)

    def close(self) -> None:
        """Ends all sounds."""
        if self._speaker is not None:
            self._speaker.close()
