"""Prints a page about a large run: how often each rule applied and each kind of event occurred.

    footfall simulate king --games 100000 --seed 1 --audit --option profile=full_game \\
      --bots random,goal,cautious,greedy --out results
    footfall simulate king --games 5000 --seed 2 --audit --option profile=full_game --option crown_source=sanctuary \\
      --option trade=true --bots random,goal,cautious,greedy --out crown
    python benches/king/coverage.py results crown > benches/results/king-coverage.md

The second run covers rules that the settings of the first exclude. `rules.toml` maps rules to events.
"""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

RULES = tomllib.loads((Path(__file__).parent / "rules.toml").read_text(encoding="utf-8"))

NEVER_NOTE = """\
`buy-crown`, `crowned`, `false-king-tested` and the step `false-king` require a Crown for sale, `give` requires trading;
both are off by default, and the second run covers them. The Crown is bought, never drawn; `rolled` and
`totaled` announce a die and a sum, and are left out without a reader; `strict_p0` is the other profile;
the role `NONE` is for constructed positions."""

Counts: TypeAlias = dict[tuple[str, str], dict[str, list[int]]]
"""(type, field) to value to [games, times]."""


def main(folder: Path, crown: Path) -> None:
    """Prints the page."""
    counts, more = read_counts(folder), read_counts(crown)
    summary, other = (json.loads((path / "summary.json").read_text("utf-8")) for path in (folder, crown))
    print(f"# What happened in {summary['games']:,} games of the King\n")
    print("`full_game`, four players, bots random, goal, cautious, greedy by seat. Written by")
    print("`benches/king/coverage.py`; its docstring has the commands. Each entry: number of games (total count).\n")
    for title, key in {**RULES["sections"], "Roles in play": ("role", "role")}.items():
        cells = sorted(counts[tuple(key)].items(), key=lambda item: -item[1][1])
        text = "; ".join(f"{_short(name) or 'all'} {games:,} ({times:,})" for name, (games, times) in cells)
        print(f"**{title}.** {text}.\n")
    commands = {kind: cells[""] for (kind, field), cells in counts.items() if not field and ":" in kind}
    text = "; ".join(f"{_short(kind)} {games:,} ({times:,})" for kind, (games, times) in sorted(commands.items()))
    print(f"**Commands, questions and events.** {text}.\n")
    never = "; ".join(f"{kind} {_short(name)}" for kind, name in summary["never"]) or "nothing"
    print(f"**Never.** {never}.\n\n{NEVER_NOTE}\n")
    print("## Rule by rule\n")
    print(f"A star marks the second run: {other['games']:,} games with the Crown for sale and with trading.\n")
    print("| rule | event | games | times |\n|---|---|---|---|")
    for rule, where in RULES["seen"].items():
        (games, times), star = count_rule(counts, where), ""
        if not times:
            (games, times), star = count_rule(more, where), " \\*"
        if not times:
            raise SystemExit(f"{rule} ({where}) never happened")
        print(f"| {rule} | {where} | {games:,}{star} | {times:,}{star} |")
    print("\nRules that forbid, limit, order or lay out cause no events; `tests/king` names each of them:\n")
    for about, rules in RULES["held"].items():
        print(f"- {about}: {', '.join(rules)}")


def read_counts(folder: Path) -> Counts:
    """Reads the counts of a run; roles are counted from the parties."""
    counts: Counts = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    with (folder / "coverage.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            cell = counts[row["type"], row["field"]][row["value"]]
            cell[0] += int(row["games"])
            cell[1] += int(row["times"])
    with (folder / "games.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for role in row["party"].split("+"):
                counts["role", "role"][role][0] += 1
                counts["role", "role"][role][1] += 1
    return counts


def count_rule(counts: Counts, where: str) -> tuple[int, int]:
    """Number of games with an entry of `rules.toml`, and its total count."""
    kind, _, rest = where.partition(" ")
    if kind == "die":
        name, _, value = rest.partition("=")
        key = "footfall:die", next(f for t, f in counts if t == "footfall:die" and f.split(" ")[1] == name)
    elif kind == "step":
        key, value = ("footfall:step", "step"), f"core.king:{rest}"
    elif kind == "role":
        key, value = ("role", "role"), rest
    else:
        field, _, value = rest.removeprefix("of ").partition("=")
        key = (kind if ":" in kind else f"core.king:{kind}"), field
    games, times = counts.get(key, {}).get(value, (0, 0))
    return games, times


def _short(name: str) -> str:
    return name.removeprefix("core.king:").removeprefix("footfall:")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
