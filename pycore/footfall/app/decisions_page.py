"""The page of the last decisions of a finished game: its last commands, each with what the log said of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from footfall.api.scene import Line, Panel, Scene, Span, Tint
from footfall.engine.model import Command, Message
from footfall.engine.session import Session
from footfall.ui.pages import LOG_KIND_TINTS

from .command_words import list_command_words

COMMANDS_BACK = 30
"""Number of commands of a finished game that are shown again."""

DECISIONS_PAGE, DECISIONS_KEY = "decisions", "d"


def add_decisions_page(session: Session, scene: Scene) -> None:
    """Adds the page of the last decisions to the scene of a finished game."""
    scene.pages = {**scene.pages, DECISIONS_PAGE: build_decisions_page(session, scene)}
    scene.page_keys = {**scene.page_keys, DECISIONS_KEY: DECISIONS_PAGE}


def build_decisions_page(session: Session, scene: Scene) -> Panel:
    """Lists the last commands, the newest first, each with what the log said of it."""
    commands = session.commands
    first = max(0, len(commands) - COMMANDS_BACK)
    told = {turn: list(lines) for turn, lines in groupby(session.log, lambda line: line.turn)}
    lines = []
    for turn, command in reversed([*enumerate(commands[first:], first + 1)]):
        lines.append(Line(tuple(_describe_command(session, scene, turn, command))))
        said = ((line.message, LOG_KIND_TINTS.get(line.kind, Tint.DIM)) for line in told.get(turn, ()))
        lines += [Line((Span(" " * 7), Span(words, tint))) for words, tint in said]
    return Panel(Message("footfall-decisions-title"), tuple(lines), label=Message("footfall-decisions"))


def _describe_command(session: Session, scene: Scene, turn: int, command: Command) -> Iterator[Span]:
    yield Span(f"{session.display.count_turns(turn):>5}  ", Tint.DIM)
    for number, words in enumerate(list_command_words(session, scene, command)):
        yield Span(", " if number else "")
        yield Span(words, Tint.STRONG)
