"""The command line, ``footfall``. Exit codes: 0 success, 1 failure, 2 wrong usage.

A command is imported only when it is asked for: ``--help`` imports the command line library alone.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from footfall import __version__
from footfall.diagnostics import UserError
from footfall.diagnostics.stop_signals import find_exit_code


class LazyGroup(click.Group):
    """A group of commands that are declared by name.

    Args:
        subcommands: for each name a group, or ``module:function`` in this package; and a summary of at most five
            words, so that ``--help`` does not cut it off.
    """

    def __init__(self, *args: Any, subcommands: Mapping[str, tuple[str | LazyGroup, str]], **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.subcommands = subcommands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands."""
        return sorted(self.subcommands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a command; None for an unknown name."""
        if cmd_name not in self.subcommands:
            return None
        place = self.subcommands[cmd_name][0]
        if isinstance(place, LazyGroup):
            return place
        module, _, name = place.partition(":")
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command; for an unknown name, the error suggests one of a group, or the closest one."""
        if args[0] not in self.subcommands and not args[0].startswith("-"):
            from footfall.diagnostics.findings import suggest  # only for an error: it takes longer than the rest

            groups = [(name, held) for name, (held, _) in self.subcommands.items() if isinstance(held, LazyGroup)]
            inner = [f"{name} {args[0]}" for name, group in groups if args[0] in group.subcommands]
            near = f", did you mean {inner[0]!r}?" if inner else suggest(args[0], self.subcommands)
            ctx.fail(f"There is no command {args[0]!r}{near}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and summaries."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.subcommands[name][1]) for name in self.list_commands(ctx)])


class MainGroup(LazyGroup):
    """The group of all commands. A file that cannot be read or written ends a command with one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command. A stop signal ends it without a word."""
        from .terminal import prepare_streams, watch_breakpoints  # ``--help`` needs none of this

        try:
            prepare_streams()
            try:
                import_module("footfall.kernels")  # here FOOTFALL_BACKEND decides
            except ValueError as error:
                raise click.UsageError(str(error)) from None
            except ImportError as error:
                raise click.ClickException(str(error)) from None
            from .options import check_variables  # slow to import
            from .output import CliError, describe_os_error, report_tripwire

            ctx.call_on_close(report_tripwire)
            ctx.call_on_close(watch_breakpoints())
            try:
                check_variables(ctx)
                return super().invoke(ctx)
            except UserError as error:
                raise CliError(str(error)) from error
            except UnicodeEncodeError as error:
                text = f"{error.object!a} is not valid text; if this is the path of a file or folder, rename it"
                raise CliError(text) from error
            except OSError as error:
                if error.errno == errno.EPIPE:  # the reader of a pipe has left; click handles it
                    raise
                raise CliError(describe_os_error(error)) from error
        except KeyboardInterrupt as interrupt:
            raise click.exceptions.Exit(find_exit_code(interrupt)) from None


INDEXES = LazyGroup(
    "index",
    help="The indexes that mods are found in, in the order in which they are asked.",
    subcommands={
        "add": ("mods.search:add", "Add an index."),
        "list": ("mods.search:list_indexes", "List the indexes."),
        "remove": ("mods.search:remove", "Forget an index."),
    },
)

PROFILES = LazyGroup(
    "profile",
    help="""Sets of installed mods, with their own choices and saved games; the contents are stored once.

    The profile "default" also plays with the mods in the folders mods/, the others with exactly their own.
    """,
    subcommands={
        "new": ("mods.profiles:create", "Create a profile."),
        "list": ("mods.profiles:list_profiles", "List the profiles."),
        "use": ("mods.profiles:use", "Use a profile from now."),
        "remove": ("mods.profiles:remove", "Remove a profile."),
        "share": ("mods.profiles:share", "Write a profile to share."),
        "pin": ("mods.profiles:pin_mod", "Keep a mod's version."),
        "lock": ("mods.profiles:lock_mods", "Write or compare lock files."),
    },
)

