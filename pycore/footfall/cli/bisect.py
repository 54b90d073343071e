"""``footfall bisect``: finds the mods behind a failure, unattended."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console

from footfall.bisect.culprits import BisectResult, find_culprits, shorten_repro
from footfall.bisect.repro import Repro, ReproError, open_repro, rewrite_repro
from footfall.loader import discover, trust

from .options import CliError, current_trust, trust_option


@click.command()
@click.argument("file", metavar="REPRO.zip", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Write the shortened repro here.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds of a replay at most.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@trust_option
def bisect(file: Path, out: Path | None, timeout: float, as_json: bool) -> None:
    """Find the mod, or the mods together, that a failure needs, and the fewest commands.

    REPRO.zip is what a crash leaves, and what `footfall run --repro` writes. The mods in it are run, if they
    are approved here or you say --trust.
    """
    errors = Console(stderr=True)
    try:
        with open_repro(file) as (repro, paths), errors.status("", spinner="line") as status:

            def on_progress(what: str, count: int) -> None:
                status.update(f"replay {count}: {what}")

            _require_approval(file, paths.values())
            found = find_culprits(repro, paths, on_progress, timeout=timeout)
            if found is None:
                raise CliError(f"{file}: it does not fail here: {repro.failure}")
            if out is not None:
                rewrite_repro(out, shorten_repro(repro, found), paths)
    except ReproError as error:
        raise CliError(str(error)) from None
    click.echo(
        json.dumps(_build_report(repro, found), indent=2)
        if as_json
        else "\n".join(_format_result(repro, found))
    )
    if out is not None and not as_json:
        click.echo(f"written: {out}")


def _require_approval(file: Path, paths: Iterable[Path]) -> None:
    """Refuses to run a stranger's code."""
    found, _ = discover(list(paths), all_sources=False)
    here = current_trust()
    wait = [mod.id for mod in found.values() if not trust.can_run(mod, here)]
    if wait:
        some = ", ".join(wait[:5]) + (f" and {len(wait) - 5} more" if len(wait) > 5 else "")
        text = f"{file}: mods in it have Python code that you have not approved: {some}"
        raise CliError(f"{text}\nif you know whose they are: footfall bisect {file} --trust")


def _format_result(repro: Repro, found: BisectResult) -> list[str]:
    of = len(repro.mods) - len(repro.rules)
    if not found.culprits:
        blame = "no mod is needed: the game fails by itself"
    elif len(found.culprits) == 1:
        blame = f"guilty: {found.culprits[0]}"
    else:
        blame = f"guilty only together: {', '.join(found.culprits)}"
    return [
        str(found.failure),
        f"{blame} ({len(found.culprits)} of {of} mods, {found.mod_replays} replays)",
        f"{len(found.commands)} of {len(repro.commands)} commands are needed ({found.command_replays} replays)",
    ]


def _build_report(repro: Repro, found: BisectResult) -> dict[str, object]:
    return {
        "error": found.failure.error,
        "mod": found.failure.mod,
        "via": found.failure.via,
        "where": found.failure.where,
        "guilty": list(found.culprits),
        "mods": len(repro.mods) - len(repro.rules),
        "commands": [repro.commands[index] for index in found.commands],
        "replays": {"mods": found.mod_replays, "commands": found.command_replays},
    }
