"""``footfall keys`` prints a settings file that the game reads back."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.settings import find_settings_path, keep_usable_keys, load_ui_settings


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_file_names_every_binding_and_is_read_back(footfall, tmp_path: Path, language: str) -> None:
    done = footfall("keys", "stealth", "--lang", language)
    assert done.exit_code == 0, done.output
    path = tmp_path / "ui.toml"
    path.write_text(done.output, "utf-8")
    settings = load_ui_settings(path)
    scene = build_session_scene(Session.begin(load("core.stealth", only_mods=()).rules, 1))
    assert keep_usable_keys(settings, scene) == settings
    for binding in scene.bindings:
        assert set(binding.keys) <= set(settings.keys[binding.label.id])
    assert settings.keys["page:inventory"] == ("i",)
    assert settings.keys["footfall-ui-quit"] == ("Q", "C-q")
    assert "stealth-key" not in done.output.replace('"stealth-key', "")


@pytest.mark.proof(0)
def test_an_existing_file_is_kept(footfall) -> None:
    assert footfall("keys", "--write").exit_code == 0
    assert find_settings_path().exists()
    find_settings_path().write_text('[keys]\n"stealth-key-lamp" = ["F5"]\n', "utf-8")
    again = footfall("keys", "--write")
    assert again.exit_code == 1
    assert "exists already" in again.output
    assert '"stealth-key-lamp" = ["F5"]' in footfall("keys").output


@pytest.mark.parametrize("game", ["king", "delve"])
def test_every_game_has_keys(footfall, game: str) -> None:
    done = footfall("keys", game)
    assert done.exit_code == 0, done.output
    assert "[keys]" in done.output
