"""Versions of mods that can be installed, and the requirements that they must meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from packaging.version import Version

from footfall.loader.versions import is_in_range as decide_range

from .index.format import IndexedVersion

MAX_STEPS = 1_000_000
"""Steps of a `Budget`: comparisons of a candidate with a requirement, each 1 µs or less."""

TABLES = ("requires", "optional", "conflicts")
"""The tables of a manifest with requirements."""

is_in_range = lru_cache(maxsize=1 << 16)(decide_range)
"""The loader's decision, cached."""


@lru_cache(maxsize=1 << 16)
def rank_version(text: str) -> tuple[bool, Version]:
    """Returns the key that sorts versions from the least to the most wanted: final ones after prereleases."""
    version = Version(text)
    return not version.is_prerelease, version


@dataclass(frozen=True, slots=True)
class Requirement:
    """A line that the choice of a mod must meet.

    Attributes:
        id: the mod.
        versions: range of versions that are allowed, or forbidden.
        table: the table of the manifest (`TABLES`); else the reason: ``asked for``, ``installed`` or ``here``.
        content: the only hash that fits, or ``""`` for any.
    """

    id: str
    versions: str
    table: str
    content: str = ""

    @property
    def is_hard(self) -> bool:
        """Whether the mod may not be absent."""
        return self.table not in ("optional", "conflicts")

    def accepts(self, candidate: Candidate) -> bool:
        """Whether a candidate fits."""
        if candidate.is_absent:
            return not self.is_hard
        if self.content and candidate.content != self.content:
            return False
        return is_in_range(candidate.version, self.versions) is (self.table != "conflicts")

    def __str__(self) -> str:
        """The line as the manifest has it."""
        return f'[{self.table}] "{self.id}" = "{self.versions}"'


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A version of a mod that can be used.

    Attributes:
        content: hash of its content; ``""`` if it is part of Footfall.
        requires, optional, conflicts: version ranges by mod id.
        index: address of its index; ``""`` for an installed or local content.
        entry: its entry in the index.
        is_absent: whether this stands for doing without the mod.
    """

    id: str
    version: str
    content: str = ""
    requires: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, str] = field(default_factory=dict)
    conflicts: Mapping[str, str] = field(default_factory=dict)
    index: str = ""
    entry: IndexedVersion | None = None
    is_absent: bool = False

    def __str__(self) -> str:
        return f"{self.id} {self.version}"

    def iter_requirements(self) -> Iterator[Requirement]:
        """Yields the requirements of its manifest."""
        for table in TABLES:
            for id, versions in getattr(self, table).items():
                yield Requirement(id, versions, table)


Causes: TypeAlias = list[tuple[Requirement, Candidate | None]]
"""Requirements that contradict each other, with the candidate that states each; None for the player."""


class BudgetSpentError(Exception):
    """A search was given up."""


class Budget:
    """The steps that all searches of a plan and their explanations may take together.

    It counts steps instead of seconds, so that every machine comes to the same result.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps
        self._spent: Counter[str] = Counter()

    def spend(self, id: str, steps: int = 1) -> None:
        """Counts steps for a mod.

        Raises:
            BudgetSpentError: there are none left.
        """
        self.left -= steps
        self._spent[id] += steps
        if self.left < 0:
            raise BudgetSpentError

    def __str__(self) -> str:
        """Says that the search was given up, and at which mod: one sentence."""
        worst = min(self._spent, key=lambda id: (-self._spent[id], id))
        text = f"no fitting versions were found in {self._spent.total():,} steps, most of them at {worst}"
        return f"{text}: ask for one version of it, or do without it"


@dataclass(frozen=True)
class CandidatePool:
    """The candidates that the resolver chooses from.

    Attributes:
        candidates: by mod id, most wanted first.
        local_ids: ids of mods that are used in any case.
        pinned_ids: ids of mods that the player keeps at a version.
        explain: returns why versions of a mod that would meet requirements are not candidates.
        budget: the limit of all searches in it.
    """

    candidates: Mapping[str, Sequence[Candidate]]
    local_ids: frozenset[str] = frozenset()
    pinned_ids: frozenset[str] = frozenset()
    explain: Callable[[str, Sequence[Requirement]], Sequence[str]] = lambda *_: ()
    budget: Budget = field(default_factory=lambda: Budget(MAX_STEPS))

    def list_fitting(self, id: str, requirements: Sequence[Requirement]) -> list[Candidate]:
        """Returns the candidates that fit all requirements, most wanted first; only absence, if none needs the mod."""
        if id not in self.local_ids and not any(requirement.is_hard for requirement in requirements):
            return [Candidate(id, "", is_absent=True)]
        known = self.candidates.get(id, ())
        self.budget.spend(id, len(requirements) + len(known))
        return [candidate for candidate in known if all(line.accepts(candidate) for line in requirements)]
