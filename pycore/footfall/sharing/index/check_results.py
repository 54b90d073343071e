"""``checks.jsonl`` in an index folder: one line for each set of mods that ``footfall index check`` tested.

The file is the cache of that command, and the source of the pages of the index. A result is found again by the contents
of its mods, the game's and the program's version, so that only new contents are played again.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path

import msgspec

from footfall.diagnostics.files import read_limited_file
from footfall.disk import replace_file

from .format import ContentHash, IndexedMod, IndexedTests, IndexedTrouble, ModId, TextLine

FILE_NAME = "checks.jsonl"
MAX_BYTES = 256 << 20


class SetOutcome(Enum):
    """The outcome of a test of mods together.

    WORKS: every game was played to its end, saved and continued.
    FAILS: something raised, or a game could not be continued from its save.
    DIFFERS: two results that should be equal differ: the mods in another order, a cosmetic mod added, or a game
        continued from its save.
    UNTESTED: it could not be played; the text has the reason.
    """

    WORKS = "works"
    FAILS = "fails"
    DIFFERS = "differs"
    UNTESTED = "untested"


class SetResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of testing one, two or more mods together.

    Attributes:
        mods: ids, ascending.
        contents: their content hashes.
        game: full id of the game; ``""``: the checks of one mod.
        key: hash of everything the result depends on.
        program: hash of the program and its games, a part of `key`.
        text: the result in one line; several are joined by ``"; "``.
        culprits: the mods that are needed for it, if fewer than `mods`.
        games: the games in which a single mod is active.
        places: the hooks that a single mod implements and the fields that it writes.
    """

    mods: tuple[ModId, ...]
    contents: tuple[ContentHash, ...]
    game: TextLine
    key: ContentHash
    program: ContentHash
    outcome: SetOutcome
    text: TextLine = ""
    culprits: tuple[ModId, ...] = ()
    games: tuple[TextLine, ...] = ()
    places: tuple[TextLine, ...] = ()


_DECODER = msgspec.json.Decoder(SetResult)


def read_results(folder: Path) -> list[SetResult]:
    """Reads the results of a folder; lines that are damaged are left out, so that their sets are tested again.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        data = read_limited_file(folder / FILE_NAME, MAX_BYTES)
    except FileNotFoundError:
        return []
    results = []
    for line in data.splitlines():
        try:
            results.append(_DECODER.decode(line))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            continue
    return results


def write_results(folder: Path, results: Iterable[SetResult]) -> None:
    """Writes results in a fixed order, the whole file or nothing.

    Raises:
        OSError: the file cannot be written.
    """
    ordered = sorted(results, key=lambda result: (len(result.mods), result.mods, result.game, result.key))
    replace_file(folder / FILE_NAME, [msgspec.json.encode(result) + b"\n" for result in ordered])


def collect_tests(mods: Sequence[IndexedMod], results: Iterable[SetResult]) -> Mapping[str, IndexedTests]:
    """Returns the results of each content that was tested with others, by content hash."""
    listed = {version.content: mod.id for mod in mods for version in mod.versions}
    others: dict[str, set[str]] = {}
    failures: dict[str, list[str]] = {}
    troubles: dict[str, dict[tuple[str, ...], IndexedTrouble]] = {}
    for result in results:
        if result.outcome is SetOutcome.UNTESTED or any(content not in listed for content in result.contents):
            continue
        for id, content in zip(result.mods, result.contents, strict=True):
            mates = tuple(other for other in result.culprits or result.mods if other != id)
            others.setdefault(content, set()).update(set(result.mods) - {id})
            if result.outcome is SetOutcome.WORKS or (result.culprits and id not in result.culprits):
                continue
            if mates:
                trouble = IndexedTrouble(mates, result.text, result.outcome is SetOutcome.FAILS)
                troubles.setdefault(content, {}).setdefault(mates, trouble)
            else:
                failures.setdefault(content, []).append(result.text)
    return {
        content: IndexedTests(
            other_count=len(mates),
            failures=tuple(failures.get(content, ())),
            troubles=tuple(trouble for _, trouble in sorted(troubles.get(content, {}).items())),
        )
        for content, mates in others.items()
    }
