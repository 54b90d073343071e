"""``footfall mods check``: everything that can be said about a mod before somebody plays it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from footfall.check import check, mend
from footfall.content.codes import Code, codes, find_code, number
from footfall.content.files import BadFiles
from footfall.content.findings import Finding, Level
from footfall.loader import Mod, discover

from .named import find_mod
from .options import Trouble, trust_option

PASSES = 5
"""Rounds of mending: what is mended may bring something else to light."""


UNUSABLE = frozenset(("bad-manifest", "bad-files", "no-manifest", "twice"))
"""Findings about what may have been meant as a mod, and is none that can be checked."""


@dataclass(frozen=True)
class Result:
    """What came of one mod.

    Attributes:
        mod: its id, or where it lies if that could not be read.
        mended: what ``--fix`` mended.
    """

    mod: str
    version: str = ""
    games: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    mended: tuple[Finding, ...] = ()


class NothingToCheck(Trouble):
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
def check_command(
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
        _explain(explain, as_json)
        return
    try:
        chosen, unusable = _chosen(mod, mod_paths)
    except Trouble as error:
        raise NothingToCheck(error.message) from None
    results = [Result(finding.mod, findings=(finding,)) for finding in unusable]
    for each in chosen:
        try:
            results.append(_mended(each, mod_paths, not no_run, fix))
        except BadFiles as error:
            bad = Finding("bad-files", each.id, str(error), "", "repack or copy the mod", off=True)
            results.append(Result(each.id, each.version, findings=(bad,)))
        except OSError as error:
            raise Trouble(f"{error.filename} cannot be written: {error.strerror}") from None
    if quiet:
        results = [replace(r, findings=tuple(f for f in r.findings if f.level > Level.NOTE)) for r in results]
    if as_json:
        click.echo(json.dumps([_report(result) for result in results], indent=2, ensure_ascii=False))
    else:
        for result in results:
            _tell(result)
    if any(f.level > Level.NOTE for result in results for f in result.findings):
        context.exit(1)


def _chosen(word: str | None, mod_paths: Sequence[Path]) -> tuple[list[Mod], list[Finding]]:
    """The mods to check, and what is wrong with those that cannot even be read.

    Raises:
        Trouble: there is neither.
    """
    path = Path(word).expanduser() if word is not None else Path()
    if word is not None and not path.exists():
        return [find_mod(word, mod_paths)], []
    if word is None and not (path / "mod.toml").is_file():
        found, findings = discover(mod_paths)
        mods = [mod for mod in found.values() if not mod.first_party]
    else:
        found, findings = discover([path], everywhere=False)
        here = path.resolve()
        mods = [
            m for m in found.values() if here in (m.files.path.resolve(), *m.files.path.resolve().parents)
        ]
    unusable = [finding for finding in findings if finding.code in UNUSABLE]
    if not mods and not unusable:
        raise Trouble(
            f"there is no mod in {word or 'this folder'}; name one: footfall mods check mods/my-mod"
        )
    return mods, unusable


def _mended(mod: Mod, mod_paths: Sequence[Path], run: bool, fix: bool) -> Result:
    """Checks, and mends if that is asked for, until nothing more can be mended."""
    done: list[Finding] = []
    checked = check(mod, mod_paths, run=run)
    for _ in range(PASSES if fix else 0):
        made = mend(mod, checked.findings)
        if not made:
            break
        done += made
        mod = find_mod(str(mod.files.path))  # read anew
        checked = check(mod, mod_paths, run=run)
    return Result(mod.id, mod.version, checked.games, checked.findings, tuple(done))


def _tell(result: Result) -> None:
    findings = result.findings
    for finding in result.mended:
        click.echo(f"mended {_line(finding)}")
    for finding in findings:
        star = " [*]" if finding.edit is not None else ""
        click.echo(_line(finding) + star)
        if finding.fix:
            click.echo(f"    fix: {finding.fix}")
    counts = [sum(f.level is level for f in findings) for level in (Level.ERROR, Level.WARNING, Level.NOTE)]
    names = ("error", "warning", "advice")
    words = [_count(count, name) for count, name in zip(counts, names, strict=True) if count]
    fixable = sum(f.edit is not None for f in findings)
    where = f" (loaded into {', '.join(result.games)})" if result.games else ""
    click.echo(f"{f'{result.mod} {result.version}'.strip()}: {', '.join(words) or 'nothing found'}{where}")
    if fixable and not result.mended:
        click.echo(f"    --fix can mend {fixable} [*]; --explain CODE says more")


def _count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 or name == "advice" else f"{count} {name}s"


def _line(finding: Finding) -> str:
    level = "advice" if finding.level is Level.NOTE else finding.level.name.lower()
    place = f"{finding.where}: " if finding.where else ""
    return f"{place}{level} {number(finding.code)} {finding.code}: {finding.text}"


def _report(result: Result) -> dict[str, object]:
    return {
        "mod": result.mod,
        "version": result.version,
        "games": list(result.games),
        "findings": [_row(f) for f in result.findings],
        "mended": [_row(f) for f in result.mended],
    }


def _row(finding: Finding) -> dict[str, object]:
    file, _, line = finding.where.rpartition(":")
    known = line.isdigit()
    return {
        "code": number(finding.code),
        "name": finding.code,
        "level": "advice" if finding.level is Level.NOTE else finding.level.name.lower(),
        "text": finding.text,
        "file": file if known else finding.where,
        "line": int(line) if known else 0,
        "fix": finding.fix,
        "mendable": finding.edit is not None,
        "docs": f"docs/reference/codes.md#{number(finding.code).lower()}-{finding.code}",
    }


def _explain(word: str, as_json: bool) -> None:
    if word == "all":
        for code in codes().values():
            click.echo(f"{code.number}  {code.name:<18} {code.what}")
        return
    try:
        code = find_code(word)
    except KeyError as error:
        raise Trouble(f"{error.args[0]}; --explain all lists them") from None
    if as_json:
        click.echo(json.dumps({name: getattr(code, name) for name in Code.__struct_fields__}, indent=2))
        return
    click.echo(f"{code.number} {code.name}" + ("  (--fix can mend it)" if code.mended else ""))
    for text in (code.what, code.why, f"To mend it: {code.mend}"):
        click.echo(textwrap.fill(text, 96, initial_indent="  ", subsequent_indent="  "))
