"""``footfall play``: plays a game on screen, resuming the saved game if there is one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import MappingProxyType
from typing import Any

import click
import msgspec

from footfall.app import startup
from footfall.app.appearance import choose_language, load_look
from footfall.app.files.paths import lessons_path, save_path
from footfall.app.files.resume import has_saved_game, read_saved_header, resume_session
from footfall.app.files.run_files import UnsavedGameError
from footfall.app.lessons import reset_lessons
from footfall.app.screens.title import StartChoice, StartKind, TitleScreen, is_asked_for
from footfall.app.session_loop import GameCrashedError, GameReport, GameSetup, open_mods_screen, run_game
from footfall.app.startup import SaveInUseError, choose_seed, find_first_course, lock_save, refresh_retractions
from footfall.engine.bots import Bot
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.differences import compare_settings
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles.retractions import iter_retracted
from footfall.loader.profiles.user_choices import read_selection
from footfall.sim.bots import UnknownBotError, find_bot
from footfall.ui.frontend import Frontend, NoDisplayError, choose_frontend
from footfall.ui.loop import ExitReason, run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys, load_ui_settings

from .mods.approve import prompt_for_approvals
from .options import MODS, SETUP, GameOptions, game_options, screen_option
from .output import CliError, echo, report_errors
from .replay import watch_replay

ENGLISH_YES, NO = ("y", "yes"), ("n", "no", "")


def confirm(question: Message, translate: Callable[[Any], str]) -> bool:
    """Asks a question whose default is no, in the language of the game; English answers count as well.

    A pipe is read without a buffer, so the lines after the answer are left to the front end. Its first line is the
    answer: if it is neither yes nor no, the rest are keys that were not meant for the question, which counts as no.

    Raises:
        click.Abort: the input ended before an answer.
    """
    yes = (*translate(Message("footfall-ask-yes")).split(), *ENGLISH_YES)
    text = f"{translate(question)} [{yes[0]}/N]"
    with suppress(OSError):  # input without a file number, as in tests: no front end reads it afterwards
        if not sys.stdin.isatty():
            with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as pipe:
                click.echo(f"{text}: ", nl=False)
                line = pipe.readline()
            if not line:
                raise click.Abort
            return _understand(line.decode(errors="replace"), yes, translate) is True
    while (answer := _understand(click.prompt(text, default="", show_default=False), yes, translate)) is None:
        pass
    return answer


def _understand(answer: str, yes: tuple[str, ...], translate: Callable[[Any], str]) -> bool | None:
    """Returns whether an answer is yes; None if it is neither yes nor no, after saying so."""
    answer = answer.strip().casefold()
    if answer in (*yes, *NO):
        return answer in yes
    click.echo(translate(Message("footfall-ask-again", {"yes": yes[0]})))
    return None


class ScreenOptions(msgspec.Struct, frozen=True):
    """The front end that the command line asks for.

    Attributes:
        screen: name of a front end.
        has_speech: whether the system's speech program reads the lines aloud.
        has_console: whether the modder's console is available.
        lessons: ``on``, ``off``, ``reset``, or None for the player's setting.
        sound: ``on``, ``off``, or None for the player's setting.
    """

    screen: str
    has_speech: bool
    has_console: bool
    lessons: str | None
    sound: str | None


@click.command()
@click.argument("game", default="stealth")
@click.option("--new", is_flag=True, help="Begin a new game; asks first if there is a saved one.")
@click.option(
    "--continue", "resumes", is_flag=True, help="Continue the saved game, or begin one, without a title screen."
)
@click.option("--title", "wants_title", is_flag=True, help="Show the title screen first.")
@click.option("--bots", default="", help="Who plays each seat: bot ids, or me (me,goal,goal,goal). Default: me.")
@screen_option
@click.option("--plain", "screen", flag_value="plain", help="Play in lines of text: --screen plain.")
@click.option(
    "--speak", "has_speech", is_flag=True, help="Play in lines of text that the system's speech program reads aloud."
)
@click.option(
    "--console",
    "has_console",
    is_flag=True,
    help="Enable the modder's console (F3): spawn, reveal, dice, traces, reload.",
)
@click.option(
    "--lessons",
    type=click.Choice(["on", "off", "reset"]),
    help="Hints for new players, each shown once; reset: show all again. Default: as in ui.toml, else on.",
)
@click.option("--sound", type=click.Choice(["on", "off"]), help="Sounds. Default: as in ui.toml, else on.")
@game_options("course", *SETUP, *MODS)
def play(
    game: str, new: bool, resumes: bool, wants_title: bool, bots: str, setup: GameOptions, **screen_options: Any
) -> None:
    """Play GAME (default: stealth).

    Shows the title screen if there is something to choose, and again after the end of a game. --new, --seed, --course
    and --option begin a new game at once; --continue, or input from a pipe, resumes the saved one.
    """
    with _count_failed_start() as is_safe_mode:
        is_declined = not is_safe_mode and prompt_for_approvals(setup.mod_paths)
        if not is_safe_mode:
            refresh_retractions()
        launcher = Launcher(game, setup, ScreenOptions(**screen_options), is_safe_mode, is_declined)
        with lock_save(launcher.path):
            is_new = new or bool(setup.options) or setup.seed is not None
            has_choice = not (is_new or resumes or bots) and is_asked_for(launcher.loaded, launcher.path)
            has_title = wants_title or has_choice
            choice = StartChoice(StartKind.NEW if is_new else StartKind.CONTINUE, seed=setup.seed)
            if screen_options["lessons"] == "reset":
                reset_lessons(lessons_path())
            while True:
                if has_title:
                    choice = launcher.ask_for_start()
                if choice.kind is StartKind.LEAVE:
                    startup.clear_failed_starts()
                    return
                report = launcher.play(choice, bots, may_overwrite=has_title)
                if report.failure:
                    echo(report.failure, err=True)
                for line in report.lines:
                    echo(line)
                if not (has_title and report.is_over):
                    return
                launcher.prepare()


@contextmanager
def _count_failed_start() -> Iterator[bool]:
    """Counts a start as failed until a game runs or a mistake is reported; yields whether it is in safe mode.

    Raises:
        CliError: the game crashed, there is no screen, or the save is in use or cannot be written.
    """
    notice = startup.register_start()
    if notice:
        echo(notice, err=True)
    try:
        yield bool(notice)
    except GameCrashedError as error:
        raise CliError(str(error)) from error
    except (NoDisplayError, SaveInUseError, UnsavedGameError) as error:
        startup.clear_failed_starts()
        raise CliError(str(error)) from None
    except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):  # answered or reported
        with suppress(OSError):
            startup.clear_failed_starts()
        raise


class Launcher:
    """Begins and resumes games as the command line and the player's settings say.

    Attributes:
        loaded: game, mods and texts.
        path: of the save.
        ui_settings: the player's settings, changed by the command line.
    """

    def __init__(
        self, game: str, setup: GameOptions, screen_options: ScreenOptions, is_safe_mode: bool, is_declined: bool
    ) -> None:
        """Loads the game.

        Args:
            is_safe_mode: load no mods except the named ones.
            is_declined: whether the player has declined to approve a mod, which stays off.

        Raises:
            CliError: the game cannot be loaded.
        """
        self._game, self._setup, self._screen_options = game, setup, screen_options
        self._is_safe_mode = is_safe_mode
        self._screen = "plain" if screen_options.has_speech else screen_options.screen
        self.ui_settings = self._read_ui_settings()
        self.loaded = self._load(quiet=False, keeps_off=is_declined)
        self.ui_settings = load_look(self.ui_settings, self.loaded)
        self.path = save_path(self.loaded.rules.game.id)

    def prepare(self) -> None:
        """Reads settings and mods again, for another game."""
        self.ui_settings = self._read_ui_settings()
        self.loaded = self._load()
        self.ui_settings = load_look(self.ui_settings, self.loaded)

    def _read_ui_settings(self) -> UiSettings:
        ui_settings, given = load_ui_settings(), self._screen_options
        if given.lessons is not None:
            ui_settings = ui_settings.hold("--lessons", has_lessons=given.lessons != "off")
        if given.sound is not None:
            ui_settings = ui_settings.hold("--sound", has_sound=given.sound == "on")
        if self._screen == "plain":  # only the end of a journey is news
            ui_settings = ui_settings.hold("--plain", has_motion=False)
        if self._setup.lang:
            ui_settings = ui_settings.hold("--lang", language=self._setup.lang)
        return ui_settings

    def _load(
        self, *, quiet: bool = True, keeps_off: bool = True, world: Mapping[str, Any] = MappingProxyType({})
    ) -> LoadResult:
        """Loads game and mods.

        Args:
            keeps_off: whether named mods may be off: in play, a mod that breaks is reported and the game goes on.
            world: values of world settings.
        """
        settings = (*self._setup.settings, *(f"{name}={json.dumps(value)}" for name, value in world.items()))
        return msgspec.structs.replace(self._setup, settings=settings).load(
            self._game,
            preferred_language=choose_language(self.ui_settings),
            safe_mode=self._is_safe_mode,
            quiet=quiet,
            keeps_off=keeps_off,
        )

    def ask_for_start(self) -> StartChoice:
        """Shows the title screen until the player begins or continues a game, or leaves."""
        selection = read_selection()
        while True:
            title = TitleScreen(self.loaded, self.path, self.ui_settings, partial(open_mods_screen, self.loaded))
            keys = keep_usable_keys(self.ui_settings, title.build_scene())
            run_ui_loop(self._open_frontend(), title, keys)
            self.ui_settings = title.ui_settings
            choice = title.choice or StartChoice(StartKind.LEAVE)
            if choice.kind is not StartKind.REPLAY or choice.path is None:
                break
            spoken = msgspec.structs.replace(self._setup, lang=choose_language(self.ui_settings))
            if watch_replay(choice.path, spoken, self._screen) is ExitReason.SIGNAL:
                return StartChoice(StartKind.LEAVE)
        if selection.is_outdated():
            self.loaded = self._load()
            self.ui_settings = load_look(self.ui_settings, self.loaded)
        return choice

    def _open_frontend(self) -> Frontend:
        language = self.loaded.catalog.language if self._screen_options.has_speech else ""
        spoken = msgspec.structs.replace(self.ui_settings, speech_language=language)
        return choose_frontend(self._screen, spoken, title=f"Footfall: {self.loaded.rules.game.id}")

    def play(self, choice: StartChoice, bots: str, *, may_overwrite: bool) -> GameReport:
        """Begins or resumes a game and plays it until the player leaves.

        Args:
            bots: names of the bots of the seats, separated by commas.
            may_overwrite: whether the player has agreed to lose the saved game.

        Raises:
            CliError: the game cannot be begun or resumed, or there is no such bot.
        """
        world: dict[str, Any] = {}
        is_saved = has_saved_game(self.path)
        is_new = choice.kind is StartKind.NEW or not is_saved
        if is_new:
            session = self._begin(choice)
            if is_saved and not may_overwrite:
                self._ask_to_overwrite()
        else:
            session, world = self._resume()
        waiting = sum(finding.code == "not-approved" for finding in self.loaded.findings)
        if waiting:
            _log(session, Message("footfall-approval-waits", {"count": waiting}))
        for mod, why in iter_retracted(self.loaded.mods):
            _log(session, Message("footfall-mods-retracted", {"mod": mod.id, "version": mod.version, "why": why}))
        game = GameSetup(
            session=session,
            load_result=self.loaded,
            path=self.path,
            is_new=is_new,
            bots=_parse_bots(self.loaded, bots),
            load_next_game=self._load,
            reload_current_game=partial(self._load, world=world),
            has_console=self._screen_options.has_console,
        )
        return run_game(game, self._open_frontend(), self.ui_settings)

    def _begin(self, choice: StartChoice) -> Session:
        """Begins a new game, on the course for new players unless an option or the choice names one."""
        rules, setup, course = self.loaded.rules, self._setup, choice.course
        first = find_first_course(rules)
        if not course and first is not None and "course" in rules.game.options and "course" not in setup.option_values:
            course = first.id
        if course:
            setup = msgspec.structs.replace(setup, options=(*setup.options, f"course={course}"))
        return setup.begin(self.loaded, choose_seed(rules, setup.option_values) if choice.seed is None else choice.seed)

    def _ask_to_overwrite(self) -> None:
        """Asks whether the saved game may be lost; ends the command with exit code 1 if not."""
        try:
            header = read_saved_header(self.path)
            facts = {"turn": str(header.shown_turn), "seed": str(header.seed)}
            question = Message("footfall-ask-overwrite", facts)
        except SaveError as error:
            question = Message("footfall-ask-overwrite-damaged", {"reason": str(error)})
        translate = self.loaded.catalog.translate
        if not confirm(question, translate):
            echo(translate(Message("footfall-save-kept")), err=True)
            raise click.exceptions.Exit(1)

    def _resume(self) -> tuple[Session, dict[str, Any]]:
        """Resumes the saved game with its mods and world settings; returns those that differ from the player's."""
        header: SaveHeader | None = None
        with suppress(SaveError):  # reported below
            header = read_saved_header(self.path)
        world: dict[str, Any] = {}
        offer = None
        if header is not None:
            needed = (*(id for id, _, _ in header.lock), *header.missing_mods)
            if any(id not in self.loaded.available for id in needed):
                from .mods.changing import offer_missing_mods  # only here: the import takes a tenth of the start time

                offer = offer_missing_mods(self.path)
                self.loaded = self.loaded if offer else self._load()
            for difference in compare_settings(header.settings, self.loaded.rules.settings):
                name, value = difference.subject, header.settings[difference.subject]
                if not self.loaded.settings[name].find_problem(value):
                    echo(str(difference), err=True)
                    world[name] = value
        self.loaded = self._load(world=world) if world else self.loaded
        try:
            with watch_for_hangs():
                session, notices = resume_session(self.loaded, self.path, self._setup.is_strict)
        except SaveError as error:
            raise CliError(f"{error}\nthe file is unchanged; to begin another game: --new") from None
        for notice in notices:
            echo(notice, err=True)
        if offer is not None:
            _log(session, offer)
        return session, world


def _log(session: Session, message: Message) -> None:
    """Logs a problem in the game: a window has no terminal to print it on."""
    session.log.append(LoggedMessage(message, "problem", session.state.turn))


def _parse_bots(loaded: LoadResult, names: str) -> dict[int, Bot]:
    """Returns bots by seat. A seat that is empty, ``me`` or ``-`` is played by a person."""
    with report_errors(UnknownBotError):
        return {
            seat: find_bot(loaded.rules, name.strip())
            for seat, name in enumerate(names.split(","))
            if name.strip() not in ("", "-", "me")
        }
