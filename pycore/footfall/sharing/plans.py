"""Plans of changes to a profile, and their execution: contents first, then the pointer file.

Nothing is changed by making a plan. An installed mod is not approved: its Python waits for the player as in any mod.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import msgspec

from footfall.diagnostics.findings import suggest
from footfall.diagnostics.plural import join_list
from footfall.loader import Mod, Source
from footfall.loader.discovery import find_content
from footfall.loader.profiles.pointer import InstalledMod, ModSet

from .candidates import Need, Offer, Stock, rank_version
from .locks import Lock, LockedMod
from .package_state import Shelf, describe_withheld, make_stock, offer_content, offer_version
from .pins import load_pins
from .resolve import MAX_VERSIONS, UnresolvableError, resolve


class PlanError(Exception):
    """What was asked cannot be done. Its message is for the player."""


@dataclass(frozen=True)
class PlanStep:
    """What a plan does to one mod.

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
        base: the mods that it changes.
        mods: the mods after it.
        offers: where their contents are, by id.
        cause: the command, for the history.
        notes: what the player should know.
        asked: ids of mods that the player asked for.
    """

    base: ModSet
    mods: tuple[InstalledMod, ...]
    offers: dict[str, Offer]
    cause: str
    notes: tuple[str, ...] = ()
    asked: frozenset[str] = frozenset()

    @property
    def changed(self) -> frozenset[str]:
        """The ids of the mods that the plan cannot do without: those that were asked for or change."""
        return self.asked | {step.id for step in self.steps}

    @property
    def steps(self) -> list[PlanStep]:
        """What changes, by id."""
        before, after = ({mod.id: mod for mod in mods} for mods in (self.base.mods, self.mods))
        ids = sorted({*before, *after})
        pairs = [(id, before.get(id), after.get(id)) for id in ids]
        return [PlanStep(id, a, b) for id, a, b in pairs if (a and a.hash) != (b and b.hash)]

    @property
    def downloads(self) -> list[Offer]:
        """The contents that the store does not have yet."""
        offers = (self.offers.get(mod.id) for mod in self.mods if find_content(mod.hash) is None)
        return [offer for offer in offers if offer is not None and offer.entry is not None]


def check_sources(shelf: Shelf) -> None:
    """Checks that no index was refused: a later one could take its place.

    Raises:
        PlanError: one was.
    """
    for index in shelf.sources.unused:
        if index.is_refused:
            fix = f"to do without it: footfall mods index remove {index.name}"
            raise PlanError(f"the index {index.name} was refused, so nothing was changed; {fix}")


def find_id(shelf: Shelf, word: str) -> str:
    """Returns the id of a mod that an index has or that is installed; the last part of an id is enough.

    Raises:
        PlanError: there is none, or several.
    """
    withheld = shelf.sources.withheld
    known = dict.fromkeys((*shelf.sources.owners, *shelf.installed, *withheld))
    matches = [word] if word in known else sorted(id for id in known if id.rpartition(".")[2] == word)
    if len(matches) > 1:
        raise PlanError(f"{word!r} is ambiguous: {', '.join(matches)}")
    if matches:
        if matches[0] in withheld and matches[0] not in shelf.installed:
            raise PlanError(describe_withheld(matches[0], withheld[matches[0]]))
        return matches[0]
    if word in shelf.here:
        raise PlanError(f"{shelf.describe_here(word)}, not from an index")
    if shelf.sources.unused:
        raise PlanError(f"no index that can be used has {word!r}{suggest(word, known)}")
    if not shelf.sources.indexes:
        raise PlanError(f"there is no index to find {word} in; add one: footfall mods index add ADDRESS")
    raise PlanError(f"no index has {word!r}{suggest(word, known)}; see: footfall mods search")


def find_installed_id(shelf: Shelf, word: str) -> str:
    """Returns the id of an installed mod; the last part of an id is enough.

    Raises:
        PlanError: there is none, or several.
    """
    matches = [id for id in shelf.installed if id == word] or [
        id for id in shelf.installed if id.rpartition(".")[2] == word
    ]
    if len(matches) > 1:
        raise PlanError(f"{word!r} is ambiguous: {', '.join(matches)}")
    if not matches:
        raise PlanError(f"{word} is not installed{suggest(word, shelf.installed)}")
    return matches[0]


def plan_install(
    shelf: Shelf,
    base: ModSet,
    asked: Sequence[tuple[str, str]],
    files: Sequence[Mod] = (),
    *,
    replaces: bool = False,
) -> ChangePlan:
    """Plans to install mods and what they require. What is installed keeps its version if it can.

    Args:
        asked: ids with a version, or ``""``.
        files: packed mods to install as they are.
        replaces: whether they may have other content than the same version that was installed before.

    Raises:
        PlanError: a mod is not available, is not what its version was before, or an index was refused.
        UnresolvableError: the requirements contradict each other.
    """
    check_sources(shelf)
    _check_pins(shelf, asked, files)
    replaced = _list_replaced(shelf, asked, files, replaces)
    roots = [_need_version(shelf, id, version) for id, version in asked]
    roots += [Need(mod.id, "*", "asked for", mod.hash) for mod in files]
    roots += [Need(offer.id, "*", "asked for", offer.content) for offer in replaced]
    wanted = {need.id for need in roots}
    for id in sorted(wanted & shelf.here.keys()):
        raise PlanError(f"{shelf.describe_here(id)} and takes precedence; remove it first")
    roots += shelf.find_roots(wanted)
    extra = [*replaced, *map(offer_content, files)]
    extra += [offer for id, version in asked if version and (offer := _find_retracted(shelf, id, version)) is not None]
    offers = resolve(roots, make_stock(shelf, [id for id, version in asked if not version], extra))
    if lost := shelf.list_lost(offers[id] for id in sorted(wanted)):
        raise PlanError("\n".join((*lost, "no index that can be used has this content")))
    cause = " ".join(["install", *(f"{id}@{version}" if version else id for id, version in asked)])
    plan = _make_plan(shelf, base, offers, wanted, cause + "".join(f" {mod.id}" for mod in files))
    pins = _explain_pins(shelf, [id for id, version in asked if not version])
    return dataclasses.replace(plan, notes=(*plan.notes, *pins))


def plan_pin(shelf: Shelf, base: ModSet, id: str, version: str = "") -> ChangePlan:
    """Plans to keep a mod at a version through updates, and to install that version if it is not here.

    Args:
        version: ``""`` for the installed one.

    Raises:
        PlanError, UnresolvableError: see `plan_install`.
    """
    old = shelf.installed.get(id)
    if old is not None and version in ("", old.version):
        plan = ChangePlan(base, base.mods, {}, "")
    else:
        plan = plan_install(_unpin(shelf, id), base, [(id, version)])
    mods = tuple(msgspec.structs.replace(mod, is_pinned=mod.is_pinned or mod.id == id) for mod in plan.mods)
    return dataclasses.replace(plan, mods=mods, cause=" ".join(filter(None, ("pin", id, version))))


def plan_unpin(base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to let mods be updated again."""
    mods = tuple(msgspec.structs.replace(mod, is_pinned=mod.is_pinned and mod.id not in ids) for mod in base.mods)
    return ChangePlan(base, mods, {}, " ".join(["unpin", *ids]))


