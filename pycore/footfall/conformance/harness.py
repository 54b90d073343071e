"""Plays games to test a mod; each failure is attributed to a mod, a seed and a turn."""

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
from footfall.engine.drawing import draw_scene, read_hud_lines
from footfall.engine.game import Game
from footfall.engine.model import Cause, Command
from footfall.engine.problem_log import describe_error, find_source_line
from footfall.engine.rules import Rules
from footfall.engine.saves import save
from footfall.engine.session import Session
from footfall.loader import Finding, LoadResult, Mod, Trust, load
from footfall.loader.isolation import tripwire
from footfall.loader.isolation.imports import unload_package
from footfall.testing.scenario import GameStart

DRAW_INTERVAL = 20
"""Turns between two renderings of the scene."""


class ConformanceRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What to test.

    Attributes:
        path: path of the mod.
        name: the mod as named on the command line.
        game: full id or short name; ``""``: the game that the mod is made for.
        seeds: one game per seed.
        turns: turns per game.
        other_mods: paths of other mods, for the load-order check.
        options: setup options of the game.
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
        where: ``file:line``, if known.
        seed, turn: of the game; turn 0 is the setup.
        repeat: command line that repeats the failure.
    """

    check: str
    mod: str
    text: str
    where: str = ""
    seed: int | None = None
    turn: int | None = None
    repeat: str = ""

    def __str__(self) -> str:
        game = f" [seed {self.seed}, turn {self.turn}]" if self.seed is not None else ""
        place = f"\n  at {self.where}" if self.where else ""
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

    def report_problem(self, cause: Cause, error: BaseException, where: str = "") -> None:
        """See `Session.report_problem`."""
        raise error if isinstance(error, ModFailureError) else ModFailureError(cause, error) from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.report_problem(cause, error)


def draw_screen(session: Session) -> None:
    """Draws what a player would see: the scene of the game and the HUD lines of mods."""
    draw_scene(session)
    read_hud_lines(session)


class GameStoppedError(Exception):
    """A game that cannot continue."""

    def __init__(self, failure: CheckFailure) -> None:
        super().__init__(failure.text)
        self.failure = failure


@dataclass
class Harness:
    """Plays one game with one mod.

    Attributes:
        findings: errors and warnings from loading the mod.
        others: ids of the other mods for the load-order check.
        starts: game starts, chosen in turn by seed.
        required_paths: paths of the third-party mods that the mod or the game requires.
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
            settings: override those of the request.
            without_mod: leave the mod out.
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
            only=self.others if shuffle is not None else (),
            settings={**self.request.settings, **(settings or {})},
            trust=Trust.NAMED,
            shuffle=shuffle,
        )
        if not fresh:
            self._loaded_cache[key] = loaded
        return loaded

    def format_repeat_command(self, check: str, seed: int | None = None, turn: int | None = None, **more: Any) -> str:
        """Command line that repeats one check."""
        words: list[object] = ["footfall", "mods", "test", self.request.name, "--only", check]
        if self.request.game:
            words += ["--game", self.request.game]
        for path in self.request.other_mods:
            words += ["--with", path]
        if seed is not None:
            words += ["--seed", seed]
        if turn is not None:
            words += ["--turns", turn]
        options = {f"--option={name}": value for name, value in self.request.options.items()}
        options |= {f"--set={name}": value for name, value in self.request.settings.items()}
        words += [f"{name}={msgspec.json.encode(value).decode()}" for name, value in options.items()]
        words += [f"--{name}={value}" for name, value in more.items()]
        return shlex.join(str(word) for word in words)

    # Playing.

    def choose_start(self, seed: int) -> GameStart:
        """The start of the game with this seed."""
        return self.starts[seed % len(self.starts)]

    def begin(self, rules: Rules, seed: int, check: str, **more: Any) -> StrictSession:
        """Begins a game.

        Raises:
            GameStoppedError: the setup fails.
        """
        options = {**self.choose_start(seed).options, **self.request.options}
        try:
            session = StrictSession.begin(rules, seed, options, strict=True)
            assert isinstance(session, StrictSession)
            return session
        except Exception as error:
            raise GameStoppedError(self.build_failure(check, error, seed, 0, **more)) from error

    def play(self, session: Session, turns: int, check: str, **more: Any) -> Iterator[Command]:
        """Lets a bot play; yields each accepted command.

        Raises:
            GameStoppedError: a mod failed, or all legal commands were refused.
        """
        state, seed = session.state, session.state.seed
        player = _BotPlayer(session.rules.bots.get(self.choose_start(seed).bot))
        for turn in range(state.turn + 1, state.turn + turns + 1):
            if state.outcome is not None:
                return
            try:
                command = self._submit_any(session, player)
                if turn % DRAW_INTERVAL == 0:
                    draw_screen(session)
            except Exception as error:
                raise GameStoppedError(self.build_failure(check, error, seed, turn, **more)) from error
            if command is None:
                text = "the game refused every command that it listed as legal"
                raise GameStoppedError(self._new_failure(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def draw_last_screen(self, session: Session, check: str) -> None:
        """Draws the screen after the last turn of a game.

        Raises:
            GameStoppedError: a mod failed.
        """
        try:
            draw_screen(session)
        except Exception as error:
            state = session.state
            raise GameStoppedError(self.build_failure(check, error, state.seed, state.turn)) from error

    def _submit_any(self, session: Session, player: _BotPlayer) -> Command | None:
        options = list_legal_commands(session)
        first = player.choose(session, options) if options else 0
        for offset in range(len(options)):  # a mod may forbid commands that the game lists as legal
            command = options[(first + offset) % len(options)]
            if session.submit(command).refusal is None:
                return command
        return None

    def replay_commands(
        self, session: Session, commands: Sequence[Command], check: str, **more: Any
    ) -> Iterator[Command]:
        """Submits recorded commands, converted to the command types of the session's rules.

        Raises:
            GameStoppedError: a mod failed, or a command is refused.
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
                text = f"{type(command).__name__} was accepted before and is now refused"
                text += f" ({result.refusal.message.id})"
                raise GameStoppedError(self._new_failure(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def save_sections(self, session: Session) -> dict[str, bytes]:
        """Sections of a save of the session."""
        return save.build_sections(session, __version__)[1]

    def load_save(self, rules: Rules, sections: Mapping[str, bytes]) -> StrictSession:
        """Restores a session from the sections of a save.

        Raises:
            SaveError: the rules cannot continue the game.
        """
        session = save.restore_session(rules, sections, "the save", StrictSession, strict=True)
        assert isinstance(session, StrictSession)
        return session

    # Failures.

    def build_failure(self, check: str, error: BaseException, seed: int, turn: int, **more: Any) -> CheckFailure:
        """The failure that an exception stands for."""
        if isinstance(error, ModFailureError):
            cause = error.cause
            place = _find_mod_line(cause.mod, error.error) or cause.where
            return self._new_failure(check, cause.mod, f"{cause.via}: {error}", format_path(place), seed, turn, **more)
        return self._new_failure(
            check, self.mod.id, describe_error(error), format_path(find_source_line(error) or ""), seed, turn, **more
        )

    def build_difference(self, check: str, text: str, seed: int, turn: int, **more: Any) -> CheckFailure:
        """The failure of two games that should be equal but differ; it lists the hooks that may be responsible."""
        return self._new_failure(check, self.mod.id, text, self.describe_hook_locations(), seed, turn, **more)

    def describe_hook_locations(self) -> str:
        """``file:line`` of the first four hooks of the mod that run during play."""
        places = dict.fromkeys(
            impl.listener.cause.where
            for name, impls in self.loaded.hooks.items()
            for impl in impls
            if impl.mod == self.mod.id and not name.startswith("provide_")
        )
        return ", ".join(list(places)[:4])

    def _new_failure(
        self, check: str, mod: str, text: str, where: str, seed: int, turn: int, **more: Any
    ) -> CheckFailure:
        return CheckFailure(
            check, mod, text, where, seed, turn, self.format_repeat_command(check, seed, max(turn, 1), **more)
        )


def _find_mod_line(mod: str, error: BaseException) -> str:
    """``file:line`` of the innermost frame in the mod's files."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((f"{f.filename}:{f.lineno}" for f in reversed(frames) if tripwire.find_owner(f.filename) == mod), "")


class _BotPlayer:
    """Plays with a bot of the game, or with pseudorandom choices."""

    def __init__(self, bot: Bot | None) -> None:
        self.bot = bot
        self.contexts: dict[int, BotContext] = {}

    def choose(self, session: Session, options: Sequence[Command]) -> int:
        """Index of the command to submit."""
        state = session.state
        fallback = kernels.mix(kernels.mix(state.seed, 0x5EED), state.turn) % len(options)
        question = state.question
        if self.bot is None or question is None:
            return fallback
        context = self.contexts.setdefault(question.actor, BotContext(session, self.bot.id, question.actor))
        try:
            return list(options).index(self.bot.decide(context, options))
        except Exception:  # a bot that cannot handle the mod does not count against the mod
            return fallback
