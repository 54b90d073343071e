"""Signatures in the minisign format, the files of keys, keys in words, and the keys that signed the installed contents.

The Rust core signs and checks. A signature never replaces an approval: it names the author of a content, and says
nothing about its actions.
"""

import os
import re
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import platformdirs

from footfall.diagnostics import UserError
from footfall.diagnostics.files import expand_home, read_limited_file
from footfall.disk import remove, replace_file
from footfall.loader import Mod
from footfall.loader.isolation.trust import escape_unprintable, load_approval
from footfall.loader.json_file import read_json_or, read_json_to_change, write_json

_native: ModuleType | None
try:
    from footfall import _native
except ImportError:
    _native = None

PUBLIC_SUFFIX = ".pub"
MAX_KEY_BYTES = 4_096
MAX_SIGNATURE_BYTES = 4_096
"""Bytes of a file with a key or a signature."""

WORD_COUNT = 10
"""Words that name a key: 80 bits of its hash."""

_AUTHOR = "author "
_PUBLIC_KEY = re.compile(r"[A-Za-z0-9+/]{56}")


class SignatureError(UserError, ValueError):
    """A key or a signature that cannot be used; the text is a sentence without a period."""


def create_key(path: Path, password: str = "") -> str:
    """Creates a secret key at `path`, readable by its owner only, and next to it the public key, which it returns.

    Raises:
        SignatureError: there is a file already.
        OSError: a file cannot be written; neither is left.
    """
    public_path = path.with_name(path.name + PUBLIC_SUFFIX)
    for taken in (path, public_path):
        if os.path.lexists(taken):
            raise SignatureError(f"{taken} exists; a key is never overwritten")
    public, secret = _get_core().generate_signing_key(password or None, "secret key of an index of Footfall mods")
    text = f"untrusted comment: {describe_key(public)}\n{public}\n"
    try:
        replace_file(path, [secret.encode("ascii")])
        replace_file(public_path, [text.encode()], mode=0o644)
    except BaseException:  # a partial file could be taken for a key
        for part in (path, public_path):
            remove(part)
        raise
    return str(public)


def read_secret_key(path: Path) -> str:
    """Reads a secret key file.

    Raises:
        SignatureError: others can read it, or it is not a text.
        OSError: it cannot be read.
    """
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise SignatureError(f"{path} can be read by other users of this computer; run: chmod 600 {path}")
    try:
        return read_limited_file(path, MAX_KEY_BYTES).decode("ascii")
    except UnicodeDecodeError:
        raise SignatureError(f"{path} is not a minisign secret key") from None


def read_public_key(word: str) -> str:
    """Returns a public key given as text, or as the path of a ``.pub`` file.

    Raises:
        SignatureError: it is neither.
        OSError: the file cannot be read.
    """
    if _PUBLIC_KEY.fullmatch(word):
        return word
    path = expand_home(word)
    if not path.exists():
        raise SignatureError(
            f"'{escape_unprintable(word[:100])}' is neither a public key of 56 characters nor a file with one"
        )
    lines = read_limited_file(path, MAX_KEY_BYTES).decode("ascii", "replace").split()
    if not lines or not _PUBLIC_KEY.fullmatch(lines[-1]):
        raise SignatureError(f"{word} contains no minisign public key")
    return lines[-1]


def needs_password(secret: str) -> bool:
    """Returns whether a secret key is encrypted.

    Raises:
        SignatureError: it is not a minisign secret key.
    """
    try:
        derive_public_key(secret)
    except SignatureError as error:
        if "password" in str(error):
            return True
        raise
    return False


def derive_public_key(secret: str, password: str = "") -> str:
    """Returns the public key of a secret key.

    Raises:
        SignatureError: it is not a minisign secret key, or the password is missing or wrong.
    """
    return _call_core("derive_public_key", secret, password or None)


def sign(data: bytes, secret: str, password: str = "", comment: str = "") -> str:
    """Returns the signature file of `data`; the comment is signed too.

    Raises:
        SignatureError: see `derive_public_key`.
    """
    return _call_core("sign_bytes", data, secret, password or None, comment)


def verify(data: bytes, signature: str, public: str) -> str:
    """Checks a signature, and returns its trusted comment.

    Raises:
        SignatureError: the signature is damaged, of another key, or of other bytes.
    """
    return _call_core("verify_signature", data, signature, public)


def _call_core(name: str, *arguments: Any) -> str:
    try:
        return str(getattr(_get_core(), name)(*arguments))
    except ValueError as error:
        raise SignatureError(str(error)) from None


def sign_as_author(data: bytes, secret: str, password: str = "") -> str:
    """Returns the signature of an archive; its comment names the author's public key.

    Raises:
        SignatureError: see `derive_public_key`.
    """
    return sign(data, secret, password, _AUTHOR + derive_public_key(secret, password))


def verify_author(data: bytes, signature: str) -> str:
    """Checks a signature that names its key; returns the key.

    Raises:
        SignatureError: it names no key, or is not valid.
    """
    key = re.search(rf"^trusted comment: {_AUTHOR}({_PUBLIC_KEY.pattern})\s*$", signature, re.MULTILINE)
    if key is None:
        raise SignatureError("the signature does not name the key of an author")
    verify(data, signature, key[1])
    return key[1]


def describe_key(public: str) -> str:
    """Returns a key as words that people can compare: ``"amber-fox-..."``, `WORD_COUNT` of them."""
    words = _read_words()
    return "-".join(words[byte] for byte in blake2b(public.encode(), digest_size=WORD_COUNT).digest())


@cache
def _read_words() -> tuple[str, ...]:
    return tuple((files(__package__) / "fingerprint_words.txt").read_text(encoding="ascii").split())


def _get_core() -> ModuleType:
    if _native is None:
        raise SignatureError("signatures need the compiled core, which is not built here: python -m pip install .")
    return _native


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
    return read_json_or(signers_path(), Signers()).keys.get(content, "")


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
