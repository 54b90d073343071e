"""What happened in a run of many games, as a page: every kind of thing with how often.

    footfall simulate king --games 100000 --seed 1 --audit --option profile=full_game \\
      --bots random,goal,cautious,greedy --out results
    python benches/king/coverage.py results > docs/king-coverage.md
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path

SECTIONS = {
    "Outcomes": ("footfall:finished", "outcome"),
    "Steps (each is a rule of the document, or a block of one)": ("footfall:step", "step"),
    "Cards drawn": ("core.king:drew", "card"),
    "What became of them": ("core.king:drew", "fate"),
    "Losses, by source": ("core.king:sanity-lost", "source"),
    "Recoveries, by source": ("core.king:sanity-gained", "source"),
    "Statuses given": ("core.king:afflicted", "status"),
    "Figures that came": ("core.king:haunted", "kind"),
    "Figures stunned": ("core.king:monster-stunned", "kind"),
    "Special rooms opened": ("core.king:room-opened", "kind"),
    "Special rooms used": ("core.king:room-used", "kind"),
    "Objects used": ("core.king:use", "item"),
    "Objects lost": ("core.king:object-lost", "how"),
    "Falls to the bottom, by role": ("core.king:broke", "role"),
    "Sacrifices": ("core.king:sacrificed", "mode"),
    "The King's deed": ("footfall:die", "core.king king_effect 1..6"),
    "His way": ("core.king:king-came", "how"),
    "Boxes turned": ("core.king:boxes-turned", "how"),
    "Keys by other ways than drawing": ("core.king:key-gained", "source"),
}


def main(folder: Path) -> None:
    """Prints the page."""
    counts: dict[tuple[str, str], dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    with (folder / "coverage.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cell = counts[row["type"], row["field"]][row["value"]]
            cell[0] += int(row["games"])
            cell[1] += int(row["times"])
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    print(f"# What happened in {summary['games']:,} games of the King\n")
    print(
        "`full_game`, four players, bots random, goal, cautious, greedy by seat. Made by `benches/king/coverage.py`,"
    )
    print("whose docstring has the command. Each entry: in how many games, and how often.\n")
    commands = {kind: cells[""] for (kind, field), cells in counts.items() if not field and ":" in kind}
    for title, key in SECTIONS.items():
        cells = sorted(counts[key].items(), key=lambda item: -item[1][1])
        shown = "; ".join(f"{_short(name) or 'all'} {games:,} ({times:,})" for name, (games, times) in cells)
        print(f"**{title}.** {shown}.\n")
    shown = "; ".join(
        f"{_short(kind)} {games:,} ({times:,})" for kind, (games, times) in sorted(commands.items())
    )
    print(f"**Commands, questions and events.** {shown}.\n")
    never = "; ".join(f"{kind} {_short(name)}" for kind, name in summary["never"]) or "nothing"
    print(f"**Never.** {never}.")


def _short(name: str) -> str:
    return name.removeprefix("core.king:").removeprefix("footfall:")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
