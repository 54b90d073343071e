"""The command line, ``footfall``. Exit codes: 0 success, 1 failure, 2 wrong usage."""

from __future__ import annotations

import click

from footfall import __version__
from footfall.loader import tripwire

from .bench import bench
from .bisect import bisect
from .data import data_group
from .docs import docs
from .generate import generate
from .hooks import hooks
from .keys import keys
from .mods import mods_group
from .options import MainGroup, current_trust, set_trust
from .output import echo
from .play import play
from .replay import replay
from .run import run
from .simulate import simulate
from .why import why


@click.group(cls=MainGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="footfall")
@click.pass_context
def main(context: click.Context) -> None:
    """Play, mod and simulate turn-based games."""
    context.call_on_close(_report_tripwire)
    set_trust(context, current_trust())


def _report_tripwire() -> None:
    """Prints uses of files, processes or the network by mods."""
    trips = tripwire.take_new_trips()
    for trip in trips[:MAX_TRIPS_SHOWN]:
        echo(f"tripwire: {trip}", err=True)
    if len(trips) > MAX_TRIPS_SHOWN:
        echo(f"tripwire: and {len(trips) - MAX_TRIPS_SHOWN} more", err=True)


MAX_TRIPS_SHOWN = 10
"""Trips printed at the end of a command."""


for command in (play, run, replay, generate, simulate, mods_group, data_group, hooks, keys, docs, bisect, bench, why):
    main.add_command(command)
