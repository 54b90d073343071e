"""Repro files: a failed game with its mods in a zip.

``repro.json`` describes the game and the failure; ``mods/`` contains the mods that do not ship with Footfall.
"""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from footfall.engine.codec import to_plain
from footfall.engine.model import Command
from footfall.engine.problem_log import Problem, describe_error
from footfall.engine.session import Session
from footfall.loader import Mod

REPRO_FORMAT = "footfall repro 1"
MAX_UNPACKED_BYTES = 512 << 20
"""Maximum size of an unpacked repro in bytes."""


class ReproError(Exception):
    """A file is not a repro, or is unsafe to unpack."""


class GameFailure(msgspec.Struct, frozen=True):
    """A failure of a game.

    Attributes:
        error: such as ``"RuntimeError: oops"``; failures with equal errors, apart from numbers, are the same.
        mod, via, where: mod, hook or step, and source line, if known.
        turn: number of commands before the failure.
        crash: whether the game could not continue.
    """

    error: str
    mod: str = ""
    via: str = ""
    where: str = ""
    turn: int = 0
    crash: bool = False

    def __str__(self) -> str:
        source = f"{self.mod}: {self.via} at {self.where}: " if self.mod else ""
        return f"{source}{self.error}"


class Repro(msgspec.Struct, frozen=True):
    """Contents of a repro.

    Attributes:
        commands: in plain form and in order; if the game crashed, the last one is the crashing command.
        mods: ids of the included mods, in mod order.
        rules: ids of the included mods that are rule mods of the game and cannot be left out.
    """

    format: str
    version: str
    game: str
    seed: int
    options: dict[str, Any]
    settings: dict[str, Any]
    failure: GameFailure
    commands: tuple[dict[str, Any], ...]
    mods: tuple[str, ...]
    rules: tuple[str, ...] = ()


def build_failure(problem: Problem) -> GameFailure:
    """Converts a contained failure of a mod."""
    return GameFailure(problem.error, problem.mod, problem.via, problem.where, problem.turn)


def build_crash_failure(error: BaseException, turn: int) -> GameFailure:
    """Converts an exception that ended the game."""
    return GameFailure(describe_error(error), turn=turn, crash=True)


def write_repro(
    path: Path,
    session: Session,
    mods: Iterable[Mod],
    failure: GameFailure,
    version: str,
    crashing_command: Command | None = None,
) -> None:
    """Writes a repro of a session.

    Args:
        mods: all active mods; third-party mods that are active in the game are included.
        crashing_command: the command during which the game crashed.
    """
    game = session.rules.game
    active = set(session.rules.mods) | set(game.rule_mods)
    packed = [mod for mod in mods if not mod.is_first_party and mod.id in active]
    commands = [*session.commands, *([crashing_command] if crashing_command is not None else [])]
    repro = Repro(
        REPRO_FORMAT,
        version,
        game.id,
        session.state.seed,
        dict(session.options),
        dict(session.state.settings),
        failure,
        tuple(to_plain(command) for command in commands),
        tuple(mod.id for mod in packed),
        tuple(mod.id for mod in packed if mod.id in game.rule_mods),
    )
    _write_archive(
        path, repro, ((f"{mod.id}/{name}", mod.files.read(name)) for mod in packed for name in mod.files.names)
    )


def rewrite_repro(path: Path, repro: Repro, mods: Mapping[str, Path]) -> None:
    """Writes a repro with the mods that it names, which `open_repro` unpacked."""
    _write_archive(path, repro, (file for id in repro.mods for file in _list_unpacked_files(id, mods[id])))


def _list_unpacked_files(id: str, path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_file():
        yield f"{id}/{path.name}", path.read_bytes()
        return
    for file in sorted(path.rglob("*")):
        if file.is_file():
            yield f"{id}/{file.relative_to(path).as_posix()}", file.read_bytes()


def _write_archive(path: Path, repro: Repro, files: Iterable[tuple[str, bytes]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("repro.json", msgspec.json.format(msgspec.json.encode(repro)))
        for name, data in files:
            archive.writestr(f"mods/{name}", data)


@contextmanager
def open_repro(path: Path) -> Iterator[tuple[Repro, dict[str, Path]]]:
    """Reads a repro and unpacks its mods into a temporary folder.

    Yields:
        The repro, and the paths of its mods by id.

    Raises:
        ReproError: the file cannot be read, has another format, or has entries outside the folder.
    """
    try:
        with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory(prefix="footfall-") as folder:
            root = Path(folder)
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise ReproError(f"{path}: unpacks to over {MAX_UNPACKED_BYTES >> 20} MiB")
            try:
                repro = msgspec.json.decode(archive.read("repro.json"), type=Repro)
            except (KeyError, msgspec.MsgspecError) as error:
                raise ReproError(f"{path}: is not a repro ({error})") from None
            if repro.format != REPRO_FORMAT:
                raise ReproError(f"{path}: has format {repro.format!r}, this version reads {REPRO_FORMAT!r}")
            for entry in archive.infolist():
                target = (root / entry.filename).resolve()
                if not target.is_relative_to(root.resolve()):
                    raise ReproError(f"{path}: entry {entry.filename!r} points outside the archive")
                if entry.filename.startswith("mods/") and not entry.is_dir():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(archive.read(entry))
            yield repro, {id: _find_unpacked_mod(path, root / "mods" / id) for id in repro.mods}
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        raise ReproError(f"{path}: cannot be read ({error})") from None


def _find_unpacked_mod(path: Path, folder: Path) -> Path:
    """Path of an unpacked mod: its folder, or its only file."""
    if (folder / "mod.toml").is_file():
        return folder
    singles = sorted(folder.glob("*.py"))
    if len(singles) != 1:
        raise ReproError(f"{path}: the files of mod {folder.name} are missing")
    return singles[0]
