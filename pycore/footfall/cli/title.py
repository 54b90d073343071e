"""The title screen of ``footfall play``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from footfall.app.screens.title import StartChoice, StartKind, TitleScreen
from footfall.app.session_loop import open_mods_screen
from footfall.loader import LoadResult
from footfall.ui.frontend import Frontend
from footfall.ui.loop import ExitReason, run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys


def ask_for_start(
    loaded: LoadResult,
    save: Path,
    ui_settings: UiSettings,
    open_frontend: Callable[[UiSettings], Frontend],
    watch: Callable[[Path, UiSettings], ExitReason | None],
) -> tuple[StartChoice, UiSettings]:
    """Shows the title screen until the player begins or continues a game, or leaves; returns the settings as well.

    Args:
        loaded: the game, mods and texts.
        save: path of the save.
        ui_settings: the player's settings.
        open_frontend: opens the front end.
        watch: shows a replay and returns why that ended.
    """
    while True:
        title = TitleScreen(loaded, save, ui_settings, partial(open_mods_screen, loaded))
        run_ui_loop(open_frontend(ui_settings), title, keep_usable_keys(ui_settings, title.build_scene()))
        ui_settings = title.ui_settings
        choice = title.choice or StartChoice(StartKind.LEAVE)
        if choice.kind is StartKind.REPLAY and choice.path is not None:
            if watch(choice.path, ui_settings) is ExitReason.SIGNAL:
                return StartChoice(StartKind.LEAVE), ui_settings
        else:
            return choice, ui_settings
