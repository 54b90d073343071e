"""The command line: ``footfall ...``. Exit codes: 0 done, 1 it went wrong, 2 wrong usage."""

from __future__ import annotations

import click

from footfall import __version__

from .bench import bench
from .bisect import bisect
from .data import data
from .generate import generate
from .hooks import hooks
from .mods import mods
from .play import play
from .replay import replay
from .run import run
from .simulate import simulate


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="footfall")
def main() -> None:
    """Turn-based games made of rules that other people can change."""


for command in (play, run, replay, generate, simulate, mods, data, hooks, bisect, bench):
    main.add_command(command)
