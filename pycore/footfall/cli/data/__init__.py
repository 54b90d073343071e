"""``footfall data``: the group of commands that inspect content records."""

from __future__ import annotations

import click

from .diff import diff_records
from .schema import print_schema
from .show import show_records


@click.group("data", short_help="Inspect content records and schemas.")
def data_group() -> None:
    """Inspect content records, their history and their schema."""


for command in (show_records, diff_records, print_schema):
    data_group.add_command(command)
