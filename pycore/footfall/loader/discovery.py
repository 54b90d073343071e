"""Discovery: finds mods in all sources, without importing them.

Sources in ascending precedence: first-party plugins, installed packages (entry-point group ``footfall.mods``), the
contents of the profile in use, the project's ``mods/``, the user's, ``FOOTFALL_MODS``, explicit paths. If two sources
have a mod with the same id, the later source is used, and a note says so. A profile other than the default one does
without the two folders ``mods/``: it plays with the same mods on every machine.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from enum import IntEnum
from functools import cached_property, lru_cache
from importlib.machinery import PathFinder
from pathlib import Path

import msgspec
import platformdirs

import footfall
from footfall.diagnostics.files import ModFiles, ModFilesError, expand_home, format_mod_path, format_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.toml import TomlDocument

from .files.mod_files import FolderFiles, SingleFile, ZipFiles, hash_content, hash_program_content
from .manifest import Manifest, ManifestError, ModInfo, read_manifest, read_single_manifest
from .manifest_cache import ManifestCache
from .profiles.pointer import (
    DEFAULT_PROFILE,
    InstalledMod,
    ProfileError,
    content_path,
    describe_reinstall,
    find_content_fault,
    find_pointer_loss,
    get_profile,
    get_profile_name,
    read_pointer,
)

ENTRY_POINT_GROUP = "footfall.mods"
MAX_CANDIDATES = 1_000
"""Entries of a folder of mods that are read."""

LOST_CODES = ("lost-content", "changed-content")
"""Findings about a content of the store that cannot be used."""

STORE_CODES = (*LOST_CODES, "bad-profile")
"""Findings after which not all mods of the profile are known or can be used."""

PLUGINS_FOLDER = Path(footfall.__file__).parent / "plugins"


class Source(IntEnum):
    """The source of a mod; a higher one takes precedence."""

    PLUGIN = 0
    INSTALLED = 1
    STORE = 2
    PROJECT = 3
    USER = 4
    ENVIRONMENT = 5
    EXPLICIT = 6


class Mod(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A mod with a valid manifest.

    Attributes:
        text: the bytes that the manifest was read from; none for a single file.
        source: where it was found.
    """

    manifest: Manifest
    text: bytes
    files: ModFiles
    source: Source

    @property
    def id(self) -> str:
        return self.manifest.mod.id

    @property
    def info(self) -> ModInfo:
        return self.manifest.mod

    @property
    def version(self) -> str:
        return self.manifest.mod.version

    @property
    def is_first_party(self) -> bool:
        return self.source is Source.PLUGIN

    @property
    def is_on_by_default(self) -> bool:
        """Whether it is enabled unless the user disables it: by its manifest, or because it was installed."""
        return self.info.enabled or self.source is Source.STORE

    @property
    def package(self) -> str:
        """The package name of its code."""
        return f"footfall.plugins.{self.files.path.name}" if self.is_first_party else get_package_name(self.id)

    @cached_property
    def document(self) -> TomlDocument:
        """The manifest's file, for line numbers in messages."""
        name = self.files.path.name if isinstance(self.files, SingleFile) else "mod.toml"
        return TomlDocument(format_mod_path(self.files, name), self.text, is_known=True)

    @cached_property
    def hash(self) -> str:
        """The hash of its content, as saves and approvals record it."""
        if self.is_first_party and isinstance(self.files, FolderFiles):
            return hash_program_content(self.files)
        return hash_content(self.files)


def get_package_name(id: str) -> str:
    """Returns the private package name of a mod's code, unique for each id."""
    return "footfall_mods." + id.replace(".", "__").replace("-", "_")


