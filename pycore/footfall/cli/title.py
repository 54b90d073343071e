"""The title screen of ``footfall play``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from footfall.app.session_loop import open_mods_screen
from footfall.app.title_screen import StartChoice, StartKind, TitleScreen
from footfall.loader import LoadResult
from footfall.ui.frontend import Frontend
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import UiSettings, keep_usable_keys


def ask_for_start(
    load_in: Callable[[str], LoadResult],
    loaded: LoadResult,
    save: Path,
    ui_settings: UiSettings,
    open_frontend: Callable[[], Frontend],
    watch: Callable[[Path], None],
) -> tuple[StartChoice, UiSettings]:
    """Shows the title screen until the player begins or continues a game, or leaves; returns the settings as well.

    Args:
        load_in: loads game and mods in another language.
        loaded: the game, mods and texts.
        save: path of the save.
        ui_settings: the player's settings.
        open_frontend: opens the front end.
        watch: shows a replay.
    """
    while True:
        current = loaded
        title = TitleScreen(current, save, ui_settings, partial(open_mods_screen, current))
        run_ui_loop(open_frontend(), title, keep_usable_keys(ui_settings, title.build_scene()))
        ui_settings = title.ui_settings
        choice = title.choice or StartChoice(StartKind.LEAVE)
        if choice.kind is StartKind.LANGUAGE:
            loaded = load_in(choice.language)
        elif choice.kind is StartKind.REPLAY and choice.path is not None:
            watch(choice.path)
        else:
            return choice, ui_settings
