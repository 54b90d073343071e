"""The indexes that a player follows, read from their places, or from the copies of the last time."""

import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from footfall.loader.profiles.pointer import InstalledMod, ProfileError, read_pointer
from footfall.loader.profiles.retractions import load_retractions, save_retractions

from .candidates import Candidate
from .index.format import (
    INDEX_NAME,
    MAX_INDEX_BYTES,
    SIGNATURE_SUFFIX,
    Index,
    IndexedMod,
    IndexedVersion,
    IndexFileError,
)
from .network.deadlines import RetryPolicy
from .network.fetch import FetchError, IndexPlace, NoSuchFileError, parse_place, read_small_file
from .pins import PinnedIndex, accept_index, advance_pin, check_new, list_copied_ids, load_pins, read_copy, start_pin
from .signatures import MAX_SIGNATURE_BYTES
from .store import list_known

INDEX_POLICY = RetryPolicy(silence=8.0, total=30.0, per_mebibyte=8.0, attempts=2)
"""Short limits, since without a connection a command goes on with the copies."""

SIGNATURE_NAME = INDEX_NAME + SIGNATURE_SUFFIX


@dataclass(frozen=True)
class OpenIndex:
    """An index that was read and accepted.

    Attributes:
        pin: its key and the newest counter.
    """

    pin: PinnedIndex
    place: IndexPlace
    index: Index

    @cached_property
    def mods(self) -> Mapping[str, IndexedMod]:
        """Its mods by id."""
        return {mod.id: mod for mod in self.index.mods}

    def make_candidate(self, id: str, entry: IndexedVersion) -> Candidate:
        """Returns a version of a mod as a candidate."""
        conflicts = {other: conflict.version for other, conflict in entry.conflicts.items()}
        tables = entry.requires, entry.optional, conflicts
        return Candidate(id, entry.version, entry.content, *tables, self.pin.name, entry)

    def list_candidates(self, id: str) -> list[Candidate]:
        """Returns the versions of a mod, newest first; none if the index lacks it."""
        return [self.make_candidate(id, entry) for entry in self.mods[id].versions] if id in self.mods else []


@dataclass(frozen=True)
class UnusedIndex:
    """An index that the player follows and that is not used now.

    Attributes:
        name: its name in commands.
        reason: a sentence.
        is_refused: whether it was read and not accepted; otherwise it could not be read.
    """

    name: str
    reason: str
    is_refused: bool

    def __str__(self) -> str:
        return f"the index {self.name} is not used: {self.reason}"


@dataclass(frozen=True)
class Sources:
    """The indexes in the order in which they were added, and news for the player about reading them.

    Attributes:
        indexes: those that are used.
        notes: sentences about those that are used.
        withheld_mods: mods in the copies of unused indexes that no earlier index has; later ones may not provide them.
    """

    indexes: tuple[OpenIndex, ...] = ()
    unused_indexes: tuple[UnusedIndex, ...] = ()
    notes: tuple[str, ...] = ()
    withheld_mods: Mapping[str, UnusedIndex] = field(default_factory=dict)

    @property
    def sentences(self) -> tuple[str, ...]:
        """News for the player about reading the indexes."""
        return (*map(str, self.unused_indexes), *self.notes)

    @cached_property
    def owners(self) -> Mapping[str, OpenIndex]:
        """The index of each mod: the first that has it, so that no later one can take its place."""
        return {id: index for index in reversed(self.indexes) for id in index.mods if id not in self.withheld_mods}

    def find_mod(self, id: str) -> IndexedMod | None:
        """Returns a mod by its id."""
        owner = self.owners.get(id)
        return owner.mods[id] if owner is not None else None

    def find_by_content(self, hash: str) -> Candidate | None:
        """Returns the version with a content, of the first index that has it."""
        found = self._contents.get(hash)
        return found[0].make_candidate(*found[1:]) if found is not None else None

    def find_installed(self, mod: InstalledMod) -> IndexedVersion | None:
        """Returns the entry of an installed content: of the index that it came from, else of the first that has it."""
        for index in sorted(self.indexes, key=lambda index: index.pin.name != mod.index):
            versions = index.mods[mod.id].versions if mod.id in index.mods else ()
            found = next((version for version in versions if version.content == mod.hash), None)
            if found is not None:
                return found
        return None

    @cached_property
    def _contents(self) -> Mapping[str, tuple[OpenIndex, str, IndexedVersion]]:
        return {
            version.content: (index, mod.id, version)
            for index in reversed(self.indexes)
            for mod in index.index.mods
            for version in mod.versions
        }

    def search(self, words: str) -> list[IndexedMod]:
        """Returns the mods that contain the words, the best matches first."""
        return search_mods((owner.mods[id] for id, owner in self.owners.items()), words)


@dataclass(frozen=True)
class NewIndex:
    """An index that the player may want to follow, as it was read."""

    pin: PinnedIndex
    data: bytes
    signature: str | None


def open_sources(today: datetime.date) -> Sources:
    """Reads all indexes that the player follows.

    Raises:
        IndexFileError: the file of the pinned indexes is damaged.
        StoreError, OSError: it cannot be read, or a copy cannot be written.
    """
    return _collect(lambda pin: _open_index(pin, today))


def open_copies(today: datetime.date) -> Sources:
    """Reads the copies of the last time, and indexes in folders, without any connection."""
    return _collect(lambda pin: _open_copy(pin, today))


