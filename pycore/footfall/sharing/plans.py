"""Plans of changes to a profile.

Nothing is changed by making a plan. An installed mod is not approved: its Python waits for the player as in any mod.
"""

import dataclasses
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from footfall.diagnostics import UserError
from footfall.diagnostics.findings import suggest
from footfall.diagnostics.plural import join_list
from footfall.loader import Mod, Source
from footfall.loader.discovery import find_content
from footfall.loader.profiles.pointer import InstalledMod, ModSet

from .candidates import Candidate, CandidatePool, Requirement, rank_version
from .locks import Lock, LockedMod
from .package_state import PackageState, describe_withheld, make_local_candidate, make_pool
from .pins import load_pins
from .resolve import MAX_VERSIONS, UnresolvableError, resolve


class PlanError(UserError):
    """The requested change is impossible."""


@dataclass(frozen=True)
class PlanStep:
    """The change of one mod.

    Attributes:
        before, after: its installed version; None: it is not installed.
    """

    id: str
    before: InstalledMod | None
    after: InstalledMod | None

    @property
    def kind(self) -> str:
        """``install``, ``remove``, ``update``, ``downgrade``, or ``replace`` by other content of the same version."""
        if self.before is None or self.after is None:
            return "install" if self.before is None else "remove"
        if self.after.version == self.before.version:
            return "replace"
        is_older = rank_version(self.after.version)[1] < rank_version(self.before.version)[1]
        return "downgrade" if is_older else "update"

    def __str__(self) -> str:
        if self.kind == "replace" and self.before is not None and self.after is not None:
            return f"replace {self.id} {self.after.version}: {self.before.hash[:12]} -> {self.after.hash[:12]}"
        versions = " -> ".join(mod.version for mod in (self.before, self.after) if mod is not None)
        return f"{self.kind} {self.id} {versions}"


@dataclass(frozen=True)
class ChangePlan:
    """A change of a profile.

    Attributes:
        candidates: their versions with the places of the contents, by id.
        cause: the command, for the history.
        requested_ids: ids of mods that the player asked for.
    """

    base: ModSet
    mods: tuple[InstalledMod, ...]
    candidates: dict[str, Candidate]
    cause: str
    notes: tuple[str, ...] = ()
    requested_ids: frozenset[str] = frozenset()

    @property
    def changed(self) -> frozenset[str]:
        """The ids of the mods that the plan cannot do without: those that were asked for or change."""
        return self.requested_ids | {step.id for step in self.steps}

    @property
    def steps(self) -> list[PlanStep]:
        """The changes, by id."""
        before, after = ({mod.id: mod for mod in mods} for mods in (self.base.mods, self.mods))
        pairs = [(id, before.get(id), after.get(id)) for id in sorted({*before, *after})]
        return [PlanStep(id, a, b) for id, a, b in pairs if (a and a.hash) != (b and b.hash)]

    @property
    def downloads(self) -> list[Candidate]:
        """The contents that the store does not have yet."""
        lacking = (self.candidates.get(mod.id) for mod in self.mods if find_content(mod.hash) is None)
        return [candidate for candidate in lacking if candidate is not None and candidate.entry is not None]


def check_sources(packages: PackageState) -> None:
    """Checks that no index was refused: a later one could take its place.

    Raises:
        PlanError: one was.
    """
    for index in packages.sources.unused_indexes:
        if index.is_refused:
            fix = f"to do without it: footfall mods index remove {index.name}"
            raise PlanError(f"the index {index.name} was refused, so nothing was changed; {fix}")


def _match_id(word: str, known: Iterable[str]) -> str:
    """Returns the id that a word names, in full or by its last part; ``""`` if there is none."""
    ids = list(known)
    matches = [word] if word in ids else sorted(id for id in ids if id.rpartition(".")[2] == word)
    if len(matches) > 1:
        raise PlanError(f"{word!r} is ambiguous: {', '.join(matches)}")
    return matches[0] if matches else ""


