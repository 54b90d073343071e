"""A game under test, begun as players begin it or set up from a picture."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec

from footfall import __version__, kernels
from footfall.api.session_scene import build_session_scene
from footfall.disk import replace_file
from footfall.engine.bots import RunningMacro, is_macro, list_legal_commands
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.core_changes import LogLineAdded
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.host import CommandResult
from footfall.engine.model import Answer, Command, Message
from footfall.engine.saves.replay import Recorder, play_back, read_replay
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.engine.saves.save import build_sections, restore_session
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.layout import MIN_HEIGHT, MIN_WIDTH
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.ui_state import HELP_PAGE, MESSAGES_PAGE, UiState

from .dice import ExpectationError, ForcedDice, force_dice
from .scenario import (
    Scenario,
    ScenarioCase,
    ScenarioError,
    ScenarioStep,
    TomlTable,
    add_requirements,
    load_fixture,
    parse_dice,
)
from .scenario_game import ScenarioGame, load_mods
from .scenario_player import build_command, follow_path, look, put, to_plain
from .spy import HookSpy, Why, build_why

CommandLike = str | Mapping[str, Any] | Command
"""A command: an alias of the game's fixture, a table with its ``type``, or the command itself."""


class GameUnderTest:
    """A game under test: strict (the first error of a mod is raised) and traced.

    Attributes:
        messages: ids of the messages of the last command.
        unchanged: the deeds of rules that did nothing in the last command, each with its rule and the reason.
        translate: turns messages into English sentences.

    Args:
        stage: the scene that was set up, with the names of its actors and items; None: a game from `begin`.
    """

    def __init__(self, session: Session, translate: Callable[[Any], str], stage: ScenarioGame | None = None) -> None:
        self.session = session
        self.translate = translate
        self.messages: list[str] = []
        self.unchanged: list[str] = []
        self._stage = stage
        self._notes: dict[str, Any] = {}  # of macros, as in play: a chest stops an exploration once
        if session.tracer is None:
            session.tracer = Tracer()

    def do(self, command: CommandLike, *, dice: Iterable[str] | None = None, times: int = 1) -> CommandResult:
        """Submits a command `times` times and returns the last result; it must be accepted.

        A command that stands for many, such as ``explore``, is played until it ends.

        Args:
            dice: forced dice such as ``"d6=3"`` in the order of the rolls, the same each time; None: dice are not
                forced.

        Raises:
            ExpectationError: the command is refused.
            WrongDieError: the rules rolled other dice.
        """
        if times < 1:
            raise ValueError("times must be at least 1")
        result = CommandResult()
        for _ in range(times):
            result = self._submit(command, dice)
        return result

    def expect_refusal(self, command: CommandLike) -> str:
        """Submits a command that must be refused without changing the state.

        Returns:
            The rule that refuses it, or the id of the message.

        Raises:
            ExpectationError: the command was accepted, or the state changed.
        """
        before = self.session.hash()
        result = self._submit(command, None, is_refusable=True)
        if result.refusal is None:
            raise ExpectationError(f"{command!r} should be refused, but it was accepted")
        if self.session.hash() != before:
            raise ExpectationError(f"{command!r} is refused, yet the state has changed")
        return result.refusal.rule or result.refusal.message.id

    def play_turns(self, turns: int) -> None:
        """Submits `turns` pseudorandom legal commands, or fewer if the game ends."""
        state = self.session.state
        for _ in range(turns):
            options = list_legal_commands(self.session)
            if state.outcome is not None or not options:
                return
            self.do(options[kernels.mix(state.seed, state.turn) % len(options)])

    def why(self, hook: str, term: str | None = None, **about: Any) -> Why:
        """Explains how a hook computed a number during the last command.

        Args:
            term: name of the number; None: the only one.
            **about: fields that the event must have, such as ``listener=2``. The last match counts.

        Raises:
            ExpectationError: the hook was not called, or not with such an event.
        """
        tracer = self.session.tracer
        assert tracer is not None
        folds = [fold for fold in tracer.folds if fold.hook == hook]
        matches = [fold for fold in folds if all(getattr(fold.event, k, None) == v for k, v in about.items())]
        if matches:
            return build_why(matches[-1], term)
        if folds:
            events = "\n".join(f"  {fold.event}" for fold in folds[-5:])
            raise ExpectationError(f"{hook} was not called with {about}, but with:\n{events}")
        called = ", ".join(dict.fromkeys(fold.hook for fold in tracer.folds)) or "nothing"
        text = f"{hook} was not called in the last command, or no mod listens to it; called for numbers: {called}"
        raise ExpectationError(text)

    def spy(self, hook: str) -> HookSpy:
        """Records the calls of a hook from now on."""
        return HookSpy(self.session, hook)

    def look(self, path: str) -> Any:
        """Reads a value in plain form: ``"E.hp"``, ``"tile 3,1"``, or a path into the state."""
        if self._stage is not None:
            return look(self._stage, path)
        return to_plain(follow_path(self.session.state, path))

    def put(self, path: str, value: Any) -> None:
        """Writes a value directly, without any rule."""
        if self._stage is None:
            raise ExpectationError("put() works only in a scene, not in a game from begin()")
        put(self._stage, path, value)

    def find_id(self, name: str) -> int:
        """Returns the id of an actor or item of the scene, by name."""
        if self._stage is None or name not in self._stage.names:
            known = ", ".join(self._stage.names) if self._stage is not None else "nothing"
            raise ExpectationError(f"nothing here is named {name!r}; named: {known}")
        return self._stage.names[name]

    def screen(
        self, page: str = "", *, cursor: tuple[int, int] | None = None, width: int = 100, height: int = 40
    ) -> str:
        """Draws the screen as the player sees it now: its rows in English, without trailing and no-break spaces.

        Args:
            page: the open page (``"inventory"``, ``"help"``); ``""``: the game itself.
            cursor: column and row of the map that the player looks at, to see what is said there.
            width, height: size in cells, at least 80 and 24.

        Raises:
            ExpectationError: the game has no such page, the screen is too small, or drawing failed.
        """
        if width < MIN_WIDTH or height < MIN_HEIGHT:
            raise ExpectationError(f"a screen has at least {MIN_WIDTH} x {MIN_HEIGHT} cells, not {width} x {height}")
        earlier = len(self.session.problems)
        scene = build_session_scene(self.session)
        if len(self.session.problems) > earlier:
            raise ExpectationError(str(self.session.problems[earlier]))
        if page and page not in (*scene.pages, HELP_PAGE, MESSAGES_PAGE):
            raise ExpectationError(f"there is no page {page!r}; pages: {', '.join(scene.pages)}")
        canvas = Canvas(height, width)
        draw_screen(canvas, scene, UiState(page=page, cursor=cursor and cursor[::-1]), self.translate)
        return canvas_to_text(canvas).replace("\N{NO-BREAK SPACE}", " ")

    def record(self, path: Path | str) -> Path:
        """Writes the game so far as a replay; forced dice are not in it.

        Raises:
            OSError: the file cannot be written.
            ExpectationError: this is a scene, whose map and actors no replay holds.
        """
        if self._stage is not None:
            raise ExpectationError("a replay cannot hold the map and the actors of a scene; record a game from begin()")
        target, text = Path(path), io.StringIO()
        recorder = Recorder(text, self.session, __version__)
        recorder.write_missing_commands(0)
        recorder.write_hash_mark(force=True)
        replace_file(target, [text.getvalue().encode()])
        return target

    def _submit(self, command: CommandLike, dice: Iterable[str] | None, is_refusable: bool = False) -> CommandResult:
        session, written = self.session, command
        tracer = session.tracer
        assert tracer is not None
        for records in (tracer.folds, tracer.changes, tracer.no_changes):
            records.clear()
        if self._stage is not None and not isinstance(command, Command):
            step = ScenarioStep(do=command if isinstance(command, str) else dict(command))
            command = build_command(self._stage, step)
        elif isinstance(command, str):
            text = f"{command!r} is an alias, and only a scene has aliases; use a table or a command object"
            raise ExpectationError(text)
        elif not isinstance(command, Command):
            actor = session.state.question.actor if session.state.question is not None else 0
            types = index_command_types([*session.rules.commands, Answer])
            command = parse_command({"actor": actor, **command}, types)
        free = self._stage.scenario.fixture.free_dice if self._stage is not None else {}
        self.messages, self.unchanged = [], []
        with force_dice(session, None if dice is None else parse_dice(dice), free):
            result = self.play_macro(command) if is_macro(session, command) else self._play(command)
            if result.refusal is not None and not is_refusable:  # reported rather than its unused dice
                rule, id = result.refusal.rule, result.refusal.message.id
                raise ExpectationError(f"{written!r} is refused by {rule or id} ({id})")
        self.unchanged = [
            f"{record.cause.via}: do.{record.deed}: {self.translate(record.reason)}" for record in tracer.no_changes
        ]
        return result

    def _play(self, command: Command) -> CommandResult:
        result = self.session.submit(command)
        self.messages += [event.message.id for event in result.events if isinstance(event, LogLineAdded)]
        return result

    def play_macro(self, command: Command) -> CommandResult:
        """Submits the commands for which a macro stands, until it ends or one of them is refused.

        Raises:
            ExpectationError: it stands for no command now.
        """
        macro, result = RunningMacro(self.session, command, self._notes), None
        while isinstance(step := macro.next_command(), Command):
            result = self._play(step)
            if result.refusal is not None:
                return result
        if isinstance(step, Message):
            self.messages.append(step.id)
        if result is None:
            raise ExpectationError(
                f"{command!r} stands for no command here ({', '.join(self.messages) or 'no reason'})"
            )
        return result


