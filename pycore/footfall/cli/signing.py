"""Keys on the command line: an option for the secret key, and its password."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import click

from footfall.sharing.signatures import SignatureError, derive_public_key, needs_password, read_secret_key

from .options import CliError

PASSWORD_VARIABLE = "FOOTFALL_KEY_PASSWORD"
"""The environment variable with the password of a secret key, for scripts."""


@dataclass(frozen=True)
class SigningKey:
    """A secret key that can sign.

    Attributes:
        secret: text of its file.
        public: its public key.
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
        secret = read_secret_key(path)
        password = ask_password() if needs_password(secret) else ""
        return SigningKey(secret, password, derive_public_key(secret, password))
    except SignatureError as error:
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
