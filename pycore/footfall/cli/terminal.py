"""The terminal of the program: its streams, encodings that lack a character, and ``breakpoint()`` in mods."""

import codecs
import io
import os
import sys
from collections.abc import Callable
from typing import Any

REPLACE = "footfall"
"""The error handler that writes a similar character for one that the encoding lacks."""

_SIMILAR = str.maketrans(
    "−–—‐‑─━═╌╴╶│┃║╵╷‘’“”«»‹›·•◦…×≥≤≈→←↑↓▸▲▼¿¡°±§", '-----------|||||\'\'""""<>.**.x><~><^v>^v?!o~S'
)
"""ASCII characters for signs. A character stands for one character: texts are laid out in columns."""

_BOX_DRAWING, _BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)


def replace_unencodable(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replaces characters that an encoding lacks, each by one: a plain letter or sign, else ``?``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_find_similar, error.object[error.start : error.end])), error.end


def _find_similar(char: str) -> str:
    import unicodedata  # only here: most terminals can show everything

    similar = char.translate(_SIMILAR)
    if similar.isascii():
        return similar
    if ord(char) in _BOX_DRAWING:
        return "+"
    if ord(char) in _BLOCKS:
        return "#"
    plain = unicodedata.normalize("NFKD", char)[0]
    return plain if plain.isascii() else "?"


def prepare_streams() -> None:
    """Makes the standard streams safe to use: a closed one is empty, and any text can be written.

    A size of the terminal that is not a positive number counts as unknown.

    ``sys.__stdin__`` and ``sys.__stdout__`` still tell whether a stream was closed.
    """
    for name in ("COLUMNS", "LINES"):
        value = os.environ.get(name, "1")
        if not (value.isdecimal() and value.strip("0")):
            del os.environ[name]
    codecs.register_error(REPLACE, replace_unencodable)
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            file = open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8")  # noqa: SIM115
            os.set_inheritable(file.fileno(), True)  # it took the stream's number, which child processes use
            setattr(sys, name, file)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if name == "stdin" else REPLACE)


def watch_breakpoints() -> Callable[[], None]:
    """Replaces the interpreter's own ``breakpoint()``; returns a function that restores it.

    A debugger chosen by ``PYTHONBREAKPOINT`` or by a development environment stays.
    """
    before = sys.breakpointhook
    places: set[str] = set()

    def stop_in_terminal(*, header: str | None = None, **keywords: Any) -> None:
        """Stops in the caller; takes the keywords of `pdb.set_trace`."""
        frame = sys._getframe(1)
        if sys.stdin is not None and sys.stdin.isatty():
            import pdb  # only here: slow to import

            debugger = pdb.Pdb()
            if header is not None:
                debugger.message(header)
            debugger.set_trace(frame, **keywords)
            return
        from footfall.diagnostics.files import format_path  # only here: slow to import

        from .output import echo

        place = f"{format_path(frame.f_code.co_filename)}:{frame.f_lineno}"
        if place not in places:
            places.add(place)
            echo(f"breakpoint() at {place}: there is no terminal for the debugger", err=True)

    def restore() -> None:
        sys.breakpointhook = before

    if before is sys.__breakpointhook__ and not os.environ.get("PYTHONBREAKPOINT"):
        sys.breakpointhook = stop_in_terminal
    return restore