def discover(mods: Sequence[Path] = (), *, all_sources: bool = True) -> tuple[dict[str, Mod], list[Finding]]:
    """Returns all mods by id, and findings.

    Args:
        mods: explicit paths; each a mod (folder with ``mod.toml``, zip, Python file) or a folder of mods.
        all_sources: if False, only first-party plugins and `mods`.
    """
    findings: list[Finding] = []
    discovered: dict[str, Mod] = {}
    known = ManifestCache()
    profile, contents = _list_contents(findings) if all_sources else (DEFAULT_PROFILE, {})
    for source, path in _iter_candidates(mods, all_sources, profile, contents, findings):
        mod = _read_candidate(path, source, contents.get(path), findings, known)
        if mod is None:
            continue
        other = discovered.get(mod.id)
        if other is not None and other.files.path.resolve() != mod.files.path.resolve():
            used, unused = format_path(mod.files.path), format_path(other.files.path)
            if other.source is mod.source:
                text = f"exists twice: {unused} and {used}; the latter is used"
                findings.append(Finding("twice", mod.id, text, "", f"remove {unused}"))
            else:
                findings.append(Finding("replaced", mod.id, f"{used} replaces {unused}", severity=Severity.NOTE))
        discovered[mod.id] = mod
    known.save()
    return {id: discovered[id] for id in sorted(discovered)}, findings


def _read_candidate(
    path: str, source: Source, installed: InstalledMod | None, findings: list[Finding], known: ManifestCache
) -> Mod | None:
    """Returns the mod at a path; None, with a finding, if there is none that can be used.

    Args:
        installed: its row in the profile, if it is a content of the store.
    """
    try:
        mod = read_mod(path, source, findings, known)
        if installed is None or (mod is not None and mod.hash == installed.hash):
            return mod
        findings.append(_describe_changed(path, installed))
    except Exception as error:  # any failure disables only this mod
        is_damaged = installed is not None and not has_content(installed.hash)
        findings.append(
            _describe_changed(path, installed) if installed and is_damaged else _describe_unreadable(path, error)
        )
    return None


def list_places() -> list[str]:
    """Returns the paths of everything that may be a mod."""
    findings: list[Finding] = []
    profile, contents = _list_contents(findings)
    return [path for _, path in _iter_candidates((), True, profile, contents, findings)]


def _describe_unreadable(path: str, error: Exception) -> Finding:
    """Returns the finding for a mod whose files or manifest cannot be read, or a folder that is not a mod."""
    name, manifest = format_path(path), os.path.join(path, "mod.toml")
    if isinstance(error, ManifestError):
        return Finding("bad-manifest", error.mod or name, str(error), error.location, error.fix, disables_mod=True)
    if not isinstance(error, ModFilesError):
        text, fix = f"it cannot be read: {type(error).__name__}: {error}", "correct or remove it"
        return Finding("bad-manifest", name, text, "", fix, disables_mod=True)
    if os.path.isdir(path) and not os.path.isfile(manifest):
        text = "is a folder without mod.toml, so it is not a mod"
        fix = f"add {format_path(manifest)}, or move the folder out of {format_path(os.path.dirname(path))}"
        return Finding("no-manifest", name, text, "", fix, Severity.WARNING)
    return report_bad_files(name, error)


def report_bad_files(mod: str, error: ModFilesError) -> Finding:
    """Returns the finding for a mod whose files cannot be read."""
    return Finding("bad-files", mod, str(error), "", "package or copy the mod again", disables_mod=True)


def _describe_changed(path: str, installed: InstalledMod) -> Finding:
    text = f"the files of version {installed.version} in the store are not those that were installed; it is not used"
    fix = describe_reinstall(installed)
    return Finding("changed-content", installed.id, text, format_path(path), fix, disables_mod=True)


