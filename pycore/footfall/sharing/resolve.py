"""Which versions of mods to install, so that every requirement of every manifest holds.

The newest fitting versions are tried first; `resolvelib` searches further when they do not fit together. A mod that
is only mentioned (in ``optional`` or ``conflicts``) may stay absent, so absence is one of its candidates.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from zlib import crc32

from resolvelib import AbstractProvider, BaseReporter
from resolvelib.resolvers import Resolution, ResolutionImpossible, ResolutionTooDeep

from footfall.diagnostics.plural import cut_list, join_list
from footfall.loader.manifest import FRAMEWORK_ID

from .candidates import BudgetSpentError, Causes, Need, Offer, Stock, list_needs

T = TypeVar("T")

MAX_ROUNDS = 20_000
MAX_ORDERS = 10
MAX_CHANGES_TRIED = 40
MAX_CAUSES_TRIED = 100
"""Limits of a search: choices of a version, orders of the mods, changes and smaller sets tried after a failure."""

MAX_VERSIONS = 5
"""Versions, and reasons why some are left out, listed in a message."""


class UnresolvableError(Exception):
    """No choice of versions fits. Its message is for the player.

    Attributes:
        causes: the needs that contradict each other, with the offer that states each; None for the player.
        change: the smallest change that would work, as a sentence, or ``""``.
    """

    def __init__(self, causes: Sequence[tuple[Need, Offer | None]], problem: str, change: str = "") -> None:
        super().__init__("\n".join(filter(None, (problem, change))))
        self.causes = causes
        self.change = change


def resolve(roots: Sequence[Need], stock: Stock) -> dict[str, Offer]:
    """Returns an offer for each mod that the roots need, directly or through others, by id.

    Raises:
        UnresolvableError: there is no such choice.
    """
    try:
        picks = _guess(roots, stock) or _search(roots, stock)
        if isinstance(picks, dict):
            return _improve(roots, picks, stock)
    except BudgetSpentError:
        picks = []
    causes, problem, change = picks, str(stock.budget), ""
    with suppress(BudgetSpentError):
        involved = _find_causes(roots, stock, causes)
        change = _find_change(roots, involved, stock, causes)
    raise UnresolvableError(causes, _describe_causes(causes, stock) if causes else problem, change)


def _guess(roots: Iterable[Need], stock: Stock) -> dict[str, Offer] | None:
    """Takes the most wanted offer for every need; None if that leads nowhere.

    A pick only ever moves to a less wanted offer, so it ends; it may have moved for an offer that was dropped since.
    """
    picks: dict[str, Offer] = {}
    needs: dict[str, list[Need]] = {}
    pending = deque(roots)
    while pending:
        need = pending.popleft()
        needs.setdefault(need.id, []).append(need)
        stock.budget.spend(need.id)
        if need.id in picks and need.accepts(picks[need.id]):
            continue
        candidates = stock.list_candidates(need.id, needs[need.id])
        if not candidates:
            return None
        picks[need.id] = candidates[0]
        pending.extend(list_needs(candidates[0]))
    return picks


def _improve(roots: Sequence[Need], picks: Mapping[str, Offer], stock: Stock) -> dict[str, Offer]:
    """Returns the needed picks, each as the most wanted offer that the others allow as they are."""
    needed = _keep_needed(roots, picks)
    is_changed = True
    while is_changed:
        is_changed = False
        needs: dict[str, list[Need]] = {}
        for need in (*roots, *(need for offer in needed.values() for need in list_needs(offer))):
            needs.setdefault(need.id, []).append(need)
        for id, offer in list(needed.items()):
            for candidate in stock.list_candidates(id, needs[id]):
                if candidate is offer or candidate.is_absent:
                    break
                if all(_is_met(need, needed) for need in list_needs(candidate)):
                    needed[id] = candidate
                    is_changed = True
                    for need in list_needs(candidate):
                        needs.setdefault(need.id, []).append(need)
                    break
        needed = _keep_needed(roots, needed)
    return needed


def _is_met(need: Need, picks: Mapping[str, Offer]) -> bool:
    return need.accepts(picks[need.id]) if need.id in picks else not need.is_hard


class _Provider(AbstractProvider[Need, Offer, str]):
    def __init__(self, stock: Stock, attempt: int) -> None:
        self._stock, self._attempt = stock, attempt

    def identify(self, requirement_or_candidate: Need | Offer) -> str:
        return requirement_or_candidate.id

    def get_preference(
        self, identifier: str, resolutions: Any, candidates: Any, information: Any, backtrack_causes: Any
    ) -> tuple[bool, bool, int]:
        """Decides first what led to a contradiction, then what the player has, so that failures are found soon."""
        self._stock.budget.spend(identifier)
        is_cause = any(
            identifier == cause.requirement.id or (cause.parent is not None and identifier == cause.parent.id)
            for cause in backtrack_causes
        )
        is_root = any(line.parent is None for line in information[identifier])
        return not is_cause, not is_root, crc32(f"{self._attempt} {identifier}".encode())

    def find_matches(self, identifier: str, requirements: Any, incompatibilities: Any) -> list[Offer]:
        bad = {(offer.version, offer.is_absent) for offer in incompatibilities[identifier]}
        offers = self._stock.list_candidates(identifier, list(requirements[identifier]))
        return [offer for offer in offers if (offer.version, offer.is_absent) not in bad]

    def is_satisfied_by(self, requirement: Need, candidate: Offer) -> bool:
        self._stock.budget.spend(candidate.id)
        return requirement.accepts(candidate)

    def get_dependencies(self, candidate: Offer) -> list[Need]:
        return list(list_needs(candidate))


def _search(roots: Sequence[Need], stock: Stock, max_rounds: int = MAX_ROUNDS) -> dict[str, Offer] | Causes:
    """Searches all choices; returns one, or the needs that contradict each other; none of these if it takes too long.

    Where mods require each other in circles, resolvelib (1.2) may return to a version without its requirements. So
    its answer is checked, and asked for again in another order.
    """
    for attempt in range(MAX_ORDERS):
        try:
            provider = _Provider(stock, attempt)
            state = Resolution(provider, BaseReporter[Need, Offer, str]()).resolve(roots, max_rounds=max_rounds)
        except ResolutionImpossible as error:
            return [(cause.requirement, cause.parent) for cause in error.causes]
        except ResolutionTooDeep:
            break
        picks = _keep_needed(roots, state.mapping)
        if all(_is_met(need, picks) for offer in picks.values() for need in list_needs(offer)):
            return picks
    return []


def _keep_needed(roots: Iterable[Need], picks: Mapping[str, Offer]) -> dict[str, Offer]:
    """Returns the picks that a root needs, directly or through others."""
    needed: dict[str, Offer] = {}
    pending = [need.id for need in roots]
    while pending:
        id = pending.pop()
        if id not in needed and not picks[id].is_absent:
            needed[id] = picks[id]
            pending += picks[id].requires
    return dict(sorted(needed.items()))


def _describe_causes(causes: Sequence[tuple[Need, Offer | None]], stock: Stock) -> str:
    """Says in one sentence which lines contradict each other, or what no index has."""
    parts = list(dict.fromkeys(_describe_cause(need, parent) for need, parent in causes))
    ids = list(dict.fromkeys(need.id for need, _ in causes))
    versions = {id: [offer.version for offer in stock.offers.get(id, ())] for id in ids}
    reasons = {id: _list_reasons(id, [need for need, _ in causes if need.id == id], stock) for id in ids}
    lost = [id for id in ids if not versions[id]]
    if lost:
        why = [reason for id in lost for reason in reasons[id]] or [f"no index has {' or '.join(lost)}"]
        return f"{', '.join(parts)}: {'; '.join(why)}"
    listing = "; ".join(part for id in ids for part in (_describe_offers(id, versions[id], stock), *reasons[id]))
    problem = "contradict each other" if len(parts) > 1 else "cannot be met"
    return f"{' and '.join(parts)} {problem} ({listing})"


def _list_reasons(id: str, needs: Sequence[Need], stock: Stock) -> list[str]:
    """Returns why versions that would meet some of the needs are no offers."""
    return cut_list(list(dict.fromkeys(r for need in needs for r in stock.explain(id, [need]))), MAX_VERSIONS)


def _describe_offers(id: str, versions: Sequence[str], stock: Stock) -> str:
    if id == FRAMEWORK_ID:
        return f"this is Footfall {versions[0]}"
    if id in stock.present:
        return f"{id} {versions[0]} is here and goes first"
    if id in stock.pinned:
        return f"{id} is pinned to {versions[0]}: footfall mods profile pin --remove {id}"
    return f"{id} exists as {join_list(versions, MAX_VERSIONS)}"


def _describe_cause(need: Need, parent: Offer | None) -> str:
    if parent is not None:
        return f"{parent} ({need})"
    versions = "" if need.versions == "*" else f" {need.versions.removeprefix('==')}"
    return f"{need.id}{versions} ({need.table})"


def _find_causes(roots: Sequence[Need], stock: Stock, causes: Causes) -> list[Need]:
    """Returns a smallest set of roots that cannot be met.

    A search also meets lines that have nothing to do with the failure. Every root and every pair of a mod with
    another one that it names is left out here if the failure stays without it.

    Args:
        causes: what the search for all of them has met; replaced by lines that contradict each other in that set.

    Raises:
        BudgetSpentError: it takes too long; `causes` holds nevertheless.
    """
    involved = list(roots)
    if not causes:
        return involved
    budget = iter(range(MAX_CAUSES_TRIED))

    def fails(some: list[Need], part: Stock) -> bool:
        if next(budget, None) is None or _guess(some, part) is not None:
            return False
        found = _search(some, part, MAX_ROUNDS // 100)
        if isinstance(found, list) and found:
            causes[:] = found
            return True
        return False

    try:
        involved = _shrink(involved, lambda some: fails(some, stock))
        reached, pairs = _list_pairs(involved, stock)
        _shrink(sorted(pairs), lambda some: fails(involved, _keep_pairs(stock, reached, frozenset(some))))
    finally:
        causes[:] = [(need, parent and _find_original(stock, parent)) for need, parent in causes]
    return involved


def _shrink(items: list[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """Returns a part of the items that still fails, and does not without any one of them if the budget suffices."""
    size = len(items)
    while size := size // 2 if size > 1 else 0:
        at = 0
        while at < len(items):
            rest = items[:at] + items[at + size :]
            if fails(rest):
                items = rest
            else:
                at += size
    return items


def _list_pairs(roots: Iterable[Need], stock: Stock) -> tuple[set[str], set[tuple[str, str]]]:
    """Returns the mods that the roots reach, and each of them with each other mod that one of its versions names."""
    pairs: set[tuple[str, str]] = set()
    pending, reached = [need.id for need in roots], set[str]()
    while pending:
        id = pending.pop()
        if id not in reached:
            reached.add(id)
            named = {need.id for offer in stock.offers.get(id, ()) for need in list_needs(offer)}
            pairs |= {(id, other) for other in named}
            pending += named
    return reached, pairs


def _keep_pairs(stock: Stock, reached: Iterable[str], pairs: frozenset[tuple[str, str]]) -> Stock:
    """Returns a stock of the reached mods with the lines of the pairs only."""

    def cut(offer: Offer) -> Offer:
        stock.budget.spend(offer.id, 10)
        tables: dict[str, Any] = {
            table: {id: versions for id, versions in getattr(offer, table).items() if (offer.id, id) in pairs}
            for table in ("requires", "optional", "conflicts")
        }
        return dataclasses.replace(offer, **tables)

    return dataclasses.replace(stock, offers={id: list(map(cut, stock.offers.get(id, ()))) for id in reached})


def _find_original(stock: Stock, offer: Offer) -> Offer:
    """Returns the offer of the stock that was cut to `offer`."""
    return next(o for o in stock.offers[offer.id] if (o.version, o.content) == (offer.version, offer.content))


def _find_change(
    roots: Sequence[Need], involved: Sequence[Need], stock: Stock, causes: Sequence[tuple[Need, Offer | None]]
) -> str:
    """Returns the smallest change that would work: another version, a mod less, or one line of a manifest.

    Args:
        involved: the roots that have to do with the failure.
    """
    for root in sorted(roots, key=lambda need: need.id):
        if root.table == "asked for" and (root.versions != "*" or root.content):
            picks = _try([Need(root.id, "*", root.table) if need is root else need for need in roots], stock)
            if picks is not None:
                return f"it would work with another version: footfall mods install {root.id}@{picks[root.id].version}"
    asked = [root for root in involved if root.table == "asked for"]
    movable = [*(root for root in involved if root.table == "installed"), *(asked if len(asked) > 1 else ())]
    for root in movable[:MAX_CHANGES_TRIED]:
        if _try([need for need in roots if need is not root], stock) is not None:
            is_installed = root.table == "installed"
            return f"it would work {'after: footfall mods remove' if is_installed else 'without'} {root.id}"
    for need, parent in causes:
        if parent is None or not parent.content or not stock.offers.get(need.id) or stock.explain(need.id, [need]):
            continue
        picks = _try(roots, _without_line(stock, parent, need))
        if picks is not None and need.id == FRAMEWORK_ID:
            return f"it would work with another version of Footfall: {need.versions}"
        if picks is not None:
            got = picks.get(need.id)
            what = f"{got}" if got is not None and not got.is_absent else f"no {need.id}"
            return f"it would work if {parent} allowed {what}: ask its author to change the line {need}"
    return ""


def _try(roots: Sequence[Need], stock: Stock) -> dict[str, Offer] | None:
    picks = _guess(roots, stock) or _search(roots, stock)
    return None if isinstance(picks, list) else picks


def _without_line(stock: Stock, parent: Offer, need: Need) -> Stock:
    """Returns a stock in which one line of one version allows every version."""
    table = {id: versions for id, versions in getattr(parent, need.table).items() if id != need.id}
    if need.table == "requires" and stock.offers.get(need.id):
        table[need.id] = "*"
    tables: dict[str, Any] = {need.table: table}
    changed = dataclasses.replace(parent, **tables)
    offers = [changed if offer is parent else offer for offer in stock.offers[parent.id]]
    return dataclasses.replace(stock, offers={**stock.offers, parent.id: offers})
