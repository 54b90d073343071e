"""Groups of mods that together contain every three mods that share something.

A conflict of three mods needs all three, and three mods that share no hook and no field seldom have one. A group of
eight tests 56 triples in one game; if it fails, a search finds the mods that are needed for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

GROUP_SIZE = 8
"""Most mods of a group."""

Triple = tuple[str, str, str]


def list_triples(places: Mapping[str, Collection[str]], apart: Collection[frozenset[str]]) -> set[Triple]:
    """Returns the triples of mods that share a place.

    Args:
        apart: pairs that cannot be together.
    """
    sharers: dict[str, list[str]] = {}
    for mod in sorted(places):
        for place in places[mod]:
            sharers.setdefault(place, []).append(mod)
    return {
        (a, b, c)
        for mods in {tuple(mods) for mods in sharers.values()}
        for a, b, c in combinations(mods, 3)
        if not {frozenset((a, b)), frozenset((a, c)), frozenset((b, c))} & set(apart)
    }


def cover_triples(triples: Iterable[Triple], apart: Collection[frozenset[str]]) -> list[tuple[str, ...]]:
    """Returns groups of at most `GROUP_SIZE` mods that contain all triples, by a greedy search.

    Args:
        apart: pairs that cannot be together.
    """
    missing = set(triples)
    mods = sorted({mod for triple in missing for mod in triple})
    groups = []
    for first in sorted(missing):
        if first not in missing:
            continue
        group = list(first)
        while len(group) < GROUP_SIZE:
            gains = [
                (sum(tuple(sorted((mod, *pair))) in missing for pair in combinations(group, 2)), mod)
                for mod in mods
                if mod not in group and not any(frozenset((mod, other)) in apart for other in group)
            ]
            gain, mod = max(gains, key=lambda row: (row[0], -mods.index(row[1])), default=(0, ""))
            if not gain:
                break
            group.append(mod)
        group.sort()
        missing -= set(combinations(group, 3))
        groups.append(tuple(group))
    return groups
