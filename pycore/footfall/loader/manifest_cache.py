"""A cache of manifests by the bytes of their files, so that many mods start faster.

An entry holds for exactly these bytes and for this code, so nothing can make it out of date: not a clock, a copied
folder or another version of the program. The cache is one file in the user's cache folder, replaced
as a whole. A damaged file is ignored, as is one that cannot be read or written.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec
import platformdirs

import footfall
from footfall.diagnostics import findings, toml, validation
from footfall.diagnostics.files import read_limited_file
from footfall.disk import replace_file

from . import manifest, versions
from .manifest import Manifest

MIN_MODS = 50
"""Fewer new manifests are read faster than they are stored."""

MAX_BYTES = 16 << 20
MAX_ENTRIES = 10_000
DIGEST_BYTES = 16
_READERS = (manifest, versions, toml, validation, findings)
"""The modules that decide what a manifest means."""


class ManifestCache:
    """The manifests of earlier starts, and those of this one."""

    def __init__(self) -> None:
        self._entries: dict[bytes, Manifest] | None = None
        self._new: dict[bytes, Manifest] = {}
        self._used: set[bytes] = set()

    def find(self, source: bytes) -> Manifest | None:
        """Returns the manifest of a file with these bytes, or None."""
        if self._entries is None:
            self._entries = {}
            with suppress(OSError, msgspec.MsgspecError, ValueError):
                data = read_limited_file(cache_path(), MAX_BYTES)
                checksum, rest = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
                readers, body = rest[:DIGEST_BYTES], rest[DIGEST_BYTES:]
                if readers == hash_readers() and checksum == _hash_parts((readers, body)):
                    self._entries = msgspec.msgpack.decode(body, type=dict[bytes, Manifest])
        self._used.add(source)
        return self._entries.get(source)

    def add(self, source: bytes, manifest: Manifest) -> None:
        """Adds a manifest that is valid."""
        self._new[source] = manifest

    def save(self) -> None:
        """Writes the file if many manifests are new. Those not used this time are dropped when it gets too large."""
        if len(self._new) < MIN_MODS:
            return
        entries = {**(self._entries or {}), **self._new}
        if len(entries) > MAX_ENTRIES:
            entries = {source: entry for source, entry in entries.items() if source in self._used}
        body = msgspec.msgpack.encode(entries)
        with suppress(OSError):
            replace_file(cache_path(), (_hash_parts((hash_readers(), body)), hash_readers(), body))


def cache_path() -> Path:
    """Returns the path of the cache."""
    return platformdirs.user_cache_path("footfall", appauthor=False) / "manifests"


@cache
def hash_readers() -> bytes:
    """Returns the hash of the program's version and of the code that reads manifests."""
    sources = (Path(module.__file__ or "").read_bytes() for module in _READERS)
    return _hash_parts((footfall.__version__.encode(), *sources))


def _hash_parts(parts: Iterable[bytes]) -> bytes:
    total = blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        total.update(f"{len(part)}:".encode())
        total.update(part)
    return total.digest()
