"""Patches of several records: patterns, conditions, rows, arithmetic on lists, inheritance."""

from __future__ import annotations

import textwrap
import time
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from footfall.content.parse import ContentSource, read_records
from footfall.content.record_types import Record, RecordKind, Ref, RowKey
from footfall.content.records import Records
from footfall.diagnostics.findings import Finding, Severity


class Span(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    floor: int
    high: int = 1


class Item(Record, frozen=True, kw_only=True):
    power: int = 1


class Beast(Record, frozen=True, kw_only=True):
    hp: tuple[int, int] = (1, 1)
    speed: float = 1.0
    tags: tuple[str, ...] = ()
    weapon: Annotated[str, Ref("item")] = ""
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    spans: Annotated[tuple[Span, ...], RowKey("floor")] = ()
    best: Span | None = None


KINDS = {"beast": RecordKind("beast", Beast), "item": RecordKind("item", Item)}


class Text:
    def __init__(self, name: str, text: str) -> None:
        self.path = Path("mod")
        self.names = (f"content/{name}.toml",)
        self._text = textwrap.dedent(text)

    def read(self, name: str) -> bytes:
        return self._text.encode()


def read(*mods: tuple[str, str], **keywords: Any) -> tuple[Records, list[Finding]]:
    sources = [ContentSource(mod, Text(mod.partition(".")[2], text)) for mod, text in mods]
    return read_records(KINDS, sources, **keywords)


def field(records: Records, name: str) -> dict[str, Any]:
    rows = records.table(Beast, "beast").values()
    return {row.id.partition(":")[2]: getattr(row, name) for row in rows}


BASE = (
    "core.base",
    """\
[item.club]
[beast.rat]
tags = ["small"]
stats = { foh = 4 }
[beast.troll]
hp = [6, 9]
tags = ["big", "green"]
stats = { foh = 1, luck = 2 }
weapon = "club"
spans = [{ floor = 1, high = 3 }, { floor = 5, high = 6 }]
best = { floor = 2 }
[beast.cave_troll]
inherits = "troll"
stats.foh = 3
""",
)


def patched(pattern: str, body: str, **keywords: Any) -> tuple[Records, list[Finding]]:
    return read(BASE, ("you.mod", f'[patch.beast."{pattern}"]\n{body}\n'), **keywords)


@pytest.mark.parametrize(
    ("pattern", "who"),
    [
        ("core.base:*", {"rat", "troll", "cave_troll"}),
        ("*:*troll", {"troll", "cave_troll"}),
        ("*", {"own"}),
        ("core.base:?at", {"rat"}),
        ("core.base:rat", {"rat"}),
        ("*:*", {"rat", "troll", "cave_troll", "own"}),
    ],
)
def test_a_pattern_fits_ids_and_without_a_colon_those_of_the_mod_itself(pattern: str, who: set[str]) -> None:
    body = f'[beast.own]\n[patch.beast."{pattern}"]\nset.speed = 3.0\n'
    records, findings = read(BASE, ("you.mod", body))
    assert findings == []
    assert {name for name, speed in field(records, "speed").items() if speed == 3.0} == who


@pytest.mark.parametrize(
    ("where", "who"),
    [
        ("stats.foh = 4", {"rat"}),
        ("stats.foh = { min = 2 }", {"rat", "cave_troll"}),
        ("stats.foh = { min = 2, max = 3 }", {"cave_troll"}),
        ("stats.foh = { not = 4 }", {"troll", "cave_troll"}),
        ("stats.foh = { in = [1, 4] }", {"rat", "troll", "cave_troll"}),
        ("stats.luck = { exists = true }", {"troll", "cave_troll"}),
        ("stats.luck = { exists = false }", {"rat"}),
        ('stats = "luck"', {"troll", "cave_troll"}),
        ('stats = ["luck", "foh"]', {"troll", "cave_troll"}),
        ('tags = "small"', {"rat"}),
        ('tags = { has = ["big", "green"] }', {"troll", "cave_troll"}),
        ('tags = { lacks = "big" }', {"rat"}),
        ('tags = ["small"]', {"rat"}),
        ("tags = { exists = true }", {"rat", "troll", "cave_troll"}),
        ('weapon = "core.base:club"', {"troll", "cave_troll"}),
        ("weapon = { exists = false }", {"rat"}),
        ("hp = [6, 9]", {"troll", "cave_troll"}),
        ("spans.5.high = { min = 6 }", {"troll", "cave_troll"}),
        ("best = { exists = true }", {"troll", "cave_troll"}),
        ("best.floor = 2", {"troll", "cave_troll"}),
        ('id = "core.base:rat"', {"rat"}),
        ("speed = 1", {"rat", "troll", "cave_troll"}),
    ],
)
def test_where_chooses_by_fields(where: str, who: set[str]) -> None:
    records, findings = patched("*:*", f"where.{where}\nset.speed = 3.0")
    assert findings == []
    assert {name for name, speed in field(records, "speed").items() if speed == 3.0} == who


def test_a_condition_sees_the_record_as_earlier_patches_left_it() -> None:
    first = ("a.first", '[patch.beast."core.base:rat"]\nset.stats.foh = 9\n')
    second = ("b.second", '[patch.beast."*:*"]\nwhere.stats.foh = { min = 9 }\nset.speed = 2.0\n')
    records, findings = read(BASE, first, second)
    assert findings == []
    assert field(records, "speed") == {"rat": 2.0, "troll": 1.0, "cave_troll": 1.0}


def test_what_a_wildcard_changed_in_a_parent_is_not_changed_again_in_who_inherits_it() -> None:
    records, findings = patched("core.base:*", "add.hp = 1\nadd.stats = { foh = 10, luck = 1 }\nmul.speed = 2.0")
    assert findings == []
    assert field(records, "hp") == {"rat": (2, 2), "troll": (7, 10), "cave_troll": (7, 10)}
    assert field(records, "speed") == {"rat": 2.0, "troll": 2.0, "cave_troll": 2.0}
    assert field(records, "stats")["cave_troll"] == {"foh": 13, "luck": 3}, "its own foh, the inherited luck"


def test_arithmetic_goes_through_lists_of_fixed_length_and_appends_to_others() -> None:
    records, _ = patched("core.base:troll", 'add = { hp = [1, 2], tags = "old" }\nmul.hp = 1.5')
    assert field(records, "hp")["troll"] == (11, 17)  # 7 and 11 times 1.5, rounded half up
    assert field(records, "tags")["troll"] == ("big", "green", "old")
    _, [finding] = patched("core.base:troll", "add.hp = [1, 2, 3]")
    assert "cannot add [1, 2, 3] to [6, 9]" in finding.text


def test_rows_are_named_by_the_field_that_the_kind_says() -> None:
    body = "set.spans.5.high = 9\nadd.spans.1.high = 1\nremove.best = true"
    records, findings = patched("core.base:troll", body)
    assert findings == []
    assert field(records, "spans")["troll"] == (Span(1, 4), Span(5, 9))
    records, _ = patched("core.base:troll", "remove.spans.5 = true")
    assert field(records, "spans")["troll"] == (Span(1, 3),)
    _, [finding] = patched("core.base:troll", "set.spans.6.high = 9")
    assert "there is no row '6'" in finding.text


def test_a_misspelt_field_is_told_once_however_many_records_fit() -> None:
    _, [finding] = patched("*:*", "set.sped = 2.0")
    assert (finding.code, finding.location) == ("bad-patch", "mod/content/mod.toml:2")
    assert "there is no field 'sped', did you mean 'speed'?" in finding.text
    _, [finding] = patched("*:*", "where.sped = 2.0\nset.speed = 2.0")
    assert "did you mean 'speed'?" in finding.text


def test_what_does_not_fit_some_records_is_left_out_there_and_counted() -> None:
    records, [finding] = patched("*:*", "set.spans.5.high = 9\nset.speed = 2.0")
    assert field(records, "speed") == {"rat": 1.0, "troll": 2.0, "cave_troll": 2.0}
    assert "patch of beast 'core.base:rat': there is no row '5'" in finding.text
    records, [finding] = patched("*:*", "set.hp = 'much'")
    assert field(records, "hp")["troll"] == (6, 9)
    assert finding.text.endswith("(and for 2 more)")


def test_a_bad_patch_of_a_template_does_not_take_those_along_that_inherit_it() -> None:
    base = ("core.base", "[beast.kin]\ntemplate = true\nhp = [2, 2]\n[beast.elf]\ninherits = 'kin'\n")
    bad = ("you.bad", '[patch.beast."core.base:kin"]\nset.speed = 3.0\nset.hp = "much"\n')
    records, [finding] = read(base, bad)
    assert (field(records, "hp"), field(records, "speed")) == ({"elf": (2, 2)}, {"elf": 1.0})
    assert (finding.mod, finding.location) == ("you.bad", "mod/content/bad.toml:3")


def test_a_patch_with_two_mistakes_takes_no_record_along_that_inherits_one_and_repeats_the_other() -> None:
    base = ("core.base", "[beast.kin]\nhp = [2, 2]\n[beast.elf]\ninherits = 'kin'\nhp = [3, 3]\n")
    records, [finding] = read(base, ("you.bad", '[patch.beast."*:*"]\nset.hp = "much"\nset.speed = "fast"\n'))
    assert field(records, "hp") == {"kin": (2, 2), "elf": (3, 3)}
    assert (finding.mod, finding.location) == ("you.bad", "mod/content/bad.toml:2")


def test_a_bad_patch_of_a_record_that_is_defined_after_its_heir_drops_neither() -> None:
    base = ("core.base", "[beast.elf]\ninherits = 'kin'\n[beast.kin]\nhp = [2, 2]\n")
    records, [finding] = read(base, ("you.bad", '[patch.beast."core.base:kin"]\nset.hp = "much"\n'))
    assert field(records, "hp") == {"elf": (2, 2), "kin": (2, 2)}
    assert (finding.mod, finding.location) == ("you.bad", "mod/content/bad.toml:2")


@pytest.mark.parametrize(("heirs", "findings"), [(100, 0), (101, 1)])
def test_a_record_inherits_from_a_hundred_others_and_no_more(heirs: int, findings: int) -> None:
    chain = "".join(f"[beast.b{number + 1}]\ninherits = 'b{number}'\n" for number in range(heirs))
    records, found = read(("core.base", f"[beast.b0]\nhp = [2, 2]\n{chain}"))
    assert [finding.location for finding in found] == ["mod/content/base.toml:204"] * findings
    assert len(field(records, "hp")) == 101


def test_thousands_of_rows_are_patched_in_linear_time() -> None:
    rows = "".join(f"set.stats.s{number} = 1\n" for number in range(9_000))
    start = time.process_time()
    records, findings = patched("core.base:rat", rows)
    assert time.process_time() - start < 8
    assert not findings
    assert len(field(records, "stats")["rat"]) == 9_001


def test_an_unmet_guard_of_a_wildcard_is_a_warning_of_its_own() -> None:
    records, [finding] = patched("*:*", "expect.stats.foh = { max = 3 }\nset.speed = 2.0")
    assert field(records, "speed") == {"rat": 1.0, "troll": 2.0, "cave_troll": 2.0}
    assert (finding.code, finding.severity) == ("unexpected", Severity.WARNING)
    assert "expects stats.foh = {'max': 3}, but it is 4, set at mod/content/base.toml:4" in finding.text


def test_a_pattern_that_fits_nothing_is_told() -> None:
    _, [finding] = patched("core.base:dragon*", "set.speed = 2.0")
    assert (finding.code, finding.severity) == ("no-record", Severity.WARNING)
    assert "patches beast 'core.base:dragon*', which matches no record" in finding.text


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("stats.foh = { mn = 2 }", "stats.foh: there is no test 'mn', did you mean 'min'?"),
        ("stats.foh = { min = 'a' }", "min takes a number, not 'a'"),
        ("stats.foh = { in = 3 }", "in takes a list, not 3"),
        ("hp = 'a'\nexpect = 3", "expect must be a table, not 3"),
    ],
)
def test_a_condition_that_is_none_is_told(where: str, says: str) -> None:
    records, [finding] = patched("core.base:rat", f"where.{where}\nset.speed = 2.0")
    assert says in finding.text
    assert field(records, "speed")["rat"] == 1.0


