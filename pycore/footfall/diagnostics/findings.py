"""Findings: diagnostics about mods, with a code and a severity; ``codes.toml`` explains the codes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files

import msgspec


class Severity(IntEnum):
    """The severity of a finding."""

    NOTE = 0
    WARNING = 1
    ERROR = 2


class Edit(msgspec.Struct, frozen=True):
    """A correction in a text file, for ``footfall mods check --fix``.

    Attributes:
        file: path as messages show it.
        line: line number, from 1.
        replacements: (old, new) pairs; the first pair whose old word occurs exactly once on the line, in quotes or not,
            is applied.
        insert: a line to insert after it instead.
    """

    file: str
    line: int
    replacements: tuple[tuple[str, str], ...] = ()
    insert: str = ""

    @classmethod
    def replace_word(cls, place: str, misspelled: str | Iterable[str], correction: str) -> Edit | None:
        """Returns an edit that replaces a misspelled word, quoted or not, at ``file:line``; None if it is uncertain."""
        file, _, line = place.rpartition(":")
        words = [misspelled] if isinstance(misspelled, str) else list(misspelled)
        if not correction or not file or not line.isdigit():
            return None
        from difflib import SequenceMatcher

        parts = words[0].rpartition(":")[2], correction.rpartition(":")[2]
        if SequenceMatcher(None, *parts).ratio() < 0.75:  # not a typo, but another word
            return None
        bare = correction if re.fullmatch(r"[A-Za-z0-9_-]+", correction) else f'"{correction}"'
        quoted = [(quote + w + quote, quote + correction + quote) for w in words for quote in "\"'"]
        return cls(file, int(line), (*quoted, *((w, bare) for w in words)))


MAX_TEXT = 1_000
"""Characters of each text of a finding; the rest is cut off."""


class Finding(msgspec.Struct, frozen=True, rename={"location": "where", "disables_mod": "mod_disabled"}):
    """One diagnostic about a mod: what, where, and the fix.

    Attributes:
        code: a short, stable name (``"cycle"``, ``"misspelt-hook"``), for tools and the docs.
        mod: the mod's id, or the file in question if it has no id.
        text: the fault: one sentence, without the mod's name.
        location: ``file:line`` or ``""``.
        column: in that line, from 1; 0 if it is unknown.
        fix: the remedy, in the imperative, or ``""``.
        severity: note, warning or error.
        edit: the correction, if it is safe to apply automatically.
        drops_rule: whether a rule as data is not used because of it, and nothing else of the mod.
    """

    code: str
    mod: str
    text: str
    location: str = ""
    fix: str = ""
    severity: Severity = Severity.ERROR
    disables_mod: bool = False
    edit: Edit | None = None
    column: int = 0
    drops_rule: bool = False

    @property
    def place(self) -> str:
        """``file:line``, with the column if it is known, or ``""``."""
        return f"{self.location}:{self.column}" if self.column else self.location

    def __post_init__(self) -> None:
        for name in ("mod", "text", "location", "fix"):
            value = getattr(self, name)
            if len(value) > MAX_TEXT:
                msgspec.structs.force_setattr(self, name, value[: MAX_TEXT - 3] + "...")

    def __str__(self) -> str:
        place = f"\n  at {self.place}" if self.location else ""
        fix = f"\n  fix: {self.fix}" if self.fix else ""
        off = " (mod disabled)" if self.disables_mod else ""
        return f"{self.severity.name.lower()}[{self.code}] {self.mod}: {self.text}{off}{place}{fix}"


MAX_PER_MOD = 100
"""Maximum number of findings of one mod; an additional one counts those left out."""


def limit_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Returns at most `MAX_PER_MOD` findings of each mod, the most severe first."""
    kept: list[Finding] = []
    counts: dict[str, int] = {}
    hidden: dict[str, int] = {}
    for finding in sorted(findings, key=lambda f: -f.severity):
        if finding.code == "more":  # they were limited before
            hidden[finding.mod] = max(hidden.get(finding.mod, 0), int(re.sub(r"\D", "", finding.text)))
            continue
        counts[finding.mod] = counts.get(finding.mod, 0) + 1
        if counts[finding.mod] <= MAX_PER_MOD:
            kept.append(finding)
    for mod, count in counts.items():
        excess = max(count - MAX_PER_MOD, 0) + hidden.get(mod, 0)
        if excess:
            kept.append(Finding("more", mod, f"it has {excess:,} more problems", severity=Severity.WARNING))
    return sorted(kept, key=lambda f: -f.severity)


def format_findings(findings: Iterable[Finding]) -> str:
    """Formats findings as one text, by descending severity."""
    return "\n".join(str(f) for f in sorted(findings, key=lambda f: -f.severity))


def find_closest(word: str, known: Iterable[str]) -> str:
    """Returns the known word most similar to a misspelled one; ``""`` if there is none, or after `MAX_COMPARISONS`."""
    return _known_words(tuple(sorted(known))).find_closest(word)


def suggest(word: str, known: Iterable[str]) -> str:
    """Returns ``", did you mean 'goblin'?"`` for a misspelled word, or ``""``."""
    close = find_closest(word, known)
    return f", did you mean {close!r}?" if close else ""


MAX_COMPARISONS = 200_000
"""Maximum number of comparisons with a list of known words; they take about a second."""

MIN_SIMILARITY = 0.6
"""Minimum ratio of equal characters of a suggested word."""


class _KnownWords:
    """A list of words, and the nearest of them to each misspelled word that was asked for."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.comparisons = 0
        self.closest: dict[str, str] = {}

    def find_closest(self, word: str) -> str:
        if word not in self.closest:
            if self.comparisons + len(self.words) > MAX_COMPARISONS:
                return ""
            self.comparisons += len(self.words)
            from difflib import SequenceMatcher

            matcher = SequenceMatcher(b=word)
            best, closest = MIN_SIMILARITY, ""
            for other in self.words:
                matcher.set_seq1(other)
                if matcher.real_quick_ratio() >= best and matcher.quick_ratio() >= best and matcher.ratio() >= best:
                    best, closest = matcher.ratio(), other  # of several, the last
            self.closest[word] = closest
        return self.closest[word]


_known_words = lru_cache(maxsize=64)(_KnownWords)


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
