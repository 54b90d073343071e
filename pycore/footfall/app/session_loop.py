"""The life of a game on screen: resuming a save, playing, and the report at the end."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from footfall.engine.bots import Bot
from footfall.engine.model import Command, LoggedMessage, Message
from footfall.engine.saves.replay import ReplayError, read_replay, scan_replay
from footfall.engine.saves.save import load
from footfall.engine.session import GameOverError, Session
from footfall.loader import LoadResult, user_choices
from footfall.loader.watchdog import watch_for_hangs
from footfall.ui.frontend import Frontend
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys

from . import crash, safe_mode
from .console import ConsoleScreen
from .game_view import GameView, OverlayScreen, build_session_scene
from .lessons import LessonTracker
from .mods_screen import ModsScreen
from .paths import lessons_path
from .reload import reload_changed_mods
from .run_files import RunFiles


class GameCrashedError(Exception):
    """The game crashed. Its message is for the player."""


class GameReport(msgspec.Struct, frozen=True):
    """The messages to show after a game.

    Attributes:
        files: lines naming the save, or the replay and the story.
        failure: lines about mod failures that were contained, or ``""``.
    """

    files: tuple[str, ...]
    failure: str = ""


def resume_session(loaded: LoadResult, path: Path, strict: bool) -> tuple[Session, list[str]]:
    """Loads a save and replays the commands recorded after it, so that a crash loses nothing.

    Returns:
        The session, and notices for the player.

    Raises:
        SaveError: the save cannot be loaded.
    """
    session = load(loaded.rules, path, strict=strict)
    notices: list[str] = []
    if session.differences:
        backup = path.with_suffix(".before")
        shutil.copyfile(path, backup)
        notices.append("the game was saved with other mods or settings:")
        for difference in session.differences:
            notices.append(f"  {difference}")
            session.log.append(LoggedMessage(difference.message, "problem", session.state.turn))
        notices.append(f"  backup of the save: {backup}")
    tail = path.with_suffix(".replay")
    if not tail.exists():
        return session, notices
    try:
        scan = scan_replay(tail)
        replay = read_replay(tail, lambda _: loaded.rules) if scan.lines else None
    except (OSError, ReplayError) as error:
        notices.append(f"the commands recorded after the save are ignored: {error}")
        return session, notices
    if replay is not None and replay.header.seed == session.state.seed:
        session = _replay_unsaved_commands(
            session, replay.commands, lambda: load(loaded.rules, path, strict=strict), notices
        )
        session.console_enabled = False
    if scan.damage is not None:
        notices.append(loaded.catalog.translate(scan.damage))
        session.log.append(LoggedMessage(scan.damage, "problem", session.state.turn))
    return session, notices


def _replay_unsaved_commands(
    session: Session, commands: Sequence[Command], reload_save: Callable[[], Session], notices: list[str]
) -> Session:
    """Replays commands recorded after the save, stopping before one that crashes the game."""
    start = session.state.turn
    session.console_enabled = True  # recorded commands were allowed when they were given
    for index, command in enumerate(commands[start:], start):
        if session.state.outcome is not None:
            break
        try:
            if session.submit(command).refusal is not None:
                break
        except Exception as error:
            notices.append(f"command {index + 1} is skipped because it crashes the game: {error}")
            return _replay_unsaved_commands(reload_save(), commands[:index], reload_save, notices)
    if session.state.turn > start:
        notices.append(f"replayed {session.state.turn - start} commands recorded after the last save")
    return session


def run_game(
    session: Session,
    loaded: LoadResult,
    path: Path,
    frontend: Frontend,
    ui_settings: UiSettings,
    *,
    is_new: bool,
    bots: Mapping[int, Bot],
    load_again: Callable[[], LoadResult],
    console: bool,
) -> GameReport:
    """Plays a session on a front end until the player leaves.

    Args:
        path: path of the save.
        is_new: whether to begin a new replay, rather than append to the existing one.
        bots: players of seats, by seat.
        load_again: loads game and mods again.
        console: whether the modder's console is available.

    Raises:
        GameCrashedError: the game crashed; save and replay are kept.
    """
    choices = user_choices.load_choices()

    def begin(seed: int, options: Mapping[str, Any]) -> Session:
        nonlocal loaded, choices
        if user_choices.load_choices() != choices:  # changed on the mods screen
            loaded, choices = load_again(), user_choices.load_choices()
        new_session = Session.begin(loaded.rules, seed, options, strict=session.strict)
        new_session.console_enabled = console
        return new_session

    def translate(message: Message | str) -> str:
        return loaded.catalog.translate(message)

    def reload() -> Message:
        nonlocal loaded
        result, message = reload_changed_mods(view.session, loaded, load_again)
        if result is not None:
            loaded = result.snapshot.loaded
            view.replace_session(result.session, run_files.continue_with(result.session))
        return message

    screens: dict[str, Callable[[], OverlayScreen]] = {
        "mods": lambda: ModsScreen(loaded, run_files.session.state, run_files.session.differences)
    }
    if console:
        screens["console"] = lambda: ConsoleScreen(view, lambda: loaded.contract, reload)
    session.console_enabled = console

    run_files = RunFiles(session, path, translate, begin, is_new)
    tracker = LessonTracker(lessons_path())
    view = GameView(
        session,
        translate,
        run_files.save,
        run_files.recorder,
        safe_mode.clear_failed_starts,
        bots,
        run_files.restart,
        run_files.write_story,
        tracker if ui_settings.lessons else None,
        screens,
    )
    try:
        with watch_for_hangs():
            view.let_bots_play()
            ui_settings = keep_usable_keys(ui_settings, build_session_scene(session))
            tracker.keys = ui_settings.keys
            run_ui_loop(frontend, view, ui_settings)
    except GameOverError:
        pass
    except Exception as error:  # the state may be inconsistent: do not save it
        run_files.close()
        report = crash.report_crash(run_files.session, loaded, error, view.running_command)
        raise GameCrashedError(f"{report}\nthe next start resumes the game before the crash") from error
    except BaseException:
        run_files.save()
        run_files.close()
        raise
    safe_mode.clear_failed_starts()
    failure = crash.report_failure(run_files.session, loaded)
    return GameReport(tuple(run_files.finish()), failure)