def begin(
    game: str,
    *,
    mods: Sequence[Path] = (),
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    dice: Iterable[str] | None = None,
) -> GameUnderTest:
    """Begins a game as players do, with first-party plugins, the given mods and those that they require.

    Args:
        game: full id or short name.
        mods: paths.
        options: setup options of the game.
        settings: world settings by full name.
        dice: forced dice of the setup; see `GameUnderTest.do`.

    Raises:
        LoadError: a mod has an error.
        ValueError: a setting or an option is invalid.
    """
    loaded = load_mods(game, mods, settings)
    findings = [finding for finding in loaded.findings if finding.code in ("no-setting", "bad-setting")]
    if findings:
        raise ValueError("\n".join(finding.text for finding in findings))
    forced = None if dice is None else ForcedDice(parse_dice(dice), loaded.rules.game.free_dice)
    session = Session.begin(loaded.rules, seed, options, strict=True, tracer=Tracer(), dice_source=forced)
    if forced is not None:
        forced.check_empty()
    session.dice_source = None
    return GameUnderTest(session, loaded.catalog.translate)


def branch(
    replay: Path | str, at: int, *, mods: Sequence[Path] = (), settings: Mapping[str, Any] | None = None
) -> GameUnderTest:
    """Plays a recorded game up to a command, and lets the test play on from there.

    Mods that the recording does not have join the game at that command, as when a player switches them on.

    Args:
        replay: the file.
        at: number of commands of the recording to play.
        mods: paths; with all mods of the recording that are not the game's own.
        settings: world settings by full name, over those of the recording.

    Raises:
        LoadError: a mod has an error.
        ReplayError: the recording cannot be read, or the game does not follow it.
        SaveError: the game cannot go on with these mods.
        ExpectationError: the recording has fewer commands, or a mod that is not named.
    """
    path = Path(replay)
    loaded: list[LoadResult] = []
    recorded: list[Rules] = []

    def load_rules(header: ReplayHeader) -> Rules:
        wanted = {**header.settings, **(settings or {})}
        loaded.append(load(header.game, mods=add_requirements(mods), only_mods=(), settings=wanted, strict=True))
        recorded.append(load_recorded(header, loaded[0], path))
        return recorded[0]

    recording = read_replay(path, load_rules)
    if not 0 <= at <= len(recording.commands):
        raise ExpectationError(f"{path}: has {len(recording.commands)} commands, so none with the number {at}")
    shortened = msgspec.structs.replace(recording, commands=recording.commands[:at])
    session = play_back(recorded[0], shortened, strict=True, tracer=Tracer())
    session.console_enabled = False
    if session.rules is not loaded[0].rules:
        sections = build_sections(session, __version__)[1]
        session = restore_session(loaded[0].rules, sections, str(path), strict=True, tracer=Tracer())
    return GameUnderTest(session, loaded[0].catalog.translate)


