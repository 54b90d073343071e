"""The title screen: games to begin, continue or watch, and screens to open before a game."""

import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from footfall.api.scene import Binding, Choice, LogLine, Panel, Prompt, PromptKind, Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.declarations.game import Course
from footfall.engine.model import Answer, Command, Message
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.engine.session import Session
from footfall.engine.state import State
from footfall.loader import LoadResult
from footfall.ui.loop import Screen
from footfall.ui.settings import SettingsFileError, UiSettings, find_settings_path, write_setting

from ..appearance import LANGUAGES
from ..files.finished_games import FinishedGame, list_games_of, read_games
from ..files.paths import list_replays
from ..files.resume import has_saved_game, read_last_options, read_saved_header
from ..game_view import OpenScreen, add_settings_key, bind_screen
from ..names import name_game
from ..setup_choices import SetupChoices
from ..startup import SEED_BITS, find_course, list_courses
from .lists import Option, bind_actions, build_rest, make_line
from .settings import SettingsScreen
from .setup_menu import SetupMenu
from .statistics import StatisticsScreen

FEW_COURSES = 2
"""Up to this number, all courses are listed on the main menu."""

MAX_REPLAYS = 20
"""Replays listed, the newest first."""


class Menu(Enum):
    """The menus of the screen."""

    MAIN = "main"
    COURSES = "courses"
    SEED = "seed"
    REPLAYS = "replays"
    LANGUAGE = "language"
    REPLACE = "replace"


class StartKind(Enum):
    """The kind of a choice."""

    CONTINUE = "continue"
    NEW = "new"
    REPLAY = "replay"
    LEAVE = "leave"


class StartChoice(msgspec.Struct, frozen=True):
    """The next action of the program after the title screen.

    Attributes:
        course: id of the course of a new game; empty if the game has none.
        options: other setup options of a new game; None for those of the launcher.
        seed: seed of a new game; None for one that the program chooses.
    """

    kind: StartKind
    course: str = ""
    options: Mapping[str, Any] | None = None
    seed: int | None = None
    path: Path | None = None


class TypeSeed(Command, frozen=True, tag="footfall:title-seed"):
    """Sets the seed of the next game; an empty text leaves the choice to the program."""

    words: str


_GROUP = Message("footfall-title-keys")
_BACK = bind_actions({"back": "ESC"}, "footfall-title-", _GROUP)
_SEED = tuple(
    Binding(
        keys,
        TypeSeed,
        Message("footfall-title-type-seed"),
        prompts=(Prompt("words", PromptKind.TEXT, Message("footfall-title-which-seed")),),
        group=_GROUP,
        is_listed=keys[0] == "ENTER",
    )
    for keys in (("ENTER", "SPACE", "s"), tuple("0123456789"))
)


