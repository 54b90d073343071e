"""``footfall play``: plays a game on screen, resuming the saved game if there is one."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import click
import msgspec

from footfall.app import safe_mode
from footfall.app.lessons import reset_lessons
from footfall.app.paths import lessons_path, save_path
from footfall.app.run_files import read_saved_header
from footfall.app.session_loop import GameCrashedError, resume_session, run_game
from footfall.engine.bots import Bot
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.save import SaveError
from footfall.engine.session import Session
from footfall.loader import LoadResult
from footfall.sim.bots import UnknownBotError, find_bot
from footfall.ui.frontends import NoDisplayError, choose_frontend
from footfall.ui.settings import load_ui_settings_or_defaults

from .compose import begin_session, load_mods
from .mods.approve import prompt_for_approvals
from .options import CliError, mod_options, screen_option, setup_options
from .output import echo


@click.command()
@click.argument("game", default="stealth")
@setup_options
@click.option("--new", is_flag=True, help="Begin a new game even if there is a saved one.")
@click.option("--bots", default="", help="Who plays each seat: bot ids, or me (me,goal,goal,goal). Default: me.")
@screen_option
@click.option("--console", is_flag=True, help="Enable the modder's console (F3): spawn, reveal, dice, traces, reload.")
@click.option(
    "--lessons",
    type=click.Choice(["on", "off", "reset"]),
    default=None,
    help="Hints for new players, each shown once; reset: show all again. Default: as in ui.toml, else on.",
)
@mod_options
def play(
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    new: bool,
    bots: str,
    screen: str,
    console: bool,
    lessons: str | None,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play GAME (default: stealth). Resumes the saved game, unless --new, --seed or --option is given."""
    notice = safe_mode.register_start()
    if notice:
        echo(notice, err=True)
    try:
        if not notice:
            prompt_for_approvals(mod_paths)

        def load_again(quiet: bool = True) -> LoadResult:
            return load_mods(
                game,
                mod_paths=mod_paths,
                strict=strict,
                lang=lang,
                settings=settings,
                safe_mode=bool(notice),
                quiet=quiet,
            )

        loaded = load_again(quiet=False)
        path = save_path(loaded.rules.game.id)
        is_new = new or seed is not None or bool(options) or not path.exists()
        if is_new:
            if path.exists() and not click.confirm(
                f"{_describe_save(path)} will be lost. Begin a new game?", default=False
            ):
                raise CliError("nothing was changed")
            seed = seed if seed is not None else secrets.randbits(32)
            session = begin_session(loaded, seed, options, strict=strict)
        else:
            session = _resume_session(loaded, path, strict)
        waiting = sum(finding.code == "not-approved" for finding in loaded.findings)
        if waiting:  # logged in the game: a window has no terminal to print it on
            message = Message("footfall-approval-waits", {"count": waiting})
            session.log.append(LoggedMessage(message, "problem", session.state.turn))
        try:
            ui_settings = load_ui_settings_or_defaults()
            if lessons is not None:
                ui_settings = msgspec.structs.replace(ui_settings, lessons=lessons != "off")
            frontend = choose_frontend(screen, ui_settings, title=f"Footfall: {loaded.rules.game.id}")
        except NoDisplayError as error:
            raise CliError(str(error)) from None
        if lessons == "reset":
            reset_lessons(lessons_path())
        report = run_game(
            session,
            loaded,
            path,
            frontend,
            ui_settings,
            is_new=is_new,
            bots=_parse_bots(loaded, bots),
            load_again=load_again,
            console=console,
        )
    except GameCrashedError as error:  # counts as a failed start
        raise CliError(str(error)) from error
    except (click.ClickException, OSError):  # no mod's fault, and reported: not a failed start
        with suppress(OSError):
            safe_mode.clear_failed_starts()
        raise
    if report.failure:
        echo(report.failure, err=True)
    for line in report.files:
        echo(line)


def _describe_save(path: Path) -> str:
    try:
        header = read_saved_header(path)
    except SaveError as error:
        return f"The damaged save ({error})"
    return f"The saved game (turn {header.turn}, seed {header.seed})"


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
