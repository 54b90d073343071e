"""Reading arbitrary TOML of a mod ends in findings, never in a traceback."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from footfall.content.parse import ContentSource, read_records
from footfall.content.record_types import Record, RecordKind, Ref
from footfall.loader.manifest import ManifestError, read_manifest


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    item: Annotated[str, Ref("beast")] = ""
    n: int = 0


class Beast(Record, frozen=True, kw_only=True):
    hp: int = 1
    item: Annotated[str, Ref("beast")] = ""
    tags: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    links: dict[Annotated[str, Ref("beast")], Row] = msgspec.field(default_factory=dict)


WORDS = ("hp", "item", "tags", "rows", "stats", "links", "id", "n", "a", "b", "a.a:a", "b.b:b", "inherits",
         "template", "when", "set", "add", "mul", "remove", "expect", "mods", "without", "games", "settings",
         "where", "min", "not", "in", "exists", "has", "lacks",
         "mod", "version", "requires", "order", "after", "effects", "world", "type", "default")  # fmt: skip

keys = st.sampled_from(WORDS)
leaves = st.one_of(keys, st.integers(-3, 99), st.booleans(), st.floats(-2, 2, allow_nan=False))
values = st.recursive(
    leaves, lambda v: st.one_of(st.lists(v, max_size=3), st.dictionaries(keys, v, max_size=4)), max_leaves=8
)
tables = st.dictionaries(keys, values, max_size=5)
ids = st.sampled_from(["a", "b", "a.a:a", "b.b:b", "*", "a.a:*", "*:*", "?"])
files = st.fixed_dictionaries(
    {}, optional={"beast": st.dictionaries(ids, tables | values), "patch": st.dictionaries(
        st.sampled_from(["beast", "bird"]), st.dictionaries(ids, tables) | values) | values, "bird": values}
)  # fmt: skip


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def document(data: dict[str, Any]) -> bytes:
    return "".join(f"{key} = {toml(value)}\n" for key, value in data.items()).encode()


class One:
    path = Path("mod")
    names = ("content/x.toml",)

    def __init__(self, data: bytes) -> None:
        self._build_report = data

    def read(self, name: str) -> bytes:
        return self._build_report


@pytest.mark.proof(0)
@settings(max_examples=150, deadline=None)
@given(files, files)
def test_content_never_raises_and_what_is_left_is_sound(one: dict[str, Any], other: dict[str, Any]) -> None:
    kinds = {"beast": RecordKind("beast", Beast)}
    sources = [ContentSource("a.a", One(document(one))), ContentSource("b.b", One(document(other)))]
    records, findings = read_records(kinds, sources, is_order_fixed=lambda a, b: False)
    there = records.table(Beast, "beast")
    for beast in there.values():
        names = [beast.item, *beast.links, *(row.item for row in (*beast.rows, *beast.links.values()))]
        assert all(name in there for name in names if name)
        assert isinstance(records.blame("beast", beast.id, "hp"), tuple)
        assert records.history is not None
        for steps in records.history.list_origins("beast", beast.id).values():
            assert all(step.place for step in steps)
    for finding in findings:
        assert finding.mod in ("a.a", "b.b")
        assert str(finding)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(keys, values, max_size=6))
def test_a_manifest_is_read_or_refused(data: dict[str, Any]) -> None:
    source = document({"mod": {"id": "you.a", "version": "1"}, **data})
    with contextlib.suppress(ManifestError):
        read_manifest("mod.toml", source)