class TitleScreen(Screen):
    """The title screen as front ends play it.

    Attributes:
        choice: the player's choice; None while the screen is open.
        ui_settings: the player's settings, as the settings screen left them.
    """

    ui_settings: UiSettings

    def __init__(
        self,
        loaded: LoadResult,
        save: Path,
        ui_settings: UiSettings,
        open_mods: Callable[[State], Screen] | None,
        settings_path: Path | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        """Opens the screen.

        Args:
            loaded: the game, mods and texts.
            open_mods: opens the mods screen; None for a guest, who can open neither that nor the settings screen.
            settings_path: file for the choice of a language; None for the settings file.
            options: setup options of a new game that are chosen already.
            seed: its seed; None for one that the program chooses.
        """
        self.choice: StartChoice | None = None
        self._settings_path = settings_path or find_settings_path()
        self._loaded, self.ui_settings, self._open_mods = loaded, ui_settings, open_mods
        self.translate = loaded.catalog.translate
        self._menu = Menu.MAIN
        self._seed = seed
        self._course = ""
        self._last = read_last_options(loaded.rules.game.id, save)
        self._setup = SetupMenu(loaded.rules, options or {}, self._last)
        self._has_save = has_saved_game(save)
        self._saved: SaveHeader | None = None
        self._is_newcomer = not self._has_save
        if self._has_save:
            with suppress(SaveError):  # reported when the game is resumed
                self._saved = read_saved_header(save)
        else:
            with suppress(OSError):  # the statistics screen reports it
                self._is_newcomer = not list_games_of(read_games()[0], loaded.rules.game.id)

    # Choices.

    def _list_options(self) -> list[Option]:
        if self._setup.is_open:
            return self._setup.list_options()
        match self._menu:
            case Menu.MAIN:
                free = iter("abefghijkpuvwxyz")  # c, d and r stay free for lines that come and go
                replace = msgspec.structs.replace
                return [replace(line, letter=line.letter or next(free, "")) for line in self._list_main_options()]
            case Menu.COURSES:
                return [self._offer(course, course.title, "") for course in self._list_courses()]
            case Menu.REPLAYS:
                results: list[FinishedGame] = []
                with suppress(OSError):
                    results = read_games()[0]
                return [
                    Option(name_replay(path, results, self._loaded), self._choose(StartKind.REPLAY, path=path))
                    for path in list_replays()[:MAX_REPLAYS]
                ]
            case Menu.LANGUAGE:
                current = self._loaded.catalog.language.partition("-")[0]
                labels = LANGUAGES | {
                    current: Message("footfall-title-current", {"name": LANGUAGES.get(current, current)})
                }
                return [
                    Option(labels[code], partial(self._set_language, code), is_current=code == current)
                    for code in LANGUAGES
                ]
            case Menu.REPLACE:
                yes, no = Message("footfall-title-replace"), Message("footfall-title-keep")
                return [Option(no, self._open(Menu.MAIN), "n"), self._offer_saved(), Option(yes, self._begin, "y")]
        return []

    def _list_main_options(self) -> Iterator[Option]:
        if self._has_save:
            yield self._offer_saved()
        courses = self._list_courses()
        if self._is_newcomer:
            courses.sort(key=lambda course: not course.leads_to)
        for course in courses:
            word = "learn" if self._is_newcomer and course.leads_to else "begin"
            label = Message(f"footfall-title-{word}", {"title": course.title})
            yield self._offer(course, label, "n" if course.is_first else "")
        if not courses:
            yield Option(Message("footfall-title-new"), partial(self._begin_with, ""), "n")
        yield from self._setup.list_lines()
        if len(list_courses(self._loaded.rules)) > len(courses):
            yield Option(Message("footfall-title-courses"), self._open(Menu.COURSES), "d")
        seed = Message("footfall-title-any-seed") if self._seed is None else str(self._seed)
        yield Option(Message("footfall-title-seed", {"seed": seed}), self._open(Menu.SEED), "s")
        if list_replays():
            yield Option(Message("footfall-title-replays"), self._open(Menu.REPLAYS), "r")
        yield Option(Message("footfall-title-statistics"), self._show_statistics, "t")
        if self._open_mods is not None:
            yield Option(Message("footfall-title-mods"), self._show_mods, "m")
            yield Option(Message("footfall-title-settings"), self._show_settings, "o")
        yield Option(Message("footfall-title-language"), self._open(Menu.LANGUAGE), "l")
        yield Option(Message("footfall-title-leave"), self._choose(StartKind.LEAVE), "q")

    def _offer_saved(self) -> Option:
        """Continues the saved game, which is named by its course."""
        facts: dict[str, Any] = {"turn": self._saved.shown_turn if self._saved is not None else 0}
        label, course = "footfall-title-continue", find_course(self._loaded.rules, self._last)
        if course is not None:
            label, facts["title"] = "footfall-title-continue-course", course.title
        return Option(Message(label, facts), self._choose(StartKind.CONTINUE), "c")

    def _list_courses(self) -> list[Course]:
        """The courses of this menu: those for new players on the main one, or all if they are few."""
        courses = list_courses(self._loaded.rules)
        if self._menu is Menu.COURSES or len(courses) <= FEW_COURSES:
            return [*courses]
        return [course for course in courses if course.is_first or course.leads_to]

    def _offer(self, course: Course, label: Message, letter: str) -> Option:
        return Option(label, partial(self._begin_with, course.id), letter, (course.summary,))

    def _open(self, menu: Menu) -> Callable[[], None]:
        return partial(setattr, self, "_menu", menu)

    def _choose(self, kind: StartKind, **facts: Any) -> Callable[[], None]:
        return partial(setattr, self, "choice", StartChoice(kind, **facts))

    def _begin_with(self, course: str) -> None:
        self._course = course
        if self._has_save and (self._saved is None or self._saved.shown_turn):
            self._menu = Menu.REPLACE
        else:
            self._begin()

    def _begin(self) -> None:
        self.choice = StartChoice(StartKind.NEW, self._course, self._setup.choices.build_options(), self._seed)

    def _show_statistics(self) -> None:
        self.overlay = StatisticsScreen(self._loaded.rules.game)

    def _show_mods(self) -> None:
        assert self._open_mods is not None
        rules = self._loaded.rules  # no game runs, but the screen needs a state
        self.overlay = self._open_mods(State(rules.game.id, self._seed or 0, dict(rules.settings)))

    def _show_settings(self) -> None:
        specs = self._loaded.rules.commands.values()
        keys = tuple(binding for command in specs for binding in command.spec.bindings)
        rules = self._loaded.rules
        sample = build_session_scene(Session.begin(rules, 0)).cells
        game = Scene(rules.game.presentation.title, cells=sample, bindings=keys)
        self.open_over(SettingsScreen(self, game, self._loaded, self._settings_path))

    def _set_language(self, code: str) -> None:
        with suppress(SettingsFileError):  # it holds for this run; the settings screen tells the reason
            write_setting(self._settings_path, "play", "language", code)
        self._loaded.catalog.set_language(code)
        self.ui_settings = msgspec.structs.replace(self.ui_settings, language=code)
        self._menu = Menu.MAIN

    # The loop.

    def submit(self, command: Command) -> Message | None:
        """Carries out a choice; returns a message for the player, if there is one."""
        if isinstance(command, OpenScreen):
            self._show_settings()
            return None
        if self.overlay is not None:
            return self.submit_to_overlay(command)
        if isinstance(command, Answer):
            self._list_options()[command.choice].act()
            return None
        if isinstance(command, TypeSeed):
            words = command.words.strip()
            if words and not (words.isdecimal() and int(words) < 1 << SEED_BITS):
                return Message("footfall-title-bad-seed", {"most": str((1 << SEED_BITS) - 1)})
            self._seed, self._menu = int(words) if words else None, Menu.MAIN
            return None
        if self._setup.is_open:
            self._setup.go_back()
        elif self._menu is Menu.MAIN:
            self.choice = StartChoice(StartKind.LEAVE)
        self._menu = Menu.MAIN
        return None

    def build_scene(self) -> Scene:
        """Returns the current scene."""
        if self.overlay is not None:
            return add_settings_key(self.overlay)
        options = self._list_options()
        panels = []
        if self._menu is Menu.SEED:
            panels = [Panel(None, (make_line(Message("footfall-title-about-seed")),))]
        if self._menu is Menu.REPLAYS and (rest := build_rest(len(list_replays()) - MAX_REPLAYS)):
            panels = [Panel(None, tuple(rest))]
        tagline = self._loaded.rules.game.presentation.tagline
        return Scene(
            title=self._loaded.rules.game.presentation.title,
            panels=tuple(panels),
            prompt=self._setup.question or Message(f"footfall-title-menu-{self._menu.value}"),
            answers=tuple(
                Choice(index, option.label, option.letter, option.detail) for index, option in enumerate(options)
            ),
            cursor=next((index for index, option in enumerate(options) if option.is_current), None),
            bindings=(*_BACK, *(_SEED if self._menu is Menu.SEED else ()), bind_screen("settings")),
            hints=("footfall-title-type-seed", "footfall-title-back"),
            log=(LogLine(tagline),) if tagline is not None else (),
            seed=self._seed or 0,
            has_emblem=True,
            can_save=False,
            is_left=self.choice is not None,
        )


def name_replay(path: Path, results: list[FinishedGame], loaded: LoadResult) -> Message:
    """Names a replay by its game, result and last turn if they are known, seed and day."""
    day = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    parts = re.fullmatch(r"(.+?)-(\d+)-(\d+)(-\d+)?", path.stem)
    game, seed = parts.group(1, 2) if parts is not None else (path.stem, "")  # a name of one's own
    neutral = loaded.rules.game.statistics.neutral_outcomes
    ended = [each for each in results if (each.game, str(each.seed)) == (game, seed)]
    ends = {"done" if each.outcome in neutral else "yes" if each.is_won else "no" for each in ended}
    won = ends.pop() if len(ends) == 1 else "unknown"
    title = name_game(loaded, game)
    last = {str(each.turn) for each in ended}
    turns = "none" if parts is None else last.pop() if len(last) == 1 else "unknown"
    return Message("footfall-title-recorded", {"date": day, "game": title, "won": won, "turns": turns, "seed": seed})


def is_asked_for(loaded: LoadResult, save: Path) -> bool:
    """Whether to show the title screen: there is a choice, and a player to ask (the input is not a pipe or file)."""
    has_choice = len(list_courses(loaded.rules)) > 1 or SetupChoices(loaded.rules, {}).list_choices()
    if not (has_choice or has_saved_game(save)):
        return False
    try:
        mode = stat.S_IFMT(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError, AttributeError):  # no standard input at all
        return False
    return mode not in (stat.S_IFIFO, stat.S_IFREG, stat.S_IFSOCK)
