"""Trust: a mod of data runs nothing and is on when it is there; one with Python is approved once per content.

Approvals are the user's: one file per mod in the configuration folder, with the hashes approved
and the text of the version approved last, so that a change can be shown. First-party plugins and
installed packages count as approved by having been installed.
"""

from __future__ import annotations

import difflib
import os
import shlex
from collections.abc import Mapping
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import TypeVar

import msgspec
import platformdirs

from footfall.diagnostics.files import ModFilesError, format_path
from footfall.diagnostics.findings import Finding

from .discovery import Mod, Source
from .json_file import write_json
from .mod_files import hash_file, is_text
from .order import remove_with_dependents

S = TypeVar("S", bound=msgspec.Struct)

TRUST_VARIABLE = "FOOTFALL_TRUST"
"""The environment variable that says whom to trust: the value of a `Trust`."""

MAX_STORED_BYTES = 1 << 20
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


class TrustError(ValueError):
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


class OwnMods(msgspec.Struct, frozen=True):
    """Mods that the user writes: by place, however they change.

    Attributes:
        places: mod id by absolute path.
    """

    places: dict[str, str] = {}


def approvals_folder() -> Path:
    """Where approvals are kept."""
    return platformdirs.user_config_path("footfall", appauthor=False) / "approvals"


def resolve_trust(default: Trust) -> Trust:
    """What the environment says, else `default`.

    Raises:
        BadTrust: it says nonsense.
    """
    value = os.environ.get(TRUST_VARIABLE, "").strip().lower()
    if not value:
        return default
    try:
        return Trust(value)
    except ValueError:
        known = ", ".join(each.value for each in Trust)
        raise TrustError(f"{TRUST_VARIABLE}={value}: it takes {known}") from None


def has_code(mod: Mod) -> bool:
    """Whether anything of a mod is ever run: its entry, or a migration in Python."""
    return bool(mod.info.entry) or any(
        name.startswith("migrations/") and name.endswith(".py") for name in mod.files.names
    )


def can_run(mod: Mod, trust: Trust) -> bool:
    """Whether a mod's code may be imported.

    Raises:
        BadFiles: its files cannot be read.
    """
    if trust is Trust.ALL or mod.source in (Source.PLUGIN, Source.INSTALLED):
        return True
    if (trust is Trust.NAMED and mod.source is Source.EXPLICIT) or not has_code(mod):
        return True
    approval = load_approval(mod.id)
    return (approval is not None and mod.hash in approval.hashes) or is_own(mod)


def drop_untrusted(mods: Mapping[str, Mod], trust: Trust, findings: list[Finding]) -> dict[str, Mod]:
    """Those that may run, and what does not need the others; the others are told."""
    gone = []
    for mod in mods.values():
        try:
            if can_run(mod, trust):
                continue
            finding = _make_finding(mod)
        except ModFilesError as error:
            finding = Finding(
                "bad-files", mod.id, str(error), "", "repack or copy the mod", mod_disabled=True
            )
        findings.append(finding)
        gone.append(mod.id)
    return remove_with_dependents(mods, gone, findings) if gone else dict(mods)


def get_mod_argument(mod: Mod) -> str:
    """How a command line names a mod so that it is found again."""
    found = mod.source in (Source.PROJECT, Source.USER, Source.ENVIRONMENT)
    return mod.id if found else shlex.quote(format_path(mod.files.path))


def _make_finding(mod: Mod) -> Finding:
    approval = load_approval(mod.id)
    if approval is None:
        text = "it has Python code, which you have not approved"
    else:
        text = f"its files are not those of {approval.version} that you approved"
    fix = f"footfall mods approve {get_mod_argument(mod)}"
    return Finding("not-approved", mod.id, text, format_path(mod.files.path), fix, mod_disabled=True)


# The store.


def load_approval(id: str) -> Approval | None:
    """What was approved of a mod; None: nothing, or what was kept is damaged."""
    return _load(f"{id}.json", Approval)


