"""The player's UI settings: keys, colors, font size, hints, animation.

They are read from ``ui.toml`` in the user's configuration folder::

    [keys]                       # by label id of the binding
    "stealth-key-listen" = ["L"]
    "footfall-ui-look" = ["v"]   # UI actions: help, messages, look, save, restart, quit, larger, smaller
    "page:inventory" = ["I"]

    [terminal]
    color = "auto"               # auto, truecolor, 256, none

    [window]
    cell = 18                    # cell height in pixels; 0: chosen to fit the display

    [play]
    lessons = true               # hints for new players, each shown once
    motion = true                # animate travel, exploration, rest and alarms; false: show only the end
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from footfall.api.scene import Scene

from . import key_names
from .ui_state import UI_ACTIONS

SETTINGS_FILE = "ui.toml"
CELL_HEIGHT_RANGE = (8, 48)


class ColorMode(Enum):
    """Colors of the terminal; NONE relies on characters and words."""

    AUTO = "auto"
    TRUECOLOR = "truecolor"
    INDEXED = "256"
    NONE = "none"


class UiSettingsError(ValueError):
    """The settings file is invalid; the message names the file, the line and the fix."""


class UiSettings(msgspec.Struct, frozen=True):
    """The player's settings.

    Attributes:
        keys: key names by binding (see `UiState.keys`).
        color_mode: colors of the terminal.
        cell_height: cell height of the window in pixels; 0: chosen to fit the display.
        lessons: show hints for new players.
        motion: show each turn of a macro.
        path: the settings file.
        source_lines: its lines, to locate errors.
    """

    keys: Mapping[str, tuple[str, ...]] = {}
    color_mode: ColorMode = ColorMode.AUTO
    cell_height: int = 0
    lessons: bool = True
    motion: bool = True
    path: Path | None = None
    source_lines: tuple[str, ...] = ()

    def locate(self, name: str) -> str:
        """Returns ``file:line`` of a setting."""
        number = next(
            (i for i, line in enumerate(self.source_lines, 1) if line.strip().strip("\"'").startswith(name)), 0
        )
        return f"{self.path or SETTINGS_FILE}:{number}" if number else str(self.path or SETTINGS_FILE)

    def check_keys(self, scene: Scene) -> None:
        """Checks the player's keys against the bindings of a game.

        Raises:
            UiSettingsError: a key is bound twice.
        """
        defaults: dict[str, tuple[str, ...]] = {binding.label.id: binding.keys for binding in scene.bindings}
        for key, page in scene.page_keys.items():
            defaults[f"page:{page}"] = (*defaults.get(f"page:{page}", ()), key)
        ui_defaults = {f"footfall-ui-{action}": names for action, names in UI_ACTIONS.items()}
        owners: dict[str, str] = {}
        for name in (*defaults, *ui_defaults):
            if name not in self.keys:
                continue
            for key in self.keys[name]:
                other = owners.setdefault(key, name)
                if other != name:
                    raise UiSettingsError(
                        f"{self.locate(name)}: the key {key} is bound to both {other} and {name};"
                        " bind one of them to another key"
                    )
        for name, names in defaults.items():
            for key in names:
                if name not in self.keys and key in owners:
                    raise UiSettingsError(
                        f"{self.locate(owners[key])}: the key {key} is already bound to {name};"
                        f' rebind that as well, for example: "{name}" = ["F5"]'
                    )


def find_settings_path() -> Path:
    """Returns the path of the settings file."""
    return platformdirs.user_config_path("footfall") / SETTINGS_FILE


def load_ui_settings_or_defaults(path: Path | None = None) -> UiSettings:
    """Reads the settings; if the file is invalid, reports that on stderr and returns the defaults."""
    try:
        return load_ui_settings(path)
    except UiSettingsError as error:
        print(f"{error}. The default settings are used.", file=sys.stderr)
        return UiSettings()


def keep_usable_keys(settings: UiSettings, scene: Scene) -> UiSettings:
    """Returns the settings; if their keys conflict, reports that on stderr and returns the default keys."""
    try:
        settings.check_keys(scene)
    except UiSettingsError as error:
        print(f"{error}. The default keys are used.", file=sys.stderr)
        return msgspec.structs.replace(settings, keys={})
    return settings


def load_ui_settings(path: Path | None = None) -> UiSettings:
    """Reads the settings; without a file, returns the defaults.

    Raises:
        UiSettingsError: the file cannot be read, or contains an unknown or invalid setting.
    """
    path = path or find_settings_path()
    try:
        source = path.read_text("utf-8")
    except FileNotFoundError:
        return UiSettings()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise UiSettingsError(f"{path}: cannot be read: {reason}") from None
    try:
        table = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UiSettingsError(f"{path}: not TOML: {error}") from None
    settings = UiSettings(path=path, source_lines=tuple(source.splitlines()))
    known = {"keys": None, "terminal": {"color"}, "window": {"cell"}, "play": {"lessons", "motion"}}
    for section, content in table.items():
        if section in known and not isinstance(content, dict):
            raise UiSettingsError(f"{settings.locate(section)}: {section} must be a section: [{section}]")
        if section not in known:
            raise UiSettingsError(
                f"{settings.locate('[' + section)}: unknown section {section}; known: {', '.join(known)}"
            )
        names = known[section]
        for name in content:
            if names is not None and name not in names:
                raise UiSettingsError(
                    f"{settings.locate(name)}: unknown setting {name} in [{section}]; known: {', '.join(sorted(names))}"
                )
    return msgspec.structs.replace(
        settings,
        keys=_parse_keys(table.get("keys", {}), settings),
        color_mode=_parse_color_mode(table.get("terminal", {}).get("color", "auto"), settings),
        cell_height=_parse_cell_height(table.get("window", {}).get("cell", 0), settings),
        lessons=_parse_switch("lessons", table.get("play", {}), settings),
        motion=_parse_switch("motion", table.get("play", {}), settings),
    )


def _parse_keys(table: Mapping[str, Any], settings: UiSettings) -> dict[str, tuple[str, ...]]:
    keys: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(key, str) for key in names):
            raise UiSettingsError(f'{settings.locate(name)}: {name} needs a list of key names, such as ["L", "F5"]')
        for key in names:
            if not key_names.is_key_name(key):
                raise UiSettingsError(
                    f"{settings.locate(name)}: {key!r} is not a key; use a character, PAD0 to PAD9,"
                    f" or one of {', '.join(sorted(key_names.NAMED_KEYS))}, optionally prefixed with C- or A-"
                )
        keys[name] = tuple(names)
    return keys


def _parse_color_mode(value: object, settings: UiSettings) -> ColorMode:
    try:
        return ColorMode(value)
    except ValueError:
        known = ", ".join(color.value for color in ColorMode)
        raise UiSettingsError(f"{settings.locate('color')}: unknown color mode {value!r}; known: {known}") from None


def _parse_switch(name: str, section: Mapping[str, Any], settings: UiSettings) -> bool:
    value = section.get(name, True)
    if type(value) is not bool:
        raise UiSettingsError(f"{settings.locate(name)}: {name} must be true or false, not {value!r}")
    return value


def _parse_cell_height(value: object, settings: UiSettings) -> int:
    low, high = CELL_HEIGHT_RANGE
    if type(value) is not int or (value and not low <= value <= high):
        raise UiSettingsError(f"{settings.locate('cell')}: cell needs a whole number from {low} to {high}, or 0")
    return value
