"""Search in an index of 10,000 mods: reading it once, and each search.

python benches/sharing/search.py [--mods 10000]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from footfall.sharing.index.format import (
    Index,
    IndexedFile,
    IndexedMod,
    IndexedVersion,
    ModKind,
    encode_index,
    read_index,
)
from footfall.sharing.sources import search_mods

sys.path.insert(0, str(Path(__file__).parents[1]))
from calibration import time_calibration_loop

NOUNS = (
    "door",
    "lamp",
    "rat",
    "bat",
    "goblin",
    "cave",
    "corridor",
    "whisper",
    "scream",
    "potion",
    "bell",
    "fog",
    "wolf",
)
ADJECTIVES = ("loud", "quiet", "deep", "narrow", "blind", "hungry", "gentle", "hollow", "frozen", "burning", "secret")
QUERIES = ("door", "loud door", "hollow", "author-77", "wolf frozen secret", "nothing-like-it", "a", "")


def make_index(count: int) -> Index:
    """An index of `count` mods with one version each."""
    mods = []
    for number in range(count):
        noun, adjective = NOUNS[number % len(NOUNS)], ADJECTIVES[number // len(NOUNS) % len(ADJECTIVES)]
        version = IndexedVersion(
            version=f"1.{number % 7}.{number % 11}",
            archive=IndexedFile(f"{adjective}-{noun}-{number}.zip", 4_000 + number, f"{number:064x}"),
            content=f"{number:032x}",
            unpacked=9_000,
            kind=list(ModKind)[number % 3],
            requires={"core.stealth": ">=0.1,<1"},
            games=("stealth",),
            languages=("en", "es"),
            license="MIT",
        )
        id = f"author-{number % 400:03}.{adjective}-{noun}-{number:05}"
        summary = f"A {adjective} {noun} for the floor below, and what it does to those who hear it."
        mods.append(IndexedMod(id, f"{adjective} {noun} {number}".title(), (version,), summary, ("An author",)))
    return Index(1, "bench", 1, "", "", tuple(sorted(mods, key=lambda mod: mod.id)))


def main() -> None:
    """Prints the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mods", type=int, default=10_000)
    count = parser.parse_args().mods
    data = encode_index(make_index(count))
    reads = []
    for _ in range(5):
        start = perf_counter()
        index = read_index(data)
        reads.append(perf_counter() - start)
    assert len(index.mods) == count
    print(f"calibration {time_calibration_loop():.1f} ms; {count:,} mods, {len(data) / 1e6:.1f} MB")
    print(f"reading and checking the index: {1000 * median(reads):.0f} ms")
    for query in QUERIES:
        times = []
        for _ in range(9):
            start = perf_counter()
            found = search_mods(index.mods, query)
            times.append(perf_counter() - start)
        for mod in found:
            text = f"{mod.id} {mod.name} {mod.summary} {mod.authors}".casefold()
            assert all(word in text for word in query.split())
        print(
            f"search {query!r}: {len(found):,} found, {1000 * median(times):.1f} ms, worst {1000 * max(times):.1f} ms"
        )


if __name__ == "__main__":
    main()
