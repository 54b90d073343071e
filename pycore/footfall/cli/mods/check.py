"""``footfall mods check``: checks mods for mistakes, and fixes those that can be fixed safely."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import msgspec

from footfall.check import CheckReport, apply_fixes, can_check_names, check_mod as collect_findings, compare_mods
from footfall.diagnostics.files import ModFilesError, expand_home
from footfall.diagnostics.findings import Finding, Severity, find_code, get_code_number, load_codes
from footfall.loader import Mod, discover

from ..mod_lookup import find_mod
from ..options import MODS, GameOptions, game_options
from ..output import CliError, Report, echo, prints_report
from ..playing import redirect_mod_output
from .conflicts import report_conflicts
from .rule_cost import RuleCost, describe_costs, measure_rules

UNREADABLE_CODES = frozenset(("bad-manifest", "bad-files", "no-manifest", "twice"))
"""Findings about files and folders that cannot be read as a mod."""

MAX_FIX_PASSES = 100
"""Rounds of fixing: a fix may reveal other findings, such as the next wrong field of a record."""


@dataclass(frozen=True)
class CheckResult:
    """The result for one mod.

    Attributes:
        mod: its id, or its path if the id is unknown.
        repairs: the findings fixed by ``--fix``.
        report: the last report about it; None if it could not be read.
        costs: costs of its rules as data, if they were asked for.
    """

    mod: str
    version: str = ""
    games: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    repairs: tuple[Finding, ...] = ()
    report: CheckReport | None = None
    costs: tuple[RuleCost, ...] = ()


class NothingToCheckError(CliError):
    """There is no mod to check: exit code 2."""

    exit_code = 2


@click.command("check")
@click.argument("words", metavar="[MOD]...", nargs=-1)
@click.option("--fix", is_flag=True, help="Fix what can be fixed safely, in the files of the mods.")
@click.option("--explain", metavar="CODE", help="Explain a code (FF303 or misspelt-hook) and exit.")
@click.option("--no-run", is_flag=True, help="Do not run the code of the mods.")
@click.option("--cost", is_flag=True, help="Play a game in each mod's games, and print what its rules as data cost.")
@click.option(
    "--together",
    is_flag=True,
    help="Instead: load all mods that are on, and MODs, into one game; show where they change the same things.",
)
@click.option("--game", default="stealth", show_default=True, help="The game of --together.")
@click.option(
    "--all", "every", is_flag=True, help="With --together: also conflicts that lose nothing but depend on order."
)
@click.option("--quiet", "-q", is_flag=True, help="Omit advice.")
@prints_report
@game_options(*MODS)
def check_mod(
    words: tuple[str, ...],
    fix: bool,
    explain: str | None,
    no_run: bool,
    cost: bool,
    together: bool,
    game: str,
    every: bool,
    quiet: bool,
    setup: GameOptions,
) -> Report:
    """Check each MOD (an id or a path). Without MOD: the mod in this folder, or else every installed mod.

    Checks manifest, records, references, texts, hooks, keys and names, scans Python code for nondeterminism, and
    looks for conflicts between the mods. Exit code 0: no findings except advice; 1: findings in any mod; 2: a MOD does
    not exist, or there is none.
    """
    if explain is not None:
        return _explain_code(explain)
    mod_paths = setup.mod_paths
    try:
        mods, unusable = _select_mods(words, mod_paths) if words or not together else ([], [])
    except CliError as error:
        raise NothingToCheckError(error.message) from None
    if together:
        paths = (*mod_paths, *(mod.files.path for mod in mods))
        return report_conflicts(msgspec.structs.replace(setup, mod_paths=paths), game, every)
    if len(words) > 1:  # mods named together find each other
        mod_paths += tuple(mod.files.path for mod in mods if not mod.is_first_party)
    results = [CheckResult(finding.mod, findings=(finding,)) for finding in unusable]
    checked = [_check_and_fix(mod, mod_paths, not no_run, fix) for mod in mods]
    reports = [result.report for result in checked if result.report is not None]
    shared = compare_mods(reports) if len(reports) > 1 else []
    for result in checked:
        findings = (*result.findings, *(finding for finding in shared if finding.mod == result.mod))
        costs: tuple[RuleCost, ...] = ()
        if cost and result.report is not None:
            with redirect_mod_output():
                costs = tuple(measure_rules(result.report.mod, result.games, mod_paths))
        results.append(replace(result, findings=findings, costs=costs))
    if not can_check_names():
        echo("undefined names were not looked for: python -m pip install 'footfall[modding]'", err=True)
    if quiet:
        results = [replace(r, findings=tuple(f for f in r.findings if f.severity > Severity.NOTE)) for r in results]
    every_finding = [finding for result in results for finding in result.findings]
    lines = [line for result in results for line in _describe_result(result, fix)]
    if len(results) > 1:
        lines.append(f"{len(results)} mods: {_count_by_severity(every_finding)}")
    has_failed = any(finding.severity > Severity.NOTE for finding in every_finding)
    return Report([_build_data(result) for result in results], lines, has_failed)


def _select_mods(words: Sequence[str], mod_paths: Sequence[Path]) -> tuple[list[Mod], list[Finding]]:
    """Returns the mods to check, each once, and findings about mods that cannot be read."""
    mods: dict[Path, Mod] = {}
    unusable: dict[Finding, None] = {}
    for word in words or (None,):  # None: the current folder
        path = expand_home(word) if word is not None else Path()
        target = path.resolve()
        if word is not None and not path.exists():
            found: list[Mod] = [find_mod(word, mod_paths)]
            findings: list[Finding] = []
        elif word is None and not (path / "mod.toml").is_file():
            discovered, findings = discover(mod_paths)
            found = [mod for mod in discovered.values() if not mod.is_first_party]
        else:
            discovered, findings = discover([path], all_sources=False)
            found = [mod for mod in discovered.values() if mod.files.path.resolve().is_relative_to(target)]
        unread = [finding for finding in findings if finding.code in UNREADABLE_CODES]
        if not found and not unread:
            advice = "name a mod, such as: footfall mods check mods/my-mod"
            raise CliError(f"there is no mod in {word or 'this folder'}; {advice}")
        for mod in found:
            mods.setdefault(mod.files.path.resolve(), mod)
        unusable.update(dict.fromkeys(unread))
    return list(mods.values()), list(unusable)


def _check_and_fix(mod: Mod, mod_paths: Sequence[Path], run: bool, fix: bool) -> CheckResult:
    """Checks a mod; with `fix`, fixes findings until none can be fixed."""
    done: list[Finding] = []
    try:
        for _ in range(MAX_FIX_PASSES + 1):
            with redirect_mod_output():
                report = collect_findings(mod, mod_paths, run_code=run)
            applied = apply_fixes(mod, (f for f in report.findings if f not in done)) if fix else []
            if not applied:
                break
            done += applied
            mod = find_mod(str(mod.files.path))  # the files have changed
    except ModFilesError as error:
        finding = Finding("bad-files", mod.id, str(error), "", "package or copy the mod again", disables_mod=True)
        return CheckResult(mod.id, mod.version, findings=(finding,))
    except OSError as error:
        raise CliError(f"{error.filename} cannot be written: {error.strerror}") from None
    return CheckResult(mod.id, mod.version, report.games, report.findings, tuple(done), report)


def _describe_result(result: CheckResult, fix: bool) -> Iterator[str]:
    findings = result.findings
    for finding in result.repairs:
        yield f"fixed {_format_finding(finding)}"
    for finding in findings:
        yield _format_finding(finding) + (" [*]" if finding.edit is not None else "")
        if finding.fix:
            yield textwrap.indent(f"fix: {finding.fix}", "    ")
    where = f" (loaded into {', '.join(result.games)})" if result.games else ""
    yield f"{f'{result.mod} {result.version}'.strip()}: {_count_by_severity(findings)}{where}"
    yield from describe_costs(result.costs)
    fixable = sum(finding.edit is not None for finding in findings)
    if fixable and fix:
        yield f"    --fix left {fixable} [*]: the word is not on the line exactly once, or the file cannot be changed"
    elif fixable:
        yield f"    --fix can fix {fixable} [*]; --explain CODE explains a code"


def _count_by_severity(findings: Sequence[Finding]) -> str:
    words = []
    for level, name in ((Severity.ERROR, "error"), (Severity.WARNING, "warning"), (Severity.NOTE, "advice")):
        if count := sum(finding.severity is level for finding in findings):
            words.append(f"{count} {name}" if count == 1 or name == "advice" else f"{count} {name}s")
    return ", ".join(words) or "no findings"


def _format_finding(finding: Finding) -> str:
    level = "advice" if finding.severity is Severity.NOTE else finding.severity.name.lower()
    place = f"{finding.place}: " if finding.location else ""
    return f"{place}{level} {get_code_number(finding.code)} {finding.code}: {finding.text}"


def _build_data(result: CheckResult) -> dict[str, object]:
    return {
        "mod": result.mod,
        "version": result.version,
        "games": list(result.games),
        "findings": [_finding_to_dict(f) for f in result.findings],
        "fixed": [_finding_to_dict(f) for f in result.repairs],
        **({"costs": [cost.to_dict() for cost in result.costs]} if result.costs else {}),
    }


def _finding_to_dict(finding: Finding) -> dict[str, object]:
    file, _, line = finding.location.rpartition(":")
    known = line.isdigit()
    return {
        "code": get_code_number(finding.code),
        "name": finding.code,
        "level": "advice" if finding.severity is Severity.NOTE else finding.severity.name.lower(),
        "text": finding.text,
        "file": file if known else finding.location,
        "line": int(line) if known else 0,
        "column": finding.column,
        "fix": finding.fix,
        "fixable": finding.edit is not None,
        "docs": f"docs/reference/codes.md#{get_code_number(finding.code).lower()}-{finding.code}",
    }


def _explain_code(word: str) -> Report:
    if word == "all":
        codes = load_codes().values()
        lines = [f"{code.number}  {code.name:<18} {code.meaning}" for code in codes]
        return Report([msgspec.to_builtins(code) for code in codes], lines)
    try:
        code = find_code(word)
    except KeyError as error:
        raise CliError(f"{error.args[0]}; --explain all lists them") from None
    texts = (code.meaning, code.why, f"To fix it: {code.fix}")
    lines = [textwrap.fill(text, 96, initial_indent="  ", subsequent_indent="  ") for text in texts]
    title = f"{code.number} {code.name}" + ("  (fixable with --fix)" if code.is_fixable else "")
    return Report(msgspec.to_builtins(code), [title, *lines])
