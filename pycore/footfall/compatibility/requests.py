"""Requests of tests as plain data for workers, and the packed mods that they name."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from multiprocessing.util import Finalize
from pathlib import Path

import msgspec

from footfall import __version__
from footfall.disk import make_folder, write_file
from footfall.loader import discover
from footfall.loader.isolation.trust import escape_unprintable
from footfall.sharing.index.archives import read_archive
from footfall.sharing.index.check_results import SetOutcome, SetResult
from footfall.sharing.index.format import IndexFileError

MAX_DEATHS = 2
"""Worker processes that may die before a set counts as failed."""

EDITION = 1
"""Increased when results of the same contents may change, so that sets are tested again."""

MAX_TEXT = 400
"""Characters of a result's text."""


_SCRATCH = "footfall-index-"
_SCRATCH_PATH = re.compile(rf"[^\s(]*{_SCRATCH}[^/\s]+/(?:[0-9a-f]{{32}}/)?")


class SetMember(msgspec.Struct, frozen=True):
    """A packed mod."""

    id: str
    path: str
    content: str


class SetRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Mods to test.

    Attributes:
        members: the mods, by ascending id.
        requirements: other mods of the index that they require.
        game: full id; ``""``: the checks of one mod.
        deaths: worker processes that died testing it.
    """

    members: tuple[SetMember, ...]
    requirements: tuple[SetMember, ...] = ()
    game: str = ""
    seeds: tuple[int, ...]
    turns: int
    deaths: int = 0

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the members."""
        return tuple(member.id for member in self.members)

    def derive_key(self) -> str:
        """Returns a hash of everything that the result depends on, 32 hexadecimal digits."""
        contents = [member.content for member in (*self.members, *self.requirements)]
        facts = (hash_program(), contents, self.game, self.seeds, self.turns)
        return blake2b(msgspec.json.encode(facts), digest_size=16).hexdigest()

    def build_result(
        self,
        outcome: SetOutcome,
        text: str = "",
        culprits: Iterable[str] = (),
        *,
        games: Sequence[str] = (),
        places: Iterable[str] = (),
    ) -> SetResult:
        """Builds the result of this request."""
        found = tuple(sorted(culprits))
        return SetResult(
            mods=self.ids,
            contents=tuple(member.content for member in self.members),
            game=self.game,
            key=self.derive_key(),
            program=hash_program(),
            outcome=outcome,
            text=clean_text(text),
            culprits=() if found == self.ids else found,
            games=tuple(games),
            places=tuple(sorted(places)),
        )

    def plan_retries(self) -> list[SetRequest]:
        """The requests to test after a worker died testing this one; empty: it is given up."""
        retry = msgspec.structs.replace(self, deaths=self.deaths + 1)
        return [retry] if retry.deaths < MAX_DEATHS else []

    def give_up(self) -> SetResult:
        """The result of a request that killed `MAX_DEATHS` workers."""
        return self.build_result(SetOutcome.FAILS, f"the process died {MAX_DEATHS} times")


def derive_seeds(ids: Sequence[str], count: int) -> tuple[int, ...]:
    """Returns the seeds of a set of mods: other mods in an index do not change them."""
    first = int.from_bytes(blake2b("+".join(ids).encode(), digest_size=4).digest()) % 1000
    return tuple(range(first + 1, first + 1 + count))


@cache
def hash_program() -> str:
    """Returns a hash of the program's version and its games."""
    mods, _ = discover(all_sources=False)
    facts = (EDITION, __version__, [mod.hash for mod in mods.values()])
    return blake2b(msgspec.json.encode(facts), digest_size=16).hexdigest()


def unpack(member: SetMember) -> Path:
    """Unpacks an archive into a folder of this process, once; returns the mod's folder.

    Raises:
        IndexFileError: the archive has changed since the tests were planned.
    """
    folder = _get_scratch() / member.content / member.id
    if not folder.is_dir():
        mod = read_archive(Path(member.path))
        if mod.hash != member.content:
            raise IndexFileError(f"{member.path} was changed while it was tested")
        for name in mod.files.names:
            make_folder((folder / name).parent)
            write_file(folder / name, mod.files.read(name))
    return folder


@cache
def _get_scratch() -> Path:
    folder = tempfile.mkdtemp(prefix=_SCRATCH)
    Finalize(None, shutil.rmtree, (folder, True), exitpriority=1)  # also in workers, which run no atexit functions
    return Path(folder)


def clean_text(text: str) -> str:
    """Makes a text one printable line of limited length, without the folder that the mods were unpacked to."""
    line = escape_unprintable(" ".join(text.split()))
    line = _SCRATCH_PATH.sub("", line)
    return line[:MAX_TEXT]
