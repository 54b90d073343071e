"""Files that name mods by id, version and content hash: locks, shared profiles, collections, saves and replays.

A shared profile is a lock with choices and indexes. A collection is a mod that only requires other mods, each in one
version, with a lock of their contents.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec

from footfall import __version__
from footfall.diagnostics import UserError
from footfall.diagnostics.files import ModFilesError, read_limited_file
from footfall.diagnostics.toml import MAX_BYTES, TomlDocument, TomlError
from footfall.diagnostics.validation import describe_decode_error
from footfall.engine.saves.container import MAGIC, read_sections
from footfall.engine.saves.replay_lines import scan_replay
from footfall.engine.saves.save import SaveError, read_header
from footfall.loader import Mod
from footfall.loader.json_file import write_json
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import PROFILE_PATTERN, InstalledMod
from footfall.loader.profiles.user_choices import UserChoices

from .index.format import ContentHash, ModId, TextLine, VersionText
from .pins import load_pins

LOCK_NAME = "footfall.lock"
HEADER_COMMENT = "# The enabled mods in load order. Write: footfall mods profile lock. Compare: the same with --check"

LockRow: TypeAlias = tuple[str, str, str]
"""Id, version, content hash."""


class LockFileError(UserError, ValueError):
    """A file that names no mods, or is damaged."""


class NamingKind(Enum):
    """The kinds of file that name mods."""

    LOCK = "lock"
    SAVE = "save"
    REPLAY = "replay"


class LockedMod(msgspec.Struct, frozen=True):
    """A row of a lock."""

    id: ModId
    version: VersionText
    hash: ContentHash


class LockedIndex(msgspec.Struct, frozen=True):
    """An index where the mods of a lock can be found, with the public key of its publisher."""

    address: TextLine
    key: TextLine = ""


class Lock(msgspec.Struct, frozen=True):
    """A lock file.

    Attributes:
        footfall: version of the framework that wrote it.
        mod: the mods, in load order.
        profile: name of the profile that it is a copy of, or ``""``.
        switches, settings: the choices of that profile.
        index: where the mods can be found.
    """

    footfall: TextLine
    mod: tuple[LockedMod, ...] = ()
    profile: Annotated[str, msgspec.Meta(pattern=rf"{PROFILE_PATTERN}|\A\Z")] = ""
    switches: dict[str, bool] = msgspec.field(default_factory=dict, name="switched")
    settings: dict[str, Any] = {}
    index: tuple[LockedIndex, ...] = ()

    @property
    def rows(self) -> tuple[LockRow, ...]:
        """The mods as saves record them."""
        return tuple((row.id, row.version, row.hash) for row in self.mod)


class _Aside(msgspec.Struct):
    """The mods in the orphans of a save: version and content hash by id."""

    mods: dict[str, tuple[str, str]] = {}


def parse_lock(name: str, data: bytes) -> Lock:
    """Reads a lock.

    Raises:
        LockFileError: it is not one.
    """
    try:
        return msgspec.convert(TomlDocument(name, data).data, type=Lock)
    except TomlError as error:
        raise LockFileError(f"{error.locate(name)} is not a lock file ({error})") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise LockFileError(f"{name} is not a lock file ({describe_decode_error(error)})") from None


def read_lock(path: Path) -> Lock:
    """Reads a lock file.

    Raises:
        LockFileError: it is not one.
        OSError: it cannot be read.
    """
    return parse_lock(str(path), read_limited_file(path, MAX_BYTES))


def format_lock(
    rows: Sequence[LockRow],
    *,
    profile: str = "",
    switches: Mapping[str, bool] | None = None,
    settings: Mapping[str, Any] | None = None,
    indexes: Sequence[LockedIndex] = (),
) -> str:
    """Returns a lock as TOML with one table per mod, so that line diffs are readable."""
    lines = [HEADER_COMMENT, f'footfall = "{__version__}"']
    if profile:
        lines.append(f'profile = "{profile}"')
    for title, table in (("switched", switches), ("settings", settings)):
        if table:
            lines += [
                "",
                f"[{title}]",
                *(f'"{name}" = {_format_value(value)}' for name, value in sorted(table.items())),
            ]
    for index in indexes:
        lines += ["", "[[index]]", f"address = {_format_value(index.address)}", f'key = "{index.key}"']
    for id, version, hash in rows:
        lines += ["", "[[mod]]", f'id = "{id}"', f'version = "{version}"', f'hash = "{hash}"']
    return "\n".join(lines) + "\n"


def _format_value(value: Any) -> str:
    """Writes a setting as TOML; its strings are JSON strings."""
    return repr(value) if isinstance(value, float) else msgspec.json.encode(value).decode()


def read_named_mods(path: Path) -> tuple[NamingKind, Lock, tuple[LockRow, ...]]:
    """Reads which mods a save, a replay or a lock names.

    Returns:
        The kind of the file, its mods as a lock, and the mods that it names besides: those that a save misses, and
        those with which a replay continues.

    Raises:
        LockFileError: it is another file, or is damaged.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start == MAGIC:
        try:
            header = read_header(path)
            aside = msgspec.msgpack.decode(read_sections(path).get("aside", b"\x80"), type=_Aside)
        except (SaveError, msgspec.MsgspecError, RecursionError) as error:
            raise LockFileError(str(error)) from None
        missing = tuple((id, version, hash) for id, (version, hash) in sorted(aside.mods.items()))
        return NamingKind.SAVE, *(_make_lock(path, header.version, header.lock), missing)
    if start[8:10] == b" {":  # a line of a replay: eight digits of a checksum, then JSON
        scan = scan_replay(path)
        if scan.header is None:
            raise LockFileError(f"{path} is not a replay of this version")
        later = dict.fromkeys(row for _, line in scan.lines for row in line.mods or ())
        return NamingKind.REPLAY, *(_make_lock(path, scan.header.version, scan.header.lock), tuple(later))
    return NamingKind.LOCK, read_lock(path), ()


