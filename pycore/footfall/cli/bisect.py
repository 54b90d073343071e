"""``footfall bisect``: finds the mods behind a failure, unattended."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click
from rich.console import Console

from footfall.bisect.hunt import Found, hunt, shortened
from footfall.bisect.repro import BadRepro, Repro, opened, rewrite
from footfall.loader import discover, trust

from .options import Trouble, trust_of_command, trust_option


@click.command()
@click.argument("file", metavar="REPRO.zip", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="Write the shortened repro here.")
@click.option(
    "--patience",
    type=click.FloatRange(min=0.1),
    default=60.0,
    show_default=True,
    help="Seconds of a replay at most.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@trust_option
def bisect(file: Path, out: Path | None, patience: float, as_json: bool) -> None:
    """Find the mod, or the mods together, that a failure needs, and the fewest commands.

    REPRO.zip is what a crash leaves, and what `footfall run --repro` writes. The mods in it are run, if they
    are approved here or you say --trust.
    """
    errors = Console(stderr=True)
    try:
        with opened(file) as (repro, paths), errors.status("", spinner="line") as status:

            def told(what: str, count: int) -> None:
                status.update(f"replay {count}: {what}")

            _check(file, paths.values())
            found = hunt(repro, paths, told, patience=patience)
            if found is None:
                raise Trouble(f"{file}: it does not fail here: {repro.failure}")
            if out is not None:
                rewrite(out, shortened(repro, found), paths)
    except BadRepro as error:
        raise Trouble(str(error)) from None
    click.echo(json.dumps(_report(repro, found), indent=2) if as_json else "\n".join(_words(repro, found)))
    if out is not None and not as_json:
        click.echo(f"written: {out}")


def _check(file: Path, paths: Iterable[Path]) -> None:
    """Refuses to run a stranger's code."""
    found, _ = discover(list(paths), everywhere=False)
    here = trust_of_command()
    wait = [mod.id for mod in found.values() if not trust.may_run(mod, here)]
    if wait:
        some = ", ".join(wait[:5]) + (f" and {len(wait) - 5} more" if len(wait) > 5 else "")
        text = f"{file}: mods in it have Python code that you have not approved: {some}"
        raise Trouble(f"{text}\nif you know whose they are: footfall bisect {file} --trust")


def _words(repro: Repro, found: Found) -> list[str]:
    of = len(repro.mods) - len(repro.rules)
    if not found.mods:
        blame = "no mod is needed: the game fails by itself"
    elif len(found.mods) == 1:
        blame = f"guilty: {found.mods[0]}"
    else:
        blame = f"guilty only together: {', '.join(found.mods)}"
    return [
        str(found.failure),
        f"{blame} ({len(found.mods)} of {of} mods, {found.mod_replays} replays)",
        f"{len(found.commands)} of {len(repro.commands)} commands are needed ({found.command_replays} replays)",
    ]


def _report(repro: Repro, found: Found) -> dict[str, object]:
    return {
        "error": found.failure.error,
        "mod": found.failure.mod,
        "via": found.failure.via,
        "where": found.failure.where,
        "guilty": list(found.mods),
        "mods": len(repro.mods) - len(repro.rules),
        "commands": [repro.commands[index] for index in found.commands],
        "replays": {"mods": found.mod_replays, "commands": found.command_replays},
    }
