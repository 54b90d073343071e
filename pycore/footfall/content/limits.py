"""Limits of the work that one mod's records and patches may cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .definitions import Definition, RecordKey
from .patches import Patch

MAX_MATCHES = 30_000
"""Records that the patterns of one mod's patches may match, each patch counted."""

MAX_ANCESTORS = 100
"""Records that one record may inherit from, one from the other."""


def match_patches(
    patches: Sequence[Patch], definitions: Mapping[RecordKey, Definition]
) -> tuple[dict[RecordKey, list[Patch]], list[Patch]]:
    """Returns the patches of each record, in their order, and those whose mods have reached `MAX_MATCHES`."""
    ids: dict[str, list[str]] = {}
    for kind, id in definitions:
        ids.setdefault(kind, []).append(id)
    by_record: dict[RecordKey, list[Patch]] = {}
    excess: list[Patch] = []
    work: dict[str, int] = {}
    for patch in patches:
        matches = [patch.id] if (patch.kind, patch.id) in definitions else []
        if patch.is_wildcard:
            candidates = ids.get(patch.kind, []) if work.get(patch.mod, 0) <= MAX_MATCHES else []
            matches = [id for id in candidates if patch.is_for(id)]
            work[patch.mod] = work.get(patch.mod, 0) + len(matches) + len(candidates) // 50
            if work[patch.mod] > MAX_MATCHES:
                excess.append(patch)
                continue
        for id in matches:
            by_record.setdefault((patch.kind, id), []).append(patch)
    return by_record, excess


def find_long_chains(definitions: Mapping[RecordKey, Definition]) -> list[RecordKey]:
    """Returns the records with more than `MAX_ANCESTORS`, those with the fewest first in each chain."""
    depths: dict[RecordKey, int] = {}
    for key in definitions:
        chain: dict[RecordKey, None] = {}
        while key in definitions and key not in depths and key not in chain:
            chain[key] = None
            key = (key[0], definitions[key].parent)
        depth = depths.get(key, 0)
        for above in reversed(chain):
            depth = depths[above] = depth + 1
    return [key for key, depth in depths.items() if depth > MAX_ANCESTORS]
