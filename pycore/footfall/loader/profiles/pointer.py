"""Profiles: which installed mods are in use, and where their contents are. One pointer file holds them all.

A profile is a set of contents by hash; the contents are shared. The profile `DEFAULT_PROFILE` plays with the mods in
the folders ``mods/`` too, every other one with exactly its own and with those named for one command.
"""

import os
import stat
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
import platformdirs

from footfall.diagnostics import UserError
from footfall.diagnostics.files import read_limited_file
from footfall.diagnostics.validation import describe_later_edition

from ..json_file import MAX_BYTES, JsonFileError, read_json, write_json
from ..manifest import MOD_ID_PATTERN

DEFAULT_PROFILE = "default"
PROFILE_VARIABLE = "FOOTFALL_PROFILE"
"""The environment variable with the name of the profile to use."""

PROFILE_PATTERN = r"\A[a-z0-9][a-z0-9-]{0,39}\Z"
"""The names that a profile may have."""

ProfileName: TypeAlias = Annotated[str, msgspec.Meta(pattern=PROFILE_PATTERN)]
_Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"\A(?:{MOD_ID_PATTERN.pattern})\Z", max_length=100)]
_Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]


class InstalledMod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A content of a profile.

    Attributes:
        hash: the hash of its content, as saves and locks record it.
        is_chosen: whether the player asked for it; False if another mod requires it.
        index: address of the index that it came from, or ``""``.
        author: public key of its author, or ``""``.
        is_pinned: whether it keeps this version until the player unpins it.
    """

    id: _Id
    version: str
    hash: _Hash
    is_chosen: bool = True
    index: str = ""
    author: str = ""
    is_pinned: bool = False


class ModSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mods of a profile at one time.

    Attributes:
        mods: by ascending id.
        cause: the command that led to them.
    """

    mods: tuple[InstalledMod, ...] = ()
    cause: str = ""


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile with its history, oldest first."""

    now: ModSet = ModSet()
    before: tuple[ModSet, ...] = ()


EDITION = 1
"""The edition of the format of the pointer file."""


class StorePointer(msgspec.Struct, frozen=True):
    """The content of the pointer file.

    Attributes:
        footfall_store: edition of the format.
        profile: the profile that is used unless another one is named.
        keepers: paths of locks, saves and replays outside the data folder that name contents to keep.
    """

    footfall_store: Literal[1] = 1  # EDITION
    profile: ProfileName = DEFAULT_PROFILE
    profiles: dict[ProfileName, Profile] = {}
    keepers: tuple[str, ...] = ()

    @property
    def used_hashes(self) -> frozenset[str]:
        """The hashes of the contents that profiles have now."""
        return frozenset(mod.hash for profile in self.profiles.values() for mod in profile.now.mods)


class _PointerFile(StorePointer, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The pointer file.

    Attributes:
        check: hash of everything else, so that no damage is read as other profiles.
    """

    check: _Hash


class ProfileError(UserError, ValueError):
    """A profile that does not exist, or a damaged pointer file."""


_INSTALL_AGAIN = "install from a save, a replay or a lock: footfall mods install --from FILE"


def store_folder() -> Path:
    """Returns the folder of the store."""
    return platformdirs.user_data_path("footfall", appauthor=False) / "store"


def pointer_path() -> Path:
    """Returns the path of the pointer file."""
    return store_folder() / "profiles.json"


def contents_folder() -> Path:
    """Returns the folder of the contents."""
    return store_folder() / "contents"


def content_path(hash: str) -> Path:
    """Returns the path of a content in the store: a packed mod, named by its hash."""
    return contents_folder() / f"{hash}.zip"


def find_content_fault(hash: str) -> str:
    """Returns why there is no regular file for a content, as the end of a sentence; ``""`` if there is one.

    A link is not a regular file: data written to it would be written outside the store.
    """
    try:
        mode = content_path(hash).lstat().st_mode
    except FileNotFoundError:
        return "its content is not in the store"
    except OSError as error:
        return f"its content cannot be read ({error.strerror or error})"
    return "" if stat.S_ISREG(mode) else "what the store has in its place is not a regular file"


def describe_reinstall(mod: InstalledMod) -> str:
    """Returns the command that brings a content back."""
    if mod.index:
        return f"footfall mods install {mod.id}@{mod.version}"
    return f"footfall mods install {mod.id.rpartition('.')[2]}-{mod.version}.zip (it was installed from a file)"


def read_pointer() -> StorePointer:
    """Reads the pointer file; empty profiles if there is none.

    Raises:
        ProfileError: it is damaged or cannot be read, or is a link: data written to it would be written elsewhere.
    """
    path = pointer_path()
    try:
        if path.is_symlink():
            raise JsonFileError("it is a link")
        file = read_json(path, _PointerFile)
        pointer = StorePointer(file.footfall_store, file.profile, file.profiles, file.keepers)
        if file.check != _hash_pointer(pointer):
            raise JsonFileError("its contents do not match its hash")
    except FileNotFoundError:
        return StorePointer()
    except OSError as error:
        raise ProfileError(f"{path} cannot be read: {error.strerror or error}") from None
    except JsonFileError as error:
        later = ""
        with suppress(OSError):
            later = describe_later_edition(read_limited_file(path, MAX_BYTES), "footfall_store", EDITION)
        text = f"{path}: {later}" if later else f"{path} is damaged ({error}); rename it, then {_INSTALL_AGAIN}"
        raise ProfileError(text) from None
    return pointer


def write_pointer(pointer: StorePointer) -> None:
    """Replaces the pointer file; the caller holds the lock of the store.

    Raises:
        OSError: it cannot be written; the old one is untouched.
    """
    fields = msgspec.structs.asdict(pointer)
    write_json(pointer_path(), _PointerFile(**fields, check=_hash_pointer(pointer)), keeps_link=False)


def _hash_pointer(pointer: StorePointer) -> str:
    return blake2b(msgspec.json.encode(pointer), digest_size=16).hexdigest()


def find_pointer_loss() -> str:
    """Returns a sentence if the store has contents but no pointer file, else ``""``.

    The file is written before the first content, so it was deleted.
    """
    if os.path.lexists(pointer_path()):
        return ""
    try:
        count = sum(name.endswith(".zip") for name in os.listdir(contents_folder()))
    except OSError:
        return ""
    if not count:
        return ""
    text = f"{pointer_path()} is missing, so which of the {count} contents in the store were installed is unknown"
    return f"{text}; bring it back from a copy, or {_INSTALL_AGAIN}"


def get_profile_name(pointer: StorePointer) -> str:
    """Returns the name of the profile in use: that of the environment, else that of the pointer file.

    Raises:
        ProfileError: there is no such profile.
    """
    name = os.environ.get(PROFILE_VARIABLE, "") or pointer.profile
    if name != DEFAULT_PROFILE and name not in pointer.profiles:
        known = ", ".join(sorted({DEFAULT_PROFILE, *pointer.profiles}))
        raise ProfileError(
            f"there is no profile {name!r}; profiles: {known}; to make it: footfall mods profile new {name}"
        )
    return name


def get_profile(pointer: StorePointer, name: str) -> Profile:
    """Returns a profile; an empty one if nothing was installed in it."""
    return pointer.profiles.get(name, Profile())


def is_profile_name(name: str) -> bool:
    """Returns whether `name` may be that of a profile."""
    try:
        msgspec.convert(name, ProfileName)
    except msgspec.ValidationError:
        return False
    return True
