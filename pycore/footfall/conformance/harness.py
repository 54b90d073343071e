"""Plays games to test mods; each failure is attributed to a mod, a seed and a turn.

The checks of one mod (`footfall.conformance`) and the tests of several (`footfall.compatibility`) use it.
"""

import shlex
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from footfall import __version__, kernels
from footfall.diagnostics.files import format_path
from footfall.engine.bots import Bot, BotContext, list_legal_commands
from footfall.engine.codec import index_command_types, parse_command, to_plain
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.drawing import draw_scene, read_hud_lines
from footfall.engine.guards.problem_log import describe_error, find_source_line, is_contained
from footfall.engine.model import BUILTIN_COMMANDS, Cause, Command
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import Finding, LoadResult, Mod, Trust, load
from footfall.loader.isolation import tripwire
from footfall.loader.isolation.imports import unload_package
from footfall.testing.scenario import GameStart

DRAW_INTERVAL = 20
"""Turns between two renderings of the scene."""

MAX_PLACES = 4
"""Hooks that the failure of a comparison names."""


class ConformanceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The mod to test, and the games to play.

    Attributes:
        name: the mod as named on the command line.
        game: full id or short name; ``""``: the game that the mod is made for.
        other_mods: paths of other mods, for the load-order check.
        settings: world settings by full name.
        shuffle: seed of the only order to try; None: several orders.
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
    """A failure of a check.

    Attributes:
        mod: id of the mod at fault.
        place: ``file:line``, if known.
        seed, turn: the seed and the turn of the game; turn 0 is the setup.
        repeat: command line that repeats the failure.
    """

    check: str
    mod: str
    text: str
    place: str = msgspec.field(default="", name="where")
    seed: int | None = None
    turn: int | None = None
    repeat: str = ""

    def __str__(self) -> str:
        game = f" [seed {self.seed}, turn {self.turn}]" if self.seed is not None else ""
        place = f"\n  at {self.place}" if self.place else ""
        repeat = f"\n  repeat: {self.repeat}" if self.repeat else ""
        return f"{self.check}: {self.mod}: {self.text}{game}{place}{repeat}"


class ModFailureError(Exception):
    """A mod failed during a game."""

    def __init__(self, cause: Cause, error: BaseException) -> None:
        super().__init__(describe_error(error))
        self.cause = cause
        self.error = error


class StrictSession(Session):
    """A session that stops at the first failure of a mod."""

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None:
        """See `Session.report_problem`."""
        if isinstance(error, ModFailureError) or not is_contained(error):
            raise error
        raise ModFailureError(cause, error) from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.report_problem(cause, error)


def draw_screen(session: Session) -> None:
    """Draws the screen of a player: the scene of the game and the HUD lines of mods."""
    draw_scene(session)
    read_hud_lines(session)


class GameStoppedError(Exception):
    """A game that cannot continue."""

    def __init__(self, failure: CheckFailure) -> None:
        super().__init__(failure.text)
        self.failure = failure


@dataclass(frozen=True)
class RecordedGame:
    """A game that a bot played."""

    session: Session
    hashes: dict[int, str]
    saved_turn: int
    sections: dict[str, bytes]


