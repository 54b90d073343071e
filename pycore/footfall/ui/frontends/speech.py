"""Speech: new lines are read aloud by the system's speech program."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping

SPEECH_VARIABLE = "FOOTFALL_SPEECH"
"""Environment variable with the command to speak with; it reads the text from standard input."""

STOP_SECONDS = 0.3
"""Time in which a speech program ends when it is asked to."""

PROGRAMS: Mapping[str, tuple[str, ...]] = {
    "spd-say": ("--wait", "--pipe-mode"),
    "espeak-ng": ("--stdin",),
    "espeak": ("--stdin",),
    "say": ("--input-file=-",),
}
"""Programs that read aloud what they receive on standard input, with their arguments, in order of preference."""

LANGUAGE_OPTIONS: Mapping[str, str] = {"spd-say": "--language", "espeak-ng": "-v", "espeak": "-v"}
"""The option that chooses the language, by program; others speak with the system's voice."""


class NoSpeechError(RuntimeError):
    """There is no speech program; the message names those that would do."""


class Speech:
    """Speaks texts, each in place of the one before."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def say(self, text: str) -> None:
        """Begins to speak a text, in place of the one before."""
        self.stop()
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            assert self._process.stdin is not None
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.close()
        except OSError:  # the program ended or is gone: the game goes on in silence
            self._process = None

    def stop(self) -> None:
        """Ends what is being spoken."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def open_speech(language: str) -> Speech:
    """Finds the speech program.

    Args:
        language: code of the language to speak, such as ``"es"``.

    Raises:
        NoSpeechError: there is none.
    """
    own = os.environ.get(SPEECH_VARIABLE, "").split()
    if own and shutil.which(own[0]):
        return Speech(own)
    for name, options in PROGRAMS.items():
        if not own and shutil.which(name):
            chosen = (LANGUAGE_OPTIONS[name], language) if name in LANGUAGE_OPTIONS else ()
            return Speech([name, *options, *chosen])
    wanted = own[0] if own else " or ".join(PROGRAMS)
    raise NoSpeechError(f"no speech program: install {wanted}, or name one in {SPEECH_VARIABLE}")
