"""Trust: a mod with Python code needs the user's approval of its content; a data mod needs none.

Approvals are stored in the configuration folder, one file per mod, with the approved hashes and the texts of the last
approved version, so that changes can be shown. First-party plugins and installed packages need no approval.
"""

import os
import shlex
import zipfile
from collections.abc import Mapping
from enum import Enum
from hashlib import blake2b
from os.path import exists
from pathlib import Path, PurePosixPath

import msgspec
import platformdirs

from footfall.diagnostics.files import ModFilesError, format_path
from footfall.diagnostics.findings import Finding
from footfall.disk import remove, sync_folder

from ..discovery import Mod, Source, report_bad_files
from ..files.mod_files import FolderFiles, ZipFiles, hash_file, is_text
from ..files.zip_entries import MAX_FILES, MAX_TOTAL_BYTES
from ..json_file import JsonFileError, read_json, read_json_or, read_json_to_change, write_json
from ..order import remove_with_dependents

TRUST_VARIABLE = "FOOTFALL_TRUST"
"""The environment variable with the trust policy: a value of `Trust`."""

MAX_STORED_BYTES = 1 << 20
"""Maximum bytes of text stored for an approved mod, for diffs."""


class Trust(Enum):
    """The policy for mods with Python code. First-party plugins and installed packages may always run.

    ALL: all discovered mods; for continuous integration.
    NAMED: approved mods and those that the caller names by path.
    APPROVED: approved mods only.
    """

    ALL = "all"
    NAMED = "named"
    APPROVED = "approved"


class TrustError(ValueError):
    """``FOOTFALL_TRUST`` has an unknown value."""


class Approval(msgspec.Struct, frozen=True):
    """The user's approval of one mod.

    Attributes:
        version, hash: the last approved version and its hash; see `hash_for_approval`.
        files: hash of each covered file of the last approved version, by name.
        texts: its texts by name, up to a size limit.
    """

    id: str
    version: str
    hash: str
    hashes: tuple[str, ...]
    files: dict[str, str] = {}
    texts: dict[str, str] = {}


class OwnMods(msgspec.Struct, frozen=True):
    """Mods that the user develops; their changes need no approval.

    Attributes:
        places: mod id by absolute path.
    """

    places: dict[str, str] = {}


def approvals_folder() -> Path:
    """Returns the folder of the approvals."""
    return platformdirs.user_config_path("footfall", appauthor=False) / "approvals"


def resolve_trust(default: Trust) -> Trust:
    """Returns the policy from the environment, or `default`.

    Raises:
        TrustError: the environment variable has an unknown value.
    """
    value = os.environ.get(TRUST_VARIABLE, "").strip().lower()
    if not value:
        return default
    try:
        return Trust(value)
    except ValueError:
        known = ", ".join(trust.value for trust in Trust)
        raise TrustError(f"{TRUST_VARIABLE}={value}: allowed values: {known}") from None


def has_code(mod: Mod) -> bool:
    """Returns whether a mod has code to run: an entry, or a migration in Python."""
    return bool(mod.info.entry) or any(
        name.startswith("migrations/") and name.endswith(".py") for name in mod.files.names
    )


def can_run(mod: Mod, trust: Trust) -> bool:
    """Returns whether a mod's code may be imported.

    Raises:
        ModFilesError: its files cannot be read.
    """
    if trust is Trust.ALL or mod.source in (Source.PLUGIN, Source.INSTALLED):
        return True
    if (trust is Trust.NAMED and mod.source is Source.EXPLICIT) or not has_code(mod):
        return True
    approval = load_approval(mod.id)
    return (approval is not None and hash_for_approval(mod) in approval.hashes) or is_own(mod)


