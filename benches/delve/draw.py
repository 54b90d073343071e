"""Draws a delve: as a picture, or as it grew.

python benches/delve/draw.py --seed 7 --to docs/delve.gif
"""

from __future__ import annotations

import argparse
from pathlib import Path

from PIL import Image

from footfall.loader import load
from footfall.plugins.delve import export
from footfall.plugins.delve.batch import generate
from footfall.plugins.delve.export import View
from footfall.plugins.delve.tables import tables_of


def main() -> None:
    """Runs it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scale", type=int, default=6, help="pixels for a cell")
    parser.add_argument("--master", action="store_true", help="the master's map: secret doors, too")
    parser.add_argument("--to", type=Path, required=True, help="a .gif, a .png, a .txt or a .json")
    given = parser.parse_args()
    book = tables_of(load("delve", only=()).rules.records)
    delve = generate(book, given.seed)
    view = View.MASTER if given.master else View.PLAYERS
    if given.to.suffix == ".txt":
        given.to.write_text(export.text(delve, book, view=view), encoding="utf-8")
    elif given.to.suffix == ".json":
        given.to.write_text(export.to_json(delve), encoding="utf-8")
    elif given.to.suffix == ".png":
        Image.fromarray(export.picture(delve, book, view=view, scale=given.scale)).save(given.to)
    else:
        frames = [
            Image.fromarray(frame).quantize(32)
            for frame in export.growth(delve, book, view=view, scale=given.scale)
        ]
        lengths = [600] + [350] * (len(frames) - 2) + [3000]
        frames[0].save(
            given.to, save_all=True, append_images=frames[1:], duration=lengths, loop=0, optimize=True
        )


if __name__ == "__main__":
    main()
