"""Plays paired games without one group of items, creatures or steps of generation at a time: which groups matter.

    python benches/stealth/ablation.py [--games 100] [--bot expert] [--course first] [--groups potions,orcs]
        [--seed 1] [--workers N]

A group is removed by a generated mod of data: what the tables of loot and creatures draw of it and what creatures
carry of it is left out, and nothing takes its place. Each line of the table compares the same seeds: the share of
games won with any bell and with the great one, the deepest floor and the turns on each floor, as the differences that
removing the group makes, with 95 % intervals. *Games* has the share of the games that went otherwise, in commands or
outcome: what is rare changes few of them. The last column names the measure with the clearest difference, and the
probability of one as clear by chance among all measures (Bonferroni). A group matters if that is below 5 %.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from footfall.engine.declarations.rules import Rules
from footfall.plugins.stealth.generate.floor_factory import HERO_KIND
from footfall.plugins.stealth.model.floor_records import FloorPlan, LootTable, SpawnTable
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind
from footfall.sim.plan import Plan, resolve_plan
from footfall.sim.run import SimulationRun, simulate
from footfall.sim.statistics import ShareDifference
from footfall.sim.summary import Comparison, compare_runs

GROUPS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Groups of items by sort, of creatures by kind, and of steps of generation with their recipes."""

UNGROUPED_SORTS = frozenset({"junk", "book"})
"""Sorts of loot that belong to no group: a bot has no use for them."""

RATES = ("passed", "slain", "backstabs", "noticed")
"""Columns that are compared for each floor reached."""

MEASURES = ("deepest", *(f"{name} a floor" for name in RATES))
"""Columns that are compared, besides wins."""

Z_95 = 1.96
"""Standard errors on each side of a 95 % interval."""

MANIFEST = """[mod]
id = "bench.without"
version = "1.0.0"
api = "1"
name = "Without a group"
summary = "Removes one group of items or creatures."
authors = ["Footfall contributors"]
license = "MIT"
games = ["core.stealth"]

[requires]
"core.stealth" = ">=0.1,<1"
"""


