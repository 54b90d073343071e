"""A mod's ``migrations/``: files named by their target version, ``1.2.0.toml`` or ``1.2.0.py``.

A TOML file declares renames. A Python file has a function ``migrate(saved)``, which takes a
`footfall.api.SavedModData`. Reading a migration runs no code; loading a save that needs it does.
"""

import ast
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

from footfall.diagnostics.files import format_mod_path, list_files
from footfall.diagnostics.findings import Finding, suggest
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.engine.saves.migrate import Migration, SavedModData, rename_field

from .discovery import Mod
from .versions import is_version

MIGRATIONS_FOLDER = "migrations"
MIGRATION_TABLES = ("records", "steps", "memory", "settings", "fields")
"""The tables of a TOML migration, with ``old = "new"`` for records, steps, memory keys, settings and part fields."""


class MigrationFileError(ValueError):
    """A migration file that is not valid or does not fit a save; `location` is ``file:line``."""

    def __init__(self, text: str, location: str, fix: str = "") -> None:
        super().__init__(text)
        self.location = location
        self.fix = fix


def read_migrations(mod: Mod) -> tuple[tuple[Migration, ...], Finding | None]:
    """Returns a mod's migrations by ascending version, and a finding that disables the mod if one is not valid."""
    names = [name for suffix in (".toml", ".py") for name in list_files(mod.files, MIGRATIONS_FOLDER, suffix)]
    if not names:
        return (), None
    from packaging.version import Version  # only here: slow to import

    migrations: dict[Version, Migration] = {}
    try:
        for name in names:
            place, path = format_mod_path(mod.files, name), PurePosixPath(name)
            if not is_version(path.stem):
                text = f"{name}: the name of a migration is its target version"
                raise MigrationFileError(text, place, f"rename it to {MIGRATIONS_FOLDER}/{mod.version}{path.suffix}")
            load = _load_toml_migration if path.suffix == ".toml" else _load_python_migration
            migration = Migration(mod.id, path.stem, path.name, place, load(mod, place, mod.files.read(name)))
            version = Version(migration.version)
            if version in migrations:
                text = f"has the same target version as {migrations[version].name}"
                raise MigrationFileError(text, migration.location, "merge the two files")
            if version > Version(mod.version):
                text = f"migrates to version {migration.version}, but the mod has version {mod.version}"
                raise MigrationFileError(text, migration.location, f'version = "{migration.version}" in mod.toml')
            migrations[version] = migration
    except MigrationFileError as error:
        return (), Finding("bad-migration", mod.id, str(error), error.location, error.fix, disables_mod=True)
    return tuple(migrations[version] for version in sorted(migrations)), None


# TOML.


def _load_toml_migration(mod: Mod, place: str, source: bytes) -> Callable[[SavedModData], None]:
    try:
        document = TomlDocument(place, source)
    except TomlError as error:
        raise MigrationFileError(f"not valid TOML: {error}", f"{place}:{error.line}") from None
    for table, rows in document.data.items():
        if table not in MIGRATION_TABLES:
            text = f"unknown table {table!r}{suggest(table, MIGRATION_TABLES)}"
            raise MigrationFileError(text, document.locate(table), f"tables: {', '.join(MIGRATION_TABLES)}")
        if not isinstance(rows, dict):
            raise MigrationFileError(f'{table} must be a table of old = "new"', document.locate(table))
        for old, new in rows.items():
            if table == "fields":
                if not isinstance(new, dict) or not all(isinstance(name, str) for name in new.values()):
                    text = f'[fields."part"] takes "path.to.old" = "new", not {new!r}'
                    raise MigrationFileError(text, document.locate(table, old))
                if not f"{old}.".startswith(f"{mod.id}."):
                    text = f"the part {old!r} belongs to another mod; parts of this mod start with {mod.id}"
                    raise MigrationFileError(text, document.locate(table, old))
            elif not isinstance(new, str):
                raise MigrationFileError(
                    f"the new name of {old} must be a string, not {new!r}", document.locate(table, old)
                )

    def rename(saved: SavedModData) -> None:
        tables: Mapping[str, Any] = document.data
        for table in ("records", "steps"):
            for old, new in tables.get(table, {}).items():
                saved.rename(old, new)
        for table, values in (("memory", saved.memory), ("settings", saved.settings)):
            for old, new in tables.get(table, {}).items():
                _try_rename(document, (table, old), values, [old], new)
        for part, renames in tables.get("fields", {}).items():
            for path, new in renames.items():
                _try_rename(document, ("fields", part, path), saved.parts.get(part, {}), path.split("."), new)

    return rename


def _try_rename(document: TomlDocument, key: tuple[str, ...], values: Any, path: list[str], new: str) -> None:
    try:
        rename_field(values, path, new)
    except ValueError as error:
        raise MigrationFileError(str(error), document.locate(*key)) from None


# Python.


def _load_python_migration(mod: Mod, place: str, source: bytes) -> Callable[[SavedModData], None]:
    if not mod.info.entry:
        text = "a mod without an entry cannot have a migration in Python"
        raise MigrationFileError(text, place, "write it in TOML, or give the mod an entry")
    try:
        tree = ast.parse(source, filename=place)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise MigrationFileError(f"not valid Python: {getattr(error, 'msg', error)}", f"{place}:{line}") from None
    if not any(isinstance(node, ast.FunctionDef) and node.name == "migrate" for node in tree.body):
        raise MigrationFileError("it has no function migrate(saved)", f"{place}:1", "def migrate(saved):")

    def run(saved: SavedModData) -> None:
        names: dict[str, Any] = {"__name__": "migration", "__file__": place}
        exec(compile(source, place, "exec", dont_inherit=True), names)
        names["migrate"](saved)

    return run