def _iter_candidates(
    mods: Sequence[Path], all_sources: bool, profile: str, contents: Iterable[str], findings: list[Finding]
) -> Iterator[tuple[Source, str]]:
    if PLUGINS_FOLDER.is_dir():
        for name in sorted(os.listdir(PLUGINS_FOLDER)):
            if not name.startswith((".", "_")) and os.path.isfile(PLUGINS_FOLDER / name / "mod.toml"):
                yield Source.PLUGIN, os.path.join(PLUGINS_FOLDER, name)
    else:
        text = "the link pycore/footfall/plugins is missing from this checkout, and with it the games"
        fix = "ln -s ../../plugins pycore/footfall/plugins (Windows: check out with core.symlinks=true)"
        findings.append(Finding("lost-link", "footfall", text, "", fix))
    if all_sources:
        yield from ((Source.INSTALLED, str(path)) for path in _iter_installed(findings))
        yield from ((Source.STORE, path) for path in contents)
        folders = (
            (Source.PROJECT, Path("mods").absolute()),
            (Source.USER, platformdirs.user_data_path("footfall", appauthor=False) / "mods"),
        )
        for source, folder in folders if profile == DEFAULT_PROFILE else ():
            if folder.is_dir():
                yield from ((source, path) for path in _iter_mods_in(folder, findings))
        for text in filter(None, os.environ.get("FOOTFALL_MODS", "").split(os.pathsep)):
            yield from _iter_explicit(Path(text), Source.ENVIRONMENT, "FOOTFALL_MODS", findings)
    for given in mods:
        yield from _iter_explicit(Path(given), Source.EXPLICIT, "--mods", findings)


def _list_contents(findings: list[Finding]) -> tuple[str, dict[str, InstalledMod]]:
    """Returns the profile in use and its contents by path; reports those that are missing."""
    try:
        pointer = read_pointer()
        name = get_profile_name(pointer)
    except ProfileError as error:
        findings.append(Finding("bad-profile", "profiles", str(error)))
        return DEFAULT_PROFILE, {}
    if loss := find_pointer_loss():
        findings.append(Finding("bad-profile", "profiles", loss))
    contents = {}
    for installed in get_profile(pointer, name).now.mods:
        path, fault = content_path(installed.hash), find_content_fault(installed.hash)
        if not fault:
            contents[str(path)] = installed
        else:
            text = f"version {installed.version} is in the profile {name}, but {fault}"
            fix = describe_reinstall(installed)
            findings.append(Finding("lost-content", installed.id, text, format_path(path), fix, disables_mod=True))
    return name, contents


def _iter_explicit(path: Path, source: Source, option: str, findings: list[Finding]) -> Iterator[tuple[Source, str]]:
    path = expand_home(path).absolute()
    if not path.exists():
        findings.append(Finding("no-such-path", format_path(path), f"{option}: there is no such file or folder"))
    elif path.is_dir() and not (path / "mod.toml").is_file():
        yield from ((source, child) for child in _iter_mods_in(path, findings))
    else:
        yield source, str(path)


def _iter_mods_in(folder: Path, findings: list[Finding]) -> Iterator[str]:
    """Yields the entries of a folder that may be mods."""
    with os.scandir(folder) as listing:
        entries = sorted((e for e in listing if not e.name.startswith((".", "_"))), key=lambda entry: entry.name)
    if len(entries) > MAX_CANDIDATES:
        text = f"has {len(entries):,} entries; only the first {MAX_CANDIDATES:,} are read"
        findings.append(Finding("too-much", format_path(folder), text, "", "move other files out of it"))
    for entry in entries[:MAX_CANDIDATES]:
        if entry.is_dir() or entry.name.endswith((".zip", ".py")):
            yield entry.path


def _iter_installed(findings: list[Finding]) -> Iterator[Path]:
    """Yields the folders of installed packages in the entry-point group."""
    if not has_entry_points(ENTRY_POINT_GROUP):
        return
    import importlib.metadata  # only here: slow to import
    import importlib.util

    points = importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)
    for point in sorted(points, key=lambda p: (p.name, p.value)):
        top, *rest = point.module.split(".")
        try:
            spec = importlib.util.find_spec(top)  # a top-level name is found without importing it
        except (ImportError, ValueError):
            spec = None
        roots = list(spec.submodule_search_locations or ()) if spec else []
        for root in roots:
            path = Path(root, *rest)
            if (path / "mod.toml").is_file():
                yield path
                break
        else:
            text = f"entry point {ENTRY_POINT_GROUP}: {point.name} = {point.value} is not a folder with mod.toml"
            findings.append(Finding("bad-entry-point", point.name, text, "", "include mod.toml in that package"))


