"""The settings screen: values and keys are changed by keys, written to the file, and hold at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.ui.settings import SettingsFileError, find_settings_path, load_ui_settings, write_setting


def test_a_switch_is_changed_and_written(typed: Callable[..., Any]) -> None:
    played = typed("F4 DOWN ENTER ESC", "stealth", "--seed", 3)
    assert "SETTINGS" in played.screens[1]
    assert "motion  on" in played.screens[1]
    assert "motion  off" in played.screens[3]
    assert load_ui_settings(find_settings_path()).has_motion is False
    assert "SETTINGS" not in played.screens[4]


def test_new_keys_hold_at_once(typed: Callable[..., Any]) -> None:
    down = "DOWN " * 21  # to the first key of the game that is not a step
    played = typed(f"F4 {down}ENTER F7 ESC F7 .", "stealth", "--seed", 3)
    row = next(line for line in played.screens[22].splitlines() if line.lstrip().startswith("›"))
    assert "wait" in row, row
    assert load_ui_settings(find_settings_path()).keys["stealth-key-wait"] == ("F7",)
    assert "turn 1 " in played.screens[-2]
    assert "turn 1 " in played.screen, "the old key has no effect any more"


@pytest.mark.parametrize(("answer", "wait", "explore"), [("s", ("o",), (".",)), ("ESC", None, None)])
def test_a_key_of_another_action_is_swapped_or_left(
    typed: Callable[..., Any], answer: str, wait: tuple[str, ...] | None, explore: tuple[str, ...] | None
) -> None:
    down = "DOWN " * 21
    played = typed(f"F4 {down} ENTER o {answer}", "stealth", "--seed", 3)
    assert "o is the key of “explore”" in played.screens[-2]
    assert "swap the keys" in played.screens[-2]
    assert "conflict" not in played.screen
    keys = load_ui_settings(find_settings_path()).keys
    assert (keys.get("stealth-key-wait"), keys.get("stealth-key-explore")) == (wait, explore)


def test_a_key_is_added_and_escape_changes_nothing(typed: Callable[..., Any]) -> None:
    down = "DOWN " * 21
    played = typed(f"F4 {down} a F7 ENTER ESC", "stealth", "--seed", 3)
    assert "Press the key for “wait, defend, listen”" in played.screens[-2]
    assert load_ui_settings(find_settings_path()).keys["stealth-key-wait"] == (".", "PAD5", "F7")


@pytest.mark.parametrize("words", [("--seed", 3), ("--title",)], ids=["game", "title"])
def test_a_sample_of_the_map_shows_looks_alone(typed: Callable[..., Any], words: tuple[Any, ...]) -> None:
    played = typed(f"F4 {'DOWN ' * 16}", "stealth", *words)
    for screen in played.screens[1:]:
        row = next(line for line in screen.splitlines() if line.startswith(" ›"))
        looks = ("palette", "pictures on the map", "colors of the terminal", "height of letters")
        sample = "".join(line[len(line) // 2 + 1 :] for line in screen.splitlines()[8:-2])
        assert ("@" in sample) == row[3:].startswith(looks), screen


@pytest.mark.parametrize("first", ["F2", "F4", "w", "i", "x", "F"])
def test_the_settings_open_over_every_screen_and_the_list_has_ends(typed: Callable[..., Any], first: str) -> None:
    """Over the mods, the settings themselves (which close), the title screen, a page, the cursor and a prompt."""
    if first == "w":
        played = typed("F4 END HOME F4", "stealth", "--title")
    elif first in "ixF":
        played = typed(f"{first} F4 END HOME", "stealth", "--seed", 3)
    else:
        played = typed(f"{first} F4 F4 END HOME" if first == "F4" else "F2 F4 END HOME F4", "stealth", "--seed", 3)
    lists = [screen for screen in played.screens if "SETTINGS" in screen]
    marked = [next(line for line in screen.splitlines() if line.lstrip().startswith("›")) for screen in lists]
    assert any("text" in line or "leave" in line for line in marked), marked
    assert "hints for new players" in marked[-1]
    if first == "F2":
        assert "MODS" in played.screen


def test_comments_and_unknown_values_stay(tmp_path: Path) -> None:
    path = tmp_path / "ui.toml"
    path.write_text("# mine\n[play]\nsound = true  # loud\n[other]\nx = 1\n", "utf-8")
    write_setting(path, "play", "sound", False)
    write_setting(path, "keys", "stealth-key-wait", ["F7"])
    text = path.read_text("utf-8")
    assert "# mine" in text
    assert "sound = false  # loud" in text
    assert "[other]\nx = 1" in text
    assert load_ui_settings(path).keys == {"stealth-key-wait": ("F7",)}
    write_setting(path, "keys", "stealth-key-wait", None)
    assert load_ui_settings(path).keys == {}


@pytest.mark.parametrize("content", [b"[play\n", b"\xff\xfe", b"play = 3\n"])
def test_a_broken_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "ui.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsFileError):
        write_setting(path, "play", "sound", False)
    assert path.read_bytes() == content


def test_a_file_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("", "utf-8")
    with pytest.raises(SettingsFileError, match="folder"):
        write_setting(tmp_path / "folder" / "ui.toml", "play", "sound", False)


def test_the_title_screen_opens_it(typed: Callable[..., Any]) -> None:
    played = typed("o DOWN SPACE ESC", "stealth", "--title")
    assert "SETTINGS" in played.screens[1]
    assert "motion  off" in played.screens[3]
    assert "What would you like to do?" in played.screens[4]
    assert load_ui_settings(find_settings_path()).has_motion is False


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("close", "r default")), ("es", ("cerrar", "r valor por defecto"))]
)
def test_the_last_row_has_the_keys_to_change_and_to_leave(
    typed: Callable[..., Any], language: str, words: tuple[str, str]
) -> None:
    """In 80 columns the moves give way."""
    played = typed("o", "stealth", "--title", "--lang", language)
    row = played.screens[1].splitlines()[-1]
    assert all(word in row for word in words), row