def test_settings_can_be_compared_too() -> None:
    for value, speed in ((1, 1.0), (2, 3.0)):
        body = "when.settings.hard = { min = 2 }\nset.speed = 3.0"
        records, findings = patched("core.base:rat", body, settings={"you.mod.hard": value})
        assert findings == []
        assert field(records, "speed")["rat"] == speed


# History.


def test_every_field_names_its_line_through_inheritance_wildcards_and_defaults() -> None:
    wild = ("a.wild", '[patch.beast."*:*troll"]\nadd.hp = 1\nset.stats.luck = 7\n')
    named = ("b.named", '[patch.beast."core.base:cave_troll"]\nmul.hp = 2\nset.spans.5.high = 9\n')
    records, findings = read(BASE, wild, named)
    assert findings == []
    assert records.history is not None
    origins = records.history.list_origins("beast", "core.base:cave_troll")
    told = {name: [(o.mod, o.place, o.op, o.result, o.record) for o in steps] for name, steps in origins.items()}
    base, parent = "mod/content/base.toml", "core.base:troll"
    assert told["hp"] == [
        ("core.base", f"{base}:6", "define", [6, 9], parent),
        ("a.wild", "mod/content/wild.toml:2", "add", [7, 10], parent),
        ("b.named", "mod/content/named.toml:2", "mul", [14, 20], ""),
    ]
    assert told["stats.foh"] == [("core.base", f"{base}:14", "define", 3, "")]
    assert told["stats.luck"][-1] == ("a.wild", "mod/content/wild.toml:3", "set", 7, parent)
    assert told["spans.1.high"] == [("core.base", f"{base}:10", "define", 3, parent)]
    assert told["spans.5.high"][-1] == ("b.named", "mod/content/named.toml:3", "set", 9, "")
    [(mod, where, op, value, _)] = told["speed"]
    assert (mod, op, value) == ("", "default", 1.0)
    line = int(where.rpartition(":")[2])
    assert Path(__file__).read_text().splitlines()[line - 1].strip() == "speed: float = 1.0"


