"""Resolving 1,500 mods of ten versions, and installing 50 mods from a folder.

    python benches/sharing/install.py [--mods 1500] [--installs 50]

The installation is the command's work without its report: the index is read and checked, the archives are checked and
written, each flushed to the disk, and the pointer file is replaced.
"""

from __future__ import annotations

import argparse
import datetime
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
from footfall.sharing.candidates import Candidate, CandidatePool, Requirement
from footfall.sharing.carry_out import commit, fetch_contents
from footfall.sharing.pins import add_pin
from footfall.sharing.plans import plan_install
from footfall.sharing.resolve import resolve
from footfall.sharing.sources import read_new_index

ROUNDS = 5


def time_resolving(count: int, contradiction: bool) -> float:
    """Returns the seconds to choose versions of all mods of an index; a few of them need an old version of another."""
    die = random.Random(1)

    def draw_requirements() -> dict[str, str]:
        lines = {f"m{die.randrange(count)}": f">=1.{die.randrange(8)},<2" for _ in range(3)}
        return lines | ({f"m{die.randrange(count)}": "<1.9"} if contradiction and die.random() < 0.02 else {})

    candidates = {
        f"m{n}": [Candidate(f"m{n}", f"1.{v}", "x", draw_requirements()) for v in range(9, -1, -1)]
        for n in range(count)
    }
    begin = perf_counter()
    chosen = resolve([Requirement(id, "*", "asked for") for id in candidates], CandidatePool(candidates))
    seconds = perf_counter() - begin
    for candidate in chosen.values():
        assert all(line.accepts(chosen[line.id]) for line in candidate.iter_requirements())
    return seconds


def time_installing(folder: Path, count: int) -> float:
    """Returns the seconds to install mods from a folder into a new store."""
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {"XDG_DATA_HOME": f"{name}/data", "XDG_CONFIG_HOME": f"{name}/config"}
        new = read_new_index(str(folder), "", "", datetime.date(2027, 1, 1))
        add_pin(new.pin, new.data, new.signature)
        begin = perf_counter()
        profile, base, state = open_profile()
        plan = plan_install(state, base, [(id, "") for id in state.sources.owners])
        fetch_contents(state.sources, plan)
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
