"""All checks of one mod, in the games it is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from footfall.content.codes import number
from footfall.content.findings import Edit, Finding, Level
from footfall.content.records import Records
from footfall.loader import Loaded, LoadError, Mod, active_in, discover, find_game, load
from footfall.loader.trust import runs_code

from .hooks import hooks
from .imports import imports
from .manifest import manifest
from .modules import Subject, read_subject
from .sets import sets
from .texts import texts_of
from .writes import writes

AS_WRITTEN = frozenset(("misspelt-hook", "bad-hook", "unmarked-hook"))
"""Codes that reading finds, too: the loader stops at the first, so what was read counts."""


@dataclass(frozen=True)
class Checked:
    """What was found.

    Attributes:
        findings: in order of file and line.
        games: full ids of the games it was loaded into.
    """

    mod: Mod
    findings: tuple[Finding, ...]
    games: tuple[str, ...]


def check(mod: Mod, mod_paths: Sequence[Path] = (), *, run: bool = True) -> Checked:
    """Checks a mod: reads it, and loads it with what it requires into each game it is for.

    Args:
        mod_paths: where else to look for what it requires.
        run: False: a mod with Python is not loaded, only read; its records are not checked then.

    Raises:
        BadFiles: its files cannot be read.
    """
    subject = read_subject(mod)
    found, _ = discover(mod_paths)
    found[mod.id] = mod
    paths = [each.files.path for each in _needed(mod, found) if not each.first_party]
    said, loaded = _loaded(mod, paths) if run or not runs_code(mod) else ([], _without(mod))
    games = {id for each in loaded for game in each.games.values() for id in (game.id, *game.rules)}
    games = games or {id for id, each in found.items() if each.first_party}
    if loaded:
        subject.contract = loaded[-1].contract
    written = [*subject.broken, *_read(subject, games, found, loaded)]
    reading = {f.code for f in written} & AS_WRITTEN
    told = [_with_edit(mod, f) for f in said if f.code not in reading]
    # What stops the import is told better by what was read on that line.
    lines = {f.where for f in written if f.level is Level.ERROR}
    told = [f for f in told if f.code != "import-failed" or f.where not in lines]
    unique = {(f.code, f.where, f.text): f for f in (*told, *written)}
    findings = [f for f in unique.values() if not _excused(subject, f)]
    active = tuple(each.game.id for each in loaded if each.game is not None and mod.id in each.rules.mods)
    return Checked(mod, tuple(sorted(findings, key=_place)), active)


def _read(
    subject: Subject, games: set[str], found: Mapping[str, Mod], loaded: Sequence[Loaded]
) -> Iterator[Finding]:
    records: list[Records] = [each.rules.records for each in loaded if each.game is not None]
    others = loaded[-1].catalogue if loaded else None
    yield from manifest(subject, games, found)
    yield from imports(subject)
    yield from hooks(subject)
    yield from sets(subject)
    yield from writes(subject)
    yield from texts_of(subject, others, records)


def _needed(mod: Mod, found: Mapping[str, Mod]) -> list[Mod]:
    """The mod and all that it needs, or works with if it is there."""
    chosen = {mod.id: mod}
    waiting = [mod]
    while waiting:
        manifest = waiting.pop().manifest
        for id in (*manifest.requires, *manifest.optional):
            if id in found and id not in chosen:
                chosen[id] = found[id]
                waiting.append(found[id])
    return list(chosen.values())


def _loaded(mod: Mod, paths: Sequence[Path]) -> tuple[list[Finding], list[Loaded]]:
    """What the loader says of the mod, and each game it could be loaded into."""
    said: dict[Finding, None] = {}
    try:
        plain = load(None, mods=paths, only=())
    except LoadError as error:
        return [f for f in error.problems if f.mod == mod.id], []
    said |= dict.fromkeys(f for f in plain.problems if f.mod == mod.id)
    loaded = [plain]
    for game in plain.games.values():
        if mod.id in {each.id for each in active_in(game, plain.mods, plain.games)}:
            try:
                each = load(game.id, mods=paths, only=())
            except LoadError as error:
                said |= dict.fromkeys(f for f in error.problems if f.mod == mod.id)
                continue
            said |= dict.fromkeys(f for f in each.problems if f.mod == mod.id)
            loaded.append(each)
    return list(said), loaded


def _without(mod: Mod) -> list[Loaded]:
    """The games that the mod is for, as they are without it."""
    names = mod.about.games or tuple(_plain(None).games)
    found = [find_game(_plain(None).games, name) for name in names]
    return [_plain(None), *(_plain(game.id) for game in found if game is not None)]


@cache
def _plain(game: str | None) -> Loaded:
    return load(game, only=())


def _with_edit(mod: Mod, finding: Finding) -> Finding:
    if finding.code == "no-entry" and not mod.about.entry:
        line = mod.document.line(("mod", "version"))
        edit = Edit(mod.document.name, line, insert='entry = "."') if line else None
        return msgspec.structs.replace(finding, edit=edit)
    return finding


def _excused(subject: Subject, finding: Finding) -> bool:
    return any(module.excused(finding, number(finding.code)) for module in subject.modules.values())


def _place(finding: Finding) -> tuple[str, int, str, str]:
    file, _, line = finding.where.rpartition(":")
    return (
        (file, int(line), finding.code, finding.text)
        if line.isdigit()
        else (finding.where, 0, finding.code, "")
    )
