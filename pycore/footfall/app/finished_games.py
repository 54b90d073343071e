"""The finished games of a player: one line of JSON for each, in a file that is only appended to."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from footfall import __version__
from footfall.engine.saves.atomic_file import sync_folder
from footfall.engine.session import Session

from .paths import data_folder

FORMAT = 1
"""Version of the lines; later versions keep the fields of this one."""

MAX_LINE_BYTES = 1 << 16
"""A longer line is damaged."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game.

    Attributes:
        format: version of the line.
        game: id of the game.
        seed: its seed.
        turn: turns played.
        outcome: how it ended.
        is_won: whether the outcome counts as won.
        hash: of the last state: the same game is counted once.
        version: of the program.
        scores: values by id of `Score`, when it was played: numbers, and ids of messages.
    """

    format: int
    game: str
    seed: int
    turn: int
    outcome: str
    is_won: bool
    hash: str
    version: str
    scores: dict[str, int | str] = {}


def finished_games_path() -> Path:
    """Returns the path of the file."""
    return data_folder() / "finished.jsonl"


def summarize_game(session: Session) -> FinishedGame:
    """Returns what is kept of a game that has ended."""
    state, statistics = session.state, session.rules.game.statistics
    outcome = state.outcome or ""
    return FinishedGame(
        format=FORMAT,
        game=state.game,
        seed=state.seed,
        turn=session.display.count_turns(state.turn),
        outcome=outcome,
        is_won=outcome in statistics.winning_outcomes,
        hash=str(session.hash()),
        version=__version__,
        scores={} if statistics.score is None else dict(statistics.score(session.context())),
    )


def append_game(game: FinishedGame, path: Path | None = None) -> None:
    """Adds a line with one write, after what a crash may have left of another, and waits until it is on disk.

    Raises:
        OSError: the file cannot be written.
    """
    path = path or finished_games_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    try:
        size = os.lseek(handle, 0, os.SEEK_END)
        if size:
            os.lseek(handle, size - 1, os.SEEK_SET)
        is_torn = size > 0 and os.read(handle, 1) != b"\n"
        line = b"\n" * is_torn + msgspec.json.encode(game) + b"\n"
        if os.write(handle, line) != len(line):
            raise OSError(None, "the disk is full", str(path))
        os.fsync(handle)
    finally:
        os.close(handle)
    if is_new:
        sync_folder(path.parent)


def read_games(path: Path | None = None) -> tuple[list[FinishedGame], list[str]]:
    """Returns the finished games of all games, oldest first, and a sentence on each line that was skipped.

    Raises:
        OSError: the file cannot be read.
    """
    path = path or finished_games_path()
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return [], []
    games: dict[tuple[str, str, int], FinishedGame] = {}
    problems = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        game = _read_line(line)
        if isinstance(game, FinishedGame):
            games.setdefault((game.game, game.hash, game.turn), game)
        else:
            problems.append(f"{path}:{number}: {game}; the line is skipped")
    return list(games.values()), problems


def _read_line(line: bytes) -> FinishedGame | str:
    """Returns the game of a line, or what is wrong with it."""
    if len(line) > MAX_LINE_BYTES:
        return "too long"
    try:
        return msgspec.json.decode(line, type=FinishedGame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        reason = " ".join(str(error).split())[:120]
        return f"damaged ({reason})"


def list_games_of(games: Iterable[FinishedGame], game: str) -> list[FinishedGame]:
    """Returns the finished games of one game."""
    return [one for one in games if one.game == game]
