"""Yes or no from the command line, also through a pipe that goes on with the keys of the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

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
    with suppress(OSError):  # not a file: no other part of the program can read it
        if not sys.stdin.isatty():
            with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as pipe:
                click.echo(f"{text}: ", nl=False)
                line = pipe.readline()
            if not line:
                raise click.Abort
            return _understand(line.decode(errors="replace"), yes, translate) is True
    while (answer := _understand(click.prompt(text, default="", show_default=False), yes, translate)) is None:
        pass
    return answer


def _understand(answer: str, yes: tuple[str, ...], translate: Callable[[Any], str]) -> bool | None:
    """Returns whether an answer is yes; None if it is neither yes nor no, after saying so."""
    answer = answer.strip().casefold()
    if answer in (*yes, *NO):
        return answer in yes
    click.echo(translate(Message("footfall-ask-again", {"yes": yes[0]})))
    return None
