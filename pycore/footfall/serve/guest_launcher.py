"""The launcher of a guest: their own folder and language, the shared games, and a screen in browsers."""

import copy
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from footfall.app.appearance import load_look
from footfall.app.files.resume import has_saved_game
from footfall.app.launcher import GameReport, Launcher
from footfall.app.replay_viewer import ReplayViewer
from footfall.app.screens.title import StartChoice
from footfall.disk import remove, replace_file
from footfall.engine.saves.replay import ReplayError, read_replay
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.ui.loop import ExitReason, run_ui_loop
from footfall.ui.settings import SETTINGS_FILE, UiSettings, keep_usable_keys, load_ui_settings

from .screens import PageScreen

LoadGame: TypeAlias = Callable[[str, Mapping[str, Any]], LoadResult]
"""Loads a game with values of world settings."""


def copy_in_language(loaded: LoadResult, language: str) -> LoadResult:
    """Returns a loaded game with texts in a language, for one player; all else is shared."""
    catalog = copy.copy(loaded.catalog)
    catalog.set_language(language)
    return msgspec.structs.replace(loaded, catalog=catalog)


class GuestLauncher(Launcher):
    """Begins and resumes the games of one guest on a screen in browsers."""

    is_guest = True
    returns_to_title = True

    def __init__(self, game: str, load: LoadGame, screen: PageScreen, folder: Path, language: str) -> None:
        """Loads the game.

        Args:
            language: the language of the browser; the guest may choose another one on the title screen.
        """
        self._game, self._load, self._screen, self._language = game, load, screen, language
        self.settings_path, self._mark = folder / SETTINGS_FILE, folder / f"{game}.playing"
        self.prepare()

    def load(self, world: Mapping[str, Any]) -> LoadResult:
        """Returns the game, which all guests share, in the language of this one."""
        return copy_in_language(self._load(self._game, world), self.ui_settings.language)

    def read_ui_settings(self) -> UiSettings:
        """Reads the guest's settings: the language."""
        language = load_ui_settings(self.settings_path).language
        return UiSettings(language=language or self._language)

    def open_frontend(self) -> PageScreen:
        """Returns the guest's only screen."""
        self._screen.take_settings(self.ui_settings)
        return self._screen

    def begin(self, options: Mapping[str, Any], seed: int) -> Session:
        """Begins a new game."""
        with watch_for_hangs():
            return Session.begin(self.load_result.rules, seed, options)

    def take_mark(self) -> bool:
        """Returns whether the guest was in a game when the server or the screen ended, and forgets it."""
        is_marked = self._mark.exists() and has_saved_game(self.path)
        remove(self._mark)
        return is_marked

    def play(self, choice: StartChoice, *, may_overwrite: bool) -> GameReport:
        """Plays a game; a file marks it until the guest leaves it."""
        replace_file(self._mark, [b""])
        try:
            return super().play(choice, may_overwrite=may_overwrite)
        finally:
            if not self._screen.is_closed:
                remove(self._mark)

    def watch(self, replay: Path) -> bool:
        """Lets the guest step through one of their own replays."""
        try:
            recording = read_replay(replay, lambda header: self.load(header.settings).rules)
        except ReplayError as error:
            self.tell(str(error).replace(str(replay), replay.name))
            return True
        viewer = ReplayViewer(self.load(recording.header.settings).rules, recording, self.load_result.catalog.translate)
        settings = load_look(keep_usable_keys(self.ui_settings, viewer.build_scene()), self.load_result)
        return run_ui_loop(self._screen, viewer, settings) is not ExitReason.CLOSED

    def tell(self, line: str) -> None:
        """Tells the guest something about the game that begins."""
        self._screen.tell(line)

    def report(self, report: GameReport) -> None:
        """Leaves out the files of the game, which are the server's; failures of mods go to its owner."""
        if report.failure:
            print(report.failure, file=sys.stderr)
