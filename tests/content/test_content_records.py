"""Records: define, patch, inherit, check, freeze; every error is isolated and reported with its line."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from footfall.content.parse import ContentSource, find_kind_problem, read_records
from footfall.content.record_types import Record, RecordKind, Ref
from footfall.content.records import Records
from footfall.diagnostics.findings import Finding, Severity


class Loot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    weight: int = 1
    item: Annotated[str, Ref("item")] = ""


class Item(Record, frozen=True, kw_only=True):
    power: int = 1


class Beast(Record, frozen=True, kw_only=True):
    hp: int
    speed: float = 1.0
    tags: tuple[str, ...] = ()
    weapon: Annotated[str, Ref("item")] | None = None
    pack: dict[Annotated[str, Ref("item")], int] = msgspec.field(default_factory=dict)
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    loot: tuple[Loot, ...] = ()
    best: Loot | None = None


KINDS = {"beast": RecordKind("beast", Beast), "item": RecordKind("item", Item)}


class Text:
    """One mod's content files, in memory."""

    def __init__(self, files: dict[str, str]) -> None:
        self.path = Path("mod")
        self._files = {f"content/{name}.toml": textwrap.dedent(text) for name, text in files.items()}
        self.names = tuple(sorted(self._files))

    def read(self, name: str) -> bytes:
        return self._files[name].encode()


def read(*mods: tuple[str, str], **keywords: Any) -> tuple[Records, list[Finding]]:
    sources = [ContentSource(mod, Text({mod.partition(".")[2]: text})) for mod, text in mods]
    return read_records(KINDS, sources, **keywords)


def beast(records: Records, id: str = "core.base:goblin") -> Beast:
    return records.get(Beast, "beast", id)


BASE = (
    "core.base",
    """\
[item.dagger]
power = 3
[item.crown]

[beast.goblin]
hp = 7
tags = ["small", "green"]
weapon = "dagger"
pack = { dagger = 2 }
stats = { to_hit = 1, fov = 5 }
loot = [{ id = "gold", weight = 5 }, { id = "gem", item = "crown" }]
""",
)


def test_ids_get_their_own_mods_name_and_order_is_that_of_the_files() -> None:
    records, findings = read(BASE)
    assert findings == []
    goblin = beast(records)
    assert goblin.id == "core.base:goblin"
    assert goblin.weapon == "core.base:dagger"
    assert goblin.pack == {"core.base:dagger": 2}
    assert goblin.loot[1].item == "core.base:crown"
    assert [r.id for _, r in records] == ["core.base:goblin", "core.base:dagger", "core.base:crown"]
    assert records.blame("beast", "core.base:goblin", "hp") == ("core.base mod/content/base.toml:6",)
    with pytest.raises(KeyError, match=r"did you mean 'core\.base:goblin'"):
        beast(records, "core.base:gobin")


def test_every_operation_of_a_patch() -> None:
    patch = """
    [item.club]
    [patch.beast."core.base:goblin"]
    expect.hp = 7
    remove = { tags = ["green"], loot = ["gold"], stats = ["fov"] }
    set = { weapon = "club", stats.luck = 2, best = { id = "b" }, loot.gem.weight = 9 }
    add = { hp = 3, tags = "grim", stats = { to_hit = 1 }, loot = [{ id = "bone" }] }
    mul = { hp = 1.25, speed = 0.5 }
    """
    records, findings = read(BASE, ("you.mod", patch))
    assert findings == []
    assert beast(records) == Beast(
        id="core.base:goblin",
        hp=13,  # (7 + 3) * 1.25 = 12.5, rounded half up
        speed=0.5,
        tags=("small", "grim"),
        weapon="you.mod:club",
        pack={"core.base:dagger": 2},
        stats={"to_hit": 2, "luck": 2},
        loot=(Loot("gem", 9, "core.base:crown"), Loot("bone")),
        best=Loot("b"),
    )
    assert records.blame("beast", "core.base:goblin", "hp") == (
        "core.base mod/content/base.toml:6",
        "you.mod mod/content/mod.toml:7",
        "you.mod mod/content/mod.toml:8",
    )
    assert records.blame("beast", "core.base:goblin", "loot.gem.weight")[-1] == "you.mod mod/content/mod.toml:6"


