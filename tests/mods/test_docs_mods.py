"""The first mod, the manifest and the data in ``docs/mods.md`` are correct."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from footfall.api.hookspecs import SPECS
from footfall.content.record_types import Record
from footfall.loader import load
from footfall.loader.manifest import read_manifest

DOCS = Path(__file__).parent.parent.parent / "docs" / "mods.md"
TEXT = DOCS.read_text(encoding="utf-8")


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_every_hook_has_an_example_or_a_line_in_its_contract() -> None:
    for name, spec in SPECS.items():
        assert (spec.__doc__ or "").strip(), name


def test_the_first_mod_works_as_it_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mods").mkdir()
    first = snippets("python")[0]
    assert len(first.strip().splitlines()) == 5
    (tmp_path / "mods" / "hello.py").write_text(first)
    loaded = load("stealth", strict=True, only_mods=["you.hello"])
    assert loaded.rules.mods[-1] == "you.hello"
    assert "on_hear" in loaded.rules.hooks.dispatch


def test_every_python_snippet_is_a_sound_mod(tmp_path: Path) -> None:
    for number, code in enumerate(snippets("python")):
        path = tmp_path / f"part{number}.py"
        head = "" if "MOD = " in code else f'MOD = "docs.part{number}"\n'
        path.write_text(head + code)
        game = "king" if "core.king" in code else "stealth"
        loaded = load(game, mods=[path], only_mods=())
        assert [str(f) for f in loaded.findings] == []
        assert len(loaded.rules.mods) == 2


def test_the_manifest_and_the_data_are_accepted_as_printed(tmp_path: Path) -> None:
    manifest, *data = snippets("toml")
    read, _ = read_manifest("docs", manifest.encode())
    assert read.settings["echo_factor"].max == 4.0
    (tmp_path / "content").mkdir()
    head = '[mod]\nid = "docs.data"\nversion = "1"\n[requires]\n"core.stealth" = "*"\n'
    head += '[settings.hard]\ntype = "bool"\ndefault = true\n'
    (tmp_path / "mod.toml").write_text(head)
    for number, text in enumerate(data):
        text = text.replace('mods = ["other.doors"], ', "")
        (tmp_path / "content" / f"part{number}.toml").write_text(text)
    loaded = load("stealth", mods=[tmp_path], only_mods=())
    assert [str(f) for f in loaded.findings] == []
    goblin: Any = loaded.rules.records.get(Record, "creature", "core.stealth:goblin")
    assert goblin.hp == (9, 12)
    assert "core.stealth:meat" not in goblin.carries
    assert "docs.data:cave_lynx" in loaded.rules.records.table(Record, "creature")
