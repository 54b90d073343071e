"""``footfall mods explain``: what a mod changes, in sentences, rule by rule and field by field."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.comparison import FieldChange, RecordDifference, compare_records
from footfall.engine.model import Message
from footfall.loader import LoadResult, Mod

from ..compose import load_mods
from ..mod_lookup import choose_game_for, find_mod
from ..options import mod_options
from ..output import echo
from .rule_sentences import describe_rule


class Explanation(msgspec.Struct, frozen=True):
    """One thing that a mod changes.

    Attributes:
        what: ``rule``, ``record``, ``setting`` or ``text``.
        name: of the rule (``on_hear.screams_carry``), record, setting or language.
        sentence: in the language of the catalog.
        where: ``file:line``.
        fields: sentences about the fields of a record, each with its place.
    """

    what: str
    name: str
    sentence: str
    where: str = ""
    fields: tuple[tuple[str, str], ...] = ()


@click.command("explain")
@click.argument("mod")
@click.option("--game", default=None, help="The game; by default the first one of the mod.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def explain_mod(
    mod: str, game: str | None, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """Explain in sentences what MOD changes: rules, records and their fields, settings, texts.

    Only data is explained; a mod with Python says which hooks it implements.
    """
    found = find_mod(mod, mod_paths)
    name = game or choose_game_for(found)
    paths = [*mod_paths, found.files.path]
    loaded = load_mods(name, mod_paths=paths, strict=strict, lang=lang)
    others = [other for id, other in loaded.available.items() if id in found.manifest.requires]
    needed = [other.files.path for other in others if not other.is_first_party]
    baseline = load_mods(name, mod_paths=needed, lang=lang, quiet=True, safe_mode=True)
    rows = list(explain_changes(loaded, baseline, found))
    python = [hook for hook, items in loaded.hooks.items() if any(i.mod == found.id and i.rule is None for i in items)]
    if as_json:
        report = {"mod": found.id, "game": name, "python": python, "changes": [msgspec.to_builtins(r) for r in rows]}
        echo(json.dumps(report, indent=2, ensure_ascii=False))
        return
    translate = loaded.catalog.translate
    echo(f"{found.id} {found.version}: {found.info.name}")
    echo(translate(Message("explain-in-game", {"game": name})))
    for row in rows:
        title = f"{row.name}: " if row.what == "rule" else ""
        echo(f"  {title}{row.sentence}" + (f"  {row.where}" if row.where else ""))
        for sentence, place in row.fields:
            echo(f"      {sentence}" + (f"  {place}" if place else ""))
    if not rows:
        echo("  " + translate("explain-no-change"))
    if python:
        echo(translate(Message("explain-python", {"hooks": ", ".join(python)})))


def explain_changes(loaded: LoadResult, baseline: LoadResult, mod: Mod) -> Iterator[Explanation]:
    """Yields what a mod changes: rules in the order of the hooks, records, settings, texts."""
    translate = loaded.catalog.translate
    for items in loaded.hooks.values():
        for item in items:
            if item.mod == mod.id and item.rule is not None:
                sentence = describe_rule(item.rule, loaded.catalog.has_message)
                yield Explanation("rule", item.rule.via, translate(sentence), item.rule.table.locate())
    for record in compare_records(baseline.rules.records, loaded.rules.records):
        if row := _explain_record(loaded, record, mod.id):
            yield row
    for name, setting in mod.manifest.settings.items():
        facts = {"name": name, "label": setting.label or name, "value": _show_value(loaded, setting.default)}
        yield Explanation("setting", name, translate(Message("explain-setting", facts)))
    counts = Counter(entry.language for entry in loaded.catalog.iter_entries(mod.id))
    for language, count in sorted(counts.items()):
        sentence = Message("explain-texts", {"count": count, "language": language})
        yield Explanation("text", language, translate(sentence))


def _explain_record(loaded: LoadResult, record: RecordDifference, mod: str) -> Explanation | None:
    """Explains the fields of a record that a mod wrote; None if it wrote none."""
    translate = loaded.catalog.translate
    kind, _, id = record.record.partition("/")
    changes = [change for change in record.changes if any(origin.mod == mod for origin in change.by)]
    if not changes and record.state != "removed":
        return None
    fields = tuple((translate(_describe_field(loaded, change)), change.by[-1].where) for change in changes)
    sentence = Message(f"explain-{record.state}", {"kind": kind, "id": id})
    return Explanation("record", record.record, translate(sentence), "", fields)


def _describe_field(loaded: LoadResult, change: FieldChange) -> Message:
    facts = {"field": change.field, "after": _show_value(loaded, change.after)}
    if change.before is None:
        return Message("explain-field", facts)
    return Message("explain-field-instead", {**facts, "before": _show_value(loaded, change.before)})


def _show_value(loaded: LoadResult, value: Any) -> str:
    return loaded.catalog.translate("explain-nothing") if value is None else json.dumps(value, ensure_ascii=False)
