"""The state that plans start from: the versions in the indexes, the installed contents, and the local mods."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from footfall import __version__
from footfall.api.hookspecs import API_VERSION
from footfall.loader import Mod, Source
from footfall.loader.discovery import find_content
from footfall.loader.manifest import FRAMEWORK_ID
from footfall.loader.profiles.pointer import InstalledMod, describe_reinstall
from footfall.loader.profiles.retractions import load_retractions

from .candidates import Candidate, CandidatePool, Requirement, rank_version
from .index.format import IndexedMod
from .sources import OpenIndex, Sources, UnusedIndex


@dataclass(frozen=True)
class PackageState:
    """The packages of one profile and the indexes.

    Attributes:
        contents: their contents by id, without those that are lost or damaged.
        local_mods: mods that are used in any case: parts of Footfall, packages, folders.
        known_mods: the present and former contents of each mod in profiles, oldest first.
        retractions: why contents are retracted, by hash.
    """

    sources: Sources
    installed: Mapping[str, InstalledMod]
    contents: Mapping[str, Mod]
    local_mods: Mapping[str, Mod]
    known_mods: Mapping[str, Sequence[InstalledMod]]
    retractions: Mapping[str, str]

    @property
    def lost(self) -> frozenset[str]:
        """The ids of installed mods whose content is lost, damaged, or cannot be read; their needs are unknown."""
        return frozenset(self.installed.keys() - self.contents.keys())

    def find_roots(self, changed: Collection[str] = ()) -> list[Requirement]:
        """Returns the requirements of the player: the mods that were asked for, or all while one of them is lost.

        Args:
            changed: ids of mods that are removed, or asked for again.
        """
        is_unsure = bool(self.lost.difference(changed))
        kept = (id for id, mod in self.installed.items() if (mod.is_chosen or is_unsure) and id not in changed)
        return [Requirement(id, "*", "installed") for id in kept]

    def list_lost(self, candidates: Iterable[Candidate]) -> list[str]:
        """Returns a sentence for each candidate that is an installed mod whose content is lost and in no index."""
        ids = [candidate.id for candidate in candidates if candidate.id in self.lost and candidate.entry is None]
        mods = [self.installed[id] for id in ids if find_content(self.installed[id].hash) is None]
        text = "is damaged or lost, and stays off; to bring it back:"
        return [f"{mod.id} {mod.version} {text} {describe_reinstall(mod)}" for mod in mods]

    def list_withdrawn(self, ids: Iterable[str]) -> list[str]:
        """Returns a sentence for each mod that was installed from an index and is in none now."""
        unused = {index.name for index in self.sources.unused_indexes}
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
        if installed is not None and any(index.name == installed.index for index in self.sources.unused_indexes):
            return None
        return self.sources.owners.get(id)

    def find_entry(self, id: str) -> IndexedMod | None:
        """Returns a mod in its index."""
        index = self.find_index(id)
        return index.mods[id] if index is not None else None

    def list_indexed(self, id: str) -> list[Candidate]:
        """Returns the versions of a mod in its index, newest first."""
        index = self.find_index(id)
        return index.list_candidates(id) if index is not None else []

    def is_outdated(self, id: str) -> bool:
        """Whether the index of an installed mod has a newer version that is not retracted."""
        entry = self.find_entry(id)
        if entry is None or entry.newest is None:
            return False
        return rank_version(entry.newest.version) > rank_version(self.installed[id].version)

    def find_retraction(self, id: str) -> str:
        """Returns why the installed version of a mod is retracted, or ``""``."""
        return self.retractions.get(self.installed[id].hash, "") if id in self.installed else ""

    def describe_replaced(self, candidate: Candidate) -> str:
        """Returns how a version differs from the one of the same number that was installed before, or ``""``."""
        rank = rank_version(candidate.version)
        hashes = [mod.hash for mod in self.known_mods.get(candidate.id, ()) if rank_version(mod.version) == rank]
        if not hashes or candidate.content in hashes:
            return ""
        place = f"in the index {candidate.index}" if candidate.index else "in the file"
        old, new = hashes[-1][:12], candidate.content[:12]
        text = f"{candidate} has the content {new} {place}, but {old} when it was installed"
        return f"{text}: files were changed without a new version"

    def list_replaced(self, ids: Iterable[str]) -> list[str]:
        """Returns which versions of some mods in the indexes are left out, and how to take one nevertheless."""
        candidates = (candidate for id in sorted(ids) for candidate in self.list_indexed(id))
        return list(filter(None, map(self._explain_replaced, candidates)))

    def _explain_replaced(self, candidate: Candidate) -> str:
        """Returns why a version with other content than before is left out, and how to take it, or ``""``."""
        text = self.describe_replaced(candidate)
        fix = f"to be asked whether to take it: footfall mods install {candidate.id}@{candidate.version} --replace"
        return text and f"{text}; it is left out; {fix}"

    def find_fault(self, candidate: Candidate) -> str:
        """Returns why a version in an index is left out, or ``""``."""
        entry = candidate.entry
        if entry is not None and entry.retraction:
            text = f"{candidate} is retracted by its publisher: {entry.retraction}"
            return f"{text}; to install it nevertheless: footfall mods install {candidate.id}@{candidate.version}"
        if entry is not None and entry.api != API_VERSION:
            return f"{candidate} needs version {entry.api} of the modding API; this Footfall has version {API_VERSION}"
        return self._explain_replaced(candidate)

    def explain(self, id: str, lines: Sequence[Requirement]) -> list[str]:
        """Returns why versions of a mod that would meet requirements are left out."""
        if id in self.sources.withheld_mods and id not in self.installed:
            return [describe_withheld(id, self.sources.withheld_mods[id])]
        if id in self.local_mods:
            return []
        fitting = [c for c in self.list_indexed(id) if all(line.accepts(c) for line in lines)]
        return list(filter(None, map(self.find_fault, fitting)))

    def describe_local(self, id: str) -> str:
        """Returns the place of a local mod, in a sentence."""
        return f"{id} {self.local_mods[id].version} is here already ({self.local_mods[id].files.path})"


def describe_withheld(id: str, index: UnusedIndex) -> str:
    """Says that a mod belongs to an index that is not used."""
    text = f"{id} is of the index {index.name}, which is not used now, so no other index provides it"
    return f"{text}; to do without that index: footfall mods index remove {index.name}"


def make_package_state(
    sources: Sources,
    installed: Iterable[InstalledMod],
    discovered: Mapping[str, Mod],
    known_mods: Iterable[InstalledMod] = (),
) -> PackageState:
    """Collects the state of a profile.

    Args:
        known_mods: mods that profiles have or had, oldest first.
        discovered: all mods of the loader; those of the store are left to `installed`.
    """
    rows = {mod.id: mod for mod in installed}
    contents = {id: content for id, mod in rows.items() if (content := find_content(mod.hash)) is not None}
    local_mods = {id: mod for id, mod in discovered.items() if mod.source is not Source.STORE}
    known: dict[str, list[InstalledMod]] = {}
    for mod in known_mods:
        known.setdefault(mod.id, []).append(mod)
    return PackageState(sources, rows, contents, local_mods, known, load_retractions().reasons)


def make_pool(packages: PackageState, upgraded: Collection[str] = (), extra: Iterable[Candidate] = ()) -> CandidatePool:
    """Returns the candidates of the resolver. Installed versions are preferred, except for the `upgraded` mods.

    An upgraded mod keeps a retracted version only if no other fits. A pinned mod has only its version.

    Args:
        extra: contents besides those of the indexes: a file, a lock.
    """
    pinned = {id: mod.hash for id, mod in packages.installed.items() if mod.is_pinned}
    candidates: dict[str, list[Candidate]] = {}
    for id in dict.fromkeys((*packages.sources.owners, *packages.installed)):
        found = _iter_candidates(packages, id, id in upgraded)
        candidates[id] = [c for c in found if id not in pinned or c.content == pinned[id]]
    for candidate in extra:
        rest = [other for other in candidates.get(candidate.id, ()) if other.content != candidate.content]
        candidates[candidate.id] = [candidate, *rest]
    for id, mod in packages.local_mods.items():
        candidates[id] = [Candidate(id, mod.version)]
    candidates[FRAMEWORK_ID] = [Candidate(FRAMEWORK_ID, __version__)]
    local_ids = frozenset((*packages.local_mods, FRAMEWORK_ID))
    return CandidatePool(candidates, local_ids, frozenset(pinned), packages.explain)


def make_local_candidate(mod: Mod) -> Candidate:
    """Returns an available content as a candidate."""
    manifest = mod.manifest
    conflicts = {id: conflict.version for id, conflict in manifest.conflicts.items()}
    return Candidate(mod.id, mod.version, mod.hash, manifest.requires, manifest.optional, conflicts)


def _iter_candidates(packages: PackageState, id: str, is_upgraded: bool) -> Iterator[Candidate]:
    """Yields the installed version and those of the index, most wanted first.

    A lost content is a candidate as its index has it. Without an index, it stays in the profile with unknown
    requirements, so that other mods can be changed.
    """
    installed, content, indexed = packages.installed.get(id), packages.contents.get(id), packages.list_indexed(id)
    own = make_local_candidate(content) if content is not None else None
    if own is None and installed is not None:
        lost = Candidate(id, installed.version, installed.hash)
        own = next((candidate for candidate in indexed if candidate.content == installed.hash), lost)
    if own is not None and not is_upgraded:
        yield own
    candidates = [own] if own is not None and is_upgraded else []
    others = (candidate for candidate in indexed if own is None or candidate.content != own.content)
    candidates += [candidate for candidate in others if not packages.find_fault(candidate)]
    if len(candidates) > 1:
        candidates.sort(key=lambda candidate: rank_version(candidate.version), reverse=True)
    if own is not None and is_upgraded and packages.find_retraction(id):
        candidates.sort(key=lambda candidate: candidate is own)
    yield from candidates
