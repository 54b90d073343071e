"""Resolving 1,500 mods of ten versions, and installing 50 mods from a folder.

    python benches/sharing/install.py [--mods 1500] [--installs 50]

The installation is the command's work without its report: the index is read and checked, the archives are checked and
written, each flushed to the disk, and the pointer file is replaced.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "sharing"))
from calibration import time_calibration_loop
from publishing import pack, publish

from footfall.app.profile_change import open_profile
from footfall.sharing.carry_out import commit, fetch_contents
from footfall.sharing.pins import save_pin
from footfall.sharing.plans import plan_install
from footfall.sharing.resolve import Need, Offer, Stock, resolve
from footfall.sharing.sources import add_index

ROUNDS = 5


def time_resolving(count: int, contradiction: bool) -> float:
    """Returns the seconds to choose versions of all mods of an index; a few of them need an old version of another."""
    die = random.Random(1)

    def draw_needs() -> dict[str, str]:
        needs = {f"m{die.randrange(count)}": f">=1.{die.randrange(8)},<2" for _ in range(3)}
        return needs | ({f"m{die.randrange(count)}": "<1.9"} if contradiction and die.random() < 0.02 else {})

    offers = {f"m{n}": [Offer(f"m{n}", f"1.{v}", "x", draw_needs()) for v in range(9, -1, -1)] for n in range(count)}
    begin = perf_counter()
    chosen = resolve([Need(id, "*", "asked for") for id in offers], Stock(offers))
    seconds = perf_counter() - begin
    for offer in chosen.values():
        assert all(Need(id, versions, "requires").accepts(chosen[id]) for id, versions in offer.requires.items())
    return seconds


def time_installing(folder: Path, count: int) -> float:
    """Returns the seconds to install mods from a folder into a new store."""
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"XDG_DATA_HOME": f"{name}/data", "XDG_CONFIG_HOME": f"{name}/config"}
        save_pin(add_index(str(folder), "", ""))
        begin = perf_counter()
        profile, base, shelf = open_profile()
        plan = plan_install(shelf, base, [(id, "") for id in shelf.sources.owners])
        fetch_contents(shelf, plan)
        commit(profile, plan)
        seconds = perf_counter() - begin
        assert len(open_profile()[1].mods) == count
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--mods", type=int, default=1500)
    parser.add_argument("--installs", type=int, default=50)
    words = parser.parse_args()
    print(f"calibration loop: {time_calibration_loop() * 1000:.1f} ms")
    for contradiction in (False, True):
        seconds = median(time_resolving(words.mods, contradiction) for _ in range(ROUNDS))
        title = ", some of which need old versions" if contradiction else ""
        print(f"resolving {words.mods:,} mods of 10 versions{title}: {seconds * 1000:.0f} ms")
    with tempfile.TemporaryDirectory() as name:
        for number in range(words.installs):
            pack(
                Path(name),
                f"you.mod{number}",
                "1.0",
                {f"you.mod{number + 1}": "*"} if number + 1 < words.installs else {},
            )
        publish(Path(name))
        seconds = median(time_installing(Path(name), words.installs) for _ in range(ROUNDS))
    print(f"installing {words.installs} mods from a folder: {seconds * 1000:.0f} ms")


if __name__ == "__main__":
    main()
