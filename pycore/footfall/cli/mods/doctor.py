"""``footfall mods doctor``: looks at everything that mods depend on here, and says how to put it right."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import shlex
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import click
import msgspec
import platformdirs

from footfall import __version__, kernels
from footfall.app import safe_mode
from footfall.app.paths import data_folder, failed_starts_path
from footfall.diagnostics.files import ModFilesError, format_path
from footfall.diagnostics.findings import Severity
from footfall.diagnostics.plural import format_count
from footfall.engine.saves.save import SaveError, read_header
from footfall.loader import LoadError, LoadResult, Mod, Source, discover, load, trust, user_choices
from footfall.loader import select_mods as select_mods
from footfall.loader.trust import TRUST_VARIABLE, Trust, TrustError, resolve_trust

OPTIONAL_PACKAGES = {
    "pytest": "tests of mods: python -m pip install 'footfall[modding]'",
    "watchfiles": "mods run --watch: python -m pip install 'footfall[modding]'",
}


class HealthStatus(Enum):
    """How something is."""

    OK = "well"
    NOTE = "note"
    WARNING = "warning"
    PROBLEM = "problem"


class HealthCheck(msgspec.Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
        about: what.
        text: what was found.
        fix: what to do.
    """

    about: str
    state: HealthStatus
    text: str
    fix: str = ""


STATUS_COLORS = {
    HealthStatus.OK: "green",
    HealthStatus.NOTE: "cyan",
    HealthStatus.WARNING: "yellow",
    HealthStatus.PROBLEM: "red",
}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def run_doctor(as_json: bool) -> None:
    """Look at environment, folders, approvals, choices and mods, and say how to put right what is wrong.

    Exit code 1 if there is a problem.
    """
    found, _ = discover()
    rows = [
        *check_environment(),
        *check_folders(found),
        *check_approvals(found),
        *check_user_choices(found),
        *check_saves(),
        *check_loading(),
    ]
    problems = sum(row.state is HealthStatus.PROBLEM for row in rows)
    if as_json:
        report = {"problems": problems, "rows": msgspec.to_builtins(rows)}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for row in rows:
            click.echo(
                f"{click.style(f'{row.state.value:<8}', fg=STATUS_COLORS[row.state])} {row.about}: {row.text}"
            )
            if row.fix:
                click.echo(f"         fix: {row.fix}")
        warnings = sum(row.state is HealthStatus.WARNING for row in rows)
        click.echo(f"{format_count(problems, 'problem')}, {format_count(warnings, 'warning')}")
    if problems:
        raise SystemExit(1)


def check_environment() -> Iterator[HealthCheck]:
    """Versions, the compiled core, what else is installed, and what the environment says."""
    words = f"footfall {__version__}, Python {platform.python_version()}, {platform.platform(terse=True)}"
    yield HealthCheck("environment", HealthStatus.OK, words)
    try:
        info = kernels.build_info()
        debug = "debug" in str(info).lower()
        fix = "build it with --release" if debug else ""
        facts = ", ".join(f"{name} {value}" for name, value in dict(info).items())
        yield HealthCheck("compiled core", HealthStatus.WARNING if debug else HealthStatus.OK, facts, fix)
    except Exception as error:
        fix = "python -m pip install --force-reinstall footfall; until then FOOTFALL_BACKEND=python plays without it"
        yield HealthCheck("compiled core", HealthStatus.PROBLEM, f"it cannot be used ({error})", fix)
    for package, use in OPTIONAL_PACKAGES.items():
        if importlib.util.find_spec(package) is None:
            yield HealthCheck(package, HealthStatus.NOTE, "is not installed", use)
    try:
        if resolve_trust(Trust.APPROVED) is Trust.ALL:
            text = f"{TRUST_VARIABLE}=all: any Python mod that is found runs, approved or not"
            yield HealthCheck("trust", HealthStatus.WARNING, text, f"unset {TRUST_VARIABLE}")
    except TrustError as error:
        yield HealthCheck("trust", HealthStatus.PROBLEM, str(error), f"unset {TRUST_VARIABLE}")


