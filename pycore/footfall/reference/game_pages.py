"""Renders the pages that list the contents of each game: chains and steps, commands, readings and deeds, chance.

Contents of several games are listed in the first of them only; games with fewer rule mods come first.
"""

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from footfall.api.deeds import Deed
from footfall.api.readings import Reading
from footfall.content.record_types import MessageId, Ref, Words
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import BoundStep
from footfall.expressions.typed import Readable, describe_type
from footfall.loader import LoadResult
from footfall.loader.rules.chance_hooks import make_chance_hook
from footfall.loader.rules.rule import show_value
from footfall.loader.rules.scope import Vocabulary, find_rule_type
from footfall.loader.rules.words import list_marks

from .api_page import read_first_sentence
from .typenames import format_hint, list_fields, render_cell, render_code, render_prose, render_table

K = TypeVar("K")
V = TypeVar("V")


def list_new(
    games: Sequence[LoadResult], list_contents: Callable[[LoadResult], Mapping[K, V]]
) -> Iterator[tuple[LoadResult, Game, dict[K, V]]]:
    """Yields each game with those of its contents that no earlier game has."""
    documented: set[K] = set()
    for loaded in games:
        assert loaded.game is not None
        new = {key: value for key, value in list_contents(loaded).items() if key not in documented}
        documented |= set(new)
        yield loaded, loaded.game, new


def render_chains_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page of chains and steps: their order in each game."""
    yield "A chain is a list of named steps that mods extend, replace or skip with `Step(name, run, before=, after=,"
    yield "replaces=, skip=)` in an implementation of its hook. The other steps of a game run when a rule or a mod"
    yield "pushes them: `Push(name, args)`. A step of the same name in an earlier game is listed there."
    chains = list_new(games, lambda loaded: {(*key, names): key for key, names in loaded.rules.hooks.chains.items()})
    all_steps = list_new(games, lambda loaded: loaded.rules.steps)
    for (loaded, game, new_chains), (_, _, steps) in zip(chains, all_steps, strict=True):
        lines: list[str] = []
        for hook, recipe, names in new_chains:
            if names:
                lines += ["", f"### {hook}: {recipe}", "", *_render_steps(loaded.rules.steps[name] for name in names)]
        chained = {name for names in loaded.rules.hooks.chains.values() for name in names}
        others = [step for name, step in steps.items() if name not in chained]
        if others:
            lines += ["", f"### Other steps of {game.id}", "", *_render_steps(others, is_numbered=False)]
        if lines:
            yield from ("", f"## {game.id}", *lines)


def _render_steps(steps: typing.Iterable[BoundStep], is_numbered: bool = True) -> Iterator[str]:
    rows = (
        (f"{number}" if is_numbered else "", f"`{step.name}`", step.mod, render_cell(read_first_sentence(step.run)))
        for number, step in enumerate(steps, 1)
    )
    return render_table(("", "step", "mod", ""), rows)


def render_chance_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page of the rules of chance: their numbers, and the facts that changes of these may read."""
    yield "A rule as data names one of these rules as its hook, and changes its numbers"
    yield "([how](../adding/chance.md#change-a-rule-of-the-game)). Its condition and values read facts and settings."
    by_rule = list_new(games, lambda loaded: {rule: name for name, rule in loaded.game.chances.items()})  # type: ignore[union-attr]
    for _, game, rules in by_rule:
        rows = []
        for rule, name in rules.items():
            spec = make_chance_hook(name, rule)
            text = render_cell(read_first_sentence(rule.function))
            rows.append((f"`{name}`", render_code(spec.terms), render_code(spec.fields or ()), text))
        if rows:
            yield from ("", f"## {game.id}", "", *render_table(("rule", "numbers", "facts", ""), rows))


