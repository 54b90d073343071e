"""Yes or no from the command line, also through a pipe that goes on with the keys of the game."""

from __future__ import annotations

import sys

import click

_ANSWERS = {"y": True, "yes": True, "n": False, "no": False, "": False}


def confirm(question: str) -> bool:
    """Asks a question whose default is no.

    A pipe is read without a buffer, so the lines after the answer are left to the front end.

    Raises:
        click.Abort: the input ended before an answer.
    """
    try:
        number = sys.stdin.fileno()
    except OSError:  # not a file, so no other program part can read it
        return click.confirm(question, default=False)
    if sys.stdin.isatty():
        return click.confirm(question, default=False)
    with open(number, "rb", buffering=0, closefd=False) as pipe:
        while True:
            click.echo(f"{question} [y/N]: ", nl=False)
            line = pipe.readline()
            if not line:
                raise click.Abort
            answer = line.decode(errors="replace").strip().lower()
            if answer in _ANSWERS:
                return _ANSWERS[answer]
            click.echo("Error: invalid input")
