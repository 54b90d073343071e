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
from footfall.content.files import show
from footfall.engine import save
from footfall.engine.bots import Bot, Seat, legal_commands
from footfall.engine.codec import command_types, plain, read_command
from footfall.engine.model import Cause, Command
from footfall.engine.problems import line_of, said
from footfall.engine.rules import Game, Rules
from footfall.engine.session import Session
from footfall.loader import Finding, Level, Loaded, LoadError, Mod, Trust, active_in, discover, load, tripwire
from footfall.loader.imports import forget
from footfall.loader.trust import may_run, name_for
from footfall.testing.scenario import BadScenario, Start, fixture_of

DRAWN_EVERY = 20
"""Turns between two looks at the screen."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
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
    beside: tuple[Path, ...] = ()
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    shuffle: int | None = None


class Fault(msgspec.Struct, frozen=True):
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


class Unplayable(Exception):
    """There is no game to test the mod in; the text says why."""


class Failed(Exception):
    """A mod failed in a game: whose it was, and why."""

    def __init__(self, cause: Cause, error: BaseException) -> None:
        super().__init__(said(error))
        self.cause = cause
        self.error = error


class Strict(Session):
    """A session that stops at the first failure of a mod, and knows whose it was."""

    def fail(self, cause: Cause, error: BaseException) -> None:
        """See `Session.fail`."""
        raise error if isinstance(error, Failed) else Failed(cause, error) from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.fail(cause, error)


class Stopped(Exception):
    """A game that could not be played on; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