def find_id(packages: PackageState, word: str) -> str:
    """Returns the id of a mod that an index has or that is installed; the last part of an id is enough.

    Raises:
        PlanError: there is none, or several.
    """
    sources, withheld = packages.sources, packages.sources.withheld_mods
    known = dict.fromkeys((*sources.owners, *packages.installed, *withheld))
    if id := _match_id(word, known):
        if id in withheld and id not in packages.installed:
            raise PlanError(describe_withheld(id, withheld[id]))
        return id
    if word in packages.local_mods:
        raise PlanError(f"{packages.describe_local(word)}, not from an index")
    if sources.unused_indexes:
        raise PlanError(f"no index that can be used has {word!r}{suggest(word, known)}")
    if not sources.indexes:
        raise PlanError(f"there is no index to find {word} in; add one: footfall mods index add ADDRESS")
    raise PlanError(f"no index has {word!r}{suggest(word, known)}; see: footfall mods search")


def find_installed_id(packages: PackageState, word: str) -> str:
    """Returns the id of an installed mod; the last part of an id is enough.

    Raises:
        PlanError: there is none, or several.
    """
    if id := _match_id(word, packages.installed):
        return id
    raise PlanError(f"{word} is not installed{suggest(word, packages.installed)}")


def plan_install(
    packages: PackageState,
    base: ModSet,
    requests: Sequence[tuple[str, str]],
    files: Sequence[Mod] = (),
    *,
    replaces: bool = False,
) -> ChangePlan:
    """Plans to install mods and their requirements. Installed mods keep their version if they can.

    Args:
        requests: ids with a version, or ``""``.
        replaces: whether they may have other content than the same version that was installed before.

    Raises:
        PlanError: a mod is not available, is not what its version was before, or an index was refused.
        UnresolvableError: the requirements contradict each other.
    """
    check_sources(packages)
    _check_pins(packages, requests, files)
    indexed = [(version, packages.list_indexed(id)) for id, version in requests]
    found = (  # the requested version; by default the newest that is not retracted
        next((c for c in rows if c.version == version or not (version or _get_retraction(c))), None)
        for version, rows in indexed
    )
    local = list(map(make_local_candidate, files))
    replaced = [c for c in (*local, *found) if c is not None and packages.describe_replaced(c)]
    if replaced and not replaces:
        fix = "nothing was installed; ask its author why; to be asked whether to take it: add --replace"
        raise PlanError("\n".join((*map(packages.describe_replaced, replaced), fix)))
    roots = [_require_version(packages, id, version) for id, version in requests]
    roots += [Requirement(c.id, "*", "asked for", c.content) for c in (*local, *replaced)]
    wanted = {root.id for root in roots}
    for id in sorted(wanted & packages.local_mods.keys()):
        raise PlanError(f"{packages.describe_local(id)} and takes precedence; remove it first")
    roots += packages.find_roots(wanted)
    retracted = [c for version, rows in indexed for c in rows if c.version == version and _get_retraction(c)]
    pool = make_pool(packages, [id for id, version in requests if not version], [*replaced, *local, *retracted])
    candidates = resolve(roots, pool)
    if lost := packages.list_lost(candidates[id] for id in sorted(wanted)):
        raise PlanError("\n".join((*lost, "no index that can be used has this content")))
    words = [f"{id}@{version}" if version else id for id, version in requests] + [mod.id for mod in files]
    plan = _make_plan(packages, base, candidates, wanted, " ".join(["install", *words]))
    pins = _explain_pins(packages, [id for id, version in requests if not version])
    return dataclasses.replace(plan, notes=(*plan.notes, *pins))


def _check_pins(packages: PackageState, requests: Sequence[tuple[str, str]], files: Sequence[Mod]) -> None:
    """Checks that no other version of a pinned mod is asked for."""
    pinned = {id: mod for id, mod in packages.installed.items() if mod.is_pinned}
    refused = [id for id, version in requests if id in pinned and version not in ("", pinned[id].version)]
    refused += [mod.id for mod in files if mod.id in pinned and mod.hash != pinned[mod.id].hash]
    if refused:
        raise PlanError(_explain_pin(pinned[refused[0]]))


def _get_retraction(candidate: Candidate) -> str:
    return candidate.entry.retraction if candidate.entry is not None else ""


