"""Repro files: a failed game with its mods in a zip, written, read, and replayed with some of the mods and commands.

``repro.json`` describes the game and the failure; ``mods/`` contains the mods that do not ship with Footfall.
"""

import os
import re
import tempfile
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from footfall.diagnostics import UserError
from footfall.diagnostics.files import ModFilesError
from footfall.disk import make_folder, replace_file, write_file
from footfall.engine.codec import parse_command, to_plain
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.drawing import SCENE, draw_scene, read_hud_lines
from footfall.engine.guards.problem_log import Problem, describe_error
from footfall.engine.model import Command
from footfall.engine.plain import check_plain
from footfall.engine.saves.container import MAX_CONTAINERS, MAX_SECTIONS, describe_misfit
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, Mod, load
from footfall.loader.files.zip_entries import encode_zip, iter_zip_entries
from footfall.loader.isolation.watchdog import run_with_timeout

REPRO_FORMAT = "footfall repro 1"
CONTENTS = "repro.json"
MAX_TABLES = 4 * MAX_CONTAINERS
"""Lists and tables in `CONTENTS`: as many as in the commands of a save."""


class ReproError(UserError):
    """A file is not a repro, or is unsafe to unpack."""


class GameFailure(msgspec.Struct, frozen=True):
    """A failure of a game.

    Attributes:
        error: such as ``"RuntimeError: oops"``; failures with equal errors, apart from numbers, are the same.
        mod, via, place: mod, hook or step, and source line, if known.
        turn: number of commands before the failure.
        is_crash: whether the game could not continue.
    """

    error: str
    mod: str = ""
    via: str = ""
    place: str = msgspec.field(default="", name="where")
    turn: int = 0
    is_crash: bool = msgspec.field(default=False, name="crash")

    def __str__(self) -> str:
        source = f"{self.mod}: {self.via} at {self.place}: " if self.mod else ""
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
    return GameFailure(problem.error, problem.mod, problem.via, problem.location, problem.turn)


def build_crash_failure(error: BaseException, turn: int) -> GameFailure:
    """Converts an exception that ended the game."""
    return GameFailure(describe_error(error), turn=turn, is_crash=True)


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
    files: list[tuple[str, bytes]] = []
    for id in repro.mods:
        root = mods[id].parent if mods[id].is_file() else mods[id]
        paths = [mods[id]] if mods[id].is_file() else sorted(mods[id].rglob("*"))
        files += [(f"{id}/{file.relative_to(root).as_posix()}", file.read_bytes()) for file in paths if file.is_file()]
    _write_archive(path, repro, files)


def _write_archive(path: Path, repro: Repro, files: Iterable[tuple[str, bytes]]) -> None:
    description = msgspec.json.format(msgspec.json.encode(repro))
    mods = ((f"mods/{name}", data) for name, data in files)
    replace_file(path, [encode_zip([(CONTENTS, description), *mods], zipfile.ZIP_DEFLATED)])


@contextmanager
def open_repro(path: Path) -> Iterator[tuple[Repro, dict[str, Path]]]:
    """Reads a repro and unpacks its mods into a temporary folder; yields the repro and their paths by id.

    Raises:
        ReproError: the file cannot be read, has another format, exceeds a limit, or has entries outside the folder.
    """
    with tempfile.TemporaryDirectory(prefix="footfall-") as folder:
        root = Path(folder)
        try:
            repro = _unpack(path, root)
        except ModFilesError as error:
            raise ReproError(f"{path}: {error}") from None
        except OSError as error:
            raise ReproError(f"{path}: cannot be unpacked ({error.strerror or error})") from None
        paths = {}
        for id in repro.mods:
            mod = root / "mods" / id
            is_present = mod.parent.is_dir() and id in os.listdir(mod.parent)  # an id is a name, never a path
            singles = sorted(mod.glob("*.py")) if is_present else []
            if is_present and (mod / "mod.toml").is_file():
                paths[id] = mod
            elif len(singles) == 1:
                paths[id] = singles[0]
            else:
                raise ReproError(f"{path}: the files of mod {id[:40]!r} are missing")
        yield repro, paths