def test_blame_of_a_field_leaves_out_the_writes_to_its_neighbors() -> None:
    base = ("core.base", "[beast.goblin]\nhp = 7\n[beast.goblin.stats]\nfov = 5\nluck = 1\n")
    patch = '[patch.beast."core.base:goblin"]\nset.stats.luck = 2\nset.hp = 9\n'
    records, findings = read(base, ("you.mod", patch))
    assert findings == []
    luck = ("core.base mod/content/base.toml:5", "you.mod mod/content/mod.toml:2")
    assert records.blame("beast", "core.base:goblin", "stats.luck") == luck
    assert records.blame("beast", "core.base:goblin", "stats.fov") == ("core.base mod/content/base.toml:4",)
    assert records.blame("beast", "core.base:goblin", "stats") == ("core.base mod/content/base.toml:3", *luck)


def test_references_of_a_patch_get_its_own_mods_name_in_keys_lists_and_rows() -> None:
    patch = """\
[item.club]
[patch.beast."core.base:goblin"]
set.pack.club = 3
set.loot.gem.item = "club"
remove.pack = ["core.base:dagger"]
[patch.beast."core.base:goblin".expect]
weapon = "core.base:dagger"
"""
    records, findings = read(BASE, ("you.mod", patch))
    assert findings == []
    assert beast(records).pack == {"you.mod:club": 3}
    assert beast(records).loot[1].item == "you.mod:club"
    assert records.blame("beast", "core.base:goblin", "pack.you.mod:club") == (
        "core.base mod/content/base.toml:9",
        "you.mod mod/content/mod.toml:5",
        "you.mod mod/content/mod.toml:3",
    )


def test_true_removes_a_row_or_puts_the_default_back() -> None:
    patch = '[patch.beast."core.base:goblin"]\nremove = { tags = true, loot.gold = true, stats.fov = true }\n'
    goblin = beast(read(BASE, ("you.mod", patch))[0])
    assert (goblin.tags, goblin.stats, [row.id for row in goblin.loot]) == ((), {"to_hit": 1}, ["gem"])


def test_who_inherits_sees_the_other_as_patched() -> None:
    child = """
    [beast.orc]
    inherits = "core.base:goblin"
    stats.to_hit = 5
    [patch.beast.orc]
    add.hp = 100
    """
    patch = '[patch.beast."core.base:goblin"]\nset = { hp = 20, stats.to_hit = 9, stats.fov = 1 }\n'
    records, findings = read(BASE, ("you.child", child), ("you.patch", patch))
    assert findings == []
    orc = beast(records, "you.child:orc")
    assert (orc.hp, orc.stats, orc.weapon) == (120, {"to_hit": 5, "fov": 1}, "core.base:dagger")
    assert records.blame("beast", "you.child:orc", "hp") == (
        "core.base mod/content/base.toml:6",
        "you.patch mod/content/patch.toml:2",
        "you.child mod/content/child.toml:6",
    )


def test_a_template_is_only_inherited() -> None:
    text = "[beast.kin]\ntemplate = true\nstats.fov = 4\n[beast.elf]\ninherits = 'kin'\nhp = 3\n"
    records, findings = read(("a.a", text))
    assert findings == []
    assert [r.id for _, r in records] == ["a.a:elf"]
    assert beast(records, "a.a:elf").stats == {"fov": 4}


