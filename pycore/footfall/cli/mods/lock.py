"""``footfall mods lock``: writes a lock file of the enabled mods, or compares them with one."""

from __future__ import annotations

import json
from pathlib import Path

import click

from footfall import __version__
from footfall.diagnostics.plural import format_count
from footfall.engine.saves.atomic_file import replace_file
from footfall.engine.saves.differences import compare_locks
from footfall.loader import LoadResult, Source, select_active_mods
from footfall.loader.discovery import STORE_CODES
from footfall.loader.profiles.pointer import ProfileError
from footfall.sharing.locks import Lock, LockFileError, LockRow, format_lock, read_lock
from footfall.sharing.store import StoreError, keep_named

from ..compose import load_mods
from ..options import CliError, mod_options
from ..output import echo


@click.command("lock")
@click.option("--check", is_flag=True, help="Compare with the lock file; exit code 1 if anything differs.")
@click.option(
    "--file", type=click.Path(path_type=Path), default=Path("footfall.lock"), show_default=True, help="The lock file."
)
@click.option("--game", default=None, help="Only the mods active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def lock_mods(
    check: bool,
    file: Path,
    game: str | None,
    as_json: bool,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Write id, version and content hash of the enabled mods to a lock file, or compare them with it."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang)
    rows = _collect_rows(loaded)
    if not check:
        if any(finding.code in STORE_CODES for finding in loaded.findings):
            raise CliError(f"{file} was not written: installed mods that are damaged or lost would be missing from it")
        try:
            replace_file(file, [format_lock(rows).encode()])
        except OSError as error:
            raise CliError(f"{file} cannot be written ({error.strerror})") from None
        _keep_contents(loaded, file)
        if as_json:
            echo(json.dumps({"file": str(file), "mods": [list(row) for row in rows]}, indent=2))
        else:
            echo(f"{file}: {format_count(len(rows), 'mod')}")
        return
    lock = _read_lock(file)
    lines = [str(difference) for difference in compare_locks(lock.rows, rows)]
    if lock.footfall != __version__:
        lines.append(f"footfall: {lock.footfall} -> {__version__}")
    if as_json:
        echo(json.dumps({"file": str(file), "same": not lines, "differences": lines}, indent=2))
    else:
        for line in lines:
            echo(line)
        same = f"the same {format_count(len(rows), 'mod')}"
        echo(f"{file}: {'differs' if lines else same}")
    if lines:
        raise SystemExit(1)


def _keep_contents(loaded: LoadResult, file: Path) -> None:
    """Keeps the installed contents that the lock names, for as long as it exists."""
    if any(mod.source is Source.STORE for mod in loaded.mods):
        try:
            keep_named(file)
        except (StoreError, ProfileError) as error:
            echo(f"note: footfall mods clean will not know this lock: {error}", err=True)


def _collect_rows(loaded: LoadResult) -> tuple[LockRow, ...]:
    mods = list(loaded.mods)
    if loaded.game is not None:
        mods = select_active_mods(loaded.game, loaded.mods, loaded.games)
    return tuple((mod.id, mod.version, mod.hash) for mod in mods)


def _read_lock(file: Path) -> Lock:
    try:
        return read_lock(file)
    except FileNotFoundError:
        raise CliError(f"{file} does not exist; to write it: footfall mods lock --file {file}") from None
    except LockFileError as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{file} is not a lock file ({error.strerror or error})") from None
