"""All checks of one mod, in the games it is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from footfall.diagnostics.codes import get_code_number
from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Edit, Finding, Severity
from footfall.loader import Mod, Trust
from footfall.loader.trust import can_run, get_mod_argument, resolve_trust

from .hooks import check_hooks
from .imports import check_imports
from .manifest import check_manifest
from .mod_source import Subject, read_subject
from .set_order import check_set_order
from .state_writes import check_state_writes
from .texts import check_texts
from .trial_load import LoadTrial, collect_available_mods, load_into_games, read_into_games

FOUND_BY_READING = frozenset(("misspelt-hook", "bad-hook", "unmarked-hook", "no-entry"))
"""Codes that reading finds, too: the loader stops at the first, so what was read counts."""


@dataclass(frozen=True)
class CheckReport:
    """What was found.

    Attributes:
        findings: in order of file and line.
        games: full ids of the games it was loaded into.
    """

    mod: Mod
    findings: tuple[Finding, ...]
    games: tuple[str, ...]


def check_mod(mod: Mod, mod_paths: Sequence[Path] = (), *, run_code: bool = True) -> CheckReport:
    """Checks a mod: reads it, and puts it with what it requires into each game it is for.

    Args:
        mod_paths: where else to look for what it requires.
        run: False: the mod's Python is read and not run, as if nobody had approved it.

    Raises:
        BadFiles: its files cannot be read.
    """
    subject = read_subject(mod)
    found = collect_available_mods(mod, mod_paths)
    needed = _collect_needed_mods(mod, found)
    runs = run_code and can_run(mod, resolve_trust(Trust.NAMED))
    tried = load_into_games(mod, needed) if runs else read_into_games(subject, needed)
    if run_code and not runs:
        text = "its Python was read and not run, as nobody has approved it here"
        fix = f"footfall mods approve {get_mod_argument(mod)}, or --trust"
        place = mod.document.locate("mod", "entry") if mod.document.data else ""
        tried.findings.append(
            Finding("not-approved", mod.id, text, place or format_path(mod.files.path), fix, Severity.NOTE)
        )
    if tried.loaded is not None:
        subject.contract = tried.loaded.contract
    written = [*subject.syntax_errors, *_run_checks(subject, tried, found)]
    reading = {f.code for f in written} & FOUND_BY_READING
    told = [_add_entry_edit(mod, f) for f in tried.findings if f.code not in reading]
    # What stops the import is told better by what was read on that line.
    lines = {f.where for f in written if f.severity is Severity.ERROR}
    told = [f for f in told if f.code != "import-failed" or f.where not in lines]
    unique = {(f.code, f.where, f.text): f for f in (*told, *written)}
    findings = [f for f in unique.values() if not _is_suppressed(subject, f)]
    return CheckReport(mod, tuple(sorted(findings, key=_get_sort_key)), tuple(tried.games))


def _run_checks(subject: Subject, tried: LoadTrial, found: Mapping[str, Mod]) -> Iterator[Finding]:
    plain = tried.loaded
    games = (
        {id for game in plain.games.values() for id in (game.id, *game.rule_mods)}
        if plain is not None
        else set()
    )
    yield from check_manifest(
        subject, games or {id for id, each in found.items() if each.is_first_party}, found
    )
    yield from check_imports(subject)
    yield from check_hooks(subject)
    yield from check_set_order(subject)
    yield from check_state_writes(subject)
    yield from check_texts(subject, plain.catalog if plain is not None else None, tried.records)


def _collect_needed_mods(mod: Mod, found: Mapping[str, Mod]) -> list[Mod]:
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


def _add_entry_edit(mod: Mod, finding: Finding) -> Finding:
    if finding.code == "no-entry" and not mod.info.entry:
        line = mod.document.find_line(("mod", "version"))
        edit = Edit(mod.document.name, line, insert='entry = "."') if line else None
        return msgspec.structs.replace(finding, edit=edit)
    return finding


def _is_suppressed(subject: Subject, finding: Finding) -> bool:
    return any(
        module.is_suppressed(finding, get_code_number(finding.code)) for module in subject.modules.values()
    )


def _get_sort_key(finding: Finding) -> tuple[str, int, str, str]:
    file, _, line = finding.where.rpartition(":")
    if not line.isdigit():
        return finding.where, 0, finding.code, finding.text
    return file, int(line), finding.code, finding.text