def _unpin(shelf: Shelf, id: str) -> Shelf:
    rows = {
        key: msgspec.structs.replace(mod, is_pinned=mod.is_pinned and key != id) for key, mod in shelf.installed.items()
    }
    return dataclasses.replace(shelf, installed=rows)


def _check_pins(shelf: Shelf, asked: Sequence[tuple[str, str]], files: Sequence[Mod]) -> None:
    """Checks that no other version of a pinned mod is asked for.

    Raises:
        PlanError: one is.
    """
    pinned = {id: mod for id, mod in shelf.installed.items() if mod.is_pinned}
    others = [id for id, version in asked if id in pinned and version not in ("", pinned[id].version)]
    others += [mod.id for mod in files if mod.id in pinned and mod.hash != pinned[mod.id].hash]
    if others:
        raise PlanError(_explain_pin(pinned[others[0]]))


def _explain_pins(shelf: Shelf, ids: Iterable[str]) -> tuple[str, ...]:
    """Returns sentences about pinned mods that have a newer version."""
    mods = [shelf.installed[id] for id in ids if id in shelf.installed]
    return tuple(_explain_pin(mod) for mod in mods if mod.is_pinned and is_outdated(shelf, mod.id))


def _explain_pin(mod: InstalledMod) -> str:
    return f"{mod.id} is pinned to {mod.version}; to let it change: footfall mods profile pin --remove {mod.id}"


def is_outdated(shelf: Shelf, id: str) -> bool:
    """Whether the index of an installed mod has a newer version that is not retracted."""
    entry = shelf.find_entry(id)
    if entry is None or entry.newest is None:
        return False
    return rank_version(entry.newest.version) > rank_version(shelf.installed[id].version)


