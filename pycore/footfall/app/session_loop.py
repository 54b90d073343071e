"""The life of a game on screen: playing, and the report at the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from footfall.api.scene import Panel, Scene
from footfall.api.session_scene import build_session_scene
from footfall.audio.mixing import Mix
from footfall.audio.speaker import ScenePlayer
from footfall.diagnostics import UserError
from footfall.engine.bots import Bot
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.differences import Difference
from footfall.engine.saves.replay import Replay
from footfall.engine.session import GameOverError, Session
from footfall.engine.state import State
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles.user_choices import read_selection
from footfall.ui.frontend import Frontend
from footfall.ui.loop import ExitReason, Screen, run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys

from . import crash, startup
from .appearance import load_look
from .files.paths import lessons_path
from .files.run_files import RunFiles
from .game_view import LAST_TURNS_SCREEN, GameView
from .hot_reload import reload_changed_mods
from .last_turns import LastTurns
from .lessons import LessonTracker
from .screens.console import ConsoleScreen
from .screens.settings import SettingsScreen
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


def log_setting_problems(session: Session, ui_settings: UiSettings) -> None:
    """Logs wrong values in the settings file."""
    for problem in ui_settings.problems:
        message = Message("footfall-setting-problem", {"problem": problem})
        session.log.append(LoggedMessage(message, "problem", session.state.turn))


def open_mods_screen(loaded: LoadResult, state: State, differences: Sequence[Difference] = ()) -> Screen:
    """Opens the mods screen."""
    from .screens.mods import ModsScreen  # only here: the import takes a tenth of the start time

    return ModsScreen(loaded, state, differences)


class GameSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A game to play on a screen.

    Attributes:
        is_new: whether to begin a new replay, rather than append to the existing one.
        bots: players of seats, by seat.
        load_next_game: loads the game with the mods that the player has chosen by then, for the next game.
        reload_current_game: loads game and mods again, with the world settings of this game.
        has_console: whether the modder's console is available.
        is_guest: whether the screens that change mods and settings of the machine do not exist.
        foresee: see `ReplayViewer.foresee`, for the mods in use.
    """

    session: Session
    load_result: LoadResult
    path: Path
    is_new: bool
    load_next_game: Callable[[], LoadResult]
    reload_current_game: Callable[[], LoadResult]
    bots: Mapping[int, Bot] = {}
    has_console: bool = False
    is_guest: bool = False
    foresee: Callable[[LoadResult, Replay, int], Iterator[Panel | None]] | None = None


class SavedGame(GameView):
    """A game with its files, its mods, and the screens that the player can open over it."""

    files: RunFiles

    def __init__(self, setup: GameSetup, ui_settings: UiSettings) -> None:
        """Opens the files of the game.

        Raises:
            OSError: the files cannot be written.
        """
        self.loaded, self._setup, self._selection = setup.load_result, setup, read_selection()
        screens: dict[str, Callable[[], Screen]] = {}
        if not setup.is_guest:
            screens["mods"] = lambda: open_mods_screen(self.loaded, self.session.state, self.session.differences)
            screens["settings"] = lambda: SettingsScreen(self, build_session_scene(self.session), self.loaded)
        screens[LAST_TURNS_SCREEN] = self.open_last_turns
        if setup.has_console:
            rules = TypedRules(lambda: self.session, lambda: self.loaded, self.reload)
            screens["console"] = lambda: ConsoleScreen(self, rules)
        setup.session.console_enabled = setup.has_console
        lessons = LessonTracker(lessons_path()) if ui_settings.has_lessons else None
        files = RunFiles(setup.session, setup.path, self._translate, self._begin, setup.is_new)
        super().__init__(
            setup.session, self._translate, files=files, bots=setup.bots, lesson_tracker=lessons, screens=screens
        )
        self.ui_settings = ui_settings

    def open_last_turns(self) -> LastTurns:
        """Returns the screen of the last turns, with the chances of a round in a game that has rounds."""
        points, foresee = self.list_turning_points(), self._setup.foresee
        screen = LastTurns(self.session, self._translate, self._setup.bots, points)
        if foresee is not None:
            screen.foresee = partial(foresee, self.loaded)
        return screen

    def _translate(self, message: Message | str) -> str:
        return self.loaded.catalog.translate(message)

    def _begin(self, seed: int, options: Mapping[str, Any]) -> Session:
        """Begins the next game, with the mods that the player has chosen by now."""
        if self._selection.is_outdated():
            self._take_mods(self._setup.load_next_game())
            self._selection = read_selection()
        session = Session.begin(self.loaded.rules, seed, options, strict=self.session.strict)
        session.console_enabled = self._setup.has_console
        return session

    def _take_mods(self, loaded: LoadResult) -> None:
        """Uses other mods, in the same language."""
        loaded.catalog.set_language(self.loaded.catalog.language)
        self.loaded = loaded
        self.ui_settings = load_look(self.ui_settings, loaded)

    def reload(self, added: str = "") -> Message:
        """Reloads mods whose files have changed, and one that is new; returns the result as a message."""
        result, message = reload_changed_mods(self.session, self.loaded, self._setup.reload_current_game, added)
        if result is not None:
            self._take_mods(result.snapshot.result)
            self.files.continue_with(result.session)
            self.replace_session(result.session)
        return message


def run_game(setup: GameSetup, frontend: Frontend, ui_settings: UiSettings) -> GameReport:
    """Plays a game on a front end until the player leaves.

    Raises:
        GameCrashedError: the game crashed; save and replay are kept.
        UnsavedGameError: the game cannot be saved at its end.
    """
    game = SavedGame(setup, ui_settings)
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
