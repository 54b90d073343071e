"""The player's UI settings: keys, colors, font size, hints, animation.

They are read from ``ui.toml`` in the user's configuration folder::

    [keys]                       # by label id of the binding
    "stealth-key-listen" = ["L"]
    "footfall-ui-look" = ["v"]   # UI actions: help, messages, look, save, restart, quit, larger, smaller
    "page:inventory" = ["I"]

    [terminal]
    color = "auto"               # auto, truecolor, 256, 16, none

    [window]
    cell = 18                    # cell height in pixels; 0: chosen to fit the display

    [look]
    palette = "default"          # default, ember, paper, contrast, or the id of a mod's
    tiles = ""                   # id of a mod's tile pack, for the window and pictures; "": signs

    [sound]
    volume = 100                 # in percent, of all sounds
    own = 100                    # of the player's own deeds
    others = 100                 # of creatures and cues
    room = 100                   # of the place: air, fires, drips; 0: none

    [play]
    language = ""                # en, es or that of a mod; "": that of the system
    lessons = true               # hints for new players, each shown once
    motion = true                # animate travel, rest, alarms, light and sounds; false: show only the end
    sound = true                 # play what the character hears
    bot_stops = true             # wait for a key after each turn of a bot
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import platformdirs

from footfall.api.scene import Scene
from footfall.disk import replace_file

from . import keymap
from .drawing.palette import DEFAULT_PALETTE, Palette
from .map.tile_art import TileArt
from .ui_state import UI_ACTIONS

SETTINGS_FILE = "ui.toml"
CELL_HEIGHT_RANGE = (8, 48)


class ColorMode(Enum):
    """Colors of the terminal; NONE relies on characters and words."""

    AUTO = "auto"
    TRUECOLOR = "truecolor"
    INDEXED = "256"
    BASIC = "16"
    NONE = "none"


class UiSettings(msgspec.Struct, frozen=True):
    """The player's settings.

    Attributes:
        keys: key names by binding (see `UiState.keys`).
        cell_height: cell height of the window in pixels; 0: chosen to fit the display.
        has_lessons: show hints for new players.
        has_motion: show each turn of a macro, and the motion on the map.
        has_sound: play the sounds that the character hears.
        volume, own_volume, others_volume, room_volume: in percent: of all sounds, of the player's own deeds, of
            creatures and cues, of the place.
        waits_for_bots: wait for a key after each turn of a bot.
        tiles: id of the tile pack; empty for signs.
        language: code of the language; empty for that of the system.
        palette: the colors, once `palette_name` was looked up; None for the default.
        art: the pictures, once `tiles` was looked up.
        option_names: the options of the command that decide settings while the program runs, by attribute.
        speech_language: language that the plain front end speaks in; empty: it does not speak.
        source_lines: its lines, to locate errors.
        problems: a sentence for each wrong value, with file, line and fix; such a value has no effect.
        look_problems: those of them about the palette and the tile pack.
    """

    keys: Mapping[str, tuple[str, ...]] = {}
    color_mode: ColorMode = ColorMode.AUTO
    cell_height: int = 0
    has_lessons: bool = True
    has_motion: bool = True
    has_sound: bool = True
    volume: int = 100
    own_volume: int = 100
    others_volume: int = 100
    room_volume: int = 100
    waits_for_bots: bool = True
    palette_name: str = DEFAULT_PALETTE
    tiles: str = ""
    language: str = ""
    palette: Palette | None = None
    art: TileArt | None = None
    option_names: Mapping[str, str] = {}
    speech_language: str = ""
    path: Path | None = None
    source_lines: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    look_problems: tuple[str, ...] = ()

    def hold(self, option: str, **values: Any) -> UiSettings:
        """Returns the settings with values that an option of the command decides."""
        return msgspec.structs.replace(
            self, option_names={**self.option_names, **dict.fromkeys(values, option)}, **values
        )

    def read_again(self, path: Path) -> UiSettings:
        """Returns the settings of a file, except those that options of the command decide."""
        values = {name: getattr(self, name) for name in ("speech_language", *self.option_names)}
        return msgspec.structs.replace(load_ui_settings(path), option_names=self.option_names, **values)

    def locate(self, name: str) -> str:
        """Returns ``file:line`` of a setting."""
        number = next(
            (i for i, line in enumerate(self.source_lines, 1) if line.strip().strip("\"'").startswith(name)), 0
        )
        return f"{self.path or SETTINGS_FILE}:{number}" if number else str(self.path or SETTINGS_FILE)


def find_settings_path() -> Path:
    """Returns the path of the settings file."""
    return platformdirs.user_config_path("footfall") / SETTINGS_FILE


def keep_usable_keys(settings: UiSettings, scene: Scene) -> UiSettings:
    """Returns the settings without keys that conflict with others of a game; adds a problem for each conflict."""
    keys, problems = dict(settings.keys), list(settings.problems)
    while (conflict := find_key_conflict(settings, keys, scene)) is not None:
        problems.append(conflict.problem)
        for name in conflict.void_names:
            del keys[name]
    return msgspec.structs.replace(settings, keys=keys, problems=tuple(problems))


class KeyConflict(NamedTuple):
    """A key that is bound twice.

    Attributes:
        names: the two bindings.
        void_names: the settings that have no effect because of the conflict.
        problem: the sentence about it, with file, line and fix.
    """

    key: str
    names: tuple[str, str]
    void_names: tuple[str, ...]
    problem: str


def find_key_conflict(settings: UiSettings, keys: Mapping[str, tuple[str, ...]], scene: Scene) -> KeyConflict | None:
    """Returns the first key that the player's `keys` and the other keys of a game bind twice."""
    defaults: dict[str, tuple[str, ...]] = {binding.label.id: binding.keys for binding in scene.bindings}
    for key, page in scene.page_keys.items():
        defaults[f"page:{page}"] = (*defaults.get(f"page:{page}", ()), key)
    owners: dict[str, str] = {}
    for name in (*defaults, *(f"footfall-ui-{action}" for action in UI_ACTIONS)):
        for key in keys.get(name, ()):
            other = owners.setdefault(key, name)
            if other != name:
                place = settings.locate(name)
                problem = f"{place}: the key {key} is bound to both {other} and {name}; bind one of them to another key"
                return KeyConflict(key, (other, name), (other, name), problem)
    for name, names in defaults.items():
        for key in names:
            if name not in keys and key in owners:
                owner = owners[key]
                problem = f"{settings.locate(owner)}: the key {key} is already bound to {name};"
                problem += f' rebind that as well, for example: "{name}" = ["F5"]'
                return KeyConflict(key, (owner, name), (owner,), problem)
    return None