def drop_untrusted(mods: Mapping[str, Mod], trust: Trust, findings: list[Finding]) -> dict[str, Mod]:
    """Removes untrusted mods and their dependents, with a finding each."""
    untrusted = []
    for mod in mods.values():
        try:
            if can_run(mod, trust):
                continue
            approval = load_approval(mod.id)
            text = "its Python code is not approved"
            if approval is not None:
                text = f"its files have changed since version {approval.version} was approved"
            fix, place = f"footfall mods approve {get_mod_argument(mod)}", format_path(mod.files.path)
            finding = Finding("not-approved", mod.id, text, place, fix, disables_mod=True)
        except ModFilesError as error:
            finding = report_bad_files(mod.id, error)
        findings.append(finding)
        untrusted.append(mod.id)
    return remove_with_dependents(mods, untrusted, findings) if untrusted else dict(mods)


def get_mod_argument(mod: Mod) -> str:
    """Returns the argument that names a mod on the command line: its id, or else its path."""
    has_id = mod.source in (Source.STORE, Source.PROJECT, Source.USER, Source.ENVIRONMENT)
    return mod.id if has_id else shlex.quote(format_path(mod.files.path))


# Storage.


def load_approval(id: str) -> Approval | None:
    """Returns the approval of a mod; None if it is missing or damaged."""
    try:
        return read_json(approvals_folder() / f"{id}.json", Approval)
    except (OSError, JsonFileError):
        return None


def list_approvals() -> list[Approval]:
    """Returns all approvals, sorted by id."""
    names = sorted(path.stem for path in approvals_folder().glob("*.*.json"))
    return [approval for name in names if (approval := load_approval(name)) is not None]


def approve(mod: Mod) -> Approval:
    """Approves a mod's current content.

    Raises:
        OSError: the approval cannot be written.
        ModFilesError: the mod's files cannot be read.
    """
    files: dict[str, str] = {}
    texts: dict[str, str] = {}
    budget = MAX_STORED_BYTES
    for name, data in _read_covered(mod).items():
        files[name] = hash_file(name, data)
        if is_text(name) and len(data) <= budget:
            budget -= len(data)
            texts[name] = data.decode("utf-8", "replace")
    before = load_approval(mod.id)
    hash = hash_for_approval(mod)
    hashes = tuple(dict.fromkeys((*(before.hashes if before else ()), hash)))
    approval = Approval(mod.id, mod.version, hash, hashes, files, texts)
    write_json(approvals_folder() / f"{mod.id}.json", approval)
    return approval


def revoke(id: str) -> bool:
    """Revokes all approvals of a mod; returns whether there were any."""
    own_places = load_own_places()
    places = {path: other for path, other in own_places.items() if other != id}
    was_own = len(places) < len(own_places)
    if was_own:
        write_json(approvals_folder() / "own.json", OwnMods(places))
    path = approvals_folder() / f"{id}.json"
    if not path.exists():
        return was_own
    remove(path)
    sync_folder(path.parent)
    return True


def mark_own(path: Path, id: str) -> None:
    """Marks the mod at `path` as developed by the user, so that its changes need no approval.

    Raises:
        OSError: the mark cannot be written.
    """
    file = approvals_folder() / "own.json"
    places = {place: other for place, other in read_json_to_change(file, OwnMods()).places.items() if exists(place)}
    write_json(file, OwnMods({**places, str(path.resolve()): id}))


def load_own_places() -> dict[str, str]:
    """Returns the mods that the user develops: id by path."""
    return read_json_or(approvals_folder() / "own.json", OwnMods()).places


def is_own(mod: Mod) -> bool:
    """Returns whether the user develops this mod at its path."""
    return load_own_places().get(str(mod.files.path.resolve())) == mod.id


# Display.


