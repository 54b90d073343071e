"""User data locations, by the conventions of each platform."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from pathlib import Path

import platformdirs

from footfall.diagnostics.files import expand_home
from footfall.loader.profiles.pointer import DEFAULT_PROFILE, ProfileError, get_profile_name, read_pointer

BEGUN = ".begun"
"""Suffix of the replay of the next game until it takes the place of the one before."""

_guest_folder: ContextVar[Path | None] = ContextVar("guest_folder", default=None)


def data_folder() -> Path:
    """Returns the folder of saves, replays and results: that of the user, or of the guest of this thread."""
    return _guest_folder.get() or Path(platformdirs.user_data_dir("footfall", appauthor=False))


@contextmanager
def use_guest_folder(folder: Path) -> Iterator[None]:
    """Puts the files of games that this thread plays into another folder."""
    token = _guest_folder.set(folder)
    try:
        yield
    finally:
        _guest_folder.reset(token)


def is_guest() -> bool:
    """Whether a guest plays in this thread, who has no use for the paths of this machine."""
    return _guest_folder.get() is not None


def save_path(game: str) -> Path:
    """Returns the path of the save of a game in progress; its replay is in the same folder.

    Each profile has its own saves: a game would change with the mods of another one.
    """
    try:
        profile = get_profile_name(read_pointer())
    except ProfileError:
        profile = DEFAULT_PROFILE
    name = game if profile == DEFAULT_PROFILE else f"{game}@{profile}"
    return data_folder() / "saves" / f"{name}.save"


def list_saves() -> list[Path]:
    """Returns the paths of the saves of all games in progress."""
    return sorted((data_folder() / "saves").glob("*.save"))


def replay_archive_path(game: str, seed: int, turn: int) -> Path:
    """Returns a free path for the replay of a finished game."""
    return find_game_path("runs", game, seed, turn, ".replay")


def find_game_path(folder: str, game: str, seed: int, turn: int, suffix: str) -> Path:
    """Returns a free path in a folder of the data folder, named by a game and a number of its turns or commands."""
    return find_free_path(data_folder() / folder / f"{game}-{seed}-{turn}{suffix}")


def is_archived(replay: Path) -> bool:
    """Whether the archive has a copy of a replay."""
    data = replay.read_bytes()
    return any(path.stat().st_size == len(data) and path.read_bytes() == data for path in list_replays())


def list_replays() -> list[Path]:
    """The replays of finished games, the newest first."""
    found = (data_folder() / "runs").glob("*.replay")
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def find_free_path(path: Path) -> Path:
    """Returns `path`, with a number added if something of that name exists."""
    names = (path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def lessons_path() -> Path:
    """Returns the path of the list of lessons shown to the player."""
    return data_folder() / "lessons.json"


def repro_path(game: str, seed: int, turn: int) -> Path:
    """Returns the path of the repro of a failure."""
    return data_folder() / "repros" / f"{game}-{seed}-{turn}.zip"


def start_count_path() -> Path:
    """Returns the path of the count of failed starts."""
    return data_folder() / "starts"


def abbreviate_home(path: Path) -> str:
    """Writes a path with ``~`` for the home folder; a guest reads names only."""
    if is_guest():
        return path.name
    try:
        return str(Path("~") / path.relative_to(expand_home("~")))
    except ValueError:
        return str(path)
