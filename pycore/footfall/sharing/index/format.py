"""The file ``index.json`` of a static index: its types, and a reader for files of strangers.

The reader checks everything that a program could trip over, so that its users need not: sizes, names of files, ids,
versions, ranges and control characters. `archives` checks the claims that only the archive itself can prove.
"""

import datetime
import re
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

import msgspec
from packaging.specifiers import InvalidSpecifier
from packaging.version import VERSION_PATTERN, InvalidVersion, Version

from footfall.diagnostics import UserError
from footfall.diagnostics.validation import describe_decode_error, describe_later_edition
from footfall.loader.files.names import DEVICES
from footfall.loader.isolation.trust import escape_unprintable
from footfall.loader.manifest import FRAMEWORK_ID, MOD_ID_PATTERN
from footfall.loader.versions import parse_specifier

INDEX_NAME = "index.json"
SIGNATURE_SUFFIX = ".minisig"
"""Appended to the name of a signed file, as minisign does."""

MAX_INDEX_BYTES = 64 << 20
MAX_MODS = 100_000
MAX_VERSIONS = 1_000
"""Limits of an index: bytes of the file, mods, versions of one mod."""

MAX_ARCHIVE_BYTES = 256 << 20
"""Bytes of a packed mod."""

_ID = rf"\A(?:{MOD_ID_PATTERN.pattern})\Z"
_CONTROLS = "\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_PART = r"[A-Za-z0-9_](?:[A-Za-z0-9_.+-]*[A-Za-z0-9_+-])?"
_RESERVED = re.compile(rf"(?i)(?:^|/)(?:{'|'.join(map(re.escape, sorted(DEVICES)))})(?:[./]|$)")

ModId: TypeAlias = Annotated[str, msgspec.Meta(pattern=_ID, max_length=100)]
NeededId: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"{_ID}|\A{FRAMEWORK_ID}\Z", max_length=100)]
VersionText: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"(?ix)\A{VERSION_PATTERN}\Z", max_length=64)]
VersionRange: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
TextLine: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A[^\n{_CONTROLS}]*\Z", max_length=500)]
Paragraphs: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A[^{_CONTROLS}]*\Z", max_length=10_000)]
RelativePath: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A{_PART}(?:/{_PART})*\Z", max_length=200)]
Sha256: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
ContentHash: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Bytes: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=MAX_ARCHIVE_BYTES)]
Day: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?\Z")]
KeyText: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A(?:[A-Za-z0-9+/]{56})?\Z")]
SignatureText: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000)]


class IndexFileError(UserError, ValueError):
    """An index, or a file that it names, is damaged, dangerous or not what it claims; the text is one sentence."""


class ModKind(Enum):
    """The parts that a mod consists of.

    DATA: records and texts.
    RULES: also rules as data, which run without the rights of the player.
    PYTHON: also Python code, which runs with the rights of the player after an approval.
    """

    DATA = "data"
    RULES = "rules"
    PYTHON = "python"


class IndexedFile(msgspec.Struct, frozen=True, gc=False):
    """A file next to the index.

    Attributes:
        path: relative to the index, with ``/``.
        size: bytes.
        sha256: its hash, 64 hexadecimal digits.
    """

    path: RelativePath
    size: Bytes
    sha256: Sha256


