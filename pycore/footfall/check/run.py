"""All checks of one mod, in the games it is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from footfall.content.codes import number
from footfall.content.files import show
from footfall.content.findings import Edit, Finding, Level
from footfall.loader import Mod, Trust
from footfall.loader.trust import may_run, name_for, trust_here

from .hooks import hooks
from .imports import imports
from .loading import Tried, around, loaded, read_beside
from .manifest import manifest
from .modules import Subject, read_subject
from .sets import sets
from .texts import texts_of
from .writes import writes

AS_WRITTEN = frozenset(("misspelt-hook", "bad-hook", "unmarked-hook", "no-entry"))
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
    """Checks a mod: reads it, and puts it with what it requires into each game it is for.

    Args:
        mod_paths: where else to look for what it requires.
        run: False: the mod's Python is read and not run, as if nobody had approved it.

    Raises:
        BadFiles: its files cannot be read.
    """
    subject = read_subject(mod)
    found = around(mod, mod_paths)
    needed = _needed(mod, found)
    runs = run and may_run(mod, trust_here(Trust.NAMED))
    tried = loaded(mod, needed) if runs else read_beside(subject, needed)
    if run and not runs:
        text = "its Python was read and not run, as nobody has approved it here"
        fix = f"footfall mods approve {name_for(mod)}, or --trust"
        place = mod.document.where("mod", "entry") if mod.document.data else ""
        tried.said.append(
            Finding("not-approved", mod.id, text, place or show(mod.files.path), fix, Level.NOTE)
        )
    if tried.plain is not None:
        subject.contract = tried.plain.contract
    written = [*subject.broken, *_read(subject, tried, found)]
    reading = {f.code for f in written} & AS_WRITTEN
    told = [_with_edit(mod, f) for f in tried.said if f.code not in reading]
    # What stops the import is told better by what was read on that line.
    lines = {f.where for f in written if f.level is Level.ERROR}
    told = [f for f in told if f.code != "import-failed" or f.where not in lines]
    unique = {(f.code, f.where, f.text): f for f in (*told, *written)}
    findings = [f for f in unique.values() if not _excused(subject, f)]
    return Checked(mod, tuple(sorted(findings, key=_place)), tuple(tried.games))


def _read(subject: Subject, tried: Tried, found: Mapping[str, Mod]) -> Iterator[Finding]:
    plain = tried.plain
    games = (
        {id for game in plain.games.values() for id in (game.id, *game.rules)} if plain is not None else set()
    )
    yield from manifest(subject, games or {id for id, each in found.items() if each.first_party}, found)
    yield from imports(subject)
    yield from hooks(subject)
    yield from sets(subject)
    yield from writes(subject)
    yield from texts_of(subject, plain.catalogue if plain is not None else None, tried.records)


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
    if not line.isdigit():
        return finding.where, 0, finding.code, finding.text
    return file, int(line), finding.code, finding.text
