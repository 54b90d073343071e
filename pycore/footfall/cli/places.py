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


def finished_path(game: str, seed: int, turn: int) -> Path:
    """Where the replay of a finished game is kept."""
    return data_folder() / "runs" / f"{game}-{seed}-{turn}.replay"


def keys_path() -> Path:
    """The player's own key settings."""
    return Path(platformdirs.user_config_dir("footfall", appauthor=False)) / "keys.toml"
