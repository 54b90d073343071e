"""The example mods load without findings, run in strict mode, have both languages and an entry in the cookbook."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from footfall.api.session_scene import build_session_scene
from footfall.engine.declarations.rules import HookKind
from footfall.engine.model import Cause
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.loader.hooks.contract import CONTRACT
from footfall.sim.bots import choose_random_command, play_turns

ROOT = Path(__file__).parent.parent.parent
COOKBOOK = sorted(path.parent for path in (ROOT / "mods").glob("*/mod.toml"))
PAGE = ROOT / "docs" / "modding" / "cookbook.md"


@cache
def loaded(folder: Path) -> LoadResult:
    about = tomllib.loads((folder / "mod.toml").read_text())["mod"]
    game = (about["games"] or ["stealth"])[0]
    return load(game, mods=[folder], only_mods=(), strict=True, language="en")


def test_there_are_ten_recipes_and_more() -> None:
    assert len(COOKBOOK) >= 10


@pytest.mark.proof(9)
@pytest.mark.parametrize("folder", COOKBOOK, ids=lambda path: path.name)
def test_a_recipe_is_whole(folder: Path) -> None:
    mod = loaded(folder)
    assert mod.findings == ()
    id = mod.rules.mods[-1]
    assert id == f"examples.{folder.name}"
    about = tomllib.loads((folder / "mod.toml").read_text())["mod"]
    assert about["enabled"] is False, "an example must be disabled by default"
    wanted = ("en", "es") if (folder / "locale" / "en").is_dir() else ()
    assert [str(f) for f in mod.catalog.check_translations(wanted, mod=id)] == []
    code = [len(path.read_text().splitlines()) for path in folder.rglob("__init__.py")]
    assert sum(code) <= 140, "an example must be short"


@pytest.mark.proof(6)
@pytest.mark.parametrize("folder", COOKBOOK, ids=lambda path: path.name)
def test_a_recipe_plays_and_plays_the_same_again(folder: Path) -> None:
    rules = loaded(folder).rules
    hashes = []
    for _ in range(2):
        session = Session.begin(rules, 11, strict=True)
        for _ in play_turns(session, choose_random_command, 60):
            pass
        build_session_scene(session)
        assert session.problems == []
        hashes.append(session.hash())
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("folder", COOKBOOK, ids=lambda path: path.name)
def test_a_recipe_has_its_page(folder: Path) -> None:
    assert f"mods/{folder.name})" in PAGE.read_text(encoding="utf-8")
    assert f"[`{folder.name}`]" in (ROOT / "mods" / "README.md").read_text(encoding="utf-8")


def test_every_hook_of_the_games_has_an_example() -> None:
    """A hook without an example is hard to learn."""
    modules = [import_module(f"footfall.plugins.{game}.hookspecs") for game in ("stealth", "king", "delve")]
    published = [
        f"core.{module.__name__.split('.')[-2]}:{name}"
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "footfall_kind")
    ]
    asked = [name for name, spec in CONTRACT.items() if spec.kind is not HookKind.COLLECT]
    shown = {
        cause.via.rpartition(".")[0] if is_rule(cause) else cause.via
        for folder in COOKBOOK
        for cause in loaded(folder).rules.hooks.listener_causes
        if cause.mod == f"examples.{folder.name}"
    }
    assert sorted({*asked, *published} - shown) == []


def is_rule(cause: Cause) -> bool:
    """Whether a listener is a rule as data, whose name follows that of the hook."""
    return ".toml:" in cause.location


def test_what_the_page_quotes_is_in_the_mods() -> None:
    """Every snippet of the cookbook is part of a mod or of the content of stealth, word for word."""
    kinds = {".py", ".toml", ".ftl"}
    folders = (*COOKBOOK, ROOT / "plugins" / "stealth" / "content")
    paths = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in kinds]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    for code in re.findall(r"```(?:python|toml|ftl)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for part in code.strip().split("\n\n"):
            assert any(part in source for source in sources), part