def list_approvals() -> list[Approval]:
    """All approvals, by id."""
    names = sorted(path.stem for path in approvals_folder().glob("*.*.json"))
    return [approval for name in names if (approval := load_approval(name)) is not None]


def approve(mod: Mod) -> Approval:
    """Approves a mod's present content.

    Raises:
        OSError: it cannot be written down.
        BadFiles: its files cannot be read.
    """
    files: dict[str, str] = {}
    texts: dict[str, str] = {}
    left = MAX_STORED_BYTES
    for name in mod.files.names:
        data = mod.files.read(name)
        files[name] = hash_file(name, data)
        if is_text(name) and len(data) <= left:
            left -= len(data)
            texts[name] = data.decode("utf-8", "replace")
    before = load_approval(mod.id)
    hashes = tuple(dict.fromkeys((*(before.hashes if before else ()), mod.hash)))
    approval = Approval(mod.id, mod.version, mod.hash, hashes, files, texts)
    write_json(approvals_folder() / f"{mod.id}.json", approval)
    return approval


def revoke(id: str) -> bool:
    """Takes all approvals of a mod back; returns whether there were any."""
    places = {path: each for path, each in load_own_places().items() if each != id}
    had = len(places) < len(load_own_places())
    if had:
        write_json(approvals_folder() / "own.json", OwnMods(places))
    path = approvals_folder() / f"{id}.json"
    if not path.exists():
        return had
    path.unlink()
    return True


def mark_own(path: Path, id: str) -> None:
    """Notes that the user writes the mod at `path`: its changes do not ask.

    Raises:
        OSError: it cannot be written down.
    """
    there = {place: each for place, each in load_own_places().items() if Path(place).exists()}
    write_json(approvals_folder() / "own.json", OwnMods({**there, str(path.resolve()): id}))


def load_own_places() -> dict[str, str]:
    """The mods that the user writes: id by path."""
    kept = _load("own.json", OwnMods)
    return dict(kept.places) if kept is not None else {}


def is_own(mod: Mod) -> bool:
    """Whether the user writes this mod, at this place."""
    return load_own_places().get(str(mod.files.path.resolve())) == mod.id


def _load(name: str, kind: type[S]) -> S | None:
    try:
        return msgspec.json.decode((approvals_folder() / name).read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None


# What changed.


def diff_approval(approval: Approval, mod: Mod) -> list[str]:
    """What changed since a mod was approved: a unified diff of its texts, a line for each other file.

    Raises:
        BadFiles: its files cannot be read.
    """
    lines: list[str] = []
    for name in sorted({*approval.files, *mod.files.names}):
        data = mod.files.read(name) if name in mod.files.names else None
        if data is not None and approval.files.get(name) == hash_file(name, data):
            continue
        before = approval.texts.get(name)
        if (before is None and name in approval.files) or (data is not None and not is_text(name)):
            what = "removed" if data is None else "changed" if name in approval.files else "new"
            lines.append(f"{what}: {escape_unprintable(name)}")
            continue
        old = (before or "").splitlines()
        new = data.decode("utf-8", "replace").splitlines() if data is not None else []
        there = "/dev/null" if data is None else f"b/{name}"
        here = "/dev/null" if before is None else f"a/{name}"
        lines += map(escape_unprintable, difflib.unified_diff(old, new, here, there, lineterm=""))
    return lines


def escape_unprintable(text: str) -> str:
    """Text of a stranger's as a terminal may show it: nothing in it steers the terminal or the reading direction."""
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)


def list_code(mod: Mod) -> list[str]:
    """All of a mod's Python, as a terminal may show it.

    Raises:
        BadFiles: its files cannot be read.
    """
    lines: list[str] = []
    for name in mod.files.names:
        if PurePosixPath(name).suffix == ".py":
            lines += [
                f"# {escape_unprintable(name)}",
                *map(escape_unprintable, mod.files.read(name).decode("utf-8", "replace").splitlines()),
            ]
    return lines
