"""``footfall data``: the group of commands that inspect content records."""

from __future__ import annotations

import click

from ..lazy_group import LazyGroup

COMMANDS = {
    "show": ("show:show_records", "Show records and their history."),
    "diff": ("diff:diff_records", "Show records changed by mods."),
    "schema": ("schema:print_schema", "Print JSON Schemas for editors."),
}
"""Where each command is, and its summary."""


@click.group("data", cls=LazyGroup, subcommands=COMMANDS, package=__name__)
def data_group() -> None:
    """Inspect content records, their history and their schema."""
