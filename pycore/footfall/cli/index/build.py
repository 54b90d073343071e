"""``footfall index``: makes a folder of packed mods an index that any static host can serve, and keys to sign it."""

import datetime
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.plural import format_count
from footfall.disk import remove, replace_file
from footfall.sharing import signatures
from footfall.sharing.index.build import build_index, collect_mods, describe_changes, read_previous
from footfall.sharing.index.format import INDEX_NAME, SIGNATURE_SUFFIX, Index, encode_index, parse_day, read_index
from footfall.sharing.index.pages import PAGES_FOLDER, render_pages
from footfall.sharing.signatures import MAX_SIGNATURE_BYTES, SignatureError, describe_key, sign, verify

from ..output import CliError, Report, prints_report, report_write_errors

PASSWORD_VARIABLE = "FOOTFALL_KEY_PASSWORD"
"""The environment variable with the password of a secret key, for scripts."""


@dataclass(frozen=True)
class SigningKey:
    """A secret key that can sign.

    Attributes:
        secret: text of its file.
    """

    secret: str
    password: str
    public: str


def open_key(path: Path) -> SigningKey:
    """Reads a secret key; asks for its password if it has one.

    Raises:
        CliError: the file is not a secret key, others can read it, or the password is wrong.
    """
    try:
        secret = signatures.read_secret_key(path)
        password = ask_password() if signatures.needs_password(secret) else ""
        return SigningKey(secret, password, signatures.derive_public_key(secret, password))
    except signatures.SignatureError as error:
        text = str(error)
        raise CliError(text if str(path) in text else f"{path}: {text}") from None
    except OSError as error:
        raise CliError(f"{path}: {error.strerror or error}") from None


def ask_password(*, confirm: bool = False) -> str:
    """Returns the password from the environment, or asks for it."""
    if PASSWORD_VARIABLE in os.environ:
        return os.environ[PASSWORD_VARIABLE]
    answer: str = click.prompt("Password of the key", hide_input=True, confirmation_prompt=confirm, err=True)
    return answer


@click.command("key")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--password", "has_password", is_flag=True, help="Encrypt the secret key with a password.")
@prints_report
def create(path: Path, has_password: bool) -> Report:
    """Create a secret key at PATH, which only you can read, and its public key at PATH.pub.

    Publish the public key and its words in another place than the index, so that players can compare them.
    """
    try:
        public = signatures.create_key(path, ask_password(confirm=True) if has_password else "")
    except OSError as error:
        raise CliError(f"{error.filename or path}: {error.strerror or error}") from None
    words, secret, file = signatures.describe_key(public), str(path), f"{path}{signatures.PUBLIC_SUFFIX}"
    lines = [
        f"secret key: {path} (keep it to yourself, and keep a copy)",
        f"public key: {file}",
        f"  {public}",
        f"in words:   {words}",
    ]
    return Report({"secret": secret, "public": file, "key": public, "words": words}, lines)


DEFAULT_DAYS = 365
"""Days for which a signed index is valid."""


@click.command("build")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--html", is_flag=True, help="Also write pages: index.html, and one for each mod.")
@click.option("--sign", "key_path", type=click.Path(path_type=Path, dir_okay=False), help="Sign with this secret key.")
@click.option(
    "--days",
    type=click.IntRange(1, 3650),
    default=DEFAULT_DAYS,
    show_default=True,
    help="Days until a signed index expires; it is renewed when half of them are over.",
)
@click.option("--counter", type=click.IntRange(min=1), default=1, help="The least number, if the old index was lost.")
@prints_report
def build(folder: Path, html: bool, key_path: Path | None, days: int, counter: int) -> Report:
    """Build index.json from the packed mods (zips) in FOLDER and its subfolders. Runs no code of a mod.

    The same folder gives the same bytes. Names and retractions are read from FOLDER/index.toml.
    """
    key = open_key(key_path) if key_path is not None else None
    mods = collect_mods(folder)
    previous = read_previous(folder)
    public, default_name = (
        key.public if key is not None else "",
        os.fsencode(folder.resolve().name).decode(errors="replace"),
    )
    expires = previous.expires if previous is not None and key is not None else ""
    index = build_index(mods, previous, default_name, key=public, expires=expires, counter=counter)
    if key is not None and _is_renewal_due(index, previous, days):
        day = (datetime.date.today() + datetime.timedelta(days=days)).isoformat()
        index = build_index(mods, previous, default_name, key=public, expires=day, counter=counter)
    data = encode_index(index)
    read_index(data)
    _write_signed(folder, index, data, key)
    _write_files(folder, mods.pictures)
    if html:
        _write_files(folder, {name: page.encode() for name, page in render_pages(index).items()})
        ids = {mod.id for mod in index.mods}
        for path in sorted((folder / PAGES_FOLDER).glob("*.html")):
            if path.stem not in ids:
                remove(path)
    changes = describe_changes(index, previous)
    facts = {"counter": index.counter, "expires": index.expires, "key": index.key, "mods": len(index.mods)}
    signed = f"signed by {describe_key(index.key)}, valid until {index.expires}" if index.key else "not signed"
    words = f"{folder / INDEX_NAME}: {format_count(len(index.mods), 'mod')}, number {index.counter}, {signed}"
    return Report({"index": str(folder / INDEX_NAME), **facts, "changes": changes}, [*changes, words])


def _is_renewal_due(index: Index, previous: Index | None, days: int) -> bool:
    """Whether a signed index needs a new day: it differs from the previous one, or half of its time is over."""
    if previous is None or index != previous or not index.expires:
        return True
    return (parse_day(index.expires) - datetime.date.today()).days < days / 2


def _write_signed(folder: Path, index: Index, data: bytes, key: SigningKey | None) -> None:
    """Writes the index and its signature; an index or signature that holds is left as it is."""
    path = folder / INDEX_NAME
    signature_path = folder / (INDEX_NAME + SIGNATURE_SUFFIX)
    with report_write_errors(path):
        if key is None and signature_path.exists() and _read_bytes(path) != data:
            text = f"{signature_path} is the signature of the old index; sign the new one with --sign"
            raise CliError(f"{text}, or remove that file to publish without a signature")
        is_signed = False
        if key is not None:
            with suppress(OSError, SignatureError):
                signature = read_limited_file(signature_path, MAX_SIGNATURE_BYTES).decode("ascii", "replace")
                verify(data, signature, key.public)
                is_signed = True
        if key is not None and not is_signed:
            comment = f"index of Footfall mods, number {index.counter}"
            replace_file(signature_path, [sign(data, key.secret, key.password, comment).encode()])
        if _read_bytes(path) != data:
            replace_file(path, [data])


def _read_bytes(path: Path) -> bytes | None:
    """Returns the bytes of a file, or None."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        with report_write_errors(path):
            if _read_bytes(path) != data:
                replace_file(path, [data])
