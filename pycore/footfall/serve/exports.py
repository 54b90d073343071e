"""The files that players keep of their last finished game: its story as text, and the game as one page."""

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from footfall.app.appearance import load_look
from footfall.app.replay_page import PageRecorder
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.saves.replay import read_replay
from footfall.loader import LoadResult
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.ui.drawing.text_layout import Translator
from footfall.ui.settings import UiSettings

from .followers import list_file_links
from .guest_launcher import copy_in_language


def find_stories(folder: Path, game: str) -> list[Path]:
    """Returns the stories of finished games in the folder of a guest or a table, the last one at the end."""
    return sorted((folder / "morgue").glob(f"{game}-*.txt"), key=lambda path: path.stat().st_mtime)


def list_last_files(place: str, game: str, folder: Path, translate: Translator) -> tuple[tuple[str, str], ...]:
    """Returns links to the files of the last finished game; none before the first."""
    return list_file_links(place, "last", translate) if find_stories(folder, game) else ()


def export_page(
    story: Path,
    loaded: LoadResult,
    load: Callable[[Mapping[str, Any]], LoadResult],
    hold: AbstractContextManager[object],
) -> str:
    """Returns the page of the game of a story.

    Args:
        loaded: the game in the language of the page.
        load: loads it with other world settings.
        hold: held while a step is recorded, so that the games of others are not slowed down.

    Raises:
        OSError, ReplayError: there is no replay that can be read.
    """
    folder, language = story.parent.parent, loaded.catalog.language
    replay = folder / "runs" / f"{story.stem}.replay"
    if not replay.exists():  # the end of the game is still on the screen
        replay = folder / "saves" / f"{loaded.rules.game.id}.replay"
    with watch_for_hangs():
        recording = read_replay(replay, lambda header: load(header.settings).rules)
        loaded = copy_in_language(load(recording.header.settings), language)
        viewer = ReplayViewer(loaded.rules, recording, loaded.catalog.translate)
        recorder = PageRecorder(viewer, load_look(UiSettings(language=language), loaded))
        deque(recorder.record(hold), maxlen=0)
    return recorder.build_document(language)
