"""Renders the page of readings and deeds: what rules as data may read and do in each game."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from typing import Any

from footfall.api.deeds import Deed
from footfall.content.record_types import MessageId, Ref, Words
from footfall.expressions.typed import Readable, describe_type
from footfall.loader import LoadResult
from footfall.loader.rules.scope import find_rule_type

from .typenames import render_cell


def render_readings_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page."""
    yield "What rules as data read and do: [the grammar](../modding/grammar.md). A reading of a thing stands after it:"
    yield "`attacker.stat('luck')`. Steps are its cost in `footfall mods check --cost`. Code calls the same functions"
    yield "in the game's `api` module. What an earlier game has is listed there."
    documented: set[object] = set()
    for loaded in games:
        assert loaded.game is not None
        assert loaded.vocabulary is not None
        rows = [*_render_readings(loaded, documented), *_render_deeds(loaded, documented)]
        if rows:
            yield from ("", f"## {loaded.game.id}", *rows)


def _render_readings(loaded: LoadResult, documented: set[object]) -> Iterator[str]:
    assert loaded.vocabulary is not None
    table = loaded.vocabulary.readings
    new = {key: readable for key, readable in table.readable.items() if key not in documented}
    documented |= set(new)
    if new:
        yield from ("", "### Readings", "", "| reading | value | unit | steps | |", "|---|---|---|---|---|")
    for key, readable in sorted(new.items()):
        source = table.sources[key]
        value = describe_type(readable.type)
        yield (
            f"| `{write_reading(readable)}` | {value} | {source.unit} | {readable.steps} | {render_cell(source.doc)} |"
        )


def write_reading(readable: Readable) -> str:
    """Returns a reading as an expression: ``actor.stat(text)``."""
    arguments = readable.parameters[1:] if readable.subject else readable.parameters
    return readable.key + (f"({', '.join(arguments)})" if arguments else "")


def _render_deeds(loaded: LoadResult, documented: set[object]) -> Iterator[str]:
    assert loaded.vocabulary is not None
    new = {name: deed for name, deed in loaded.vocabulary.deeds.items() if deed.build not in documented}
    documented |= {deed.build for deed in new.values()}
    if new:
        yield from ("", "### Deeds", "", "| deed | values | |", "|---|---|---|")
    for name, deed in new.items():
        values = "; ".join(describe_value(deed, key, type) for key, type in deed.parameters.items())
        yield f"| `do.{name}` | {values} | {render_cell(deed.doc)} |"


def describe_value(deed: Deed, name: str, type: Any) -> str:
    """Returns a value of a deed with its type and default."""
    words = describe_type(find_rule_type(type))
    for mark in typing.get_args(type)[1:]:
        if isinstance(mark, Ref):
            words = f"id of a record of kind {mark.kind}"
        elif isinstance(mark, Words):
            words = " or ".join(f"`{word}`" for word in mark.words)
        elif isinstance(mark, MessageId):
            words = "id of a text"
    default = f", else {deed.defaults[name]!r}" if name in deed.defaults else ""
    return f"`{name}`: {words}{default}"