MODS = LazyGroup(
    "mods",
    help="Create, check, test and manage mods.",
    subcommands={
        "new": ("mods.new:create_mod", "Create a mod from template."),
        "run": ("mods.run:run_mod", "Play a game with MOD."),
        "check": ("mods.check:check_mod", "Check mods for mistakes."),
        "test": ("mods.test:run_tests", "Run every test of MOD."),
        "pack": ("mods.pack:pack_mod", "Pack a mod as zip."),
        "index": (INDEXES, "Add and list indexes."),
        "search": ("mods.search:search_mods", "Find mods in the indexes."),
        "show": ("mods.search:show_mod", "Show a mod, its changes."),
        "install": ("mods.install:install_mods", "Install mods and their requirements."),
        "update": ("mods.install:update_mods", "Update mods, after showing changes."),
        "remove": ("mods.install:remove_mods", "Remove installed mods."),
        "undo": ("mods.install:undo_change", "Take back the last change."),
        "profile": (PROFILES, "Manage and share mod sets."),
        "approve": ("mods.approve:approve_mod", "Approve a mod's Python code."),
        "list": ("mods.list:list_mods", "List mods in load order."),
        "set": ("mods.settings:set_setting", "Set or list mod settings."),
        "on": ("mods.settings:enable_mod", "Enable a mod by default."),
        "off": ("mods.settings:disable_mod", "Disable a mod by default."),
    },
)

PUBLISHING = LazyGroup(
    "index",
    help="Publish a folder of packed mods: index, pages, signature, tests.",
    subcommands={
        "build": ("index.build:build", "Build a folder's index."),
        "check": ("index.check:check", "Test mods with each other."),
        "key": ("index.build:create", "Create a signing key."),
    },
)

RECORDS = LazyGroup(
    "data",
    help="Inspect content records, their history and their schema.",
    subcommands={
        "show": ("data:show_records", "Show records and their history."),
        "diff": ("data:diff_records", "Show records changed by mods."),
        "schema": ("data:print_schema", "Print JSON Schemas for editors."),
    },
)


ENVIRONMENTS = LazyGroup(
    "env",
    help="Measure programs that learn, and let language models play (see docs/research).",
    subcommands={
        "tasks": ("env:measure", "Measure players by tasks."),
        "agent": ("env:serve_agent", "Let a language model play."),
    },
)


@click.group(
    cls=MainGroup,
    subcommands={
        "play": ("play:play", "Play a game on screen."),
        "run": ("run:run", "Play a game without display."),
        "env": (ENVIRONMENTS, "Environments for programs that learn."),
        "serve": ("serve:serve", "Serve games to browsers."),
        "stats": ("stats:stats", "Add up finished games."),
        "compare": ("compare:compare_continuations", "Compare continuations of a replay."),
        "map": ("replay:write_map", "Draw a replay's map."),
        "replay": ("replay:replay", "Verify or view a replay."),
        "generate": ("generate:generate", "Generate a level or dungeon."),
        "simulate": ("simulate:simulate", "Play many games with bots."),
        "mods": (MODS, "Create, check and manage mods."),
        "index": (PUBLISHING, "Publish a folder of mods."),
        "data": (RECORDS, "Inspect content records and schemas."),
        "doctor": ("doctor:run_doctor", "Diagnose this installation."),
        "hooks": ("hooks:hooks", "List hooks and their implementations."),
        "keys": ("keys:keys", "Print a game's key bindings."),
        "docs": ("docs:docs", "Print or write reference pages."),
        "bisect": ("bisect:bisect", "Find mods behind a failure."),
        "bench": ("bench:bench", "Compare Rust and Python kernels."),
        "why": ("why:why", "Explain one turn of play."),
    },
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="footfall")
def main() -> None:
    """Play, mod and simulate turn-based games."""
