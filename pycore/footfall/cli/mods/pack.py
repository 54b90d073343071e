"""``footfall mods pack``: packs a mod as a reproducible zip."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import click

from footfall.check import check_mod
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Severity
from footfall.loader import discover
from footfall.loader.zip_entries import encode_zip
from footfall.sharing.index_format import SIGNATURE_SUFFIX
from footfall.sharing.signatures import sign_as_author

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
    name = f"{mod.id.rpartition('.')[2]}-{mod.version}.zip"
    path = out / name if out is not None and out.is_dir() else out or Path(name)
    try:
        before = path.read_bytes() if path.exists() else b""
        path.write_bytes(encode_zip(((name, mod.files.read(name)) for name in mod.files.names), zipfile.ZIP_DEFLATED))
        _write_signature(path, key, is_changed=path.read_bytes() != before)
    except (OSError, ModFilesError) as error:
        raise CliError(f"{path}: {error}") from None
    files = list(mod.files.names)
    if as_json:
        facts = {"mod": mod.id, "version": mod.version, "hash": mod.hash, "files": files}
        echo(json.dumps({"zip": str(path), **facts}, indent=2, ensure_ascii=False))
    else:
        echo(f"{path}: {mod.id} {mod.version}, {len(files)} files, hash {mod.hash}")


def _write_signature(path: Path, key: SigningKey | None, *, is_changed: bool) -> None:
    """Signs the zip; without a key, removes the signature of the zip that it replaces."""
    signature_path = path.with_name(path.name + SIGNATURE_SUFFIX)
    if key is not None:
        signature_path.write_text(sign_as_author(path.read_bytes(), key.secret, key.password), "ascii", newline="\n")
    elif is_changed:
        signature_path.unlink(missing_ok=True)
