"""``footfall mods pack``: a mod as one zip, the same bytes wherever and whenever it is made."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import click

from footfall.content.files import BadFiles
from footfall.content.findings import Level
from footfall.loader import LoadError, Trust, discover, load

from .compose import say
from .options import Trouble

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip can tell."""


@click.command("pack")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--out", type=click.Path(path_type=Path), help="The zip. Default: NAME-VERSION.zip here.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def pack(folder: Path, out: Path | None, as_json: bool) -> None:
    """Pack the mod in FOLDER as a zip, if it loads without an error."""
    found, findings = discover([folder], everywhere=False)
    mods = [mod for mod in found.values() if mod.files.path.resolve() == folder.resolve()]
    if not mods:
        say(findings)
        raise Trouble(f"{folder}: there is no mod in it")
    mod = mods[0]
    try:
        wrong = [
            f
            for f in load(None, mods=[folder], only=(), trust=Trust.NAMED).problems
            if f.mod == mod.id and f.level is Level.ERROR
        ]
    except LoadError as error:
        raise Trouble(str(error)) from None
    if wrong:
        say(wrong)
        raise Trouble(f"{mod.id} has errors; nothing was packed")
    path = out or Path(f"{mod.id.rpartition('.')[2]}-{mod.version}.zip")
    try:
        with zipfile.ZipFile(path, "w") as archive:
            for name in mod.files.names:
                entry = zipfile.ZipInfo(name, EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, mod.files.read(name), compresslevel=9)
    except (OSError, BadFiles) as error:
        raise Trouble(f"{path}: {error}") from None
    files = list(mod.files.names)
    if as_json:
        about = {"mod": mod.id, "version": mod.version, "hash": mod.hash, "files": files}
        click.echo(json.dumps({"zip": str(path), **about}, indent=2, ensure_ascii=False))
    else:
        click.echo(f"{path}: {mod.id} {mod.version}, {len(files)} files, hash {mod.hash}")