def render_turns_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page of commands: their fields, keys, and how a command costs a turn."""
    yield "A command costs a turn only through the changes that its handler returns; a `Refusal` is free. Each game"
    yield "says how: the function below returns the changes, and a handler of a mod ends its list with them. A vote"
    yield "that returns `Deny(reason, spends_turn=True)` adds them by itself."
    yield ""
    yield "A test writes a command as a table: its `type`, which is the name below, and its fields. `actor`, who acts,"
    yield 'may be left out: `{ type = "core.king:use", item = "VIAL" }`.'
    for _, game, commands in list_new(games, lambda loaded: loaded.rules.commands):
        text = "It has no `spend_turn`: its rules count actions themselves, and a `Deny` never costs one."
        if game.spend_turn is not None:
            text = f"`spend_turn(ctx, actor)`: {' '.join((inspect.getdoc(game.spend_turn) or '').split())}"
        yield from ("", f"## {game.id}", "", render_prose(text), "")
        yield f"Setup options: {render_code(f'{name}={value}' for name, value in game.options.items()) or 'none'}."
        if commands:
            rows = []
            for command in commands.values():
                kind = command.spec.type
                fields = "; ".join(list_command_fields(kind))
                keys = " ".join(f"`{key}`" for binding in command.spec.bindings for key in binding.keys if key != "|")
                tag, words = f"`{kind.__struct_config__.tag}`", render_cell(read_first_sentence(kind))
                rows.append((tag, fields, keys, words))
            yield from ("", *render_table(("command", "fields", "keys", ""), rows))


def format_limit(listed: Readable) -> str:
    """Formats the maximum length of a list; within n cells there are (2 n + 1)² items."""
    return f"{listed.limit}{', or (2 n + 1)² if fewer' if listed.is_square else ''}"


def get_vocabulary(loaded: LoadResult) -> Vocabulary:
    """Returns the readings and deeds of a game."""
    assert loaded.vocabulary is not None
    return loaded.vocabulary


def render_readings_page(games: Sequence[LoadResult]) -> Iterator[str]:
    """Yields the page of readings and deeds, which rules as data read and do."""
    yield "What rules as data read and do: [the grammar](../modding/grammar.md). A reading of a thing stands after it:"
    yield "`attacker.stat('luck')`. Steps are its cost in `footfall mods check --cost`. A list has the nearest first."
    yield "Rules choose from its first items, at most as many as the table says; the rest is left out. What reads"
    yield "*nothing* on the screen is 0, false, empty or no cell in odds: they betray no plans, and nothing that is out"
    yield "of view. What an earlier game has is listed under it only. Code imports readings and deeds from `api`,"
    yield "`vocabulary` or `readings` of the game: `from footfall.plugins.stealth.vocabulary.ground import is_near`."
    # A reading of a command may have another type in another game.
    readings = list_new(
        games, lambda loaded: {(*key, r.type): r for key, r in get_vocabulary(loaded).readings.readable.items()}
    )
    lists = list_new(games, lambda loaded: get_vocabulary(loaded).readings.lists)
    deeds = list_new(
        games, lambda loaded: {inspect.unwrap(deed.build): name for name, deed in get_vocabulary(loaded).deeds.items()}
    )
    for (loaded, game, readable), (_, _, listed), (_, _, names) in zip(readings, lists, deeds, strict=True):
        lines: list[str] = []
        sources = get_vocabulary(loaded).readings.sources
        if readable:
            rows = [
                (sources[key[:2]], f"`{format_reading(r)}`", describe_type(r.type), sources[key[:2]].unit, f"{r.steps}")
                for key, r in sorted(readable.items())
            ]
            lines += ["", "### Readings", "", *render_readings(("reading", "value", "unit", "steps"), rows)]
        if listed:
            rows = [
                (sources[key], f"`{format_reading(r)}`", r.type, format_limit(r), f"{r.steps}")
                for key, r in sorted(listed.items())
            ]
            lines += ["", "### Lists", "", *render_readings(("list", "items", "at most", "steps"), rows)]
        if names:
            cells = []
            for name in names.values():
                deed = get_vocabulary(loaded).deeds[name]
                values = "; ".join(describe_value(deed, key, type) for key, type in deed.parameters.items())
                cells.append((f"`do.{name}`", values, render_cell(deed.doc)))
            lines += ["", "### Deeds", "", *render_table(("deed", "values", ""), cells)]
        if lines:
            yield from ("", f"## {game.id}", *lines)


def render_readings(head: Sequence[str], rows: Sequence[tuple[Reading, *tuple[str, ...]]]) -> Iterator[str]:
    """Yields a table of readings; where some have no value on the screen, with a column for it."""
    screen = ["on the screen"] * any(not source.is_shown for source, *_ in rows)
    cells = [
        (*row, *(("" if source.is_shown else "nothing") for _ in screen), render_cell(source.doc))
        for source, *row in rows
    ]
    yield from render_table((*head, *screen, ""), cells)


def format_reading(readable: Readable) -> str:
    """Formats a reading as an expression: ``actor.stat(text)``."""
    arguments = readable.parameters[1:] if readable.subject else readable.parameters
    return readable.key + (f"({', '.join(arguments)})" if arguments else "")


def describe_value(deed: Deed, name: str, type: Any) -> str:
    """Returns a value of a deed with its type and default."""
    default = f", else {show_value(deed.defaults[name])}" if name in deed.defaults else ""
    return f"`{name}`: {describe_value_type(type)}{default}"


def describe_value_type(type: Any) -> str:
    """Returns a type in words: its list of words, the kind of record that it names, or what it holds."""
    kind = find_rule_type(type)
    words = describe_type(kind) if kind else render_code([format_hint(type)])
    for mark in list_marks(type):
        if isinstance(mark, Ref):
            words = f"id of a record of kind {mark.kind}"
        elif isinstance(mark, Words):
            words = " or ".join(f"`{word}`" for word in mark.words if word) or words
        elif isinstance(mark, MessageId):
            words = "id of a text"
    return words


def list_command_fields(kind: type[msgspec.Struct]) -> Iterator[str]:
    """Yields the fields of a command except its actor, by their names in files, each with its type."""
    hints = typing.get_type_hints(kind, include_extras=True)
    names = {field.name: field.encode_name for field in msgspec.structs.fields(kind)}
    for field in list_fields(kind):
        if field.name != "actor":
            short = [mark.omits for mark in list_marks(hints[field.name]) if isinstance(mark, Ref) and mark.omits]
            without = f", without `{short[0]}`" if short else ""
            end = "" if field.default is None else " (may be left out)"
            yield f"`{names[field.name]}`: {describe_value_type(hints[field.name])}{without}{end}"
