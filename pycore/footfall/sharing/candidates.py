"""Versions of mods that can be installed, and what must hold of them."""

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
"""Limit of everything together: comparisons of an offer with a need, each 1 µs or less."""


is_in_range = lru_cache(maxsize=1 << 16)(decide_range)
"""The loader's decision, remembered."""


@lru_cache(maxsize=1 << 16)
def rank_version(text: str) -> tuple[bool, Version]:
    """Returns the key that sorts versions from the least to the most wanted: final ones after prereleases."""
    version = Version(text)
    return not version.is_prerelease, version


def list_needs(offer: Offer) -> Iterator[Need]:
    """Yields what a version of a mod needs of other mods."""
    for table in ("requires", "optional", "conflicts"):
        for id, versions in getattr(offer, table).items():
            yield Need(id, versions, table)


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A version of a mod that can be used.

    Attributes:
        content: hash of its content; ``""`` if it is part of Footfall.
        requires, optional, conflicts: version ranges by mod id.
        index: address of its index; ``""`` for what is here already.
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


@dataclass(frozen=True, slots=True)
class Need:
    """What must hold of a mod.

    Attributes:
        id: the mod.
        versions: range of versions that are allowed, or forbidden.
        table: of the manifest: ``requires``, ``optional`` or ``conflicts``; else why it is needed: ``asked for``,
            ``installed`` or ``here``.
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

    def accepts(self, offer: Offer) -> bool:
        """Whether an offer fits."""
        if offer.is_absent:
            return not self.is_hard
        if self.content and offer.content != self.content:
            return False
        return is_in_range(offer.version, self.versions) is (self.table != "conflicts")

    def __str__(self) -> str:
        """The line as the manifest has it."""
        return f'[{self.table}] "{self.id}" = "{self.versions}"'


Causes: TypeAlias = list[tuple[Need, Offer | None]]
"""Needs that contradict each other, with the offer that states each; None for the player."""


class BudgetSpentError(Exception):
    """A search was given up."""


class Budget:
    """Steps that searches, their explanations and the changes that they try may take together: no clock decides.

    Attributes:
        left: steps that are left.
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


Explain: TypeAlias = Callable[[str, Sequence[Need]], Sequence[str]]


@dataclass(frozen=True)
class Stock:
    """What can be installed.

    Attributes:
        offers: by mod id, most wanted first.
        present: ids of mods that are there in any case.
        pinned: ids of mods that the player keeps at a version.
        explain: returns why versions of a mod that would meet needs are no offers.
        budget: what all searches in it may take.
    """

    offers: Mapping[str, Sequence[Offer]]
    present: frozenset[str] = frozenset()
    pinned: frozenset[str] = frozenset()
    explain: Explain = lambda *_: ()
    budget: Budget = field(default_factory=lambda: Budget(MAX_STEPS))

    def list_candidates(self, id: str, needs: Sequence[Need]) -> list[Offer]:
        """Returns the offers that fit all needs, most wanted first."""
        if id not in self.present and not any(need.is_hard for need in needs):
            return [Offer(id, "", is_absent=True)]
        self.budget.spend(id, len(needs) + len(self.offers.get(id, ())))
        return [offer for offer in self.offers.get(id, ()) if all(need.accepts(offer) for need in needs)]