def check_folders(found: dict[str, Mod]) -> Iterator[HealthCheck]:
    """Where mods are looked for, and whether the user's own folders can be written."""
    for source, path in (
        (Source.PROJECT, Path("mods").absolute()),
        (Source.USER, platformdirs.user_data_path("footfall", appauthor=False) / "mods"),
    ):
        count = sum(mod.source is source for mod in found.values())
        state, text = HealthStatus.OK, f"{format_path(path)}: {format_count(count, 'mod')}"
        if not path.is_dir():
            state, text = HealthStatus.NOTE, f"{format_path(path)} is not there: no mods from it"
        elif not os.access(path, os.R_OK | os.X_OK):
            state, text = HealthStatus.PROBLEM, f"{format_path(path)} may not be read"
        yield HealthCheck(f"{source.name.lower()} mods", state, text)
    for text in filter(None, os.environ.get("FOOTFALL_MODS", "").split(os.pathsep)):
        if not Path(text).expanduser().exists():
            fix = "mend or remove that part of FOOTFALL_MODS"
            yield HealthCheck("FOOTFALL_MODS", HealthStatus.PROBLEM, f"there is no {text}", fix)
    for about, path in (
        ("data folder", data_folder()),
        ("configuration", user_choices.choices_path().parent),
    ):
        there = next(p for p in (path, *path.parents) if p.exists())
        writes = os.access(there, os.W_OK)
        text = f"{path}" if writes else f"{there} may not be written into: nothing can be kept"
        yield HealthCheck(
            about,
            HealthStatus.OK if writes else HealthStatus.PROBLEM,
            text,
            "" if writes else f"chmod u+w {there}",
        )
    begun = safe_mode.count_failed_starts()
    if begun:
        text = f"{begun} starts in a row came to nothing; from {safe_mode.FAILED_STARTS_LIMIT} on the next is without mods"
        yield HealthCheck(
            "safe mode",
            HealthStatus.WARNING,
            text,
            f"if that is settled: rm {shlex.quote(str(failed_starts_path()))}",
        )


def check_approvals(found: dict[str, Mod]) -> Iterator[HealthCheck]:
    """Approvals that are of no use any more, and mods that wait for one."""
    kept = trust.list_approvals()
    yield HealthCheck(
        "approvals", HealthStatus.OK, f"{format_count(len(kept), 'mod')}, in {trust.approvals_folder()}"
    )
    for approval in kept:
        mod = found.get(approval.id)
        if mod is None:
            text = f"{approval.id} is not found any more"
            yield HealthCheck("approvals", HealthStatus.NOTE, text, f"footfall mods revoke {approval.id}")
    for place, id in trust.load_own_places().items():
        if not Path(place).exists():
            yield HealthCheck(
                "approvals",
                HealthStatus.NOTE,
                f"your own {id} is not at {place} any more",
                f"footfall mods revoke {id}",
            )
    for mod in select_mods(found, None, user_choices.load_choices()).values():
        try:
            if not trust.can_run(mod, Trust.APPROVED):
                again = (
                    "it changed since it was approved"
                    if trust.load_approval(mod.id)
                    else "it has Python code"
                )
                fix = f"footfall mods approve {trust.get_mod_argument(mod)}"
                yield HealthCheck(mod.id, HealthStatus.WARNING, f"not approved: {again}", fix)
        except ModFilesError:  # the load says so
            continue


def check_user_choices(found: dict[str, Mod]) -> Iterator[HealthCheck]:
    """What the user chose about mods that are not there, or that does not fit any more."""
    wrong = user_choices.find_file_problem()
    if wrong:
        fix = f"mend or remove {user_choices.choices_path()}"
        yield HealthCheck(
            "choices",
            HealthStatus.PROBLEM,
            f"{user_choices.choices_path()} cannot be read ({wrong}): nothing of it counts",
            fix,
        )
    now = user_choices.load_choices()
    for id, on in now.switched.items():
        if id not in found:
            text = f"{id} is switched {'on' if on else 'off'}, and is not found"
            yield HealthCheck("choices", HealthStatus.NOTE, text)
    settings = {f"{mod.id}.{name}": s for mod in found.values() for name, s in mod.manifest.settings.items()}
    for name, value in now.settings.items():
        if name not in settings:
            yield HealthCheck(
                "choices", HealthStatus.NOTE, f"{name} = {json.dumps(value)}: no mod here has that setting"
            )
        elif said := settings[name].find_problem(value):
            mod = next(id for id in found if name.startswith(f"{id}."))
            fix = f"footfall mods set {mod} {name.removeprefix(f'{mod}.')} VALUE, or --unset"
            yield HealthCheck("choices", HealthStatus.WARNING, f"{name}: {said}", fix)


def check_saves() -> Iterator[HealthCheck]:
    """Saved games that cannot be read."""
    for path in sorted((data_folder() / "saves").glob("*.save")):
        try:
            header = read_header(path)
            yield HealthCheck(
                "save",
                HealthStatus.OK,
                f"{path.name}: turn {header.turn}, {format_count(len(header.lock), 'mod')}",
            )
        except SaveError as error:
            yield HealthCheck(
                "save",
                HealthStatus.PROBLEM,
                str(error),
                f"mv {shlex.quote(str(path))} elsewhere, or play --new",
            )


def check_loading() -> Iterator[HealthCheck]:
    """Whatever loading all mods has to say."""
    try:
        loaded: LoadResult = load(None, choices=user_choices.load_choices())
    except LoadError as error:
        yield HealthCheck("mods", HealthStatus.PROBLEM, str(error))
        return
    told = [f for f in loaded.findings if f.severity > Severity.NOTE and f.code != "not-approved"]
    for finding in told:
        state = HealthStatus.PROBLEM if finding.severity is Severity.ERROR else HealthStatus.WARNING
        place = f" ({finding.where})" if finding.where else ""
        yield HealthCheck(finding.mod, state, f"{finding.text}{place}", finding.fix)
    yield HealthCheck("mods", HealthStatus.OK, f"{len(loaded.mods)} on of {len(loaded.available)} found")
