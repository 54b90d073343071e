"""The order of mods: one deterministic answer, whatever the file system or install order.

A topological sort of ``requires`` and ``optional`` (the named mod first) and ``[order]``; ties
go to first-party plugins, then to the id. Base first, later mods have the last word.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from packaging.version import Version

from footfall import __version__
from footfall.diagnostics.findings import Finding, Severity, suggest
from footfall.diagnostics.toml import TomlDocument

from .discovery import Mod
from .manifest import FRAMEWORK_ID, parse_specifier


@dataclass(frozen=True, slots=True)
class Edge:
    """`first` comes before `then`, because `owner`'s manifest says so at `where`."""

    first: str
    then: str
    is_hard: bool
    path: tuple[str, str]
    document: TomlDocument

    @property
    def key(self) -> str:
        """What says so: ``requires``, ``optional``, ``order.after`` or ``order.before``."""
        table, name = self.path
        return f"order.{name}" if table == "order" else table

    @property
    def where(self) -> str:
        """``file:line``."""
        return self.document.locate(*self.path)

    def __str__(self) -> str:
        return f"{self.first} before {self.then} ({self.key}, {self.where})"


@dataclass(frozen=True)
class ModOrder:
    """Mods that fit together, in order.

    Attributes:
        ids: in order.
        after: all ids that must come before each id, directly or not.
    """

    ids: tuple[str, ...]
    after: Mapping[str, frozenset[str]]

    def is_fixed(self, a: str, b: str) -> bool:
        """Whether manifests fix the order of two mods (else only ids decide)."""
        return a in self.after.get(b, ()) or b in self.after.get(a, ())


def drop_incompatible(mods: Mapping[str, Mod], findings: list[Finding]) -> dict[str, Mod]:
    """Leaves out mods whose requirements or conflicts do not work out, and those that need them."""
    left = dict(mods)
    missing_of: set[str] = set()
    while True:
        out = {
            id: finding
            for id, mod in left.items()
            if (finding := _check_requirements(mod, mods, left)) is not None
        }
        if not out:
            break
        findings.extend(out.values())
        for id in out:
            del left[id]
        missing_of |= set(out)
    for mod in list(left.values()):
        if mod.id not in left:
            continue
        for other, conflict in mod.manifest.conflicts.items():
            rival = left.get(other)
            if rival is None or not parse_specifier(conflict.version).contains(
                rival.version, prereleases=True
            ):
                continue
            reason = f": {conflict.reason}" if conflict.reason else ""
            where = mod.document.locate("conflicts", other)
            text = f"cannot run beside {other} {rival.version}{reason}"
            findings.append(
                Finding("conflict", mod.id, text, where, f"remove {mod.id} or {other}", mod_disabled=True)
            )
            del left[mod.id]
            left = remove_with_dependents(left, {mod.id}, findings)
            break
    return left


def remove_with_dependents(
    mods: Mapping[str, Mod], removed: Collection[str], findings: list[Finding]
) -> dict[str, Mod]:
    """`mods` without those in `gone` and, with a finding each, all that hard-depend on them."""
    left = {id: mod for id, mod in mods.items() if id not in removed}
    lost = set(removed)
    while True:
        out = [(mod, need) for mod in left.values() for need in mod.manifest.requires if need in lost]
        if not out:
            return left
        for mod, need in out:
            if mod.id in left:
                where = mod.document.locate("requires", need)
                text, fix = f"needs {need}, which is off", f"put {need} right"
                findings.append(Finding("needs-off", mod.id, text, where, fix, mod_disabled=True))
                del left[mod.id]
                lost.add(mod.id)


def _check_requirements(mod: Mod, known: Mapping[str, Mod], left: Mapping[str, Mod]) -> Finding | None:
    for table, needs in (("requires", mod.manifest.requires), ("optional", mod.manifest.optional)):
        for id, versions in needs.items():
            if id == FRAMEWORK_ID:
                have: str | None = __version__
            else:
                have = left[id].version if id in left else None
            if have is not None and parse_specifier(versions).contains(Version(have), prereleases=True):
                continue
            where = mod.document.locate(table, id)
            if have is None:
                if table == "optional":
                    continue
                if id in known:
                    text, fix = f"needs {id}, which is off", f"put {id} right"
                    return Finding("needs-off", mod.id, text, where, fix, mod_disabled=True)
                text = f"needs {id} {versions}, which is not there{suggest(id, known)}"
                return Finding(
                    "missing", mod.id, text, where, f"install {id}, or remove {mod.id}", mod_disabled=True
                )
            verb = "needs" if table == "requires" else "works only with"
            text = f"{verb} {id} {versions}, but {id} is {have}"
            fix = f"change the version of {id} or of {mod.id}"
            return Finding("version", mod.id, text, where, fix, mod_disabled=True)
    return None


