"""``footfall index key``: creates a key for signing indexes and mods."""

from __future__ import annotations

import json
from pathlib import Path

import click

from footfall.sharing.signatures import PUBLIC_SUFFIX, SignatureError, create_key, describe_key

from ..options import CliError
from ..output import echo
from ..signing import ask_password


@click.command("key")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--password", "has_password", is_flag=True, help="Encrypt the secret key with a password.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def create(path: Path, has_password: bool, as_json: bool) -> None:
    """Create a secret key at PATH, which only you can read, and its public key at PATH.pub.

    Publish the public key and its words in another place than the index, so that players can compare them.
    """
    try:
        public = create_key(path, ask_password(confirm=True) if has_password else "")
    except SignatureError as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{error.filename or path}: {error.strerror or error}") from None
    if as_json:
        facts = {"secret": str(path), "public": f"{path}{PUBLIC_SUFFIX}", "key": public, "words": describe_key(public)}
        echo(json.dumps(facts, indent=2))
        return
    echo(f"secret key: {path} (keep it to yourself, and keep a copy)")
    echo(f"public key: {path}{PUBLIC_SUFFIX}")
    echo(f"  {public}")
    echo(f"in words:   {describe_key(public)}")