def group_kinds(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The ids of each group of items and creatures."""
    kinds = sorted({kind for table in rules.records.table(LootTable, "loot").values() for kind in table.rows})
    sorts = {kind: rules.records.get(ItemKind, "item", kind).sort for kind in kinds}
    items = {name: tuple(kind for kind in kinds if sorts[kind] in group) for name, group in GROUPS["items"].items()}
    return items | {
        name: tuple(f"core.stealth:{kind}" for kind in group) for name, group in GROUPS["creatures"].items()
    }


def write_mod(folder: Path, rules: Rules, kinds: Sequence[str], steps: Mapping[str, Sequence[str]]) -> None:
    """Writes a mod that keeps nothing of some kinds when a table draws them, has no floor or creature get any, and
    skips some steps of generation in their recipes."""
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST, encoding="utf-8")
    ids = set(kinds)
    lines: list[str] = []
    for record_kind, table_type in (("loot", LootTable), ("spawn", SpawnTable)):
        for id, table in rules.records.table(table_type, record_kind).items():
            lines.append(f'[patch.{record_kind}."{id}"]')
            for row in sorted(ids & table.rows.keys()):
                lines += [f'set.rows."{row}".chance = 0', f'set.rows."{row}".least = 0']
    for id, plan in rules.records.table(FloorPlan, "plan").items():
        prizes = ", ".join(f'"{kind}" = {floor}' for kind, floor in plan.prizes.items() if kind not in ids)
        provisions = [kind for kind in plan.provisions if kind not in ids]
        lines += [f'[patch.plan."{id}"]', f"set.prizes = {{ {prizes} }}", f"set.provisions = {provisions}"]
    for id, creature in rules.records.table(CreatureKind, "creature").items():
        if id != HERO_KIND:
            lines.append(f'[patch.creature."{id}"]')
            for field, carried in (("carries", creature.carries), ("outfit", creature.outfit)):
                lines.append(f"set.{field} = {[kind for kind in carried if kind not in ids]}")
    for step, recipes in steps.items():
        lines += [f"[hook.on_generate.without_{step}]", f'skip = "core.stealth:{step}"']
        lines.append(f"recipe = {[f'core.stealth:{recipe}' for recipe in recipes]}")
    (folder / "content" / "without.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def play(plan: Plan, workers: int | None) -> SimulationRun:
    """Plays a plan to the end; a failed game ends the script."""
    plan, _ = resolve_plan(plan)
    run = simulate(plan, workers=workers)
    errors = [error for error in run.columns["error"] if error]
    if errors:
        raise SystemExit(f"a game failed: {errors[0]}")
    for name in RATES:
        floors = zip(run.columns[name], run.columns["deepest"], strict=True)
        run.columns[f"{name} a floor"] = [amount / deepest for amount, deepest in floors]
    return run


def format_line(name: str, first: SimulationRun, second: SimulationRun) -> str:
    """One line of the table: differences without a group, with 95 % intervals."""
    comparison = compare_runs(first, second)
    great = comparison.outcomes.get("won")
    deepest, turns = comparison.numbers["deepest"], comparison.numbers["passed a floor"]

    def share(value: ShareDifference | None) -> str:
        if value is None:
            return "±0"
        return f"{100 * value.difference:+.0f} ({100 * value.low:+.0f}–{100 * value.high:+.0f}) %"

    games = [
        [*zip(*(run.columns[name] for name in ("outcome", "turns", "commands")), strict=True)]
        for run in (first, second)
    ]
    changed = sum(one != other for one, other in zip(*games, strict=True)) / len(games[0])
    return (
        f"| {name} | {100 * changed:.0f} % | {share(comparison.wins)} | {share(great)} | "
        f"{deepest.difference:+.2f} ({deepest.low:+.2f}–{deepest.high:+.2f}) | "
        f"{turns.difference:+.0f} ({turns.low:+.0f}–{turns.high:+.0f}) | "
        f"{find_clearest(comparison)} |"
    )


def find_clearest(comparison: Comparison) -> str:
    """The measure that differs most clearly, its difference, and the corrected probability of that by chance."""
    shares = {"any win": comparison.wins, "great win": comparison.outcomes.get("won")}
    rows = [(name, 100 * share.difference, 100 * (share.high - share.low)) for name, share in shares.items() if share]
    rows += [(name, row.difference, row.high - row.low) for name in MEASURES if (row := comparison.numbers.get(name))]
    _, name, difference = max((abs(by) / width if width else 0.0, name, by) for name, by, width in rows)
    width = next(width for other, _, width in rows if other == name)
    z = 2 * Z_95 * abs(difference) / width if width else 0.0
    chance = min(1.0, len(rows) * math.erfc(z / math.sqrt(2)))
    return f"{name} {difference:+.1f} ({'< 0.1' if chance < 0.001 else f'{100 * chance:.1f}'} %)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--course", default="first")
    parser.add_argument("--groups", default="", help="names, comma-separated; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    arguments = parser.parse_args()
    plan = Plan(
        game="core.stealth", games=arguments.games, seed=arguments.seed, bots=(arguments.bot,),
        options={"course": arguments.course}, max_commands=9000, timeout=0,
    )  # fmt: skip
    _, rules = resolve_plan(plan)
    groups: dict[str, tuple[str, ...]] = group_kinds(rules) | dict.fromkeys(GROUPS["steps"], ())
    names = [name.strip() for name in arguments.groups.split(",") if name.strip()] or list(groups)
    if unknown := set(names) - groups.keys():
        parser.error(f"no such group: {', '.join(sorted(unknown))}; there are: {', '.join(groups)}")
    base = play(plan, arguments.workers)
    print(f"{arguments.games} games of {arguments.course}, {arguments.bot}; differences without the group\n")
    print("| without | games | any win | great win | deepest floor | turns a floor | clearest |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            mod = Path(folder) / "without"
            write_mod(mod, rules, groups[name], GROUPS["steps"].get(name, {}))
            run = play(msgspec.structs.replace(plan, mods=(str(mod),)), arguments.workers)
        print(format_line(name, base, run), flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
