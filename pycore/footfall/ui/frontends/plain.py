"""The plain front end: lines of text for screen readers, braille displays and pipes.

It uses the same keys as the others. With a terminal it reads single keys, and leaves the cursor on the first new
line; otherwise it reads lines of key names (``o``, ``x TAB ENTER``).
"""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Any, Self, TextIO
from weakref import WeakKeyDictionary

from footfall.api import Message
from footfall.api.scene import Scene

from ..drawing.screen import DrawnFrame
from ..drawing.text_layout import Translator
from ..frontend import Closed, Frontend, InputEvent, KeyPress
from ..keymap import DIRECTION_KEYS, FACT_KEY, is_key_name
from ..map.map_colors import Motion
from ..settings import UiSettings
from ..ui_state import UiState
from .plain_facts import FACT_KEYS
from .plain_text import wrap_lines
from .scene_reader import SceneReader, describe_arrival, name_fact_key
from .terminal import TERMINAL_ERRORS, KeyTerminal, translate_keystroke

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


MAX_LINE = 80
"""Characters of a line of keys at most: a longer one is pasted text."""


class TypedLines:
    """Keys of lines that were read from a stream and not pressed yet.

    Attributes:
        lines: the words of each line.
        keys: the keys of the word before them, in order.
        is_welcomed: the welcome, which names the key that asks for facts, was written.
    """

    def __init__(self) -> None:
        self.lines: list[list[str]] = []
        self.keys: list[str] = []
        self.rest = b""
        self.is_welcomed = False

    def add(self, data: bytes) -> list[Message]:
        """Adds what was read, and returns the refusals of lines that are too long; a line counts once it has ended."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        texts = [line.decode(errors="replace").rstrip() for line in lines]
        self.lines += [text.split() for text in texts if len(text) <= MAX_LINE]
        lengths = [len(text) for text in texts if len(text) > MAX_LINE]
        return [Message("footfall-ui-plain-long-line", {"count": count, "most": MAX_LINE}) for count in lengths]

    def take(self, *, is_text: bool) -> str | Message | None:
        """Returns the next key, the refusal of a word that names none, with the rest of its line, or None at the end.

        Args:
            is_text: a text is being typed, for which each character of a word is a key.
        """
        while self.lines and not self.keys:
            if not self.lines[0]:
                self.lines.pop(0)
                continue
            word = self.lines[0].pop(0)
            self.keys = split_word(word, is_text=is_text)
            if not self.keys:
                self.lines.pop(0)
                return Message("footfall-ui-plain-no-key", {"word": word})
        return self.keys.pop(0) if self.keys else None


_typed_lines: WeakKeyDictionary[TextIO, TypedLines] = WeakKeyDictionary()
"""The keys by stream: the title screen and the game are two front ends that read the same stream in turn."""


class PlainFrontend(Frontend):
    """Writes what is new as lines, and facts when asked for by `FACT_KEY` and a second key."""

    fact_keys = FACT_KEYS
    has_motion = False

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None, speech: Speech | None = None) -> None:
        self._stdin, self._stdout = stdin or sys.stdin, stdout or sys.stdout
        self._speech = speech
        self._term: Any = None
        if self._stdin.isatty() and self._stdout.isatty() and os.environ.get("TERM") not in (None, "dumb", "unknown"):
            # Without styling it asks the terminal nothing: a console would print the questions.
            self._term = KeyTerminal(stream=self._stdout, force_styling=None)
        self._stack = ExitStack()
        self._typed = _typed_lines.setdefault(self._stdin, TypedLines())
        self._rows_below = 0
        self._is_closed = self._was_traveling = False
        self._reader = SceneReader()
        self._translate: Translator = str

    def __enter__(self) -> Self:
        if self._term is not None:
            self._stack.enter_context(self._term.cbreak())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave_news()
        if self._speech is not None:
            self._speech.stop()
        with suppress(*TERMINAL_ERRORS):
            self._stack.close()

    @property
    def scene(self) -> Scene | None:
        """The last scene shown."""
        return self._reader.scene

    def size(self) -> tuple[int, int]:
        """Returns a size so large that no text is cut off."""
        return (100, 80)

    def present(self, scene: Scene, state: UiState, translate: Translator, motion: Motion | None = None) -> DrawnFrame:
        """Writes the news of a scene, and the open question if that changed; of a journey, those of its end at once."""
        before = self.scene
        is_first = before is None
        if state.is_traveling and before is not None and scene.cells is not None and scene.turn != before.turn:
            self._was_traveling = True
            return DrawnFrame()
        words = self._reader.read(scene, state, translate)
        news = [*words.news, *words.changes, *words.notice]
        if self._was_traveling and before is not None and not (words.notice or words.changes):
            news += describe_arrival(scene, before, translate)
        self._was_traveling = False
        if is_first:
            news[:0] = [translate(scene.title), *([] if self._typed.is_welcomed else [name_fact_key(translate)])]
            self._typed.is_welcomed = True
        self._translate = translate
        if words.news or words.changes or state.notice is not None:
            self._reader.told = news
        self.write(news)
        return DrawnFrame()

    def write(self, lines: list[str]) -> None:
        """Writes lines of at most 80 characters and speaks them; a terminal's cursor stays on the first."""
        rows = wrap_lines(lines)
        if not rows:
            return
        self._leave_news()
        self._send("".join(row + "\n" for row in rows))
        if self._term is not None:
            self._rows_below = min(len(rows), max(1, self._term.height - 1))
            self._send(f"\x1b[{self._rows_below}A\r")
        if self._speech is not None:
            self._speech.say(" ".join(lines))

    def _leave_news(self) -> None:
        """Moves the terminal's cursor below the news."""
        if self._rows_below:
            self._send(f"\x1b[{self._rows_below}B\r")
            self._rows_below = 0

    def _send(self, text: str) -> None:
        """Writes text; if the stream can no longer be written, the front end is closed."""
        try:
            self._stdout.write(text)
            self._stdout.flush()
        except OSError:
            self._is_closed = True

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next key that is not about facts, or None after `timeout` seconds."""
        key = self._read_key(timeout)
        if not isinstance(key, str):
            return key
        lines = self._reader.answer(key)
        if lines is None:
            self._was_traveling = False  # a key ends a journey early
            return KeyPress(key)
        self.write(lines)
        return None

    def _read_key(self, timeout: float) -> str | Closed | None:
        if self._is_closed:
            return Closed()
        try:
            if self._term is not None:
                return self._read_pressed_key(min(timeout, 0.1))
            return self._read_typed_key(min(timeout, 0.1))
        except TERMINAL_ERRORS:
            return Closed()

    def _read_pressed_key(self, timeout: float) -> str | None:
        """Returns the next key of the terminal; after a stop of this job the news come again, below the shell's."""
        if self._term.resume_keys():
            self._rows_below = 0
            self.write(self._reader.told)
        stroke = self._term.inkey(timeout=timeout)
        key = translate_keystroke(stroke)
        if stroke and key is None:
            word = str(stroke).replace("\x1b", "ESC ")
            self.write([f"! {self._translate(Message('footfall-ui-plain-no-use', {'key': word}))}"])
        return key

    def _read_typed_key(self, timeout: float) -> str | Closed | None:
        """Returns the next key of the lines read so far; if there is none, reads more input for the next call.

        A timeout of 0 means that a macro is running; keys that were written in advance do not cancel it.
        """
        if not timeout:
            return None
        key = self._typed.take(is_text=self._reader.is_typing)
        if isinstance(key, Message):
            self.write([f"! {self._translate(key)}"])
            return None
        if key is not None:
            return key
        number = self._stdin.fileno()
        if os.name != "nt" and not select.select([number], [], [], timeout)[0]:  # Windows: a pipe cannot be asked
            return None
        data = os.read(number, 4096)
        if not data and not self._typed.rest:
            return Closed()
        self.write([f"! {self._translate(refusal)}" for refusal in self._typed.add(data or b"\n")])
        return None


def split_word(word: str, *, is_text: bool = False) -> list[str]:
    """Returns the keys that a word of a line names: its own, or those of moves, of one key or of facts in a row."""
    if is_key_name(word):
        return [word]
    is_row = len({*word}) == 1 or all(char.isdigit() or char in DIRECTION_KEYS for char in word)
    is_row |= all(char == FACT_KEY for char in word[::2]) and len(word) % 2 == 0
    return [char for char in word if is_key_name(char)] if is_text or is_row else []


def create_plain(settings: UiSettings, title: str) -> PlainFrontend:
    """Opens the plain front end on standard input and output; the title is not used.

    Raises:
        NoSpeechError: lines shall be spoken, and there is no speech program.
    """
    return PlainFrontend(speech=open_speech(settings.speech_language) if settings.speech_language else None)
