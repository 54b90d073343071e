"""A game under test: begun as players begin it, or set up from a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

from footfall import kernels
from footfall.engine.bots import legal_commands
from footfall.engine.codec import command_types, read_command
from footfall.engine.model import Answer, Command, Told
from footfall.engine.session import Result, Session
from footfall.engine.why import Trail
from footfall.loader import load

from .dice import Forced
from .scenario import BadScenario, Case, Scenario, Step, Table, dice_in, fixture_of
from .spy import Spy
from .stage import Stage
from .steps import command_of, look, plain, put, walk
from .unmet import Unmet
from .why import Why, why_of

Given = str | Mapping[str, Any] | Command
"""A command: an alias of the game's fixture, a table with its ``type``, or the command itself."""


class Live:
    """A game under test: strict (the first error of a mod is raised) and with every number's why.

    Attributes:
        session: the game itself.
        told: ids of the messages that the last command told.
    """

    def __init__(self, session: Session, stage: Stage | None = None) -> None:
        self.session = session
        self.told: list[str] = []
        self._stage = stage
        if session.trail is None:
            session.trail = Trail()

    def do(self, command: Given, *, dice: Iterable[str] | None = None, times: int = 1) -> Result:
        """Gives a command, so often; it must be carried out.

        Args:
            dice: ``"d6=3"`` in the order the rules must ask, for each of the times alike; None: they fall as
                they do.

        Returns:
            What the last of them led to.

        Raises:
            Unmet: it is refused.
            WrongDie: the rules rolled something else.
        """
        if times < 1:
            raise ValueError("a command is given at least once")
        result = Result()
        for _ in range(times):
            result = self._give(command, dice)
            if result.refused is not None:
                rule = result.refused.rule or result.refused.message.id
                raise Unmet(f"{_shown(command)} is refused by {rule} ({result.refused.message.id})")
        return result

    def refused(self, command: Given) -> str:
        """Gives a command that must be refused, at no cost.

        Returns:
            The rule that refuses it, or the id of the message that says so.

        Raises:
            Unmet: it is carried out, or it changed something all the same.
        """
        before = self.session.hash()
        result = self._give(command, None)
        if result.refused is None:
            raise Unmet(f"{_shown(command)} should be refused, but it was carried out")
        if self.session.hash() != before:
            raise Unmet(f"{_shown(command)} is refused, yet the state has changed")
        return result.refused.rule or result.refused.message.id

    def play_on(self, turns: int) -> None:
        """Lets a bot give `turns` legal commands, or as many as it takes to end the game."""
        state = self.session.state
        for _ in range(turns):
            options = legal_commands(self.session)
            if state.outcome is not None or not options:
                return
            self.do(options[kernels.mix(state.seed, state.turn) % len(options)])

    def why(self, hook: str, term: str | None = None, **about: Any) -> Why:
        """How a hook came to a number during the last command.

        Args:
            term: which of its numbers; None: its only one.
            **about: fields its event must have, such as ``listener=2``. Of several the last counts.

        Raises:
            Unmet: it was not asked, or not about that.
        """
        trail = self.session.trail
        assert trail is not None
        folds = [fold for fold in trail.folds if fold.hook == hook]
        fitting = [fold for fold in folds if all(getattr(fold.event, k, None) == v for k, v in about.items())]
        if fitting:
            return why_of(fitting[-1], term)
        if folds:
            events = "\n".join(f"  {fold.event}" for fold in folds[-5:])
            raise Unmet(f"{hook} was not asked about {about}, but:\n{events}")
        asked = ", ".join(dict.fromkeys(fold.hook for fold in trail.folds)) or "nothing"
        raise Unmet(f"{hook} was not asked in the last command; asked for numbers: {asked}")

    def spy(self, hook: str) -> Spy:
        """Watches a hook from now on."""
        return Spy(self.session, hook)

    def look(self, path: str) -> Any:
        """The value of a path, in plain form: ``"E.hp"``, ``"tile 3,1"``, or into the state."""
        if self._stage is not None:
            return look(self._stage, path)
        return plain(walk(self.session.state, path))

    def put(self, path: str, value: Any) -> None:
        """Writes a value by hand: what a test assumes, and no rule is asked about."""
        if self._stage is None:
            raise Unmet("only a scene is written to by hand; a game that was begun is played")
        put(self._stage, path, value)

    def id(self, name: str) -> int:
        """The number of an actor or item that a scene names."""
        if self._stage is None or name not in self._stage.names:
            known = ", ".join(self._stage.names) if self._stage is not None else "nothing"
            raise Unmet(f"nothing here is named {name!r}; named: {known}")
        return self._stage.names[name]

    def _give(self, command: Given, dice: Iterable[str] | None) -> Result:
        session = self.session
        given = self._command(command)
        trail = session.trail
        assert trail is not None
        trail.folds.clear()
        trail.changes.clear()
        forced = None if dice is None else Forced(dice_in(dice), self._free())
        before, session.forced = session.forced, forced
        try:
            result = session.step(given)
        finally:
            session.forced = before
        if forced is not None:
            forced.check_empty()
        self.told = [event.message.id for event in result.events if isinstance(event, Told)]
        return result

    def _free(self) -> Mapping[str, int]:
        return self._stage.scenario.fixture.free if self._stage is not None else {}

    def _command(self, command: Given) -> Command:
        if isinstance(command, Command):
            return command
        if self._stage is not None:
            return command_of(self._stage, Step(do=command if isinstance(command, str) else dict(command)))
        if isinstance(command, str):
            raise Unmet(f"{command!r} is an alias, and only a scene has aliases; give the command itself")
        question = self.session.state.question
        actor = question.actor if question is not None else 0
        return read_command(
            {"actor": actor, **command}, command_types([*self.session.rules.commands, Answer])
        )


