"""The examples in ``docs/modding/data.md`` and ``grammar.md`` load and have the documented effects."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from footfall.content.record_types import Record
from footfall.diagnostics.findings import Severity
from footfall.loader import load

DOCS = Path(__file__).parents[2] / "docs" / "modding"
TEXT, GRAMMAR = ((DOCS / name).read_text(encoding="utf-8") for name in ("data.md", "grammar.md"))
TOML = [text for text in re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL) if not text.startswith("#:schema")]
MANIFEST = """\
[mod]
id = "docs.data"
version = "1"
games = ["stealth"]
[settings]
bones = { type = "bool", default = true }
hard = { type = "bool", default = true }
depth = { type = "int", default = 3 }
echo_factor = { type = "float", default = 1.5 }
"""


def creatures(folder: Path, *texts: str) -> dict[str, Any]:
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST)
    for number, text in enumerate(texts):
        (folder / "content" / f"{number}.toml").write_text(text)
    loaded = load("stealth", mods=[folder], only_mods=())
    assert [str(f) for f in loaded.findings if f.severity > Severity.NOTE] == []
    return dict(loaded.rules.records.table(Record, "creature"))


def test_what_is_printed_is_taken_and_does_what_it_says(tmp_path: Path) -> None:
    assert len(TOML) == 8
    plain = creatures(tmp_path / "plain")
    found = creatures(tmp_path / "whole", *TOML)
    goblin, before = found["core.stealth:goblin"], plain["core.stealth:goblin"]
    assert goblin.hp[0] in (9, 18)
    assert goblin.stats["fov"] == before.stats["fov"] + 2
    assert found["docs.data:pale_goblin"].stats["foh"] == 9
    assert found["docs.data:bone_goblin"].tags == ("undead",)
    keen = {id for id, one in found.items() if "keen" in one.tags and id in plain}
    assert keen == {id for id, one in plain.items() if one.side == "hostile" and one.stats.get("foh", 0) >= 8}
    for id in keen - {"core.stealth:goblin"}:
        assert found[id].hp == tuple(2 * n for n in plain[id].hp)


CONDITIONS = re.findall(r"`([^`]+)`", TEXT.partition("A condition of a field is")[2].partition("\n\n")[0])


def test_the_page_shows_conditions() -> None:
    assert len(CONDITIONS) >= 8


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_condition_of_the_page_is_one(tmp_path: Path, condition: str) -> None:
    creatures(tmp_path / "mod", f'[patch.creature."core.stealth:*"]\nwhere.{condition}\nset.asleep = 1\n')


def test_the_condition_of_the_whole_situation_is_one(tmp_path: Path) -> None:
    found = re.search(r"`(when = .*?)`", TEXT, re.DOTALL)
    assert found is not None
    line = " ".join(found[1].split()).replace('mods = ["other.doors"], ', "")
    plain = creatures(tmp_path / "plain")["core.stealth:goblin"].asleep
    head = '[patch.creature."core.stealth:goblin"]\n'
    patched = creatures(tmp_path / "mod", f"{head}{line}\nadd.asleep = 1\n")["core.stealth:goblin"].asleep
    assert patched == plain + 1


RULES = re.findall(r"```toml\n(.*?)```", GRAMMAR, re.DOTALL)
OF_PATCH, OF_ROW = re.findall(r'`((?:where|when) = ".*?")`', GRAMMAR)
SHRINE = '[template.shrine]\nrows = ["#"]\n'


@pytest.mark.parametrize(
    "text",
    [
        f'[patch.creature."core.stealth:*"]\n{OF_PATCH}\nset.asleep = 1\n',
        f'[spawn.few.rows."core.stealth:goblin"]\nby_floor = [[1, 1]]\n{OF_ROW}\n',
        *(rules + SHRINE for rules in RULES),
    ],
    ids=["patch", "row", *(f"rules {number}" for number in range(len(RULES)))],
)
def test_the_examples_of_the_grammar_are_taken(tmp_path: Path, text: str) -> None:
    creatures(tmp_path / "mod", text)
