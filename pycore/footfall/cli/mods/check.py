"""``footfall mods check``: checks mods for mistakes, and fixes those that can be fixed safely."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from footfall.check import CheckReport, apply_fixes, can_check_names, compare_mods
from footfall.check import check_mod as collect_findings
from footfall.diagnostics.codes import FindingCode, find_code, get_code_number, load_codes
from footfall.diagnostics.files import ModFilesError, expand_home
from footfall.diagnostics.findings import Finding, Severity
from footfall.loader import Mod, discover

from ..compose import UNREADABLE_CODES, redirect_mod_output
from ..mod_lookup import find_mod
from ..options import CliError, trust_option
from ..output import echo
from .rule_cost import RuleCost, describe_costs, measure_rules, report_costs

MAX_FIX_PASSES = 100
"""Rounds of fixing: a fix may reveal other findings, such as the next wrong field of a record."""


@dataclass(frozen=True)
class CheckResult:
    """The result for one mod.

    Attributes:
        mod: its id, or its path if the id is unknown.
        games: the games it was loaded into.
        findings: the findings that remain.
        fixed: the findings fixed by ``--fix``.
        report: the last report about it; None if it could not be read.
        costs: what its rules as data cost, if that was asked for.
    """

    mod: str
    version: str = ""
    games: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
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
@click.option("--quiet", "-q", is_flag=True, help="Omit advice.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option(
    "--mods",
    "mod_paths",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Also look for required mods here. Repeatable.",
)
@trust_option
@click.pass_context
def check_mod(
    context: click.Context,
    words: tuple[str, ...],
    fix: bool,
    no_run: bool,
    explain: str | None,
    cost: bool,
    quiet: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
) -> None:
    """Check each MOD (an id or a path). Without MOD: the mod in this folder, or else every installed mod.

    Checks manifest, records, references, texts, hooks, keys and names, scans Python code for nondeterminism, and
    looks for conflicts between the mods. Exit
    code 0: no findings except advice; 1: findings in any mod; 2: a MOD does not exist, or there is none.
    """
    if explain is not None:
        _explain_code(explain, as_json)
        return
    try:
        mods, unusable = _select_mods(words, mod_paths)
    except CliError as error:
        raise NothingToCheckError(error.message) from None
    if len(words) > 1:  # mods named together find each other
        mod_paths += tuple(mod.files.path for mod in mods if not mod.is_first_party)
    results = [CheckResult(finding.mod, findings=(finding,)) for finding in unusable]
    results += _add_comparison([_check_and_fix(mod, mod_paths, not no_run, fix) for mod in mods])
    if cost:
        results = [_add_costs(result, mod_paths) for result in results]
    if not can_check_names():
        echo("undefined names were not looked for: python -m pip install 'footfall[modding]'", err=True)
    if quiet:
        results = [replace(r, findings=tuple(f for f in r.findings if f.severity > Severity.NOTE)) for r in results]
    _print_results(results, as_json, fix)
    if any(f.severity > Severity.NOTE for result in results for f in result.findings):
        context.exit(1)


def _select_mods(words: Sequence[str], mod_paths: Sequence[Path]) -> tuple[list[Mod], list[Finding]]:
    """Returns the mods to check, each once, and findings about mods that cannot be read.

    Raises:
        CliError: a word names neither, or there are none.
    """
    mods: dict[Path, Mod] = {}
    unusable: dict[Finding, None] = {}
    for word in words or (None,):
        found, findings = _find_named(word, mod_paths)
        for mod in found:
            mods.setdefault(mod.files.path.resolve(), mod)
        unusable.update(dict.fromkeys(findings))
    return list(mods.values()), list(unusable)


def _find_named(word: str | None, mod_paths: Sequence[Path]) -> tuple[list[Mod], list[Finding]]:
    """Like `_select_mods`, for one word; None for the current folder."""
    path = expand_home(word) if word is not None else Path()
    if word is not None and not path.exists():
        return [find_mod(word, mod_paths)], []
    if word is None and not (path / "mod.toml").is_file():
        discovered, findings = discover(mod_paths)
        mods = [mod for mod in discovered.values() if not mod.is_first_party]
    else:
        discovered, findings = discover([path], all_sources=False)
        target = path.resolve()
        mods = [m for m in discovered.values() if target in (m.files.path.resolve(), *m.files.path.resolve().parents)]
    unusable = [finding for finding in findings if finding.code in UNREADABLE_CODES]
    if not mods and not unusable:
        raise CliError(
            f"there is no mod in {word or 'this folder'}; name a mod, such as: footfall mods check mods/my-mod"
        )
    return mods, unusable


def _check_and_fix(mod: Mod, mod_paths: Sequence[Path], run: bool, fix: bool) -> CheckResult:
    """Checks a mod; with `fix`, fixes findings until none can be fixed.

    Raises:
        CliError: a file cannot be written.
    """
    try:
        return _fix_repeatedly(mod, mod_paths, run, fix)
    except ModFilesError as error:
        finding = Finding("bad-files", mod.id, str(error), "", "package or copy the mod again", mod_disabled=True)
        return CheckResult(mod.id, mod.version, findings=(finding,))
    except OSError as error:
        raise CliError(f"{error.filename} cannot be written: {error.strerror}") from None


def _fix_repeatedly(mod: Mod, mod_paths: Sequence[Path], run: bool, fix: bool) -> CheckResult:
    fixed: list[Finding] = []
    result = _collect_findings(mod, mod_paths, run)
    for _ in range(MAX_FIX_PASSES if fix else 0):
        applied = apply_fixes(mod, (finding for finding in result.findings if finding not in fixed))
        if not applied:
            break
        fixed += applied
        mod = find_mod(str(mod.files.path))  # the files have changed
        result = _collect_findings(mod, mod_paths, run)
    return CheckResult(mod.id, mod.version, result.games, result.findings, tuple(fixed), result)


def _add_comparison(results: list[CheckResult]) -> list[CheckResult]:
    """Adds what a comparison of the mods finds to the result of the mod that each finding names."""
    reports = [result.report for result in results if result.report is not None]
    findings = compare_mods(reports) if len(reports) > 1 else []
    return [replace(r, findings=(*r.findings, *(f for f in findings if f.mod == r.mod))) for r in results]


def _add_costs(result: CheckResult, mod_paths: Sequence[Path]) -> CheckResult:
    """Adds what the rules of a mod cost in the games that it was loaded into."""
    if result.report is None:
        return result
    with redirect_mod_output():
        return replace(result, costs=tuple(measure_rules(result.report.mod, result.games, mod_paths)))


def _collect_findings(mod: Mod, mod_paths: Sequence[Path], run: bool) -> CheckReport:
    with redirect_mod_output():
        return collect_findings(mod, mod_paths, run_code=run)


def _print_results(results: Sequence[CheckResult], as_json: bool, fix: bool) -> None:
    if as_json:
        echo(json.dumps([_build_report(result) for result in results], indent=2, ensure_ascii=False))
        return
    for result in results:
        _print_result(result, fix)
    if len(results) > 1:
        echo(_summarize(results))


def _print_result(result: CheckResult, fix: bool) -> None:
    findings = result.findings
    for finding in result.fixed:
        echo(f"fixed {_format_finding(finding)}")
    for finding in findings:
        star = " [*]" if finding.edit is not None else ""
        echo(_format_finding(finding) + star)
        if finding.fix:
            echo(f"    fix: {finding.fix}")
    fixable = sum(f.edit is not None for f in findings)
    where = f" (loaded into {', '.join(result.games)})" if result.games else ""
    echo(f"{f'{result.mod} {result.version}'.strip()}: {_count_by_severity(findings)}{where}")
    for line in describe_costs(result.costs):
        echo(line)
    if fixable and fix:
        echo(f"    --fix left {fixable} [*]: the word is not on the line exactly once, or the file cannot be changed")
    elif fixable:
        echo(f"    --fix can fix {fixable} [*]; --explain CODE explains a code")


def _summarize(results: Sequence[CheckResult]) -> str:
    """One line about all results."""
    findings = [finding for result in results for finding in result.findings]
    return f"{len(results)} mods: {_count_by_severity(findings)}"


def _count_by_severity(findings: Sequence[Finding]) -> str:
    counts = [sum(f.severity is level for f in findings) for level in (Severity.ERROR, Severity.WARNING, Severity.NOTE)]
    names = ("error", "warning", "advice")
    words = [_format_count(count, name) for count, name in zip(counts, names, strict=True) if count]
    return ", ".join(words) or "no findings"


def _format_count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 or name == "advice" else f"{count} {name}s"


def _format_finding(finding: Finding) -> str:
    level = "advice" if finding.severity is Severity.NOTE else finding.severity.name.lower()
    place = f"{finding.place}: " if finding.where else ""
    return f"{place}{level} {get_code_number(finding.code)} {finding.code}: {finding.text}"


def _build_report(result: CheckResult) -> dict[str, object]:
    return {
        "mod": result.mod,
        "version": result.version,
        "games": list(result.games),
        "findings": [_finding_to_dict(f) for f in result.findings],
        "fixed": [_finding_to_dict(f) for f in result.fixed],
        **({"costs": report_costs(result.costs)} if result.costs else {}),
    }


def _finding_to_dict(finding: Finding) -> dict[str, object]:
    file, _, line = finding.where.rpartition(":")
    known = line.isdigit()
    return {
        "code": get_code_number(finding.code),
        "name": finding.code,
        "level": "advice" if finding.severity is Severity.NOTE else finding.severity.name.lower(),
        "text": finding.text,
        "file": file if known else finding.where,
        "line": int(line) if known else 0,
        "column": finding.column,
        "fix": finding.fix,
        "fixable": finding.edit is not None,
        "docs": f"docs/reference/codes.md#{get_code_number(finding.code).lower()}-{finding.code}",
    }


def _explain_code(word: str, as_json: bool) -> None:
    if word == "all":
        for code in load_codes().values():
            echo(f"{code.number}  {code.name:<18} {code.what}")
        return
    try:
        code = find_code(word)
    except KeyError as error:
        raise CliError(f"{error.args[0]}; --explain all lists them") from None
    if as_json:
        echo(json.dumps({name: getattr(code, name) for name in FindingCode.__struct_fields__}, indent=2))
        return
    echo(f"{code.number} {code.name}" + ("  (fixable with --fix)" if code.fixable else ""))
    for text in (code.what, code.why, f"To fix it: {code.fix}"):
        echo(textwrap.fill(text, 96, initial_indent="  ", subsequent_indent="  "))