def test_rows_have_lines_of_their_own() -> None:
    text = """\
    [beast.long]
    spans = [
        { floor = 1, high = 3 },
        { floor = 5, high = 6 },
    ]
    [[beast.tables.spans]]
    floor = 1
    [[beast.tables.spans]]
    high = 6
    floor = 5
    [beast.after]
    """
    records, findings = read(("a.rows", text))
    assert findings == []
    assert records.history is not None
    for name, line in (("long", 4), ("tables", 10)):
        origins = records.history.list_origins("beast", f"a.rows:{name}")
        assert origins["spans.5.high"][-1].place == f"mod/content/rows.toml:{line}"
    assert records.history.list_origins("beast", "a.rows:long")["spans.1.floor"][-1].place.endswith(":3")


# Conflicts.


def met(*bodies: str, pattern: str = "core.base:troll") -> list[tuple[str, str, str, bool]]:
    mods = [(f"{'abc'[n]}.m{n}", f'[patch.beast."{pattern}"]\n{body}\n') for n, body in enumerate(bodies)]
    records, _ = read(BASE, *mods, is_order_fixed=lambda a, b: False)
    assert records.history is not None
    return [(c.field, c.first.mod, c.last.mod, c.is_lossy) for c in records.history.conflicts]


@pytest.mark.parametrize(
    ("one", "other", "place", "grave"),
    [
        ("set.speed = 2.0", "set.speed = 3.0", "speed", True),
        ("set.speed = 2.0", "set.speed = 2.0", None, False),
        ("set.speed = 2.0", "add.speed = 1.0", "speed", False),
        ("add.hp = 1", "set.hp = [1, 1]", "hp", False),
        ("add.hp = 1", "add.hp = 2", None, False),
        ("mul.hp = 2", "mul.hp = 3", None, False),
        ("add.hp = 1", "mul.hp = 3", "hp", False),
        ("remove.stats = true", "set.stats.foh = 3", "stats.foh", False),
        ("set.spans.5.high = 3", "set.spans = []", "spans.5.high", True),
        ("add.tags = 'x'", "remove.tags = ['big']", None, False),
        ("set.stats.foh = 3", "set.stats.luck = 3", None, False),
    ],
)
def test_what_two_mods_do_is_a_conflict_where_the_order_counts(
    one: str, other: str, place: str | None, grave: bool
) -> None:
    found = met(one, other)
    assert found == ([(place, "a.m0", "b.m1", grave)] if place else [])


def test_a_conflict_of_wildcards_is_told_once_with_the_records_it_is_about() -> None:
    mods = [(f"{x}.w", f'[patch.beast."core.base:*"]\nset.speed = {n}.0\n') for n, x in enumerate("ab", 2)]
    records, findings = read(BASE, *mods, is_order_fixed=lambda a, b: False)
    assert records.history is not None
    [conflict] = records.history.conflicts
    assert conflict.other_ids == ("core.base:troll",), "what is inherited is not changed again"
    [finding] = findings
    assert finding.text.endswith("(and 1 more records)")
    assert finding.fix == 'to keep this order, add to b.w: [order] after = ["a.w"]'
