"""Output to the terminal. Strings of mods cannot control it: control characters are shown as escapes."""

from __future__ import annotations

import re
import sys

import click

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters except tab and line feed, and controls of text direction."""


def escape_controls(text: str) -> str:
    r"""Shows control characters as escapes such as ``\u001b``, which JSON reads as the same character."""
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Prints text without control characters."""
    click.echo(escape_controls(str(text)), file=sys.stderr if err else sys.stdout, nl=nl)
