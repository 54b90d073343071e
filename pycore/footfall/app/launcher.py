"""Games from their start on: the title screen, a new game or the saved one in play, and the title again.

The command line and the server are launchers of their own: they differ in how they load, ask and report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.audio.mixing import Mix
from footfall.audio.speaker import ScenePlayer
from footfall.diagnostics import UserError
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import BOTS_OPTION
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.differences import Difference, compare_settings
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.engine.session import GameOverError, Session
from footfall.engine.state import State
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles.retractions import iter_retracted
from footfall.loader.profiles.user_choices import read_selection
from footfall.ui.frontend import Frontend
from footfall.ui.loop import ExitReason, Screen, run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys

from . import crash, startup
from .appearance import load_look
from .files.paths import lessons_path, save_path
from .files.resume import has_saved_game, read_last_options, read_saved_header, resume_session
from .files.run_files import RunFiles
from .game_view import LAST_TURNS_SCREEN, GameView
from .hot_reload import reload_changed_mods
from .last_turns import LastTurns
from .lessons import LessonTracker
from .replay_viewer import Foresee
from .screens.console import ConsoleScreen
from .screens.settings import SettingsScreen
from .screens.title import StartChoice, StartKind, TitleScreen
from .setup_choices import SetupChoices, find_seat_bots, read_seat_bots
from .startup import choose_seed, list_courses
from .typed_rules import TypedRules


class GameCrashedError(UserError):
    """The game crashed."""


class GameReport(msgspec.Struct, frozen=True):
    """The messages to show after a game.

    Attributes:
        lines: the save, or the replay and the story.
        silence: why there was no sound, if the command has asked for it.
        failure: lines about mod failures that were contained, or ``""``.
        is_over: the player left after the end of the game.
    """

    lines: tuple[str, ...]
    failure: str = ""
    silence: str = ""
    is_over: bool = False


def log_problem(session: Session, message: Message) -> None:
    """Logs a problem in the game: a window has no terminal to print it on."""
    session.log.append(LoggedMessage(message, "problem", session.state.turn))


def log_setting_problems(session: Session, ui_settings: UiSettings) -> None:
    """Logs wrong values in the settings file."""
    for problem in ui_settings.problems:
        log_problem(session, Message("footfall-setting-problem", {"problem": problem}))


def open_mods_screen(loaded: LoadResult, state: State, differences: Sequence[Difference] = ()) -> Screen:
    """Opens the mods screen."""
    from .screens.mods import ModsScreen  # only here: the import takes a tenth of the start time

    return ModsScreen(loaded, state, differences)


class SavedGame(GameView):
    """A game with its files, its mods, and the screens that the player can open over it."""

    files: RunFiles

    def __init__(
        self,
        launcher: Launcher,
        session: Session,
        *,
        is_new: bool,
        world: Mapping[str, Any] | None = None,
        bots: Mapping[int, Bot] | None = None,
    ) -> None:
        """Opens the files of the game.

        Args:
            is_new: whether to begin a new replay, rather than append to the existing one.
            world: world settings of this game that differ from the player's.
            bots: players of seats, by seat.

        Raises:
            OSError: the files cannot be written.
        """
        self.loaded, self._launcher, self._selection = launcher.load_result, launcher, read_selection()
        self._world, self._foresee = world or {}, launcher.find_foresight()
        screens: dict[str, Callable[[], Screen]] = {}
        if not launcher.is_guest:
            screens["mods"] = lambda: open_mods_screen(self.loaded, self.session.state, self.session.differences)
            screens["settings"] = lambda: SettingsScreen(self, build_session_scene(self.session), self.loaded)
        screens[LAST_TURNS_SCREEN] = self.open_last_turns
        if launcher.has_console:
            rules = TypedRules(lambda: self.session, lambda: self.loaded, self.reload)
            screens["console"] = lambda: ConsoleScreen(self, rules)
        session.console_enabled = launcher.has_console
        lessons = LessonTracker(lessons_path()) if launcher.ui_settings.has_lessons else None
        files = RunFiles(session, launcher.path, self._translate, self._begin, is_new)
        super().__init__(session, self._translate, files=files, bots=bots, lesson_tracker=lessons, screens=screens)
        self.ui_settings = launcher.ui_settings

    def open_last_turns(self) -> LastTurns:
        """Returns the screen of the last turns, with the chances of a round in a game that has rounds."""
        screen = LastTurns(self.session, self._translate, self._bots, self.list_turning_points())
        if self._foresee is not None:
            screen.foresee = partial(self._foresee, self.loaded)
        return screen

    def _translate(self, message: Message | str) -> str:
        return self.loaded.catalog.translate(message)

    def _begin(self, seed: int, options: Mapping[str, Any]) -> Session:
        """Begins the next game, with the mods that the player has chosen by now."""
        if self._selection.is_outdated():
            self._take_mods(self._launcher.load({}))
            self._selection = read_selection()
        session = Session.begin(self.loaded.rules, seed, options, strict=self.session.strict)
        session.console_enabled = self._launcher.has_console
        return session

    def _take_mods(self, loaded: LoadResult) -> None:
        """Uses other mods, in the same language."""
        loaded.catalog.set_language(self.loaded.catalog.language)
        self.loaded = loaded
        self.ui_settings = load_look(self.ui_settings, loaded)

    def reload(self, added: str = "") -> Message:
        """Reloads mods whose files have changed, and one that is new; returns the result as a message."""
        load = partial(self._launcher.load, self._world)
        result, message = reload_changed_mods(self.session, self.loaded, load, added)
        if result is not None:
            self._take_mods(result.snapshot.result)
            self.files.continue_with(result.session)
            self.replace_session(result.session)
        return message


def run_game(game: SavedGame, frontend: Frontend) -> GameReport:
    """Plays a game on a front end until the player leaves.

    Raises:
        GameCrashedError: the game crashed; save and replay are kept.
        UnsavedGameError: the game cannot be saved at its end.
    """
    ui_settings = game.ui_settings
    silence: list[str] = []
    player = ScenePlayer(silence.append)

    def hear(scene: Scene, before: Scene | None) -> None:
        settings = game.ui_settings
        if settings.has_sound:
            player.mix = Mix(settings.volume, settings.own_volume, settings.others_volume, settings.room_volume)
            player.hear(scene, before)

    try:
        with watch_for_hangs(on_end=lambda: frontend.__exit__(None, None, None)):
            game.ui_settings = keep_usable_keys(ui_settings, build_session_scene(game.session))
            game.let_bots_play()
            log_setting_problems(game.session, game.ui_settings)
            reason = run_ui_loop(frontend, game, game.ui_settings, None if frontend.plays_sounds else hear)
    except GameOverError:  # a command was submitted after the end of the game
        reason = ExitReason.QUIT
    except Exception as error:  # the state may be inconsistent: do not save it
        game.files.close()
        report = crash.report_crash(game.session, game.loaded, error, game.running_command)
        raise GameCrashedError(f"{report}\nthe next start resumes the game before the crash") from error
    except BaseException:
        with suppress(OSError):
            game.save()
        game.files.close()
        raise
    finally:
        player.close()
    startup.clear_failed_starts()
    failure = crash.report_failure(game.session, game.loaded)
    why_silent = "".join(silence) if "has_sound" in ui_settings.option_names else ""
    return GameReport((*game.files.finish(),), failure, why_silent, reason is ExitReason.GAME_OVER)


class Launcher:
    """Begins and resumes games on a front end.

    Attributes:
        settings_path: file for the choice of a language; None for the settings file.
        is_guest: the player plays on a machine that is not theirs: there is no screen that changes mods, settings or
            files of the machine, and no console.
        bots: who plays each seat of a resumed game, as on the command line; ``""``: the bots that its save names.
        is_strict: the first failure of a mod ends the game.
        has_console: the modder's console is available.
        returns_to_title: the title screen follows a game that is left, not only one that has ended.
    """

    load_result: LoadResult
    path: Path
    ui_settings: UiSettings
    settings_path: Path | None = None
    options: Mapping[str, Any] = {}
    bots = ""
    is_guest = False
    is_strict = False
    has_console = False
    returns_to_title = False

    def prepare(self) -> None:
        """Reads settings and mods, for the first game and again for each other one."""
        self.ui_settings = self.read_ui_settings()
        self.load_result = self.load({})
        self.ui_settings = load_look(self.ui_settings, self.load_result)
        self.path = save_path(self.load_result.rules.game.id)

    def load(self, world: Mapping[str, Any]) -> LoadResult:
        """Loads game and mods with these values of world settings, in the language of `ui_settings`."""
        raise NotImplementedError

    def read_ui_settings(self) -> UiSettings:
        """Reads the player's settings."""
        raise NotImplementedError

    def open_frontend(self) -> Frontend:
        """Returns the front end of the next screen."""
        raise NotImplementedError

    def begin(self, options: Mapping[str, Any], seed: int) -> Session:
        """Begins a new game with setup options."""
        raise NotImplementedError

    def find_foresight(self) -> Foresee | None:
        """Returns the function that computes the chances of a round; None: the game has no rounds."""
        return None

    def watch(self, replay: Path) -> bool:
        """Lets the player step through a replay; returns whether the program goes on after it."""
        raise NotImplementedError

    def ask_to_overwrite(self) -> None:
        """Ends the program unless the player agrees to lose the saved game."""

    def offer_missing_mods(self) -> Message | None:
        """Offers to load mods that the saved game needs; returns a line for the log if they are missing."""
        return None

    def tell(self, line: str) -> None:
        """Tells the player something about the game that begins."""

    def report(self, report: GameReport) -> None:
        """Tells the player how a game ended."""

    def run(self, choice: StartChoice, has_title: bool) -> None:
        """Plays games until the player leaves.

        Args:
            choice: the first game, if there is no title screen; else its seed is that of the first title screen.
            has_title: begin with the title screen, and show it after a game.

        Raises:
            GameCrashedError, UnsavedGameError, SaveError, OSError: the game cannot go on.
        """
        seed = choice.seed
        while True:
            if has_title:
                choice, seed = self._ask_for_start(seed), None
            if choice.kind is StartKind.LEAVE:
                break
            report = self.play(choice, may_overwrite=has_title)
            self.report(report)
            if not has_title or not (report.is_over or self.returns_to_title):
                return
            self.prepare()
        startup.clear_failed_starts()

    def _ask_for_start(self, seed: int | None) -> StartChoice:
        """Shows the title screen until the player begins or continues a game, or leaves."""
        selection = read_selection()
        while True:
            open_mods = None if self.is_guest else partial(open_mods_screen, self.load_result)
            title = TitleScreen(
                self.load_result, self.path, self.ui_settings, open_mods, self.settings_path, self.options, seed
            )
            keys = keep_usable_keys(self.ui_settings, title.build_scene())
            run_ui_loop(self.open_frontend(), title, keys)
            self.ui_settings = title.ui_settings
            choice = title.choice or StartChoice(StartKind.LEAVE)
            if choice.kind is not StartKind.REPLAY or choice.path is None:
                break
            if not self.watch(choice.path):
                return StartChoice(StartKind.LEAVE)
        if selection.is_outdated():
            self.load_result = self.load({})
            self.ui_settings = load_look(self.ui_settings, self.load_result)
        return choice

    def play(self, choice: StartChoice, *, may_overwrite: bool) -> GameReport:
        """Begins or resumes a game and plays it until the player leaves.

        Args:
            may_overwrite: whether the player has agreed to lose the saved game.
        """
        world: dict[str, Any] = {}
        is_saved = has_saved_game(self.path)
        is_new = choice.kind is StartKind.NEW or not is_saved
        if is_new:
            session = self._begin(choice)
            if is_saved and not may_overwrite:
                self.ask_to_overwrite()
        else:
            session, world = self._resume()
        waiting = sum(finding.code == "not-approved" for finding in self.load_result.findings)
        if waiting and not self.is_guest:
            log_problem(session, Message("footfall-approval-waits", {"count": waiting}))
        for mod, why in iter_retracted(self.load_result.mods):
            log_problem(
                session, Message("footfall-mods-retracted", {"mod": mod.id, "version": mod.version, "why": why})
            )
        bots, missing = read_seat_bots(session.rules, session.options)
        for line in missing:
            log_problem(session, line)
        bots = (bots if is_new else None) or find_seat_bots(self.load_result.rules, {BOTS_OPTION: self.bots}) or bots
        game = SavedGame(self, session, is_new=is_new, world=world, bots=bots)
        return run_game(game, self.open_frontend())

    def _begin(self, choice: StartChoice) -> Session:
        """Begins a new game as the title screen proposes it; with a seed, as it does to a new player on any machine."""
        rules, course = self.load_result.rules, choice.course
        if choice.options is not None:
            options = self.options = choice.options
        else:
            last = read_last_options(rules.game.id, self.path) if choice.seed is None else {}
            options = {**SetupChoices(rules, self.options, last).build_options(), **self.options}
        first = next((course for course in list_courses(rules) if course.is_first), None)  # for new players
        if not course and first is not None and "course" in rules.game.options and "course" not in options:
            course = first.id
        options = {**options, "course": course} if course else options
        return self.begin(options, choose_seed(rules, options) if choice.seed is None else choice.seed)

    def _resume(self) -> tuple[Session, dict[str, Any]]:
        """Resumes the saved game with its mods and world settings; returns those that differ from the player's."""
        header: SaveHeader | None = None
        with suppress(SaveError):  # reported below
            header = read_saved_header(self.path)
        world: dict[str, Any] = {}
        offer = None
        if header is not None:
            needed = (*(id for id, _, _ in header.lock), *header.missing_mods)
            if any(id not in self.load_result.available for id in needed):
                offer = self.offer_missing_mods()
                self.load_result = self.load_result if offer else self.load({})
            for difference in compare_settings(header.settings, self.load_result.rules.settings):
                name, value = difference.subject, header.settings[difference.subject]
                if not self.load_result.settings[name].find_problem(value):
                    self.tell(str(difference))
                    world[name] = value
        self.load_result = self.load(world) if world else self.load_result
        with watch_for_hangs():
            session, notices = resume_session(self.load_result, self.path, self.is_strict)
        for notice in notices:
            self.tell(notice)
        if offer is not None:
            log_problem(session, offer)
        return session, world
