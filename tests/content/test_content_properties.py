"""Properties of all patches: order independence, complete histories, agreement with the schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import jsonschema
import msgspec
from hypothesis import example, given, settings, strategies as st

from footfall.content.parse import ContentSource, read_records
from footfall.content.record_types import Record, RecordKind, Ref, RowKey
from footfall.content.records import Records, iter_fields
from footfall.content.schemas.jsonschema import build_content_schema, build_patch_schema, build_record_schema
from footfall.content.schemas.schema import schema_of, to_plain_value


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str = ""
    n: int = 0
    link: Annotated[str, Ref("beast")] = ""


class Beast(Record, frozen=True, kw_only=True):
    hp: tuple[int, int] = (1, 1)
    n: int = 1
    speed: float = 1.0
    mood: Literal["calm", "wild"] = "calm"
    tags: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    spans: Annotated[tuple[Row, ...], RowKey("n")] = ()
    stats: dict[str, Annotated[int, msgspec.Meta(ge=-1000)]] = msgspec.field(default_factory=dict)
    best: Row | None = None


KINDS = {"beast": RecordKind("beast", Beast)}
SCHEMA = build_content_schema(KINDS.values())
ONE = jsonschema.Draft4Validator(build_record_schema(KINDS["beast"]))
BASE = {
    "beast": {
        "a": {"hp": [3, 5], "stats": {"x": 1, "y": 2}, "rows": [{"id": "p", "n": 1}, {"id": "q"}], "tags": ["t"]},
        "b": {"inherits": "a", "n": 4, "stats": {"y": 7}, "best": {"id": "r"}},
        "c": {"template": True, "speed": 2.0},
        "d": {"inherits": "c", "spans": [{"id": "s", "n": 5}]},
    }
}


class One:
    path = Path("mod")
    names = ("content/x.toml",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._text = "".join(f"{key} = {toml(value)}\n" for key, value in data.items())

    def read(self, name: str) -> bytes:
        return self._text.encode()


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def read(*mods: Mapping[str, Any]) -> tuple[Records, list[Any]]:
    names = ["core.base", *(f"you.m{n}" for n in range(len(mods)))]
    sources = [ContentSource(name, One(data)) for name, data in zip(names, (BASE, *mods), strict=True)]
    return read_records(KINDS, sources, is_order_fixed=lambda a, b: False)


small = st.integers(-3, 9)
numbers = st.fixed_dictionaries(
    {},
    optional={
        "n": small,
        "hp": small | st.lists(small, min_size=2, max_size=2),
        "stats": st.dictionaries(st.sampled_from("xyz"), small, max_size=2),
        "speed": st.sampled_from([0.5, 2.0, 3.0]),
    },
)
values = st.fixed_dictionaries(
    {},
    optional={
        "n": small,
        "hp": st.lists(small, min_size=2, max_size=2),
        "mood": st.sampled_from(["calm", "wild"]),
        "tags": st.lists(st.sampled_from(["t", "u"]), max_size=2),
        "stats": st.dictionaries(st.sampled_from("xyz"), small, max_size=2),
        "rows": st.just({"q": {"n": 9}}) | st.just([{"id": "q", "n": 3}]),
        "best": st.fixed_dictionaries({"n": small}, optional={"id": st.just("w")}),
    },
)
removals = st.fixed_dictionaries(
    {},
    optional={
        "tags": st.sampled_from([True, "t", ["t", "u"]]),
        "stats": st.sampled_from([True, ["x"], {"y": True}]),
        "rows": st.sampled_from([True, ["p"], {"q": True}]),
        "best": st.just(True),
    },
)
conditions = st.fixed_dictionaries(
    {},
    optional={
        "n": small | st.fixed_dictionaries({"min": small}),
        "tags": st.sampled_from(["t", ["t"], {"lacks": "t"}]),
        "stats": st.sampled_from(["x", {"x": 1}, {"x": {"exists": False}}]),
    },
)
patches = st.fixed_dictionaries(
    {}, optional={"where": conditions, "remove": removals, "set": values, "add": numbers, "mul": numbers}
)
ids = st.sampled_from(["core.base:a", "core.base:b", "core.base:c", "core.base:*", "*:*", "core.base:?"])
mods = st.dictionaries(ids, patches, min_size=1, max_size=3).map(lambda rows: {"patch": {"beast": rows}})


def plain(records: Records) -> dict[str, Any]:
    return {one.id: msgspec.to_builtins(one) for _, one in records}


@settings(max_examples=60, deadline=None)
@given(st.lists(mods, min_size=1, max_size=3))
def test_the_history_of_every_field_ends_in_its_value(line: list[dict[str, Any]]) -> None:
    records, _ = read(*line)
    assert set(plain(records)) == {"core.base:a", "core.base:b", "core.base:d"}, "no patch takes a record along"
    node = schema_of(Beast)
    for kind, one in records:
        assert records.history is not None
        origins = records.history.list_origins(kind, one.id)
        found = {".".join(path): value for path, value in iter_fields(node, to_plain_value(msgspec.to_builtins(one)))}
        assert {name: steps[-1].result for name, steps in origins.items()} == found
        for steps in origins.values():
            assert all(step.place for step in steps)


@settings(max_examples=60, deadline=None)
@given(mods, mods)
@example({"patch": {"beast": {"*:*": {"set": {"n": 3}}}}}, {"patch": {"beast": {"core.base:a": {"set": {"n": 4}}}}})
def test_two_mods_that_do_not_conflict_give_the_same_records_either_way(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Ignores the order of rows and items; excludes conditions on fields that the other patch changes."""
    for mod in (one, other):
        for patch in mod["patch"]["beast"].values():
            patch.pop("where", None)
    records, findings = read(one, other)
    swapped, more = read(other, one)
    assert records.history is not None
    if records.history.conflicts or findings or more:
        return

    def loose(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: loose(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)) and not all(isinstance(v, int) for v in value):
            return sorted(map(str, map(loose, value)))
        return value

    assert loose(plain(records)) == loose(plain(swapped))


