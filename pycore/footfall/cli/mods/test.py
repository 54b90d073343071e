"""``footfall mods test``: the mod's own tests, and those that every mod must stand."""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from footfall.conformance import (
    CHECKS,
    CheckOutcome,
    ConformanceRequest,
    ConformanceResult,
    NoGameError,
    get_failure_key,
    prepare_harnesses,
    run_checks,
)
from footfall.loader import LoadError, Trust

from ..mod_lookup import find_mod
from ..options import CliError, parse_pairs, set_trust

QUICK_SIZE = (10, 50)
"""Seeds and turns of ``--quick``."""

OUTCOME_COLORS = {CheckOutcome.PASSED: "green", CheckOutcome.FAILED: "bold red", CheckOutcome.SKIPPED: "dim"}


@click.command("test")
@click.argument("mod")
@click.option(
    "--quick", is_flag=True, help=f"{QUICK_SIZE[0]} seeds of {QUICK_SIZE[1]} turns instead of 50 of 200."
)
@click.option("--only", "only", multiple=True, type=click.Choice(list(CHECKS)), help="This test alone.")
@click.option("--game", default="", help="In this game. Default: the one the mod is made for, else each.")
@click.option("--seeds", type=click.IntRange(min=1), default=None, help="How many seeds.")
@click.option("--seed", type=int, default=None, help="This seed alone.")
@click.option("--turns", type=click.IntRange(min=1), default=None, help="Turns of each game.")
@click.option(
    "--with",
    "with_mods",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="Mods to be ordered among.",
)
@click.option("--shuffle", type=int, default=None, help="This order of the mods alone.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A setup option of the game.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A world setting by its full name."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.pass_context
def run_tests(
    context: click.Context,
    mod: str,
    quick: bool,
    only: tuple[str, ...],
    game: str,
    seeds: int | None,
    seed: int | None,
    turns: int | None,
    with_mods: tuple[Path, ...],
    shuffle: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Test MOD (an id, or a path): its own tests, and games that nobody thought of.

    Its code is run: whoever tests a mod has decided about it. Exit code 1 if anything fails.
    """
    set_trust(context, Trust.NAMED)
    found = find_mod(mod)
    many, long = QUICK_SIZE if quick else (50, 200)
    wanted = ConformanceRequest(
        path=found.files.path,
        name=mod,
        game=game,
        seeds=(seed,) if seed is not None else tuple(range(1, (seeds or many) + 1)),
        turns=turns or long,
        other_mods=with_mods,
        options=parse_pairs(options, "option"),
        settings=parse_pairs(settings, "set"),
        shuffle=shuffle,
    )
    errors = Console(stderr=True)
    rows: list[ConformanceResult] = []
    try:
        with errors.status("", spinner="line") as status:
            for number, bench in enumerate(prepare_harnesses(wanted)):
                names = [name for name in only or CHECKS if name != "own" or number == 0]
                rows += run_checks(bench, names, lambda check: status.update(f"{bench.game.id}: {check}"))  # noqa: B023
    except (NoGameError, LoadError) as error:
        raise CliError(str(error)) from None
    failed = sum(row.failure_count for row in rows)
    if as_json:
        report = {"mod": found.id, "version": found.version, "hash": found.hash, "failed": failed}
        click.echo(json.dumps({**report, "tests": msgspec.to_builtins(rows)}, indent=2, ensure_ascii=False))
    else:
        _print_results(f"{found.id} {found.version}", rows)
    if failed:
        raise SystemExit(1)


def _print_results(title: str, rows: list[ConformanceResult]) -> None:
    console = Console()
    table = Table(box=None, pad_edge=False)
    for column in ("test", "", "what was done"):
        table.add_column(column, overflow="fold")
    table.add_column("s", justify="right")
    several = len({row.game for row in rows}) > 1
    for row in rows:
        name = f"{row.check} ({row.game.rpartition('.')[2]})" if several else row.check
        colour = OUTCOME_COLORS[row.outcome]
        table.add_row(name, f"[{colour}]{row.outcome.value}[/]", escape(row.summary), f"{row.seconds:.1f}")
    console.print(table)
    shown: set[tuple[str, str, str]] = set()
    for row in rows:
        new = [fault for fault in row.failures if get_failure_key(fault) not in shown]
        for fault in new:
            click.echo(f"\n{fault}")
        shown |= {get_failure_key(fault) for fault in new}
        if row.failure_count > len(new):
            more = f"{row.failure_count - len(new)} more of that" if new else "as above"
            click.echo(f"\n{row.check}: {more}")
    failed = [row for row in rows if row.outcome is CheckOutcome.FAILED]
    seconds = sum(row.seconds for row in rows)
    words = f"{len(failed)} of {len(rows)} failed" if failed else "nothing failed"
    click.echo(f"\n{title}: {words} ({seconds:.1f} s)")
