"""Versions of mods, and ranges of them, as the library `packaging` defines them.

It takes 15 ms to import, so the usual ones, ``1.2.0`` and ``>=1.0,<2``, are read here.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.specifiers import Specifier, SpecifierSet

_NUMBERS = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}){0,9}")
_CLAUSE = re.compile(rf" *(>=|<=|>|<) *({_NUMBERS.pattern}) *")
Numbers = tuple[int, ...]
Compare = Callable[[Numbers, Numbers], bool]
_COMPARE: dict[str, Compare] = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}


def is_version(text: str) -> bool:
    """Returns whether a text is a version."""
    if _NUMBERS.fullmatch(text):
        return True
    from packaging.version import InvalidVersion, Version

    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def is_version_range(text: str) -> bool:
    """Returns whether a text is a version range."""
    if text == "*" or _parse_clauses(text):
        return True
    from packaging.specifiers import InvalidSpecifier

    try:
        parse_specifier(text)
    except InvalidSpecifier:
        return False
    return True


def is_in_range(version: str, versions: str) -> bool:
    """Returns whether a version is in a range; pre-releases count.

    ``==1.0`` is exact: unlike in `packaging`, it is not met by ``1.0+b2``, which is another version of a mod.

    Raises:
        InvalidSpecifier: `versions` is not a version range.
    """
    clauses = _parse_clauses(versions)
    if not clauses or not _NUMBERS.fullmatch(version):
        return all(_is_met(clause, version) for clause in parse_specifier(versions))
    numbers = _parse_numbers(version)
    return all(compare(numbers, bound) for compare, bound in clauses)


def _is_met(clause: Specifier, version: str) -> bool:
    """Returns whether a version meets one clause of a range."""
    from packaging.version import Version

    if clause.operator in ("==", "!=") and not clause.version.endswith(".*"):
        return (Version(version) == Version(clause.version)) is (clause.operator == "==")
    return clause.contains(version, prereleases=True)


def parse_specifier(versions: str) -> SpecifierSet:
    """Parses a version range; ``"*"`` allows any version.

    Raises:
        InvalidSpecifier: it is not a version range.
    """
    from packaging.specifiers import SpecifierSet

    return SpecifierSet("" if versions == "*" else versions)


@lru_cache(maxsize=1024)
def _parse_clauses(text: str) -> tuple[tuple[Compare, Numbers], ...]:
    """Returns the clauses (comparison, bound) of a usual range; none for another one, valid or not."""
    matches = [_CLAUSE.fullmatch(clause) for clause in text.split(",")]
    if not all(matches):
        return ()
    return tuple((_COMPARE[match[1]], _parse_numbers(match[2])) for match in matches if match)


def _parse_numbers(text: str) -> Numbers:
    """Returns the numbers of a usual version without zeros at the end, since ``1.0`` is ``1``."""
    numbers = [int(part) for part in text.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)
