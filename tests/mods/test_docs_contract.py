"""The snippets in the pages on hooks, saves and deprecation are valid mods and files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import footfall
from footfall.loader import load

DOCS = Path(__file__).parent.parent.parent / "docs" / "modding"
ROOT = Path(footfall.__file__).parent
PAGES = ("hooks.md", "saves.md", "deprecation.md")


def snippets(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_every_python_snippet_is_a_sound_mod(page: str, tmp_path: Path) -> None:
    paths = []
    for number, code in enumerate(snippets(page, "python")):
        if "def migrate" in code:
            continue
        head = "class Grudges:\n    pass\n\n" if "Grudges" in code else ""
        path = tmp_path / f"part{number}.py"
        path.write_text(f'MOD = "docs.part{number}"\n{head}{code}', encoding="utf-8")
        paths.append(path)
    loaded = load("stealth", mods=paths, only_mods=())
    assert {f.code for f in loaded.findings} <= {"no-publisher"}
    assert {f"docs.{path.stem}" for path in paths} <= set(loaded.rules.mods)


def test_the_migrations_that_are_printed_are_taken(tmp_path: Path) -> None:
    folder = tmp_path / "mod"
    (folder / "migrations").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "you.mod"\nversion = "1.3.0"\nentry = "."\n')
    (folder / "__init__.py").write_text("")
    (declared,) = snippets("saves.md", "toml")
    (function,) = [code for code in snippets("saves.md", "python") if "def migrate" in code]
    (folder / "migrations" / "1.2.0.toml").write_text(declared)
    (folder / "migrations" / "1.3.0.py").write_text(function)
    loaded = load("stealth", mods=[folder], only_mods=())
    assert loaded.findings == ()
    assert [one.name for one in loaded.rules.saves.migrations["you.mod"]] == ["1.2.0.toml", "1.3.0.py"]


@pytest.mark.proof(0)
def test_a_checker_finds_nothing_in_the_snippets_on_types(tmp_path: Path) -> None:
    for number, code in enumerate(snippets("hooks.md", "python")):
        (tmp_path / f"part{number}.py").write_text(code, encoding="utf-8")
    env = {name: value for name, value in os.environ.items() if name != "MYPYPATH"}
    if "site-packages" not in ROOT.parts:
        env["MYPYPATH"] = str(ROOT.parent)
    flags = ["--config-file=", "--cache-dir", str(tmp_path / "cache")]
    ran = subprocess.run(  # a separate process, because mypy raises the recursion limit
        [sys.executable, "-m", "mypy", *flags, str(tmp_path)], env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
