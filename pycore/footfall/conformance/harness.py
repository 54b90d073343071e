"""Games played to see whether a mod stands them: every failure is one of somebody's, at a turn of a seed."""

from __future__ import annotations

import shlex
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from footfall import __version__, kernels
from footfall.diagnostics.files import format_path
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import index_command_types, parse_command, to_plain
from footfall.engine.model import Cause, Command
from footfall.engine.problem_log import describe_error, find_source_line
from footfall.engine.rules import Game, Rules
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import (
    Finding,
    LoadError,
    LoadResult,
    Mod,
    Severity,
    Trust,
    discover,
    load,
    select_active_mods,
    tripwire,
)
from footfall.loader.imports import unload_package
from footfall.loader.trust import can_run, get_mod_argument
from footfall.testing.scenario import GameStart, ScenarioError, load_fixture

DRAW_INTERVAL = 20
"""Turns between two looks at the screen."""


class ConformanceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be tested, and how much of it.

    Attributes:
        path: of the mod.
        name: how the command line named it.
        game: full id or short name; ``""``: the one the mod is made for.
        seeds: of the games played.
        turns: of each game.
        beside: paths of other mods, for orders.
        options: setup options of the game.
        settings: world settings by full name.
        shuffle: the one order to try; None: several.
    """

    path: Path
    name: str
    game: str = ""
    seeds: tuple[int, ...] = tuple(range(1, 51))
    turns: int = 200
    other_mods: tuple[Path, ...] = ()
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    shuffle: int | None = None


class CheckFailure(msgspec.Struct, frozen=True):
    """One thing that is wrong.

    Attributes:
        mod: whose it is.
        where: ``file:line``, as far as it is known.
        seed, turn: of the game; turn 0 is its beginning.
        repeat: the command that shows it again.
    """

    check: str
    mod: str
    text: str
    where: str = ""
    seed: int | None = None
    turn: int | None = None
    repeat: str = ""

    def __str__(self) -> str:
        at = f" [seed {self.seed}, turn {self.turn}]" if self.seed is not None else ""
        place = f"\n  at {self.where}" if self.where else ""
        again = f"\n  again: {self.repeat}" if self.repeat else ""
        return f"{self.check}: {self.mod}: {self.text}{at}{place}{again}"


class NoGameError(Exception):
    """There is no game to test the mod in; the text says why."""


class ModFailureError(Exception):
    """A mod failed in a game: whose it was, and why."""

    def __init__(self, cause: Cause, error: BaseException) -> None:
        super().__init__(describe_error(error))
        self.cause = cause
        self.error = error


class StrictSession(Session):
    """A session that stops at the first failure of a mod, and knows whose it was."""

    def fail(self, cause: Cause, error: BaseException) -> None:
        """See `Session.fail`."""
        raise error if isinstance(error, ModFailureError) else ModFailureError(cause, error) from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.fail(cause, error)


class GameStoppedError(Exception):
    """A game that could not be played on; `fault` says why."""

    def __init__(self, fault: CheckFailure) -> None:
        super().__init__(fault.text)
        self.failure = fault


@dataclass
class Harness:
    """A mod, the game it is tested in, and the ways to play it.

    Attributes:
        mod: as it was found.
        game: the game.
        findings: what loading it had to say of it.
        others: the mods it may be ordered among.
        starts: how its games begin, in turn by seed.
        needs: paths of the mods without which it, or the game, is not there.
    """

    request: ConformanceRequest
    mod: Mod
    game: Game
    loaded: LoadResult
    findings: tuple[Finding, ...] = ()
    others: tuple[str, ...] = ()
    starts: tuple[GameStart, ...] = (GameStart(),)
    required_paths: tuple[Path, ...] = ()
    _loaded_cache: dict[str, LoadResult] = field(default_factory=dict)

    def load(
        self,
        *,
        settings: Mapping[str, Any] | None = None,
        without_mod: bool = False,
        shuffle: int | None = None,
        fresh: bool = False,
    ) -> LoadResult:
        """Loads the game with the mod.

        Args:
            settings: over those wanted.
            without: load it without the mod.
            shuffle: with the other mods, in another order.
            fresh: run the mod's code again, as a new start of the game does.
        """
        key = repr((sorted((settings or {}).items()), without_mod, shuffle))
        if fresh:
            unload_package(self.mod.package)
        elif key in self._loaded_cache:
            return self._loaded_cache[key]
        mods = [*self.required_paths, *([] if without_mod else [self.request.path])]
        if shuffle is not None:
            mods = [*self.request.other_mods, *mods]
        loaded = load(
            self.game.id,
            mods=mods,
            only=self.others if shuffle is not None else (),
            settings={**self.request.settings, **(settings or {})},
            trust=Trust.NAMED,
            shuffle=shuffle,
        )
        if not fresh:
            self._loaded_cache[key] = loaded
        return loaded

    def format_repeat_command(
        self, check: str, seed: int | None = None, turn: int | None = None, **more: Any
    ) -> str:
        """The command that repeats one test."""
        words: list[object] = ["footfall", "mods", "test", self.request.name, "--only", check]
        if self.request.game:
            words += ["--game", self.request.game]
        for path in self.request.other_mods:
            words += ["--with", path]
        if seed is not None:
            words += ["--seed", seed]
        if turn is not None:
            words += ["--turns", turn]
        given = {f"--option={name}": value for name, value in self.request.options.items()}
        given |= {f"--set={name}": value for name, value in self.request.settings.items()}
        words += [f"{name}={msgspec.json.encode(value).decode()}" for name, value in given.items()]
        words += [f"--{name}={value}" for name, value in more.items()]
        return shlex.join(str(word) for word in words)

    # Playing.

    def choose_start(self, seed: int) -> GameStart:
        """How the game of a seed begins."""
        return self.starts[seed % len(self.starts)]

    def begin(self, rules: Rules, seed: int, check: str, **more: Any) -> StrictSession:
        """Begins a game.

        Raises:
            Stopped: it cannot be begun.
        """
        options = {**self.choose_start(seed).options, **self.request.options}
        try:
            session = StrictSession.begin(rules, seed, options, strict=True)
            assert isinstance(session, StrictSession)
            return session
        except Exception as error:
            raise GameStoppedError(self.build_failure(check, error, seed, 0, **more)) from error

    def play(self, session: Session, turns: int, check: str, **more: Any) -> Iterator[Command]:
        """Lets a bot play, yielding each command that was carried out.

        Raises:
            Stopped: a mod failed, or no legal command was accepted.
        """
        state, seed = session.state, session.state.seed
        seats = _BotPlayer(session.rules.bots.get(self.choose_start(seed).bot))
        for turn in range(state.turn + 1, state.turn + turns + 1):
            if state.outcome is not None:
                return
            try:
                command = self._submit_any(session, seats)
                if turn % DRAW_INTERVAL == 0:
                    session.rules.game.scene(session.context())
            except Exception as error:
                raise GameStoppedError(self.build_failure(check, error, seed, turn, **more)) from error
            if command is None:
                text = "none of the commands that the game lists as legal is accepted"
                raise GameStoppedError(self._new_failure(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def _submit_any(self, session: Session, seats: _BotPlayer) -> Command | None:
        options = list_legal_commands(session)
        first = seats.choose(session, options) if options else 0
        for at in range(len(options)):  # a mod may forbid what the game lists as legal
            command = options[(first + at) % len(options)]
            if session.submit(command).refusal is None:
                return command
        return None

    def replay_commands(
        self, session: Session, commands: Sequence[Command], check: str, **more: Any
    ) -> Iterator[Command]:
        """Gives commands that were accepted before, in the types that the session's own rules have for them.

        Raises:
            Stopped: a mod failed, or one is refused now.
        """
        seed = session.state.seed
        types = index_command_types([*session.rules.commands, *session.builtin_commands])
        for command in commands:
            turn = session.state.turn + 1
            try:
                result = session.submit(parse_command(to_plain(command), types))
            except Exception as error:
                raise GameStoppedError(self.build_failure(check, error, seed, turn, **more)) from error
            if result.refusal is not None:
                text = f"{type(command).__name__} was carried out before and is refused now"
                text += f" ({result.refusal.message.id})"
                raise GameStoppedError(self._new_failure(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def save_sections(self, session: Session) -> dict[str, bytes]:
        """What a save of the session holds."""
        return save.build_sections(session, __version__)[1]

    def load_save(self, rules: Rules, sections: Mapping[str, bytes]) -> StrictSession:
        """Goes on from what a save held.

        Raises:
            BadSave: these rules cannot.
        """
        session = save.restore_session(rules, sections, "the save", strict=True)
        session.__class__ = StrictSession
        assert isinstance(session, StrictSession)
        return session

    # Faults.

    def build_failure(
        self, check: str, error: BaseException, seed: int, turn: int, **more: Any
    ) -> CheckFailure:
        """What an exception says, whose it is, and where."""
        if isinstance(error, ModFailureError):
            cause = error.cause
            place = _find_mod_line(cause.mod, error.error) or cause.where
            return self._new_failure(
                check, cause.mod, f"{cause.via}: {error}", format_path(place), seed, turn, **more
            )
        return self._new_failure(
            check,
            self.mod.id,
            describe_error(error),
            format_path(find_source_line(error) or ""),
            seed,
            turn,
            **more,
        )

    def build_difference(self, check: str, text: str, seed: int, turn: int, **more: Any) -> CheckFailure:
        """Two games that should be one are two: the mod's hooks that may be why."""
        return self._new_failure(check, self.mod.id, text, self.describe_hook_locations(), seed, turn, **more)

    def describe_hook_locations(self) -> str:
        """Where the mod's hooks of play are, as far as one line holds."""
        places = dict.fromkeys(
            one.listener.cause.where
            for name, line in self.loaded.hooks.items()
            for one in line
            if one.mod == self.mod.id and not name.startswith("provide_")
        )
        return ", ".join(list(places)[:4])

    def _new_failure(
        self, check: str, mod: str, text: str, where: str, seed: int, turn: int, **more: Any
    ) -> CheckFailure:
        return CheckFailure(
            check, mod, text, where, seed, turn, self.format_repeat_command(check, seed, max(turn, 1), **more)
        )


