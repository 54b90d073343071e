"""``footfall mods check``: everything that can be said about a mod before somebody plays it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from footfall.check import apply_fixes
from footfall.check import check_mod as collect_findings
from footfall.diagnostics.codes import FindingCode, find_code, get_code_number, load_codes
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Finding, Severity
from footfall.loader import Mod, discover

from ..mod_lookup import find_mod
from ..options import CliError, trust_option

MAX_FIX_PASSES = 5
"""Rounds of mending: what is mended may bring something else to light."""


UNREADABLE_CODES = frozenset(("bad-manifest", "bad-files", "no-manifest", "twice"))
"""Findings about what may have been meant as a mod, and is none that can be checked."""


@dataclass(frozen=True)
class CheckResult:
    """What came of one mod.

    Attributes:
        mod: its id, or where it lies if that could not be read.
        mended: what ``--fix`` mended.
    """

    mod: str
    version: str = ""
    games: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()


class NothingToCheckError(CliError):
    """There is no such mod: exit code 2."""

    exit_code = 2


@click.command("check")
@click.argument("mod", required=False)
@click.option("--fix", is_flag=True, help="Mend what can be mended safely, in the mod's files.")
@click.option(
    "--explain", metavar="CODE", help="Say what a code means (FF303 or misspelt-hook), and check nothing."
)
@click.option("--no-run", is_flag=True, help="Only read: nothing of the mod is run.")
@click.option("--quiet", "-q", is_flag=True, help="Leave out advice.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.option(
    "--mods",
    "mod_paths",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Where else to look for what it requires. May be given several times.",
)
@trust_option
@click.pass_context
def check_mod(
    context: click.Context,
    mod: str | None,
    fix: bool,
    no_run: bool,
    explain: str | None,
    quiet: bool,
    as_json: bool,
    mod_paths: tuple[Path, ...],
) -> None:
    """Check MOD (an id, or a path), or the mod in this folder, or else every mod here.

    Its manifest, records, references, texts and hooks are checked, and its Python is read for what
    makes games differ. Exit code 0: nothing but advice; 1: something was found; 2: there is nothing to check.
    """
    if explain is not None:
        _explain_code(explain, as_json)
        return
    try:
        chosen, unusable = _select_mods(mod, mod_paths)
    except CliError as error:
        raise NothingToCheckError(error.message) from None
    results = [CheckResult(finding.mod, findings=(finding,)) for finding in unusable]
    for each in chosen:
        try:
            results.append(_check_and_fix(each, mod_paths, not no_run, fix))
        except ModFilesError as error:
            bad = Finding("bad-files", each.id, str(error), "", "repack or copy the mod", mod_disabled=True)
            results.append(CheckResult(each.id, each.version, findings=(bad,)))
        except OSError as error:
            raise CliError(f"{error.filename} cannot be written: {error.strerror}") from None
    if quiet:
        results = [
            replace(r, findings=tuple(f for f in r.findings if f.severity > Severity.NOTE)) for r in results
        ]
    if as_json:
        click.echo(json.dumps([_build_report(result) for result in results], indent=2, ensure_ascii=False))
    else:
        for result in results:
            _print_result(result)
    if any(f.severity > Severity.NOTE for result in results for f in result.findings):
        context.exit(1)


def _select_mods(word: str | None, mod_paths: Sequence[Path]) -> tuple[list[Mod], list[Finding]]:
    """The mods to check, and what is wrong with those that cannot even be read.

    Raises:
        Trouble: there is neither.
    """
    path = Path(word).expanduser() if word is not None else Path()
    if word is not None and not path.exists():
        return [find_mod(word, mod_paths)], []
    if word is None and not (path / "mod.toml").is_file():
        found, findings = discover(mod_paths)
        mods = [mod for mod in found.values() if not mod.is_first_party]
    else:
        found, findings = discover([path], all_sources=False)
        here = path.resolve()
        mods = [
            m for m in found.values() if here in (m.files.path.resolve(), *m.files.path.resolve().parents)
        ]
    unusable = [finding for finding in findings if finding.code in UNREADABLE_CODES]
    if not mods and not unusable:
        raise CliError(
            f"there is no mod in {word or 'this folder'}; name one: footfall mods check mods/my-mod"
        )
    return mods, unusable


def _check_and_fix(mod: Mod, mod_paths: Sequence[Path], run: bool, fix: bool) -> CheckResult:
    """Checks, and mends if that is asked for, until nothing more can be mended."""
    done: list[Finding] = []
    checked = collect_findings(mod, mod_paths, run_code=run)
    for _ in range(MAX_FIX_PASSES if fix else 0):
        made = apply_fixes(mod, checked.findings)
        if not made:
            break
        done += made
        mod = find_mod(str(mod.files.path))  # read anew
        checked = collect_findings(mod, mod_paths, run_code=run)
    return CheckResult(mod.id, mod.version, checked.games, checked.findings, tuple(done))


def _print_result(result: CheckResult) -> None:
    findings = result.findings
    for finding in result.fixed:
        click.echo(f"mended {_format_finding(finding)}")
    for finding in findings:
        star = " [*]" if finding.edit is not None else ""
        click.echo(_format_finding(finding) + star)
        if finding.fix:
            click.echo(f"    fix: {finding.fix}")
    counts = [
        sum(f.severity is level for f in findings)
        for level in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
    ]
    names = ("error", "warning", "advice")
    words = [_format_count(count, name) for count, name in zip(counts, names, strict=True) if count]
    fixable = sum(f.edit is not None for f in findings)
    where = f" (loaded into {', '.join(result.games)})" if result.games else ""
    click.echo(f"{f'{result.mod} {result.version}'.strip()}: {', '.join(words) or 'nothing found'}{where}")
    if fixable and not result.fixed:
        click.echo(f"    --fix can mend {fixable} [*]; --explain CODE says more")


def _format_count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 or name == "advice" else f"{count} {name}s"


def _format_finding(finding: Finding) -> str:
    level = "advice" if finding.severity is Severity.NOTE else finding.severity.name.lower()
    place = f"{finding.where}: " if finding.where else ""
    return f"{place}{level} {get_code_number(finding.code)} {finding.code}: {finding.text}"


def _build_report(result: CheckResult) -> dict[str, object]:
    return {
        "mod": result.mod,
        "version": result.version,
        "games": list(result.games),
        "findings": [_finding_to_dict(f) for f in result.findings],
        "mended": [_finding_to_dict(f) for f in result.fixed],
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
        "fix": finding.fix,
        "mendable": finding.edit is not None,
        "docs": f"docs/reference/codes.md#{get_code_number(finding.code).lower()}-{finding.code}",
    }


def _explain_code(word: str, as_json: bool) -> None:
    if word == "all":
        for code in load_codes().values():
            click.echo(f"{code.number}  {code.name:<18} {code.what}")
        return
    try:
        code = find_code(word)
    except KeyError as error:
        raise CliError(f"{error.args[0]}; --explain all lists them") from None
    if as_json:
        click.echo(
            json.dumps({name: getattr(code, name) for name in FindingCode.__struct_fields__}, indent=2)
        )
        return
    click.echo(f"{code.number} {code.name}" + ("  (--fix can mend it)" if code.fixable else ""))
    for text in (code.what, code.why, f"To mend it: {code.fix}"):
        click.echo(textwrap.fill(text, 96, initial_indent="  ", subsequent_indent="  "))
