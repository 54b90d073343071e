"""Hints: sentences that name keys. A click on a key, or on the words after it, presses it."""

from __future__ import annotations

import re

from footfall.api.scene import Tint

from .canvas import Pane
from .key_names import format_key
from .palette import UiTint

_KEY_MARK = re.compile(r"\[(\S+?)\]")


def strip_hint(hint: str) -> str:
    """Returns a hint without the brackets around its keys."""
    return _KEY_MARK.sub(r"\1", hint)


def write_hint(pane: Pane, y: int, x: int, hint: str, background: int = Tint.NONE) -> int:
    """Writes a hint, in which ``[KEY]`` is a key, and the words up to the next one tell what it does.

    Parts that do not fit are left out. Returns the column after it.
    """
    first, *rest = _KEY_MARK.split(hint)
    if x + len(first) < pane.width:
        x = pane.write(y, x, first, Tint.DIM, background)
    for key, words in zip(rest[::2], rest[1::2], strict=True):
        end = x + len(key) + len(words.rstrip(" ,;"))
        if end > pane.width:
            break
        pane.mark(y, key, x=x, end=end)
        x = pane.write(y, x, format_key(key), UiTint.KEY, background)
        x = pane.write(y, x, words, Tint.DIM, background)
    return x


def wrap_hint(hint: str, width: int) -> list[str]:
    """Returns a hint in rows of at most `width` cells; a key and its words stay together."""
    first, *rest = _KEY_MARK.split(hint)
    rows = [first]
    for key, words in zip(rest[::2], rest[1::2], strict=True):
        part = f"[{key}]{words}"
        if rows[-1] and len(strip_hint(rows[-1] + part).rstrip()) > width:
            rows.append(part)
        else:
            rows[-1] += part
    return [row for row in rows if row]
