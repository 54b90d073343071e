"""What can be installed: the versions in the indexes, the contents that are installed, and the mods that are here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from footfall import __version__
from footfall.api.hookspecs import API_VERSION
from footfall.loader import Mod, Source
from footfall.loader.discovery import find_content
from footfall.loader.manifest import FRAMEWORK_ID
from footfall.loader.profiles.pointer import InstalledMod, describe_reinstall
from footfall.loader.profiles.retractions import load_retractions

from .candidates import Need, Offer, Stock, rank_version
from .index.format import IndexedMod, IndexedVersion
from .sources import OpenIndex, Sources, UnusedIndex


@dataclass(frozen=True)
class Shelf:
    """Everything that a plan starts from.

    Attributes:
        sources: the indexes.
        installed: the mods of the profile, by id.
        contents: their contents by id; one that is lost is missing.
        here: mods that are used in any case: parts of Footfall, packages, folders.
        known: what profiles have or had of each mod, oldest first.
        retracted: why contents are retracted, by hash.
    """

    sources: Sources
    installed: Mapping[str, InstalledMod]
    contents: Mapping[str, Mod]
    here: Mapping[str, Mod]
    known: Mapping[str, Sequence[InstalledMod]]
    retracted: Mapping[str, str]

    @property
    def lost(self) -> frozenset[str]:
        """The ids of installed mods whose content is lost, damaged, or cannot be read; what they require is unknown."""
        return frozenset(self.installed.keys() - self.contents.keys())

    def find_roots(self, changed: Collection[str] = ()) -> list[Need]:
        """Returns the needs for what is installed: the mods that were asked for, or all while one of them is lost.

        Args:
            changed: ids of mods that are removed, or asked for again.
        """
        is_unsure = bool(self.lost.difference(changed))
        kept = (id for id, mod in self.installed.items() if (mod.is_chosen or is_unsure) and id not in changed)
        return [Need(id, "*", "installed") for id in kept]

    def list_lost(self, offers: Iterable[Offer]) -> list[str]:
        """Returns a sentence for each offer that is an installed mod whose content is lost and in no index."""
        ids = [offer.id for offer in offers if offer.id in self.lost and offer.entry is None]
        mods = [self.installed[id] for id in ids if find_content(self.installed[id].hash) is None]
        text = "is damaged or lost, and stays off; to bring it back:"
        return [f"{mod.id} {mod.version} {text} {describe_reinstall(mod)}" for mod in mods]

    def list_withdrawn(self, ids: Iterable[str]) -> list[str]:
        """Returns a sentence for each mod that was installed from an index and is in none now."""
        unused = {index.name for index in self.sources.unused}
        mods = [self.installed[id] for id in ids if self.find_entry(id) is None]
        return [
            f"{mod.id} {mod.version} stays as it is: no index has it any more; it came from {mod.index}"
            for mod in mods
            if mod.index and mod.index not in unused
        ]

    def list_moved(self, mods: Iterable[InstalledMod]) -> list[str]:
        """Returns a sentence for each mod that would come from another index than its installed version."""
        pairs = [(self.installed[mod.id], mod) for mod in mods if mod.id in self.installed]
        return [
            f"{new.id} {new.version} comes from the index {new.index}; {old.version} came from {old.index},"
            " which no longer provides it"
            for old, new in pairs
            if old.index and new.index and old.index != new.index
        ]

    def find_index(self, id: str) -> OpenIndex | None:
        """Returns the index that a mod comes from: the one of its installed version, else the first that has it.

        None if that index is not used now: no other one takes its place.
        """
        installed = self.installed.get(id)
        for index in self.sources.indexes:
            if installed is not None and index.pin.name == installed.index and id in index.mods:
                return index
        if installed is not None and any(index.name == installed.index for index in self.sources.unused):
            return None
        return self.sources.owners.get(id)

    def find_entry(self, id: str) -> IndexedMod | None:
        """Returns a mod in its index."""
        index = self.find_index(id)
        return index.mods[id] if index is not None else None

    def describe_replaced(self, offer: Offer) -> str:
        """Returns what tells a version from the one of the same number that was installed before, or ``""``."""
        rank = rank_version(offer.version)
        hashes = [mod.hash for mod in self.known.get(offer.id, ()) if rank_version(mod.version) == rank]
        if not hashes or offer.content in hashes:
            return ""
        where = f"in the index {offer.index}" if offer.index else "in the file"
        text = f"{offer} has the content {offer.content[:12]} {where}, but {hashes[-1][:12]} when it was installed"
        return f"{text}: files were changed without a new version"

    def find_retraction(self, id: str) -> str:
        """Returns why the installed version of a mod is retracted, or ``""``."""
        return self.retracted.get(self.installed[id].hash, "") if id in self.installed else ""

    def list_replaced(self, ids: Iterable[str]) -> list[str]:
        """Returns which versions of some mods in the indexes are left out, and how to take one nevertheless."""
        offers = (offer for id in sorted(ids) for offer in self._list_indexed(id))
        return [fault for offer in offers if self.describe_replaced(offer) and (fault := self._explain_replaced(offer))]

    def find_fault(self, offer: Offer) -> str:
        """Returns why a version in an index is left out, or ``""``."""
        if offer.entry is not None and offer.entry.retracted:
            text = f"{offer} is retracted by its publisher: {offer.entry.retracted}"
            return f"{text}; to install it nevertheless: footfall mods install {offer.id}@{offer.version}"
        if offer.entry is not None and offer.entry.api != API_VERSION:
            api = offer.entry.api
            return f"{offer} needs version {api} of the modding API; this Footfall has version {API_VERSION}"
        return self._explain_replaced(offer) if self.describe_replaced(offer) else ""

    def explain(self, id: str, needs: Sequence[Need]) -> list[str]:
        """Returns why versions of a mod that would meet needs are left out."""
        if id in self.sources.withheld and id not in self.installed:
            return [describe_withheld(id, self.sources.withheld[id])]
        fitting = [offer for offer in self._list_indexed(id) if all(need.accepts(offer) for need in needs)]
        if id in self.here:
            return []
        return list(filter(None, map(self.find_fault, fitting)))

    def describe_here(self, id: str) -> str:
        """Returns where a mod is that is here in any case."""
        return f"{id} {self.here[id].version} is here already ({self.here[id].files.path})"

    def _list_indexed(self, id: str) -> list[Offer]:
        index = self.find_index(id)
        return (
            [offer_version(index, id, item) for item in index.mods[id].versions] if index and id in index.mods else []
        )

    def _explain_replaced(self, offer: Offer) -> str:
        fix = f"to be asked whether to take it: footfall mods install {offer.id}@{offer.version} --replace"
        return f"{self.describe_replaced(offer)}; it is left out; {fix}"


def describe_withheld(id: str, index: UnusedIndex) -> str:
    """Says that a mod belongs to an index that is not used."""
    text = f"{id} is of the index {index.name}, which is not used now, so no other index provides it"
    return f"{text}; to do without that index: footfall mods index remove {index.name}"


def make_shelf(
    sources: Sources,
    installed: Iterable[InstalledMod],
    discovered: Mapping[str, Mod],
    known: Iterable[InstalledMod] = (),
) -> Shelf:
    """Collects what a plan starts from.

    Args:
        known: mods that profiles have or had, oldest first.
        discovered: all mods of the loader; those of the store are left to `installed`.
    """
    rows = {mod.id: mod for mod in installed}
    contents = {id: content for id, mod in rows.items() if (content := find_content(mod.hash)) is not None}
    here = {id: mod for id, mod in discovered.items() if mod.source is not Source.STORE}
    owns: dict[str, list[InstalledMod]] = {}
    for mod in known:
        owns.setdefault(mod.id, []).append(mod)
    return Shelf(sources, rows, contents, here, owns, load_retractions().reasons)


def make_stock(shelf: Shelf, upgraded: Collection[str] = (), extra: Iterable[Offer] = ()) -> Stock:
    """Returns what the resolver chooses from. Installed versions are preferred, except for the `upgraded` mods.

    An upgraded mod keeps a retracted version only if no other fits. A pinned mod has only its version.

    Args:
        extra: contents besides those of the indexes: a file, a lock.
    """
    offers: dict[str, list[Offer]] = {}
    for id in dict.fromkeys((*shelf.sources.owners, *shelf.installed)):
        offers[id] = _list_offers(shelf, id, id in upgraded)
    for offer in extra:
        rest = [other for other in offers.get(offer.id, ()) if other.content != offer.content]
        offers[offer.id] = [offer, *rest]
    for id, mod in shelf.here.items():
        offers[id] = [Offer(id, mod.version)]
    offers[FRAMEWORK_ID] = [Offer(FRAMEWORK_ID, __version__)]
    pinned = frozenset(id for id, mod in shelf.installed.items() if mod.is_pinned)
    return Stock(offers, frozenset((*shelf.here, FRAMEWORK_ID)), pinned, shelf.explain)


def offer_content(mod: Mod) -> Offer:
    """Returns a content that is at hand as an offer."""
    manifest = mod.manifest
    conflicts = {id: conflict.version for id, conflict in manifest.conflicts.items()}
    return Offer(mod.id, mod.version, mod.hash, manifest.requires, manifest.optional, conflicts)


def offer_version(index: OpenIndex, id: str, version: IndexedVersion) -> Offer:
    """Returns a version in an index as an offer."""
    conflicts = {other: conflict.version for other, conflict in version.conflicts.items()}
    return Offer(
        id, version.version, version.content, version.requires, version.optional, conflicts, index.pin.name, version
    )


def _list_offers(shelf: Shelf, id: str, is_upgraded: bool) -> list[Offer]:
    offers = list(_iter_offers(shelf, id, is_upgraded))
    installed = shelf.installed.get(id)
    if installed is not None and installed.is_pinned:
        return [offer for offer in offers if offer.content == installed.hash]
    return offers


def _offer_installed(shelf: Shelf, id: str) -> Offer | None:
    """Returns an installed version as an offer.

    One that is lost is offered as its index has it. If it has none, it stays in the profile, so that other mods can be
    changed; its requirements are unknown.
    """
    installed, content, index = shelf.installed.get(id), shelf.contents.get(id), shelf.find_index(id)
    if content is not None or installed is None:
        return offer_content(content) if content is not None else None
    for version in index.mods[id].versions if index is not None else ():
        if index is not None and version.content == installed.hash:
            return offer_version(index, id, version)
    return Offer(id, installed.version, installed.hash)


def _iter_offers(shelf: Shelf, id: str, is_upgraded: bool) -> Iterator[Offer]:
    own = _offer_installed(shelf, id)
    if own is not None and not is_upgraded:
        yield own
    index = shelf.find_index(id)
    offers = [own] if own is not None and is_upgraded else []
    if index is not None:
        for version in index.mods[id].versions:
            is_own = own is not None and version.content == own.content
            offer = offer_version(index, id, version)
            if not is_own and not shelf.find_fault(offer):
                offers.append(offer)
    if len(offers) > 1:
        offers.sort(key=lambda offer: rank_version(offer.version), reverse=True)
    if own is not None and is_upgraded and shelf.find_retraction(id):
        offers.sort(key=lambda offer: offer is own)
    yield from offers
