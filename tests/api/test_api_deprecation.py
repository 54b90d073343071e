"""Deprecations: their uses are reported with mod, ``file:line`` and version; overdue ones must be removed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

import footfall
import footfall.api
from footfall.api import Deprecated, Record, deprecated
from footfall.api.hookspecs import SPECS
from footfall.content.deprecation import DeprecatedNameWarning
from footfall.content.record_types import RecordKind
from footfall.content.schemas.schema import SchemaNode, schema_of
from footfall.loader import Finding, LoadResult, load
from footfall.loader.hooks import contract

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"
MARK = Deprecated("0.1", "0.3", "on_hear")


@pytest.fixture
def mod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., LoadResult]:
    """Loads the toy game with mods of one file each."""
    monkeypatch.chdir(tmp_path)

    def go(**codes: str) -> LoadResult:
        for name, code in codes.items():
            (tmp_path / f"{name}.py").write_text(f'MOD = "you.{name}"\n{code}', encoding="utf-8")
        return load("duel", mods=[DUEL, *sorted(tmp_path.glob("*.py"))], only_mods=())

    return go


def going(loaded: LoadResult) -> list[Finding]:
    assert {f.code for f in loaded.findings} <= {"deprecated"}
    return list(loaded.findings)


def test_an_implementation_of_a_deprecated_hook_is_told_and_still_runs(
    mod: Callable[..., LoadResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = contract.CONTRACT["on_move"]
    marked = msgspec.structs.replace(spec, deprecation=MARK)
    monkeypatch.setitem(contract.CONTRACT, "on_move", marked)  # type: ignore[arg-type]
    loaded = mod(old="from footfall.api import hook\n\n@hook\ndef on_move(event):\n    return None\n")
    (finding,) = going(loaded)
    assert str(finding) == (
        "warning[deprecated] you.old: the hook on_move is deprecated since 0.1 and will be removed in 0.3\n"
        "  at old.py:4\n  fix: use on_hear"
    )
    assert "on_move" in loaded.rules.hooks.dispatch


def test_a_hook_that_a_mod_publishes_is_deprecated_by_the_mods_versions(mod: Callable[..., LoadResult]) -> None:
    weather = """
from footfall.api import HookKind, Context, FoldReturn, deprecated, events, publish

class Raining(events.HookEvent, frozen=True):
    strength: int = 1

@publish(HookKind.FOLD, "wetness")
@deprecated(since="2.0", removed="3.0", use="you.weather:on_downpour")
def on_rain(event: Raining, ctx: Context) -> FoldReturn:
    '''Rain.'''
"""
    roof = """
from footfall.api import hook

@hook.of("you.weather", "on_rain")
def roof(event):
    return None
"""
    (finding,) = going(mod(weather=weather, roof=roof))
    assert finding.mod == "you.roof"
    assert finding.text == (
        "the hook you.weather:on_rain is deprecated since 2.0 of you.weather and will be removed in 3.0"
    )
    assert (finding.location, finding.fix) == ("roof.py:5", "use you.weather:on_downpour")


def test_a_deprecated_name_still_means_what_it_meant(
    mod: Callable[..., LoadResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = Deprecated("0.1", "0.2", "footfall.api.mul")
    monkeypatch.setitem(footfall.api.DEPRECATED_NAMES, "times", (mark, lambda: footfall.api.mul))  # type: ignore[index]
    code = "import math\nfrom footfall.api import hook, times\n\n@hook\ndef on_hear(event):\n"
    code += '    return [times("range", 2)]\n'
    for _ in range(2):  # the second time its module is known already
        (finding,) = going(mod(old=code))
        assert finding.text == "footfall.api.times is deprecated since 0.1 and will be removed in 0.2"
        assert (finding.mod, finding.location) == ("you.old", "old.py:3")
        assert finding.fix == "use footfall.api.mul"
    with pytest.warns(DeprecatedNameWarning, match=r"use footfall\.api\.mul"):
        footfall.api.times  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'never'"):
        footfall.api.never  # type: ignore[attr-defined]  # noqa: B018


def test_a_deprecated_field_is_told_with_its_line_in_definitions_and_patches(tmp_path: Path) -> None:
    kind = """
from typing import Annotated
from footfall.api import Deprecated, Record, RecordKind, hook

MOD = "you.birds"

class Bird(Record, frozen=True, kw_only=True):
    wings: int = 2
    plumage: Annotated[str, Deprecated("1.0", "2.0", "feathers")] = ""
    feathers: str = ""

@hook
def provide_records():
    return [RecordKind("bird", Bird)]
"""
    (tmp_path / "birds.py").write_text(kind)
    folder = tmp_path / "crows"
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.crows"\nversion = "1.0"\n')
    (folder / "content" / "crows.toml").write_text(
        '[bird.crow]\nwings = 2\nplumage = "black"\n\n[patch.bird.crow]\nset.wings = 3\nset.plumage = "grey"\n'
    )
    loaded = load("duel", mods=[DUEL, tmp_path / "birds.py", folder], only_mods=())
    findings = going(loaded)
    assert [f.location.rpartition("/")[2] for f in findings] == ["crows.toml:3", "crows.toml:7"]
    assert {f.mod for f in findings} == {"you.crows"}
    assert findings[0].text == "the field 'plumage' of bird is deprecated since 1.0 and will be removed in 2.0"
    (crow,) = loaded.rules.records.table(Record, "bird").values()
    assert crow.plumage == "grey"  # type: ignore[attr-defined]


class Old(Record, frozen=True, kw_only=True):
    gone: Annotated[int, Deprecated("0.0.1", "0.0.2", "nothing")] = 0


def marks(node: SchemaNode, name: str) -> dict[str, Deprecated]:
    marked = {name: node.deprecation} if node.deprecation is not None else {}
    for field, below in node.fields.items():
        marked |= marks(below, f"{name}.{field}")
    for below in (node.item, node.key):
        marked |= marks(below, name) if below is not None else {}
    return marked


def all_marks(kinds: list[RecordKind]) -> dict[str, Deprecated]:
    """Every mark there is: on hooks, on names, on fields."""
    marked = {name: spec.deprecation for name, spec in contract.CONTRACT.items() if spec.deprecation}
    marked |= {name: mark for name, (mark, _) in footfall.api.DEPRECATED_NAMES.items()}
    for kind in kinds:
        marked |= marks(schema_of(kind.type), kind.name)
    return marked


def find_overdue_marks(marks: Mapping[str, Deprecated], version: str) -> list[str]:
    """Names whose version of removal has been reached."""
    return [name for name, mark in marks.items() if parse_version(mark.removal) <= parse_version(version)]


def parse_version(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])


def test_nothing_is_overdue() -> None:
    kinds: list[Any] = []
    for name in ("stealth", "king", "delve"):
        module = sys.modules.get(f"footfall.plugins.{name}") or __import__(f"footfall.plugins.{name}", fromlist=["x"])
        kinds += module.provide_records()
    assert find_overdue_marks(all_marks(kinds), footfall.__version__) == []
    assert find_overdue_marks(all_marks([RecordKind("old", Old)]), "0.0.2") == ["old.gone"]
    assert find_overdue_marks({"a": MARK}, "0.2.9") == []
    assert find_overdue_marks({"a": MARK}, "0.10") == ["a"]
    assert set(SPECS) == set(contract.CONTRACT)
    assert deprecated is footfall.api.deprecated
