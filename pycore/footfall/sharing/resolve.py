"""The choice of versions, so that every requirement of every manifest holds.

The newest fitting versions are tried first; `resolvelib` searches further when they do not fit together. A mod that
is only mentioned (in ``optional`` or ``conflicts``) may stay absent, so absence is one of its candidates.
"""

import dataclasses
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar
from zlib import crc32

from resolvelib import AbstractProvider, BaseReporter
from resolvelib.resolvers import Resolution, ResolutionImpossible, ResolutionTooDeep

from footfall.diagnostics import UserError
from footfall.diagnostics.plural import cut_list, join_list
from footfall.loader.manifest import FRAMEWORK_ID

from .candidates import TABLES, BudgetSpentError, Candidate, CandidatePool, Causes, Requirement

T = TypeVar("T")
_Choice: TypeAlias = dict[str, Candidate] | Causes

MAX_ROUNDS = 20_000
MAX_ORDERS = 10
MAX_CHANGES_TRIED = 40
MAX_CAUSES_TRIED = 100
"""Limits of a search: choices of a version, orders of the mods, changes and smaller sets tried after a failure."""

MAX_VERSIONS = 5
"""Versions, and reasons why some are left out, listed in a message."""


class UnresolvableError(UserError):
    """No choice of versions fits. Its message is for the player.

    Attributes:
        causes: the requirements that contradict each other, with the candidate that states each; None for the player.
        change: the smallest change that would work, as a sentence, or ``""``.
    """

    def __init__(self, causes: Causes, problem: str, change: str = "") -> None:
        super().__init__("\n".join(filter(None, (problem, change))))
        self.causes = causes
        self.change = change


def resolve(roots: Sequence[Requirement], pool: CandidatePool) -> dict[str, Candidate]:
    """Returns a candidate for each mod that the roots require, directly or through others, by id.

    Raises:
        UnresolvableError: there is no such choice.
    """
    causes: Causes = []
    try:
        picks = _choose(roots, pool)
        if isinstance(picks, dict):
            return _improve(roots, picks, pool)
        causes = picks
    except BudgetSpentError:
        pass
    problem, change = str(pool.budget), ""
    with suppress(BudgetSpentError):
        involved = _find_causes(roots, pool, causes)
        change = _find_change(roots, involved, pool, causes)
    raise UnresolvableError(causes, _describe_causes(causes, pool) if causes else problem, change)


def _choose(roots: Sequence[Requirement], pool: CandidatePool, max_rounds: int = MAX_ROUNDS) -> _Choice:
    """Returns a choice by id, or the requirements that contradict each other; none of these if it takes too long.

    Where mods require each other in circles, resolvelib (1.2) may return to a version without its requirements. So
    its answer is checked, and asked for again in another order.
    """
    if (guess := _guess(roots, pool)) is not None:
        return guess
    for attempt in range(MAX_ORDERS):
        try:
            provider = _Provider(pool, attempt)
            state = Resolution(provider, BaseReporter[Requirement, Candidate, str]()).resolve(roots, max_rounds)
        except ResolutionImpossible as error:
            return [(cause.requirement, cause.parent) for cause in error.causes]
        except ResolutionTooDeep:
            break
        picks = _keep_required(roots, state.mapping)
        if all(_is_met(line, picks) for candidate in picks.values() for line in candidate.iter_requirements()):
            return picks
    return []


def _guess(roots: Iterable[Requirement], pool: CandidatePool) -> dict[str, Candidate] | None:
    """Takes the most wanted candidate for every requirement; None if that leads nowhere.

    A pick only ever moves to a less wanted candidate, so it ends; the cause of a move may have been dropped since.
    """
    picks: dict[str, Candidate] = {}
    requirements: dict[str, list[Requirement]] = {}
    pending = deque(roots)
    while pending:
        line = pending.popleft()
        requirements.setdefault(line.id, []).append(line)
        pool.budget.spend(line.id)
        if line.id in picks and line.accepts(picks[line.id]):
            continue
        fitting = pool.list_fitting(line.id, requirements[line.id])
        if not fitting:
            return None
        picks[line.id] = fitting[0]
        pending.extend(fitting[0].iter_requirements())
    return picks


