"""Times hooks in two checkouts, and in pluggy; see `compare_checkouts.py` and `modding/dispatch.py`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from calibration import time_calibration_loop

REFERENCE_LOOP = 5.5
AIMS = {
    "a fold without listeners": 50,
    "five listeners without an answer": 250,
    "five listeners with an answer": None,
    "a fold with five mods": None,
    "recording, per mod": 100,
}
"""Nanoseconds, scaled to a calibration loop of `REFERENCE_LOOP` milliseconds."""


def time_folds() -> dict[str, list[float | None]]:
    """Nanoseconds of each case, and those of pluggy."""
    from modding import dispatch

    times: dict[str, list[float | None]] = {}
    for what, answer in (("without", dispatch.listen_silently), ("with", dispatch.listen_answering)):
        listeners = dispatch.register_listeners("on_attack", 5, answer)
        ours = dispatch.time_call(dispatch.build_dispatch_call("on_attack", listeners), 5000)
        pluggy = dispatch.time_call(dispatch.build_pluggy_call("on_attack", 5, answer), 1000)
        times[f"five listeners {what} an answer"] = [ours, pluggy]
    empty, untraced, traced = dispatch.time_folds(5)
    return times | {
        "a fold without listeners": [empty, dispatch.time_call(dispatch.build_pluggy_call("on_attack", 0), 3000)],
        "a fold with five mods": [untraced, None],
        "recording, per mod": [(traced - untraced) / 5, None],
    }


def run_checkout(checkout: Path) -> dict[str, list[float | None]]:
    """Times all cases in a process of their own, with the code of a checkout."""
    paths = os.pathsep.join((str(checkout / "pycore"), str(Path(__file__).parent)))
    variables = {**os.environ, "PYTHONPATH": paths}
    result = subprocess.run([sys.executable, __file__], env=variables, stdout=subprocess.PIPE, check=True)
    times: dict[str, list[float | None]] = json.loads(result.stdout)
    return times


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the shortest times of both checkouts side by side."""
    times: list[list[dict[str, list[float | None]]]] = [[], []]
    loop = time_calibration_loop()
    for _ in range(rounds):
        for index, checkout in enumerate((old, new)):
            times[index].append(run_checkout(checkout))
            loop = min(loop, time_calibration_loop())
    scale = REFERENCE_LOOP / loop
    print(f"calibration loop {loop:.2f} ms; nanoseconds, scaled to a loop of {REFERENCE_LOOP} ms")
    for case, aim in AIMS.items():
        before, after = (scale * min(run[case][0] or 0.0 for run in side) for side in times)
        pluggy = [run[case][1] for side in times for run in side]
        peer = f", pluggy {scale * min(ns for ns in pluggy if ns is not None):.0f}" if pluggy[0] is not None else ""
        verdict = "" if aim is None else f", aim {aim} {'met' if after <= aim else 'missed'}"
        print(f"{case:33} {before:7.0f} {after:7.0f}{peer}{verdict}", flush=True)
    return True


if __name__ == "__main__":
    print(json.dumps(time_folds()))
