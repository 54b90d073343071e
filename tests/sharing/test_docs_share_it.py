"""The page for publishers, followed from an empty folder; and the example mods as an index."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import Result

from footfall.loader.discovery import find_content
from footfall.loader.files.mod_files import FolderFiles
from footfall.sharing.index.archives import check_archive
from footfall.sharing.index.format import read_index

ROOT = Path(__file__).parents[2]


@pytest.mark.proof(0)
def test_publishing_takes_the_commands_of_the_page(tmp_path: Path, load_script: Callable[[str], ModuleType]) -> None:
    walk_docs = load_script("tests/mods/walk_docs.py")
    page = ROOT / "docs" / "modding" / "share-it.md"
    outputs = dict(walk_docs.run_page(page, tmp_path, [sys.executable, "-m", "footfall"]))
    assert "+ you.rubble 0.1.0" in outputs["footfall index build shelf --html --sign keys/mine"]
    assert "you.rubble" in outputs["footfall mods search rubble"]


@pytest.mark.proof(0)
def test_example_mods_are_an_index_and_are_installed_as_they_are(footfall: Callable[..., Result], home: Path) -> None:
    shelf = home / "shelf"
    shelf.mkdir()
    names = [path.parent.name for path in sorted((ROOT / "mods").glob("*/mod.toml"))][::3]
    for name in names:
        result = footfall("mods", "pack", ROOT / "mods" / name, "--out", shelf / f"{name}.zip")
        assert result.exit_code == 0, result.output
    assert footfall("index", "build", shelf, "--html").exit_code == 0
    index = read_index((shelf / "index.json").read_bytes())
    assert [mod.id for mod in index.mods] == sorted(f"examples.{name}" for name in names)
    for mod in index.mods:
        assert check_archive(shelf / mod.versions[0].archive.path, mod, mod.versions[0]).id == mod.id
        assert mod.versions[0].license == "MIT"
    assert footfall("mods", "index", "add", shelf).exit_code == 0
    for mod in index.mods:
        result = footfall("mods", "install", mod.id)
        assert result.exit_code == 0, result.output
        content = find_content(mod.versions[0].content)
        assert content is not None
        source = ROOT / "mods" / mod.id.partition(".")[2]
        assert {name: content.files.read(name) for name in content.files.names} == {
            name: (source / name).read_bytes() for name in FolderFiles(source).names
        }
    report = json.loads(footfall("doctor", "--fix", "--json").stdout)
    assert [row["hash"] for row in report["contents"]] == [mod.versions[0].content for mod in index.mods]
    assert all(row["whole"] for row in report["contents"])
