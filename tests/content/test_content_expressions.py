"""Conditions that are expressions: ``where`` and ``expect`` of patches, ``when`` and ``needs`` of anything."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from footfall.content.parse import ContentSource, read_records
from footfall.content.record_types import Record, RecordKind, Ref
from footfall.content.records import Records
from footfall.diagnostics.findings import Finding


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    floor: int = 0


class Beast(Record, frozen=True, kw_only=True):
    hp: int = 1
    pair: tuple[int, int] = (1, 1)
    speed: float = 1.0
    asleep: bool = False
    tags: tuple[str, ...] = ()
    kin: Annotated[str, Ref("beast")] = ""
    mood: Literal["calm", "angry"] = "calm"
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    best: Span | None = None


KINDS = {"beast": RecordKind("beast", Beast)}
BASE = """\
[beast.rat]
tags = ["small"]
[beast.troll]
hp = 9
speed = 0.5
asleep = true
tags = ["big", "green"]
stats = { luck = 2 }
kin = "rat"
best = { floor = 3 }
"""


class Text:
    def __init__(self, name: str, text: str) -> None:
        self.path = Path("mod")
        self.names = (f"content/{name}.toml",)
        self._text = textwrap.dedent(text)

    def read(self, name: str) -> bytes:
        return self._text.encode()


def read(text: str, **keywords: Any) -> tuple[Records, list[Finding]]:
    sources = [ContentSource("core.base", Text("base", BASE)), ContentSource("you.mod", Text("mod", text))]
    return read_records(KINDS, sources, **keywords)


def find_changed(records: Records) -> list[str]:
    rows = records.table(Beast, "beast").values()
    return [row.id.partition(":")[2] for row in rows if row.hp == 99]


HOLDING = {
    "hp > 3": ["troll"],
    "speed < 0.75": ["troll"],
    "speed == 1": ["rat"],
    "asleep": ["troll"],
    "not asleep and hp == 1": ["rat"],
    "tags.has('small')": ["rat"],
    "tags.has('green') and not tags.has('small')": ["troll"],
    "stats.luck == 2": ["troll"],
    "stats.luck == 0": ["rat"],
    "best.floor >= 3": ["troll"],
    "kin == 'core.base:rat'": ["troll"],
    "mood == 'calm' and id in ('core.base:rat', 'core.base:owl')": ["rat"],
    "hp > 100": [],
}


@pytest.mark.parametrize(("source", "changed"), HOLDING.items())
def test_where_selects_records(source: str, changed: list[str]) -> None:
    records, findings = read(f'[patch.beast."core.base:*"]\nwhere = "{source}"\nset.hp = 99\n')
    assert findings == []
    assert find_changed(records) == changed


def test_expect_reports_a_record_that_does_not_meet_it() -> None:
    records, (finding,) = read('[patch.beast."core.base:rat"]\nexpect = "hp > 3"\nset.hp = 99\n')
    assert (finding.code, finding.location) == ("unexpected", "mod/content/mod.toml:2")
    assert "expects hp > 3" in finding.text
    assert find_changed(records) == []


WRONG = {
    "asleap": "did you mean 'asleep'?",
    "best.flor > 3": "did you mean 'best.floor'?",
    "hp": "must be true or false",
    "pair > 3": "cannot read 'pair'",
    "tags.has(3)": "takes a text",
    "hp > roll(1, 6)": "no dice",
    "hp > memory.x": "no memory",
    "hp >": "expected a value",
}


@pytest.mark.parametrize(("source", "text"), WRONG.items())
def test_a_guard_that_does_not_fit_is_one_finding(source: str, text: str) -> None:
    records, (finding,) = read(f'[patch.beast."core.base:*"]\nwhere = "{source}"\nset.hp = 99\n')
    assert (finding.code, finding.location) == ("bad-patch", "mod/content/mod.toml:2")
    assert text in finding.text
    assert "column" in finding.text
    assert find_changed(records) == []


SETTINGS = {"you.mod.factor": 2.5, "core.base.hard": True}


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("settings.factor > 2", True),
        ("settings.core.base.hard and mods.has('core.base')", True),
        ("mods.has('you.other') or games.has('other')", False),
        ("games.has('base')", True),
    ],
)
@pytest.mark.parametrize("table", ["patch", "record", "rule"])
def test_when_and_needs_are_asked_when_mods_are_loaded(when: str, holds: bool, table: str) -> None:
    text = {
        "patch": f'[patch.beast."core.base:rat"]\nwhen = "{when}"\nset.hp = 99\n',
        "record": f'[beast.owl]\nwhen = "{when}"\nhp = 99\n',
        "rule": f'[hook.on_hear.a]\nneeds = "{when}"\nadd.range = 1\n',
    }[table]
    records, findings = read(text, settings=SETTINGS, games=["core.base"])
    assert findings == []
    assert (bool(find_changed(records)) if table != "rule" else bool(records.rules)) is holds


def test_a_when_that_does_not_fit_is_one_finding() -> None:
    _, (finding,) = read('[beast.owl]\nwhen = "settings.facto > 2"\n', settings=SETTINGS)
    assert (finding.code, finding.place) == ("bad-when", "mod/content/mod.toml:2:18")
    assert "did you mean 'factor'?" in finding.text