@dataclass
class Harness:
    """Plays one game with one mod, or with several.

    Attributes:
        findings: errors and warnings from loading the mod.
        other_mods: ids of the other mods for the load-order check.
        starts: game starts, chosen in turn by seed.
        required_paths: paths of the third-party mods that the mod or the game requires.
    """

    request: ConformanceRequest
    mod: Mod
    game: Game
    load_result: LoadResult
    findings: tuple[Finding, ...] = ()
    other_mods: tuple[str, ...] = ()
    starts: tuple[GameStart, ...] = (GameStart(),)
    required_paths: tuple[Path, ...] = ()
    check: str = ""
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
            settings: override those of the request.
            shuffle: add the other mods, in the order of this seed.
            fresh: import the mod's code again, like a new process.
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
            only_mods=self.other_mods if shuffle is not None else (),
            settings={**self.request.settings, **(settings or {})},
            trust=Trust.NAMED,
            shuffle=shuffle,
        )
        if not fresh:
            self._loaded_cache[key] = loaded
        return loaded

    # Playing.

    def begin(self, rules: Rules, seed: int) -> Session:
        """Begins a game.

        Raises:
            GameStoppedError: the setup fails.
        """
        options = {**self._choose_start(seed).options, **self.request.options}
        try:
            return StrictSession.begin(rules, seed, options, strict=True)
        except Exception as error:
            raise GameStoppedError(self.build_failure(error, seed, 0)) from error

    def play(self, session: Session, turns: int) -> Iterator[Command]:
        """Lets a bot play; yields each accepted command.

        Raises:
            GameStoppedError: a mod failed, or all legal commands were refused.
        """
        state = session.state
        player = _BotPlayer(session.rules.bots.get(self._choose_start(state.seed).bot))
        for turn in range(state.turn + 1, state.turn + turns + 1):
            if state.outcome is not None:
                return
            try:
                options = player.sort_options(session, list_legal_commands(session))
                # A mod may forbid commands that the game lists as legal.
                command = next((option for option in options if session.submit(option).refusal is None), None)
                if turn % DRAW_INTERVAL == 0:
                    draw_screen(session)
            except Exception as error:
                raise GameStoppedError(self.build_failure(error, state.seed, turn)) from error
            if command is None:
                text = "the game refused every command that it listed as legal"
                raise GameStoppedError(self.report(self.mod.id, text, "", state.seed, turn))
            yield command

    def play_to_end(self, session: Session, turns: int) -> int:
        """Lets a bot play, and draws the last screen; returns the number of turns.

        Raises:
            GameStoppedError: a mod failed, or all legal commands were refused.
        """
        played = sum(1 for _ in self.play(session, turns))
        try:
            draw_screen(session)
        except Exception as error:
            raise GameStoppedError(self.build_failure(error, session.state.seed, session.state.turn)) from error
        return played

    def replay_commands(self, session: Session, commands: Sequence[Command]) -> Iterator[Command]:
        """Submits recorded commands, converted to the command types of the session's rules.

        Raises:
            GameStoppedError: a mod failed, or a command is refused.
        """
        seed = session.state.seed
        types = index_command_types([*session.rules.commands, *BUILTIN_COMMANDS])
        for command in commands:
            turn = session.state.turn + 1
            try:
                result = session.submit(parse_command(to_plain(command), types))
            except Exception as error:
                raise GameStoppedError(self.build_failure(error, seed, turn)) from error
            if result.refusal is not None:
                text = f"{type(command).__name__} was accepted before and is now refused"
                text += f" ({result.refusal.message.id})"
                raise GameStoppedError(self.report(self.mod.id, text, "", seed, turn))
            yield command

    def record_game(
        self, rules: Rules, seed: int, turns: int, *, interval: int = 1, save_turn: int | None = None
    ) -> RecordedGame:
        """Lets a bot play a game.

        Args:
            interval: turns from one state hash to the next; the states at the beginning and the end are hashed, too.
            save_turn: turn after which to save; a game that is shorter is saved at its beginning. None: never.

        Raises:
            GameStoppedError: a mod failed, or all legal commands were refused.
        """
        session = self.begin(rules, seed)
        hashes, saved_turn = {0: session.hash()}, 0
        sections = {} if save_turn is None else self.save_sections(session)
        for turn, _ in enumerate(self.play(session, turns), 1):
            if turn % interval == 0:
                hashes[turn] = session.hash()
            if turn == save_turn:
                saved_turn, sections = turn, self.save_sections(session)
        hashes[session.state.turn] = session.hash()
        return RecordedGame(session, hashes, saved_turn, sections)

    def find_divergence(self, session: Session, game: RecordedGame, start: int) -> int | None:
        """Submits the commands of a recorded game from a turn on; returns the first turn that differs, or None.

        Raises:
            GameStoppedError: a mod failed, or a command is refused.
        """
        if session.hash() != game.hashes[start]:
            return start
        for turn, _ in enumerate(self.replay_commands(session, game.session.commands[start:]), start + 1):
            if turn in game.hashes and session.hash() != game.hashes[turn]:
                return turn
        return None

    def save_sections(self, session: Session) -> dict[str, bytes]:
        """Sections of a save of the session."""
        return save.build_sections(session, __version__)[1]

    def load_save(self, rules: Rules, sections: Mapping[str, bytes]) -> Session:
        """Restores a session from the sections of a save.

        Raises:
            SaveError: the rules cannot continue the game.
        """
        return save.restore_session(rules, sections, "the save", StrictSession, strict=True)

    def _choose_start(self, seed: int) -> GameStart:
        return self.starts[seed % len(self.starts)]

    # Failures.

    def build_failure(self, error: BaseException, seed: int, turn: int) -> CheckFailure:
        """Builds the failure for an exception."""
        if isinstance(error, ModFailureError):
            cause = error.cause
            place = _find_mod_line(cause.mod, error.error) or cause.location
            return self.report(cause.mod, f"{cause.via}: {error}", format_path(place), seed, turn)
        place = format_path(find_source_line(error) or "")
        return self.report(self.mod.id, describe_error(error), place, seed, turn)

    def build_difference(self, text: str, seed: int, turn: int) -> CheckFailure:
        """The failure of two games that should be equal but differ; it lists hooks that may be responsible."""
        places = dict.fromkeys(
            impl.listener.cause.location
            for name, impls in self.load_result.hooks.items()
            for impl in impls
            if impl.mod == self.mod.id and not name.startswith("provide_")
        )
        return self.report(self.mod.id, text, ", ".join(list(places)[:MAX_PLACES]), seed, turn)

    def report(
        self,
        mod: str,
        text: str,
        place: str = "",
        seed: int | None = None,
        turn: int | None = None,
        options: Mapping[str, object] = MappingProxyType({}),
    ) -> CheckFailure:
        """The failure of the running check; `options` complete the command line that repeats it."""
        words: list[object] = ["footfall", "mods", "test", self.request.name, "--only", self.check]
        if self.request.game:
            words += ["--game", self.request.game]
        for path in self.request.other_mods:
            words += ["--with", path]
        if seed is not None:
            words += ["--seed", seed]
        if turn is not None:
            words += ["--turns", max(turn, 1)]
        values = {f"--option={name}": value for name, value in self.request.options.items()}
        values |= {f"--set={name}": value for name, value in self.request.settings.items()}
        words += [f"{name}={msgspec.json.encode(value).decode()}" for name, value in values.items()]
        words += [f"--{name}={value}" for name, value in options.items()]
        return CheckFailure(self.check, mod, text, place, seed, turn, shlex.join(str(word) for word in words))


def _find_mod_line(mod: str, error: BaseException) -> str:
    """``file:line`` of the innermost frame in the mod's files."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((f"{f.filename}:{f.lineno}" for f in reversed(frames) if tripwire.find_owner(f.filename) == mod), "")


class _BotPlayer:
    """Plays with a bot of the game, or with pseudorandom choices."""

    def __init__(self, bot: Bot | None) -> None:
        self.bot = bot
        self.contexts: dict[int, BotContext] = {}

    def sort_options(self, session: Session, options: Sequence[Command]) -> Sequence[Command]:
        """The commands in the order in which to try them."""
        state, question = session.state, session.state.question
        if not options:
            return ()
        first = kernels.mix(kernels.mix(state.seed, 0x5EED), state.turn) % len(options)
        if self.bot is not None and question is not None:
            context = self.contexts.setdefault(question.actor, BotContext(session, self.bot.id, question.actor))
            # A bot that cannot handle the mod does not count against the mod.
            with suppress(Exception):
                first = list(options).index(self.bot.decide(context, options))
        return [*options[first:], *options[:first]]
