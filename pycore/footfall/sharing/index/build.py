"""Builds ``index.json`` from a folder of packed mods. The same folder gives the same bytes; no code of a mod is run."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

import msgspec
from packaging.specifiers import InvalidSpecifier

from footfall.diagnostics.files import ModFilesError, read_limited_file
from footfall.diagnostics.plural import format_count
from footfall.diagnostics.toml import TomlDocument, TomlError
from footfall.diagnostics.validation import split_validation_error
from footfall.loader import Mod
from footfall.loader.isolation.trust import escape_unprintable
from footfall.loader.versions import is_in_range, parse_specifier

from ..signatures import MAX_SIGNATURE_BYTES, SignatureError, verify_author
from .archives import describe_version, read_archive, validate
from .check_results import collect_tests, read_results
from .format import (
    INDEX_NAME,
    MAX_ARCHIVE_BYTES,
    MAX_INDEX_BYTES,
    SIGNATURE_SUFFIX,
    Index,
    IndexedFile,
    IndexedMod,
    IndexedTests,
    IndexedVersion,
    IndexFileError,
    ModId,
    TextLine,
    parse_version,
    read_index,
)

FILE_NAME = "index.toml"
MAX_BYTES = 1 << 20


class PublisherFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``index.toml``.

    Attributes:
        name: the name of the index.
        retractions: by mod id, reasons by version or version range: ``"<0.2" = "it damages saves"``.
    """

    name: TextLine = ""
    retractions: dict[ModId, dict[str, TextLine]] = msgspec.field(default_factory=dict, name="retracted")


def read_publisher_file(folder: Path) -> PublisherFile:
    """Reads the file of a folder; an empty one if there is none.

    Raises:
        IndexFileError: it is not valid; the text has the line.
        OSError: it cannot be read.
    """
    try:
        source = read_limited_file(folder / FILE_NAME, MAX_BYTES)
    except FileNotFoundError:
        return PublisherFile()
    try:
        document = TomlDocument(FILE_NAME, source)
    except TomlError as error:
        raise IndexFileError(f"{error.locate(FILE_NAME)}: not valid TOML: {error}") from None
    try:
        content = msgspec.convert(document.data, PublisherFile)
    except msgspec.ValidationError as error:
        text, path = split_validation_error(error)
        if unknown := re.search(r"unknown field (\S+)", text):
            text, path = f"unknown key '{unknown[1]}'", (*path, unknown[1])
        raise IndexFileError(f"{document.locate(*path)}: {text}") from None
    for id, reasons in content.retractions.items():
        for versions, reason in reasons.items():
            place = document.locate("retracted", id, versions)
            try:
                parse_specifier(_format_range(versions))
            except InvalidSpecifier:
                text = f"'{escape_unprintable(versions)}' is neither a version such as 0.1.2 nor a range such as <0.2"
                raise IndexFileError(f"{place}: {text}") from None
            if not reason:
                raise IndexFileError(f"{place}: a retraction needs a reason, which players read")
    return content


def find_retraction(content: PublisherFile, id: str, version: IndexedVersion) -> str:
    """Returns why a version is retracted, or ``""``."""
    for versions, reason in content.retractions.get(id, {}).items():
        if is_in_range(version.version, _format_range(versions)):
            return reason
    return ""


def _format_range(text: str) -> str:
    """Returns a range; a version such as ``1.2`` or ``1.*`` means the versions equal to it."""
    return f"=={text}" if text[:1].isalnum() else text


PICTURES_FOLDER = "pictures"


@dataclass(frozen=True)
class PackedMods:
    """The packed mods of a folder.

    Attributes:
        name: the name that the publisher gives the index, or ``""``.
        entries: entries by ascending id.
        pictures: bytes of the pictures by their path relative to the folder.
    """

    name: str
    entries: tuple[IndexedMod, ...]
    pictures: Mapping[str, bytes]


def collect_mods(folder: Path) -> PackedMods:
    """Reads the packed mods of a folder, with the remarks of their publisher and the results of their tests.

    Raises:
        IndexFileError: an archive is unsafe, not a mod or not signed as it says, or two of them contradict each other.
        OSError: the folder cannot be read.
    """
    publisher = read_publisher_file(folder)
    packed: dict[str, list[tuple[IndexedVersion, Mod]]] = {}
    for name, path in iter_archives(folder):
        mod = read_archive(path)
        entry = _describe_archive(name, path, mod)
        entry = msgspec.structs.replace(entry, retraction=find_retraction(publisher, mod.id, entry))
        others = packed.setdefault(mod.id, [])
        for other, _ in others:
            if parse_version(other.version) == parse_version(mod.version):
                text = f"{other.archive.path} and {name} are both {mod.id} {mod.version}"
                raise IndexFileError(f"{text}; remove one of them, or give it another version")
        others.append((entry, mod))
    mods = []
    pictures: dict[str, bytes] = {}
    for id in sorted(packed):
        versions = sorted(packed[id], key=lambda pair: parse_version(pair[0].version), reverse=True)
        mod = versions[0][1]
        file = None
        if (picture := find_picture(mod)) is not None:
            suffix, data = picture
            file = _describe_file(f"{PICTURES_FOLDER}/{id}{suffix}", data)
            pictures[file.path] = data
        info, entries = mod.info, tuple(entry for entry, _ in versions)
        name = info.name or id.rpartition(".")[2]
        mods.append(validate(IndexedMod(id, name, entries, info.summary, info.authors, info.issues, file), id))
    tests = collect_tests(mods, read_results(folder))
    tested = []
    for indexed in mods:
        with_tests = tuple(msgspec.structs.replace(v, tests=tests.get(v.content)) for v in indexed.versions)
        tested.append(msgspec.structs.replace(indexed, versions=with_tests))
    for id in publisher.retractions.keys() - packed.keys():
        raise IndexFileError(f"{FILE_NAME} retracts {id}, of which the folder has no version")
    return PackedMods(publisher.name, tuple(tested), pictures)


