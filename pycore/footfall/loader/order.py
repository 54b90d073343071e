"""The order of mods, independent of file system and installation order.

A topological sort by ``requires`` and ``optional`` (the dependency first) and ``[order]``. Ties go to first-party
plugins, then to the lower id. Later mods take precedence.
"""

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from hashlib import blake2b

import msgspec

from footfall import __version__
from footfall.diagnostics.findings import Finding, Severity, suggest

from .discovery import Mod
from .manifest import FRAMEWORK_ID
from .versions import is_in_range


class Edge(msgspec.Struct, frozen=True):
    """An ordering constraint: `first` before `last`.

    Attributes:
        is_hard: whether it is a requirement.
        path: key path in the manifest.
        mod: the mod whose manifest says so.
    """

    first: str
    last: str
    is_hard: bool
    path: tuple[str, str]
    mod: Mod

    @property
    def key(self) -> str:
        """The manifest key: ``requires``, ``optional``, ``order.after`` or ``order.before``."""
        table, name = self.path
        return f"order.{name}" if table == "order" else table

    @property
    def location(self) -> str:
        """``file:line``."""
        return self.mod.document.locate(*self.path)

    def __str__(self) -> str:
        return f"{self.first} before {self.last} ({self.key}, {self.location})"


class ModOrder(msgspec.Struct, frozen=True, dict=True):
    """Compatible mods, in order.

    Attributes:
        ids: ids in order.
        edges: the constraints that the order meets.
    """

    ids: tuple[str, ...]
    edges: tuple[Edge, ...]

    def is_fixed(self, a: str, b: str) -> bool:
        """Returns whether manifests fix the order of two mods; if not, their ids decide."""
        pairs = ((a, b), (b, a)) if a != b else ()
        return any(last in collect_requirements([first], self._followers) for first, last in pairs)

    @cached_property
    def _followers(self) -> dict[str, list[str]]:
        """The mods that an edge places after each mod."""
        followers: dict[str, list[str]] = {id: [] for id in self.ids}
        for edge in self.edges:
            followers[edge.first].append(edge.last)
        return followers


def drop_incompatible(mods: Mapping[str, Mod], findings: list[Finding]) -> dict[str, Mod]:
    """Removes mods with unmet requirements or conflicts, and their dependents."""
    remaining = dict(mods)
    while True:
        failures = {
            id: finding
            for id, mod in remaining.items()
            if (finding := _check_requirements(mod, mods, remaining)) is not None
        }
        if not failures:
            break
        findings.extend(failures.values())
        for id in failures:
            del remaining[id]
    return drop_conflicting(remaining, findings)


def drop_conflicting(mods: Mapping[str, Mod], findings: list[Finding]) -> dict[str, Mod]:
    """Removes mods that declare a conflict with another one, and their dependents."""
    remaining = dict(mods)
    for mod in list(remaining.values()):
        if mod.id not in remaining:
            continue
        for other, conflict in mod.manifest.conflicts.items():
            rival = remaining.get(other)
            if rival is None or not is_in_range(rival.version, conflict.version):
                continue
            reason = f": {conflict.reason}" if conflict.reason else ""
            where = mod.document.locate("conflicts", other)
            text = f"is incompatible with {other} {rival.version}{reason}"
            findings.append(Finding("conflict", mod.id, text, where, f"remove {mod.id} or {other}", disables_mod=True))
            del remaining[mod.id]
            remaining = remove_with_dependents(remaining, {mod.id}, findings)
            break
    return remaining


def remove_with_dependents(
    mods: Mapping[str, Mod], removed: Collection[str], findings: list[Finding]
) -> dict[str, Mod]:
    """Returns `mods` without `removed` and, with a finding each, without the mods that require them."""
    remaining = {id: mod for id, mod in mods.items() if id not in removed}
    disabled = set(removed)
    while True:
        dependents = [(mod, need) for mod in remaining.values() for need in mod.manifest.requires if need in disabled]
        if not dependents:
            return remaining
        for mod, need in dependents:
            if mod.id in remaining:
                findings.append(_make_disabled_finding(mod, "requires", need))
                del remaining[mod.id]
                disabled.add(mod.id)


