"""Migrations: conversions of a mod's data in a save to the form of its current version.

Each runs once: if the save was made with a version below the migration's and the active version is at least
that. Migrations work on plain data, before it is decoded into types; either all of them succeed or none takes effect.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ..guards.problem_log import describe_error, find_source_line
from .orphans import Orphans


class MigrationError(ValueError):
    """A migration failed; the message names mod, migration and ``file:line``."""


class Migration(msgspec.Struct, frozen=True):
    """One file of a mod's ``migrations/``.

    Attributes:
        version: the version of the mod that it migrates to.
        name: name of the file (``"1.2.0.toml"``).
        location: the path shown in messages.
        run: alters the mod's data in a save.
    """

    mod: str
    version: str
    name: str
    location: str
    run: Callable[[SavedModData], None]

    @property
    def key(self) -> str:
        """Its key in the list of applied migrations of a save."""
        return f"{self.mod} {self.name}"


class SavedModData:
    """A mod's data in a save, as plain data to alter in place.

    Attributes:
        mod: the mod's id.
        version: the version the save was made with.
        memory: the mod's memory (`Remember`).
        settings: its world settings by short name.
        parts: its parts of the state: those whose name is its id, or starts with its id and a dot.
    """

    def __init__(self, mod: str, version: str, state: dict[str, Any], orphans: Orphans) -> None:
        self.mod = mod
        self.version = version
        self._state = state
        self._orphans = orphans
        self.memory: dict[str, Any] = state["memory"].get(mod, {})
        prefix = f"{mod}."
        self.settings: dict[str, Any] = {
            name.removeprefix(prefix): value for name, value in state["settings"].items() if name.startswith(prefix)
        }
        self.parts: dict[str, Any] = {
            name: value for name, value in state["parts"].items() if f"{name}.".startswith(prefix)
        }

    def rename(self, old: str, new: str) -> None:
        """Replaces the id of a record or a step of this mod in the whole save.

        Args:
            old, new: full ids, or names without the mod's id.
        """
        names = {self._qualify(old): self._qualify(new)}
        state = self._state
        for key in ("parts", "agenda", "question", "then"):
            state[key] = rename_ids(state[key], names)
        for name in self.parts:
            self.parts[name] = rename_ids(self.parts[name], names)
        self.memory = rename_ids(self.memory, names)
        orphans = self._orphans
        orphans.records = rename_ids(orphans.records, names)
        orphans.things = [rename_ids(value, names) for value in orphans.things]
        orphans.questions = [rename_ids(question, names) for question in orphans.questions]

    def _qualify(self, name: str) -> str:
        return name if ":" in name else f"{self.mod}:{name}"

    def write_back(self) -> None:
        """Writes the altered data back to the state."""
        state = self._state
        if self.memory or self.mod in state["memory"]:
            state["memory"][self.mod] = self.memory
        for name in [name for name in state["settings"] if name.startswith(f"{self.mod}.")]:
            del state["settings"][name]
        state["settings"].update({f"{self.mod}.{name}": value for name, value in self.settings.items()})
        state["parts"].update(self.parts)


def rename_ids(value: Any, names: Mapping[str, str]) -> Any:
    """Returns a copy of a value with its strings, including keys, renamed."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {rename_ids(key, names): rename_ids(item, names) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)([rename_ids(item, names) for item in value])
    fields = getattr(value, "__struct_fields__", None)
    if fields is not None:
        return type(value)(*[rename_ids(getattr(value, name), names) for name in fields])
    return value


def rename_field(value: Any, path: Sequence[str], new: str) -> None:
    """Renames a field at every match of `path` (``*`` matches any key or row).

    Raises:
        ValueError: the new name exists already.
    """
    head, *rest = path
    if rest and head == "*":
        for row in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            rename_field(row, rest, new)
    elif isinstance(value, dict) and head in value:
        if rest:
            rename_field(value[head], rest, new)
            return
        if new in value:
            raise ValueError(f"cannot rename {head!r}: {new!r} exists already")
        items = [(new if key == head else key, item) for key, item in value.items()]
        value.clear()
        value.update(items)


def list_due_migrations(
    migrations: Mapping[str, Sequence[Migration]], versions: Mapping[str, tuple[str, str]], applied: Iterable[str]
) -> list[Migration]:
    """Returns the migrations that a save needs, in order of mods and versions.

    Args:
        versions: (version in the save, active version) by mod.
        applied: keys of the migrations the save has gone through.
    """
    if not any(migrations.values()):
        return []
    from packaging.version import Version  # only here: slow to import

    applied = frozenset(applied)
    return [
        migration
        for mod, steps in migrations.items()
        if mod in versions
        for migration in steps
        if migration.key not in applied
        and Version(versions[mod][0]) < Version(migration.version) <= Version(versions[mod][1])
    ]


def run_migrations(
    state: dict[str, Any], orphans: Orphans, due: Iterable[Migration], versions: Mapping[str, tuple[str, str]]
) -> dict[str, Any]:
    """Returns a migrated copy of a plain state; migrates `orphans` in place.

    Raises:
        MigrationError: a migration failed; `state` and `orphans` are unchanged.
    """
    due = list(due)
    if not due:
        return state
    state, work = copy.deepcopy(state), copy.deepcopy(orphans)
    for migration in due:
        data = SavedModData(migration.mod, versions[migration.mod][0], state, work)
        try:
            migration.run(data)
            data.write_back()
        except Exception as error:
            where = getattr(error, "location", None) or find_source_line(error) or migration.location
            text = f"migration {migration.key} failed at {where}: {describe_error(error)}"
            raise MigrationError(text) from error
    orphans.records, orphans.things, orphans.questions = work.records, work.things, work.questions
    return state
