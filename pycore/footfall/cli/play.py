"""``footfall play``: plays a game on screen, resuming the saved game if there is one."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app import startup
from footfall.app.appearance import choose_language
from footfall.app.files.paths import lessons_path
from footfall.app.files.resume import read_saved_header
from footfall.app.launcher import GameCrashedError, GameReport, Launcher
from footfall.app.replay_viewer import Foresee
from footfall.app.screens.title import StartChoice, StartKind, is_asked_for
from footfall.app.setup_choices import find_seat_bots, split_by_seat
from footfall.app.startup import lock_save, refresh_retractions
from footfall.diagnostics import UserError
from footfall.disk import remove
from footfall.engine.declarations.game import BOTS_OPTION, PERSON
from footfall.engine.model import Message
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.ui.frontend import Frontend, choose_frontend
from footfall.ui.loop import ExitReason
from footfall.ui.settings import UiSettings, load_ui_settings

from .mods.approve import prompt_for_approvals
from .options import MODS, SETUP, GameOptions, game_options, screen_option
from .output import CliError, echo
from .replay import find_foresight, watch_replay

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
@click.option(
    "--new", is_flag=True, help="Begin the game that the title screen proposes; asks first if another is saved."
)
@click.option(
    "--continue", "resumes", is_flag=True, help="Continue the saved game, or begin one, without a title screen."
)
@click.option("--title", "wants_title", is_flag=True, help="Show the title screen first.")
@click.option(
    "--bots",
    default="",
    help="Who plays each seat: bot ids, or me (me,goal,goal,goal); a seat without a name is yours. "
    "Default: as on the title screen. A game keeps them.",
)
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
        launcher = TerminalLauncher(game, setup, bots, ScreenOptions(**screen_options), is_safe_mode, is_declined)
        with lock_save(launcher.path):
            is_new = new or bool(setup.options) or setup.seed is not None
            has_choice = not (is_new or resumes or bots) and is_asked_for(launcher.load_result, launcher.path)
            choice = StartChoice(StartKind.NEW if is_new else StartKind.CONTINUE, seed=setup.seed)
            if screen_options["lessons"] == "reset":
                remove(lessons_path())  # all are shown again
            launcher.run(choice, wants_title or has_choice)


@contextmanager
def _count_failed_start() -> Iterator[bool]:
    """Counts a start as failed until a game runs or a mistake is reported; yields whether it is in safe mode."""
    notice = startup.register_start()
    if notice:
        echo(notice, err=True)
    try:
        yield bool(notice)
    except GameCrashedError:
        raise
    except SaveError as error:
        startup.clear_failed_starts()
        raise CliError(f"{error}\nthe file is unchanged; to begin another game: --new") from None
    except (UserError, click.ClickException, click.Abort, click.exceptions.Exit, OSError):  # answered or reported
        with suppress(OSError):
            startup.clear_failed_starts()
        raise


class TerminalLauncher(Launcher):
    """Begins and resumes games as the command line and the player's settings say."""

    def __init__(
        self,
        game: str,
        setup: GameOptions,
        bots: str,
        screen_options: ScreenOptions,
        is_safe_mode: bool,
        is_declined: bool,
    ) -> None:
        """Loads the game.

        Args:
            bots: names of the bots of the seats, separated by commas.
            is_safe_mode: load no mods except the named ones.
            is_declined: whether the player has declined to approve a mod, which stays off.

        Raises:
            CliError: the game cannot be loaded.
        """
        self._game, self._setup, self.bots, self._screen_options = game, setup, bots, screen_options
        self.options = setup.option_values
        self._is_safe_mode, self._keeps_off, self._is_loaded = is_safe_mode, is_declined, False
        self.is_strict, self.has_console = setup.is_strict, screen_options.has_console
        self._screen = "plain" if screen_options.has_speech else screen_options.screen
        self._is_silence_told = False
        self.prepare()
        if bots and self.load_result.rules.game.presentation.seats is not None:
            found, names = find_seat_bots(self.load_result.rules, {BOTS_OPTION: bots}), split_by_seat(bots)
            named = (found[seat].id if seat in found else PERSON for seat in range(max(names, default=0) + 1))
            self.options = {**self.options, BOTS_OPTION: ",".join(named)}

    def read_ui_settings(self) -> UiSettings:
        """Reads the player's settings, and changes them as the command line says."""
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

    def load(self, world: Mapping[str, Any]) -> LoadResult:
        """Loads game and mods; the findings are printed once.

        In play, named mods may be off: a mod that breaks is reported and the game goes on.
        """
        settings = (*self._setup.settings, *(f"{name}={json.dumps(value)}" for name, value in world.items()))
        loaded = msgspec.structs.replace(self._setup, settings=settings).load(
            self._game,
            preferred_language=choose_language(self.ui_settings),
            safe_mode=self._is_safe_mode,
            quiet=self._is_loaded,
            keeps_off=self._is_loaded or self._keeps_off,
        )
        self._is_loaded = True
        return loaded

    def open_frontend(self) -> Frontend:
        """Opens a window, or takes over the terminal."""
        language = self.load_result.catalog.language if self._screen_options.has_speech else ""
        spoken = msgspec.structs.replace(self.ui_settings, speech_language=language)
        return choose_frontend(self._screen, spoken, title=f"Footfall: {self.load_result.rules.game.id}")

    def begin(self, options: Mapping[str, Any], seed: int) -> Session:
        """Begins a new game."""
        return self._setup.begin(self.load_result, seed, options)

    def find_foresight(self) -> Foresee | None:
        """Returns the page of the chances of a round, in a game that has rounds."""
        return find_foresight(self.load_result)

    def watch(self, replay: Path) -> bool:
        """Lets the player step through a replay."""
        spoken = msgspec.structs.replace(self._setup, lang=choose_language(self.ui_settings))
        return watch_replay(replay, spoken, self._screen) is not ExitReason.SIGNAL

    def ask_to_overwrite(self) -> None:
        """Asks whether the saved game may be lost, if a turn was played; ends the command with exit code 1 if not."""
        try:
            header = read_saved_header(self.path)
            if not header.shown_turn:
                return
            facts = {"turn": str(header.shown_turn), "seed": str(header.seed)}
            question = Message("footfall-ask-overwrite", facts)
        except SaveError as error:
            question = Message("footfall-ask-overwrite-damaged", {"reason": str(error)})
        translate = self.load_result.catalog.translate
        if not confirm(question, translate):
            echo(translate(Message("footfall-save-kept")), err=True)
            raise click.exceptions.Exit(1)

    def offer_missing_mods(self) -> Message | None:
        """Offers to load mods that the saved game needs."""
        from .mods.changing import offer_missing_mods  # only here: the import takes a tenth of the start time

        return offer_missing_mods(self.path)

    def tell(self, line: str) -> None:
        """Prints a line to standard error."""
        echo(line, err=True)

    def report(self, report: GameReport) -> None:
        """Prints failures of mods, once why there was no sound, and the files of the game."""
        if report.failure:
            echo(report.failure, err=True)
        if report.silence and not self._is_silence_told:
            self.tell(self.load_result.catalog.translate(Message("footfall-no-sound", {"reason": report.silence})))
            self._is_silence_told = True
        for line in report.lines:
            echo(line)
