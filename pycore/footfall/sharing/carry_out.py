"""Carries out a plan: fetches the contents that the store lacks, then lets the profile point at them."""

from collections.abc import Callable, Collection
from contextlib import nullcontext
from pathlib import Path

import msgspec

from footfall.disk import remove
from footfall.loader import Mod
from footfall.loader.discovery import find_content, has_content
from footfall.loader.profiles.pointer import InstalledMod, ModSet, Profile, StorePointer, contents_folder, get_profile

from .candidates import Candidate
from .index.archives import check_archive, check_claims, read_archive
from .index.format import MAX_ARCHIVE_BYTES, IndexFileError
from .locks import find_other_content
from .network.deadlines import RetryPolicy
from .network.fetch import DEFAULT_POLICY, FetchError, fetch_file, fetch_url
from .plans import ChangePlan, PlanError
from .signatures import record_signer
from .sources import INDEX_POLICY, Sources, record_retractions
from .store import MAX_GENERATIONS, StoreError, add_content, change_pointer, list_known, lock_downloads, set_profile

OnProgress = Callable[[Candidate, int], None]
"""Called with a download and its number of bytes so far."""


def read_url(url: str) -> Mod:
    """Downloads a packed mod, and adds it to the store.

    Raises:
        PlanError: it is not a packed mod.
        FetchError: it cannot be fetched.
        StoreError, OSError: the store cannot be written.
    """
    with lock_downloads():
        path = fetch_url(url, MAX_ARCHIVE_BYTES)
        try:
            return read_file(path)
        except PlanError as error:
            raise PlanError(f"{url}: {str(error).removeprefix(f'{path.name}: ')}") from None
        finally:
            remove(path)


def read_file(path: Path) -> Mod:
    """Reads a packed mod that was given as a file, and adds it to the store.

    Raises:
        PlanError: it is not a packed mod.
        OSError: the store cannot be written.
    """
    try:
        mod = read_archive(path)
    except IndexFileError as error:
        raise PlanError(str(error)) from None
    add_content(mod)
    return mod


def fetch_contents(sources: Sources, plan: ChangePlan, on_progress: OnProgress = lambda *_: None) -> list[str]:
    """Fetches the contents that the store lacks and checks them against the index. The profile is not changed yet.

    Returns:
        A sentence for each content that is damaged and cannot be fetched, but that the plan leaves as it is.

    Raises:
        FetchError, IndexFileError: a file cannot be fetched, or does not match the index.
        PlanError: a mod has other content than a collection names.
        OSError: the store cannot be written.
    """
    record_retractions(sources, plan.mods)
    failures: list[str] = []
    for candidate in plan.downloads:
        try:
            fetch_content(sources, candidate, on_progress)
        except (FetchError, IndexFileError) as error:
            if candidate.id in plan.changed:
                raise
            failures.append(f"{candidate} stays damaged: {error}")
    contents = {mod.id: content for mod in plan.mods if (content := find_content(mod.hash)) is not None}
    for id in sorted(plan.changed & contents.keys() & plan.candidates.keys()):
        entry = plan.candidates[id].entry
        if entry is not None:  # the store may have had the content that the index names
            check_claims(contents[id], id, entry)
    problem = find_other_content(contents)
    if problem:
        raise PlanError(problem)
    return failures


def fetch_content(
    sources: Sources,
    candidate: Candidate,
    on_progress: OnProgress = lambda *_: None,
    policy: RetryPolicy = DEFAULT_POLICY,
) -> None:
    """Fetches a version that an index has into the store.

    Raises:
        FetchError, IndexFileError: the file cannot be fetched, or does not match the index.
        StoreError, OSError: the store cannot be written.
    """
    index = next(index for index in sources.indexes if index.pin.name == candidate.index)
    version = candidate.entry
    assert version is not None
    is_download = not index.place.is_folder
    with lock_downloads() if is_download else nullcontext():
        if find_content(candidate.content) is None:  # another program may have fetched it meanwhile
            path = fetch_file(index.place, version.archive, lambda size: on_progress(candidate, size), policy)
            try:
                add_content(check_archive(path, index.mods[candidate.id], version))
            finally:
                if is_download:
                    remove(path)
    if key := version.author or index.pin.key:
        record_signer(candidate.content, key)


def commit(name: str, plan: ChangePlan) -> None:
    """Sets the mods of a profile to those of a plan, by replacing one file.

    Raises:
        StoreError: the profile has changed since the plan was made; see also `change_pointer`.
        ProfileError: see `change_pointer`.
    """

    def change(pointer: StorePointer) -> StorePointer:
        profile = get_profile(pointer, name)
        if profile.now != plan.base:
            raise StoreError(f"another footfall changed the mods of the profile {name} meanwhile; try again")
        now = ModSet(tuple(sorted(plan.mods, key=lambda mod: mod.id)), plan.cause)
        return set_profile(pointer, name, Profile(now, (*profile.before, profile.now)[-MAX_GENERATIONS:]))

    change_pointer(change)


class StoredContent(msgspec.Struct, frozen=True):
    """A content that the store has or should have.

    Attributes:
        mod: its row in a profile, now or before its last changes; None without one.
        is_used: whether a profile has it now.
        is_whole: whether it is present and its files match its hash.
    """

    hash: str
    mod: InstalledMod | None
    is_used: bool
    is_whole: bool


def check_contents(pointer: StorePointer) -> list[StoredContent]:
    """Reads all contents of the store, and returns them in the order of their mods."""
    known = {mod.hash: mod for mod in list_known(pointer)}
    used = pointer.used_hashes
    files = {path.stem for path in contents_folder().glob("*.zip") if not path.name.startswith(".")}
    rows = [StoredContent(hash, known.get(hash), hash in used, has_content(hash)) for hash in used | files]
    return sorted(rows, key=lambda row: (row.mod.id if row.mod is not None else "~", row.hash))


def restore_contents(sources: Sources, hashes: Collection[str]) -> tuple[dict[str, str], list[str]]:
    """Fetches contents again; those that no index has, or that cannot be fetched, are left as they are.

    Returns:
        The names of the indexes that had them, by hash, and why others could not be fetched.
    """
    restored, failures = {}, []
    for hash in hashes:
        candidate = sources.find_by_content(hash)
        if candidate is not None:
            try:
                fetch_content(sources, candidate, policy=INDEX_POLICY)
                restored[hash] = candidate.index
            except (FetchError, IndexFileError, StoreError, OSError) as error:
                failures.append(f"{candidate} could not be brought back: {error}")
    return restored, failures
