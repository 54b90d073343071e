"""Renders the page of hooks: those of every game and those of each game, with the fields of their events."""

import inspect
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from footfall.api import events
from footfall.diagnostics.docstrings import parse_summary
from footfall.engine.declarations.rules import HookKind
from footfall.loader import LoadResult
from footfall.loader.hooks.contract import CONTRACT, HookSpec, find_event_type
from footfall.loader.rules.scope import find_rule_type
from footfall.loader.rules.words import WordTable

from .game_pages import list_new
from .typenames import FieldFacts, escape_bars, list_fields, render_cell, render_code, render_prose, render_table
from .words_page import describe_type

_RETURN_TEXTS = {
    HookKind.FOLD: "a list of terms (`set_to`, `add`, `mul`) and changes",
    HookKind.NOTIFY: "a list of changes",
    HookKind.VOTE: "`ALLOW`, `PASS` or `Deny(Message(...))`",
    HookKind.FIRST: "an answer, or None to pass",
    HookKind.CHAIN: "a list of `Step`",
    HookKind.COLLECT: "a list of contributions",
}


def list_game_hooks(loaded: LoadResult) -> Mapping[str, HookSpec]:
    """Returns the hooks that the mods of a game publish, by name."""
    return {name: spec for name, spec in loaded.contract.items() if spec.owner}


def render_hooks_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page about hooks."""
    yield "How to write, filter and order hooks: [Hooks](../modding/hooks.md). `footfall hooks NAME` prints a hook"
    yield "and its implementations. Rules as data read the fields of the event by their names, and a hook of one game"
    yield "may be named without its game: `on_hunger` for `core.stealth:on_hunger`."
    yield from ("", "## Every game", "", *_render_index(CONTRACT))
    by_game = [(game.id, loaded, hooks) for loaded, game, hooks in list_new(games, list_game_hooks) if hooks]
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
                (f"`{field.name}`", describe_field(spec, field.name, table), field.text)
                for field in list_event_fields(spec)
            ]
            yield from ("", *render_table(("field", "value", ""), ((a, b, render_cell(c)) for a, b, c in rows)))
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
    type = spec.find_field_type(name, True)
    return describe_type(type, table) if find_rule_type(type) else "only for code"


def list_event_fields(spec: HookSpec) -> list[FieldFacts]:
    """Returns the fields of a hook's event; none without an event."""
    event = find_event_type(spec.function)
    return [] if event is None else list(list_fields(event))


def list_undocumented_hooks(loaded: LoadResult) -> list[str]:
    """Lists the fields of the events of a game's hooks that have no description."""
    hooks = list_game_hooks(loaded).items()
    fields = ((name, field) for name, spec in hooks for field in list_event_fields(spec))
    return [f"{name}: {field.name}: no description" for name, field in fields if not field.text]
