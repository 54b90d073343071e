"""``footfall play``: plays a game on screen, resuming the saved game if there is one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click
import msgspec

from footfall.app import startup
from footfall.app.appearance import choose_language, dress_settings
from footfall.app.files.paths import lessons_path, save_path
from footfall.app.files.resume import has_saved_game, read_saved_header, resume_session
from footfall.app.files.run_files import UnsavedGameError
from footfall.app.lessons import reset_lessons
from footfall.app.new_game import choose_seed, find_first_course
from footfall.app.screens.title import StartKind, is_asked_for
from footfall.app.session_loop import GameCrashedError, GameReport, GameSetup, run_game
from footfall.app.startup import SaveInUseError, lock_save, refresh_retractions
from footfall.engine.bots import Bot
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.differences import compare_settings
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles.retractions import iter_retracted
from footfall.loader.profiles.user_choices import read_selection
from footfall.sim.bots import UnknownBotError, find_bot
from footfall.ui.frontend import Frontend, NoDisplayError, choose_frontend
from footfall.ui.loop import ExitReason
from footfall.ui.settings import UiSettings, load_ui_settings

from .compose import begin_session, load_mods
from .confirmation import confirm
from .mods.approve import prompt_for_approvals
from .options import CliError, course_option, mod_options, parse_pairs, screen_option, setup_options
from .output import echo
from .replay import watch_replay
from .title import ask_for_start


@click.command()
@click.argument("game", default="stealth")
@course_option
@setup_options
@click.option("--new", is_flag=True, help="Begin a new game; asks first if there is a saved one.")
@click.option(
    "--continue", "resumes", is_flag=True, help="Continue the saved game, or begin one, without a title screen."
)
@click.option("--title", "wants_title", is_flag=True, help="Show the title screen first.")
@click.option("--bots", default="", help="Who plays each seat: bot ids, or me (me,goal,goal,goal). Default: me.")
@screen_option
@click.option("--plain", "screen", flag_value="plain", help="Play in lines of text: --screen plain.")
@click.option("--speak", is_flag=True, help="Play in lines of text that the system's speech program reads aloud.")
@click.option("--console", is_flag=True, help="Enable the modder's console (F3): spawn, reveal, dice, traces, reload.")
@click.option(
    "--lessons",
    type=click.Choice(["on", "off", "reset"]),
    default=None,
    help="Hints for new players, each shown once; reset: show all again. Default: as in ui.toml, else on.",
)
@click.option(
    "--sound", type=click.Choice(["on", "off"]), default=None, help="Sounds. Default: as in ui.toml, else on."
)
@mod_options
def play(
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    new: bool,
    resumes: bool,
    wants_title: bool,
    bots: str,
    screen: str,
    speak: bool,
    console: bool,
    lessons: str | None,
    sound: str | None,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play GAME (default: stealth).

    Shows the title screen if there is something to choose, and again after the end of a game. --new, --seed, --course
    and --option begin a new game at once; --continue, or input from a pipe, resumes the saved one.
    """
    notice = startup.register_start()
    if notice:
        echo(notice, err=True)
    try:
        is_declined = not notice and prompt_for_approvals(mod_paths)
        if not notice:
            refresh_retractions()
        screen = "plain" if speak else screen
        ui_settings = _read_ui_settings(lessons, sound, screen, lang)

        def load_anew(quiet: bool = True, world: Mapping[str, Any] = MappingProxyType({})) -> LoadResult:
            return load_mods(
                game,
                mod_paths=mod_paths,
                strict=strict,
                lang=lang,
                preferred_language=choose_language(ui_settings),
                settings=(*settings, *(f"{name}={json.dumps(value)}" for name, value in world.items())),
                safe_mode=bool(notice),
                quiet=quiet,
                keeps_off=quiet or is_declined,  # in play, a mod that breaks is reported and the game goes on
            )

        world: dict[str, Any] = {}
        loaded = load_anew(quiet=False)
        path = save_path(loaded.rules.game.id)
        click.get_current_context().with_resource(lock_save(path))
        ui_settings = dress_settings(ui_settings, loaded)

        def open_frontend(current: UiSettings) -> Frontend:
            spoken = msgspec.structs.replace(current, speech_language=loaded.catalog.language if speak else "")
            return choose_frontend(screen, spoken, title=f"Footfall: {loaded.rules.game.id}")

        def watch(file: Path, current: UiSettings) -> ExitReason | None:
            language = choose_language(current)
            return watch_replay(file, mod_paths=mod_paths, strict=strict, lang=language, screen=screen)

        has_start = new or resumes or options or bots or seed is not None
        shows_title, own_options = wants_title or (not has_start and is_asked_for(loaded, path)), options
        if lessons == "reset":
            reset_lessons(lessons_path())
        while True:
            is_replaced = False
            if shows_title:
                selection = read_selection()
                choice, ui_settings = ask_for_start(loaded, path, ui_settings, open_frontend, watch)
                if selection.is_outdated():
                    loaded = load_anew()
                    ui_settings = dress_settings(ui_settings, loaded)
                if choice.kind is StartKind.LEAVE:
                    startup.clear_failed_starts()
                    return
                new = is_replaced = choice.kind is StartKind.NEW
                seed = choice.seed
                options = (*own_options, f"course={choice.course}") if choice.course else ()
            is_saved = has_saved_game(path)
            is_new = new or seed is not None or bool(options) or not is_saved
            if is_new:
                session = _begin_session(loaded, seed, options, strict)
                if is_saved and not is_replaced and not confirm(_ask_to_overwrite(path), loaded.catalog.translate):
                    echo(loaded.catalog.translate(Message("footfall-save-kept")), err=True)
                    raise click.exceptions.Exit(1)
            else:
                message = None
                if _misses_mods(path, loaded):
                    from .mods.missing import offer_missing_mods  # only here: it takes a tenth of a start

                    message = offer_missing_mods(path)
                    loaded = loaded if message else load_anew()
                world = _list_kept_settings(loaded, path)
                loaded = load_anew(world=world) if world else loaded
                with watch_for_hangs():
                    session = _resume_session(loaded, path, strict)
                if message is not None:  # a window has no terminal to print it on
                    session.log.append(LoggedMessage(message, "problem", session.state.turn))
            waiting = sum(finding.code == "not-approved" for finding in loaded.findings)
            if waiting:  # logged in the game: a window has no terminal to print it on
                message = Message("footfall-approval-waits", {"count": waiting})
                session.log.append(LoggedMessage(message, "problem", session.state.turn))
            for mod, why in iter_retracted(loaded.mods):
                message = Message("footfall-mods-retracted", {"mod": mod.id, "version": mod.version, "why": why})
                session.log.append(LoggedMessage(message, "problem", session.state.turn))
            frontend = open_frontend(ui_settings)
            setup = GameSetup(
                session=session,
                loaded=loaded,
                path=path,
                is_new=is_new,
                bots=_parse_bots(loaded, bots),
                load_next_game=load_anew,
                reload_current_game=partial(load_anew, world=world),
                has_console=console,
            )
            report = run_game(setup, frontend, ui_settings)
            _tell_report(report)
            if not (shows_title and report.is_over):
                return
            ui_settings, world = _read_ui_settings(lessons, sound, screen, lang), {}
            loaded = load_anew()
            ui_settings = dress_settings(ui_settings, loaded)
    except GameCrashedError as error:  # counts as a failed start
        raise CliError(str(error)) from error
    except NoDisplayError as error:
        startup.clear_failed_starts()
        raise CliError(str(error)) from None
    except (SaveInUseError, UnsavedGameError) as error:
        startup.clear_failed_starts()
        raise CliError(str(error)) from None
    except (click.ClickException, click.Abort, click.exceptions.Exit, OSError):  # answered or reported: no failed start
        with suppress(OSError):
            startup.clear_failed_starts()
        raise