def collect_edges(mods: Iterable[Mod]) -> list[Edge]:
    """What manifests say about order, between mods that are there, in a fixed order."""
    here = {mod.id: mod for mod in mods}
    out: dict[tuple[str, str], Edge] = {}

    def note_edge(first: str, then: str, hard: bool, path: tuple[str, str], document: TomlDocument) -> None:
        if first in here and then in here and first != then:
            edge = Edge(first, then, hard, path, document)
            known = out.get((first, then))
            if known is not None:
                edge = min(edge, known, key=lambda e: (not e.is_hard, e.key, e.where))
            out[first, then] = edge

    for id, mod in here.items():
        manifest, document = mod.manifest, mod.document
        for other in manifest.requires:
            note_edge(other, id, True, ("requires", other), document)
        for other in manifest.optional:
            note_edge(other, id, False, ("optional", other), document)
        for other in manifest.order.after:
            note_edge(other, id, False, ("order", "after"), document)
        for other in manifest.order.before:
            note_edge(id, other, False, ("order", "before"), document)
    return sorted(out.values(), key=lambda e: (e.first, e.then))


def sort_mods(
    mods: Mapping[str, Mod], findings: list[Finding], shuffle: int | None = None
) -> tuple[ModOrder, dict[str, Mod]]:
    """Sorts mods that fit together; breaks cycles at a soft edge, or switches a hard cycle off.

    Args:
        shuffle: another order that manifests allow just as well, one for each number; None: by id.

    Returns:
        The order, and the mods left.
    """
    left = dict(mods)
    edges = collect_edges(left.values())
    while True:
        ids, stuck = _sort_topologically(left, edges, shuffle)
        if not stuck:
            return ModOrder(tuple(ids), _compute_closure(ids, edges)), left
        cycle = _find_shortest_cycle(stuck, edges)
        path = ", ".join(str(edge) for edge in cycle)
        soft = [edge for edge in cycle if not edge.is_hard]
        if soft:
            dropped = max(soft, key=lambda e: (e.then, e.first))
            text = f"order goes round in a circle: {path}; ignored: {dropped}"
            fix = f"remove one of these lines, best {dropped.where}"
            findings.append(Finding("cycle", dropped.then, text, dropped.where, fix, Severity.WARNING))
            edges = [edge for edge in edges if edge is not dropped]
            continue
        ring = {edge.then for edge in cycle}
        fix = "remove one of these lines"
        for id in sorted(ring):
            own = next(edge for edge in cycle if edge.then == id)
            text = f"these mods require each other in a circle: {path}"
            findings.append(Finding("cycle", id, text, own.where, fix, mod_disabled=True))
        left = remove_with_dependents(left, ring, findings)
        edges = [edge for edge in edges if edge.first in left and edge.then in left]


def _get_sort_key(mod: Mod, shuffle: int | None) -> tuple[bool, str, str]:
    tie = mod.id if shuffle is None else blake2b(f"{shuffle}:{mod.id}".encode()).hexdigest()
    return (not mod.is_first_party, tie, mod.id)


def _sort_topologically(
    mods: Mapping[str, Mod], edges: Iterable[Edge], shuffle: int | None = None
) -> tuple[list[str], set[str]]:
    waiting = dict.fromkeys(mods, 0)
    follows: dict[str, list[str]] = {id: [] for id in mods}
    for edge in edges:
        waiting[edge.then] += 1
        follows[edge.first].append(edge.then)
    ready = [_get_sort_key(mod, shuffle) for id, mod in mods.items() if not waiting[id]]
    heapq.heapify(ready)
    ids: list[str] = []
    while ready:
        *_, id = heapq.heappop(ready)
        ids.append(id)
        for then in follows[id]:
            waiting[then] -= 1
            if not waiting[then]:
                heapq.heappush(ready, _get_sort_key(mods[then], shuffle))
    return ids, set(mods) - set(ids)


def _find_shortest_cycle(stuck: Collection[str], edges: Iterable[Edge]) -> list[Edge]:
    """The shortest cycle among `stuck`; of several, the one with the first ids."""
    out: dict[str, list[Edge]] = {id: [] for id in stuck}
    for edge in edges:
        if edge.first in out and edge.then in out:
            out[edge.first].append(edge)
    best: list[Edge] = []
    for start in sorted(stuck):
        came: dict[str, Edge] = {}
        queue = deque([start])
        while queue and start not in came:
            here = queue.popleft()
            for edge in out[here]:
                if edge.then not in came:
                    came[edge.then] = edge
                    queue.append(edge.then)
        if start in came:
            cycle = [came[start]]
            while cycle[-1].first != start:
                cycle.append(came[cycle[-1].first])
            if not best or len(cycle) < len(best):
                best = cycle[::-1]
    return best


def _compute_closure(ids: Iterable[str], edges: Iterable[Edge]) -> dict[str, frozenset[str]]:
    direct: dict[str, set[str]] = {}
    for edge in edges:
        direct.setdefault(edge.then, set()).add(edge.first)
    after: dict[str, frozenset[str]] = {}
    for id in ids:  # in order: what comes before is known
        after[id] = frozenset().union(*(after[b] | {b} for b in direct.get(id, ())))
    return after
