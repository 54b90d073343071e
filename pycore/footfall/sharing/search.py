"""Search in indexes."""

from __future__ import annotations

from collections.abc import Iterable

from .index_format import IndexedMod


def search_mods(mods: Iterable[IndexedMod], words: str) -> list[IndexedMod]:
    """Returns the mods whose id, name, summary or authors contain every word, the best first.

    A mod is better the more words are in its id or name, and the closer these are to the words alone; ties go to the
    lower id. Without words, all mods in order of their ids.
    """
    wanted = words.casefold().split()
    found = []
    for mod in mods:
        title = f"{mod.id} {mod.name}".casefold()
        text = f"{title} {mod.summary} {' '.join(mod.authors)}".casefold()
        if all(word in text for word in wanted):
            in_title = sum(word in title for word in wanted)
            found.append((-in_title, len(title) if in_title else 0, mod.id, mod))
    return [row[-1] for row in sorted(found, key=lambda row: row[:3])]
