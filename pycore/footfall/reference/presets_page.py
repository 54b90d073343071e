"""Renders the page about presets: figures and rules of a game under each choice of a setting that has presets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from footfall.content.comparison import RecordDifference, compare_records
from footfall.content.history import Origin
from footfall.content.records import Records, record_to_builtins
from footfall.loader import LoadResult, load

from .typenames import render_cell

RULES_FOLDER = Path(__file__).with_name("rules")
"""The pages of docs/rules, which state the rules of each game."""


class PresetRow(msgspec.Struct, frozen=True):
    """One figure that a preset changes.

    Attributes:
        subject: the setting, or kind and name of the record.
        field: the field of the record, or ``""``.
        default: its value by default, as text.
        preset: its value under the preset, as text.
        reason: why they differ, or ``""``.
    """

    subject: str
    field: str
    default: str
    preset: str
    reason: str


def list_presets(loaded: LoadResult) -> dict[tuple[str, str], list[PresetRow]]:
    """Lists what each preset of a game's settings changes, by full name of the setting and its value.

    The settings come first, then the fields of records with the reason that their patch gives. A field that a record
    inherits is listed under its ancestor only.
    """
    presets = {}
    for mod in loaded.mods:
        for name, setting in mod.manifest.settings.items() if mod.id in loaded.rules.mods else ():
            for value, defaults in setting.presets.items():
                rows = [
                    PresetRow(
                        f"setting {other}", "", *_format_pair(mod.manifest.settings[other].default, p.default), p.reason
                    )
                    for other, p in defaults.items()
                ]
                full = f"{mod.id}.{name}"
                presets[full, value] = [*rows, *_list_record_rows(loaded, full, value)]
    return presets


def _list_record_rows(loaded: LoadResult, setting: str, value: str) -> Iterator[PresetRow]:
    """Yields the fields of records that differ under a preset, with the reason of the patch that writes them.

    That is the patch of the preset; if there is none or it has no reason, that of the default, if there is one.
    """
    assert loaded.game is not None
    before = loaded.rules.records
    after = load(loaded.game.id, only_mods=(), settings={setting: value}).rules.records
    backward = {record.record: record for record in compare_records(after, before)}  # has the writers of the defaults
    for record in compare_records(before, after):
        writers = {change.field: change.by for change in backward[record.record].changes}
        for change in record.changes:
            if change.by and (change.by[-1].reason or not writers.get(change.field)):
                writers[change.field] = change.by
        own = msgspec.structs.replace(record, changes=tuple(c for c in record.changes if _is_own(writers[c.field])))
        reason = next((writers[change.field][-1].reason for change in own.changes if writers[change.field]), "")
        kind, _, id = own.record.partition("/")
        for field, old, new in _merge_lists(own, before, after):
            yield PresetRow(f"{kind} {_shorten(id)}", _shorten(field), *_format_pair(old, new), reason)


def _is_own(history: tuple[Origin, ...]) -> bool:
    """Whether a field was written for its record, and neither inherited nor filled in."""
    return not history or not (history[-1].record or history[-1].op == "default")


def _merge_lists(record: RecordDifference, before: Records, after: Records) -> Iterator[tuple[str, Any, Any]]:
    """Yields the fields that differ, each list of tables as one field."""
    kind, _, id = record.record.partition("/")
    old, new = ({r.id: record_to_builtins(r) for k, r in records if k == kind}[id] for records in (before, after))
    merged: dict[str, tuple[Any, Any]] = {}
    for change in record.changes:
        top = change.field.partition(".")[0]
        if any(isinstance(item, dict) for item in (*_as_list(old[top]), *_as_list(new[top]))):
            merged[top] = (old[top], new[top])
        else:
            merged[change.field] = (change.before, change.after)
    return ((field, *values) for field, values in merged.items())


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _format_pair(before: Any, after: Any) -> tuple[str, str]:
    """Formats two values; of two lists of texts only the items that the other lacks."""
    old, new = _as_list(before), _as_list(after)
    if (old or new) and all(isinstance(item, str) for item in (*old, *new)):
        return _format_items([i for i in old if i not in new]), _format_items([i for i in new if i not in old])
    return _format(before), _format(after)


def _format_items(items: list[str]) -> str:
    return ", ".join(f"`{_shorten(item)}`" for item in items) or "-"


def _format(value: Any) -> str:
    rows = _as_list(value)
    if any(isinstance(row, dict) for row in rows):
        return "; ".join(", ".join(f"{name} {n}" for name, n in row.items()) for row in rows)
    return "-" if value in (None, "", [], ()) else f"`{json.dumps(value, ensure_ascii=False)}`"


def _shorten(text: str) -> str:
    """Drops the namespaces of Footfall's games from ids."""
    return ".".join(part.rpartition(":")[2] for part in text.replace("core.", "core/").split("."))


def list_own_rules(mod: str, choice: str) -> list[str]:
    """Lists the rules that hold under one choice of a setting only, as rows of the page that states them.

    These are the tables below the headings that end in ``as CHOICE``.

    Args:
        mod: full id of the mod.
        choice: the choice, such as ``"shipped"``.
    """
    page = RULES_FOLDER / f"{mod.rpartition('.')[2]}.md"
    if not page.is_file():
        return []
    sections = page.read_text(encoding="utf-8").split("\n## ")[1:]
    own = [text for text in sections if text.partition("\n")[0].endswith(f", as {choice}")]
    return [row for text in own for row in re.findall(r"^\| [A-Z]+-[A-Z]+-\d+ \|.*$", text, re.MULTILINE)]


def render_presets_page(games: list[LoadResult]) -> Iterator[str]:
    """Yields the page about presets."""
    yield "Some settings stand for a whole set of figures. Choose one for a new game with"
    yield "`footfall play stealth --new --set core.stealth.rules=classic`; the game keeps it in its save. Other"
    yield "commands take `--set` as well, records test it with `when.settings`, mods read it with `ctx.setting(name)`."
    yield "A setting that is given itself keeps its value. `footfall data diff --set core.stealth.rules=classic` prints"
    yield "the files and lines behind this page."
    documented: set[tuple[str, str]] = set()
    for loaded in games:
        for (name, value), rows in list_presets(loaded).items():
            if (name, value) in documented:  # several games have the mod
                continue
            documented.add((name, value))
            setting = loaded.settings[name]
            yield from ("", f"## {name} = {value}", "", f"{setting.label}. Default: `{setting.default}`.", "")
            yield f"| figure | | {setting.default} | {value} | why they differ |"
            yield "|---|---|---|---|---|"
            last = ("", "")
            for row in rows:
                subject = "" if row.subject == last[0] else row.subject
                reason = "" if (row.subject, row.reason) == last else render_cell(row.reason)
                field = f"`{row.field}`" if row.field else ""
                yield f"| {subject} | {field} | {row.default} | {row.preset} | {reason} |"
                last = (row.subject, row.reason)
            own_rules = list_own_rules(name.rpartition(".")[0], str(setting.default))
            if own_rules:
                yield from ("", f"Rules that only `{setting.default}` has:", "", "| rule | |", "|---|---|", *own_rules)


def list_unexplained(loaded: LoadResult) -> list[str]:
    """Lists the figures that a preset changes without a reason."""
    return [
        f"{name} = {value}: {row.subject} {row.field}: no reason"
        for (name, value), rows in list_presets(loaded).items()
        for row in rows
        if not row.reason
    ]
