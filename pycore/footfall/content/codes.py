"""What each code of a finding means (``codes.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from .findings import closest


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of finding.

    Attributes:
        number: ``"FF303"``; it never changes its meaning.
        what: what is the case.
        why: why that matters, and what happens if it is left.
        mend: what to do.
        name: ``"misspelt-hook"``, which findings carry.
        mended: whether ``footfall mods check --fix`` can mend it.
    """

    number: str
    what: str
    why: str
    mend: str
    name: str = ""
    mended: bool = False


@cache
def codes() -> dict[str, Code]:
    """Every code by name, in order of number."""
    table = tomllib.loads((files("footfall.content") / "codes.toml").read_text(encoding="utf-8"))
    return {name: msgspec.convert({**row, "name": name}, Code) for name, row in table.items()}


def number(name: str) -> str:
    """The number of a code, or its name if it has none."""
    known = codes().get(name)
    return known.number if known is not None else name


def find_code(word: str) -> Code:
    """A code by number or name.

    Raises:
        KeyError: there is none; the message says which is near.
    """
    word = word.strip()
    for code in codes().values():
        if word.lower() in (code.name, code.number.lower()):
            return code
    near = closest(word, [each for code in codes().values() for each in (code.name, code.number)])
    raise KeyError(f"there is no code {word!r}" + (f", did you mean {near}?" if near else ""))
