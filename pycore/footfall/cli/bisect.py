"""``footfall bisect``: finds the mods and commands that reproduce a failure."""

from pathlib import Path

import click

from footfall.bisect.culprits import BisectResult, find_culprits, shorten_repro
from footfall.bisect.repro import Repro, open_repro, rewrite_repro
from footfall.diagnostics.plural import join_list
from footfall.loader import discover
from footfall.loader.isolation import trust

from .options import ANY_PATH, current_trust, trust_option
from .output import CliError, Report, prints_report
from .tables import SafeConsole


@click.command()
@click.argument("file", metavar="REPRO.zip", type=ANY_PATH)
@click.option("--out", type=ANY_PATH, help="Write a minimal repro to this file.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Time limit of one replay, in seconds.",
)
@prints_report
@trust_option
def bisect(file: Path, out: Path | None, timeout: float) -> Report:
    """Find the smallest set of mods and the shortest list of commands that reproduce a failure.

    REPRO.zip is written by a crash or by `footfall run --repro`. Its mods run only if they are approved, or
    with --trust.
    """
    errors = SafeConsole(stderr=True)
    with open_repro(file) as (repro, paths), errors.status("", spinner="line") as status:

        def on_progress(phase: str, count: int) -> None:
            status.update(f"replay {count}: {phase}")

        mods, _ = discover(list(paths.values()), all_sources=False)
        level = current_trust()
        if ids := [mod.id for mod in mods.values() if not trust.can_run(mod, level)]:
            text = f"{file}: it contains mods with Python code that is not approved: {join_list(ids, 5)}"
            raise CliError(f"{text}\nif you trust them: footfall bisect {file} --trust")
        result = find_culprits(repro, paths, on_progress, timeout=timeout)
        if result is None:
            raise CliError(f"{file}: the failure does not occur here: {repro.failure}")
        if out is not None:
            rewrite_repro(out, shorten_repro(repro, result), paths)
    total = len(repro.mods) - len(repro.rules)
    blame = f"culprits in combination: {', '.join(result.culprits)}"
    if not result.culprits:
        blame = "no mod is needed: the game itself fails"
    elif len(result.culprits) == 1:
        blame = f"culprit: {result.culprits[0]}"
    lines = [
        str(result.failure),
        *(f"rule: {rule} of {mod}" for mod, rule in result.rules),
        f"{blame} ({len(result.culprits)} of {total} mods, {result.mod_replays} replays)",
        f"{len(result.commands)} of {len(repro.commands)} commands are needed ({result.command_replays} replays)",
        *([f"written: {out}"] if out is not None else []),
    ]
    return Report(_build_data(repro, result), lines)


def _build_data(repro: Repro, result: BisectResult) -> dict[str, object]:
    return {
        "error": result.failure.error,
        "mod": result.failure.mod,
        "via": result.failure.via,
        "where": result.failure.place,
        "guilty": list(result.culprits),
        "rules": [f"{mod} {rule}" for mod, rule in result.rules],
        "mods": len(repro.mods) - len(repro.rules),
        "commands": [repro.commands[index] for index in result.commands],
        "replays": {"mods": result.mod_replays, "commands": result.command_replays},
    }
