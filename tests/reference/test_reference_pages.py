"""``docs/reference`` is up to date, and everything in it is documented."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from click import Context
from click.testing import CliRunner, Result

from footfall import api
from footfall.api import CommandSpec, ConsoleSpec, Game, HudLine, Part, Reaction, Step, grid
from footfall.api.hookspecs import SPECS
from footfall.api.scene import Tint
from footfall.cli import main
from footfall.content.schemas.constraints import find_word_lists
from footfall.diagnostics.findings import load_codes
from footfall.loader import LoadResult, load
from footfall.reference import render_pages, typenames
from footfall.reference.api_page import list_exports

FOLDER = Path(__file__).parent.parent.parent / "docs" / "reference"
NAMES = sorted(path.name for path in FOLDER.iterdir())
GAMES = ("core.delve", "core.king", "core.stealth")
OUTDATED = "run footfall docs --out docs/reference"


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    return render_pages(main)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_up_to_date(pages: dict[str, str], name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages[name], OUTDATED


def test_no_page_is_missing(pages: dict[str, str]) -> None:
    assert set(pages) == set(NAMES), OUTDATED
    assert set(load(None, only_mods=()).games) == set(GAMES)


UNDOCUMENTED = re.compile(r"^(?:\|.*\|  \|$|#.*\n\n(?:`.*`\n\n)?\n)", re.MULTILINE)
"""A row whose last cell is empty, and a heading with an empty paragraph after it."""


def test_everything_is_documented(pages: dict[str, str]) -> None:
    assert [(name, UNDOCUMENTED.findall(page)) for name, page in pages.items() if UNDOCUMENTED.search(page)] == []


def test_every_hook_code_and_command_has_its_heading(pages: dict[str, str]) -> None:
    for name in SPECS:
        assert f"\n## {name}\n" in pages["hooks.md"]
    for code in load_codes().values():
        assert f"\n## {code.number} {code.name}\n" in pages["codes.md"]
    for name in ("play", "mods check", "data show", "docs"):
        assert f"\n## footfall {name}\n" in pages["commands.md"]


@pytest.fixture(scope="session", params=GAMES)
def loaded(request: pytest.FixtureRequest) -> LoadResult:
    return load(request.param, only_mods=())


def test_every_step_is_listed_and_chains_are_in_order(pages: dict[str, str], loaded: LoadResult) -> None:
    page = pages["chains.md"]
    for (hook, recipe), names in loaded.rules.hooks.chains.items():
        if names:
            section = page.partition(f"\n### {hook}: {recipe}\n")[2].partition("\n#")[0]
            assert tuple(re.findall(r"^\| \d+ \| `([^`]+)` \|", section, re.MULTILINE)) == names
    assert {name for name in loaded.rules.steps if f"| `{name}` |" not in page} == set()


def test_every_command_and_the_cost_of_a_turn_is_listed(pages: dict[str, str], loaded: LoadResult) -> None:
    section = pages["turns.md"]
    for kind in loaded.rules.commands:
        assert f"| `{kind.__struct_config__.tag}` |" in section
    game = loaded.rules.game
    described = section.partition(f"\n## {game.id}\n")[2]
    assert described.lstrip().startswith("`spend_turn(ctx, actor)`: " if game.spend_turn else "It has no `spend_turn`")


def test_every_word_that_the_loaded_rules_accept_is_listed(pages: dict[str, str], loaded: LoadResult) -> None:
    lists = find_word_lists(loaded.rules.records.record_kinds)
    for name, words in lists.items():
        section = pages["records.md"].partition(f"\n### Words: {name}\n")[2].partition("\n#")[0]
        assert {word for word in words.words if word and f"`{word}`" not in section} == set(), name


def test_effects_ai_kinds_stats_and_tints_are_among_the_lists(pages: dict[str, str]) -> None:
    for name in ("effect", "ai", "stat", "tint"):
        assert f"\n### Words: {name}\n" in pages["records.md"]
    tints = pages["records.md"].partition("\n### Words: tint\n")[2].partition("\n#")[0]
    assert [name for name in Tint.__members__ if f"`{name}`" not in tints] == []


@pytest.mark.parametrize("kind", [CommandSpec, ConsoleSpec, Step, Reaction, Game, Part, HudLine])
def test_declarations_have_their_signature_and_every_field(pages: dict[str, str], kind: Any) -> None:
    section = pages["api.md"].partition(f"\n### {kind.__name__}\n")[2].partition("\n### ")[0]
    for name in kind.__struct_fields__:
        assert f"`{name}: " in section, name
    assert f"({', '.join(kind.__struct_fields__)})" in pages["api.md"]


def test_functions_have_their_signature_and_arguments(pages: dict[str, str]) -> None:
    for module in (api, grid):
        for name, value in list_exports(module):
            if inspect.isfunction(value):
                section = pages["api.md"].partition(f"\n### {name}\n")[2].partition("\n### ")[0]
                assert all(argument in section for argument in inspect.signature(value).parameters), name
    assert "\nstamp_vault(draft: LevelDraft, " in pages["api.md"]


def test_a_missing_description_of_a_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(typenames.FIELD_WORDS, "attacker")
    rows = UNDOCUMENTED.findall(render_pages(main)["hooks.md"])
    assert "| `attacker` | ActorId |  |" in rows


def test_a_missing_description_of_a_command_or_its_option_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    command = main.get_command(Context(main), "generate")
    assert command is not None
    monkeypatch.setattr(command, "help", "")
    monkeypatch.setattr(command.params[-1], "help", "")
    missing = "".join(UNDOCUMENTED.findall(render_pages(main)["commands.md"]))
    assert "## footfall generate" in missing
    assert "|  |" in missing


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("name", NAMES)
def test_links_lead_somewhere(pages: dict[str, str], name: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)", pages[name]):
        path = FOLDER / target if target else FOLDER / name
        assert path.is_file(), target
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path.read_text(encoding="utf-8")), f"{target}#{anchor}"


def test_the_page_of_commands_names_commands_and_options_that_exist(pages: dict[str, str]) -> None:
    text = (FOLDER.parent / "commands.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:\w+=\w+ )?footfall ([^#\n]+)", text, re.MULTILINE)
    assert len(lines) > 20
    sections = dict(
        re.findall(r"^## footfall ([^\n]+)\n(.*?)(?=^## |\Z)", pages["commands.md"], re.MULTILINE | re.DOTALL)
    )
    for line in lines:
        words = line.split()
        name = next(name for name in (" ".join(words[:2]), words[0]) if name in sections)
        assert [word for word in words if word.startswith("--") and f"`{word}" not in sections[name]] == [], line


def docs(*words: object) -> Result:
    return CliRunner().invoke(main, ["docs", *map(str, words)])


@pytest.mark.proof(0)
def test_the_command_prints_writes_and_compares(
    pages: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert docs("manifest").stdout == pages["manifest.md"]
    monkeypatch.setattr("footfall.cli.docs.render_pages", lambda command: pages)
    assert "did you mean 'manifest'?" in docs("manifst").stderr
    assert docs("--out", tmp_path).exit_code == 0
    assert docs("--check", tmp_path).exit_code == 0
    (tmp_path / "codes.md").write_text("old")
    stale = docs("--check", tmp_path)
    assert stale.exit_code == 1
    assert "codes.md is out of date" in stale.stdout