class IndexedConflict(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A mod that is incompatible.

    Attributes:
        version: range of incompatible versions.
        reason: shown to players.
    """

    version: VersionRange = "*"
    reason: TextLine = ""


class IndexedTrouble(msgspec.Struct, frozen=True, gc=False):
    """Other mods together with which a mod failed a test.

    Attributes:
        other_ids: one, or several that are needed together.
        text: the result: ``"turn 118, seed 7: both set range on on_hear"``.
        has_failed: whether something raised; else two games differ that should be equal.
    """

    other_ids: tuple[ModId, ...] = msgspec.field(name="others")
    text: TextLine
    has_failed: bool = msgspec.field(name="fails")


class IndexedTests(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Results of ``footfall index check`` for one version.

    Attributes:
        other_count: number of other mods that it was played with.
        failures: its own checks and tests that failed, one line each.
        troubles: mods together with which it failed.
    """

    other_count: int = msgspec.field(name="others")
    failures: tuple[TextLine, ...] = ()
    troubles: tuple[IndexedTrouble, ...] = ()


class IndexedVersion(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One version of a mod.

    Attributes:
        archive: the packed mod.
        content: hash of its content, as saves, replays and locks record it.
        unpacked_size: bytes of its files.
        api: edition of the modding API.
        requires, optional: version ranges by mod id, or by ``"footfall"``.
        conflicts: incompatible mods by id.
        games: rule plugins it works with; empty: any.
        kind: its parts.
        reach: the access of its Python, by a static scan: ``"files"``, ``"network"``.
        languages: languages of its texts.
        changes: its section of the mod's changelog.
        retraction: why it should not be used, or ``""``.
        author: public key of its author, or ``""``.
        signature: the author's minisign signature of the archive.
        tests: results of its tests; None: not tested.
    """

    version: VersionText
    archive: IndexedFile
    content: ContentHash
    unpacked_size: Bytes = msgspec.field(name="unpacked")
    kind: ModKind
    api: TextLine = "1"
    requires: dict[NeededId, VersionRange] = {}
    optional: dict[NeededId, VersionRange] = {}
    conflicts: dict[ModId, IndexedConflict] = {}
    games: tuple[TextLine, ...] = ()
    reach: tuple[TextLine, ...] = ()
    languages: tuple[TextLine, ...] = ()
    license: TextLine = ""
    changes: Paragraphs = ""
    retraction: TextLine = msgspec.field(default="", name="retracted")
    author: KeyText = ""
    signature: SignatureText = ""
    tests: IndexedTests | None = None


class IndexedMod(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A mod with its versions, newest first. Name, summary and authors are those of the newest.

    Attributes:
        issues: address for reports.
        picture: a picture of it.
    """

    id: ModId
    name: TextLine
    versions: Annotated[tuple[IndexedVersion, ...], msgspec.Meta(min_length=1, max_length=MAX_VERSIONS)]
    summary: TextLine = ""
    authors: tuple[TextLine, ...] = ()
    issues: TextLine = ""
    picture: IndexedFile | None = None

    @property
    def newest(self) -> IndexedVersion | None:
        """The newest version that is not retracted."""
        return next((version for version in self.versions if not version.retraction), None)

    @property
    def shown(self) -> IndexedVersion:
        """The version that lists show: the newest that is not retracted, else the newest."""
        return self.newest or self.versions[0]


EDITION = 1
"""The edition of the format of indexes."""


class Index(msgspec.Struct, frozen=True):
    """A static index.

    Attributes:
        footfall_index: edition of the format.
        name: shown to players.
        counter: rises with every change, so that an older index is noticed.
        expires: the last day on which it is valid, or ``""``; it limits the time for which an old copy is accepted.
        key: public key of its publisher, or ``""``; shown to the player on first use, and proved by the signature.
        mods: by ascending id.
    """

    footfall_index: Literal[1]  # EDITION
    name: TextLine
    counter: Annotated[int, msgspec.Meta(ge=1, le=1 << 53)]
    expires: Day
    key: KeyText
    mods: Annotated[tuple[IndexedMod, ...], msgspec.Meta(max_length=MAX_MODS)]


_DECODER = msgspec.json.Decoder(Index)


def read_index(data: bytes) -> Index:
    """Reads and checks an index.

    Raises:
        IndexFileError: it is too large, not an index, or contradicts itself.
    """
    if len(data) > MAX_INDEX_BYTES:
        raise IndexFileError(f"the index is larger than {MAX_INDEX_BYTES >> 20} MiB")
    try:
        index = _DECODER.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        later = describe_later_edition(data, "footfall_index", EDITION)
        raise IndexFileError(later or f"it is not an index of mods: {describe_decode_error(error)}") from None
    if index.expires:
        parse_day(index.expires)
    previous = ""
    files: dict[str, str] = {}
    for mod in index.mods:
        if mod.id <= previous:
            what = f"mod {mod.id} occurs twice" if mod.id == previous else f"mod {mod.id} is not in the order of ids"
            raise IndexFileError(what)
        previous = mod.id
        try:
            _check_versions(mod)
            paths = [version.archive.path for version in mod.versions]
            for path in paths if mod.picture is None else [*paths, mod.picture.path]:
                if _RESERVED.search(path):
                    raise IndexFileError(f"the file name {path} is that of a device on some systems")
                other = files.setdefault(path.lower(), path)
                if other != path:
                    raise IndexFileError(f"the files {other} and {path} are one file on some systems")
        except IndexFileError as error:
            raise IndexFileError(f"mod {mod.id}: {error}") from None
    return index


def encode_index(index: Index) -> bytes:
    """Returns the bytes of an index: one line for each mod, so that two indexes can be compared line by line."""
    head = msgspec.json.encode(msgspec.structs.replace(index, mods=()))
    lines = b",\n".join(msgspec.json.encode(mod) for mod in index.mods)
    return head.removesuffix(b"[]}").replace(b',"', b',\n"') + (b"[\n" + lines + b"\n]}\n" if lines else b"[]}\n")


def hash_index(data: bytes) -> str:
    """Returns the hash of an index file, 64 hexadecimal digits."""
    return sha256(data).hexdigest()


def parse_day(text: str) -> datetime.date:
    """Parses the day when an index expires.

    Raises:
        IndexFileError: there is no such day.
    """
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise IndexFileError(f"'{escape_unprintable(text[:20])}' is not a day such as 2027-05-21") from None


def _check_versions(mod: IndexedMod) -> None:
    versions = mod.versions
    for entry in versions:
        for versions_of_other in (*entry.requires.values(), *entry.optional.values()):
            _check_range(versions_of_other)
        for conflict in entry.conflicts.values():
            _check_range(conflict.version)
        if mod.id in entry.requires or mod.id in entry.conflicts:
            raise IndexFileError(f"version {entry.version} names the mod itself")
    if len(versions) > 1:
        numbers = [parse_version(entry.version) for entry in versions]
        for newer, older in pairwise(numbers):
            if newer == older:
                raise IndexFileError(f"version {newer} occurs twice")
            if newer < older:
                raise IndexFileError(f"version {newer} is listed before {older}, which is newer")


@lru_cache(maxsize=4096)
def _check_range(versions: str) -> None:
    try:
        parse_specifier(versions)
    except InvalidSpecifier:
        raise IndexFileError(f"'{escape_unprintable(versions[:60])}' is not a version range") from None


@lru_cache(maxsize=1 << 16)
def parse_version(text: str) -> Version:
    """Parses the version of an entry.

    Raises:
        IndexFileError: it is not a version.
    """
    try:
        return Version(text)
    except InvalidVersion:
        raise IndexFileError(f"'{escape_unprintable(text[:60])}' is not a version") from None
