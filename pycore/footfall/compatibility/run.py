"""Plans the tests of an index folder, leaves out those whose result is known, and spreads the rest."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from time import perf_counter

import msgspec

from footfall.disk import append_line
from footfall.engine.guards.problem_log import describe_error, find_source_line
from footfall.loader import Mod, Trust
from footfall.loader.isolation.trust import can_run
from footfall.loader.order import collect_requirements
from footfall.loader.versions import is_in_range
from footfall.sharing.index.archives import read_archive
from footfall.sharing.index.build import iter_archives
from footfall.sharing.index.check_results import FILE_NAME, SetOutcome, SetResult, read_results, write_results
from footfall.sharing.index.format import parse_version
from footfall.sim.workers import Results, Work

from .requests import SetMember, SetRequest, derive_seeds, hash_program
from .set_tests import check_alone, check_unapproved, play_together

Spread = Callable[[Work[SetRequest, SetResult], Sequence[SetRequest]], Results[SetResult]]
"""Runs jobs in this process, in several, or on a cluster."""

SINGLE_SEEDS = (1, 2, 3)
SINGLE_TURNS = 60
"""Seeds and turns of the tests of one mod, which play each game several times."""


@dataclass
class StageReport:
    """One stage of a check: mods, pairs or groups.

    Attributes:
        results: all results, including those of earlier runs.
        test_count: number of sets that were tested now.
    """

    name: str
    results: list[SetResult] = field(default_factory=list)
    test_count: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class TestedMod:
    """The newest version of a mod in the folder.

    Attributes:
        requirements: mods of the folder that it requires, transitively.
        is_approved: whether its code may run.
    """

    mod: Mod
    member: SetMember
    requirements: tuple[str, ...]
    is_approved: bool


class IndexCheck:
    """Tests the newest versions of the mods in a folder."""

    def __init__(
        self,
        folder: Path,
        spread: Spread,
        *,
        trust: Trust,
        turns: int,
        seeds: int,
        on_progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
    ) -> None:
        """Reads the folder and the results that are in it.

        Args:
            trust: whether code that is not approved may run.
            on_progress: called with the stage, and the number of sets that are done and to do in it.

        Raises:
            IndexFileError: an archive is unsafe or not a mod.
            OSError: the folder cannot be read.
        """
        self.folder = folder
        self.spread = spread
        self.turns = turns
        self.seeds = seeds
        self.on_progress = on_progress
        self.mods = collect_tested_mods(folder, trust)
        self.stages: list[StageReport] = []
        self._known = {result.key: result for result in read_results(folder)}

    def run(self) -> list[SetResult]:
        """Tests mods, pairs and groups; returns all results.

        Raises:
            OSError: the results cannot be written.
        """
        approved = [tested for tested in self.mods.values() if tested.is_approved]
        unapproved = [tested for tested in self.mods.values() if not tested.is_approved]
        singles = self._run_stage("mods", [self._plan_single(mod, SINGLE_TURNS) for mod in approved], check_alone)
        games = {r.mods[0]: r.games for r in singles if r.outcome is not SetOutcome.UNTESTED and r.games}
        places = {r.mods[0]: r.places for r in singles}
        singles += self._run_stage("unapproved", [self._plan_single(mod, 0) for mod in unapproved], check_unapproved)
        # Each mod alone in each game in which it is active, also in games that its manifest does not name.
        alone = (self._plan_set((id,), game) for id in sorted(games) for game in games[id])
        singles += self._run_stage("games", alone, play_together)
        pairs = self._run_stage("pairs", self._plan_pairs(games), play_together)
        groups = self._run_stage("groups", self._plan_groups(games, places, pairs), play_together)
        results = [*singles, *pairs, *groups]
        # An earlier run, in which more code was approved, may have results that this one lacks.
        done = {(result.mods, result.game) for result in results if result.outcome is not SetOutcome.UNTESTED}
        contents = {tested.member.content for tested in self.mods.values()}
        results += [
            known
            for known in self._known.values()
            if known.program == hash_program()
            and known.outcome is not SetOutcome.UNTESTED
            and (known.mods, known.game) not in done
            and contents.issuperset(known.contents)
            and any(tested.mod.id in known.mods for tested in unapproved)
        ]
        write_results(self.folder, results)
        return results

    def _run_stage(
        self, name: str, requests: Iterable[SetRequest], test: Callable[[SetRequest], SetResult]
    ) -> list[SetResult]:
        """Tests the sets without a known result; each result is written at once, so that a new run continues."""
        start = perf_counter()
        stage = StageReport(name)
        self.stages.append(stage)
        todo = []
        for request in requests:
            known = self._known.get(request.derive_key())
            if known is None or known.outcome is SetOutcome.UNTESTED:
                todo.append(request)
            else:
                stage.results.append(known)
        self.on_progress(name, 0, len(todo))
        work = Work(partial(_test_guarded, test), SetRequest.plan_retries, SetRequest.give_up)
        with ExitStack() as stack:
            for result in stack.enter_context(closing(self.spread(work, todo))) if todo else ():
                stage.results.append(result)
                stage.test_count += 1
                append_line(self.folder / FILE_NAME, msgspec.json.encode(result))
                self.on_progress(name, stage.test_count, len(todo))
        stage.seconds = perf_counter() - start
        return list(stage.results)

    def _plan_single(self, tested: TestedMod, turns: int) -> SetRequest:
        requirements = tuple(self.mods[id].member for id in tested.requirements)
        return SetRequest(members=(tested.member,), requirements=requirements, seeds=SINGLE_SEEDS, turns=turns)

    def _plan_pairs(self, games: Mapping[str, Sequence[str]]) -> Iterator[SetRequest]:
        for pair in combinations(sorted(games), 2):
            if self._can_meet(*pair):
                common = [game for game in games[pair[0]] if game in games[pair[1]]]
                named = [game for game in common if any(_names_game(self.mods[id].mod, game) for id in pair)]
                for game in named or common[:1]:
                    yield self._plan_set(pair, game)

    def _plan_groups(
        self, games: Mapping[str, Sequence[str]], places: Mapping[str, Sequence[str]], pairs: Iterable[SetResult]
    ) -> Iterator[SetRequest]:
        excluded_pairs = {frozenset(pair) for pair in combinations(sorted(games), 2) if not self._can_meet(*pair)}
        excluded_pairs |= {frozenset(result.mods) for result in pairs if result.outcome is SetOutcome.FAILS}
        for game in sorted({game for names in games.values() for game in names}):
            active = {id: places[id] for id in games if game in games[id] and _names_game(self.mods[id].mod, game)}
            for group in cover_triples(list_triples(active, excluded_pairs), excluded_pairs):
                yield self._plan_set(group, game)

    def _plan_set(self, ids: Sequence[str], game: str) -> SetRequest:
        requirements = sorted({need for id in ids for need in self.mods[id].requirements} - set(ids))
        return SetRequest(
            members=tuple(self.mods[id].member for id in ids),
            requirements=tuple(self.mods[id].member for id in requirements),
            game=game,
            seeds=derive_seeds(ids, self.seeds),
            turns=self.turns,
        )

    def _can_meet(self, first: str, second: str) -> bool:
        """Whether the manifests allow two mods together; not if one requires the other: its own tests play both."""
        one, other = self.mods[first], self.mods[second]
        if first in other.requirements or second in one.requirements:
            return False
        return not any(
            _excludes(self.mods[a].mod, self.mods[b].mod)
            for x, y in ((one, other), (other, one))
            for a in (x.mod.id, *x.requirements)
            for b in (y.mod.id, *y.requirements)
        )


def collect_tested_mods(folder: Path, trust: Trust) -> dict[str, TestedMod]:
    """Reads the newest version of each mod in a folder, by id.

    Raises:
        IndexFileError: an archive is unsafe or not a mod.
        OSError: the folder cannot be read.
    """
    newest: dict[str, tuple[Mod, Path]] = {}
    for _, path in iter_archives(folder):
        mod = read_archive(path)
        if mod.id not in newest or parse_version(mod.version) > parse_version(newest[mod.id][0].version):
            newest[mod.id] = (mod, path.absolute())
    needs = {id: mod.manifest.requires for id, (mod, _) in newest.items()}
    return {
        id: TestedMod(
            mod,
            SetMember(id, str(path), mod.hash),
            tuple(sorted({*collect_requirements([id], needs)} - {id})),
            can_run(mod, trust),
        )
        for id, (mod, path) in sorted(newest.items())
    }


def _excludes(mod: Mod, rival: Mod) -> bool:
    conflict = mod.manifest.conflicts.get(rival.id)
    return conflict is not None and is_in_range(rival.version, conflict.version)


def _names_game(mod: Mod, game: str) -> bool:
    return bool({game, game.rpartition(".")[2]} & set(mod.info.games))


def _test_guarded(test: Callable[[SetRequest], SetResult], request: SetRequest) -> SetResult:
    """Runs a test; an exception is a failure of the set, and the others are still tested."""
    try:
        return test(request)
    except Exception as error:
        place = find_source_line(error)
        return request.build_result(SetOutcome.FAILS, describe_error(error) + (f" ({place})" if place else ""))


GROUP_SIZE = 8
"""Maximum mods in a group: one game of eight mods tests 56 triples."""

Triple = tuple[str, str, str]


def list_triples(places: Mapping[str, Collection[str]], excluded_pairs: Collection[frozenset[str]]) -> set[Triple]:
    """Returns the triples of mods that share a place, without the pairs that cannot be together."""
    sharers: dict[str, list[str]] = {}
    for mod in sorted(places):
        for place in places[mod]:
            sharers.setdefault(place, []).append(mod)
    return {
        (a, b, c)
        for mods in {tuple(mods) for mods in sharers.values()}
        for a, b, c in combinations(mods, 3)
        if not {frozenset((a, b)), frozenset((a, c)), frozenset((b, c))} & set(excluded_pairs)
    }


def cover_triples(triples: Iterable[Triple], excluded_pairs: Collection[frozenset[str]]) -> list[tuple[str, ...]]:
    """Returns groups of at most `GROUP_SIZE` mods that contain all triples, by a greedy search.

    Args:
        excluded_pairs: pairs that cannot be together.
    """
    missing = set(triples)
    mods = sorted({mod for triple in missing for mod in triple})
    groups = []
    for first in sorted(missing):
        if first not in missing:
            continue
        group = list(first)
        while len(group) < GROUP_SIZE:
            gains = [
                (sum(tuple(sorted((mod, *pair))) in missing for pair in combinations(group, 2)), mod)
                for mod in mods
                if mod not in group and not any(frozenset((mod, other)) in excluded_pairs for other in group)
            ]
            gain, mod = max(gains, key=lambda row: (row[0], -mods.index(row[1])), default=(0, ""))
            if not gain:
                break
            group.append(mod)
        group.sort()
        missing -= set(combinations(group, 3))
        groups.append(tuple(group))
    return groups
