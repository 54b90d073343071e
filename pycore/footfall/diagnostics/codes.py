"""What each code of a finding means (``codes.toml``)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from .findings import find_closest


class FindingCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    fix: str
    name: str = ""
    fixable: bool = False


@cache
def load_codes() -> dict[str, FindingCode]:
    """Every code by name, in order of number."""
    table = tomllib.loads((files("footfall.diagnostics") / "codes.toml").read_text(encoding="utf-8"))
    return {name: msgspec.convert({**row, "name": name}, FindingCode) for name, row in table.items()}


def get_code_number(name: str) -> str:
    """The number of a code, or its name if it has none."""
    known = load_codes().get(name)
    return known.number if known is not None else name


def find_code(word: str) -> FindingCode:
    """A code by number or name.

    Raises:
        KeyError: there is none; the message says which is near.
    """
    word = word.strip()
    for code in load_codes().values():
        if word.lower() in (code.name, code.number.lower()):
            return code
    near = find_closest(word, [each for code in load_codes().values() for each in (code.name, code.number)])
    raise KeyError(f"there is no code {word!r}" + (f", did you mean {near}?" if near else ""))
