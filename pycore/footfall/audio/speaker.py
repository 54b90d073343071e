"""Plays the sounds of scenes through the audio device of the machine."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from footfall.api.scene import Scene

from .mixing import Stereo, mix_scene
from .synthesis import RATE

MAX_QUEUED_SAMPLES = RATE // 2
"""With more samples left to play, new sounds are left out: the game is ahead of its sounds."""


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
    """The default audio device."""

    def __init__(self) -> None:
        """Opens the device.

        Raises:
            NoAudioError: there is none.
        """
        try:
            with _discard_errors():
                from tcod.sdl import audio

                self._device: Any = audio.get_default_playback().open()
                self._stream: Any = self._device.new_stream(format="float32", channels=2, frequency=RATE)
        except Exception as error:  # SDL, its drivers and cffi raise several kinds
            raise NoAudioError(str(error) or type(error).__name__) from error

    def play(self, samples: Stereo) -> None:
        """Begins to play samples, unless many others wait."""
        if self._stream.queued_samples <= MAX_QUEUED_SAMPLES:
            self._stream.queue_audio(samples)
            self._stream.flush()

    def close(self) -> None:
        """Ends all sounds."""
        self._device.close()


class ScenePlayer:
    """Plays what each scene adds to the one before. The device is opened for the first sound."""

    def __init__(self, on_failure: Callable[[str], None], open_speaker: Callable[[], Speaker] = Speaker) -> None:
        """Plays nothing yet.

        Args:
            on_failure: receives the reason if there is no device; the game then goes on in silence.
            open_speaker: opens the device.
        """
        self._on_failure, self._open_speaker = on_failure, open_speaker
        self._speaker: Speaker | None = None
        self._is_silent = False

    def hear(self, scene: Scene, previous: Scene | None) -> None:
        """Plays the new sounds of a scene."""
        if self._is_silent:
            return
        samples = mix_scene(scene, previous)
        if samples is None:
            return
        try:
            self._speaker = self._speaker or self._open_speaker()
            self._speaker.play(samples)
        except (NoAudioError, RuntimeError) as error:
            self._is_silent = True
            self._on_failure(str(error))

    def close(self) -> None:
        """Ends all sounds."""
        if self._speaker is not None:
            self._speaker.close()