def _find_mod_line(mod: str, error: BaseException) -> str:
    """``file:line`` of the innermost frame in a mod's own files."""
    frames = traceback.extract_tb(error.__traceback__)
    return next(
        (f"{f.filename}:{f.lineno}" for f in reversed(frames) if tripwire.find_owner(f.filename) == mod), ""
    )


class _BotPlayer:
    """Who plays: a bot that the game brings, or chance."""

    def __init__(self, bot: Bot | None) -> None:
        self.bot = bot
        self.contexts: dict[int, BotContext] = {}

    def choose(self, session: Session, options: Sequence[Command]) -> int:
        """The index of the command to give."""
        state = session.state
        blind = kernels.mix(kernels.mix(state.seed, 0x5EED), state.turn) % len(options)
        question = state.question
        if self.bot is None or question is None:
            return blind
        seat = self.contexts.setdefault(question.actor, BotContext(session, self.bot.id, question.actor))
        try:
            return list(options).index(self.bot.decide(seat, options))
        except Exception:  # a bot that does not understand a mod is no fault of the mod
            return blind


def prepare_harnesses(request: ConformanceRequest) -> list[Harness]:
    """Finds the mod and the game it is tested in: the one asked for, its own, the first it names; else each.

    Raises:
        Unplayable: there is no such mod, or no game it is active in.
    """
    found, findings = discover([*request.other_mods, request.path])
    here = request.path.resolve()
    mod = next((each for each in found.values() if each.files.path.resolve() == here), None)
    if mod is None:
        wrong = [str(f) for f in findings if str(request.path) in str(f)]
        raise NoGameError("\n".join(wrong) or f"{request.path}: there is no mod")
    everything = load(None, mods=[*request.other_mods, request.path], trust=Trust.NAMED)
    if mod.id not in {each.id for each in everything.mods}:
        wrong = [str(f) for f in everything.findings if f.mod == mod.id or f.mod_disabled]
        raise NoGameError("\n".join(wrong) or f"{mod.id} is off")
    games = [
        game
        for game in everything.games.values()
        if mod.id in {each.id for each in select_active_mods(game, everything.mods, everything.games)}
    ]
    others = tuple(each.id for each in everything.mods)
    return [_build_harness(request, mod, game, found, others) for game in _select_games(request, mod, games)]