def _make_lock(path: Path, version: str, rows: Sequence[LockRow]) -> Lock:
    """Returns rows of a file as a lock, and checks them, since the file may come from a stranger."""
    table = {"footfall": version, "mod": [{"id": id, "version": v, "hash": hash} for id, v, hash in rows]}
    try:
        return msgspec.convert(table, type=Lock)
    except msgspec.ValidationError as error:
        raise LockFileError(f"{path} names a mod that cannot exist ({describe_decode_error(error)})") from None


class CollectionError(UserError, ValueError):
    """A collection that does not hold together."""


def format_manifest(id: str, members: Iterable[InstalledMod]) -> str:
    """Returns the manifest of a new collection."""
    author, _, name = id.rpartition(".")
    lines = [
        "[mod]",
        f'id = "{id}"',
        'version = "0.1.0"',
        'api = "1"',
        f'name = "{name.replace("-", " ").title()}"',
        f'summary = "A collection of mods by {author}."',
        f'authors = ["{author}"]',
        'license = "CC0-1.0"',
        "",
        "[effects] # the collection itself does nothing",
        "world = false",
        "saves = false",
        "",
        "[requires]",
        *(f'"{mod.id}" = "=={mod.version}"' for mod in members),
    ]
    return "\n".join(lines) + "\n"


def format_members(members: Iterable[InstalledMod]) -> str:
    """Returns the lock of a collection."""
    return format_lock([(mod.id, mod.version, mod.hash) for mod in members])


def choose_members(mod: Mod, installed: Mapping[str, InstalledMod]) -> list[InstalledMod]:
    """Returns the installed mods that a collection requires.

    Raises:
        CollectionError: one is not installed, or in another version.
    """
    members = []
    for id, versions in mod.manifest.requires.items():
        member = installed.get(id)
        line = f'{mod.document.locate("requires", id)}: "{id}" = "{versions}"'
        if member is None:
            raise CollectionError(f"{line}: it is not installed; to install it: footfall mods install {id}")
        if versions != f"=={member.version}":
            raise CollectionError(
                f'{line}: installed is {member.version}; write "=={member.version}", or install that version'
            )
        members.append(member)
    return members


def find_other_content(mods: Mapping[str, Mod]) -> str:
    """Returns a sentence about a mod whose content is not that of a collection among the mods, or ``""``."""
    for mod in mods.values():
        if LOCK_NAME not in mod.files.names:
            continue
        try:
            lock = parse_lock(f"{mod.id}: {LOCK_NAME}", mod.files.read(LOCK_NAME))
        except (LockFileError, ModFilesError) as error:
            return str(error)
        for row in lock.mod:
            other = mods.get(row.id)
            if other is not None and other.version == row.version and other.hash != row.hash:
                text = f"{row.id} {row.version} has the content {other.hash[:12]}, but the collection {mod.id}"
                return f"{text} {mod.version} was made with {row.hash[:12]} (its {LOCK_NAME})"
    return ""


def format_profile(name: str, mods: tuple[InstalledMod, ...], choices: UserChoices) -> str:
    """Returns the file of a profile. Indexes in folders of this computer are of no use to others and left out."""
    used = {mod.index for mod in mods}
    indexes = [LockedIndex(pin.address, pin.key) for pin in load_pins() if pin.name in used and "://" in pin.address]
    return format_lock(
        [(mod.id, mod.version, mod.hash) for mod in mods],
        profile=name,
        switches=choices.switches,
        settings=choices.settings,
        indexes=indexes,
    )


def write_choices(name: str, lock: Lock) -> None:
    """Gives a profile the choices of a shared one, if there are any.

    Raises:
        OSError: they cannot be written.
    """
    if lock.switches or lock.settings:
        write_json(user_choices.choices_path(name), UserChoices(lock.switches, lock.settings))