def load_ui_settings(path: Path | None = None) -> UiSettings:
    """Reads the settings. A missing or wrong value has its default, and a wrong one is in `UiSettings.problems`."""
    path = path or find_settings_path()
    try:
        source = path.read_text("utf-8-sig")
        table = tomllib.loads(source)
    except FileNotFoundError:
        return UiSettings()
    except UnicodeDecodeError as error:
        return UiSettings(problems=(f"{path}:{error.object.count(10, 0, error.start) + 1}: not UTF-8",))
    except OSError as error:
        return UiSettings(problems=(f"{path}: cannot be read: {error.strerror}",))
    except (ValueError, RecursionError) as error:  # not TOML, or a number with thousands of digits
        line = re.search(r"at line (\d+)", str(error))
        return UiSettings(problems=(f"{path}{f':{line[1]}' if line else ''}: not TOML: {error}",))
    settings = UiSettings(path=path, source_lines=tuple(source.splitlines()))
    values: dict[str, Any] = {}
    problems = [f"{settings.locate(name)}: {problem}" for name, problem in _parse_table(table, values)]
    return msgspec.structs.replace(settings, **values, problems=tuple(problems))


def _parse_table(table: Mapping[str, Any], values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Fills `values` by attribute; yields the name of each wrong setting with its problem."""
    for section, content in table.items():
        if section not in SECTIONS:
            yield f"[{section}", f"unknown section {section}; known: {', '.join(SECTIONS)}"
        elif not isinstance(content, dict):
            yield section, f"{section} must be a section: [{section}]"
        elif section == "keys":
            for name, value in content.items():
                problem = _parse_keys(name, value, values.setdefault("keys", {}))
                if problem is not None:
                    yield name, problem
        else:
            for name, value in content.items():
                setting = SECTIONS[section].get(name)
                if setting is None:
                    known = ", ".join(sorted(SECTIONS[section]))
                    yield name, f"unknown setting {name} in [{section}]; known: {known}"
                elif not setting.accepts(value):
                    yield name, setting.problem.format(name=name, value=value)
                else:
                    values[setting.attribute] = setting.convert(value)


def _parse_keys(name: str, value: object, keys: dict[str, tuple[str, ...]]) -> str | None:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(key, str) for key in names):
        return f'{name} needs a list of key names, such as ["L", "F5"]'
    for key in names:
        if not keymap.is_key_name(key):
            return (
                f"{key!r} is not a key; use a character, PAD0 to PAD9,"
                f" or one of {', '.join(sorted(keymap.NAMED_KEYS))}, optionally prefixed with C- or A-"
            )
    keys[name] = tuple(names)
    return None


class FileSetting(NamedTuple):
    """A setting of the file.

    Attributes:
        attribute: its name in `UiSettings`.
        problem: sentence about a wrong value, with ``{name}`` and ``{value}``.
        convert: turns the value of the file into that of the attribute.
    """

    attribute: str
    accepts: Callable[[Any], bool]
    problem: str
    convert: Callable[[Any], Any] = lambda value: value


def _make_switch(attribute: str) -> FileSetting:
    return FileSetting(attribute, lambda value: type(value) is bool, "{name} must be true or false, not {value!r}")


def _make_name(attribute: str) -> FileSetting:
    return FileSetting(attribute, lambda value: isinstance(value, str), "{name} must be a text, not {value!r}")


def _make_volume(attribute: str) -> FileSetting:
    problem = "{name} needs a whole number from 0 to 100, not {value!r}"
    return FileSetting(attribute, lambda value: type(value) is int and 0 <= value <= 100, problem)


def _is_language(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"([a-z]{2,3}(-[A-Za-z0-9]+)*)?", value) is not None


def _is_cell_height(value: object) -> bool:
    low, high = CELL_HEIGHT_RANGE
    return type(value) is int and (not value or low <= value <= high)


_COLOR_MODES = [mode.value for mode in ColorMode]

SECTIONS: Mapping[str, Mapping[str, FileSetting]] = {
    "keys": {},
    "terminal": {
        "color": FileSetting(
            "color_mode",
            lambda value: value in _COLOR_MODES,
            f"unknown color mode {{value!r}}; known: {', '.join(_COLOR_MODES)}",
            ColorMode,
        )
    },
    "window": {
        "cell": FileSetting(
            "cell_height",
            _is_cell_height,
            "cell needs a whole number from {} to {}, or 0".format(*CELL_HEIGHT_RANGE),
        )
    },
    "look": {"palette": _make_name("palette_name"), "tiles": _make_name("tiles")},
    "sound": {
        "volume": _make_volume("volume"),
        **{name: _make_volume(f"{name}_volume") for name in ("own", "others", "room")},
    },
    "play": {
        "language": FileSetting(
            "language",
            _is_language,
            '{name} must be the code of a language, such as "es", or "" for that of the system',
        ),
        "lessons": _make_switch("has_lessons"),
        "motion": _make_switch("has_motion"),
        "sound": _make_switch("has_sound"),
        "bot_stops": _make_switch("waits_for_bots"),
    },
}
"""The settings by section and name."""

SettingValue: TypeAlias = bool | int | str | Sequence[str]


class SettingsFileError(Exception):
    """The settings file cannot be written. Its message is for the player."""


def write_setting(path: Path, section: str, name: str, value: SettingValue | None) -> None:
    """Sets a value, or removes it so that its default holds (None).

    Raises:
        SettingsFileError: the file cannot be read as TOML, or cannot be written.
    """
    import tomlkit  # only here: the import takes a tenth of the start time
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(path.read_text("utf-8-sig")) if path.exists() else tomlkit.document()
        table = document.setdefault(section, tomlkit.table())
        if not hasattr(table, "keys"):
            raise SettingsFileError(f"{path}: {section} must be a section: [{section}]")
        if value is None:
            table.pop(name, None)
        else:
            table[name] = value if isinstance(value, (bool, int, str)) else list(value)
        replace_file(path, [tomlkit.dumps(document).encode()])
    except TOMLKitError as error:
        raise SettingsFileError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError:
        raise SettingsFileError(f"{path}: not UTF-8") from None
    except OSError as error:
        raise SettingsFileError(f"{path}: {error.strerror or error}") from None
