"""Renders the page of words: which texts a field, a reading or a deed takes in each game."""

from collections.abc import Iterator, Sequence
from typing import Any

from footfall.content.record_types import Ref, Words
from footfall.expressions.typed import describe_type as describe_rule_type
from footfall.loader import LoadResult
from footfall.loader.rules.scope import Vocabulary, find_rule_type, list_fields
from footfall.loader.rules.words import WordTable, list_marks

from .game_pages import format_reading
from .typenames import render_code, render_table


def list_word_places(vocabulary: Vocabulary) -> Iterator[tuple[str, Any]]:
    """Yields each field, reading and deed that holds a text, as rules write it, with its declared type."""
    for hook, spec in vocabulary.hooks.items():
        for field, type in list_fields(spec).items():
            if type in ("text", "any") and not spec.is_chance:
                yield f"{hook}: {field}", spec.find_field_type(field, exact=True)
    for subject, readable in vocabulary.readings.readable.items():
        source = vocabulary.readings.sources[subject]
        if readable.type == "text":
            yield format_reading(readable), source.type
        for name, type in source.parameters.items():
            if find_rule_type(type) == "text":
                yield f"{readable.key}({name})", type
    for name, deed in vocabulary.deeds.items():
        for key, type in deed.parameters.items():
            if find_rule_type(type) == "text":
                yield f"do.{name}: {key}", type


def render_words_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page of words."""
    yield "A rule compares these fields and readings with the words of their lists, and gives readings and deeds such"
    yield "words ([the rule](../modding/grammar.md#words)). A list with *and words of mods* is open: `[words]` in a"
    yield "file of content adds to it. `footfall data show KIND` lists the records with those of your mods."
    for loaded in games:
        vocabulary, game = loaded.vocabulary, loaded.game
        assert vocabulary is not None
        assert game is not None
        table = WordTable(vocabulary.words, loaded.rules.records, vocabulary.deeds)
        users: dict[str, list[str]] = {}
        for place, type in list_word_places(vocabulary):
            if table.find(type) is not None:
                users.setdefault(describe_words(type, table), []).append(place)
        rows = [(text, render_code(places)) for text, places in users.items()]
        yield from ("", f"## {game.id}", "", *render_table(("words", "used by"), rows))
        kinds = dict.fromkeys(ref.kind for _, type in list_word_places(vocabulary) for ref in _list_refs(type, table))
        for kind in kinds:
            ids = loaded.rules.records.list_ids(kind)
            if ids:
                yield from ("", f"### {kind}: {game.id}", "", render_code(ids))


def _list_refs(type: Any, table: WordTable) -> Iterator[Ref]:
    for mark in list_marks(type):
        if isinstance(mark, Ref):
            yield mark
        elif isinstance(mark, Words):
            yield from table.expand(mark).refs


def describe_type(type: Any, table: WordTable) -> str:
    """Returns a type in rules as data, with its words if it has some."""
    name = describe_rule_type(find_rule_type(type))
    return name if table.find(type) is None else f"{name}: {describe_words(type, table)}"


def describe_words(type: Any, table: WordTable) -> str:
    """Returns the words of a type, and the kinds of record whose ids belong to it."""
    parts = []
    for mark in list_marks(type):
        if isinstance(mark, Words):
            listed = table.expand(mark)
            parts += [render_code(listed.words)] if listed.words else []
            parts += [f"*and words of mods: `{mark.name}`*"] if listed.is_open else []
    return ", ".join([*parts, *(f"ids of `{ref.kind}`" for ref in dict.fromkeys(_list_refs(type, table)))])
