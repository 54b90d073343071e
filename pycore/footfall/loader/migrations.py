"""A mod's ``migrations/``: files named by the version they lead to, ``1.2.0.toml`` or ``1.2.0.py``.

A TOML file declares what is called otherwise now. A Python file has a function ``migrate(saved)`` that is
handed a `footfall.api.Saved`. Reading them runs nothing; a save that needs one runs it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from packaging.version import InvalidVersion, Version

from footfall.content.files import location, under
from footfall.content.findings import Finding, near
from footfall.content.toml import BadToml, Document
from footfall.engine.migrate import Migration, Saved, rename_field

from .discovery import Mod

FOLDER = "migrations"
TABLES = ("records", "steps", "memory", "settings", "fields")
"""What a TOML file may hold: ``old = "new"`` of records, steps, keys of the memory, settings, and fields of parts."""


class BadMigration(ValueError):
    """A migration that cannot be used; `where` is ``file:line``."""

    def __init__(self, text: str, where: str, fix: str = "") -> None:
        super().__init__(text)
        self.where = where
        self.fix = fix


def read_migrations(mod: Mod) -> tuple[tuple[Migration, ...], Finding | None]:
    """The migrations of a mod by rising version, and what is wrong with one of them (then the mod is off)."""
    found: dict[Version, Migration] = {}
    try:
        for name in [*under(mod.files, FOLDER, ".toml"), *under(mod.files, FOLDER, ".py")]:
            one = _read(mod, name)
            version = Version(one.version)
            if version in found:
                text = f"leads to version {one.version}, and so does {found[version].name}"
                raise BadMigration(text, one.where, "put them into one file")
            if version > Version(mod.version):
                text = f"leads to version {one.version}, and the mod is only {mod.version}"
                raise BadMigration(text, one.where, f'version = "{one.version}" in mod.toml')
            found[version] = one
    except BadMigration as error:
        return (), Finding("bad-migration", mod.id, str(error), error.where, error.fix, off=True)
    return tuple(found[version] for version in sorted(found)), None


def _read(mod: Mod, name: str) -> Migration:
    place, path = location(mod.files, name), PurePosixPath(name)
    try:
        Version(path.stem)
    except InvalidVersion:
        text = f"{name}: a migration is called by the version it leads to"
        raise BadMigration(text, place, f"call it {FOLDER}/{mod.version}{path.suffix}") from None
    source = mod.files.read(name)
    run = _declared(mod, place, source) if path.suffix == ".toml" else _function(mod, place, source)
    return Migration(mod.id, path.stem, path.name, place, run)


# TOML.


def _declared(mod: Mod, place: str, source: bytes) -> Callable[[Saved], None]:
    try:
        document = Document(place, source)
    except BadToml as error:
        raise BadMigration(f"not valid TOML: {error}", f"{place}:{error.line}") from None
    for table, rows in document.data.items():
        if table not in TABLES:
            text = f"unknown table {table!r}{near(table, TABLES)}"
            raise BadMigration(text, document.where(table), f"tables: {', '.join(TABLES)}")
        if not isinstance(rows, dict):
            raise BadMigration(f"{table} is a table of old = new", document.where(table))
        for old, new in rows.items():
            if table == "fields":
                if not isinstance(new, dict) or not all(isinstance(each, str) for each in new.values()):
                    text = f'[fields."part"] holds "path.to.old" = "new", not {new!r}'
                    raise BadMigration(text, document.where(table, old))
                if not f"{old}.".startswith(f"{mod.id}."):
                    text = f"the part {old!r} is not this mod's; its own are called {mod.id}"
                    raise BadMigration(text, document.where(table, old))
            elif not isinstance(new, str):
                raise BadMigration(f"{old} needs its new name, not {new!r}", document.where(table, old))
    return partial(_rename, document)


class _Clash(ValueError):
    """A rename that does not work out in this save; `where` is ``file:line``."""

    def __init__(self, text: str, where: str) -> None:
        super().__init__(text)
        self.where = where


def _rename(document: Document, saved: Saved) -> None:
    tables: Mapping[str, Any] = document.data
    for table in ("records", "steps"):
        for old, new in tables.get(table, {}).items():
            saved.rename(old, new)
    for table, values in (("memory", saved.memory), ("settings", saved.settings)):
        for old, new in tables.get(table, {}).items():
            _try(document, (table, old), values, [old], new)
    for part, renames in tables.get("fields", {}).items():
        for path, new in renames.items():
            _try(document, ("fields", part, path), saved.parts.get(part, {}), path.split("."), new)


def _try(document: Document, key: tuple[str, ...], values: Any, path: list[str], new: str) -> None:
    try:
        rename_field(values, path, new)
    except ValueError as error:
        raise _Clash(str(error), document.where(*key)) from None


# Python.


def _function(mod: Mod, place: str, source: bytes) -> Callable[[Saved], None]:
    if not mod.about.entry:
        text = "a mod of data alone runs no Python, and this migration is Python"
        raise BadMigration(text, place, "write it as TOML, or give the mod an entry")
    try:
        tree = ast.parse(source, filename=place)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        raise BadMigration(f"not valid Python: {getattr(error, 'msg', error)}", f"{place}:{line}") from None
    if not any(isinstance(node, ast.FunctionDef) and node.name == "migrate" for node in tree.body):
        raise BadMigration("has no function migrate(saved)", f"{place}:1", "def migrate(saved):")
    return partial(_run, place, source)


def _run(place: str, source: bytes, saved: Saved) -> None:
    names: dict[str, Any] = {"__name__": "migration", "__file__": place}
    exec(compile(source, place, "exec", dont_inherit=True), names)
    names["migrate"](saved)
