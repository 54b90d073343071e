"""Groups that import a command only when it is asked for: ``--help`` imports the command line library alone."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class LazyGroup(click.Group):
    """A group of commands that are declared by name.

    Args:
        subcommands: the commands in order: for each name ``(module:function, summary)``. The module is relative to
            `package`; the summary has at most five words, so that ``--help`` does not cut it off.
        package: the package of the modules.
    """

    def __init__(self, *args: Any, subcommands: Mapping[str, tuple[str, str]], package: str, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.subcommands = subcommands
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands."""
        return sorted(self.subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a command; None for an unknown name."""
        if cmd_name not in self.subcommands:
            return None
        module, _, name = self.subcommands[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"{self.package}.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and summaries."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.subcommands[name][1]) for name in self.list_commands(ctx)])
