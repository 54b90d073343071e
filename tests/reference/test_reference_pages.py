"""``docs/reference`` is up to date, and everything in it is documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.api.hookspecs import SPECS
from footfall.cli import main
from footfall.diagnostics.codes import load_codes
from footfall.reference import list_undocumented, render_pages

FOLDER = Path(__file__).parent.parent.parent / "docs" / "reference"
PAGES = render_pages(main)
OUTDATED = "run footfall docs --out docs/reference"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_up_to_date(name: str) -> None:
    path = FOLDER / name
    assert path.is_file(), OUTDATED
    assert path.read_text(encoding="utf-8") == PAGES[name], OUTDATED


def test_no_page_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(PAGES)


def test_everything_is_documented() -> None:
    assert list_undocumented(main) == []


def test_every_hook_code_and_command_has_its_heading() -> None:
    for name in SPECS:
        assert f"\n## {name}\n" in PAGES["hooks.md"]
    for code in load_codes().values():
        assert f"\n## {code.number} {code.name}\n" in PAGES["codes.md"]
    for name in ("play", "mods check", "data show", "docs"):
        assert f"\n## footfall {name}\n" in PAGES["commands.md"]


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", PAGES[name]):
        path = FOLDER / target if target else FOLDER / name
        assert path.is_file(), target
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path.read_text(encoding="utf-8")), f"{target}#{anchor}"


def docs(*words: object) -> Result:
    return CliRunner().invoke(main, ["docs", *map(str, words)])


def test_the_command_prints_writes_and_compares(tmp_path: Path) -> None:
    assert docs("manifest").stdout == PAGES["manifest.md"]
    assert "did you mean 'manifest'?" in docs("manifst").stderr
    assert docs("--out", tmp_path).exit_code == 0
    assert docs("--check", tmp_path).exit_code == 0
    (tmp_path / "codes.md").write_text("old")
    stale = docs("--check", tmp_path)
    assert stale.exit_code == 1
    assert "codes.md is out of date" in stale.stdout