def plan_pin(packages: PackageState, base: ModSet, id: str, version: str = "") -> ChangePlan:
    """Plans to keep a mod at a version through updates, and to install that version if it is not here.

    Args:
        version: ``""`` for the installed one.

    Raises:
        PlanError, UnresolvableError: see `plan_install`.
    """
    old = packages.installed.get(id)
    if old is not None and version in ("", old.version):
        plan = ChangePlan(base, base.mods, {}, "")
    else:
        free = {} if old is None else {id: msgspec.structs.replace(old, is_pinned=False)}
        plan = plan_install(
            dataclasses.replace(packages, installed={**packages.installed, **free}), base, [(id, version)]
        )
    mods = tuple(msgspec.structs.replace(mod, is_pinned=mod.is_pinned or mod.id == id) for mod in plan.mods)
    return dataclasses.replace(plan, mods=mods, cause=" ".join(filter(None, ("pin", id, version))))


def plan_unpin(base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to let mods be updated again."""
    mods = tuple(msgspec.structs.replace(mod, is_pinned=mod.is_pinned and mod.id not in ids) for mod in base.mods)
    return ChangePlan(base, mods, {}, " ".join(["unpin", *ids]))


def _explain_pins(packages: PackageState, ids: Iterable[str]) -> tuple[str, ...]:
    """Returns sentences about pinned mods that have a newer version."""
    mods = [packages.installed[id] for id in ids if id in packages.installed]
    return tuple(_explain_pin(mod) for mod in mods if mod.is_pinned and packages.is_outdated(mod.id))


def _explain_pin(mod: InstalledMod) -> str:
    return f"{mod.id} is pinned to {mod.version}; to let it change: footfall mods profile pin --remove {mod.id}"


def _require_version(packages: PackageState, id: str, version: str) -> Requirement:
    """Returns the requirement for a requested mod; a missing or retracted version is reported at once."""
    entry = packages.find_entry(id)
    if entry is not None and entry.newest is None and not version and id not in packages.installed:
        last = entry.versions[0]
        text = f"every version of {id} is retracted by its publisher, {last.version} because: {last.retraction}"
        raise PlanError(f"{text}; to install it nevertheless: footfall mods install {id}@{last.version}")
    known = [item.version for item in entry.versions] if entry is not None else []
    known += [packages.installed[id].version] if id in packages.installed else []
    if version and version not in known:
        versions = join_list(dict.fromkeys(known), MAX_VERSIONS) or "none"
        raise PlanError(f"{id} has no version {version}; there is: {versions}")
    return Requirement(id, f"=={version}" if version else "*", "asked for")


def plan_update(packages: PackageState, base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to update installed mods to the newest versions that fit; all of them if `ids` is empty.

    Raises:
        PlanError: an index was refused.
        UnresolvableError: the requirements contradict each other.
    """
    check_sources(packages)
    upgraded = list(ids) or list(packages.installed)
    lines = (*packages.find_roots(ids), *(Requirement(id, "*", "installed") for id in ids))
    candidates = resolve(sorted(lines, key=lambda line: line.id), make_pool(packages, upgraded))
    plan = _make_plan(packages, base, candidates, (), " ".join(["update", *ids]))
    stuck = [mod for mod in plan.mods if mod.id in upgraded and packages.retractions.get(mod.hash)]
    pins = _explain_pins(packages, [id for id in upgraded if id not in {mod.id for mod in stuck}])
    pool = make_pool(packages, list(packages.installed))
    retracted = [
        f"{mod.id} {mod.version} stays, though its publisher retracted it: {packages.retractions[mod.hash]};"
        f" {explain_held_back(packages, mod.id, pool)}; to remove it: footfall mods remove {mod.id}"
        for mod in stuck
    ]
    withdrawn = packages.list_withdrawn([mod.id for mod in plan.mods if mod.id in upgraded])
    return dataclasses.replace(plan, notes=(*plan.notes, *withdrawn, *retracted, *pins))


def plan_remove(packages: PackageState, base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to remove mods, and those that were installed for their sake only.

    Raises:
        PlanError: another mod requires one of them.
    """
    kept = resolve(packages.find_roots(ids), make_pool(packages))
    for id in ids:
        for candidate in kept.values():
            if id in kept and id in candidate.requires:
                line = Requirement(id, candidate.requires[id], "requires")
                fix = f"remove both: footfall mods remove {id} {candidate.id}"
                raise PlanError(f"{candidate} requires {id} ({line}); {fix}")
    # Removing must change nothing else, even if the indexes have other versions by now.
    mods = tuple(mod for mod in base.mods if mod.id in kept and mod.id not in ids)
    return ChangePlan(base, mods, kept, " ".join(["remove", *ids]), tuple(packages.list_lost(kept.values())))


def plan_exact(packages: PackageState, base: ModSet, lock: Lock, cause: str) -> ChangePlan:
    """Plans to have exactly the contents that a lock names, by their hashes.

    Raises:
        PlanError: a content is neither in the store nor in an index, or is that of another mod.
    """
    mods, candidates, notes, lost = [], {}, [], []
    for row in lock.mod:
        part = packages.local_mods.get(row.id)
        if part is not None and part.source in (Source.PLUGIN, Source.INSTALLED):
            if part.hash != row.hash:
                text = f"{row.id} is {part.version} here, not the {row.version} of the file: it comes with Footfall"
                notes.append(text)
            continue
        try:
            candidates[row.id] = _find_locked_content(packages, row)
        except PlanError as error:
            lost.append(str(error))
            continue
        mods.append(_install_candidate(packages, candidates[row.id], True))
    if lost:
        lost += map(str, packages.sources.unused_indexes)
        known = {pin.address for pin in load_pins()}
        lost += [
            f"it names the index {index.address}: footfall mods index add {shlex.quote(index.address)}"
            for index in lock.index
            if index.address not in known
        ]
        raise PlanError("\n".join(lost))
    ordered = tuple(sorted(mods, key=lambda mod: mod.id))
    return ChangePlan(base, ordered, candidates, cause, tuple(notes), frozenset(candidates))


def _find_locked_content(packages: PackageState, row: LockedMod) -> Candidate:
    candidate = packages.sources.find_by_content(row.hash)
    if candidate is None:
        content = find_content(row.hash)
        if content is None:
            entry = packages.find_entry(row.id)
            text = f"{row.id} {row.version} with the content {row.hash[:12]} is in no index"
            if entry is None:
                raise PlanError(text)
            versions = [item.version for item in entry.versions]
            other = f"{row.version} with other content" if row.version in versions else ""
            raise PlanError(f"{text}; the index has {other or join_list(versions, MAX_VERSIONS)}")
        candidate = make_local_candidate(content)
    if (candidate.id, candidate.version) != (row.id, row.version):
        raise PlanError(f"{row.id} {row.version}: the content {row.hash[:12]} is that of {candidate}")
    return candidate


def _make_plan(
    packages: PackageState, base: ModSet, candidates: dict[str, Candidate], wanted: Iterable[str], cause: str
) -> ChangePlan:
    wanted = frozenset(wanted)
    chosen = wanted | {id for id, mod in packages.installed.items() if mod.is_chosen}
    mods = [_install_candidate(packages, c, id in chosen) for id, c in candidates.items() if c.content]
    replaced = packages.list_replaced(id for id, c in candidates.items() if not packages.describe_replaced(c))
    notes = (*replaced, *packages.list_lost(candidates.values()), *packages.list_moved(mods))
    return ChangePlan(base, tuple(mods), candidates, cause, notes, wanted)


def _install_candidate(packages: PackageState, candidate: Candidate, is_chosen: bool) -> InstalledMod:
    index, author = candidate.index, candidate.entry.author if candidate.entry is not None else ""
    old = packages.installed.get(candidate.id)
    if old is None or old.hash != candidate.content:
        return InstalledMod(candidate.id, candidate.version, candidate.content, is_chosen, index, author)
    return msgspec.structs.replace(old, is_chosen=is_chosen, index=index or old.index, author=author or old.author)


def explain_held_back(packages: PackageState, id: str, pool: CandidatePool) -> str:
    """Returns why the newest version of an installed mod is not taken by an update, or ``""``.

    Args:
        pool: in which all installed mods are upgraded; questions about several mods share its budget.
    """
    if packages.installed[id].is_pinned:
        return _explain_pin(packages.installed[id])
    entry = packages.find_entry(id)
    if entry is None or entry.newest is None:
        return "no index has another version that is not retracted"
    roots = [*packages.find_roots((id,)), Requirement(id, f"=={entry.newest.version}", "asked for")]
    try:
        resolve(roots, pool)
    except UnresolvableError as error:
        return str(error).splitlines()[0]
    return ""
