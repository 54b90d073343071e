"""Portable file names: no system refuses one or confuses two, so that a mod is the same wherever it is unpacked."""

from collections.abc import Iterable
from unicodedata import normalize

from footfall.diagnostics.files import ModFilesError

MAX_DEPTH = 30
"""Maximum nesting of folders in a mod."""

_MAX_PART_BYTES = 255
_MAX_SHOWN = 100
_FORBIDDEN = frozenset('<>:"|?*\\')
_PORTS = (f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³")
DEVICES = frozenset(("con", "prn", "aux", "nul", "conin$", "conout$", *_PORTS))
"""The names of devices on Windows, with any suffix:
https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file"""


def check_names(names: Iterable[str]) -> None:
    """Checks the names of the files of a mod, with ``/`` between their parts.

    Raises:
        ModFilesError: some system cannot hold a name, or takes two of them for one.
    """
    known: dict[str, str] = {}
    for name in names:
        folders = (name[: at + 1] for at, char in enumerate(name) if char == "/")
        for path in (*folders, name):
            plain = path.rstrip("/")  # the key is equal for paths that are one on some system
            key = plain.lower() if plain.isascii() else normalize("NFD", normalize("NFD", plain).casefold())
            other = known.get(key)
            if other == path and path.endswith("/"):
                continue
            if other is not None:
                shown = quote_name(path)
                what = "occurs twice" if other == path else f"and {quote_name(other)} are one file on some systems"
                raise ModFilesError(f"{shown} {what}; remove or rename one")
            known[key] = path
            fault = _find_fault(plain.rpartition("/")[2])
            if fault:
                raise ModFilesError(f"the name {quote_name(name)} {fault}; rename it")


def check_depth(name: str) -> None:
    """Checks how deep a file of a mod, or a folder with a final ``/``, is nested.

    Raises:
        ModFilesError: it is in too many folders.
    """
    if name.count("/") > MAX_DEPTH:
        raise ModFilesError(f"{quote_name(name)} is nested more than {MAX_DEPTH} folders deep")


def quote_name(name: str) -> str:
    """Returns a name as messages show it: with escapes for all but ASCII, and not at any length."""
    text = ascii(name)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}...'"


def _find_fault(part: str) -> str:
    """Returns why some system cannot hold one part of a name, or ``""``."""
    if not part.isprintable():
        return "has control characters or invisible ones"
    if part.endswith((".", " ")):
        return "ends in a dot or a space, which Windows drops"
    if part.partition(".")[0].rstrip().lower() in DEVICES:
        return "is that of a device on Windows"
    if not _FORBIDDEN.isdisjoint(part):
        return f"has one of the characters {''.join(sorted(_FORBIDDEN))}, which Windows does not allow"
    if len(part.encode()) > _MAX_PART_BYTES:
        return f"has more than {_MAX_PART_BYTES} bytes between two slashes"
    return ""
