"""Yes or no from the command line, also through a pipe that goes on with the keys of the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, BinaryIO

import click

from footfall.engine.model import Message

ENGLISH_YES, NO = ("y", "yes"), ("n", "no", "")


def confirm(question: Message, translate: Callable[[Any], str]) -> bool:
    """Asks a question whose default is no, in the language of the game; English answers count as well.

    A pipe is read without a buffer, so the lines after the answer are left to the front end. Its first line is the
    answer: if it is neither yes nor no, the rest are keys that were not meant for the question, which counts as no.

    Raises:
        click.Abort: the input ended before an answer.
    """
    yes = (*translate(Message("footfall-ask-yes")).split(), *ENGLISH_YES)
    text = f"{translate(question)} [{yes[0]}/N]"
    try:
        number = sys.stdin.fileno()
    except OSError:  # not a file, so no other program part can read it
        return _ask(text, yes, translate, _prompt)
    if sys.stdin.isatty():
        return _ask(text, yes, translate, _prompt)
    with open(number, "rb", buffering=0, closefd=False) as pipe:
        return _ask(text, yes, translate, lambda text: _read_line(pipe, text), repeats=False)


def _ask(
    text: str,
    yes: tuple[str, ...],
    translate: Callable[[Any], str],
    read: Callable[[str], str],
    *,
    repeats: bool = True,
) -> bool:
    """Asks until there is an answer; once if it does not repeat."""
    while (answer := read(text).strip().casefold()) not in (*yes, *NO):
        click.echo(translate(Message("footfall-ask-again", {"yes": yes[0]})))
        if not repeats:
            return False
    return answer in yes


def _prompt(text: str) -> str:
    return str(click.prompt(text, default="", show_default=False))


def _read_line(pipe: BinaryIO, text: str) -> str:
    click.echo(f"{text}: ", nl=False)
    line = pipe.readline()
    if not line:
        raise click.Abort
    return line.decode(errors="replace")
