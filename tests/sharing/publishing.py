"""Packs small mods and publishes them in a folder."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from footfall.sharing.index.build import build_index, collect_mods
from footfall.sharing.index.format import INDEX_NAME, encode_index

MANIFEST = """[mod]
id = "{id}"
version = "{version}"
api = "1"
name = "{name}"
summary = "A mod for tests."
authors = ["you"]
license = "MIT"
games = ["stealth"]
{more}
"""


def format_manifest(
    id: str,
    version: str,
    requires: Mapping[str, str] | None = None,
    conflicts: Mapping[str, str] | None = None,
    more: str = "",
) -> str:
    """Returns a manifest."""
    tables = "[requires]\n" + "".join(f'"{other}" = "{versions}"\n' for other, versions in (requires or {}).items())
    tables += "".join(
        f'[conflicts."{other}"]\nversion = "{versions}"\n' for other, versions in (conflicts or {}).items()
    )
    return MANIFEST.format(id=id, version=version, name=id.rpartition(".")[2].title(), more=f"{more}\n{tables}")


def pack(
    folder: Path,
    id: str,
    version: str,
    requires: Mapping[str, str] | None = None,
    *,
    hp: int = 5,
    conflicts: Mapping[str, str] | None = None,
    more: str = "",
    files: Mapping[str, str | bytes] | None = None,
) -> Path:
    """Writes a packed mod that sets the hit points of goblins."""
    path = folder / f"{id.rpartition('.')[2]}-{version}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    contents: dict[str, str | bytes] = {
        "mod.toml": format_manifest(id, version, requires, conflicts, more),
        "content/goblin.toml": f'[patch.creature."core.stealth:goblin"]\nset.hp = [{hp}, {hp}]\n',
        **(files or {}),
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(contents):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), contents[name])
    return path


def publish(folder: Path, counter: int = 1) -> Path:
    """Builds the unsigned index of a folder."""
    index = build_index(collect_mods(folder), None, folder.name, counter=counter)
    (folder / INDEX_NAME).write_bytes(encode_index(index))
    return folder


def publish_samples(folder: Path) -> Path:
    """Publishes alpha (which needs beta), beta, gamma (which needs an old beta) and a mod with Python."""
    pack(folder, "you.alpha", "1.0", {"you.beta": ">=1"}, hp=5)
    pack(folder, "you.alpha", "2.0", {"you.beta": ">=2"}, hp=6)
    pack(folder, "you.beta", "1.0", hp=7)
    pack(folder, "you.beta", "2.0", hp=8)
    pack(folder, "you.gamma", "1.0", {"you.beta": "<2"}, hp=9)
    pack(folder, "you.python", "1.0", more='entry = "."', files={"__init__.py": "import os\n"})
    return publish(folder)
