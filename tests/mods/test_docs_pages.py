"""In the pages of ``docs/modding``, commands run, snippets are valid mods and links resolve."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from walk_docs import run_page

from footfall.loader import load

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = sorted((DOCS / "modding").glob("*.md"))
FOOTFALL = [sys.executable, "-m", "footfall"]


@pytest.mark.proof(0)
def test_ten_minutes_from_an_empty_folder(tmp_path: Path) -> None:
    outputs = dict(run_page(DOCS / "modding" / "ten-minutes.md", tmp_path, FOOTFALL))
    assert "you.hello" in outputs["footfall mods list"]
    assert "you.hello" in outputs["footfall hooks on_hear"]
    assert "multiplies range by 2" in outputs["footfall mods show --changes you.hello"]
    blame = outputs["footfall data show creature/core.stealth:giant_rat --blame"]
    assert "you.hello  mods/hello/content/rats.toml:2" in blame
    assert "rule/you.hello:on_hear.carries" in outputs["footfall data diff --without you.hello"]


@pytest.mark.proof(0)
def test_the_first_rule_counts(tmp_path: Path) -> None:
    page = DOCS / "modding" / "first-rule.md"
    run_page(page, tmp_path, FOOTFALL)
    folder = tmp_path / "mods" / "rubble"
    first, second, test = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    for code in (second, first):
        (folder / "__init__.py").write_text(code, encoding="utf-8")
        loaded = load("stealth", mods=[folder], only_mods=(), strict=True)
        assert loaded.findings == ()
        assert loaded.rules.mods[-1] == "you.rubble"
    (folder / "tests" / "test_mod.py").write_text(test, encoding="utf-8")
    subprocess.run([sys.executable, "-m", "pytest", "-q", folder], cwd=tmp_path, check=True)


@pytest.mark.proof(0)
def test_the_data_of_ten_minutes_is_accepted(tmp_path: Path) -> None:
    run_page(DOCS / "modding" / "ten-minutes.md", tmp_path, FOOTFALL)
    plain = load("stealth", only_mods=(), strict=True).rules.records
    loaded = load("stealth", mods=[tmp_path / "mods" / "hello"], only_mods=(), strict=True)
    rat = [records.table(object, "creature")["core.stealth:giant_rat"] for records in (plain, loaded.rules.records)]
    assert [hp + 3 for hp in rat[0].hp] == list(rat[1].hp)
    assert "on_hear" in loaded.rules.hooks.dispatch


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


@pytest.mark.proof(0)
def test_a_library_and_its_user_are_built_as_the_page_says(tmp_path: Path) -> None:
    outputs = dict(run_page(DOCS / "modding" / "libraries.md", tmp_path, FOOTFALL))
    shown = outputs["footfall mods show omens --changes"]
    assert "offers the reading actor.omen_count: The omens over an actor." in shown
    assert "omen: a text: `raven`, `comet`, `red-moon`" in shown
    assert "you.omens:on_omen" in shown
    checked = outputs["footfall mods check mods/omens mods/grim"]
    assert "you.grim 0.1.0: 1 advice (loaded into core.stealth, core.delve)" in checked
    assert " error " not in checked
    assert "+ you.grim 0.1.0" in outputs["footfall index build shelf"]
    rules = tmp_path / "mods" / "grim" / "content" / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("last_omen == 'raven'", "last_omen == 'ravn'"))
    for options in ((), ("--no-run",)):
        command = [*FOOTFALL, "mods", "check", "mods/grim", *options]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "rules.toml:6:78: error FF516 unknown-name" in done.stdout
        assert "last_omen is never 'ravn', did you mean 'raven'?" in done.stdout
        assert "fix: words: raven, comet, red-moon" in done.stdout
