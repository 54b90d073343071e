"""``footfall mods lock``: writes a lock file of the enabled mods, or compares them with one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, TypeAlias

import click
import msgspec

from footfall import __version__
from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.plural import format_count
from footfall.diagnostics.toml import MAX_BYTES, TomlDocument, TomlError
from footfall.engine.saves.differences import compare_locks
from footfall.loader import LoadResult, select_active_mods

from ..compose import load_mods
from ..options import CliError, mod_options
from ..output import echo

LockRow = tuple[str, str, str]
"""Id, version, content hash."""

HEADER_COMMENT = "# The enabled mods in load order. Write: footfall mods lock. Compare: footfall mods lock --check"


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
        try:
            file.write_text(_format_lock(rows), encoding="utf-8")
        except OSError as error:
            raise CliError(f"{file} cannot be written ({error.strerror})") from None
        if as_json:
            echo(json.dumps({"file": str(file), "mods": [list(row) for row in rows]}, indent=2))
        else:
            echo(f"{file}: {format_count(len(rows), 'mod')}")
        return
    version, locked = _read_lock(file)
    lines = [str(difference) for difference in compare_locks(locked, rows)]
    if version != __version__:
        lines.append(f"footfall: {version} -> {__version__}")
    if as_json:
        echo(json.dumps({"file": str(file), "same": not lines, "differences": lines}, indent=2))
    else:
        for line in lines:
            echo(line)
        same = f"the same {format_count(len(rows), 'mod')}"
        echo(f"{file}: {'differs' if lines else same}")
    if lines:
        raise SystemExit(1)


_Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]


class _Row(msgspec.Struct):
    id: _Word
    version: _Word
    hash: _Word


class _Lock(msgspec.Struct):
    """A lock file."""

    footfall: _Word
    mod: list[_Row] = []


def _collect_rows(loaded: LoadResult) -> tuple[LockRow, ...]:
    mods = list(loaded.mods)
    if loaded.game is not None:
        mods = select_active_mods(loaded.game, loaded.mods, loaded.games)
    return tuple((mod.id, mod.version, mod.hash) for mod in mods)


def _format_lock(rows: tuple[LockRow, ...]) -> str:
    """TOML with one table per mod, so that line diffs are readable."""
    lines = [HEADER_COMMENT, f'footfall = "{__version__}"']
    for id, version, hash in rows:
        lines += ["", "[[mod]]", f'id = "{id}"', f'version = "{version}"', f'hash = "{hash}"']
    return "\n".join(lines) + "\n"


def _read_lock(file: Path) -> tuple[str, tuple[LockRow, ...]]:
    try:
        data = TomlDocument(str(file), read_limited_file(file, MAX_BYTES)).data
        lock = msgspec.convert(data, type=_Lock)
        return lock.footfall, tuple((row.id, row.version, row.hash) for row in lock.mod)
    except FileNotFoundError:
        raise CliError(f"{file} does not exist; to write it: footfall mods lock --file {file}") from None
    except TomlError as error:
        raise CliError(f"{error.locate(str(file))} is not a lock file ({error})") from None
    except (OSError, msgspec.ValidationError) as error:
        raise CliError(f"{file} is not a lock file ({getattr(error, 'strerror', None) or error})") from None
