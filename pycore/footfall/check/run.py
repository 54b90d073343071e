"""Runs all checks of a mod, in the games that it supports, and applies the edits of their findings."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Edit, Finding, Severity, get_code_number, limit_findings
from footfall.disk import replace_file
from footfall.engine.declarations.rules import Rules
from footfall.loader import Mod, Trust
from footfall.loader.isolation.trust import can_run, get_mod_argument, resolve_trust
from footfall.loader.order import collect_requirements, drop_conflicting, sort_mods

from .bindings import check_game_keys, check_shared_keys, list_key_uses
from .determinism import check_imports, check_set_order
from .hooks import check_hooks
from .manifest import check_manifest, check_stray_files
from .mod_source import Subject, read_subject
from .names import check_literals, check_names
from .order import check_anchors, check_order_effects, check_rings
from .records import check_memory, check_odds, check_reach, check_record_values
from .state_use import check_other_memory, check_state_writes
from .texts import check_sheets, check_texts
from .trial_load import LoadTrial, collect_available_mods, load_base_rules, load_into_games, read_into_games

STATIC_CODES = frozenset(("misspelt-hook", "bad-hook", "unmarked-hook", "no-entry"))
"""Codes that both the static checks and the loader report; the loader stops at the first, so its finding is ignored."""


@dataclass(frozen=True)
class CheckReport:
    """Result of a check.

    Attributes:
        findings: in order of file and line.
        games: full ids of the games that the mod was loaded into.
    """

    mod: Mod
    findings: tuple[Finding, ...]
    games: tuple[str, ...]
    subject: Subject
    trial: LoadTrial


def check_mod(mod: Mod, mod_paths: Sequence[Path] = (), *, run_code: bool = True) -> CheckReport:
    """Checks a mod: parses it, and loads it with its requirements into each game that it supports.

    Args:
        mod_paths: additional paths to search for required mods.
        run_code: False: do not run the mod's Python, as if it were not approved.

    Raises:
        ModFilesError: a file cannot be read.
    """
    subject = read_subject(mod)
    available = collect_available_mods(mod, mod_paths)
    needs = {id: (*each.manifest.requires, *each.manifest.optional) for id, each in available.items()}
    needed = [available[id] for id in collect_requirements([mod.id], needs)]
    trust = resolve_trust(Trust.NAMED)
    unapproved = [other for other in (mod, *needed) if not can_run(other, trust)] if run_code else []
    is_run = run_code and not unapproved
    trial = load_into_games(mod, needed) if is_run else read_into_games(subject, needed)
    if unapproved:
        trial.findings.append(report_unapproved(subject, unapproved[0]))
    if trial.load_result is not None:
        subject.contract = trial.load_result.contract
    static = [*subject.syntax_errors, *_run_checks(subject, trial, available)]
    duplicates = {f.code for f in static} & STATIC_CODES
    loaded = [f for f in trial.findings if f.code not in duplicates]
    line = mod.document.find_line(("mod", "version"))
    if line and not mod.info.entry:
        edit = Edit(mod.document.name, line, insert='entry = "."')
        loaded = [msgspec.structs.replace(f, edit=edit) if f.code == "no-entry" else f for f in loaded]
    # A static error on the line explains a failed import better.
    lines = {f.location for f in static if f.severity is Severity.ERROR}
    loaded = [f for f in loaded if f.code != "import-failed" or f.location not in lines]
    unique = {(f.code, f.location, f.text): f for f in (*loaded, *static)}
    findings = limit_findings(f for f in unique.values() if not _is_suppressed(subject, f))
    return CheckReport(mod, tuple(sorted(findings, key=_get_sort_key)), tuple(trial.games), subject, trial)


def report_unapproved(subject: Subject, required: Mod) -> Finding:
    """Returns the advice to approve a mod, or one that it needs, so that its code can be run."""
    mod, is_own = subject.mod, required.id == subject.id
    whose = "its Python" if is_own else f"the Python of {required.id}, which it needs,"
    text = f"{whose} was parsed but not run, because it is not approved"
    fix = f"footfall mods approve {get_mod_argument(required)}, or --trust"
    key = ("mod", "entry") if is_own else ("requires", required.id)
    place = mod.document.locate(*key) if mod.document.data else ""
    return subject.report("not-approved", text, place or format_path(mod.files.path), fix, Severity.NOTE)


def compare_mods(reports: Sequence[CheckReport]) -> list[Finding]:
    """Returns findings about mods that are used together.

    They are conflicts and cycles of the manifests and, in each game that the mods share, keys that two of them bind,
    results that their order decides, and rings of rules.
    """
    rules = {id: rules for report in reports for id, rules in load_base_rules(report.mod).items()}
    own = {finding for report in reports for finding in report.findings}
    by_id = {report.mod.id: report for report in reports}
    conflicts: list[Finding] = []  # between manifests
    mods = {id: report.mod for id, report in by_id.items()}
    drop_conflicting(mods, conflicts)
    sort_mods(mods, conflicts)
    findings = {f: by_id[f.mod].subject for f in conflicts if f.code in ("conflict", "cycle") and f.mod in by_id}
    for id, game in rules.items():
        sharing = [report for report in reports if id in load_base_rules(report.mod)]
        subjects = {report.mod.id: report.subject for report in sharing}
        uses = [(report.subject, list_key_uses(report.subject, report.trial.rules.values())) for report in sharing]
        loads = [(report.trial.rules[id], report.trial.deeds[id]) for report in sharing if id in report.trial.rules]
        rings = [finding for finding in check_rings(loads) if finding not in own]
        found = (*check_shared_keys(uses), *check_order_effects(list(subjects.values()), [game]), *rings)
        findings |= {finding: subjects[finding.mod] for finding in found if finding.mod in subjects}
    return sorted((f for f, subject in findings.items() if not _is_suppressed(subject, f)), key=_get_sort_key)


def compare_keys(mods: Sequence[Mod], rules: Rules) -> list[Finding]:
    """Returns findings about keys that two mods of a game bind.

    Raises:
        ModFilesError: a file cannot be read.
    """
    subjects = {mod.id: read_subject(mod) for mod in mods}
    found = check_shared_keys((subject, list_key_uses(subject, [rules])) for subject in subjects.values())
    return sorted((f for f in found if not _is_suppressed(subjects[f.mod], f)), key=_get_sort_key)


def _run_checks(subject: Subject, trial: LoadTrial, available: Mapping[str, Mod]) -> Iterator[Finding]:
    loaded = trial.load_result
    games = {id for game in loaded.games.values() for id in (game.id, *game.rule_mods)} if loaded is not None else set()
    first_party = {id for id, mod in available.items() if mod.is_first_party}
    yield from check_manifest(subject, games or first_party)
    yield from check_stray_files(subject)
    yield from check_imports(subject)
    yield from check_hooks(subject)
    yield from check_literals(subject)
    yield from check_names(subject)
    yield from check_other_memory(subject)
    if not subject.mod.is_first_party:
        uses = list_key_uses(subject, trial.rules.values())
        yield from check_game_keys(subject, uses, load_base_rules(subject.mod) if uses else {})
    yield from check_set_order(subject)
    yield from check_state_writes(subject)
    yield from check_anchors(
        subject, trial.records, {**load_base_rules(subject.mod, trial.rules), **trial.rules}.values(), available
    )
    for id, rules in trial.rules.items():
        yield from (finding for finding in check_rings([(rules, trial.deeds[id])]) if finding.mod == subject.id)
    yield from check_memory(subject, trial.records)
    yield from check_odds(subject, trial.rules.values())
    yield from check_reach(subject, trial.rules.values())
    yield from check_sheets(subject, trial.records)
    yield from check_record_values(subject, trial.records)
    deeds = {name: deed for known in trial.deeds.values() for name, deed in known.items()}
    yield from check_texts(subject, loaded.catalog if loaded is not None else None, trial.records, deeds)


def _is_suppressed(subject: Subject, finding: Finding) -> bool:
    return any(module.is_suppressed(finding, get_code_number(finding.code)) for module in subject.modules.values())


def _get_sort_key(finding: Finding) -> tuple[str, int, str, str]:
    file, _, line = finding.location.rpartition(":")
    if not line.isdigit():
        return finding.location, 0, finding.code, finding.text
    return file, int(line), finding.code, finding.text


def apply_fixes(mod: Mod, findings: Iterable[Finding]) -> list[Finding]:
    """Applies the edits of findings in a mod's folder, at most one per line, and returns the findings so fixed.

    A word is replaced only if it occurs exactly once on the line. Files outside the mod, zips, and files that would
    no longer parse are not changed.

    Raises:
        OSError: a file cannot be written.
    """
    root = mod.files.path.resolve()
    fixed = []
    by_file: dict[Path, list[tuple[Edit, Finding]]] = {}
    for finding in findings:
        if finding.edit is not None:
            path = Path(finding.edit.file).resolve()
            if path.is_file() and path.suffix != ".zip" and (path == root or root in path.parents):
                by_file.setdefault(path, []).append((finding.edit, finding))
    for path, rows in by_file.items():
        before = path.read_bytes().decode("utf-8", "surrogateescape")
        lines = before.splitlines(keepends=True)
        must_parse = _is_parsable(path, before)
        touched: set[int] = set()
        applied = []
        # From the end, so that insertions do not shift the lines of later edits.
        for edit, finding in sorted(rows, key=lambda row: -row[0].line):
            changed = list(lines)
            if edit.line in touched or not _apply_edit(changed, edit):
                continue
            if must_parse and not _is_parsable(path, "".join(changed)):
                continue
            lines = changed
            touched.add(edit.line)
            applied.append(finding)
        if applied:
            replace_file(path, ["".join(lines).encode("utf-8", "surrogateescape")])
            fixed += applied
    return fixed


def _is_parsable(path: Path, text: str) -> bool:
    """Whether a text parses as the type of its file."""
    text = text.removeprefix("\ufeff")
    try:
        if path.suffix == ".toml":
            tomllib.loads(text)
        elif path.suffix == ".py":
            ast.parse(text)
    except (ValueError, SyntaxError, RecursionError):
        return False
    return True


def _apply_edit(lines: list[str], edit: Edit) -> bool:
    if not 0 < edit.line <= len(lines):
        return False
    if edit.insert:
        end = "\r\n" if lines[edit.line - 1].endswith("\r\n") else "\n"
        if not lines[edit.line - 1].endswith("\n"):
            lines[edit.line - 1] += end
        lines.insert(edit.line, edit.insert.replace("\n", end) + end)
        return True
    for wrong, right in edit.replacements:
        line = lines[edit.line - 1]
        pattern = _match_word(wrong)
        if len(pattern.findall(line)) == len(_match_word(wrong.strip("\"'")).findall(line)) == 1:
            lines[edit.line - 1] = pattern.sub(right.replace("\\", r"\\"), line)
            return True
    return False


def _match_word(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
