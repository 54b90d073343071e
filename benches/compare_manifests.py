"""Times the reading of 1,500 manifests in two checkouts, without and with the cache; see `compare_checkouts.py`.

Three in four mods require an earlier one. The cache is in a temporary folder. The garbage collector runs as rarely as
in the program.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
from pathlib import Path
from time import process_time

from checkouts import run_checkout, run_rounds

COUNT = 1500


def write_mods(root: Path) -> None:
    """Writes mods into two folders, because one holds at most 1,000."""
    for n in range(COUNT):
        path = root / f"folder{n % 2}" / f"m{n:04}"
        path.mkdir(parents=True)
        text = f'[mod]\nid = "crowd.m{n}"\nversion = "1.{n}.0"\nname = "Mod {n}"\nauthors = ["a"]\n'
        if n % 4:
            text += f'[requires]\n"crowd.m{n // 2}" = ">=1.0"\n'
        (path / "mod.toml").write_text(text, encoding="utf-8")


def read_manifests(root: Path, is_cached: bool) -> float:
    """Milliseconds of processor time to read, check and sort all manifests, in this process."""
    from footfall.__main__ import OBJECTS_BETWEEN_COLLECTIONS
    from footfall.loader.discovery import discover
    from footfall.loader.order import drop_incompatible, sort_mods

    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    if is_cached:
        discover(sorted(root.iterdir()), all_sources=False)
    start = process_time()
    mods, findings = discover(sorted(root.iterdir()), all_sources=False)
    _, remaining = sort_mods(drop_incompatible(mods, findings), findings)
    elapsed = process_time() - start
    assert len(remaining) >= COUNT
    return 1000 * elapsed


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the shortest times of both checkouts side by side, by the calibration loop."""
    with tempfile.TemporaryDirectory() as folder:
        write_mods(Path(folder))

        def run_both(checkout: Path) -> list[float]:
            times = []
            for words in ((), ("cached",)):
                with tempfile.TemporaryDirectory() as cache:
                    times.append(float(run_checkout(checkout, __file__, folder, *words, XDG_CACHE_HOME=cache)))
            return times

        sides, scale = run_rounds((old, new), rounds, run_both, f"{COUNT:,} manifests in milliseconds")
    for index, name in enumerate(("cold", "from the cache")):
        before, after = (scale * min(times[index] for times in side) for side in sides)
        print(f"{name:15} {before:8.1f} {after:8.1f}  {before / after:5.2f} x as fast", flush=True)
    return True


if __name__ == "__main__":
    print(json.dumps(read_manifests(Path(sys.argv[1]), is_cached="cached" in sys.argv)))
