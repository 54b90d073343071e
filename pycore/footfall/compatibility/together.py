"""Plays several mods together: nothing raises, a saved game continues as the uninterrupted one, the order of mods that
no manifest fixes decides nothing, and a mod that says that it changes no state changes none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from footfall.bisect.minimize import MemoizedTest, find_smallest_cause
from footfall.conformance.harness import CheckFailure, ConformanceRequest, GameStoppedError, Harness
from footfall.conformance.prepare import read_starts
from footfall.engine.model import Command
from footfall.engine.rules import Rules
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Mod, Trust, load
from footfall.loader.discovery import get_package_name
from footfall.loader.isolation.imports import unload_package
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.order import sort_mods
from footfall.sharing.index.check_results import SetOutcome, SetResult
from footfall.sharing.index.format import IndexFileError

from .causes import describe_shared_cause
from .requests import SetMember, SetRequest, unpack

MAX_SHUFFLES = 64
"""Orders that are tried to find the reverse one."""


@dataclass
class RecordedGame:
    """A game that a bot played.

    Attributes:
        commands: accepted commands.
        hashes: state hash before the first command, and after each.
        half: number of commands before the game was saved.
        sections: the save.
    """

    commands: list[Command] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    half: int = 0
    sections: dict[str, bytes] = field(default_factory=dict)


class SetFailureError(Exception):
    """The mods do not get along; the text says what happened, without seed and turn."""

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
    """Returns the smallest part of the members that fails, and what happens with it."""
    texts = {request.members: text}

    def fails(members: tuple[SetMember, ...]) -> bool:
        if members in texts:
            return bool(texts[members])
        try:
            with watch_for_hangs():
                _play_all(request, members, compare=False)
        except SetFailureError as failure:
            texts[members] = str(failure)
            return True
        texts[members] = ""
        return False

    if not request.members[1:]:
        return request.ids, text
    culprits = find_smallest_cause(request.members, MemoizedTest(fails))
    return tuple(member.id for member in culprits), texts[culprits]


def _play_all(request: SetRequest, members: Sequence[SetMember], *, compare: bool = True) -> None:
    """Plays all games of a request with some of its members.

    Raises:
        SetFailureError: they do not get along.
    """
    paths = [unpack(member) for member in (*request.needed, *members)]
    loaded = _load_set(request, paths, [member.id for member in members])
    mods = [mod for mod in loaded.mods if mod.id in {member.id for member in members}]
    harness = _build_harness(request, loaded, paths)
    for seed in request.seeds:
        game = _record_game(harness, loaded.rules, seed, request.turns)
        _compare_continued_game(harness, loaded.rules, game, seed)
        if not compare or len(mods) != 2:
            continue
        for mod in mods:
            if not mod.manifest.effects.world:
                _compare_without(request, harness, mod, mods, game, seed)
        _compare_orders(request, harness, mods, paths, game, seed)


def _load_set(request: SetRequest, paths: Sequence[Path], ids: Sequence[str], shuffle: int | None = None) -> LoadResult:
    """Loads mods as a new process would.

    Raises:
        SetFailureError: the game cannot be loaded, or one of the mods is off.
    """
    for member in (*request.needed, *request.members):
        unload_package(get_package_name(member.id))
    try:
        loaded = load(request.game, mods=paths, only=(), trust=Trust.NAMED, shuffle=shuffle)
    except LoadError as error:
        raise SetFailureError(str(error)) from None
    for id in ids:
        if id not in loaded.rules.mods:
            reasons = [str(finding) for finding in loaded.findings if finding.mod == id and finding.mod_disabled]
            raise SetFailureError(" ".join(reasons[:1]) or f"{id} is off")
    return loaded


def _build_harness(request: SetRequest, loaded: LoadResult, paths: Sequence[Path]) -> Harness:
    assert loaded.game is not None
    target = ConformanceRequest(path=paths[-1] if paths else Path(), name="", turns=request.turns)
    mod = loaded.mods[-1]
    return Harness(target, mod, loaded.game, loaded, starts=read_starts(loaded.game))


def _record_game(harness: Harness, rules: Rules, seed: int, turns: int) -> RecordedGame:
    """Lets a bot play, and saves the game in the middle.

    Raises:
        SetFailureError: a mod failed.
    """
    game = RecordedGame()
    try:
        session = harness.begin(rules, seed, "together")
        game.hashes.append(session.hash())
        game.sections = harness.save_sections(session)
        for command in harness.play(session, turns, "together"):
            game.commands.append(command)
            game.hashes.append(session.hash())
            if len(game.commands) == turns // 2:
                game.half, game.sections = len(game.commands), harness.save_sections(session)
        harness.draw_last_screen(session, "together")
    except GameStoppedError as stopped:
        raise _describe_failure(stopped.failure) from None
    return game


def _describe_failure(failure: CheckFailure) -> SetFailureError:
    place = f" ({failure.where})" if failure.where else ""
    return SetFailureError(f"{failure.mod}: {failure.text}{place}", failure.seed, failure.turn or 0)


def _compare_continued_game(harness: Harness, rules: Rules, game: RecordedGame, seed: int) -> None:
    """Continues the saved game.

    Raises:
        SetFailureError: it cannot be continued.
        SetDifferenceError: it continues differently.
    """
    try:
        session = harness.load_save(rules, game.sections)
    except SaveError as error:
        raise SetFailureError(f"the saved game cannot be loaded: {error}", seed, game.half) from None
    turn = _find_divergence(harness, session, game, game.half)
    if turn is not None:
        raise SetDifferenceError("the game continues differently from its save", seed, turn)


def _find_divergence(harness: Harness, session: Session, game: RecordedGame, start: int = 0) -> int | None:
    """Submits the commands of a recorded game; returns the first turn at which the hashes differ, or None."""
    if session.hash() != game.hashes[start]:
        return start
    turn = start
    try:
        for turn, _ in enumerate(harness.replay_commands(session, game.commands[start:], "together"), start + 1):
            if session.hash() != game.hashes[turn]:
                return turn
    except GameStoppedError:  # refused, or a mod raises only here: both are differences
        return turn + 1
    return None


def _compare_without(
    request: SetRequest, harness: Harness, mod: Mod, mods: Sequence[Mod], game: RecordedGame, seed: int
) -> None:
    """Plays the game without a mod that says that it changes no state.

    Raises:
        SetDifferenceError: the game is another one.
    """
    others = [other.files.path for other in mods if other is not mod]
    needed = [unpack(member) for member in request.needed]
    loaded = _load_set(request, [*needed, *others], [other.id for other in mods if other is not mod])
    try:
        session = harness.begin(loaded.rules, seed, "together")
    except GameStoppedError as stopped:
        raise _describe_failure(stopped.failure) from None
    turn = _find_divergence(harness, session, game)
    if turn is not None:
        raise SetDifferenceError(f"{mod.id} says that it changes no state, but the game differs without it", seed, turn)


def _compare_orders(
    request: SetRequest, harness: Harness, mods: Sequence[Mod], paths: Sequence[Path], game: RecordedGame, seed: int
) -> None:
    """Plays the game with two mods in the other order, if no manifest fixes it.

    Raises:
        SetDifferenceError: the game is another one.
    """
    shuffle = _find_reverse_shuffle(mods)
    if shuffle is None:
        return
    loaded = _load_set(request, paths, [mod.id for mod in mods], shuffle)
    try:
        session = harness.begin(loaded.rules, seed, "together")
    except GameStoppedError as stopped:
        raise _describe_failure(stopped.failure) from None
    turn = _find_divergence(harness, session, game)
    if turn is not None:
        first, second = (harness.begin(rules, seed, "together") for rules in (harness.loaded.rules, loaded.rules))
        cause = describe_shared_cause(harness, (first, second), game.commands, turn, [mod.id for mod in mods])
        text = cause or "the order of the two mods decides"
        raise SetDifferenceError(text, seed, turn)


def _find_reverse_shuffle(mods: Sequence[Mod]) -> int | None:
    """Returns the number of an order in which two mods are reversed; None if the manifests fix their order."""
    by_id = {mod.id: mod for mod in mods}
    order, _ = sort_mods(by_id, [])
    if len(order.ids) != 2 or order.is_fixed(*order.ids):
        return None
    for shuffle in range(MAX_SHUFFLES):
        if sort_mods(by_id, [], shuffle)[0].ids == order.ids[::-1]:
            return shuffle
    return None
