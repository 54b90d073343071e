"""Trust: a mod of data runs nothing and is on when it is there; one with Python is approved once per content.

Approvals are the user's: one file per mod in the configuration folder, with the hashes approved
and the text of the version approved last, so that a change can be shown. First-party plugins and
installed packages count as approved by having been installed.
"""

from __future__ import annotations

import difflib
import os
import shlex
import tempfile
from collections.abc import Mapping
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec
import platformdirs

from footfall.content.files import BadFiles, show
from footfall.content.findings import Finding

from .discovery import Mod, Source
from .files import digest, is_text
from .order import without

S = TypeVar("S", bound=msgspec.Struct)

VARIABLE = "FOOTFALL_TRUST"
"""The environment variable that says whom to trust: the value of a `Trust`."""

KEPT = 1 << 20
"""Bytes of text that are kept of an approved mod, for the diff when it changes."""


class Trust(Enum):
    """Which mods with Python may run. Those that are installed always may.

    ALL: any that is found: for continuous integration.
    NAMED: also those that the caller names by path, and has so decided about.
    APPROVED: the approved ones alone.
    """

    ALL = "all"
    NAMED = "named"
    APPROVED = "approved"


class BadTrust(ValueError):
    """``FOOTFALL_TRUST`` says something that is no `Trust`."""


class Approval(msgspec.Struct, frozen=True):
    """What the user approved of one mod.

    Attributes:
        version, hash: the version approved last, and its content hash.
        hashes: content hashes of all approved versions.
        files: digest by name of the files approved last.
        texts: text by name, as far as it is kept.
    """

    id: str
    version: str
    hash: str
    hashes: tuple[str, ...]
    files: dict[str, str] = {}
    texts: dict[str, str] = {}


class Own(msgspec.Struct, frozen=True):
    """Mods that the user writes: by place, however they change.

    Attributes:
        places: mod id by absolute path.
    """

    places: dict[str, str] = {}


def folder() -> Path:
    """Where approvals are kept."""
    return platformdirs.user_config_path("footfall", appauthor=False) / "approvals"


def trust_here(default: Trust) -> Trust:
    """What the environment says, else `default`.

    Raises:
        BadTrust: it says nonsense.
    """
    value = os.environ.get(VARIABLE, "").strip().lower()
    if not value:
        return default
    try:
        return Trust(value)
    except ValueError:
        known = ", ".join(each.value for each in Trust)
        raise BadTrust(f"{VARIABLE}={value}: it takes {known}") from None


def runs_code(mod: Mod) -> bool:
    """Whether anything of a mod is ever run: its entry, or a migration in Python."""
    return bool(mod.about.entry) or any(
        name.startswith("migrations/") and name.endswith(".py") for name in mod.files.names
    )


def may_run(mod: Mod, trust: Trust) -> bool:
    """Whether a mod's code may be imported.

    Raises:
        BadFiles: its files cannot be read.
    """
    if trust is Trust.ALL or mod.source in (Source.PLUGIN, Source.INSTALLED):
        return True
    if (trust is Trust.NAMED and mod.source is Source.EXPLICIT) or not runs_code(mod):
        return True
    approval = approval_of(mod.id)
    return (approval is not None and mod.hash in approval.hashes) or is_own(mod)


def keep_trusted(mods: Mapping[str, Mod], trust: Trust, findings: list[Finding]) -> dict[str, Mod]:
    """Those that may run, and what does not need the others; the others are told."""
    gone = []
    for mod in mods.values():
        try:
            if may_run(mod, trust):
                continue
            finding = _finding(mod)
        except BadFiles as error:
            finding = Finding("bad-files", mod.id, str(error), "", "repack or copy the mod", off=True)
        findings.append(finding)
        gone.append(mod.id)
    return without(mods, gone, findings) if gone else dict(mods)


def name_for(mod: Mod) -> str:
    """How a command line names a mod so that it is found again."""
    found = mod.source in (Source.PROJECT, Source.USER, Source.ENVIRONMENT)
    return mod.id if found else shlex.quote(show(mod.files.path))