def _collect(open_index: Callable[[PinnedIndex], tuple[OpenIndex, list[str]]]) -> Sources:
    """Opens each pinned index; one that cannot be opened is unused, and its mods are withheld."""
    indexes: list[OpenIndex] = []
    unused_indexes: list[UnusedIndex] = []
    notes: list[str] = []
    withheld: dict[str, UnusedIndex] = {}
    for pin in load_pins():
        try:
            opened, own_notes = open_index(pin)
        except (FetchError, IndexFileError) as error:
            unused = UnusedIndex(pin.name, str(error), isinstance(error, IndexFileError))
            unused_indexes.append(unused)
            ids = list_copied_ids(pin.name).difference(*(index.mods for index in indexes))
            withheld = dict.fromkeys(ids, unused) | withheld
            continue
        indexes.append(opened)
        notes += own_notes
    return Sources(tuple(indexes), tuple(unused_indexes), tuple(notes), withheld)


def read_new_index(text: str, name: str, key: str, today: datetime.date) -> NewIndex:
    """Reads an index that the player wants to follow; nothing is saved yet.

    Args:
        text: a folder or an address.
        name: its name in commands; ``""``: derived from its address.
        key: its public key, or ``""`` to take the one that it names.
        today: the day to compare its expiry with.

    Raises:
        FetchError: it cannot be read.
        IndexFileError: it cannot be accepted, or another index has the name.
    """
    place = parse_place(text, INDEX_NAME)
    data = _read_data(place)
    last = re.split(r"[\\/]", place.address.rstrip("/\\"))[-1]
    name = name or re.sub(r"[^a-z0-9.]+", "-", last.lower()).strip("-.") or "index"
    check_new(load_pins(), name, place.address)
    signature = _read_signature(place)
    pin = start_pin(name, place.address, data, signature, key)
    _, pin, _ = accept_index(pin, data, signature, today)
    return NewIndex(pin, data, signature)


def _open_index(pin: PinnedIndex, today: datetime.date) -> tuple[OpenIndex, list[str]]:
    place = parse_place(pin.address, INDEX_NAME)
    notes: list[str] = []
    copy = read_copy(pin.name)
    if place.is_folder:
        data, signature = _read_folder(place)
    else:
        try:
            signature = _read_signature(place)
            is_unchanged = copy is not None and signature is not None and signature == copy[1]
            data = copy[0] if copy is not None and is_unchanged else _read_data(place)
        except FetchError as error:
            if isinstance(error, NoSuchFileError) or copy is None:
                raise
            data, signature = copy
            notes.append(f"the index {pin.name} cannot be reached ({error}); its copy of the last time is used")
    index, new_pin, own_notes = accept_index(pin, data, signature, today)
    if (new_pin != pin or copy is None) and not advance_pin(new_pin, data, signature):
        raise FetchError("it was removed meanwhile")
    return OpenIndex(new_pin, place, index), [*notes, *own_notes]


def _open_copy(pin: PinnedIndex, today: datetime.date) -> tuple[OpenIndex, list[str]]:
    place = parse_place(pin.address, INDEX_NAME)
    copy = _read_folder(place) if place.is_folder else read_copy(pin.name)
    if copy is None:
        raise NoSuchFileError("there is no copy of it yet; it is read with: footfall mods search")
    index, _, _ = accept_index(pin, *copy, today)
    return OpenIndex(pin, place, index), []


def _read_folder(place: IndexPlace) -> tuple[bytes, str | None]:
    return _read_data(place), _read_signature(place)


def _read_data(place: IndexPlace) -> bytes:
    return read_small_file(place, INDEX_NAME, MAX_INDEX_BYTES, INDEX_POLICY)


def _read_signature(place: IndexPlace) -> str | None:
    try:
        return read_small_file(place, SIGNATURE_NAME, MAX_SIGNATURE_BYTES, INDEX_POLICY).decode("utf-8", "replace")
    except NoSuchFileError:
        return None


def search_mods(mods: Iterable[IndexedMod], words: str) -> list[IndexedMod]:
    """Returns the mods whose id, name, summary or authors contain every word, the best first.

    A mod is better the more words its id and name contain, then the shorter these are; ties go to the lower id.
    Without words, all mods in order of their ids.
    """
    ordered = sorted(mods, key=lambda mod: mod.id)
    wanted = words.casefold().split()
    if not wanted:
        return ordered
    # As one text, because folding ten thousand short ones takes longer; no text of an index contains a line feed.
    texts = "\n".join([f"{mod.id} {mod.name}\t{mod.summary} {' '.join(mod.authors)}" for mod in ordered]).casefold()
    lines = texts.split("\n")
    for word in wanted:
        lines = [line if word in line else "" for line in lines]
    found = []
    for mod, line in zip(ordered, lines, strict=False):
        if line:
            title = line.partition("\t")[0]
            in_title = sum(word in title for word in wanted)
            found.append((-in_title, len(title) if in_title else 0, mod))
    return [mod for *_, mod in sorted(found, key=lambda row: row[:2])]


def record_retractions(sources: Sources, added: Iterable[InstalledMod] = ()) -> None:
    """Records which contents of all profiles are retracted. A content that no index has now keeps its reason.

    Raises:
        OSError: the file cannot be written.
    """
    try:
        kept = list_known(read_pointer())
    except ProfileError:  # reported by the loader
        return
    known, reasons = load_retractions().reasons, {}
    for mod in (*kept, *added):
        version = sources.find_installed(mod)
        reasons[mod.hash] = version.retraction if version is not None else known.get(mod.hash, "")
    places = [index.place for index in sources.indexes if index.place.is_folder]
    files = [Path(place.address, INDEX_NAME) for place in places]
    save_retractions({hash: reason for hash, reason in reasons.items() if reason}, files)
