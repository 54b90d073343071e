"""Renders the page of the games' commands: their fields, keys, and how a command costs a turn."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence

from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import BoundCommand
from footfall.loader import LoadResult

from .api_page import read_first_sentence
from .field_words import list_fields
from .typenames import render_cell, render_prose


def render_turns_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page."""
    yield "A command costs a turn only through the changes that its handler returns; a `Refusal` is free. Each game"
    yield "says how: the function below returns the changes, and a handler of a mod ends its list with them. A vote"
    yield "that returns `Deny(reason, spends_turn=True)` adds them by itself."
    documented: set[type] = set()
    for loaded in games:
        game = loaded.game
        assert game is not None
        yield from ("", f"## {game.id}", "", render_prose(describe_turn(game)), "")
        yield f"Setup options: {', '.join(f'`{name}={value}`' for name, value in game.options.items()) or 'none'}."
        rows = [command for kind, command in loaded.rules.commands.items() if kind not in documented]
        documented |= set(loaded.rules.commands)
        if rows:
            yield from ("", "| command | fields | keys | |", "|---|---|---|---|", *map(_render_row, rows))


def describe_turn(game: Game) -> str:
    """How a command costs a turn in a game: the docstring of its `spend_turn`."""
    if game.spend_turn is None:
        return "It has no `spend_turn`: its rules count actions themselves, and a `Deny` never costs one."
    text = " ".join((inspect.getdoc(game.spend_turn) or "").split())
    return f"`spend_turn(ctx, actor)`: {text}"


def _render_row(command: BoundCommand) -> str:
    kind = command.spec.type
    fields = ", ".join(f"`{field.name}: {field.hint}`" for field in list_fields(kind) if field.name != "actor")
    keys = " ".join(f"`{key}`" for binding in command.spec.bindings for key in binding.keys if key != "|")
    tag = str(kind.__struct_config__.tag)
    return f"| `{tag}` | {fields.replace('|', chr(92) + '|')} | {keys} | {render_cell(read_first_sentence(kind))} |"
