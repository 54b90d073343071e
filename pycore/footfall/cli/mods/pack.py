"""``footfall mods pack``: packs a mod as a reproducible zip."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import click

from footfall.check import check_mod
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Severity
from footfall.engine.saves.atomic_file import replace_file
from footfall.loader import Mod, discover
from footfall.loader.files.zip_entries import check_zip, encode_zip
from footfall.sharing.index.format import SIGNATURE_SUFFIX
from footfall.sharing.signatures import sign_as_author
from footfall.sharing.store import StoreError, encode_content

from ..compose import print_findings
from ..options import CliError
from ..output import echo
from ..signing import SigningKey, open_key


@click.command("pack")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--out", type=click.Path(path_type=Path), help="The zip file, or a folder for NAME-VERSION.zip. Default: here."
)
@click.option("--sign", "key_path", type=click.Path(path_type=Path, dir_okay=False), help="Sign with this secret key.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def pack_mod(folder: Path, out: Path | None, key_path: Path | None, as_json: bool) -> None:
    """Pack the mod in FOLDER as a zip, unless `footfall mods check --no-run` reports an error.

    Does not run the mod's code.
    """
    key = open_key(key_path) if key_path is not None else None
    discovered, findings = discover([folder], all_sources=False)
    mods = [mod for mod in discovered.values() if mod.files.path.resolve() == folder.resolve()]
    if not mods:
        print_findings(findings)
        raise CliError(f"{folder} contains no mod")
    mod = mods[0]
    try:
        report = check_mod(mod, run_code=False)
    except ModFilesError as error:
        raise CliError(f"{mod.id}: {error}") from None
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    if errors:
        print_findings(errors)
        raise CliError(f"{mod.id} has errors; nothing was packed")
    path = _choose_path(mod, out)
    try:
        data = encode_zip(((name, mod.files.read(name)) for name in mod.files.names), zipfile.ZIP_DEFLATED)
        check_zip(data)
        encode_content(mod)
        is_changed = not path.exists() or path.read_bytes() != data
        replace_file(path, [data])
        _write_signature(path, data, key, is_changed=is_changed)
    except (ModFilesError, StoreError) as error:
        raise CliError(f"{error}; nothing was packed") from None
    except OSError as error:
        raise CliError(f"{error.filename or path} cannot be written ({error.strerror or error})") from None
    files = list(mod.files.names)
    if as_json:
        facts = {"mod": mod.id, "version": mod.version, "hash": mod.hash, "files": files}
        echo(json.dumps({"zip": str(path), **facts}, indent=2, ensure_ascii=False))
    else:
        echo(f"{path}: {mod.id} {mod.version}, {len(files)} files, hash {mod.hash}")


def _choose_path(mod: Mod, out: Path | None) -> Path:
    """Returns where to write the zip.

    Raises:
        CliError: there it could not be installed, or would be a part of the mod.
    """
    name = f"{mod.id.rpartition('.')[2]}-{mod.version}.zip"
    path = out / name if out is not None and out.is_dir() else out or Path(name)
    if path.suffix != ".zip":
        raise CliError(f"--out {path} is neither a folder that exists nor a name that ends in .zip")
    if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(mod.files.path)):
        raise CliError(f"{path} would be a part of the mod that it contains; choose another folder: --out ..")
    return path


def _write_signature(path: Path, data: bytes, key: SigningKey | None, *, is_changed: bool) -> None:
    """Signs the zip; without a key, removes the signature of the zip that it replaces."""
    signature_path = path.with_name(path.name + SIGNATURE_SUFFIX)
    if key is not None:
        replace_file(signature_path, [sign_as_author(data, key.secret, key.password).encode("ascii")])
    elif is_changed:
        signature_path.unlink(missing_ok=True)