def load_recorded(header: ReplayHeader, now: LoadResult, path: Path) -> Rules:
    """Returns the rules of a recorded game: those of `now`, or without the mods and settings that it does not have.

    Raises:
        ExpectationError: the recording has a mod that `now` does not have.
    """
    recorded, here = {id for id, _, _ in header.lock}, {id for id, _, _ in now.rules.lock}
    if lost := sorted(recorded - here):
        raise ExpectationError(f"{path}: was recorded with {', '.join(lost)}; name the folder of each under mods")
    if recorded == here and header.settings == now.rules.settings:
        return now.rules
    own = [mod.files.path for mod in now.mods if mod.id in recorded and not mod.is_first_party]
    return load(header.game, mods=own, only_mods=(), settings=header.settings, strict=True).rules


def scene(
    picture: str | Sequence[str],
    *,
    game: str = "stealth",
    mods: Sequence[Path] = (),
    actors: Mapping[str, TomlTable] | None = None,
    items: Sequence[TomlTable] = (),
    legend: TomlTable | None = None,
    parts: TomlTable | None = None,
    settings: Mapping[str, Any] | None = None,
    floor: str = "",
) -> GameUnderTest:
    """Sets up a level from a picture; the game's ``testing.toml`` defines characters, actors and commands.

    Args:
        picture: rows of characters; the whole level, with 0,0 in the upper left corner.
        game: a game on tiles whose mod has a ``testing.toml``.
        mods: paths.
        actors: by name, merged over those of the fixture: ``{"E": {"hp": 3}}``. A character of the picture is the actor
            of that name.
        items: ``{"name": ..., "kind": ..., "holder": ..., "at": [x, y]}``.
        legend: additional characters: ``{"~": {"tile": "you.swamp:mud"}}``.
        parts: values for parts of the state.
        settings: world settings by full name.
        floor: the tile of spaces and of actors, by its full id; that of the fixture if empty.

    Raises:
        ScenarioError: the picture or an argument is invalid.
        LoadError: a mod has an error.
    """
    fixture = load_fixture(game)
    if not fixture.floor:
        raise ScenarioError(f"the testing.toml of {game} names no floor: a scene is for games on tiles; use begin()")
    rows = dedent(picture).strip("\n").split("\n") if isinstance(picture, str) else list(picture)
    width = max((len(row) for row in rows), default=0)
    case = ScenarioCase(
        id="scene",
        floor=floor,
        size=(width, len(rows)),
        map=tuple(rows),
        legend=dict(legend or {}),
        actors=dict(actors or {}),
        items=tuple(items),
        parts=dict(parts or {}),
        settings=dict(settings or {}),
        mods=tuple(str(Path(mod).resolve()) for mod in mods),
    )
    stage = ScenarioGame(Scenario(case, fixture, Path("scene")))
    stage.session.dice_source = None
    return GameUnderTest(stage.session, stage.translate, stage)
