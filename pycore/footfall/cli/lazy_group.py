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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command; for an unknown name, the error suggests the closest one."""
        if args[0] not in self.subcommands and not args[0].startswith("-"):
            from footfall.diagnostics.findings import suggest  # only for an error: it takes longer than the rest

            ctx.fail(f"There is no command {args[0]!r}{suggest(args[0], self.subcommands)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and summaries."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.subcommands[name][1]) for name in self.list_commands(ctx)])