def _list_replaced(shelf: Shelf, asked: Sequence[tuple[str, str]], files: Sequence[Mod], replaces: bool) -> list[Offer]:
    """Returns what would replace a version that was installed before.

    Raises:
        PlanError: there is some, and it was not asked for.
    """
    replaced = [offer for offer in _list_asked(shelf, asked, files) if shelf.describe_replaced(offer)]
    if replaced and not replaces:
        fix = "nothing was installed; ask its author why; to be asked whether to take it: add --replace"
        raise PlanError("\n".join((*map(shelf.describe_replaced, replaced), fix)))
    return replaced


def _list_asked(shelf: Shelf, asked: Sequence[tuple[str, str]], files: Sequence[Mod]) -> Iterator[Offer]:
    """Yields the files, and for each mod that was asked for its version in the index, by default the newest."""
    yield from map(offer_content, files)
    for id, version in asked:
        index = shelf.find_index(id)
        versions = index.mods[id].versions if index is not None else ()
        item = next((v for v in versions if v.version == version or not (version or v.retracted)), None)
        if index is not None and item is not None:
            yield offer_version(index, id, item)


def _need_version(shelf: Shelf, id: str, version: str) -> Need:
    """Returns the need for a mod that was asked for; what no index has, or only retracted, is said at once."""
    entry = shelf.find_entry(id)
    if entry is not None and entry.newest is None and not version and id not in shelf.installed:
        last = entry.versions[0]
        text = f"every version of {id} is retracted by its publisher, {last.version} because: {last.retracted}"
        raise PlanError(f"{text}; to install it nevertheless: footfall mods install {id}@{last.version}")
    known = [item.version for item in entry.versions] if entry is not None else []
    known += [shelf.installed[id].version] if id in shelf.installed else []
    if version and version not in known:
        there = join_list(dict.fromkeys(known), MAX_VERSIONS) or "none"
        raise PlanError(f"{id} has no version {version}; there is: {there}")
    return Need(id, f"=={version}" if version else "*", "asked for")


def _find_retracted(shelf: Shelf, id: str, version: str) -> Offer | None:
    """Returns a retracted version that was asked for by its number."""
    index = shelf.find_index(id)
    for item in index.mods[id].versions if index is not None else ():
        if item.version == version and item.retracted and index is not None:
            return offer_version(index, id, item)
    return None


