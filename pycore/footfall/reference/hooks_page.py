"""Renders the page of hooks: those of every game and those of each game, with the fields of their events.

Also the page of words: which texts a field, a reading or a deed takes in each game.
"""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from footfall.api import events
from footfall.content.record_types import Ref, Words
from footfall.diagnostics.docstrings import parse_summary
from footfall.engine.declarations.rules import HookKind
from footfall.expressions.typed import describe_type
from footfall.loader import LoadResult
from footfall.loader.hooks.contract import CONTRACT, HookSpec, find_event_type
from footfall.loader.rules.scope import Vocabulary, find_rule_type, list_fields as list_readable_fields
from footfall.loader.rules.words import WordTable, list_marks

from .game_pages import format_reading, list_new
from .typenames import escape_bars, list_fields, render_cell, render_code, render_prose, render_table


def list_word_places(vocabulary: Vocabulary) -> Iterator[tuple[str, Any]]:
    """Yields each field, reading and deed that holds a text, as rules write it, with its declared type."""
    for hook, spec in vocabulary.hooks.items():
        for field, type in list_readable_fields(spec).items():
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


def describe_rule_type(type: Any, table: WordTable) -> str:
    """Returns a type in rules as data, with its words if it has some."""
    name = describe_type(find_rule_type(type))
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


_RETURN_TEXTS = {
    HookKind.FOLD: "a list of terms (`set_to`, `add`, `mul`) and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "`ALLOW`, `PASS` or `Deny(Message(...))`",
    HookKind.FIRST: "an answer, or None to pass",
    HookKind.CHAIN: "a list of `Step`",
    HookKind.COLLECT: "a list of contributions",
}


def render_hooks_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page about hooks."""
    yield "How to write, filter and order hooks: [Hooks](../modding/hooks.md). `footfall hooks NAME` prints a hook"
    yield "and its implementations. Rules as data read the fields of the event by their names, and a hook of one game"
    yield "may be named without its game: `on_hunger` for `core.stealth:on_hunger`."
    yield from ("", "## Every game", "", *_render_index(CONTRACT))
    published = list_new(games, lambda loaded: {name: spec for name, spec in loaded.contract.items() if spec.owner})
    by_game = [(game.id, loaded, hooks) for loaded, game, hooks in published if hooks]
    for id, _, hooks in by_game:
        yield from ("", f"## Hooks of {id}", "", *_render_index(hooks))
    for name, spec in CONTRACT.items():
        event = find_event_type(spec.function)
        yield from _render_hook(name, spec, [f"event [{event.__name__}](#{event.__name__.lower()})"] if event else [])
    for _, loaded, hooks in by_game:
        assert loaded.vocabulary is not None
        table = WordTable(loaded.vocabulary.words, loaded.rules.records, loaded.vocabulary.deeds)
        for name, spec in hooks.items():
            event = find_event_type(spec.function)
            yield from _render_hook(name, spec, [f"event `{event.__name__}` of `{event.__module__}`"] if event else [])
            rows = [
                (f"`{field.name}`", describe_field(spec, field.name, table), render_cell(field.text))
                for field in (list_fields(event) if event else ())
            ]
            yield from ("", *render_table(("field", "value", ""), rows))
    yield from ("", "## Events", "")
    for name in events.__all__:
        kind = getattr(events, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from (f"### {name}", "", render_prose(parse_summary(kind)), "")
            rows = [
                (f"`{field.name}`", escape_bars(field.hint), render_cell(field.text)) for field in list_fields(kind)
            ]
            yield from (*render_table(("field", "type", ""), rows), "") if rows else ()


def _render_index(hooks: Mapping[str, HookSpec]) -> Iterator[str]:
    rows = (
        (
            f"[`{name}`](#{name.replace('.', '').replace(':', '')})",
            spec.kind.value,
            render_cell(get_hook_doc(spec).splitlines()[0]),
        )
        for name, spec in hooks.items()
    )
    return render_table(("hook", "kind", ""), rows)


def _render_hook(name: str, spec: HookSpec, links: list[str]) -> Iterator[str]:
    body, _, example = get_hook_doc(spec).partition("Example: ")
    yield from ("", f"## {name}", "", render_prose(" ".join(body.split())), "")
    facts = [f"kind **{spec.kind.value}**", f"returns {_RETURN_TEXTS[spec.kind]}"]
    facts += [f"terms {render_code(spec.terms)}"] if spec.terms else []
    facts += links
    facts += [f"since {spec.since}"] if spec.since else []
    yield "; ".join(facts) + "."
    if example:
        code = example.strip().removeprefix("``").removesuffix("``")
        yield from ("", "```python", code.replace("``", ""), "```")


def get_hook_doc(spec: HookSpec) -> str:
    """Returns the description of a hook."""
    return inspect.getdoc(spec.function) or ""


def describe_field(spec: HookSpec, name: str, table: WordTable) -> str:
    """Returns the type of a field in rules as data, with its words."""
    type = spec.find_field_type(name, exact=True)
    return describe_rule_type(type, table) if find_rule_type(type) else "only for code"
