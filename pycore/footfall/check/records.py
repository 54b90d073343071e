"""Checks values of records without effect, memory that no rule writes, odds that read hidden values, cut lists."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from footfall.api.readings import Reading
from footfall.content.record_types import Record
from footfall.content.records import Records
from footfall.diagnostics.findings import Finding, Severity, suggest
from footfall.engine.declarations.rules import Rules
from footfall.expressions.typed import Input, list_inputs
from footfall.loader.rules.conflicts import read_limits
from footfall.loader.rules.rule import Rule

from .mod_source import Subject

_READS = (
    ("memory", re.compile(r"\bmemory\.(\w+)"), ("remember",)),
    ("mark", re.compile(r"\.mark\(\s*['\"]([^'\"]*)['\"]"), ("mark", "mark_item", "mark_cell")),
)
"""The kinds of memory, the form of a reading of each, and the deeds that write it."""


def check_memory(subject: Subject, records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about memory that is always 0; none about a mod with Python, which may write any."""
    rules = {rule.locate(): rule for table in records for rule in table.rules if rule.mod == subject.id}
    if subject.modules or not rules:
        return
    for kind, pattern, deeds in _READS:
        given = [row for rule in rules.values() for deed, row in rule.iter_deeds() if deed in deeds]
        names = [row.get("name") if isinstance(row, dict) else row for row in given]
        written = {name for name in names if isinstance(name, str)}
        for rule in rules.values():
            for path, source in _list_texts(rule.table):
                for name in dict.fromkeys(pattern.findall(source)):
                    if name not in written:
                        shown = f"memory.{name}" if kind == "memory" else f"mark('{name}')"
                        text = f"{shown} is read and never written, so that it is 0{suggest(name, written)}"
                        fix = f'write it: do.{deeds[0]} = {{ name = "{name}", value = ... }}'
                        typo = name, written
                        place = rule.locate(*path)
                        yield subject.report("unwritten-memory", text, place, fix, Severity.WARNING, typo=typo)


def check_odds(subject: Subject, games: Iterable[Rules]) -> Iterator[Finding]:
    """Yields findings about rules with `odds` that read what has no value on the screen."""
    for rule in _list_rules(subject, games):
        for name, reading, _ in _list_readings(rule) if rule.chance is not None and rule.chance.text else ():
            if not reading.is_shown:
                text = f"{name} has no value on the screen, and the odds of {rule.name} are counted without one"
                fix = "leave odds out, or read what the player's character knows (docs/reference/readings.md)"
                yield subject.report("hidden-odds", text, rule.table.locate("odds"), fix, Severity.WARNING)


def check_reach(subject: Subject, games: Iterable[Rules]) -> Iterator[Finding]:
    """Yields findings about numbers beyond those that a reading or list takes, by which it is cut."""
    for rule in _list_rules(subject, games):
        for name, reading, arguments in _list_readings(rule):
            for value, declared in zip(arguments, reading.parameters.values(), strict=True):
                limits = read_limits(declared) if type(value) is int else None
                if limits is not None and not limits.low <= value <= limits.high:
                    text = f"{name} takes {limits.low:,} to {limits.high:,} here, and {value:,} as the nearest of these"
                    paths = [path for path, source in _list_texts(rule.table.table) if name in source]
                    fix = "write a number within these bounds, or choose from what reaches further"
                    place = rule.table.locate(*(paths[0] if paths else ()))
                    yield subject.report("cut-short", text, place, fix, Severity.WARNING)


def _list_rules(subject: Subject, games: Iterable[Rules]) -> Iterator[Rule]:
    """Yields the rules as data of a mod on the hooks of games; one file may have them in several games."""
    for rules in games:
        yield from (r for r in rules.hooks.rules.values() if isinstance(r, Rule) and r.mod == subject.id)


def _list_readings(rule: Rule) -> Iterator[tuple[str, Reading, Sequence[Any]]]:
    """Yields the readings of a rule, those that other readings need included: name, declaration and arguments."""
    sources: list[Any] = [*list_inputs(*rule.values)]
    while sources:
        source = sources.pop()
        if isinstance(source, Input) and source.kind == "reading":
            sources.extend(source.arguments)
            owner, _, name = source.name.rpartition(".")
            reading = rule.readings.sources.get((owner, name))
            if reading is not None:
                yield name, reading, source.arguments


def _list_texts(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yields the texts of a rule, each with the keys that lead to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _list_texts(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from _list_texts(part, path)


def check_record_values(subject: Subject, records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about values that the mod wrote, in its own records or in others, and that have no effect."""
    for table in records:
        for kind in table.record_kinds.values():
            for record in table.table(Record, kind.name).values():
                for problem in kind.warn(record) if kind.warn is not None else ():
                    for name, id, path in problem.fields:
                        mod, _, place = (table.blame(name, id, ".".join(path)) or ("",))[-1].partition(" ")
                        if mod == subject.id:
                            text = f"{name} {id!r}: {problem.text}"
                            yield subject.report("no-effect", text, place, "remove it", Severity.WARNING)