def build_index(
    mods: PackedMods, previous: Index | None, default_name: str, *, counter: int, key: str = "", expires: str = ""
) -> Index:
    """Makes an index; its counter is that of the previous one, or the next number if anything else differs.

    Args:
        default_name: its name if neither the publisher nor the previous index names it.
        counter: a lower bound of the counter, for a folder whose index was lost.
    """
    name = mods.name or (previous.name if previous else default_name)
    index = Index(1, name, max(counter, 1), expires, key, mods.entries)
    if previous is not None:
        same = msgspec.structs.replace(index, counter=previous.counter) == previous
        index = msgspec.structs.replace(index, counter=max(counter, previous.counter + (not same)))
    return index


def describe_changes(index: Index, previous: Index | None) -> list[str]:
    """Returns the changes of an index: a line for each version that was added, removed, changed or retracted."""
    before, after = _index_versions(previous), _index_versions(index)
    lines = []
    for id, number in sorted({*before, *after}):
        old, new = before.get((id, number)), after.get((id, number))
        if old is None or new is None:
            lines.append(f"{'-' if new is None else '+'} {id} {number}")
        elif old.archive.sha256 != new.archive.sha256:
            lines.append(f"! {id} {number}: the archive was changed under the same version; give it a new version")
        elif old.retraction != new.retraction:
            change = f"retracted: {new.retraction}" if new.retraction else "no longer retracted"
            lines.append(f"~ {id} {number}: {change}")
        elif old.tests != new.tests:
            lines.append(f"~ {id} {number}: {describe_tests(new.tests)}")
    return lines


def _index_versions(index: Index | None) -> dict[tuple[str, str], IndexedVersion]:
    mods = index.mods if index is not None else ()
    return {(mod.id, version.version): version for mod in mods for version in mod.versions}


def describe_tests(tests: IndexedTests | None) -> str:
    """Returns the results of the tests of a version: ``"tested with 37 others, differs with 2"``."""
    if tests is None:
        return "not tested"
    failed = sum(trouble.has_failed for trouble in tests.troubles)
    differing = len(tests.troubles) - failed
    parts = [
        f"tested with {format_count(tests.other_count, 'other')}",
        f"differs with {differing}" if differing else "",
        f"fails with {failed}" if failed else "",
        f"{format_count(len(tests.failures), 'failure')} alone" if tests.failures else "",
    ]
    return ", ".join(filter(None, parts))


def read_previous(folder: Path) -> Index | None:
    """Returns the index in a folder, or None.

    Raises:
        IndexFileError: it is damaged.
        OSError: it cannot be read.
    """
    try:
        data = read_limited_file(folder / INDEX_NAME, MAX_INDEX_BYTES)
    except FileNotFoundError:
        return None
    try:
        return read_index(data)
    except IndexFileError as error:
        raise IndexFileError(f"{INDEX_NAME}: {error}; restore it, or remove it and build with --counter") from None


def iter_archives(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yields the zips of a folder and its subfolders in the order of their names: name with ``/``, and path.

    Raises:
        IndexFileError: one of them is a link.
        OSError: a folder cannot be read.
    """
    found: dict[str, Path] = {}
    for base, folders, names in os.walk(folder, onerror=_raise):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.endswith(".zip") and not name.startswith("."):
                path = Path(base, name)
                found[path.relative_to(folder).as_posix()] = path
    for name in sorted(found):
        if found[name].is_symlink():
            raise IndexFileError(f"{name} is a link; an index contains its files")
        yield name, found[name]


def _raise(error: OSError) -> None:
    raise error


def _describe_archive(name: str, path: Path, mod: Mod) -> IndexedVersion:
    """The entry of one archive, with the signature of its author if there is one next to it."""
    data = read_limited_file(path, MAX_ARCHIVE_BYTES)
    try:
        entry = describe_version(mod, _describe_file(name, data))
    except ModFilesError as error:
        raise IndexFileError(f"{name}: {error}") from None
    try:
        signature = read_limited_file(path.with_name(path.name + SIGNATURE_SUFFIX), MAX_SIGNATURE_BYTES)
    except FileNotFoundError:
        return entry
    try:
        text = signature.decode("ascii", "replace")
        author = verify_author(data, text)
    except SignatureError as error:
        text = f"{name}{SIGNATURE_SUFFIX}: {error}; sign it again with: footfall mods pack --sign"
        raise IndexFileError(text) from None
    return validate(msgspec.structs.replace(entry, author=author, signature=text), name)


def _describe_file(name: str, data: bytes) -> IndexedFile:
    return IndexedFile(PurePosixPath(name).as_posix(), len(data), sha256(data).hexdigest())


MAX_PICTURE_BYTES = 1 << 20
"""Bytes of a picture; a larger one is not shown."""

_SIGNATURES = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff", ".gif": b"GIF8", ".webp": b"RIFF"}
"""First bytes by suffix. SVG is not one of them, because it may contain scripts."""


def find_picture(mod: Mod) -> tuple[str, bytes] | None:
    """Returns suffix and bytes of a mod's first picture by name, those at the top level first; None without one.

    Raises:
        ModFilesError: a file cannot be read.
    """
    names = [name for name in mod.files.names if PurePosixPath(name).suffix in _SIGNATURES]
    for name in sorted(names, key=lambda name: (name.count("/"), name)):
        suffix, data = PurePosixPath(name).suffix, mod.files.read(name)
        if data.startswith(_SIGNATURES[suffix]) and len(data) <= MAX_PICTURE_BYTES:
            return suffix, data
    return None
