"""The indexes that a player follows, with the key that each was first seen with.

An index is accepted if its pinned key signed it, it is not older than the one seen before (rollback), the counter seen
before names the same bytes (two indexes under one number), and it has not expired (freeze). The index that was accepted
last is kept in one file with its signature, so that both change at once.
"""

import datetime
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from footfall.diagnostics.files import read_limited_file
from footfall.disk import remove, replace_file
from footfall.loader.json_file import JsonFileError, read_json, write_json
from footfall.loader.profiles.pointer import store_folder

from .index.format import MAX_INDEX_BYTES, Index, IndexFileError, hash_index, parse_day, read_index
from .signatures import MAX_SIGNATURE_BYTES, SignatureError, describe_key, verify
from .store import lock_store


class PinnedIndex(msgspec.Struct, frozen=True, omit_defaults=True):
    """An index that the player follows.

    Attributes:
        name: its name in commands.
        address: URL or folder.
        key: public key of its publisher; ``""``: it is a folder without a signature.
        counter, sha256: counter and hash of the newest index seen; 0: it was never read.
    """

    name: str
    address: str
    key: str = ""
    counter: int = 0
    sha256: str = ""


class PinnedIndexes(msgspec.Struct, frozen=True):
    """The file of the pinned indexes, in the order in which they were added."""

    indexes: tuple[PinnedIndex, ...] = ()


def pins_path() -> Path:
    """Returns the file of the pinned indexes."""
    return platformdirs.user_config_path("footfall", appauthor=False) / "indexes.json"


def load_pins() -> tuple[PinnedIndex, ...]:
    """Returns the pinned indexes.

    Raises:
        IndexFileError: the file is damaged: without it, no key can be compared.
        OSError: it cannot be read.
    """
    try:
        return read_json(pins_path(), PinnedIndexes).indexes
    except FileNotFoundError:
        return ()
    except JsonFileError as error:
        text = f"{pins_path()} is damaged ({error}); correct it, or remove it and add the indexes again"
        raise IndexFileError(text) from None


def check_new(pins: Iterable[PinnedIndex], name: str, address: str) -> None:
    """Checks that a name and an address of an index are new.

    Raises:
        IndexFileError: a pinned index has one of them.
    """
    for pin in pins:
        if name == pin.name or address == pin.address:
            text = f"the index {pin.name} ({pin.address}) is there already"
            raise IndexFileError(f"{text}; see: footfall mods index list")


def add_pin(pin: PinnedIndex, data: bytes, signature: str | None) -> None:
    """Adds a pin, with the copy of its index.

    Raises:
        IndexFileError: its name or address is taken, or the file is damaged.
        StoreError, OSError: it cannot be written.
    """
    with lock_store():
        pins = load_pins()
        check_new(pins, pin.name, pin.address)
        write_copy(pin.name, data, signature)
        _write_pins((*pins, pin))


def advance_pin(pin: PinnedIndex, data: bytes, signature: str | None) -> bool:
    """Records the index that was accepted for a pin: its copy, then its counter.

    Another process may have changed the pin since it was read, so it is compared again.

    Returns:
        Whether the pin is still there; one that was removed stays removed.

    Raises:
        IndexFileError: a newer index was recorded meanwhile, or the file is damaged.
        StoreError, OSError: it cannot be written.
    """
    with lock_store():
        pins = load_pins()
        known = next((p for p in pins if (p.name, p.address, p.key) == (pin.name, pin.address, pin.key)), None)
        if known is None:
            return False
        _check_counter(known, pin.counter, pin.sha256)
        write_copy(pin.name, data, signature)
        if known != pin:
            _write_pins(tuple(pin if other is known else other for other in pins))
        return True


def remove_pin(name: str) -> bool:
    """Removes a pin and the copy of its index; returns whether there was one.

    Raises:
        IndexFileError: the file is damaged.
        StoreError, OSError: it cannot be written.
    """
    with lock_store():
        pins = load_pins()
        rest = tuple(pin for pin in pins if pin.name != name)
        if len(rest) < len(pins):
            _write_pins(rest)
            with suppress(OSError):  # the next index of its name replaces it
                remove(copy_path(name))
        return len(rest) < len(pins)


def _write_pins(pins: tuple[PinnedIndex, ...]) -> None:
    write_json(pins_path(), PinnedIndexes(pins))


