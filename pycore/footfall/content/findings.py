"""Findings: everything that was wrong, odd or worth saying while mods were loaded."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import msgspec


class Level(IntEnum):
    """How grave a finding is."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Finding(msgspec.Struct, frozen=True):
    """One thing found while loading: what, where, and what to do about it.

    Attributes:
        code: a short stable name (``"cycle"``, ``"misspelt-hook"``), for tools and the docs.
        mod: the mod's id, or the file it would have come from.
        text: what is wrong, one sentence without the mod's name.
        where: ``file:line`` or ``""``.
        fix: what to do, an imperative, or ``""``.
        off: whether the mod was switched off for it.
    """

    code: str
    mod: str
    text: str
    where: str = ""
    fix: str = ""
    level: Level = Level.ERROR
    off: bool = False

    def __str__(self) -> str:
        place = f"\n  at {self.where}" if self.where else ""
        fix = f"\n  fix: {self.fix}" if self.fix else ""
        off = " (switched off)" if self.off else ""
        return f"{self.level.name.lower()}[{self.code}] {self.mod}: {self.text}{off}{place}{fix}"


def report(findings: Iterable[Finding]) -> str:
    """All findings in one text, the gravest first."""
    return "\n".join(str(f) for f in sorted(findings, key=lambda f: -f.level))


def near(word: str, known: Iterable[str]) -> str:
    """``", did you mean 'goblin'?"`` for a misspelt word, or ``""``."""
    import difflib

    close = difflib.get_close_matches(word, sorted(known), 1, 0.6)
    return f", did you mean {close[0]!r}?" if close else ""
