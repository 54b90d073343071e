"""The codes of findings and their explanations, read from ``codes.toml``."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from .findings import find_closest


class FindingCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of finding.

    Attributes:
        number: a number such as ``"FF303"`` that never changes its meaning.
        meaning: the fault that it names.
        why: its consequence, and why it matters.
        fix: the remedy.
        name: the name that findings carry, such as ``"misspelt-hook"``.
        is_fixable: whether ``footfall mods check --fix`` can fix it.
    """

    number: str
    meaning: str = msgspec.field(name="what")
    why: str
    fix: str
    name: str = ""
    is_fixable: bool = msgspec.field(name="fixable", default=False)


@cache
def load_codes() -> dict[str, FindingCode]:
    """Returns every code by name, in order of number."""
    table = tomllib.loads((files("footfall.diagnostics") / "codes.toml").read_text(encoding="utf-8"))
    return {name: msgspec.convert({**row, "name": name}, FindingCode) for name, row in table.items()}


def get_code_number(name: str) -> str:
    """Returns the number of a code, or its name if it has none."""
    known = load_codes().get(name)
    return known.number if known is not None else name


def find_code(word: str) -> FindingCode:
    """Returns a code by number or name.

    Raises:
        KeyError: there is no such code; the message suggests a similar one.
    """
    word = word.strip()
    for code in load_codes().values():
        if word.lower() in (code.name, code.number.lower()):
            return code
    words = [text for code in load_codes().values() for text in (code.name, code.number)]
    closest = find_closest(word, words)
    raise KeyError(f"there is no code {word!r}" + (f", did you mean {closest}?" if closest else ""))
