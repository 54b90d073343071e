"""The command line, ``footfall``. Exit codes: 0 success, 1 failure, 2 wrong usage."""

from __future__ import annotations

import errno
from importlib import import_module
from typing import Any

import click

from footfall import __version__
from footfall.diagnostics.stop_signals import find_exit_code

from .lazy_group import LazyGroup

COMMANDS = {
    "play": ("play:play", "Play a game on screen."),
    "run": ("run:run", "Play a game without display."),
    "stats": ("stats:stats", "Add up finished games."),
    "replay": ("replay:replay", "Verify or view a replay."),
    "generate": ("generate:generate", "Generate a level or dungeon."),
    "simulate": ("simulate:simulate", "Play many games with bots."),
    "mods": ("mods:mods_group", "Create, check and manage mods."),
    "index": ("index:index_group", "Publish a folder of mods."),
    "data": ("data:data_group", "Inspect content records and schemas."),
    "hooks": ("hooks:hooks", "List hooks and their implementations."),
    "keys": ("keys:keys", "Print a game's key bindings."),
    "docs": ("docs:docs", "Print or write reference pages."),
    "bisect": ("bisect:bisect", "Find mods behind a failure."),
    "bench": ("bench:bench", "Compare Rust and Python kernels."),
    "why": ("why:why", "Explain one turn of play."),
}
"""Where each command is, and its summary."""


class MainGroup(LazyGroup):
    """The group of all commands. A file that cannot be read or written ends a command with one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command. A stop signal ends it without a word."""
        try:
            return self._invoke(ctx)
        except KeyboardInterrupt as interrupt:
            raise click.exceptions.Exit(find_exit_code(interrupt)) from None

    def _invoke(self, ctx: click.Context) -> Any:
        from .streams import prepare_streams  # ``--help`` needs none of this

        prepare_streams()
        try:
            import_module("footfall.kernels")  # here FOOTFALL_BACKEND decides
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        except ImportError as error:
            raise click.ClickException(str(error)) from None
        from .debugger import watch_breakpoints
        from .options import (  # slow to import
            CliError,
            check_compiled_variable,
            current_trust,
            describe_encoding_error,
            describe_os_error,
            report_tripwire,
            set_trust,
        )

        ctx.call_on_close(report_tripwire)
        ctx.call_on_close(watch_breakpoints())
        check_compiled_variable()
        try:
            set_trust(ctx, current_trust())
            return super().invoke(ctx)
        except UnicodeEncodeError as error:
            raise CliError(describe_encoding_error(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader of a pipe has left; click handles it
                raise
            raise CliError(describe_os_error(error)) from error


@click.group(
    cls=MainGroup,
    subcommands=COMMANDS,
    package=__name__,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="footfall")
def main() -> None:
    """Play, mod and simulate turn-based games."""
