"""Tests one mod: its static checks, and the conformance checks with its own tests."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from footfall.check import check_mod
from footfall.conformance.harness import ConformanceRequest
from footfall.conformance.prepare import NoGameError, list_active_games, prepare_harnesses
from footfall.conformance.run_checks import CHECKS, CheckOutcome, get_failure_key, run_checks
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Severity
from footfall.diagnostics.plural import join_list
from footfall.engine.declarations.game import Game
from footfall.loader import LoadError, Mod, Source, Trust, load
from footfall.loader.discovery import read_mod
from footfall.loader.isolation.capabilities import TESTS_FOLDER
from footfall.sharing.index.check_results import SetOutcome, SetResult
from footfall.sharing.index.format import IndexFileError

from .requests import SetRequest, unpack

SKIPPED_CHECKS = ("load-order", "performance")
"""Checks that are not run: pairs test the order better, and the time of a turn depends on this computer."""

MAX_PLACES = 5_000
"""Hooks and fields of a mod that are compared with those of others."""

MAX_FAILURES = 5
"""Failures that a result names."""


def check_alone(request: SetRequest) -> SetResult:
    """Runs the checks of one mod, and its tests in the games it supports."""
    try:
        path = unpack(request.members[0])
        needed = [unpack(member) for member in request.requirements]
        mod = read_mod(path, Source.EXPLICIT, [])
        assert mod is not None
        failures = list(dict.fromkeys(_iter_failures(request, mod, needed)))
        games = list_active_games(load(None, mods=[*needed, path], only_mods=(), trust=Trust.NAMED), mod.id)
        places = {place for game in games for place in _iter_places(game, mod, [*needed, path])}
    except (IndexFileError, ModFilesError, OSError) as error:
        return request.build_result(SetOutcome.UNTESTED, str(error))
    except (LoadError, NoGameError) as error:
        return request.build_result(SetOutcome.FAILS, str(error))
    return request.build_result(
        SetOutcome.FAILS if failures else SetOutcome.WORKS,
        join_list(failures, MAX_FAILURES, "; "),
        games=[game.id for game in games],
        places=sorted(places)[:MAX_PLACES],
    )


def check_unapproved(request: SetRequest) -> SetResult:
    """Reads a mod whose Python may not run; it is not tested with others."""
    try:
        mod = read_mod(unpack(request.members[0]), Source.EXPLICIT, [])
        assert mod is not None
        report = check_mod(mod, [unpack(member) for member in request.requirements], run_code=False)
    except (IndexFileError, ModFilesError, OSError) as error:
        return request.build_result(SetOutcome.UNTESTED, str(error))
    errors = [str(finding) for finding in report.findings if finding.severity is Severity.ERROR]
    if errors:
        return request.build_result(SetOutcome.FAILS, "; ".join(errors))
    return request.build_result(SetOutcome.UNTESTED, "its Python is not approved")


def _iter_failures(request: SetRequest, mod: Mod, needed: Sequence[Path]) -> Iterator[str]:
    """Yields one line for each error of the static checks and each failed test."""
    report = check_mod(mod, needed)
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    yield from map(str, errors)
    if errors:
        return
    conformance = ConformanceRequest(
        path=mod.files.path, name=mod.id, seeds=request.seeds, turns=request.turns, other_mods=tuple(needed)
    )
    has_tests = any(name.startswith(f"{TESTS_FOLDER}/") for name in mod.files.names)
    for number, harness in enumerate(prepare_harnesses(conformance)):
        skipped = SKIPPED_CHECKS if has_tests and number == 0 else (*SKIPPED_CHECKS, "mod-tests")
        names = [name for name in CHECKS if name not in skipped]
        for result in run_checks(harness, names):
            if result.outcome is CheckOutcome.FAILED:
                for failure in {get_failure_key(failure): failure for failure in result.failures}.values():
                    game = f" [seed {failure.seed}, turn {failure.turn}]" if failure.seed is not None else ""
                    place = f" ({failure.place})" if failure.place else ""
                    yield f"{failure.check}: {failure.text}{game}{place}"


def _iter_places(game: Game, mod: Mod, paths: Sequence[Path]) -> Iterator[str]:
    """Yields the hooks that a mod implements and the fields of records that it writes."""
    loaded = load(game.id, mods=paths, only_mods=(), trust=Trust.NAMED)
    for name, implementations in loaded.hooks.items():
        if not name.startswith("provide_") and any(impl.mod == mod.id for impl in implementations):
            yield name
    history = loaded.rules.records.history
    for (kind, id), record in history.records.items() if history is not None else ():
        for write in record.own_writes:
            if write.mod == mod.id:
                yield f"{kind} {id} {'.'.join(write.path)}"
