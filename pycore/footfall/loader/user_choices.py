"""What the user chose about mods: which are on or off, and values of their settings for new games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from .json_file import write_json

FILE_NAME = "mods.json"


class UserChoices(msgspec.Struct, frozen=True):
    """What was chosen; whatever is not in here is as the mods' authors left it.

    Attributes:
        switched: on or off by mod id; a mod named by path is on all the same.
        settings: value by full name (``"you.mod.name"``).
    """

    switched: dict[str, bool] = {}
    settings: dict[str, Any] = {}


NO_CHOICES = UserChoices()
"""Nothing was chosen."""


def choices_path() -> Path:
    """Where choices are kept."""
    return platformdirs.user_config_path("footfall", appauthor=False) / FILE_NAME


def load_choices() -> UserChoices:
    """What was chosen; nothing, if the file is missing or damaged."""
    try:
        return msgspec.json.decode(choices_path().read_bytes(), type=UserChoices)
    except (OSError, msgspec.MsgspecError):
        return NO_CHOICES


def find_file_problem() -> str:
    """What is wrong with the file, or ``""``."""
    try:
        msgspec.json.decode(choices_path().read_bytes(), type=UserChoices)
    except FileNotFoundError:
        return ""
    except (OSError, msgspec.MsgspecError) as error:
        return str(error)
    return ""


def set_setting(name: str, value: Any) -> None:
    """Chooses a value of a setting, by its full name; None: none any more.

    Raises:
        OSError: it cannot be written down.
    """
    now = load_choices()
    settings = {key: each for key, each in now.settings.items() if key != name}
    if value is not None:
        settings[name] = value
    write_json(choices_path(), msgspec.structs.replace(now, settings=settings))


def switch_mod(mod: str, on: bool | None) -> None:
    """Switches a mod on or off; None: as its author has it.

    Raises:
        OSError: it cannot be written down.
    """
    now = load_choices()
    switched = {key: each for key, each in now.switched.items() if key != mod}
    if on is not None:
        switched[mod] = on
    write_json(choices_path(), msgspec.structs.replace(now, switched=switched))
