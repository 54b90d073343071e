"""The changes of a mod in sentences, rule by rule and field by field: ``footfall mods show --changes``."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from footfall.content.comparison import RecordDifference, compare_records
from footfall.diagnostics.docstrings import get_first_line
from footfall.engine.model import Message
from footfall.loader import LoadResult, Mod
from footfall.loader.rules.words import WordTable
from footfall.reference.hooks_page import describe_rule_type

from ..mod_lookup import choose_game_for, find_mod
from ..options import GameOptions
from ..output import Report
from .rule_sentences import describe_rule


class Explanation(msgspec.Struct, frozen=True):
    """One thing that a mod changes.

    Attributes:
        kind: ``rule``, ``record``, ``reading``, ``deed``, ``hook``, ``setting`` or ``text``.
        name: the name of the rule (``on_hear.screams_carry``), record, setting or language.
        sentence: in the language of the catalog.
        place: ``file:line``.
        fields: sentences about the fields of a record, or the values of a reading, deed or hook, each with its place.
    """

    kind: str = msgspec.field(name="what")
    name: str
    sentence: str
    place: str = msgspec.field(default="", name="where")
    fields: tuple[tuple[str, str], ...] = ()


def report_changes(mod: str, game: str | None, setup: GameOptions) -> Report:
    """Explains in sentences the changes of a mod: rules, records and their fields, settings, texts.

    Args:
        mod: an id or a path.
        game: by default the first one of the mod.
    """
    found = find_mod(mod, setup.mod_paths)
    name = game or choose_game_for(found)
    loaded = msgspec.structs.replace(setup, mod_paths=(*setup.mod_paths, found.files.path)).load(name)
    others = [other for id, other in loaded.available.items() if id in found.manifest.requires]
    needed = tuple(other.files.path for other in others if not other.is_first_party)
    baseline = GameOptions(needed, lang=setup.lang).load(name, quiet=True, safe_mode=True)
    rows = list(explain_changes(loaded, baseline, found))
    python = [hook for hook, items in loaded.hooks.items() if any(i.mod == found.id and i.rule is None for i in items)]
    translate = loaded.catalog.translate
    lines = [f"{found.id} {found.version}: {found.info.name}", translate(Message("explain-in-game", {"game": name}))]
    for row in rows:
        title = f"{row.name}: " if row.kind == "rule" else ""
        lines.append(f"  {title}{row.sentence}" + (f"  {row.place}" if row.place else ""))
        for sentence, place in row.fields:
            lines.append(f"      {sentence}" + (f"  {place}" if place else ""))
    if not rows:
        lines.append("  " + translate(Message("explain-no-change")))
    if python:
        lines.append(translate(Message("explain-python", {"hooks": ", ".join(python)})))
    return Report({"mod": found.id, "game": name, "python": python, "changes": msgspec.to_builtins(rows)}, lines)


def explain_changes(loaded: LoadResult, baseline: LoadResult, mod: Mod) -> Iterator[Explanation]:
    """Yields the changes of a mod: rules in the order of the hooks, records, settings, texts."""
    translate = loaded.catalog.translate
    for items in loaded.hooks.values():
        for item in items:
            if item.mod == mod.id and item.rule is not None:
                sentence = describe_rule(item.rule, loaded.catalog.has_message)
                yield Explanation("rule", item.rule.via, translate(sentence), item.rule.table.locate())
    for record in compare_records(baseline.rules.records, loaded.rules.records):
        if row := _explain_record(loaded, record, mod.id):
            yield row
    yield from _explain_vocabulary(loaded, baseline)
    for name, setting in mod.manifest.settings.items():
        facts = {"name": name, "label": setting.label or name, "value": _show_value(loaded, setting.default)}
        yield Explanation("setting", name, translate(Message("explain-setting", facts)))
    counts = Counter(entry.language for entry in loaded.catalog.iter_entries(mod.id))
    for language, count in sorted(counts.items()):
        sentence = Message("explain-texts", {"count": count, "language": language})
        yield Explanation("text", language, translate(sentence))


def _explain_vocabulary(loaded: LoadResult, baseline: LoadResult) -> Iterator[Explanation]:
    """Explains the readings, deeds, hooks and words that a mod offers to rules as data of other mods."""
    translate, now, before = loaded.catalog.translate, loaded.vocabulary, baseline.vocabulary
    if now is None or before is None:
        return
    table = WordTable(now.words, loaded.rules.records, now.deeds)

    def explain(kind: str, name: str, doc: str, fields: Iterator[tuple[str, Any]]) -> Explanation:
        rows = [f"{field}: {describe_rule_type(type, table)}" for field, type in fields]
        sentence = Message(f"explain-{kind}", {"name": name, "text": doc})
        return Explanation(kind, name, translate(sentence), "", tuple((row, "") for row in rows))

    for key, readable in now.readings.readable.items():
        if key not in before.readings.readable:
            source = now.readings.sources[key]
            types = {**dict(list(source.parameters.items())[1 if readable.subject else 0 :]), "value": source.type}
            yield explain("reading", readable.key, source.doc, iter(types.items()))
    for name, deed in now.deeds.items():
        if name not in before.deeds:
            yield explain("deed", name, deed.doc, iter(deed.parameters.items()))
    for name, spec in now.hooks.items():
        if name not in before.hooks and not spec.is_chance:
            hints = {field: spec.find_field_type(field, exact=True) for field in spec.fields or ()}
            yield explain("hook", name, get_first_line(spec.function), iter(hints.items()))


def _explain_record(loaded: LoadResult, record: RecordDifference, mod: str) -> Explanation | None:
    """Explains the fields of a record that a mod wrote; None if it wrote none."""
    translate = loaded.catalog.translate
    kind, _, id = record.record.partition("/")
    changes = [change for change in record.changes if any(origin.mod == mod for origin in change.by)]
    if not changes and record.state != "removed":
        return None
    fields = []
    for change in changes:
        facts = {"field": change.field, "after": _show_value(loaded, change.after)}
        sentence = Message("explain-field", facts)
        if change.before is not None:
            sentence = Message("explain-field-instead", {**facts, "before": _show_value(loaded, change.before)})
        fields.append((translate(sentence), change.by[-1].place))
    title = Message(f"explain-{record.state}", {"kind": kind, "id": id})
    return Explanation("record", record.record, translate(title), "", tuple(fields))


def _show_value(loaded: LoadResult, value: Any) -> str:
    return (
        loaded.catalog.translate(Message("explain-nothing")) if value is None else json.dumps(value, ensure_ascii=False)
    )
