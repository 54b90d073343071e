"""Writes single values of the settings file; comments and everything else in it stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

SettingValue: TypeAlias = bool | int | str | Sequence[str]


class SettingsFileError(Exception):
    """The settings file cannot be written. Its message is for the player."""


def write_setting(path: Path, section: str, name: str, value: SettingValue | None) -> None:
    """Sets a value, or removes it so that its default holds (None).

    Raises:
        SettingsFileError: the file cannot be read as TOML, or cannot be written.
    """
    import tomlkit  # only here: it takes a tenth of a start
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
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.new")
        draft.write_text(tomlkit.dumps(document), "utf-8")
        draft.replace(path)
    except TOMLKitError as error:
        raise SettingsFileError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError:
        raise SettingsFileError(f"{path}: not UTF-8") from None
    except OSError as error:
        raise SettingsFileError(f"{path}: {error.strerror or error}") from None
