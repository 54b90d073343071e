"""Loader tests: mods are written to a temporary folder and loaded by `load`."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import footfall.loader.discovery as discovery
from footfall.loader import LoadResult, load

DUEL = Path(__file__).parent.parent / "data" / "mods" / "duel"


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project: no first-party plugins, no user mods, a temporary working folder."""
    project = tmp_path / "project"
    project.mkdir()
    (tmp_path / "plugins").mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setattr(discovery, "PLUGINS_FOLDER", tmp_path / "plugins")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)
    return project


@pytest.fixture
def write(alone: Path) -> Callable[..., Path]:
    """Writes a mod folder: ``write("you.a", code="...", manifest="[requires]...", files={...})``."""

    def make(id: str, code: str = "", manifest: str = "", files: dict[str, str] | None = None, **about: Any) -> Path:
        folder: Path = about.pop("folder", alone / "mods") / about.pop("name", id.replace(".", "-"))
        folder.mkdir(parents=True, exist_ok=True)
        lines = [f'id = "{id}"', f'version = "{about.pop("version", "1.0")}"']
        if code:
            lines.append('entry = "."')
            (folder / "__init__.py").write_text(textwrap.dedent(code), encoding="utf-8")
        lines += [f"{key} = {value}" for key, value in about.items()]
        text = "[mod]\n" + "\n".join(lines) + "\n" + textwrap.dedent(manifest)
        (folder / "mod.toml").write_text(text, encoding="utf-8")
        for name, content in (files or {}).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(content), encoding="utf-8")
        return folder

    return make


@pytest.fixture
def duel(alone: Path) -> Callable[..., LoadResult]:
    """Loads the toy game with all mods of the project."""

    def go(*mods: Path, **keywords: Any) -> LoadResult:
        return load("duel", mods=[DUEL, *mods], **keywords)

    return go
