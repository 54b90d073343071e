"""Builds ``index.json`` from a folder of packed mods. The same folder gives the same bytes; no code of a mod is run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath

import msgspec

from footfall.diagnostics.files import ModFilesError, read_limited_file
from footfall.loader import Mod

from .archives import describe_version, read_archive, validate
from .index_format import (
    INDEX_NAME,
    MAX_ARCHIVE_BYTES,
    MAX_INDEX_BYTES,
    Index,
    IndexedFile,
    IndexedMod,
    IndexedVersion,
    IndexFileError,
    encode_index,
    parse_version,
    read_index,
)
from .pictures import find_picture

PICTURES_FOLDER = "pictures"


@dataclass(frozen=True)
class BuiltIndex:
    """The result of a build.

    Attributes:
        index: the index.
        data: its bytes.
        previous: the index that was in the folder, or None.
        pictures: bytes of the pictures by their path relative to the folder.
        mods: the newest version of each mod, by id.
    """

    index: Index
    data: bytes
    previous: Index | None
    pictures: Mapping[str, bytes]
    mods: Mapping[str, Mod]


def build_index(folder: Path, *, name: str = "", key: str = "", expires: str = "", counter: int = 0) -> BuiltIndex:
    """Builds the index of a folder; writes nothing.

    The counter of the index that is already there rises if anything else changes, and only then.

    Args:
        name: its name; ``""``: that of the index that is there, else that of the folder.
        key: public key of its publisher.
        expires: the day when it expires.
        counter: a lower bound of the counter, for a folder whose index was lost.

    Raises:
        IndexFileError: an archive is unsafe or not a mod, two of them contradict each other, or the index that is there
            is damaged.
        OSError: the folder cannot be read.
    """
    previous = read_previous(folder)
    mods, pictures, newest = _collect_mods(folder)
    index = Index(
        footfall_index=1,
        name=name or (previous.name if previous else folder.resolve().name),
        counter=max(counter, 1),
        expires=expires,
        key=key,
        mods=mods,
    )
    if previous is not None:
        same = msgspec.structs.replace(index, counter=previous.counter) == previous
        index = msgspec.structs.replace(index, counter=max(counter, previous.counter + (not same)))
    data = encode_index(index)
    read_index(data)
    return BuiltIndex(index, data, previous, pictures, newest)


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


def _collect_mods(folder: Path) -> tuple[tuple[IndexedMod, ...], dict[str, bytes], dict[str, Mod]]:
    """Returns the entries by id, the pictures by path, and the newest version of each mod."""
    packed: dict[str, list[tuple[IndexedVersion, Mod]]] = {}
    for name, path in iter_archives(folder):
        mod = read_archive(path)
        try:
            entry = describe_version(mod, _describe_file(name, read_limited_file(path, MAX_ARCHIVE_BYTES)))
        except ModFilesError as error:
            raise IndexFileError(f"{name}: {error}") from None
        others = packed.setdefault(mod.id, [])
        for other, _ in others:
            if parse_version(other.version) == parse_version(mod.version):
                text = f"{other.archive.path} and {name} are both {mod.id} {mod.version}"
                raise IndexFileError(f"{text}; remove one of them, or give it another version")
        others.append((entry, mod))
    mods, pictures, newest = [], {}, {}
    for id in sorted(packed):
        versions = sorted(packed[id], key=lambda pair: parse_version(pair[0].version), reverse=True)
        newest[id] = mod = versions[0][1]
        picture = find_picture(mod)
        file = None
        if picture is not None:
            suffix, data = picture
            path_of_picture = f"{PICTURES_FOLDER}/{id}{suffix}"
            pictures[path_of_picture] = data
            file = _describe_file(path_of_picture, data)
        mods.append(_describe_mod(mod, tuple(entry for entry, _ in versions), file))
    return tuple(mods), pictures, newest


def _describe_mod(mod: Mod, versions: tuple[IndexedVersion, ...], picture: IndexedFile | None) -> IndexedMod:
    info = mod.info
    name = info.name or info.id.rpartition(".")[2]
    entry = IndexedMod(info.id, name, versions, info.summary, info.authors, info.issues, picture)
    return validate(entry, mod.id)


def _describe_file(name: str, data: bytes) -> IndexedFile:
    return IndexedFile(PurePosixPath(name).as_posix(), len(data), sha256(data).hexdigest())