def read_mod(
    path: Path | str, source: Source, findings: list[Finding], known: ManifestCache | None = None
) -> Mod | None:
    """Reads the mod at a path; None, with a finding, for a Python file that is not a mod.

    Args:
        path: an absolute path.
        known: manifests that need not be read again.

    Raises:
        ManifestError: its manifest is missing or not valid.
        ModFilesError: its files are unreadable or unsafe.
    """
    path = str(path)
    if path.endswith(".py") and os.path.isfile(path):
        file, name = SingleFile(Path(path)), format_path(path)
        constants = read_single_manifest(name, file.read(file.path.name))
        if constants is not None:
            return Mod(constants, b"", file, source)
        fix = 'add a line such as MOD = "you.' + file.path.stem.replace("_", "-") + '"'
        findings.append(Finding("no-manifest", name, "has no MOD, so it is not a mod", "", fix, Severity.WARNING))
        return None
    files, text = _open_mod(path)
    manifest = known.find(text) if known is not None else None
    if manifest is None:
        manifest, _ = read_manifest(format_mod_path(files, "mod.toml"), text)
        if known is not None:
            known.add(text, manifest)
    return Mod(manifest, text, files, source)


def find_content(hash: str) -> Mod | None:
    """Returns a content of the store; None if it is missing or damaged, or this version cannot read its manifest."""
    if find_content_fault(hash):
        return None
    try:
        mod = read_mod(content_path(hash), Source.STORE, [])
        return mod if mod is not None and mod.hash == hash else None
    except (ManifestError, ModFilesError, RecursionError):
        return None


def has_content(hash: str) -> bool:
    """Returns whether the store has a content, with the files that its hash names."""
    try:
        return not find_content_fault(hash) and hash_content(ZipFiles(content_path(hash))) == hash
    except ModFilesError:
        return False


def _open_mod(path: str) -> tuple[ModFiles, bytes]:
    """Returns the files of a folder or a zip, and the bytes of its manifest."""
    folder = FolderFiles(path)
    try:
        return folder, folder.read_unlisted("mod.toml")
    except ModFilesError:
        if os.path.isdir(path):
            raise
    files = ZipFiles(Path(path))
    if "mod.toml" not in files.names:
        raise ManifestError("it contains no mod.toml", format_path(path), "zip the folder that has mod.toml")
    return files, files.read("mod.toml")


_FOLDERS = (".dist-info", ".egg-info")
"""Endings of the folders that describe a distribution."""


def has_entry_points(group: str) -> bool:
    """Returns whether `importlib.metadata` may find entry points of a group.

    False is certain. Other places than folders of ``sys.path`` (archives, other finders) count as True.
    """
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    header = f"[{group}]".encode()
    for root in sys.path:
        with suppress(OSError):
            if _has_header(root or os.getcwd(), os.stat(root or ".").st_mtime_ns, header):
                return True
    return False


@lru_cache(64)
def _has_header(root: str, changed: int, header: bytes) -> bool:
    """Returns whether a place on ``sys.path`` that was last changed at a time may have entry points with a header."""
    try:
        names = os.listdir(root)
    except NotADirectoryError:
        return True
    folders = [name for name in names if name.lower().endswith(_FOLDERS)]
    folders += ["EGG-INFO"] if root.lower().endswith(".egg") else []
    for folder in folders:
        with suppress(OSError), open(os.path.join(root, folder, "entry_points.txt"), "rb") as file:
            if header in file.read():
                return True
    return False
