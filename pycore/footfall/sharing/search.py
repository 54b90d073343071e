"""Search in indexes."""

from __future__ import annotations

from collections.abc import Iterable

from .index_format import IndexedMod


def search_mods(mods: Iterable[IndexedMod], words: str) -> list[IndexedMod]:
    """Returns the mods whose id, name, summary or authors contain every word, the best first.

    A mod is better the more words are in its id or name, and the closer these are to the words alone; ties go to the
    lower id. Without words, all mods in order of their ids.
    """
    ordered = sorted(mods, key=lambda mod: mod.id)
    wanted = words.casefold().split()
    if not wanted:
        return ordered
    # As one text, because folding ten thousand short ones takes longer; no text of an index contains a line feed.
    texts = "\n".join([f"{mod.id} {mod.name}\t{mod.summary} {' '.join(mod.authors)}" for mod in ordered]).casefold()
    lines = texts.split("\n")
    for word in wanted:
        lines = [line if word in line else "" for line in lines]
    found = []
    for mod, line in zip(ordered, lines, strict=False):
        if line:
            title = line.partition("\t")[0]
            in_title = sum(word in title for word in wanted)
            found.append((-in_title, len(title) if in_title else 0, mod))
    return [mod for *_, mod in sorted(found, key=lambda row: row[:2])]
