"""``footfall index``: the group of commands for publishers of mods."""

from __future__ import annotations

import click

from ..lazy_group import LazyGroup

COMMANDS = {
    "build": ("build:build", "Build a folder's index."),
    "check": ("check:check", "Test mods with each other."),
    "key": ("key:create", "Create a signing key."),
}
"""Where each command is, and its summary."""


@click.group("index", cls=LazyGroup, subcommands=COMMANDS, package=__name__)
def index_group() -> None:
    """Publish a folder of packed mods: index, pages, signature, tests."""