def _unpack(path: Path, root: Path) -> Repro:
    """Unpacks a repro into an empty folder, and returns its description."""
    description: bytes | None = None
    for name, data in iter_zip_entries(path):
        if name == CONTENTS:
            description = data
        elif name.startswith("mods/"):
            target = root / name
            make_folder(target.parent)
            write_file(target, data)
    if description is None:
        raise ReproError(f"{path}: is not a repro (it has no {CONTENTS})")
    if len(description) > MAX_SECTIONS["commands"] or description.count(b"{") + description.count(b"[") > MAX_TABLES:
        raise ReproError(f"{path}: {CONTENTS} is larger than that of any game")
    try:
        repro = msgspec.json.decode(description, type=Repro)
        check_plain(repro.options)
        check_plain(repro.settings)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
        raise ReproError(f"{path}: is not a repro ({describe_misfit(error)})") from None
    if repro.format != REPRO_FORMAT:
        raise ReproError(f"{path}: has format {repro.format[:40]!r}, this version reads {REPRO_FORMAT!r}")
    return repro


RuleKey: TypeAlias = tuple[str, str]
"""The mod of a rule as data, and its hook and name: ``("you.mod", "on_hear.screams_carry")``."""

TIMEOUT_TEXT = "it did not finish"
"""Part of the error of `run_with_timeout`; a failure whose error contains it was a hang."""


def replay_repro(
    repro: Repro,
    paths: Mapping[str, Path],
    mods: Iterable[str],
    commands: Iterable[int] | None = None,
    *,
    without: Collection[RuleKey] = (),
    timeout: float = 60.0,
) -> GameFailure | None:
    """Replays a repro until its failure occurs; returns None if it does not.

    Refused and unknown commands are skipped.

    Args:
        mods: ids of the mods to load, in addition to the game's rule mods.
        commands: indices of the commands to submit, in order; None: all.
        without: rules as data of these mods to leave out.
        timeout: seconds; a longer replay counts as hanging.
    """
    loaded = _load_mods(repro, paths, mods)
    if loaded is None:
        return None
    indices = range(len(repro.commands)) if commands is None else commands
    expected = normalize_error(repro.failure.error)

    def play() -> GameFailure | None:
        for failure in _list_failures(loaded.rules, repro, indices, without):
            if normalize_error(failure.error) == expected:
                return msgspec.structs.replace(failure, place=_shorten_location(failure.place, paths.values()))
        return None

    try:
        return run_with_timeout(play, timeout, "the replay")
    except TimeoutError as error:
        return GameFailure(str(error), is_crash=True) if TIMEOUT_TEXT in repro.failure.error else None


def list_rules(repro: Repro, paths: Mapping[str, Path], mods: Iterable[str]) -> list[RuleKey]:
    """Returns the rules as data of some mods, in calling order."""
    loaded, owners = _load_mods(repro, paths, mods), frozenset(mods)
    implementations = [impl for impls in loaded.hooks.values() for impl in impls] if loaded is not None else []
    return [impl.key for impl in implementations if impl.rule is not None and impl.mod in owners]


def _load_mods(repro: Repro, paths: Mapping[str, Path], mods: Iterable[str]) -> LoadResult | None:
    mod_paths = [paths[id] for id in dict.fromkeys((*repro.rules, *mods))]
    try:
        return load(repro.game, mods=mod_paths, only_mods=(), settings=repro.settings)
    except LoadError:
        return None


def _shorten_location(place: str, mods: Iterable[Path]) -> str:
    """Returns ``file:line`` relative to the mod that has the file."""
    path = Path(place).absolute()
    folders = (mod.absolute() if mod.is_dir() else mod.absolute().parent for mod in mods)
    return next((path.relative_to(f).as_posix() for f in folders if place and path.is_relative_to(f)), place)


def normalize_error(error: str) -> str:
    """First line of an error without its numbers and addresses; equal for the same failures."""
    return re.sub(r"0x[0-9a-fA-F]+|\d+", "#", error.splitlines()[0]) if error else ""


def _list_failures(
    rules: Rules, repro: Repro, indices: Iterable[int], without: Collection[RuleKey]
) -> Iterable[GameFailure]:
    turn, reported = 0, 0
    must_draw = repro.failure.is_crash or repro.failure.via == SCENE

    def list_new_failures() -> Iterator[GameFailure]:
        """Draws what the failure needs, and yields the failures since the last call."""
        nonlocal reported
        read_hud_lines(session)
        if must_draw:
            draw_scene(session)
        new = session.problems[reported:]
        reported += len(new)
        return map(build_failure, new)

    try:
        session = Session.begin(rules, repro.seed, repro.options, without)
        session.console_enabled = True  # recorded console commands were permitted
        yield from list_new_failures()
        for index in indices:
            if session.state.outcome is not None:
                return
            try:
                command = parse_command(repro.commands[index], rules.command_types)
            except ValueError:  # its mod is left out
                continue
            turn = session.state.turn
            session.submit(command)
            yield from list_new_failures()
    except Exception as error:
        yield build_crash_failure(error, turn)
