"""Tests one mod: its static checks, and the conformance checks with its own tests. Plays several mods together.

Mods get along if nothing raises, a saved game continues as the uninterrupted one does, an order of mods that no
manifest fixes makes no difference, and a mod that says that it changes no state changes none. If two orders give two
games, the cause is looked for in the turn at which the games part.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from footfall.bisect.culprits import find_smallest_cause
from footfall.check import check_mod
from footfall.conformance.harness import ConformanceRequest, GameStoppedError, Harness, RecordedGame, draw_screen
from footfall.conformance.prepare import NoGameError, list_active_games, prepare_harnesses, read_starts
from footfall.conformance.run_checks import CHECKS, CheckOutcome, run_checks
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Severity
from footfall.diagnostics.plural import join_list
from footfall.engine.declarations.game import Game
from footfall.engine.explanations.tracing import FoldRecord, Tracer
from footfall.engine.model import Command, Op
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Mod, Source, Trust, load
from footfall.loader.discovery import get_package_name, read_mod
from footfall.loader.isolation.capabilities import TESTS_FOLDER
from footfall.loader.isolation.imports import unload_package
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.order import sort_mods
from footfall.sharing.index.check_results import SetOutcome, SetResult
from footfall.sharing.index.format import IndexFileError

from .requests import SetMember, SetRequest, unpack

OP_WORDS = {Op.SET: "set", Op.ADD: "add to", Op.MUL: "multiply"}
KEPT_RECORDS = 5_000
"""Records of each kind that are kept of one turn."""


def describe_shared_cause(
    harness: Harness, sessions: Sequence[Session], commands: Sequence[Command], turn: int, ids: Sequence[str]
) -> str:
    """Returns the common act of both mods in a turn: ``"both set range on on_hear"``; ``""`` if nothing is found.

    Args:
        sessions: new games with the mods in either order.
        turn: the first turn that differs; 0: the setup.
    """
    tracers = [Tracer(KEPT_RECORDS) for _ in sessions]
    first = max(turn - 1, 0)
    for session, tracer in zip(sessions, tracers, strict=True):
        with suppress(GameStoppedError):  # the records of the failed turn are enough
            deque(harness.replay_commands(session, commands[:first]), 0)
            session.tracer = tracer
            deque(harness.replay_commands(session, commands[first:turn]), 0)
    for tracer in tracers:
        for text in _iter_shared_terms(tracer.folds, ids):
            return text
    history = harness.load_result.rules.records.history
    for conflict in history.conflicts if history is not None else ():
        if {conflict.first.mod, conflict.last.mod} == set(ids):
            same = conflict.first.op == conflict.last.op
            verb = f"both {conflict.first.op}" if same else f"{conflict.first.op} and {conflict.last.op}"
            return f"{verb} {conflict.kind} {conflict.id} {conflict.field}"
    for tracer in tracers:
        for poll in tracer.polls:
            if {cause.mod for cause, _ in poll.answers} >= set(ids):
                return f"both answer {poll.hook}"
        kinds: dict[str, set[str]] = {}
        for change in tracer.changes:
            kinds.setdefault(type(change.change).__name__, set()).add(change.cause.mod)
        for kind, mods in kinds.items():
            if mods >= set(ids):
                return f"both make the change {kind}"
    shared = [name for name, impls in harness.load_result.hooks.items() if {impl.mod for impl in impls} >= set(ids)]
    return f"the order of the two mods decides; both implement {join_list(shared, 3)}" if shared else ""


def _iter_shared_terms(folds: Sequence[FoldRecord], ids: Sequence[str]) -> Iterator[str]:
    """Yields a text for each term for which both mods propose something; terms that both set come first."""
    found: dict[tuple[str, str], dict[str, set[Op]]] = {}
    for fold in folds:
        for proposal in fold.proposals:
            if proposal.cause.mod in ids:
                for term in proposal.terms:
                    found.setdefault((fold.hook, term.name), {}).setdefault(proposal.cause.mod, set()).add(term.op)
    shared = [(place, ops) for place, ops in found.items() if len(ops) == len(ids)]
    for (hook, name), ops in sorted(shared, key=lambda row: not all(Op.SET in used for used in row[1].values())):
        common = set.intersection(*ops.values())
        if common:
            yield f"both {OP_WORDS[min(common, key=list(Op).index)]} {name} on {hook}"
        else:
            words = (OP_WORDS[min(ops[id], key=list(Op).index)] for id in ids)
            yield f"{' and '.join(f'{id} {word}' for id, word in zip(ids, words, strict=True))} {name} on {hook}"


MAX_SHUFFLES = 64
"""Orders that are tried to find the reverse one."""


class SetFailureError(Exception):
    """The mods do not work together; the text begins with turn and seed, if they are given."""

    def __init__(self, text: str, seed: int | None = None, turn: int = 0) -> None:
        super().__init__(text if seed is None else f"turn {turn}, seed {seed}: {text}")


class SetDifferenceError(SetFailureError):
    """Two games that should be equal differ."""


def play_together(request: SetRequest) -> SetResult:
    """Plays the mods of a request."""
    try:
        with watch_for_hangs():
            _play_all(request, request.members)
    except SetDifferenceError as difference:
        return request.build_result(SetOutcome.DIFFERS, str(difference))
    except SetFailureError as failure:
        culprits, text = _find_culprits(request, str(failure))
        return request.build_result(SetOutcome.FAILS, text, culprits)
    except (IndexFileError, OSError) as error:
        return request.build_result(SetOutcome.UNTESTED, str(error))
    return request.build_result(SetOutcome.WORKS)


def _find_culprits(request: SetRequest, text: str) -> tuple[tuple[str, ...], str]:
    """Returns the smallest part of the members that fails, and its failure."""
    texts = {request.members: text}  # failures by members; "" for those that do not fail

    def fails(members: tuple[SetMember, ...]) -> bool:
        if members not in texts:
            texts[members] = ""
            try:
                with watch_for_hangs():
                    _play_all(request, members, compare=False)
            except SetFailureError as failure:
                texts[members] = str(failure)
        return bool(texts[members])

    if not request.members[1:]:
        return request.ids, text
    culprits = find_smallest_cause(request.members, fails)
    return tuple(member.id for member in culprits), texts[culprits]


def _play_all(request: SetRequest, members: Sequence[SetMember], *, compare: bool = True) -> None:
    paths = [unpack(member) for member in (*request.requirements, *members)]
    loaded = _load_set(request, paths, [member.id for member in members])
    mods = [mod for mod in loaded.mods if mod.id in {member.id for member in members}]
    assert loaded.game is not None
    target = ConformanceRequest(path=paths[-1] if paths else Path(), name="", turns=request.turns)
    harness = Harness(target, loaded.mods[-1], loaded.game, loaded, starts=read_starts(loaded.game))
    for seed in request.seeds:
        try:
            game = harness.record_game(loaded.rules, seed, request.turns, save_turn=request.turns // 2)
            draw_screen(game.session)
            _compare_continued_game(harness, game)
            if compare and len(mods) == 2:
                for mod in mods:
                    if not mod.manifest.effects.changes_world:
                        _compare_without(request, harness, mod, mods, game)
                _compare_orders(request, harness, mods, paths, game)
        except GameStoppedError as stopped:
            failure = stopped.failure
            place = f" ({failure.place})" if failure.place else ""
            raise SetFailureError(f"{failure.mod}: {failure.text}{place}", seed, failure.turn or 0) from None


def _load_set(request: SetRequest, paths: Sequence[Path], ids: Sequence[str], shuffle: int | None = None) -> LoadResult:
    """Loads mods as a new process would."""
    for member in (*request.requirements, *request.members):
        unload_package(get_package_name(member.id))
    try:
        loaded = load(request.game, mods=paths, only_mods=(), trust=Trust.NAMED, shuffle=shuffle)
    except LoadError as error:
        raise SetFailureError(str(error)) from None
    for id in ids:
        if id not in loaded.rules.mods:
            reasons = [str(finding) for finding in loaded.findings if finding.mod == id and finding.disables_mod]
            raise SetFailureError(" ".join(reasons[:1]) or f"{id} is off")
    return loaded


def _compare_continued_game(harness: Harness, game: RecordedGame) -> None:
    seed = game.session.state.seed
    try:
        session = harness.load_save(harness.load_result.rules, game.sections)
    except SaveError as error:
        raise SetFailureError(f"the saved game cannot be loaded: {error}", seed, game.saved_turn) from None
    turn = _find_difference(harness, session, game, game.saved_turn)
    if turn is not None:
        raise SetDifferenceError("the game continues differently from its save", seed, turn)


def _find_difference(harness: Harness, session: Session, game: RecordedGame, start: int = 0) -> int | None:
    """The first turn at which a game differs from a recorded one, or fails; None if they are equal."""
    try:
        return harness.find_divergence(session, game, start)
    except GameStoppedError as stopped:
        return stopped.failure.turn


def _compare_without(request: SetRequest, harness: Harness, mod: Mod, mods: Sequence[Mod], game: RecordedGame) -> None:
    """Plays the game without a mod that says that it changes no state."""
    others = [other for other in mods if other is not mod]
    paths = [*map(unpack, request.requirements), *(other.files.path for other in others)]
    loaded = _load_set(request, paths, [other.id for other in others])
    seed = game.session.state.seed
    turn = _find_difference(harness, harness.begin(loaded.rules, seed), game)
    if turn is not None:
        raise SetDifferenceError(f"{mod.id} says that it changes no state, but the game differs without it", seed, turn)


def _compare_orders(
    request: SetRequest, harness: Harness, mods: Sequence[Mod], paths: Sequence[Path], game: RecordedGame
) -> None:
    """Plays the game with two mods in the other order, if no manifest fixes it."""
    shuffle = _find_reverse_shuffle(mods)
    if shuffle is None:
        return
    loaded, seed = _load_set(request, paths, [mod.id for mod in mods], shuffle), game.session.state.seed
    turn = _find_difference(harness, harness.begin(loaded.rules, seed), game)
    if turn is not None:
        sessions = [harness.begin(rules, seed) for rules in (harness.load_result.rules, loaded.rules)]
        cause = describe_shared_cause(harness, sessions, game.session.commands, turn, [mod.id for mod in mods])
        raise SetDifferenceError(cause or "the order of the two mods decides", seed, turn)


def _find_reverse_shuffle(mods: Sequence[Mod]) -> int | None:
    """Returns the number of an order that reverses two mods; None if the manifests fix it or none is found."""
    by_id = {mod.id: mod for mod in mods}
    order, _ = sort_mods(by_id, [])
    if len(order.ids) != 2 or order.is_fixed(*order.ids):
        return None
    for shuffle in range(MAX_SHUFFLES):
        if sort_mods(by_id, [], shuffle)[0].ids == order.ids[::-1]:
            return shuffle
    return None


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
                for failure in result.failures:
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