def diff_approval(approval: Approval, mod: Mod) -> list[str]:
    """Returns the changes since an approval: a unified diff of the texts, and a line for each other file.

    Raises:
        ModFilesError: its files cannot be read.
    """
    import difflib  # only here: slow to import

    lines: list[str] = []
    covered = _read_covered(mod)
    for name in sorted({*approval.files, *covered}):
        data = covered.get(name)
        if data is not None and approval.files.get(name) == hash_file(name, data):
            continue
        before = approval.texts.get(name)
        if (before is None and name in approval.files) or (data is not None and not is_text(name)):
            status = "removed" if data is None else "changed" if name in approval.files else "new"
            lines.append(f"{status}: {escape_unprintable(name)}")
            continue
        old = (before or "").splitlines()
        new = data.decode("utf-8", "replace").splitlines() if data is not None else []
        old_name = "/dev/null" if before is None else f"a/{name}"
        new_name = "/dev/null" if data is None else f"b/{name}"
        lines += map(escape_unprintable, difflib.unified_diff(old, new, old_name, new_name, lineterm=""))
    return lines


def _read_covered(mod: Mod) -> dict[str, bytes]:
    """Returns all files that an approval covers, by name: the content, then hidden files and caches."""
    return {name: mod.files.read(name) for name in mod.files.names} | read_hidden_files(mod)


def escape_unprintable(text: str) -> str:
    """Escapes control characters, including those for text direction, so that untrusted text is safe in a terminal."""
    return "".join(c if c.isprintable() or c == "\t" else c.encode("unicode_escape").decode() for c in text)


def list_code(mod: Mod) -> list[str]:
    """Returns all lines of a mod's Python code, also in hidden files, escaped for a terminal.

    Raises:
        ModFilesError: its files cannot be read.
    """
    lines: list[str] = []
    for name, data in _read_covered(mod).items():
        if PurePosixPath(name).suffix == ".py":
            text = data.decode("utf-8", "replace")
            lines += [f"# {escape_unprintable(name)}", *map(escape_unprintable, text.splitlines())]
    return lines


_UNHASHED = {".git", ".hg", ".svn"}


def hash_for_approval(mod: Mod) -> str:
    """Returns the hash of the content, and of hidden files and caches if there are any, 32 hexadecimal digits.

    These are not content, but code can run them: `__pycache__`, for example, takes the place of its source. Only the
    folders of version control do not count.

    Raises:
        ModFilesError: a file cannot be read, or is a link.
    """
    hidden = read_hidden_files(mod)
    if not hidden:
        return mod.hash
    total = blake2b(mod.hash.encode(), digest_size=16)
    for name in sorted(hidden):
        total.update(f"{len(name)}:{name}:{len(hidden[name])}:".encode())
        total.update(hidden[name])
    return total.hexdigest()


def read_hidden_files(mod: Mod) -> dict[str, bytes]:
    """Returns the files that an approval covers besides the content, by name; for a zip with such parts, the whole zip.

    Raises:
        ModFilesError: a file cannot be read, or is a link.
    """
    match mod.files:
        case FolderFiles():
            return _read_folder(mod.files)
        case ZipFiles():
            return _read_zip(mod.files)
        case _:
            return {}


def _read_folder(files: FolderFiles) -> dict[str, bytes]:
    hidden: dict[str, bytes] = {}
    size = 0
    content = set(files.names)
    for base, folders, names in os.walk(files.path):
        folders[:] = [folder for folder in folders if folder not in _UNHASHED]
        for path in (Path(base, name) for name in (*folders, *names)):
            name = path.relative_to(files.path).as_posix()
            if path.is_symlink():
                raise ModFilesError(f"{name} is a link; a mod must contain its files")
            if name in content or path.is_dir():
                continue
            hidden[name] = files.read_unlisted(name)
            size += len(hidden[name])
            if size > MAX_TOTAL_BYTES or len(hidden) > MAX_FILES:
                raise ModFilesError("its hidden files and caches are too large; remove them")
    return hidden


def _read_zip(files: ZipFiles) -> dict[str, bytes]:
    try:
        data = files.path.read_bytes()
        with zipfile.ZipFile(files.path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            plain = len(entries) == len(files.names) and not archive.comment and data.startswith(b"PK\3\4")
    except (OSError, zipfile.BadZipFile) as error:
        raise ModFilesError(f"it cannot be read as a zip: {error}") from None
    return {} if plain else {files.path.name: data}
