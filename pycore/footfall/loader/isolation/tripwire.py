"""Reports mods that open files outside the game, start processes or use the network.

An audit hook (PEP 578) observes such calls, and the stack shows whether a mod's code made them. Nothing is prevented,
and a malicious mod can evade it.
"""

import os
import sys
import sysconfig
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

import footfall
from footfall.diagnostics.files import format_mod_path, format_path
from footfall.diagnostics.findings import Finding, Severity

from ..discovery import Mod
from .watchdog import is_debugger, name_file

MAX_TRIPS = 200
"""Maximum number of recorded trips."""

_PROCESS = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.system")
_SIGNAL = ("os.kill", "pty.", "signal.")
_NETWORK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "poplib.", "imaplib.", "telnetlib.", "webbrowser.")
_FILES = ("os.", "shutil.", "tempfile.", "sqlite3.connect", "mmap.", "glob.", "winreg.")
_OTHER = {
    "ctypes.dlopen": "loaded native code",
    "_thread.start_new_thread": "started a thread",
    "sys.addaudithook": "installed an interpreter hook",
    "sys.setprofile": "installed an interpreter hook",
    "sys.settrace": "installed an interpreter hook",
}
_IGNORED_EVENTS = frozenset(("os.getxattr", "os.listxattr", "os.walk", "os.fwalk", "os.add_dll_directory"))
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Trip(msgspec.Struct, frozen=True):
    """One reported call of a mod.

    Attributes:
        action: such as ``"opened /etc/passwd to read it"``.
        place: ``file:line`` in the mod.
    """

    mod: str
    action: str
    place: str

    def __str__(self) -> str:
        return f"{self.mod} {self.action} ({self.place})"


_mods: dict[str, tuple[str, str]] = {}
"""Id and absolute path of the mod, by file name as compiled."""

_trips: dict[tuple[str, str, str], Trip] = {}
_taken_count = 0
_kinds: dict[str, str] = {}
_armed = False


def watch_mod(mod: Mod) -> None:
    """Watches a mod's code from now on. The audit hook is installed once; Python cannot remove it."""
    global _armed
    for name in mod.files.names:
        if name.endswith(".py"):
            file = format_mod_path(mod.files, name)
            _mods[file] = (mod.id, str(mod.files.path.resolve()))
            name_file(file, mod.id)
    if not _armed:
        _armed = True
        sys.addaudithook(_audit)


def find_owner(filename: str) -> str:
    """Returns the id of the mod that a file belongs to, by its name in tracebacks, or ``""``."""
    return _mods.get(filename, ("", ""))[0]


def list_trips(count: int = 0) -> list[Trip]:
    """Returns the trips after the first `count`, in order; each line of a mod is recorded once per action."""
    return list(_trips.values())[count:] if len(_trips) > count else []


def take_new_trips() -> list[Trip]:
    """Returns the trips since the last call."""
    global _taken_count
    new = list_trips(_taken_count)
    _taken_count += len(new)
    return new


def make_finding(trip: Trip) -> Finding:
    """Returns a trip as a finding."""
    fix = f"to revoke its approval: footfall mods approve --revoke {trip.mod}"
    return Finding("reaches-out", trip.mod, f"it {trip.action}", trip.place, fix, Severity.WARNING)


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    kind = _kinds.get(event)
    if kind is None:
        kind = _kinds[event] = _classify_event(event)
    if kind:
        with suppress(Exception):  # an error here must not break the observed call
            _record_trip(event, kind, arguments, sys._getframe(0).f_back)


def _record_trip(event: str, kind: str, arguments: tuple[Any, ...], top: FrameType | None) -> None:
    frame = top
    while frame is not None and frame.f_code.co_filename not in _mods:
        if is_debugger(frame):  # what the user does there is no doing of the mod
            return
        frame = frame.f_back
    if frame is None or top is None:
        return
    mod, path = _mods[frame.f_code.co_filename]
    action = _describe_event(event, kind, arguments, path, top)
    if action and len(_trips) < MAX_TRIPS:
        trip = Trip(mod, action, f"{format_path(frame.f_code.co_filename)}:{frame.f_lineno}")
        _trips.setdefault((trip.mod, trip.action, trip.place), trip)


def _classify_event(event: str) -> str:
    if event == "open":
        return "open"
    if event in _OTHER:
        return _OTHER[event]
    if event in _IGNORED_EVENTS:
        return ""
    for kind, heads in (("process", (*_PROCESS, *_SIGNAL)), ("network", _NETWORK), ("files", _FILES)):
        if event.startswith(heads):
            return kind
    return ""


def _describe_event(event: str, kind: str, arguments: tuple[Any, ...], folder: str, top: FrameType) -> str:
    """Describes an event; ``""`` if it is harmless."""
    importing = top.f_code.co_filename.startswith("<frozen importlib")
    if kind == "open":
        path, mode, flags = arguments[:3]
        name = _to_absolute_path(path)
        if not name:
            return ""
        writes = bool(isinstance(flags, int) and flags & _WRITING) or any(c in str(mode) for c in "wax+")
        if writes:
            return "" if importing else f"opened {_format_path(name)} to write it"
        inside = name == folder or name.startswith((folder + os.sep, *_TRUSTED_ROOTS))
        return "" if inside else f"opened {_format_path(name)} to read it"
    if kind == "files":
        name = _to_absolute_path(arguments[0]) if arguments else ""
        return "" if importing else f"called {event} {_format_path(name)}".rstrip()
    if kind == "process":
        program = arguments[0] if arguments else ""
        return f"called {event} {_shorten(program)}".rstrip()
    if kind == "network":
        target = arguments[-1] if event == "socket.connect" else arguments[0] if arguments else ""
        target = "" if type(target).__name__ == "socket" else target
        return f"used the network: {event} {_shorten(target)}".rstrip()
    return kind


def _to_absolute_path(value: object) -> str:
    """Returns an absolute path, or ``""`` for a file descriptor."""
    if isinstance(value, (str, os.PathLike)):
        return os.path.abspath(os.fspath(value))
    if isinstance(value, bytes):
        return os.path.abspath(os.fsdecode(value))
    return ""


def _format_path(path: str) -> str:
    return _shorten(format_path(path)) if path else ""


def _shorten(value: object) -> str:
    text = value if isinstance(value, str) else os.fsdecode(value) if isinstance(value, bytes) else repr(value)
    text = "".join(c if c.isprintable() else "?" for c in text[:121])
    return text if len(text) <= 120 else text[:120] + "..."


_TRUSTED_ROOTS = tuple(
    dict.fromkeys(
        str(Path(path)) + os.sep
        for path in (
            *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")),
            os.path.dirname(os.__file__),
            os.path.dirname(footfall.__file__),
            os.path.realpath(os.path.dirname(footfall.__file__)),
            *filter(None, [sys.pycache_prefix]),
        )
    )
)
"""Folders of Python, of its bytecode, and of Footfall; reading files there is not reported."""
