"""Which key signed the contents that were installed, so that a new version can be compared with the approved one.

A signature never replaces an approval: it says who made a content, not what the content does.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import platformdirs

from footfall.loader import Mod
from footfall.loader.json_file import JsonFileError, read_json, read_json_to_change, write_json
from footfall.loader.trust import load_approval

from .signatures import describe_key


class Signers(msgspec.Struct, frozen=True):
    """The file of signers.

    Attributes:
        keys: public key by content hash.
    """

    keys: dict[str, str] = {}


def signers_path() -> Path:
    """Returns the file of signers."""
    return platformdirs.user_config_path("footfall", appauthor=False) / "signers.json"


def record_signer(content: str, key: str) -> None:
    """Records the key that signed a content: that of its author, else that of the index which it was installed from.

    Raises:
        OSError: the file cannot be written.
    """
    known = read_json_to_change(signers_path(), Signers()).keys
    if known.get(content) != key:
        write_json(signers_path(), Signers({**known, content: key}))


def find_signer(content: str) -> str:
    """Returns the key that signed a content, or ``""``."""
    try:
        return read_json(signers_path(), Signers).keys.get(content, "")
    except (OSError, JsonFileError):
        return ""


def compare_signers(mod: Mod) -> str:
    """Returns who signed a mod, compared with the version that was approved: a sentence, or ``""``."""
    key = find_signer(mod.hash)
    approval = load_approval(mod.id)
    approved = find_signer(approval.hash) if approval else ""
    if not key and not approved:
        return ""
    if approval is None or not approved:
        return f"signed by {describe_key(key)}"
    if not key:
        return f"not signed, but version {approval.version}, which you approved, was: by {describe_key(approved)}"
    if key != approved:
        text = f"signed by {describe_key(key)}, another author than that of version {approval.version},"
        return f"{text} which you approved: {describe_key(approved)}"
    return f"by the same author as version {approval.version}, which you approved: {describe_key(key)}"
