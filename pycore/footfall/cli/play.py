"""``footfall play``: in a window, else in the terminal; goes on with the saved game."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.app import crash, safe_mode
from footfall.app.console import ConsoleScreen
from footfall.app.game_view import GameView, OverlayScreen
from footfall.app.lessons import LessonTracker, reset_lessons
from footfall.app.mods_screen import ModsScreen
from footfall.app.paths import lessons_path, save_path
from footfall.app.reload import reload_changed_mods
from footfall.app.run_files import RunFiles
from footfall.engine.bots import Bot
from footfall.engine.model import Command, LoggedMessage, Message
from footfall.engine.saves.replay import ReplayError, read_replay
from footfall.engine.saves.save import SaveError, load, read_header
from footfall.engine.session import GameOverError, Session
from footfall.loader import LoadResult, user_choices
from footfall.loader.watchdog import watch_for_hangs
from footfall.sim.bots import UnknownBotError, find_bot
from footfall.ui.frontend import Frontend, NoDisplayError, choose_frontend
from footfall.ui.loop import run_ui_loop as run_screen
from footfall.ui.settings import UiSettings, UiSettingsError, load_ui_settings

from .compose import begin_session, load_mods
from .mods.approve import prompt_for_approvals
from .options import CliError, mod_options, setup_options


@click.command()
@click.argument("game", default="stealth")
@setup_options
@click.option("--new", is_flag=True, help="Begin anew even if there is a saved game.")
@click.option("--bots", default="", help="Who plays beside you, by seat: me,goal,goal,goal.")
@click.option(
    "--screen",
    type=click.Choice(["auto", "window", "terminal"]),
    default="auto",
    help="Where to play. Default: a window if there is a display, else the terminal.",
)
@click.option(
    "--console", is_flag=True, help="The modder's console (F3): spawn, reveal, dice, traces, reload."
)
@click.option(
    "--lessons",
    type=click.Choice(["on", "off", "reset"]),
    default=None,
    help="Hints for newcomers, each shown once; reset: all of them anew. Default: as ui.toml says, else on.",
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
    """Play GAME (by default stealth). A saved game goes on; --seed or --new begins another."""
    safe = safe_mode.register_start()
    try:
        if not safe:
            prompt_for_approvals(mod_paths)

        def again() -> LoadResult:
            return load_mods(
                game,
                mod_paths=mod_paths,
                strict=strict,
                lang=lang,
                settings=settings,
                safe_mode=safe,
                quiet=True,
            )

        loaded = load_mods(
            game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings, safe_mode=safe
        )
        path = save_path(loaded.rules.game.id)
        fresh = new or seed is not None or bool(options) or not path.exists()
        if fresh:
            if path.exists() and not click.confirm(
                f"{_describe_save(path)} would be lost. Begin anew?", default=False
            ):
                raise CliError("nothing was changed")
            chosen = seed if seed is not None else secrets.randbits(32)
            session = begin_session(loaded, chosen, options, strict=strict)
        else:
            session = _resume_session(loaded, path, strict)
        waiting = sum(finding.code == "not-approved" for finding in loaded.findings)
        if waiting:  # a window has no terminal to say it on
            line = Message("footfall-approval-waits", {"count": waiting})
            session.log.append(LoggedMessage(line, "problem", session.state.turn))
        try:
            player = load_ui_settings()
            if lessons is not None:
                player = msgspec.structs.replace(player, lessons=lessons != "off")
            front = choose_frontend(screen, player, title=f"Footfall: {loaded.rules.game.id}")
        except (NoDisplayError, UiSettingsError) as error:
            raise CliError(str(error)) from None
        if lessons == "reset":
            reset_lessons(lessons_path())
        _run_game(session, loaded, path, front, player, fresh, _parse_bots(loaded, bots), again, console)
    except GameCrashedError:
        raise
    except click.ClickException:  # it was told why: that is no start that came to nothing
        safe_mode.clear_failed_starts()
        raise


class GameCrashedError(CliError):
    """The game crashed: such a start counts towards safe mode unless something was played."""


def _describe_save(path: Path) -> str:
    try:
        header = read_header(path)
    except SaveError as error:
        return f"The damaged save ({error})"
    return f"The saved game (turn {header.turn}, seed {header.seed})"


def _resume_session(loaded: LoadResult, path: Path, strict: bool) -> Session:
    """Loads the save, and plays what the replay recorded after it (a crash lost nothing)."""
    try:
        session = load(loaded.rules, path, strict=strict)
    except SaveError as error:
        raise CliError(f"{error}\nstart another game with --new; the file is left as it is") from None
    if session.differences:
        kept = path.with_suffix(".before")
        shutil.copyfile(path, kept)
        click.echo("the game was saved with other mods or settings:", err=True)
        for each in session.differences:
            click.echo(f"  {each}", err=True)
            session.log.append(LoggedMessage(each.message, "problem", session.state.turn))
        click.echo(f"  the save as it was is {kept}", err=True)
    tail = path.with_suffix(".replay")
    if tail.exists():
        try:
            replay = read_replay(tail, lambda _: loaded.rules)
        except ReplayError as error:
            click.echo(f"the record after the save is left out: {error}", err=True)
            return session
        if replay.header.seed == session.state.seed:
            session = _replay_unsaved_commands(
                session, replay.commands, lambda: load(loaded.rules, path, strict=strict)
            )
            session.console_enabled = False
    return session


def _replay_unsaved_commands(
    session: Session, commands: Sequence[Command], again: Callable[[], Session]
) -> Session:
    """Plays what was recorded after the save; the command that crashed the game is left out."""
    begun = session.state.turn
    session.console_enabled = True  # what was recorded had been allowed
    left = commands[begun:]
    for done, command in enumerate(left):
        if session.state.outcome is not None:
            break
        try:
            if session.submit(command).refusal is not None:
                break
        except Exception as error:
            click.echo(f"command {begun + done + 1} is left out, it crashes: {error}", err=True)
            return _replay_unsaved_commands(again(), commands[: begun + done], again)
    if session.state.turn > begun:
        click.echo(f"{session.state.turn - begun} commands after the last save were played again", err=True)
    return session


def _parse_bots(loaded: LoadResult, names: str) -> dict[int, Bot]:
    """Bots by seat; ``me`` and ``-`` are persons, and so is every seat that is not named."""
    try:
        return {
            seat: find_bot(loaded.rules, name.strip())
            for seat, name in enumerate(names.split(","))
            if name.strip() not in ("", "-", "me")
        }
    except UnknownBotError as error:
        raise CliError(str(error)) from None


def _run_game(
    session: Session,
    loaded: LoadResult,
    path: Path,
    front: Frontend,
    player: UiSettings,
    fresh: bool,
    bots: Mapping[int, Bot],
    again: Callable[[], LoadResult],
    console: bool,
) -> None:
    now, chosen = loaded, user_choices.load_choices()

    def anew(seed: int, options: Mapping[str, Any]) -> Session:
        nonlocal now, chosen
        if user_choices.load_choices() != chosen:  # on the mods screen
            now, chosen = again(), user_choices.load_choices()
        begun = Session.begin(now.rules, seed, options, strict=session.strict)
        begun.console_enabled = console
        return begun

    def text(message: Message | str) -> str:
        return now.catalog.translate(message)

    def reload() -> Message:
        nonlocal now
        taken, said = reload_changed_mods(view.session, now, again)
        if taken is not None:
            now = taken.snapshot.loaded
            view.replace_session(taken.session, runs.continue_with(taken.session))
        return said

    def mods_screen() -> ModsScreen:
        return ModsScreen(now, runs.session.state, text, runs.session.differences)

    screens: dict[str, Callable[[], OverlayScreen]] = {"mods": mods_screen}
    if console:
        screens["console"] = lambda: ConsoleScreen(view, lambda: now.contract, reload)
    session.console_enabled = console

    runs = RunFiles(session, path, text, anew, fresh)
    teacher = LessonTracker(lessons_path(), player.keys) if player.lessons else None
    view = GameView(
        session,
        text,
        runs.save,
        runs.recorder,
        safe_mode.clear_failed_starts,
        bots,
        runs.restart,
        runs.write_story,
        teacher,
        screens,
    )
    try:
        with watch_for_hangs():
            view.let_bots_play()
            run_screen(front, view, player)
    except GameOverError:
        pass
    except Exception as error:  # the state may be half altered: the save and the record stand for it
        runs.close()
        told = crash.report_crash(runs.session, now, error, view.running_command)
        raise GameCrashedError(f"{told}\nthe game goes on before it when you start again") from error
    except BaseException:
        runs.save()
        runs.close()
        raise
    safe_mode.clear_failed_starts()
    if told := crash.report_failure(runs.session, now):
        click.echo(told, err=True)
    runs.finish()
