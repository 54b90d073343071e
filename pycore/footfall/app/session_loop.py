"""The life of a game on screen: playing, and the report at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from footfall.api.scene import Scene
from footfall.audio.speaker import ScenePlayer
from footfall.engine.bots import Bot
from footfall.engine.model import LoggedMessage, Message
from footfall.engine.saves.differences import Difference
from footfall.engine.session import GameOverError, Session
from footfall.engine.state import State
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles.user_choices import read_selection
from footfall.loader.rules.conditions import evaluate_expression
from footfall.ui.frontend import Frontend
from footfall.ui.loop import ExitReason, run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys

from . import crash, safe_mode
from .console import ConsoleScreen
from .game_view import LAST_TURNS_SCREEN, GameView, OverlayScreen, build_session_scene, open_settings_screen
from .last_turns import LastTurns
from .lessons import LessonTracker
from .look import choose_language, dress_settings
from .paths import lessons_path
from .reload import reload_changed_mods
from .run_files import RunFiles


class GameCrashedError(Exception):
    """The game crashed. Its message is for the player."""


class GameReport(msgspec.Struct, frozen=True):
    """The messages to show after a game.

    Attributes:
        lines: the save, or the replay and the story; then why there was no sound.
        failure: lines about mod failures that were contained, or ``""``.
        is_over: the player left after the end of the game.
    """

    lines: tuple[str, ...]
    failure: str = ""
    is_over: bool = False


def log_setting_problems(session: Session, ui_settings: UiSettings) -> None:
    """Logs wrong values in the settings file."""
    for problem in ui_settings.problems:
        message = Message("footfall-setting-problem", {"problem": problem})
        session.log.append(LoggedMessage(message, "problem", session.state.turn))


def open_mods_screen(loaded: LoadResult, state: State, differences: Sequence[Difference] = ()) -> OverlayScreen:
    """Opens the mods screen. It is imported here: what it needs to install mods takes a tenth of a start."""
    from .mods_screen import ModsScreen

    return ModsScreen(loaded, state, differences)


def run_game(
    session: Session,
    loaded: LoadResult,
    path: Path,
    frontend: Frontend,
    ui_settings: UiSettings,
    *,
    is_new: bool,
    bots: Mapping[int, Bot],
    load_anew: Callable[[], LoadResult],
    load_again: Callable[[], LoadResult],
    console: bool,
) -> GameReport:
    """Plays a session on a front end until the player leaves.

    Args:
        path: path of the save.
        is_new: whether to begin a new replay, rather than append to the existing one.
        bots: players of seats, by seat.
        load_anew: loads game and mods for another game.
        load_again: loads game and mods again, with the world settings of this one.
        console: whether the modder's console is available.

    Raises:
        GameCrashedError: the game crashed; save and replay are kept.
        UnsavedGameError: the game cannot be saved at its end.
    """
    selection = read_selection()

    def begin(seed: int, options: Mapping[str, Any]) -> Session:
        nonlocal loaded, selection
        if selection.is_outdated():
            language = loaded.catalog.language
            loaded, selection = load_anew(), read_selection()
            loaded.catalog.set_language(language)
            view.take_settings(dress_settings(view.ui_settings, loaded))
        new_session = Session.begin(loaded.rules, seed, options, strict=session.strict)
        new_session.console_enabled = console
        return new_session

    def take_settings(settings: UiSettings) -> None:
        if settings.language != view.ui_settings.language:
            loaded.catalog.set_language(choose_language(settings))
        view.take_settings(settings)

    def translate(message: Message | str) -> str:
        return loaded.catalog.translate(message)

    def reload() -> Message:
        nonlocal loaded
        result, message = reload_changed_mods(view.session, loaded, load_again)
        if result is not None:
            language = loaded.catalog.language
            loaded = result.snapshot.loaded
            loaded.catalog.set_language(language)
            view.take_settings(dress_settings(view.ui_settings, loaded))
            view.replace_session(result.session, run_files.continue_with(result.session))
        return message

    def evaluate(expression: str) -> str:
        if loaded.vocabulary is None:
            raise ValueError("the rules of this game cannot be read")
        return evaluate_expression(expression, loaded.vocabulary, view.session)

    screens: dict[str, Callable[[], OverlayScreen]] = {
        "mods": lambda: open_mods_screen(loaded, run_files.session.state, run_files.session.differences),
        "settings": lambda: open_settings_screen(
            build_session_scene(view.session), take_settings, loaded, view.ui_settings
        ),
        LAST_TURNS_SCREEN: lambda: LastTurns(run_files.session, translate),
    }
    if console:
        screens["console"] = lambda: ConsoleScreen(view, lambda: loaded.contract, reload, evaluate)
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

    silence: list[str] = []
    player = ScenePlayer(lambda reason: silence.append(translate(Message("footfall-no-sound", {"reason": reason}))))

    def hear(scene: Scene, before: Scene | None) -> None:
        if view.ui_settings.sound:
            player.hear(scene, before)

    try:
        with watch_for_hangs(on_end=lambda: frontend.__exit__(None, None, None)):
            view.ui_settings = keep_usable_keys(ui_settings, build_session_scene(session))
            view.let_bots_play()
            tracker.keys = view.ui_settings.keys
            log_setting_problems(session, view.ui_settings)
            reason = run_ui_loop(frontend, view, view.ui_settings, hear)
    except GameOverError:
        reason = ExitReason.QUIT
    except Exception as error:  # the state may be inconsistent: do not save it
        run_files.close()
        report = crash.report_crash(run_files.session, loaded, error, view.running_command)
        raise GameCrashedError(f"{report}\nthe next start resumes the game before the crash") from error
    except BaseException:
        with suppress(OSError):
            run_files.save()
        run_files.close()
        raise
    finally:
        player.close()
    safe_mode.clear_failed_starts()
    failure = crash.report_failure(run_files.session, loaded)
    return GameReport((*run_files.finish(), *silence), failure, reason is ExitReason.GAME_OVER)
