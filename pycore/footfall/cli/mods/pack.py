"""``footfall mods pack``: packs a mod as a reproducible zip."""

import os
import zipfile
from pathlib import Path

import click

from footfall.app.profile_change import open_installed
from footfall.check import check_mod
from footfall.cli.index.build import open_key
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Severity
from footfall.disk import remove, replace_file
from footfall.loader import Mod, discover
from footfall.loader.files.zip_entries import check_zip, encode_zip
from footfall.sharing.index.format import SIGNATURE_SUFFIX
from footfall.sharing.locks import LOCK_NAME, choose_members, format_members
from footfall.sharing.signatures import sign_as_author
from footfall.sharing.store import StoreError, encode_content

from ..mod_lookup import find_mod
from ..options import ANY_PATH
from ..output import CliError, Report, print_findings, prints_report


@click.command("pack")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--out", type=ANY_PATH, help="The zip file, or a folder for NAME-VERSION.zip. Default: here.")
@click.option("--sign", "key_path", type=click.Path(path_type=Path, dir_okay=False), help="Sign with this secret key.")
@click.option("--relock", is_flag=True, help="Of a collection: first rewrite its lock from the installed mods.")
@prints_report
def pack_mod(folder: Path, out: Path | None, key_path: Path | None, relock: bool) -> Report:
    """Pack the mod in FOLDER as a zip, unless `footfall mods check --no-run` reports an error.

    Does not run the mod's code.
    """
    key = open_key(key_path) if key_path is not None else None
    if relock:
        members = choose_members(find_mod(str(folder)), open_installed()[2].installed)
        replace_file(folder / LOCK_NAME, [format_members(members).encode()])
    mod = _read_mod(folder)
    name = f"{mod.id.rpartition('.')[2]}-{mod.version}.zip"
    path = out / name if out is not None and out.is_dir() else out or Path(name)
    if path.suffix != ".zip":
        raise CliError(f"--out {path} is neither a folder that exists nor a name that ends in .zip")
    if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(mod.files.path)):
        raise CliError(f"{path} would be a part of the mod that it contains; choose another folder: --out ..")
    try:
        data = encode_zip(((name, mod.files.read(name)) for name in mod.files.names), zipfile.ZIP_DEFLATED)
        check_zip(data)
        encode_content(mod)
        is_changed = not path.exists() or path.read_bytes() != data
        replace_file(path, [data])
        signature_path = path.with_name(path.name + SIGNATURE_SUFFIX)
        if key is not None:
            replace_file(signature_path, [sign_as_author(data, key.secret, key.password).encode("ascii")])
        elif is_changed:  # it signs the zip that this one replaces
            remove(signature_path)
    except (ModFilesError, StoreError) as error:
        raise CliError(f"{error}; nothing was packed") from None
    except OSError as error:
        raise CliError(f"{error.filename or path} cannot be written ({error.strerror or error})") from None
    files = list(mod.files.names)
    facts = {"zip": str(path), "mod": mod.id, "version": mod.version, "hash": mod.hash, "files": files}
    return Report(facts, [f"{path}: {mod.id} {mod.version}, {len(files)} files, hash {mod.hash}"])


def _read_mod(folder: Path) -> Mod:
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
    return mod