def _finding(mod: Mod) -> Finding:
    approval = approval_of(mod.id)
    if approval is None:
        text = "it has Python code, which you have not approved"
    else:
        text = f"its files are not those of {approval.version} that you approved"
    fix = f"footfall mods approve {name_for(mod)}"
    return Finding("not-approved", mod.id, text, show(mod.files.path), fix, off=True)


# The store.


def approval_of(id: str) -> Approval | None:
    """What was approved of a mod; None: nothing, or what was kept is damaged."""
    return _read(f"{id}.json", Approval)


def approvals() -> list[Approval]:
    """All approvals, by id."""
    names = sorted(path.stem for path in folder().glob("*.*.json"))
    return [approval for name in names if (approval := approval_of(name)) is not None]


def approve(mod: Mod) -> Approval:
    """Approves a mod's present content.

    Raises:
        OSError: it cannot be written down.
        BadFiles: its files cannot be read.
    """
    files: dict[str, str] = {}
    texts: dict[str, str] = {}
    left = KEPT
    for name in mod.files.names:
        data = mod.files.read(name)
        files[name] = digest(name, data)
        if is_text(name) and len(data) <= left:
            left -= len(data)
            texts[name] = data.decode("utf-8", "replace")
    before = approval_of(mod.id)
    hashes = tuple(dict.fromkeys((*(before.hashes if before else ()), mod.hash)))
    approval = Approval(mod.id, mod.version, mod.hash, hashes, files, texts)
    _write(f"{mod.id}.json", approval)
    return approval


def revoke(id: str) -> bool:
    """Takes all approvals of a mod back; returns whether there were any."""
    places = {path: each for path, each in own_places().items() if each != id}
    had = len(places) < len(own_places())
    if had:
        _write("own.json", Own(places))
    path = folder() / f"{id}.json"
    if not path.exists():
        return had
    path.unlink()
    return True


def own(path: Path, id: str) -> None:
    """Notes that the user writes the mod at `path`: its changes do not ask.

    Raises:
        OSError: it cannot be written down.
    """
    there = {place: each for place, each in own_places().items() if Path(place).exists()}
    _write("own.json", Own({**there, str(path.resolve()): id}))


def own_places() -> dict[str, str]:
    """The mods that the user writes: id by path."""
    kept = _read("own.json", Own)
    return dict(kept.places) if kept is not None else {}


def is_own(mod: Mod) -> bool:
    """Whether the user writes this mod, at this place."""
    return own_places().get(str(mod.files.path.resolve())) == mod.id


def _read(name: str, kind: type[S]) -> S | None:
    try:
        return msgspec.json.decode((folder() / name).read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


def _write(name: str, value: msgspec.Struct) -> None:
    """Writes a file whole or not at all."""
    folder().mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", dir=folder())
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(value)))
        os.replace(temporary, folder() / name)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


# What changed.


def difference(approval: Approval, mod: Mod) -> list[str]:
    """What changed since a mod was approved: a unified diff of its texts, a line for each other file.

    Raises:
        BadFiles: its files cannot be read.
    """
    lines: list[str] = []
    for name in sorted({*approval.files, *mod.files.names}):
        data = mod.files.read(name) if name in mod.files.names else None
        if data is not None and approval.files.get(name) == digest(name, data):
            continue
        before = approval.texts.get(name)
        if (before is None and name in approval.files) or (data is not None and not is_text(name)):
            what = "removed" if data is None else "changed" if name in approval.files else "new"
            lines.append(f"{what}: {plain(name)}")
            continue
        old = (before or "").splitlines()
        new = data.decode("utf-8", "replace").splitlines() if data is not None else []
        there = "/dev/null" if data is None else f"b/{name}"
        here = "/dev/null" if before is None else f"a/{name}"
        lines += map(plain, difflib.unified_diff(old, new, here, there, lineterm=""))
    return lines


def plain(text: str) -> str:
    """Text of a stranger's as a terminal may show it: nothing in it steers the terminal or the reading direction."""
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)


def listing(mod: Mod) -> list[str]:
    """All of a mod's Python, as a terminal may show it.

    Raises:
        BadFiles: its files cannot be read.
    """
    lines: list[str] = []
    for name in mod.files.names:
        if PurePosixPath(name).suffix == ".py":
            lines += [
                f"# {plain(name)}",
                *map(plain, mod.files.read(name).decode("utf-8", "replace").splitlines()),
            ]
    return lines
