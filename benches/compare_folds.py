"""Times hooks in two checkouts, and in pluggy; see `compare_checkouts.py` and `modding/dispatch.py`."""

from __future__ import annotations

from pathlib import Path

from checkouts import run_checkout, run_rounds

SCRIPT = Path(__file__).parent / "modding" / "dispatch.py"
NANOSECONDS = {"ns": 1, "µs": 1000}


def compare(old: Path, new: Path, rounds: int) -> bool:
    """Prints the shortest times of both checkouts side by side."""
    sides, scale = run_rounds(
        (old, new), rounds, lambda checkout: run_checkout(checkout, str(SCRIPT), "--json"), "nanoseconds"
    )
    for index, row in enumerate(sides[0][0]):
        unit = NANOSECONDS[row["unit"]] * scale
        before, after = (unit * min(run[index]["ours"] for run in side) for side in sides)
        pluggy = [run[index]["pluggy"] for side in sides for run in side]
        peer = f", pluggy {unit * min(pluggy):.0f}" if None not in pluggy else ""
        aim = row["target"] and row["target"] * NANOSECONDS[row["unit"]]
        verdict = f", aim {aim} {'met' if after <= aim else 'missed'}" if aim else ""
        print(f"{row['what']:44} {before:7.0f} {after:7.0f}{peer}{verdict}", flush=True)
    return True
