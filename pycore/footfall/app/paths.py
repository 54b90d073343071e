"""Where things of the user's live, by the conventions of each system."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """Saves, replays, installed mods."""
    return Path(platformdirs.user_data_dir("footfall", appauthor=False))


def save_path(game: str) -> Path:
    """The save of a game in progress; its replay lies beside it."""
    return data_folder() / "saves" / f"{game}.save"


def finished_replay_path(game: str, seed: int, turn: int) -> Path:
    """Where the replay of a finished game is kept."""
    return data_folder() / "runs" / f"{game}-{seed}-{turn}.replay"


def morgue_path(game: str, seed: int, turn: int) -> Path:
    """Where the story of a finished game is told, in plain text."""
    return data_folder() / "morgue" / f"{game}-{seed}-{turn}.txt"


def lessons_path() -> Path:
    """Which lessons the player was told."""
    return data_folder() / "lessons.json"


def repro_path(game: str, seed: int, turn: int) -> Path:
    """Where the repro of a failure is kept."""
    return data_folder() / "repros" / f"{game}-{seed}-{turn}.zip"


def failed_starts_path() -> Path:
    """Counts starts that came to nothing."""
    return data_folder() / "starts"


def abbreviate_home(path: Path) -> str:
    """A path as people write it: ``~`` for their home."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except ValueError:
        return str(path)
