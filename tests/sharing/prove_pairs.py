"""Plays the example mods, generated mods and planted conflicts with each other, and checks that these are named.

    python tests/sharing/prove_pairs.py [--examples N] [--generated 40] [--workers 2] [--folder FOLDER]

With a folder that was used before, the proof continues where it ended. The suite runs a sample: `test_index_check.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from generated_mods import pack_unchecked, write_generated, write_pair, write_triple

EXAMPLES = Path(__file__).parents[2] / "mods"
PAIR = ["planted.hears-far", "planted.hears-little"]
TRIPLE = ["planted.rat-armor", "planted.rat-shield", "planted.rat-zealot"]


def pack_mods(folder: Path, examples: int | None, generated: int) -> Path:
    """Packs all mods into a folder."""
    shelf = folder / "shelf"
    shelf.mkdir(parents=True, exist_ok=True)
    mods = [path.parent for path in sorted(EXAMPLES.glob("*/mod.toml"))][:examples]
    mods += [write_generated(folder / "work", number) for number in range(generated)]
    mods += [*write_pair(folder / "work"), *write_triple(folder / "work")]
    for mod in mods:
        pack_unchecked(mod, shelf / f"{mod.name}.zip")
    return shelf


def main() -> None:
    """Prints the report of the command, and fails if it does not name the planted conflicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, help="The number of example mods. Default: all.")
    parser.add_argument("--generated", type=int, default=40)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        shelf = pack_mods(options.folder or Path(scratch), options.examples, options.generated)
        words = ["index", "check", str(shelf), "--trust", "--workers", str(options.workers), "--json"]
        command = [sys.executable, "-m", "footfall", *words]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, env={**os.environ})
    report = json.loads(done.stdout)
    for stage in report["stages"]:
        rate = f", {stage['tested'] / stage['seconds']:.2f} a second" if stage["tested"] and stage["seconds"] else ""
        print(f"{json.dumps(stage)}{rate}")
    for trouble in report["troubles"]:
        print(f"{trouble['outcome']}: {' + '.join(trouble.get('culprits') or trouble['mods'])}: {trouble['text']}")
    named = {tuple(trouble.get("culprits") or trouble["mods"]): trouble["text"] for trouble in report["troubles"]}
    assert named[tuple(PAIR)].endswith("both set range on on_hear"), named
    assert "three rats are one too many" in named[tuple(TRIPLE)], named
    print("the planted conflicts of two and of three are named")


if __name__ == "__main__":
    main()
