"""``footfall mods test``: runs a mod's own tests and the conformance checks."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
from rich.markup import escape

from footfall.conformance.harness import ConformanceRequest
from footfall.conformance.prepare import prepare_harnesses
from footfall.conformance.run_checks import CHECKS, CheckOutcome, ConformanceResult, get_failure_key, run_checks
from footfall.loader import Trust

from ..mod_lookup import find_mod
from ..options import GameOptions, game_options, set_trust
from ..output import Report, prints_report
from ..playing import redirect_mod_output
from ..tables import PrintableTable, SafeConsole

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
@prints_report
@game_options("set", "option")
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
    setup: GameOptions,
) -> Report:
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
        options=setup.option_values,
        settings=setup.setting_values,
        shuffle=shuffle,
    )
    rows: list[ConformanceResult] = []
    with SafeConsole(stderr=True).status("", spinner="line") as status, redirect_mod_output():
        for number, bench in enumerate(prepare_harnesses(request)):
            names = [name for name in only or CHECKS if name != "mod-tests" or number == 0]
            rows += run_checks(bench, names, lambda check: status.update(f"{bench.game.id}: {check}"))  # noqa: B023
    failed = sum(row.failure_count for row in rows)
    data = {"mod": target.id, "version": target.version, "hash": target.hash, "failed": failed}
    lines = _describe_results(f"{target.id} {target.version}", rows)
    return Report({**data, "tests": msgspec.to_builtins(rows)}, lines, has_failed=failed > 0)


def _describe_results(title: str, rows: list[ConformanceResult]) -> Iterator[object]:
    table = PrintableTable(box=None, pad_edge=False)
    for column in ("test", "", "result"):
        table.add_column(column, overflow="fold")
    table.add_column("s", justify="right")
    has_several = len({row.game for row in rows}) > 1
    for row in rows:
        name = f"{row.check} ({row.game.rpartition('.')[2]})" if has_several else row.check
        color = OUTCOME_COLORS[row.outcome]
        table.add_row(name, f"[{color}]{row.outcome.value}[/]", escape(row.summary), f"{row.seconds:.1f}")
    yield table
    shown: set[tuple[str, str, str]] = set()
    for row in rows:
        new = [failure for failure in row.failures if get_failure_key(failure) not in shown]
        yield from (f"\n{failure}" for failure in new)
        shown |= {get_failure_key(failure) for failure in new}
        if row.failure_count > len(new):
            more = f"{row.failure_count - len(new)} more of the same kind" if new else "as above"
            yield f"\n{row.check}: {more}"
    failed = sum(row.outcome is CheckOutcome.FAILED for row in rows)
    seconds = sum(row.seconds for row in rows)
    words = f"{failed} of {len(rows)} failed" if failed else "all passed"
    yield f"\n{title}: {words} ({seconds:.1f} s)"