@dataclass
class Bench:
    """A mod, the game it is tested in, and the ways to play it.

    Attributes:
        mod: as it was found.
        game: the game.
        findings: what loading it had to say of it.
        others: the mods it may be ordered among.
        starts: how its games begin, in turn by seed.
        needs: paths of the mods without which it, or the game, is not there.
    """

    wanted: Wanted
    mod: Mod
    game: Game
    loaded: Loaded
    findings: tuple[Finding, ...] = ()
    others: tuple[str, ...] = ()
    starts: tuple[Start, ...] = (Start(),)
    needs: tuple[Path, ...] = ()
    _rules: dict[str, Loaded] = field(default_factory=dict)

    def load(
        self,
        *,
        settings: Mapping[str, Any] | None = None,
        without: bool = False,
        shuffle: int | None = None,
        fresh: bool = False,
    ) -> Loaded:
        """Loads the game with the mod.

        Args:
            settings: over those wanted.
            without: load it without the mod.
            shuffle: with the other mods, in another order.
            fresh: run the mod's code again, as a new start of the game does.
        """
        key = repr((sorted((settings or {}).items()), without, shuffle))
        if fresh:
            forget(self.mod.package)
        elif key in self._rules:
            return self._rules[key]
        mods = [*self.needs, *([] if without else [self.wanted.path])]
        if shuffle is not None:
            mods = [*self.wanted.beside, *mods]
        loaded = load(
            self.game.id,
            mods=mods,
            only=self.others if shuffle is not None else (),
            settings={**self.wanted.settings, **(settings or {})},
            trust=Trust.NAMED,
            shuffle=shuffle,
        )
        if not fresh:
            self._rules[key] = loaded
        return loaded

    def again(self, check: str, seed: int | None = None, turn: int | None = None, **more: Any) -> str:
        """The command that repeats one test."""
        words: list[object] = ["footfall", "mods", "test", self.wanted.name, "--only", check]
        if self.wanted.game:
            words += ["--game", self.wanted.game]
        for path in self.wanted.beside:
            words += ["--beside", path]
        if seed is not None:
            words += ["--seed", seed]
        if turn is not None:
            words += ["--turns", turn]
        given = {f"--option={name}": value for name, value in self.wanted.options.items()}
        given |= {f"--set={name}": value for name, value in self.wanted.settings.items()}
        words += [f"{name}={msgspec.json.encode(value).decode()}" for name, value in given.items()]
        words += [f"--{name}={value}" for name, value in more.items()]
        return shlex.join(str(word) for word in words)

    # Playing.

    def start(self, seed: int) -> Start:
        """How the game of a seed begins."""
        return self.starts[seed % len(self.starts)]

    def begin(self, rules: Rules, seed: int, check: str, **more: Any) -> Strict:
        """Begins a game.

        Raises:
            Stopped: it cannot be begun.
        """
        options = {**self.start(seed).options, **self.wanted.options}
        try:
            session = Strict.begin(rules, seed, options, strict=True)
            assert isinstance(session, Strict)
            return session
        except Exception as error:
            raise Stopped(self.fault(check, error, seed, 0, **more)) from error

    def play(self, session: Session, turns: int, check: str, **more: Any) -> Iterator[Command]:
        """Lets a bot play, yielding each command that was carried out.

        Raises:
            Stopped: a mod failed, or no legal command was accepted.
        """
        state, seed = session.state, session.state.seed
        seats = _Chooser(session.rules.bots.get(self.start(seed).bot))
        for turn in range(state.turn + 1, state.turn + turns + 1):
            if state.outcome is not None:
                return
            try:
                command = self._step(session, seats)
                if turn % DRAWN_EVERY == 0:
                    session.rules.game.scene(session.play())
            except Exception as error:
                raise Stopped(self.fault(check, error, seed, turn, **more)) from error
            if command is None:
                text = "none of the commands that the game lists as legal is accepted"
                raise Stopped(self._made(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def _step(self, session: Session, seats: _Chooser) -> Command | None:
        options = legal_commands(session)
        first = seats.choose(session, options) if options else 0
        for at in range(len(options)):  # a mod may forbid what the game lists as legal
            command = options[(first + at) % len(options)]
            if session.step(command).refused is None:
                return command
        return None

    def follow(
        self, session: Session, commands: Sequence[Command], check: str, **more: Any
    ) -> Iterator[Command]:
        """Gives commands that were accepted before, in the types that the session's own rules have for them.

        Raises:
            Stopped: a mod failed, or one is refused now.
        """
        seed = session.state.seed
        types = command_types([*session.rules.commands, *session.builtin_commands])
        for command in commands:
            turn = session.state.turn + 1
            try:
                result = session.step(read_command(plain(command), types))
            except Exception as error:
                raise Stopped(self.fault(check, error, seed, turn, **more)) from error
            if result.refused is not None:
                text = f"{type(command).__name__} was carried out before and is refused now"
                text += f" ({result.refused.message.id})"
                raise Stopped(self._made(check, self.mod.id, text, "", seed, turn, **more))
            yield command

    def save(self, session: Session) -> dict[str, bytes]:
        """What a save of the session holds."""
        return save.sections_of(session, __version__)[1]

    def revive(self, rules: Rules, kept: Mapping[str, bytes]) -> Strict:
        """Goes on from what a save held.

        Raises:
            BadSave: these rules cannot.
        """
        session = save.revived(rules, kept, "the save", strict=True)
        session.__class__ = Strict
        assert isinstance(session, Strict)
        return session

    # Faults.

    def fault(self, check: str, error: BaseException, seed: int, turn: int, **more: Any) -> Fault:
        """What an exception says, whose it is, and where."""
        if isinstance(error, Failed):
            cause = error.cause
            place = _line_in(cause.mod, error.error) or cause.where
            return self._made(check, cause.mod, f"{cause.via}: {error}", show(place), seed, turn, **more)
        return self._made(check, self.mod.id, said(error), show(line_of(error) or ""), seed, turn, **more)

    def differs(self, check: str, text: str, seed: int, turn: int, **more: Any) -> Fault:
        """Two games that should be one are two: the mod's hooks that may be why."""
        return self._made(check, self.mod.id, text, self.hooks(), seed, turn, **more)

    def hooks(self) -> str:
        """Where the mod's hooks of play are, as far as one line holds."""
        places = dict.fromkeys(
            one.listener.cause.where
            for name, line in self.loaded.hooks.items()
            for one in line
            if one.mod == self.mod.id and not name.startswith("provide_")
        )
        return ", ".join(list(places)[:4])

    def _made(self, check: str, mod: str, text: str, where: str, seed: int, turn: int, **more: Any) -> Fault:
        return Fault(check, mod, text, where, seed, turn, self.again(check, seed, max(turn, 1), **more))


def _line_in(mod: str, error: BaseException) -> str:
    """``file:line`` of the innermost frame in a mod's own files."""
    frames = traceback.extract_tb(error.__traceback__)
    return next(
        (f"{f.filename}:{f.lineno}" for f in reversed(frames) if tripwire.owner(f.filename) == mod), ""
    )


class _Chooser:
    """Who plays: a bot that the game brings, or chance."""

    def __init__(self, bot: Bot | None) -> None:
        self.bot = bot
        self.seats: dict[int, Seat] = {}

    def choose(self, session: Session, options: Sequence[Command]) -> int:
        """The index of the command to give."""
        state = session.state
        blind = kernels.mix(kernels.mix(state.seed, 0x5EED), state.turn) % len(options)
        question = state.question
        if self.bot is None or question is None:
            return blind
        seat = self.seats.setdefault(question.actor, Seat(session, self.bot.id, question.actor))
        try:
            return list(options).index(self.bot.decide(seat, options))
        except Exception:  # a bot that does not understand a mod is no fault of the mod
            return blind


def prepared(wanted: Wanted) -> list[Bench]:
    """Finds the mod and the game it is tested in: the one asked for, its own, the first it names; else each.

    Raises:
        Unplayable: there is no such mod, or no game it is active in.
    """
    found, findings = discover([*wanted.beside, wanted.path])
    here = wanted.path.resolve()
    mod = next((each for each in found.values() if each.files.path.resolve() == here), None)
    if mod is None:
        wrong = [str(f) for f in findings if str(wanted.path) in str(f)]
        raise Unplayable("\n".join(wrong) or f"{wanted.path}: there is no mod")
    everything = load(None, mods=[*wanted.beside, wanted.path], trust=Trust.NAMED)
    if mod.id not in {each.id for each in everything.mods}:
        wrong = [str(f) for f in everything.problems if f.mod == mod.id or f.off]
        raise Unplayable("\n".join(wrong) or f"{mod.id} is off")
    games = [
        game
        for game in everything.games.values()
        if mod.id in {each.id for each in active_in(game, everything.mods, everything.games)}
    ]
    others = tuple(each.id for each in everything.mods)
    return [_bench(wanted, mod, game, found, others) for game in _chosen(wanted, mod, games)]


def _bench(wanted: Wanted, mod: Mod, game: Game, found: Mapping[str, Mod], others: Sequence[str]) -> Bench:
    needs = _needs(mod, game, found)
    mods = [*needs, wanted.path]
    try:
        loaded = load(game.id, mods=mods, only=(), settings=wanted.settings, trust=Trust.NAMED)
    except LoadError as error:
        raise Unplayable(str(error)) from None
    if mod.id not in loaded.rules.mods:
        raise Unplayable("\n".join(str(f) for f in loaded.problems if f.mod == mod.id) or f"{mod.id} is off")
    wrong = tuple(f for f in loaded.problems if f.level > Level.NOTE)
    around = load(game.id, mods=[*wanted.beside, *mods], only=others, trust=Trust.NAMED).rules.mods
    beside = tuple(id for id in around if id not in loaded.rules.mods)
    return Bench(wanted, mod, game, loaded, wrong, beside, _starts(game), needs)


def _needs(mod: Mod, game: Game, found: Mapping[str, Mod]) -> tuple[Path, ...]:
    """Paths of the mods without which the mod or the game is not there, whatever else is on.

    Raises:
        Unplayable: one of them may not run here.
    """
    needed: dict[str, Mod] = {}
    todo = [*mod.manifest.requires, game.id, *game.rules]
    while todo:
        other = found.get(todo.pop())
        if other is None or other.first_party or other.id in needed or other.id == mod.id:
            continue
        if not may_run(other, Trust.NAMED):
            fix = f"footfall mods approve {name_for(other)}"
            raise Unplayable(f"{mod.id} needs {other.id}, whose code you have not approved: {fix}")
        needed[other.id] = other
        todo += other.manifest.requires
    return tuple(other.files.path for other in needed.values())


def _chosen(wanted: Wanted, mod: Mod, games: Sequence[Game]) -> Sequence[Game]:
    """The game asked for, or the mod's own, or the first it names; all for a mod of any game."""
    if wanted.game:
        fitting = [game for game in games if wanted.game in (game.id, game.id.rpartition(".")[2])]
        if not fitting:
            there = ", ".join(game.id for game in games) or "none"
            raise Unplayable(f"{mod.id} is not active in a game {wanted.game!r}; it is in: {there}")
        return fitting[:1]
    if not games:
        raise Unplayable(f"{mod.id} is active in no game; its manifest names: {', '.join(mod.about.games)}")
    own = [game for game in games if game.id == mod.id or mod.id in game.rules]
    named = [
        game for name in mod.about.games for game in games if name in (game.id, game.id.rpartition(".")[2])
    ]
    return [*own, *named][:1] or games


def _starts(game: Game) -> tuple[Start, ...]:
    """How the game's own ``testing.toml`` has games begin."""
    try:
        return fixture_of(game.id).starts or (Start(),)
    except BadScenario:  # it has none
        return (Start(),)
