"""Every fragment and every hook of the inventory is loaded as it stands on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from footfall.api.deeds import CORE_DEEDS
from footfall.loader import load
from footfall.loader.hooks.contract import CONTRACT

PAGE = (Path(__file__).parents[2] / "docs" / "modding" / "inventory.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<thing>[^|]+) \| (?P<before>yes|form|no) \| (?P<said>.+) \|$", re.MULTILINE)
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
MANIFEST = """[mod]
id = "you.page"
version = "1.0.0"
api = "1"
name = "Page"
games = ["{0}"]
[requires]
"core.{0}" = "*"
"""


def list_rules(section: str) -> list[str]:
    game = next((g for g in ("king", "delve") if f"({g})" in section.partition("\n")[0].lower()), "stealth")
    rules = []
    for number, row in enumerate(ROW.finditer(section)):
        said = row["said"]
        for code in re.findall(r"`((?:[^`])+)`", said):
            if said.startswith(("a record", "a placement", "a patch", "needs Python", "a choice", "a reading")):
                continue
            if said.startswith("a hook"):
                assert code in CONTRACT or code.startswith(f"core.{game}:") or ":" in code, code
                rules.append(f"# {code}")
            elif re.match(r"do\.\w+ =", code):
                hook = "on_turn_start"
                rules.append(f"[hook.{hook}.r{number}]\n{code}\n".replace("TEXT", "page-line"))
            elif not re.match(r"(answer|replaces|do\.\w+$|skip)", code):
                rules.append(f'[hook.on_turn_start.r{number}]\nwhen = "{code}"\ndo.tell = "page-line"\n')
    return rules


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.partition("\n")[0])
def test_a_fragment_loads(section: str, tmp_path: Path) -> None:
    game = next((g for g in ("king", "delve") if f"({g})" in section.partition("\n")[0].lower()), "stealth")
    mod = tmp_path / "page"
    for language in ("en", "es"):
        (mod / "locale" / language).mkdir(parents=True)
        (mod / "locale" / language / "page.ftl").write_text("page-line = { $creature }\n", "utf-8")
    (mod / "content").mkdir()
    (mod / "mod.toml").write_text(MANIFEST.format(game), "utf-8")
    rules = list_rules(section)
    (mod / "content" / "rules.toml").write_text("\n".join(rules), "utf-8")
    loaded = load(game, mods=[mod], only_mods=())
    assert [str(finding) for finding in loaded.findings] == []
    vocabulary = loaded.vocabulary
    assert vocabulary is not None
    hooks = [rule[2:] for rule in rules if rule.startswith("# ")]
    mentioned = [hook for hook in hooks if hook.startswith((f"core.{game}:", "on_", "can_", "decide_"))]
    assert [hook for hook in mentioned if hook not in vocabulary.hooks] == []


def read_counts(row: str) -> list[int]:
    """The numbers of words that a game has now."""
    return [int(cell.partition("→")[2]) for cell in row.split("|")]


@pytest.mark.parametrize("game", ["Stealth", "King", "Delve"])
def test_the_page_counts_the_words_of_a_game(game: str) -> None:
    vocabulary = load(game.lower(), only_mods=()).vocabulary
    assert vocabulary is not None
    own = f"footfall.plugins.{game.lower()}."
    readings = [reading for reading in vocabulary.readings.sources.values() if reading.read.__module__.startswith(own)]
    lists = sum(bool(reading.limit) for reading in readings)
    made = [deed for deed in vocabulary.deeds.values() if deed.build.__module__.startswith((own, "footfall.api."))]
    hooks = sum(name.startswith(f"core.{game.lower()}:") for name in vocabulary.hooks)
    (row,) = re.findall(rf"^\| {game} \|(.+)\|$", PAGE, re.MULTILINE)
    assert read_counts(row) == [len(readings) - lists, lists, len(made), hooks]


def test_the_page_counts_its_rows() -> None:
    rows = [match.groupdict() for match in ROW.finditer(PAGE)]
    unsaid = [row for row in rows if row["said"].startswith(("needs Python", "no such"))]
    assert [row["thing"] for row in rows if "needs Python" in row["said"] and row not in unsaid] == []
    assert len(rows) >= 120
    befores = [row["before"] for row in rows]
    line = (
        f"{len(rows)} rows: before, {befores.count('yes')} said as they are and {befores.count('form')} in another form"
    )
    assert f"{line}; now {len(rows) - len(unsaid)}." in PAGE


def test_the_changelog_has_the_sums() -> None:
    rows = re.findall(r"^\| (?:Stealth|King|Delve) \|(.+)\|$", PAGE, re.MULTILINE)
    readings, lists, deeds, _ = (sum(column) for column in zip(*(read_counts(row) for row in rows), strict=True))
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text("utf-8")
    shared = (len(rows) - 1) * len(CORE_DEEDS)
    assert f"{readings} readings, {lists} lists and {deeds - shared} deeds" in changelog
