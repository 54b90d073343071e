"""Findings: everything that was wrong, odd or worth saying while mods were loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

import msgspec


class Severity(IntEnum):
    """How grave a finding is."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Edit(msgspec.Struct, frozen=True):
    """What mends a finding in the text of a file, for ``footfall mods check --fix``.

    Attributes:
        file: as messages show it.
        line: counted from 1.
        swaps: (wrong, right): the first wrong word that stands on the line exactly once is replaced.
        insert: a line to put after it instead.
    """

    file: str
    line: int
    replacements: tuple[tuple[str, str], ...] = ()
    insert: str = ""

    @classmethod
    def replace_word(cls, where: str, misspelled: str | Iterable[str], correction: str) -> Edit | None:
        """Replaces a misspelt word, quoted or not, at ``file:line``; None if it is not certain by what."""
        file, _, line = where.rpartition(":")
        words = [misspelled] if isinstance(misspelled, str) else list(misspelled)
        if not correction or not file or not line.isdigit() or not _is_typo(words[0], correction):
            return None
        bare = correction if re.fullmatch(r"[A-Za-z0-9_-]+", correction) else f'"{correction}"'
        swaps = [(quote + w + quote, quote + correction + quote) for w in words for quote in "\"'"]
        return cls(file, int(line), (*swaps, *((w, bare) for w in words)))


class Finding(msgspec.Struct, frozen=True):
    """One thing found while loading: what, where, and what to do about it.

    Attributes:
        code: a short stable name (``"cycle"``, ``"misspelt-hook"``), for tools and the docs.
        mod: the mod's id, or the file it would have come from.
        text: what is wrong, one sentence without the mod's name.
        where: ``file:line`` or ``""``.
        fix: what to do, an imperative, or ``""``.
        off: whether the mod was switched off for it.
        edit: what mends it, where that is certain enough to be done by a program.
    """

    code: str
    mod: str
    text: str
    where: str = ""
    fix: str = ""
    severity: Severity = Severity.ERROR
    mod_disabled: bool = False
    edit: Edit | None = None

    def __str__(self) -> str:
        place = f"\n  at {self.where}" if self.where else ""
        fix = f"\n  fix: {self.fix}" if self.fix else ""
        off = " (switched off)" if self.mod_disabled else ""
        return f"{self.severity.name.lower()}[{self.code}] {self.mod}: {self.text}{off}{place}{fix}"


def _is_typo(misspelled: str, correction: str) -> bool:
    """Whether two words differ as a slip of the finger does; of ids, the part after the colon counts."""
    from difflib import SequenceMatcher

    one, other = misspelled.rpartition(":")[2], correction.rpartition(":")[2]
    return SequenceMatcher(None, one, other).ratio() >= 0.75


def format_findings(findings: Iterable[Finding]) -> str:
    """All findings in one text, the gravest first."""
    return "\n".join(str(f) for f in sorted(findings, key=lambda f: -f.severity))


def find_closest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one most likely stands for, or ``""``."""
    import difflib

    close = difflib.get_close_matches(word, sorted(known), 1, 0.6)
    return close[0] if close else ""


def suggest(word: str, known: Iterable[str]) -> str:
    """``", did you mean 'goblin'?"`` for a misspelt word, or ``""``."""
    close = find_closest(word, known)
    return f", did you mean {close!r}?" if close else ""
