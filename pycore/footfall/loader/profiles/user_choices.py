"""The user's choices: enabled and disabled mods, and settings for new games."""

from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from ..discovery import list_places
from ..json_file import JsonFileError, read_json, read_json_or, read_json_to_change, write_json
from .pointer import DEFAULT_PROFILE, ProfileError, get_profile_name, read_pointer


class UserChoices(msgspec.Struct, frozen=True):
    """The user's choices; everything else has the default of the mod.

    Attributes:
        switches: whether a mod is enabled, by id; a mod named by path is always enabled.
        settings: value by full name (``"you.mod.name"``).
    """

    switches: dict[str, bool] = msgspec.field(default_factory=dict, name="switched")
    settings: dict[str, Any] = {}


NO_CHOICES = UserChoices()
"""Those of a user who has made none: every mod and setting has its default."""


def choices_path(profile: str = "") -> Path:
    """Returns the path of the file with the choices of a profile, by default the one in use."""
    try:
        profile = profile or get_profile_name(read_pointer())
    except ProfileError:
        profile = DEFAULT_PROFILE
    name = "mods.json" if profile == DEFAULT_PROFILE else f"mods@{profile}.json"
    return platformdirs.user_config_path("footfall", appauthor=False) / name


def load_choices(profile: str = "") -> UserChoices:
    """Returns the choices of a profile, by default the one in use; none if the file is missing or damaged."""
    return read_json_or(choices_path(profile), NO_CHOICES)


class Selection(msgspec.Struct, frozen=True):
    """The profile and choices that decide which mods a game is played with.

    Attributes:
        places: the paths of everything that may be a mod; those in the store are named by their contents.
    """

    profile: str
    places: tuple[str, ...]
    choices: UserChoices

    def is_outdated(self) -> bool:
        """Whether it differs now. Another profile does not count: it is for the next start, and has its own saves."""
        now = read_selection()
        return now.profile == self.profile and now != self


def read_selection() -> Selection:
    """Returns the selection as it is now."""
    try:
        name = get_profile_name(read_pointer())
    except ProfileError:
        name = ""
    return Selection(name, tuple(list_places()), load_choices())


def find_file_problem() -> str:
    """Returns why the file with the choices cannot be read, or ``""``; it may be missing."""
    try:
        read_json(choices_path(), UserChoices)
    except FileNotFoundError:
        return ""
    except OSError as error:
        return error.strerror or str(error)
    except JsonFileError as error:
        return str(error)
    return ""


def set_setting(name: str, value: Any) -> None:
    """Sets a setting by its full name; None removes the choice.

    Raises:
        OSError: the file cannot be read or written.
    """
    _change("settings", name, value)


def switch_mod(mod: str, on: bool | None) -> None:
    """Enables or disables a mod; None removes the choice.

    Raises:
        OSError: the file cannot be read or written.
    """
    _change("switches", mod, on)


def _change(field: str, key: str, value: Any) -> None:
    """Sets or removes one value of a table of the file."""
    choices = read_json_to_change(choices_path(), NO_CHOICES)
    table = {other: old for other, old in getattr(choices, field).items() if other != key}
    if value is not None:
        table[key] = value
    write_json(choices_path(), msgspec.structs.replace(choices, **{field: table}))
