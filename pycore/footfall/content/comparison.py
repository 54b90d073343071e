"""Compares the records of two mod sets, or of one mod set under two choices of settings."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from .record_types import Record
from .records import Origin, Records, iter_fields
from .rule_tables import RuleTable
from .schemas.schema import schema_of, to_plain_value


class FieldChange(msgspec.Struct, frozen=True):
    """A field whose value differs.

    Attributes:
        before: its value in the first set, or None.
        after: its value in the second, or None.
        by: the history of `after`, newest last.
    """

    field: str
    before: Any
    after: Any
    by: tuple[Origin, ...] = ()


class RecordDifference(msgspec.Struct, frozen=True):
    """One record that differs: ``added``, ``removed`` or ``changed``."""

    record: str
    state: str
    changes: tuple[FieldChange, ...] = ()


def compare_records(before: Records, after: Records) -> Iterator[RecordDifference]:
    """Yields the records that differ, in the order of `after`; removed records come last."""
    old = {(kind, record.id): record for kind, record in before}
    new = {(kind, record.id): record for kind, record in after}
    for (kind, id), record in new.items():
        if old.get((kind, id)) == record:
            continue
        name = f"{kind}/{id}"
        fields = _flatten_fields(after, kind, record)
        history = after.history.list_origins(kind, id) if after.history is not None else {}
        if (kind, id) not in old:
            changes = tuple(FieldChange(k, None, v, history.get(k, ())) for k, v in fields.items())
            yield RecordDifference(name, "added", tuple(c for c in changes if c.by and c.by[-1].op != "default"))
            continue
        earlier = _flatten_fields(before, kind, old[kind, id])
        both = dict.fromkeys((*fields, *earlier))
        rows = [(k, earlier.get(k), fields.get(k)) for k in both if earlier.get(k) != fields.get(k)]
        yield RecordDifference(name, "changed", tuple(FieldChange(*row, history.get(row[0], ())) for row in rows))
    for kind, id in old:
        if (kind, id) not in new:
            yield RecordDifference(f"{kind}/{id}", "removed")


def compare_rules(before: Records, after: Records) -> Iterator[RecordDifference]:
    """Yields the rules that differ, as records: in the order of `after`; removed rules come last."""
    old, new = ({name_rule(rule): rule for rule in records.rules} for records in (before, after))
    for name, rule in new.items():
        history = list_rule_origins(rule)
        if name not in old:
            changes = tuple(FieldChange(key, None, steps[-1].result, steps) for key, steps in history.items())
            yield RecordDifference(name, "added", changes)
        elif old[name].table != rule.table:
            earlier = {key: steps[-1].result for key, steps in list_rule_origins(old[name]).items()}
            both = dict.fromkeys((*history, *earlier))
            rows = [(key, earlier.get(key), history[key][-1].result if key in history else None) for key in both]
            changed = [FieldChange(*row, history.get(row[0], ())) for row in rows if row[1] != row[2]]
            yield RecordDifference(name, "changed", tuple(changed))
    for name in old:
        if name not in new:
            yield RecordDifference(name, "removed")


def name_rule(rule: RuleTable) -> str:
    """Returns the name of a rule among records: ``rule/you.echo:on_hear.screams_carry``."""
    return f"rule/{rule.mod}:{rule.hook}.{rule.name}"


def list_rule_origins(rule: RuleTable) -> dict[str, tuple[Origin, ...]]:
    """Returns the key of each value of a rule (``mul.range``) with the line that defines it."""
    return {
        ".".join(path): (Origin(rule.mod, rule.locate(*path), "define", value, value),)
        for path, value in _iter_leaves(rule.table, ())
    }


def _iter_leaves(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _iter_leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _flatten_fields(records: Records, kind: str, record: Record) -> dict[str, Any]:
    node = schema_of(records.record_kinds[kind].type)
    return {".".join(path): leaf for path, leaf in iter_fields(node, to_plain_value(record))}
