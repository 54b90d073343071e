"""Imports a mod's code under a private package name.

A finder resolves ``footfall_mods.<mod>`` and compiles exactly the bytes that `ModFiles` reads. So folders, zips and
single files behave alike, stale code never runs, no ``__pycache__`` is written to a mod's folder, and mods with equal
package names do not collide. First-party plugins are ordinary packages below `footfall.plugins`.
"""

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from types import CodeType, ModuleType

from footfall.diagnostics.files import ModFiles, ModFilesError, format_mod_path

from ..discovery import Mod
from . import tripwire
from .capabilities import TESTS_FOLDER

ROOT_PACKAGE = "footfall_mods"


class EntryNotFoundError(ImportError):
    """The `entry` of a manifest does not exist."""


class _SourceLoader(importlib.abc.InspectLoader):
    """Loads one module from the bytes of a mod's file."""

    def __init__(self, files: ModFiles, name: str, package: bool) -> None:
        self._files = files
        self._name = name
        self._package = package
        self.path = format_mod_path(files, name)

    def get_source(self, fullname: str) -> str:
        return importlib.util.decode_source(self._files.read(self._name))

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._files.read(self._name), self.path, "exec", dont_inherit=True)

    def is_package(self, fullname: str) -> bool:
        return self._package


class _ModFinder(importlib.abc.MetaPathFinder):
    """Finds the modules of all registered mods."""

    def __init__(self) -> None:
        self.mods: dict[str, tuple[ModFiles, str]] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname == ROOT_PACKAGE:
            return importlib.machinery.ModuleSpec(ROOT_PACKAGE, None, is_package=True)
        if not fullname.startswith(ROOT_PACKAGE + "."):
            return None
        parts = fullname.split(".")
        known = self.mods.get(".".join(parts[:2]))
        if known is None:
            return None
        files, base = known
        inner = "/".join(filter(None, (base.removesuffix(".py"), *parts[2:])))
        if inner == TESTS_FOLDER or inner.startswith(TESTS_FOLDER + "/"):  # not scanned, so never imported
            return None
        candidates = [(f"{inner}/__init__.py" if inner else "__init__.py", True)]
        if inner:
            candidates.append((f"{inner}.py", False))
        for name, package in candidates:
            if name in files.names:
                loader = _SourceLoader(files, name, package)
                return importlib.util.spec_from_loader(fullname, loader, origin=loader.path, is_package=package)
        return None


def _find_entry(mod: Mod) -> str:
    """Returns the mod's entry as a folder or file inside it; ``""`` for the folder itself."""
    files, entry = mod.files, mod.info.entry
    if files.path.suffix == ".py" and files.names == (files.path.name,):
        return files.path.name
    inner = entry.replace(".", "/").strip("/")
    if inner and f"{inner}/__init__.py" in files.names:
        return inner
    if inner and f"{inner}.py" in files.names:
        return f"{inner}.py"
    if not inner and "__init__.py" in files.names:
        return ""
    missing = "__init__.py" if not inner else f"{inner}/__init__.py or {inner}.py"
    raise EntryNotFoundError(f"entry = {entry!r}, but there is no {missing} in the mod")


def import_mod(mod: Mod) -> ModuleType:
    """Imports a mod's entry, or returns the module imported earlier if the files have not changed.

    Raises:
        EntryNotFoundError: there is no such package or module.
        Exception: any exception of the mod.
    """
    entry = _find_entry(mod)
    if mod.is_first_party:
        if entry:
            raise EntryNotFoundError(f"a first-party plugin is the package itself: entry must be '.', not {entry!r}")
        return importlib.import_module(mod.package)
    known = sys.modules.get(mod.package)
    version = (mod.hash, str(mod.files.path))
    if known is not None and getattr(known, "__footfall__", None) == version:
        return known
    unload_package(mod.package)
    list_import_sources()[mod.package] = (mod.files, entry)
    tripwire.watch_mod(mod)
    try:
        module = importlib.import_module(mod.package)
    except ModFilesError as error:
        unload_package(mod.package)
        raise ImportError(str(error)) from None
    except BaseException:
        unload_package(mod.package)
        raise
    module.__footfall__ = version  # type: ignore[attr-defined]
    return module


def unload_package(package: str) -> None:
    """Removes a mod's modules, so that the next import runs its code again."""
    for name in [n for n in sys.modules if n == package or n.startswith(package + ".")]:
        del sys.modules[name]


def list_import_sources() -> dict[str, tuple[ModFiles, str]]:
    """Returns the files that the code of mods is imported from, and its entry, by package; the caller may change it."""
    finder = next((finder for finder in sys.meta_path if isinstance(finder, _ModFinder)), None)
    if finder is None:
        finder = _ModFinder()
        sys.meta_path.append(finder)
    return finder.mods
