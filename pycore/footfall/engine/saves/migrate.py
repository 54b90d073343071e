"""Migrations: what an older version of a mod left in a save is brought to the form of the present one.

Each runs once: when a save was made with a version before the migration's, and the mod's is at least
that. They work on plain data before it is read into types, and all of them, or none, count.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packaging.version import Version

from ..problem_log import describe_error, find_source_line
from .orphans import Orphans


class MigrationError(ValueError):
    """A migration that raised; the message names mod, migration and ``file:line``."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of a mod's ``migrations/``.

    Attributes:
        version: that of the mod to which it leads.
        name: of the file (``"1.2.0.toml"``).
        where: the file as messages show it.
        run: alters the mod's share of a save.
    """

    mod: str
    version: str
    name: str
    where: str
    run: Callable[[SavedModData], None]

    @property
    def key(self) -> str:
        """What a save records of it."""
        return f"{self.mod} {self.name}"


class SavedModData:
    """A mod's share of a save, as plain data to be altered in place.

    Attributes:
        mod: the mod's id.
        version: the version the save was made with.
        memory: what the mod remembers (`Remember`).
        settings: its world settings by short name.
        parts: its parts of the state: those called by its id, or by its id and a dot.
    """

    def __init__(self, mod: str, version: str, state: dict[str, Any], aside: Orphans) -> None:
        self.mod = mod
        self.version = version
        self._state = state
        self._aside = aside
        self.memory: dict[str, Any] = state["memory"].get(mod, {})
        prefix = f"{mod}."
        self.settings: dict[str, Any] = {
            name.removeprefix(prefix): value
            for name, value in state["settings"].items()
            if name.startswith(prefix)
        }
        self.parts: dict[str, Any] = {
            name: value for name, value in state["parts"].items() if f"{name}.".startswith(prefix)
        }

    def rename(self, old: str, new: str) -> None:
        """A record, or a step, of this mod has another name now: wherever the save says `old` it says `new`.

        Args:
            old, new: full ids, or names of this mod's own without its id.
        """
        names = {self._qualify(old): self._qualify(new)}
        state = self._state
        for key in ("parts", "agenda", "question", "then"):
            state[key] = rename_ids(state[key], names)
        for name in self.parts:
            self.parts[name] = rename_ids(self.parts[name], names)
        self.memory = rename_ids(self.memory, names)
        aside = self._aside
        aside.records = rename_ids(aside.records, names)
        aside.things = [rename_ids(each, names) for each in aside.things]
        aside.unasked = [rename_ids(each, names) for each in aside.unasked]

    def _qualify(self, name: str) -> str:
        return name if ":" in name else f"{self.mod}:{name}"

    def write_back(self) -> None:
        """Writes what was altered back to the state."""
        state = self._state
        if self.memory or self.mod in state["memory"]:
            state["memory"][self.mod] = self.memory
        for name in [name for name in state["settings"] if name.startswith(f"{self.mod}.")]:
            del state["settings"][name]
        state["settings"].update({f"{self.mod}.{name}": value for name, value in self.settings.items()})
        state["parts"].update(self.parts)


def rename_ids(value: Any, names: Mapping[str, str]) -> Any:
    """A copy of a value in which strings, keys included, have their new names."""
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


def rename_field(value: Any, path: Sequence[str], new: str) -> int:
    """Renames a field wherever `path` leads (``*`` is any key or row); returns how often it was there.

    Raises:
        ValueError: the new name is there already.
    """
    head, *rest = path
    rows = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    if rest:
        if head == "*":
            return sum(rename_field(row, rest, new) for row in rows)
        return rename_field(value[head], rest, new) if isinstance(value, dict) and head in value else 0
    if not isinstance(value, dict) or head not in value:
        return 0
    if new in value:
        raise ValueError(f"there is a {new!r} beside {head!r} already")
    items = [(new if key == head else key, item) for key, item in value.items()]
    value.clear()
    value.update(items)
    return 1


def list_due_migrations(
    migrations: Mapping[str, Sequence[Migration]],
    versions: Mapping[str, tuple[str, str]],
    applied: Iterable[str],
) -> list[Migration]:
    """The migrations that a save needs, in order of mods and versions.

    Args:
        versions: (version in the save, version now) by mod.
        ran: keys of those it went through.
    """
    applied = frozenset(applied)
    return [
        one
        for mod, line in migrations.items()
        if mod in versions
        for one in line
        if one.key not in applied
        and Version(versions[mod][0]) < Version(one.version) <= Version(versions[mod][1])
    ]


def run_migrations(
    state: dict[str, Any],
    orphans: Orphans,
    needed: Iterable[Migration],
    versions: Mapping[str, tuple[str, str]],
) -> dict[str, Any]:
    """Runs migrations on a copy of a plain state; `aside` is altered too.

    Raises:
        MigrationFailed: one raised. What was given is as before.
    """
    needed = list(needed)
    if not needed:
        return state
    state, work = copy.deepcopy(state), copy.deepcopy(orphans)
    for one in needed:
        saved = SavedModData(one.mod, versions[one.mod][0], state, work)
        try:
            one.run(saved)
            saved.write_back()
        except Exception as error:
            where = getattr(error, "where", None) or find_source_line(error) or one.where
            raise MigrationError(f"migration {one.key} failed at {where}: {describe_error(error)}") from error
    orphans.records, orphans.things, orphans.unasked = work.records, work.things, work.unasked
    return state