def _build_harness(
    request: ConformanceRequest, mod: Mod, game: Game, found: Mapping[str, Mod], others: Sequence[str]
) -> Harness:
    needs = _collect_required_paths(mod, game, found)
    mods = [*needs, request.path]
    try:
        loaded = load(game.id, mods=mods, only=(), settings=request.settings, trust=Trust.NAMED)
    except LoadError as error:
        raise NoGameError(str(error)) from None
    if mod.id not in loaded.rules.mods:
        raise NoGameError("\n".join(str(f) for f in loaded.findings if f.mod == mod.id) or f"{mod.id} is off")
    wrong = tuple(f for f in loaded.findings if f.severity > Severity.NOTE)
    around = load(game.id, mods=[*request.other_mods, *mods], only=others, trust=Trust.NAMED).rules.mods
    beside = tuple(id for id in around if id not in loaded.rules.mods)
    return Harness(request, mod, game, loaded, wrong, beside, _read_starts(game), needs)


def _collect_required_paths(mod: Mod, game: Game, found: Mapping[str, Mod]) -> tuple[Path, ...]:
    """Paths of the mods without which the mod or the game is not there, whatever else is on.

    Raises:
        Unplayable: one of them may not run here.
    """
    needed: dict[str, Mod] = {}
    todo = [*mod.manifest.requires, game.id, *game.rule_mods]
    while todo:
        other = found.get(todo.pop())
        if other is None or other.is_first_party or other.id in needed or other.id == mod.id:
            continue
        if not can_run(other, Trust.NAMED):
            fix = f"footfall mods approve {get_mod_argument(other)}"
            raise NoGameError(f"{mod.id} needs {other.id}, whose code you have not approved: {fix}")
        needed[other.id] = other
        todo += other.manifest.requires
    return tuple(other.files.path for other in needed.values())


def _select_games(request: ConformanceRequest, mod: Mod, games: Sequence[Game]) -> Sequence[Game]:
    """The game asked for, or the mod's own, or the first it names; all for a mod of any game."""
    if request.game:
        fitting = [game for game in games if request.game in (game.id, game.id.rpartition(".")[2])]
        if not fitting:
            there = ", ".join(game.id for game in games) or "none"
            raise NoGameError(f"{mod.id} is not active in a game {request.game!r}; it is in: {there}")
        return fitting[:1]
    if not games:
        raise NoGameError(f"{mod.id} is active in no game; its manifest names: {', '.join(mod.info.games)}")
    own = [game for game in games if game.id == mod.id or mod.id in game.rule_mods]
    named = [
        game for name in mod.info.games for game in games if name in (game.id, game.id.rpartition(".")[2])
    ]
    return [*own, *named][:1] or games


def _read_starts(game: Game) -> tuple[GameStart, ...]:
    """How the game's own ``testing.toml`` has games begin."""
    try:
        return load_fixture(game.id).starts or (GameStart(),)
    except ScenarioError:  # it has none
        return (GameStart(),)
