"""``footfall index key``: creates a key for signing indexes and mods; and the option of a secret key."""

import os
from dataclasses import dataclass
from pathlib import Path

import click

from footfall.sharing import signatures

from .output import CliError, Report, prints_report

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