def _improve(roots: Sequence[Requirement], picks: Mapping[str, Candidate], pool: CandidatePool) -> dict[str, Candidate]:
    """Returns the required picks, each as the most wanted candidate that the others allow as they are."""
    required = _keep_required(roots, picks)
    is_changed = True
    while is_changed:
        is_changed = False
        lines: dict[str, list[Requirement]] = {}
        for line in (*roots, *(line for candidate in required.values() for line in candidate.iter_requirements())):
            lines.setdefault(line.id, []).append(line)
        for id, candidate in list(required.items()):
            for better in pool.list_fitting(id, lines[id]):
                if better is candidate or better.is_absent:
                    break
                if all(_is_met(line, required) for line in better.iter_requirements()):
                    required[id] = better
                    is_changed = True
                    for line in better.iter_requirements():
                        lines.setdefault(line.id, []).append(line)
                    break
        required = _keep_required(roots, required)
    return required


def _is_met(line: Requirement, picks: Mapping[str, Candidate]) -> bool:
    return line.accepts(picks[line.id]) if line.id in picks else not line.is_hard


def _keep_required(roots: Iterable[Requirement], picks: Mapping[str, Candidate]) -> dict[str, Candidate]:
    """Returns the picks that a root requires, directly or through others."""
    required: dict[str, Candidate] = {}
    pending = [line.id for line in roots]
    while pending:
        id = pending.pop()
        if id not in required and not picks[id].is_absent:
            required[id] = picks[id]
            pending += picks[id].requires
    return dict(sorted(required.items()))


class _Provider(AbstractProvider[Requirement, Candidate, str]):
    def __init__(self, pool: CandidatePool, attempt: int) -> None:
        self._pool, self._attempt = pool, attempt

    def identify(self, requirement_or_candidate: Requirement | Candidate) -> str:
        return requirement_or_candidate.id

    def get_preference(
        self, identifier: str, resolutions: Any, candidates: Any, information: Any, backtrack_causes: Any
    ) -> tuple[bool, bool, int]:
        """Decides first on causes of a contradiction, then on mods of the player, so that failures are found soon."""
        self._pool.budget.spend(identifier)
        is_cause = any(
            identifier == cause.requirement.id or (cause.parent is not None and identifier == cause.parent.id)
            for cause in backtrack_causes
        )
        is_root = any(line.parent is None for line in information[identifier])
        return not is_cause, not is_root, crc32(f"{self._attempt} {identifier}".encode())

    def find_matches(self, identifier: str, requirements: Any, incompatibilities: Any) -> list[Candidate]:
        bad = {(candidate.version, candidate.is_absent) for candidate in incompatibilities[identifier]}
        fitting = self._pool.list_fitting(identifier, list(requirements[identifier]))
        return [candidate for candidate in fitting if (candidate.version, candidate.is_absent) not in bad]

    def is_satisfied_by(self, requirement: Requirement, candidate: Candidate) -> bool:
        self._pool.budget.spend(candidate.id)
        return requirement.accepts(candidate)

    def get_dependencies(self, candidate: Candidate) -> list[Requirement]:
        return list(candidate.iter_requirements())


def _describe_causes(causes: Causes, pool: CandidatePool) -> str:
    """Returns one sentence with the lines that contradict each other, or with the mods that no index has."""
    parts: dict[str, None] = {}
    lines: dict[str, list[Requirement]] = {}
    for line, parent in causes:
        lines.setdefault(line.id, []).append(line)
        versions = "" if line.versions == "*" else f" {line.versions.removeprefix('==')}"
        parts[f"{line.id}{versions} ({line.table})" if parent is None else f"{parent} ({line})"] = None
    reasons = {
        id: cut_list(list(dict.fromkeys(r for line in lines[id] for r in pool.explain(id, [line]))), MAX_VERSIONS)
        for id in lines
    }
    lost = [id for id in lines if not pool.candidates.get(id)]
    if lost:
        why = [reason for id in lost for reason in reasons[id]] or [f"no index has {' or '.join(lost)}"]
        return f"{', '.join(parts)}: {'; '.join(why)}"
    listing = "; ".join(part for id in lines for part in (_describe_candidates(id, pool), *reasons[id]))
    problem = "contradict each other" if len(parts) > 1 else "cannot be met"
    return f"{' and '.join(parts)} {problem} ({listing})"


def _describe_candidates(id: str, pool: CandidatePool) -> str:
    versions = [candidate.version for candidate in pool.candidates[id]]
    if id == FRAMEWORK_ID:
        return f"this is Footfall {versions[0]}"
    if id in pool.local_ids:
        return f"{id} {versions[0]} is here and goes first"
    if id in pool.pinned_ids:
        return f"{id} is pinned to {versions[0]}: footfall mods profile pin --remove {id}"
    return f"{id} exists as {join_list(versions, MAX_VERSIONS)}"