def start_pin(name: str, address: str, data: bytes, signature: str | None, key: str = "") -> PinnedIndex:
    """Returns the pin of an index that is added; its key is `key`, or the one that the index names for itself.

    On first use nothing proves the second: the player compares `describe_key` with the words of its publisher.

    Args:
        address: URL or folder; only a folder may be without a signature.
        signature: text of ``index.json.minisig``; None: there is no such file.

    Raises:
        IndexFileError: it is damaged, not signed by its key, or comes over a network without a signature.
    """
    if key and signature is None:
        raise IndexFileError(f"{address} has no signature, so the key proves nothing about it")
    if key and signature is not None:  # before anything in it is read
        _check_signature(PinnedIndex(name, address, key), data, signature)
    index = read_index(data)
    pin = PinnedIndex(name, address, key or (index.key if signature is not None else ""))
    if not pin.key and "://" in address:
        text = f"{address} is not signed; without a signature, an index must be a folder on this computer"
        raise IndexFileError(f"{text}: its publisher signs it with: footfall index build --sign")
    if pin.key and signature is not None:
        _check_signature(pin, data, signature)
    return pin


def accept_index(
    pin: PinnedIndex, data: bytes, signature: str | None, today: datetime.date
) -> tuple[Index, PinnedIndex, tuple[str, ...]]:
    """Checks an index that was read from a pinned address.

    Args:
        signature: text of ``index.json.minisig``; None: there is no such file.
        today: the day by which it may have expired.

    Returns:
        The index, the pin to save from now on, and notes for the player.

    Raises:
        IndexFileError: it is not signed by the pinned key, older than the one seen before, expired or damaged.
    """
    if pin.key and signature is None:
        text = f"{pin.name} has no signature now, but it had one; nothing was read"
        raise IndexFileError(text)
    if pin.key:
        _check_signature(pin, data, signature or "")
    index = read_index(data)
    if pin.key and index.key not in ("", pin.key):
        raise IndexFileError(f"{pin.name} names another key than the one that signed it")
    sha256 = hash_index(data)
    _check_counter(pin, index.counter, sha256)
    if index.expires and today > parse_day(index.expires):
        text = f"{pin.name} expired on {index.expires}: it may be an old copy"
        raise IndexFileError(f"{text}; its publisher renews it with: footfall index build --sign")
    notes = [] if pin.key else [f"{pin.name} is not signed: only its folder or host speaks for it"]
    return index, msgspec.structs.replace(pin, counter=index.counter, sha256=sha256), tuple(notes)


def _check_counter(pin: PinnedIndex, counter: int, sha256: str) -> None:
    """Checks that an index is not older than the one seen before, nor another one under its number."""
    if counter < pin.counter:
        text = f"{pin.name} is older than the one seen before: number {counter} after {pin.counter}"
        raise IndexFileError(f"{text}; an old copy could hide updates and retractions")
    if pin.key and counter == pin.counter and sha256 != pin.sha256:
        raise IndexFileError(f"{pin.name} is another index under the number of the one seen before, {pin.counter}")


def _check_signature(pin: PinnedIndex, data: bytes, signature: str) -> None:
    try:
        verify(data, signature, pin.key)
    except SignatureError as error:
        text = f"{pin.name}: {error}; pinned is {describe_key(pin.key)}; nothing was read"
        raise IndexFileError(text) from None


_MAX_BYTES = MAX_INDEX_BYTES + 8 * MAX_SIGNATURE_BYTES


def copy_path(name: str) -> Path:
    """Returns the path of the copy of an index: a line with its signature as JSON, and its bytes."""
    return store_folder() / "indexes" / f"{name}.copy"


def read_copy(name: str) -> tuple[bytes, str | None] | None:
    """Returns the copy of an index with its signature, or None if there is none that can be read."""
    try:
        line, _, data = read_limited_file(copy_path(name), _MAX_BYTES).partition(b"\n")
        return data, msgspec.json.decode(line, type=str) or None
    except (OSError, msgspec.MsgspecError, ValueError):
        return None


def write_copy(name: str, data: bytes, signature: str | None) -> None:
    """Writes the copy of an index, the whole file or nothing.

    Raises:
        OSError: it cannot be written.
    """
    replace_file(copy_path(name), [msgspec.json.encode(signature or ""), b"\n", data], keeps_link=False)


def list_copied_ids(name: str) -> frozenset[str]:
    """Returns the ids of the mods in the copy of an index."""
    copy = read_copy(name)
    try:
        return frozenset(mod.id for mod in read_index(copy[0]).mods) if copy is not None else frozenset()
    except IndexFileError:
        return frozenset()