@settings(max_examples=40, deadline=None)
@given(mods)
def test_a_patch_made_twice_by_set_alone_is_as_if_made_once(mod: dict[str, Any]) -> None:
    for patch in mod["patch"]["beast"].values():
        for op in ("where", "add", "mul", "remove"):
            patch.pop(op, None)
    records, findings = read(mod)
    if not findings:  # a patch refused for want of a row may find it the second time
        assert plain(records) == plain(read(mod, mod)[0])


@settings(max_examples=60, deadline=None)
@given(mods)
def test_the_schema_takes_every_patch_that_the_reader_takes(mod: dict[str, Any]) -> None:
    _, findings = read(mod)
    if not any(f.code == "bad-patch" for f in findings):
        jsonschema.Draft4Validator(SCHEMA).validate(mod)


json_values = st.recursive(
    st.booleans() | st.integers(-2000, 9) | st.sampled_from([1.5, "calm", "t", ""]),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(["id", "n", "x"]), v, max_size=2),
    max_leaves=5,
)


@settings(max_examples=120, deadline=None)
@given(st.dictionaries(st.sampled_from([*Beast.__struct_fields__[1:], "hpp"]), json_values, max_size=4))
def test_schema_and_reader_agree_about_records(table: dict[str, Any]) -> None:
    try:
        msgspec.convert(table, Beast)
        fits = True
    except msgspec.ValidationError:
        fits = False
    if fits or "best" not in table:  # the schema ignores fields that may be inherited
        assert ONE.is_valid(table) == fits


def test_the_schemas_are_schemas_and_offer_the_ids_that_are_there() -> None:
    for schema in (SCHEMA, build_record_schema(KINDS["beast"]), build_patch_schema(KINDS["beast"])):
        jsonschema.Draft4Validator.check_schema(schema)
    offering = build_content_schema(KINDS.values(), {"beast": ["core.base:a"]})
    assert offering["definitions"]["id of beast"]["anyOf"][0] == {"enum": ["core.base:a"]}
    assert "core.base:a" in offering["properties"]["patch"]["properties"]["beast"]["properties"]