def _find_causes(roots: Sequence[Requirement], pool: CandidatePool, causes: Causes) -> list[Requirement]:
    """Returns a smallest set of roots that cannot be met.

    A search also meets lines that have nothing to do with the failure. Every root and every pair of a mod with
    another one that it names is left out here if the failure stays without it.

    Args:
        causes: the causes that the search found; replaced by lines that contradict each other in that set.
    """
    involved = list(roots)
    if not causes:
        return involved
    trials = iter(range(MAX_CAUSES_TRIED))

    def fails(lines: list[Requirement], part: CandidatePool) -> bool:
        found = {} if next(trials, None) is None else _choose(lines, part, MAX_ROUNDS // 100)
        if isinstance(found, list) and found:
            causes[:] = found
            return True
        return False

    def find_original(cut: Candidate) -> Candidate:
        return next(c for c in pool.candidates[cut.id] if (c.version, c.content) == (cut.version, cut.content))

    try:
        involved = _shrink(involved, lambda some: fails(some, pool))
        pairs = _list_pairs(involved, pool)
        listed = sorted((id, other) for id, others in pairs.items() for other in others)
        _shrink(listed, lambda some: fails(involved, _keep_pairs(pool, pairs, frozenset(some))))
    finally:
        causes[:] = [(line, parent and find_original(parent)) for line, parent in causes]
    return involved


def _list_pairs(roots: Iterable[Requirement], pool: CandidatePool) -> dict[str, set[str]]:
    """Returns the mods that the roots reach, each with the other mods that its versions name."""
    pairs: dict[str, set[str]] = {}
    pending = [line.id for line in roots]
    while pending:
        id = pending.pop()
        if id not in pairs:
            pairs[id] = {line.id for c in pool.candidates.get(id, ()) for line in c.iter_requirements()}
            pending += pairs[id]
    return pairs


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


def _keep_pairs(pool: CandidatePool, ids: Iterable[str], pairs: frozenset[tuple[str, str]]) -> CandidatePool:
    """Returns a pool of some mods with the requirements of the pairs only."""

    def cut(candidate: Candidate) -> Candidate:
        pool.budget.spend(candidate.id, 10)
        tables: dict[str, Any] = {
            table: {id: versions for id, versions in getattr(candidate, table).items() if (candidate.id, id) in pairs}
            for table in TABLES
        }
        return dataclasses.replace(candidate, **tables)

    return dataclasses.replace(pool, candidates={id: list(map(cut, pool.candidates.get(id, ()))) for id in ids})


def _find_change(
    roots: Sequence[Requirement], involved: Sequence[Requirement], pool: CandidatePool, causes: Causes
) -> str:
    """Returns the smallest change that would work: another version, a mod less, or one line of a manifest.

    Args:
        involved: the roots that have to do with the failure.
    """
    for root in sorted(roots, key=lambda root: root.id):
        if root.table == "asked for" and (root.versions != "*" or root.content):
            any_version = Requirement(root.id, "*", root.table)
            picks = _choose([any_version if other is root else other for other in roots], pool)
            if isinstance(picks, dict):
                return f"it would work with another version: footfall mods install {root.id}@{picks[root.id].version}"
    asked = [root for root in involved if root.table == "asked for"]
    movable = [*(root for root in involved if root.table == "installed"), *(asked if len(asked) > 1 else ())]
    for root in movable[:MAX_CHANGES_TRIED]:
        if isinstance(_choose([other for other in roots if other is not root], pool), dict):
            return (
                f"it would work {'after: footfall mods remove' if root.table == 'installed' else 'without'} {root.id}"
            )
    for line, parent in causes:
        if parent is None or not parent.content or not pool.candidates.get(line.id) or pool.explain(line.id, [line]):
            continue
        table = {id: versions for id, versions in getattr(parent, line.table).items() if id != line.id}
        if line.table == "requires" and pool.candidates.get(line.id):
            table[line.id] = "*"
        tables: dict[str, Any] = {line.table: table}
        changed = dataclasses.replace(parent, **tables)
        candidates = [changed if candidate is parent else candidate for candidate in pool.candidates[parent.id]]
        picks = _choose(roots, dataclasses.replace(pool, candidates={**pool.candidates, parent.id: candidates}))
        if isinstance(picks, dict) and line.id == FRAMEWORK_ID:
            return f"it would work with another version of Footfall: {line.versions}"
        if isinstance(picks, dict):
            pick = picks.get(line.id)
            allowed = f"{pick}" if pick is not None and not pick.is_absent else f"no {line.id}"
            return f"it would work if {parent} allowed {allowed}: ask its author to change the line {line}"
    return ""
