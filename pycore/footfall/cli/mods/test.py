"""``footfall mods test``: runs a mod's own tests and the conformance checks."""

from __future__ import annotations

import json
from pathlib import Path

import click
import msgspec
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

from ..compose import redirect_mod_output
from ..mod_lookup import find_mod
from ..options import CliError, parse_pairs, set_trust, value_options
from ..output import echo
from ..safe_console import SafeConsole

QUICK_SIZE = (10, 50)
"""Seeds and turns of ``--quick``."""

FULL_SIZE = (50, 200)
"""Seeds and turns by default."""

OUTCOME_COLORS = {CheckOutcome.PASSED: "green", CheckOutcome.FAILED: "bold red", CheckOutcome.SKIPPED: "dim"}


@click.command("test")
@click.argument("mod")
@click.option(
    "--quick",
    is_flag=True,
    help=f"{QUICK_SIZE[0]} seeds of {QUICK_SIZE[1]} turns, not {FULL_SIZE[0]} of {FULL_SIZE[1]}.",
)
@click.option("--only", "only", multiple=True, type=click.Choice(list(CHECKS)), help="Run only this test. Repeatable.")
@click.option("--game", default="", help="The game. Default: the games the mod supports, else all.")
@click.option("--seeds", type=click.IntRange(min=1), default=None, help="Number of seeds.")
@click.option("--seed", type=int, default=None, help="Use only this seed.")
@click.option("--turns", type=click.IntRange(min=1), default=None, help="Turns per game.")
@click.option(
    "--with",
    "with_mods",
    multiple=True,
    type=click.Path(path_type=Path, exists=True),
    help="Another mod for the load-order test. Repeatable.",
)
@click.option("--shuffle", type=int, default=None, help="Test only this order of mods, by its number.")
@value_options
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
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
    """Test MOD (an id or a path): its own tests, plus generated playthroughs.

    Runs the mod's code without approval. Exit code 1 if a test fails.
    """
    set_trust(context, Trust.NAMED)
    target = find_mod(mod)
    default_seeds, default_turns = QUICK_SIZE if quick else FULL_SIZE
    request = ConformanceRequest(
        path=target.files.path,
        name=mod,
        game=game,
        seeds=(seed,) if seed is not None else tuple(range(1, (seeds or default_seeds) + 1)),
        turns=turns or default_turns,
        other_mods=with_mods,
        options=parse_pairs(options, "option"),
        settings=parse_pairs(settings, "set"),
        shuffle=shuffle,
    )
    errors = SafeConsole(stderr=True)
    rows: list[ConformanceResult] = []
    try:
        with errors.status("", spinner="line") as status, redirect_mod_output():
            for number, bench in enumerate(prepare_harnesses(request)):
                names = [name for name in only or CHECKS if name != "mod-tests" or number == 0]
                rows += run_checks(bench, names, lambda check: status.update(f"{bench.game.id}: {check}"))  # noqa: B023
    except (NoGameError, LoadError) as error:
        raise CliError(str(error)) from None
    failed = sum(row.failure_count for row in rows)
    if as_json:
        report = {"mod": target.id, "version": target.version, "hash": target.hash, "failed": failed}
        echo(json.dumps({**report, "tests": msgspec.to_builtins(rows)}, indent=2, ensure_ascii=False))
    else:
        _print_results(f"{target.id} {target.version}", rows)
    if failed:
        raise SystemExit(1)


def _print_results(title: str, rows: list[ConformanceResult]) -> None:
    console = SafeConsole()
    table = Table(box=None, pad_edge=False)
    for column in ("test", "", "result"):
        table.add_column(column, overflow="fold")
    table.add_column("s", justify="right")
    several = len({row.game for row in rows}) > 1
    for row in rows:
        name = f"{row.check} ({row.game.rpartition('.')[2]})" if several else row.check
        color = OUTCOME_COLORS[row.outcome]
        table.add_row(name, f"[{color}]{row.outcome.value}[/]", escape(row.summary), f"{row.seconds:.1f}")
    console.print(table)
    shown: set[tuple[str, str, str]] = set()
    for row in rows:
        new = [failure for failure in row.failures if get_failure_key(failure) not in shown]
        for failure in new:
            echo(f"\n{failure}")
        shown |= {get_failure_key(failure) for failure in new}
        if row.failure_count > len(new):
            more = f"{row.failure_count - len(new)} more of the same kind" if new else "as above"
            echo(f"\n{row.check}: {more}")
    failed = [row for row in rows if row.outcome is CheckOutcome.FAILED]
    seconds = sum(row.seconds for row in rows)
    words = f"{len(failed)} of {len(rows)} failed" if failed else "all passed"
    echo(f"\n{title}: {words} ({seconds:.1f} s)")