def collect_requirements(ids: Iterable[str], needs: Mapping[str, Iterable[str]]) -> list[str]:
    """Returns mods and their needs, transitively, of those that are known."""
    found: dict[str, None] = {}
    waiting = list(ids)
    for id in waiting:
        if id in needs and id not in found:
            found[id] = None
            waiting += needs[id]
    return list(found)


def _make_disabled_finding(mod: Mod, table: str, need: str) -> Finding:
    text, fix = f"needs {need}, which is disabled", f"fix {need}"
    return Finding("needs-off", mod.id, text, mod.document.locate(table, need), fix, disables_mod=True)


def _check_requirements(mod: Mod, known: Mapping[str, Mod], remaining: Mapping[str, Mod]) -> Finding | None:
    manifest = mod.manifest
    for table, needs in (("requires", manifest.requires), ("optional", manifest.optional)):
        for id, versions in needs.items():
            if id == FRAMEWORK_ID:
                have: str | None = __version__
            else:
                have = remaining[id].version if id in remaining else None
            if have is not None and is_in_range(have, versions):
                continue
            where = mod.document.locate(table, id)
            if have is None:
                if table == "optional":
                    continue
                if id in known:
                    return _make_disabled_finding(mod, table, id)
                text = f"needs {id} {versions}, which is not installed{suggest(id, known)}"
                return Finding("missing", mod.id, text, where, f"install {id}, or remove {mod.id}", disables_mod=True)
            verb = "needs" if table == "requires" else "works only with"
            text = f"{verb} {id} {versions}, but {id} has version {have}"
            fix = f"install another version of {id} or of {mod.id}"
            return Finding("version", mod.id, text, where, fix, disables_mod=True)
    return None


def collect_edges(mods: Iterable[Mod]) -> list[Edge]:
    """Collects the ordering constraints of the manifests between these mods, sorted."""
    by_id = {mod.id: mod for mod in mods}
    edges: dict[tuple[str, str], Edge] = {}

    def note_edge(first: str, last: str, hard: bool, path: tuple[str, str], mod: Mod) -> None:
        if first in by_id and last in by_id and first != last:
            edge = Edge(first, last, hard, path, mod)
            known = edges.get((first, last))
            if known is not None:
                edge = min(edge, known, key=lambda e: (not e.is_hard, e.key, e.location))
            edges[first, last] = edge

    for id, mod in by_id.items():
        manifest = mod.manifest
        for other in manifest.requires:
            note_edge(other, id, True, ("requires", other), mod)
        for other in manifest.optional:
            note_edge(other, id, False, ("optional", other), mod)
        for other in manifest.order.after:
            note_edge(other, id, False, ("order", "after"), mod)
        for other in manifest.order.before:
            note_edge(id, other, False, ("order", "before"), mod)
    return sorted(edges.values(), key=lambda e: (e.first, e.last))


def sort_mods(
    mods: Mapping[str, Mod], findings: list[Finding], shuffle: int | None = None
) -> tuple[ModOrder, dict[str, Mod]]:
    """Sorts compatible mods. A cycle is broken at a soft edge; the mods of a hard cycle are disabled.

    Args:
        shuffle: number of an alternative order that the manifests allow; None: by id.

    Returns:
        The order, and the remaining mods.
    """
    remaining = dict(mods)
    edges = collect_edges(remaining.values())
    while True:
        ids = _sort_topologically(remaining, edges, shuffle)
        if ids is not None:
            return ModOrder(tuple(ids), tuple(edges)), remaining
        cycle = _find_shortest_cycle(remaining, edges)
        path = ", ".join(str(edge) for edge in cycle)
        soft = [edge for edge in cycle if not edge.is_hard]
        if soft:
            dropped = max(soft, key=lambda e: (e.last, e.first))
            text = f"the order has a cycle: {path}; ignored: {dropped}"
            fix = f"remove one of these lines, preferably {dropped.location}"
            findings.append(Finding("cycle", dropped.last, text, dropped.location, fix, Severity.WARNING))
            edges = [edge for edge in edges if edge is not dropped]
            continue
        members = {edge.last for edge in cycle}
        fix = "remove one of these lines"
        for id in sorted(members):
            own = next(edge for edge in cycle if edge.last == id)
            text = f"these mods require each other: {path}"
            findings.append(Finding("cycle", id, text, own.location, fix, disables_mod=True))
        remaining = remove_with_dependents(remaining, members, findings)
        edges = [edge for edge in edges if edge.first in remaining and edge.last in remaining]