@pytest.mark.parametrize(
    ("when", "applies"),
    [
        ("{ mods = ['other.mod'] }", False),
        ("{ mods = ['core.base'] }", True),
        ("{ without = ['other.mod'] }", True),
        ("{ without = ['core.base'] }", False),
        ("{ games = ['base', 'king'] }", True),
        ("{ games = ['king'] }", False),
        ("{ settings = { hard = true } }", True),
        ("{ settings = { hard = false } }", False),
        ("{ settings = { 'core.base.deep' = 3 }, mods = ['core.base'] }", True),
    ],
)
def test_when_decides_whether_a_patch_applies(when: str, applies: bool) -> None:
    patch = f'[patch.beast."core.base:goblin"]\nwhen = {when}\nset.hp = 1\n'
    known = {"you.mod.hard": True, "core.base.deep": 3}
    records, findings = read(BASE, ("you.mod", patch), games=["core.base"], settings=known)
    assert findings == []
    assert beast(records).hp == (1 if applies else 7)


BAD = [
    ("[beast.x]\nhp = 1\nhpp = 2\n", 3, "beast 'you.mod:x': there is no field 'hpp', did you mean 'hp'?"),
    ("[beast.x]\nspeed = 2\n", 1, "field 'hp' is missing"),
    ("[beast.x]\nhp = 'much'\n", 2, "hp: expected whole number, got text"),
    ("[beast.x]\nhp = 1\nloot = [{ id = 'a', wieght = 3 }]\n", 3, "no field 'wieght', did you mean 'weight'?"),
    ("[beast.x]\nhp = 1\nweapon = 'daggr'\n", 3, "weapon names item 'you.mod:daggr', which does not exist"),
    ("[beast.x]\nhp = 1\nweapon = 'dagger'\n", 3, "did you mean 'core.base:dagger'?"),
    ("[beast.x]\nhp = 1\npack = { 'core.base:dager' = 1 }\n", 3, "did you mean 'core.base:dagger'?"),
    ("[beats.x]\nhp = 1\n", 1, "there is no kind of record 'beats', did you mean 'beast'?"),
    ("[beast]\nx = 3\n", 2, "must be a table"),
    ("[beast.'core.base:orc']\nhp = 1\n", 1, "belongs to another mod"),
    ("[beast.x]\ninherits = 'core.base:gobln'\n", 2, "which does not exist, did you mean 'core.base:goblin'?"),
    ("[beast.x]\ninherits = 'y'\n[beast.y]\ninherits = 'x'\nhp = 2\n", 4, "which inherits it in turn"),
    ("[beast.x]\nhp = \n", 2, "not valid TOML"),
    ("[patch.beast.goblin]\nset.hp = 1\n", 1, "which does not exist, did you mean 'core.base:goblin'?"),
    ("[patch.beast.'core.base:goblin']\nset.hpp = 1\n", 2, "there is no field 'hpp', did you mean 'hp'?"),
    ("[patch.beast.'core.base:goblin']\nsett.hp = 1\n", 2, "unknown key 'sett', did you mean 'set'?"),
    ("[patch.beast.'core.base:goblin']\nreason = 3\nset.hp = 1\n", 2, "reason must be a text"),
    ("[patch.beast.'core.base:goblin']\nadd.hp = 1\nset.hp = 'a'\n", 2, "cannot add 1 to 'a'"),
    ("[patch.beast.'core.base:goblin']\nset.loot.gm.weight = 1\n", 2, "there is no row 'gm', did you mean 'gem'?"),
    ("[patch.beast.'core.base:goblin']\nset.speed = 'fast'\n", 2, "speed: expected number, got text"),
    ("[patch.beast.'core.base:goblin']\nset.weapon = 'club'\n", 2, "names item 'you.mod:club', which does not exist"),
    ("[patch.beast.'core.base:goblin']\nmul.tags = 2\n", 2, "cannot multiply"),
    ("[patch.beast.'core.base:goblin']\nwhen.mod = 'x'\nset.hp = 1\n", 2, "when takes the lists mods"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD)
def test_a_mistake_is_contained_and_told_with_its_line(text: str, line: int, says: str) -> None:
    records, findings = read(BASE, ("you.mod", text))
    told = findings[0]
    assert told.mod == "you.mod"
    assert told.location == f"mod/content/mod.toml:{line}"
    assert says in told.text
    assert told.fix
    assert beast(records) == beast(read(BASE)[0]), "what others wrote is as it was"
    assert not any(r.id.startswith("you.mod") for _, r in records)


def test_one_bad_patch_does_not_take_the_others_along() -> None:
    good = '[patch.beast."core.base:goblin"]\nset.speed = 3.0\n'
    bad = '[patch.beast."core.base:goblin"]\nset = { hp = 99, tags = [1] }\n'
    records, [finding] = read(BASE, ("a.good", good), ("b.bad", bad), ("c.good", good.replace("3", "4")))
    assert (beast(records).hp, beast(records).speed) == (7, 4.0)
    assert (finding.mod, finding.location) == ("b.bad", "mod/content/bad.toml:2")


def test_what_leads_to_a_dropped_record_is_dropped_in_turn() -> None:
    text = "[item.a]\npower = 'x'\n[beast.b]\nhp = 1\nweapon = 'a'\n[beast.c]\nhp = 1\n"
    records, findings = read(("you.mod", text))
    assert [r.id for _, r in records] == ["you.mod:c"]
    assert [f.code for f in findings] == ["bad-record", "no-record"]


def test_a_guard_that_does_not_hold_names_who_wrote_the_value() -> None:
    first = '[patch.beast."core.base:goblin"]\nset.hp = 8\n'
    second = '[patch.beast."core.base:goblin"]\nexpect.hp = 7\nset.hp = 9\nset.speed = 2.0\n'
    records, [finding] = read(BASE, ("a.first", first), ("b.second", second))
    assert (beast(records).hp, beast(records).speed) == (8, 1.0)
    assert finding.severity is Severity.WARNING
    assert finding.location == "mod/content/second.toml:2"
    assert "expects hp = 7, but it is 8, set at mod/content/first.toml:2" in finding.text


def test_two_settings_without_an_order_are_a_conflict_with_the_line_to_paste() -> None:
    first = '[patch.beast."core.base:goblin"]\nset = { hp = 8, speed = 2.0 }\n'
    second = '[patch.beast."core.base:goblin"]\nset = { hp = 9, speed = 2.0 }\n'
    mods = (BASE, ("a.first", first), ("b.second", second))
    records, [finding] = read(*mods, is_order_fixed=lambda a, b: False)
    assert beast(records).hp == 9
    assert finding.code == "clash"
    assert finding.fix == 'to keep this order, add to b.second: [order] after = ["a.first"]'
    assert "hp to 9; a.first sets it to 8 (mod/content/first.toml:2)" in finding.text
    assert read(*mods, is_order_fixed=lambda a, b: True)[1] == []


@pytest.mark.parametrize("levels", [150, 3000])
def test_what_is_nested_too_deeply_is_told_whatever_the_interpreter_could_bear(levels: int) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        records, [finding] = read(BASE, ("you.mod", f"[beast.x]\nhp = {'[' * levels}{']' * levels}\n"))
    finally:
        sys.setrecursionlimit(before)
    assert finding.text == "not valid TOML: it is nested too deeply"
    assert beast(records).hp == 7


def test_kinds_that_cannot_be_read_are_refused() -> None:
    class Bad(Record, frozen=True):
        template: str = ""

    assert find_kind_problem(RecordKind("bad", Bad)) == "bad: a record cannot have a field 'template'"
    assert find_kind_problem(RecordKind("patch", Item))
    assert not find_kind_problem(KINDS["beast"])


def test_a_mistake_in_a_table_with_inherited_keys_is_told_where_it_was_made() -> None:
    text = "[beast.x]\ninherits = 'core.base:goblin'\npack = { 'core.base:dagger' = 'two' }\n"
    _, findings = read(BASE, ("you.mod", text))
    assert findings[0].location == "mod/content/mod.toml:3"
    assert "expected whole number, got text" in findings[0].text
