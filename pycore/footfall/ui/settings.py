"""The player's settings of the screen: keys, colours, letter size.

``ui.toml`` in the configuration folder of the user::

    [keys]                       # by name of the binding, as the key page's source names it
    "stealth-key-listen" = ["L"]
    "footfall-ui-look" = ["v"]   # the screen's own: help, messages, look, save, quit, larger, smaller
    "page:inventory" = ["I"]

    [terminal]
    color = "auto"               # auto, truecolor, 256, none

    [window]
    cell = 18                    # height of a letter in pixels; 0 chooses by the display

    [play]
    lessons = true               # hints for newcomers, each shown once
    motion = true                # each turn of travel, exploring and rest, and a beat of alarm; false: only the end
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from footfall.api.scene import Scene

from . import key_names
from .interaction import UI_ACTIONS

SETTINGS_FILE = "ui.toml"
CELL_HEIGHT_RANGE = (8, 48)


class ColorMode(Enum):
    """How many colours the terminal gets; NONE leaves signs and words to tell everything."""

    AUTO = "auto"
    TRUECOLOR = "truecolor"
    INDEXED = "256"
    NONE = "none"


class UiSettingsError(ValueError):
    """The settings file cannot be used; the message names file, line and remedy."""


class UiSettings(msgspec.Struct, frozen=True):
    """The player's settings.

    Attributes:
        keys: key names by name of binding.
        color: of the terminal.
        cell: height of a letter in the window, in pixels; 0 chooses by the display.
        lessons: hints for newcomers are shown.
        motion: each turn of a command of many turns is shown.
        source: the file they come from, and its text for pointing at lines.
    """

    keys: Mapping[str, tuple[str, ...]] = {}
    color_mode: ColorMode = ColorMode.AUTO
    cell_height: int = 0
    lessons: bool = True
    motion: bool = True
    path: Path | None = None
    source_lines: tuple[str, ...] = ()

    def locate(self, name: str) -> str:
        """``file:line`` where a setting is made."""
        number = next(
            (i for i, line in enumerate(self.source_lines, 1) if line.strip().strip("\"'").startswith(name)),
            0,
        )
        return f"{self.path or SETTINGS_FILE}:{number}" if number else str(self.path or SETTINGS_FILE)

    def check_keys(self, scene: Scene) -> None:
        """Holds the player's keys against the bindings of a game.

        Raises:
            SettingsError: one key would do two things.
        """
        usual: dict[str, tuple[str, ...]] = {binding.label.id: binding.keys for binding in scene.bindings}
        for key, page in scene.page_keys.items():
            usual[f"page:{page}"] = (*usual.get(f"page:{page}", ()), key)
        own = {f"footfall-ui-{action}": names for action, names in UI_ACTIONS.items()}
        taken: dict[str, str] = {}
        for name in (*usual, *own):
            if name not in self.keys:
                continue
            for key in self.keys[name]:
                other = taken.setdefault(key, name)
                if other != name:
                    raise UiSettingsError(
                        f"{self.locate(name)}: the key {key} is given to both {other} and {name}; give one another key"
                    )
        for name, names in usual.items():
            for key in names:
                if name not in self.keys and key in taken:
                    raise UiSettingsError(
                        f"{self.locate(taken[key])}: the key {key} already means {name};"
                        f' give that another key too, for instance: "{name}" = ["F5"]'
                    )


def find_settings_path() -> Path:
    """Where the settings file is looked for."""
    return platformdirs.user_config_path("footfall") / SETTINGS_FILE


def load_ui_settings(path: Path | None = None) -> UiSettings:
    """Reads the settings; without a file they are the usual ones.

    Raises:
        SettingsError: the file cannot be read or says something unknown.
    """
    path = path or find_settings_path()
    try:
        source = path.read_text("utf-8")
    except FileNotFoundError:
        return UiSettings()
    except (OSError, UnicodeDecodeError) as error:
        raise UiSettingsError(f"{path}: cannot be read: {error}") from None
    try:
        table = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        raise UiSettingsError(f"{path}: not TOML: {error}") from None
    at = UiSettings(path=path, source_lines=tuple(source.splitlines()))
    known = {"keys": None, "terminal": {"color"}, "window": {"cell"}, "play": {"lessons", "motion"}}
    for section, content in table.items():
        if section not in known or not isinstance(content, dict):
            raise UiSettingsError(
                f"{at.locate('[' + section)}: unknown section {section}; known: {', '.join(known)}"
            )
        names = known[section]
        for name in content:
            if names is not None and name not in names:
                raise UiSettingsError(
                    f"{at.locate(name)}: [{section}] has no {name}; it has: {', '.join(sorted(names))}"
                )
    return msgspec.structs.replace(
        at,
        keys=_parse_keys(table.get("keys", {}), at),
        color_mode=_parse_color_mode(table.get("terminal", {}).get("color", "auto"), at),
        cell_height=_parse_cell_height(table.get("window", {}).get("cell", 0), at),
        lessons=_parse_switch("lessons", table.get("play", {}), at),
        motion=_parse_switch("motion", table.get("play", {}), at),
    )


def _parse_keys(table: Mapping[str, Any], at: UiSettings) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(key, str) for key in names):
            raise UiSettingsError(f'{at.locate(name)}: {name} needs a list of key names, as in ["L", "F5"]')
        for key in names:
            if not key_names.is_key_name(key):
                raise UiSettingsError(
                    f"{at.locate(name)}: {key!r} is no key; a key is the sign it types, PAD0 to PAD9,"
                    f" or one of {', '.join(sorted(key_names.NAMED_KEYS))}, after C- or A- if need be"
                )
        found[name] = tuple(names)
    return found


def _parse_color_mode(value: object, at: UiSettings) -> ColorMode:
    try:
        return ColorMode(value)
    except ValueError:
        known = ", ".join(color.value for color in ColorMode)
        raise UiSettingsError(f"{at.locate('color')}: no color mode {value!r}; there are: {known}") from None


def _parse_switch(name: str, section: Mapping[str, Any], at: UiSettings) -> bool:
    value = section.get(name, True)
    if type(value) is not bool:
        raise UiSettingsError(f"{at.locate(name)}: {name} is true or false, not {value!r}")
    return value


def _parse_cell_height(value: object, at: UiSettings) -> int:
    low, high = CELL_HEIGHT_RANGE
    if type(value) is not int or (value and not low <= value <= high):
        raise UiSettingsError(f"{at.locate('cell')}: cell needs a whole number from {low} to {high}, or 0")
    return value