def begin(
    game: str,
    *,
    mods: Sequence[Path] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    dice: Iterable[str] | None = None,
) -> Live:
    """Begins a game as players do, with first-party plugins and the mods named alone.

    Args:
        game: full id or short name.
        mods: paths.
        options: setup options of the game.
        settings: world settings by full name.
        dice: of the setup; see `Live.do`.

    Raises:
        LoadError: a mod has an error.
        ValueError: a setting or an option does not fit.
    """
    loaded = load(game, mods=mods, only=(), settings=settings, strict=True)
    wrong = [finding for finding in loaded.problems if finding.code in ("no-setting", "bad-setting")]
    if wrong:
        raise ValueError("\n".join(finding.text for finding in wrong))
    forced = None if dice is None else Forced(dice_in(dice))
    session = Session.begin(loaded.rules, seed, options, strict=True, trail=Trail(), forced=forced)
    if forced is not None:
        forced.check_empty()
    session.forced = None
    return Live(session)


def scene(
    picture: str | Sequence[str],
    *,
    game: str = "stealth",
    mods: Sequence[Path] = (),
    actors: Mapping[str, Table] | None = None,
    items: Sequence[Table] = (),
    legend: Table | None = None,
    parts: Table | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Live:
    """Sets a level up from a picture, with what the game's ``testing.toml`` says of signs, actors and commands.

    Args:
        picture: rows of signs; the picture is the whole level, and its upper left corner is 0,0.
        game: one on tiles, whose mod has a ``testing.toml``.
        mods: paths.
        actors: by name, over what the fixture says of them: ``{"E": {"hp": 3}}``.
        items: ``{"name": ..., "kind": ..., "holder": ..., "at": [x, y]}``.
        legend: more signs: ``{"~": {"tile": "you.swamp:mud"}}``.
        parts: values for parts of the state.
        settings: world settings by full name.

    Raises:
        BadScenario: the picture, or what is said of it, makes no sense.
        LoadError: a mod has an error.
    """
    fixture = fixture_of(game)
    if not fixture.floor:
        raise BadScenario(
            f"the testing.toml of {game} names no floor: a scene is for games on tiles; use begin()"
        )
    rows = dedent(picture).strip("\n").split("\n") if isinstance(picture, str) else list(picture)
    width = max((len(row) for row in rows), default=0)
    case = Case(
        id="scene",
        size=(width, len(rows)),
        map=tuple(rows),
        legend=dict(legend or {}),
        actors=dict(actors or {}),
        items=tuple(items),
        parts=dict(parts or {}),
        settings=dict(settings or {}),
        mods=tuple(str(Path(mod).resolve()) for mod in mods),
    )
    stage = Stage(Scenario(case, fixture, Path("scene")))
    stage.session.forced = None
    return Live(stage.session, stage)


def _shown(command: Given) -> str:
    return repr(command) if isinstance(command, str) else str(command)