def _get_sort_key(mod: Mod, shuffle: int | None) -> tuple[bool, str, str]:
    tie = mod.id if shuffle is None else blake2b(f"{shuffle}:{mod.id}".encode()).hexdigest()
    return (not mod.is_first_party, tie, mod.id)


def _sort_topologically(mods: Mapping[str, Mod], edges: Iterable[Edge], shuffle: int | None) -> list[str] | None:
    """Sorts mods; returns the ids in order, or None if there is a cycle."""
    sorter = TopologicalSorter[str](dict.fromkeys(mods, ()))
    for edge in edges:
        sorter.add(edge.last, edge.first)
    try:
        sorter.prepare()
    except CycleError:
        return None
    ids: list[str] = []
    ready: list[tuple[bool, str, str]] = []
    while sorter.is_active():
        for id in sorter.get_ready():
            heapq.heappush(ready, _get_sort_key(mods[id], shuffle))
        *_, first = heapq.heappop(ready)
        ids.append(first)
        sorter.done(first)
    return ids


def _find_shortest_cycle(ids: Iterable[str], edges: Iterable[Edge]) -> list[Edge]:
    """Returns the shortest cycle, by breadth-first search; ties go to the lowest ids."""
    outgoing: dict[str, list[Edge]] = {id: [] for id in ids}
    for edge in edges:
        outgoing[edge.first].append(edge)
    best: list[Edge] = []
    for start in sorted(outgoing):
        reached_by: dict[str, Edge] = {}
        queue = deque([start])
        while queue and start not in reached_by:
            id = queue.popleft()
            for edge in outgoing[id]:
                if edge.last not in reached_by:
                    reached_by[edge.last] = edge
                    queue.append(edge.last)
        if start in reached_by:
            cycle = [reached_by[start]]
            while cycle[-1].first != start:
                cycle.append(reached_by[cycle[-1].first])
            if not best or len(cycle) < len(best):
                best = cycle[::-1]
    return best


class OrderPosition(msgspec.Struct, frozen=True):
    """The position of one mod.

    Attributes:
        number: position, from 1.
        after: constraints that place it after other mods.
        before: constraints that place it before other mods.
        tie_break: the reason for its position among the mods that no constraint orders.
    """

    number: int
    mod: Mod
    after: tuple[Edge, ...]
    before: tuple[Edge, ...]
    tie_break: str


def explain_order(mods: Sequence[Mod], base_ids: Iterable[str] = ()) -> list[OrderPosition]:
    """Explains the position of each of `mods`, which are given in order.

    Args:
        base_ids: ids of a game's rule plugins and their requirements, which precede all other mods.
    """
    edges = collect_edges(mods)
    base = set(base_ids)
    positions = []
    for at, mod in enumerate(mods):
        after = tuple(edge for edge in edges if edge.last == mod.id)
        before = tuple(edge for edge in edges if edge.first == mod.id)
        tie_break = _explain_tie_break(mods, at, after, base)
        positions.append(OrderPosition(at + 1, mod, after, before, tie_break))
    return positions


def _explain_tie_break(mods: Sequence[Mod], at: int, after: Sequence[Edge], base_ids: set[str]) -> str:
    """Returns the reason for a position among mods that no constraint orders, or ``""``."""
    mod = mods[at]
    if mod.id in base_ids:
        return "part of the game"
    if mod.is_first_party:
        return "first-party plugins come first"
    last = max((n for n, other in enumerate(mods) if any(edge.first == other.id for edge in after)), default=-1)
    free = [other for other in mods[last + 1 : at] if not other.is_first_party and other.id not in base_ids]
    if not free:
        return ""
    sorted_by_id = all(other.id < mod.id for other in free)
    return f"by id after {free[-1].id}" if sorted_by_id else f"as early as allowed, after {free[-1].id}"