def plan_update(shelf: Shelf, base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to update installed mods to the newest versions that fit; all of them if `ids` is empty.

    Raises:
        PlanError: an index was refused.
        UnresolvableError: the requirements contradict each other.
    """
    check_sources(shelf)
    upgraded = list(ids) or list(shelf.installed)
    needs = (*shelf.find_roots(ids), *(Need(id, "*", "installed") for id in ids))
    roots = sorted(needs, key=lambda need: need.id)
    offers = resolve(roots, make_stock(shelf, upgraded))
    plan = _make_plan(shelf, base, offers, (), " ".join(["update", *ids]))
    stuck = [mod for mod in plan.mods if mod.id in upgraded and shelf.retracted.get(mod.hash)]
    pins = _explain_pins(shelf, [id for id in upgraded if id not in {mod.id for mod in stuck}])
    stock = make_stock(shelf, list(shelf.installed))
    retracted = [_explain_retracted(shelf, mod, stock) for mod in stuck]
    staying = [mod.id for mod in plan.mods if mod.id in upgraded]
    return dataclasses.replace(plan, notes=(*plan.notes, *shelf.list_withdrawn(staying), *retracted, *pins))


def _explain_retracted(shelf: Shelf, mod: InstalledMod, stock: Stock) -> str:
    text = f"{mod.id} {mod.version} stays, though its publisher retracted it: {shelf.retracted[mod.hash]}"
    return f"{text}; {explain_held_back(shelf, mod.id, stock)}; to remove it: footfall mods remove {mod.id}"


def plan_remove(shelf: Shelf, base: ModSet, ids: Sequence[str]) -> ChangePlan:
    """Plans to remove mods, and what was installed for their sake only.

    Raises:
        PlanError: another mod requires one of them.
    """
    kept = resolve(shelf.find_roots(ids), make_stock(shelf))
    for id in ids:
        for offer in kept.values():
            if id in kept and id in offer.requires:
                line = Need(id, offer.requires[id], "requires")
                fix = f"remove both: footfall mods remove {id} {offer.id}"
                raise PlanError(f"{offer} requires {id} ({line}); {fix}")
    # Removing must change nothing else, even if the indexes have other versions by now.
    mods = tuple(mod for mod in base.mods if mod.id in kept and mod.id not in ids)
    return ChangePlan(base, mods, kept, " ".join(["remove", *ids]), tuple(shelf.list_lost(kept.values())))


def plan_exact(shelf: Shelf, base: ModSet, lock: Lock, cause: str) -> ChangePlan:
    """Plans to have exactly the contents that a lock names, by their hashes.

    Raises:
        PlanError: a content is neither in the store nor in an index, or is that of another mod.
    """
    mods, offers, notes, lost = [], {}, [], []
    for row in lock.mod:
        part = shelf.here.get(row.id)
        if part is not None and part.source in (Source.PLUGIN, Source.INSTALLED):
            if part.hash != row.hash:
                notes.append(
                    f"{row.id} is {part.version} here, not the {row.version} of the file: it comes with Footfall"
                )
            continue
        try:
            offers[row.id] = _find_row(shelf, row)
        except PlanError as error:
            lost.append(str(error))
            continue
        mods.append(_install_offer(shelf, offers[row.id], True))
    if lost:
        lost += map(str, shelf.sources.unused)
        known = {pin.address for pin in load_pins()}
        lost += [
            f"it names the index {index.address}: footfall mods index add {shlex.quote(index.address)}"
            for index in lock.index
            if index.address not in known
        ]
        raise PlanError("\n".join(lost))
    ordered = tuple(sorted(mods, key=lambda mod: mod.id))
    return ChangePlan(base, ordered, offers, cause, tuple(notes), frozenset(offers))


def _find_row(shelf: Shelf, row: LockedMod) -> Offer:
    found = shelf.sources.find_by_content(row.hash)
    if found is not None:
        index, entry, at = found
        offer = offer_version(index, entry.id, entry.versions[at])
    else:
        content = find_content(row.hash)
        if content is None:
            raise PlanError(_describe_lost(shelf, row.id, row.version, row.hash))
        offer = offer_content(content)
    if (offer.id, offer.version) != (row.id, row.version):
        raise PlanError(f"{row.id} {row.version}: the content {row.hash[:12]} is that of {offer}")
    return offer


def _describe_lost(shelf: Shelf, id: str, version: str, hash: str) -> str:
    entry = shelf.find_entry(id)
    text = f"{id} {version} with the content {hash[:12]} is in no index"
    if entry is None:
        return text
    versions = [item.version for item in entry.versions]
    there = f"{version} with other content" if version in versions else join_list(versions, MAX_VERSIONS)
    return f"{text}; the index has {there}"


def _make_plan(shelf: Shelf, base: ModSet, offers: dict[str, Offer], wanted: Iterable[str], cause: str) -> ChangePlan:
    wanted = set(wanted)
    mods = []
    for id, offer in offers.items():
        if offer.content:
            old = shelf.installed.get(id)
            mods.append(_install_offer(shelf, offer, id in wanted or (old is not None and old.is_chosen)))
    notes = tuple(shelf.list_replaced(id for id, offer in offers.items() if not shelf.describe_replaced(offer)))
    notes = (*notes, *shelf.list_lost(offers.values()), *shelf.list_moved(mods))
    return ChangePlan(base, tuple(mods), offers, cause, notes, frozenset(wanted))


def _install_offer(shelf: Shelf, offer: Offer, is_chosen: bool) -> InstalledMod:
    index, author = offer.index, offer.entry.author if offer.entry is not None else ""
    old = shelf.installed.get(offer.id)
    if old is None or old.hash != offer.content:
        return InstalledMod(offer.id, offer.version, offer.content, is_chosen, index, author)
    return msgspec.structs.replace(old, is_chosen=is_chosen, index=index or old.index, author=author or old.author)


def explain_held_back(shelf: Shelf, id: str, stock: Stock) -> str:
    """Returns why the newest version of an installed mod is not taken by an update, or ``""``.

    Args:
        stock: in which all installed mods are upgraded; questions about several mods share its budget.
    """
    if shelf.installed[id].is_pinned:
        return _explain_pin(shelf.installed[id])
    entry = shelf.find_entry(id)
    newest = entry.newest if entry is not None else None
    if newest is None:
        return "no index has another version that is not retracted"
    roots = [*shelf.find_roots((id,)), Need(id, f"=={newest.version}", "asked for")]
    try:
        resolve(roots, stock)
    except UnresolvableError as error:
        return str(error).splitlines()[0]
    return ""
