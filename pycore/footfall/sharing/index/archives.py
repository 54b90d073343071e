"""Packed mods: the contents of an archive, compared with its index. No code of a mod is run."""

import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec

from footfall.diagnostics.files import ModFilesError, list_files, read_limited_file
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.diagnostics.validation import describe_decode_error
from footfall.loader import ManifestError, Mod, Source
from footfall.loader.discovery import read_mod
from footfall.loader.isolation.capabilities import find_capabilities
from footfall.loader.isolation.trust import escape_unprintable, has_code, hash_for_approval

from ..signatures import SignatureError, verify
from .format import IndexedConflict, IndexedFile, IndexedMod, IndexedVersion, IndexFileError, ModKind

RULES_TABLE = "hook"
"""The table of rules as data in a content file."""

CONTENT_CLAIMS = ("content", "api", "requires", "optional", "conflicts", "games")
"""Fields of an `IndexedVersion` that the content proves, in the archive and in the store. Those that a later program
may extend, such as its reach, are not among them."""

ARCHIVE_CLAIMS = (*CONTENT_CLAIMS, "unpacked_size")
"""Fields that the archive proves. The store normalizes line endings, so the size of files in it differs."""

S = TypeVar("S", bound=msgspec.Struct)


def read_archive(path: Path) -> Mod:
    """Reads a packed mod.

    Raises:
        IndexFileError: it is not a packed mod, is unsafe, or contains files that its content hash does not cover.
    """
    try:
        mod = read_mod(path, Source.EXPLICIT, []) if path.suffix == ".zip" else None
        if mod is None:
            raise IndexFileError(f"{path.name}: a packed mod is a zip")
        if hash_for_approval(mod) != mod.hash:
            text = f"{path.name}: it has hidden files, caches or appended data; pack it with: footfall mods pack"
            raise IndexFileError(text)
    except ManifestError as error:
        raise IndexFileError(f"{path.name}: {error} ({error.location})") from None
    except ModFilesError as error:
        raise IndexFileError(f"{path.name}: {error}") from None
    except RecursionError:
        raise IndexFileError(f"{path.name}: a file in it is nested too deeply") from None
    return mod


def check_archive(path: Path, mod: IndexedMod, version: IndexedVersion) -> Mod:
    """Reads an archive that an index names and compares it with the index.

    Raises:
        IndexFileError: it is damaged or unsafe, or contradicts the index.
    """
    where = f"{mod.id} {version.version}"
    try:
        data = read_limited_file(path, version.archive.size)
    except OSError as error:
        raise IndexFileError(
            f"{where}: {error.strerror or error}; the index gives {version.archive.size} bytes"
        ) from None
    if len(data) != version.archive.size:
        raise IndexFileError(f"{where}: it has {len(data)} bytes, the index gives {version.archive.size}")
    if sha256(data).hexdigest() != version.archive.sha256:
        raise IndexFileError(f"{where}: its hash is not the one in the index: it is damaged or another file")
    if version.author:
        try:
            verify(data, version.signature, version.author)
        except SignatureError as error:
            raise IndexFileError(f"{where}: the signature of its author does not hold: {error}") from None
    packed = read_archive(path)
    check_claims(packed, mod.id, version, ARCHIVE_CLAIMS)
    return packed


def check_claims(packed: Mod, id: str, version: IndexedVersion, claims: Iterable[str] = CONTENT_CLAIMS) -> None:
    """Compares a mod with the entry of a version in an index.

    Raises:
        IndexFileError: it contradicts the index.
    """
    where = f"{id} {version.version}"
    if (packed.id, packed.version) != (id, version.version):
        raise IndexFileError(f"{where}: it contains {packed.id} {packed.version}")
    proved = describe_version(packed, version.archive)
    for field in claims:
        claim, fact = getattr(version, field), getattr(proved, field)
        if claim != fact:
            raise IndexFileError(f"{where}: the index gives {field} {_quote(claim)}, the archive has {_quote(fact)}")
    if proved.kind is ModKind.PYTHON and version.kind is not ModKind.PYTHON:
        raise IndexFileError(f"{where}: the index says that it has no Python, but it has")


def describe_version(mod: Mod, archive: IndexedFile) -> IndexedVersion:
    """Returns the entry of a packed mod in an index, by its files.

    Raises:
        IndexFileError: a text of the mod does not fit into an index.
        ModFilesError: a file cannot be read.
    """
    manifest = mod.manifest
    texts = [PurePosixPath(name).parts for name in list_files(mod.files, "locale", ".ftl")]
    version = IndexedVersion(
        version=mod.version,
        archive=archive,
        content=mod.hash,
        unpacked_size=sum(len(mod.files.read(name)) for name in mod.files.names),
        kind=find_kind(mod),
        api=mod.info.api,
        requires=dict(sorted(manifest.requires.items())),
        optional=dict(sorted(manifest.optional.items())),
        conflicts={id: IndexedConflict(c.version, c.reason) for id, c in sorted(manifest.conflicts.items())},
        games=mod.info.games,
        reach=tuple(sorted({capability.why for capability in find_capabilities(mod.files)})),
        languages=tuple(sorted({parts[1] for parts in texts if len(parts) > 2})),
        license=mod.info.license,
        changes=find_changes(mod),
    )
    return validate(version, f"{mod.id} {mod.version}")


def validate(entry: S, place: str) -> S:
    """Checks an entry as the reader of an index will, and returns it.

    Raises:
        IndexFileError: a text is too long or contains control characters, or a name is not of the right form.
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(entry), type=type(entry))
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise IndexFileError(f"{place} does not fit into an index: {describe_decode_error(error)}") from None


def find_kind(mod: Mod) -> ModKind:
    """Returns the kind of a mod, by its parts.

    Raises:
        ModFilesError: a file cannot be read.
    """
    if has_code(mod):
        return ModKind.PYTHON
    for name in list_files(mod.files, "content", ".toml"):
        with suppress(TomlError):
            if RULES_TABLE in TomlDocument(name, mod.files.read(name)).data:
                return ModKind.RULES
    return ModKind.DATA


def _quote(value: object) -> str:
    """Returns a claim or fact as JSON, as the index has it."""
    return escape_unprintable(msgspec.json.encode(value).decode())[:100]


CHANGELOG_NAME = "CHANGELOG.md"
MAX_LENGTH = 10_000
"""Characters of a section; the rest is cut off."""

_HEADING = re.compile(r"(#{1,6})\s+(.*)")


def find_changes(mod: Mod) -> str:
    """Returns the text below the heading that names the mod's version, or ``""``.

    Raises:
        ModFilesError: the file cannot be read.
    """
    if CHANGELOG_NAME not in mod.files.names:
        return ""
    text = mod.files.read(CHANGELOG_NAME).decode("utf-8-sig", "replace")
    version = re.compile(rf"(?<![\w.]){re.escape(mod.version)}(?![\w.])")
    section: list[str] = []
    depth = 0
    for line in text.expandtabs(4).splitlines():
        heading = _HEADING.match(line)
        if depth and heading and len(heading[1]) <= depth:
            break
        if depth:
            section.append(line.rstrip())
        elif heading and version.search(heading[2]):
            depth = len(heading[1])
    changes = "\n".join(section).strip()
    return changes if len(changes) <= MAX_LENGTH else changes[: MAX_LENGTH - 4] + "\n..."