def _tell_report(report: GameReport) -> None:
    if report.failure:
        echo(report.failure, err=True)
    for line in report.lines:
        echo(line)


def _read_ui_settings(lessons: str | None, sound: str | None, screen: str, lang: str | None) -> UiSettings:
    """The player's settings, changed by the options of the command."""
    ui_settings = load_ui_settings()
    if lessons is not None:
        ui_settings = ui_settings.hold("--lessons", lessons=lessons != "off")
    if sound is not None:
        ui_settings = ui_settings.hold("--sound", sound=sound == "on")
    if screen == "plain":  # only the end of a journey is news
        ui_settings = ui_settings.hold("--plain", motion=False)
    if lang:
        ui_settings = ui_settings.hold("--lang", language=lang)
    return ui_settings


def _begin_session(loaded: LoadResult, seed: int | None, options: tuple[str, ...], strict: bool) -> Session:
    """Begins a new game, on the course for new players unless an option names one."""
    values = parse_pairs(options, "option")
    first = find_first_course(loaded.rules)
    if first is not None and "course" not in values and "course" in loaded.rules.game.options:
        options = (*options, f"course={first.id}")
        values["course"] = first.id
    seed = seed if seed is not None else choose_seed(loaded.rules, values)
    return begin_session(loaded, seed, options, strict=strict)


def _ask_to_overwrite(path: Path) -> Message:
    try:
        header = read_saved_header(path)
    except SaveError as error:
        return Message("footfall-ask-overwrite-damaged", {"reason": str(error)})
    return Message("footfall-ask-overwrite", {"turn": str(header.shown_turn), "seed": str(header.seed)})


def _misses_mods(path: Path, loaded: LoadResult) -> bool:
    """Whether a saved game names mods that are not here."""
    try:
        header = read_saved_header(path)
    except SaveError:  # reported when the game is resumed
        return False
    return any(id not in loaded.available for id in (*(id for id, _, _ in header.lock), *header.missing_mods))


def _list_kept_settings(loaded: LoadResult, path: Path) -> dict[str, Any]:
    """Lists and reports the world settings of a saved game that differ: its records are read with them."""
    try:
        saved = read_saved_header(path).settings
    except SaveError:  # reported when the game is resumed
        return {}
    differences = compare_settings(saved, loaded.rules.settings)
    kept = [d for d in differences if not loaded.settings[d.subject].find_problem(saved[d.subject])]
    for difference in kept:
        echo(str(difference), err=True)
    return {difference.subject: saved[difference.subject] for difference in kept}


def _resume_session(loaded: LoadResult, path: Path, strict: bool) -> Session:
    try:
        session, notices = resume_session(loaded, path, strict)
    except SaveError as error:
        raise CliError(f"{error}\nthe file is unchanged; to begin another game: --new") from None
    for notice in notices:
        echo(notice, err=True)
    return session


def _parse_bots(loaded: LoadResult, names: str) -> dict[int, Bot]:
    """Returns bots by seat. A seat that is empty, ``me`` or ``-`` is played by a person."""
    try:
        return {
            seat: find_bot(loaded.rules, name.strip())
            for seat, name in enumerate(names.split(","))
            if name.strip() not in ("", "-", "me")
        }
    except UnknownBotError as error:
        raise CliError(str(error)) from None
