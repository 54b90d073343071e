"""``footfall doctor``: diagnoses this installation, and fetches damaged mods again."""

import datetime
import importlib.util
import json
import os
import platform
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import platformdirs

from footfall import __version__, kernels
from footfall.app import startup
from footfall.app.files.paths import data_folder, start_count_path
from footfall.app.files.resume import read_saved_header
from footfall.app.profile_change import open_profile, restore_mods
from footfall.diagnostics import UserError
from footfall.diagnostics.files import ModFilesError, expand_home, format_path
from footfall.diagnostics.findings import Severity
from footfall.diagnostics.plural import format_count
from footfall.engine.saves.save import SaveError
from footfall.loader import LoadError, Mod, Source, discover, load, select_mods
from footfall.loader.discovery import LOST_CODES
from footfall.loader.isolation import trust
from footfall.loader.isolation.trust import TRUST_VARIABLE, Trust, TrustError, resolve_trust
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import ProfileError, describe_reinstall, read_pointer
from footfall.sharing.carry_out import StoredContent, check_contents
from footfall.sharing.sources import Sources, open_sources

from .output import Report, describe_os_error, escape_controls, prints_report

OPTIONAL_PACKAGES = {
    "pytest": "needed by mods test: python -m pip install 'footfall[modding]'",
    "watchfiles": "needed by mods run --watch: python -m pip install 'footfall[modding]'",
}


OK, NOTE, WARNING, PROBLEM = "ok", "note", "warning", "problem"

STATUS_COLORS = {OK: "green", NOTE: "cyan", WARNING: "yellow", PROBLEM: "red"}


class HealthCheck(msgspec.Struct, frozen=True):
    """One check.

    Attributes:
        state: a key of `STATUS_COLORS`.
        fix: an instruction, or ``""``.
    """

    subject: str = msgspec.field(name="about")
    state: str
    text: str
    fix: str = ""


REPORTED_CODES = ("not-approved", *LOST_CODES)
"""Findings of the loader that other checks report."""


@click.command("doctor")
@click.option("--fix", is_flag=True, help="Fetch installed mods that are damaged or lost again from the indexes.")
@prints_report
def run_doctor(fix: bool) -> Report:
    """Check environment, folders, approvals, saves, the store, indexes and mods, and explain how to fix problems.

    Compares all installed mods with their hashes. Exit code 1 if there are problems.
    """
    try:
        discovered, _ = discover()
    except OSError:  # reported by check_loading
        discovered = {}
    contents: list[StoredContent] = []
    checks = {
        "environment": check_environment(),
        "folders": check_folders(discovered),
        "approvals": check_approvals(discovered),
        "choices": check_user_choices(discovered),
        "saves": check_saves(),
        "store": check_store(fix, contents),
        "indexes": check_indexes(),
        "mods": check_loading(),
    }
    rows: list[HealthCheck] = []
    for subject, check in checks.items():
        try:
            rows.extend(check)
        except OSError as error:
            rows.append(HealthCheck(subject, PROBLEM, describe_os_error(error)))
    problems = sum(row.state == PROBLEM for row in rows)
    stored = [{"mod": _name_content(row), "hash": row.hash, "whole": row.is_whole} for row in contents]
    data = {"problems": problems, "rows": msgspec.to_builtins(rows), "contents": stored}
    return Report(data, _describe(rows, problems), problems > 0)


def _describe(rows: list[HealthCheck], problems: int) -> Iterator[str]:
    for row in rows:
        state = click.style(f"{row.state:<8}", fg=STATUS_COLORS[row.state])
        click.echo(f"{state} {escape_controls(f'{row.subject}: {row.text}')}")
        if row.fix:
            yield f"         fix: {row.fix}"
    warnings = sum(row.state == WARNING for row in rows)
    yield f"{format_count(problems, 'problem')}, {format_count(warnings, 'warning')}"


def check_environment() -> Iterator[HealthCheck]:
    """Checks versions, the compiled core, optional packages and the trust level."""
    words = f"footfall {__version__}, Python {platform.python_version()}, {platform.platform(terse=True)}"
    yield HealthCheck("environment", OK, words)
    try:
        info = kernels.build_info()
        debug = "debug" in str(info).lower()
        fix = "build it with --release" if debug else ""
        facts = ", ".join(f"{name} {value}" for name, value in dict(info).items())
        yield HealthCheck("compiled core", WARNING if debug else OK, facts, fix)
    except Exception as error:
        fix = "python -m pip install --force-reinstall footfall; until then, set FOOTFALL_BACKEND=python"
        yield HealthCheck("compiled core", PROBLEM, f"unusable ({error})", fix)
    for package, use in OPTIONAL_PACKAGES.items():
        if importlib.util.find_spec(package) is None:
            yield HealthCheck(package, NOTE, "not installed", use)
    try:
        if resolve_trust(Trust.APPROVED) is Trust.ALL:
            text = f"{TRUST_VARIABLE}=all: every Python mod runs, approved or not"
            yield HealthCheck("trust", WARNING, text, f"unset {TRUST_VARIABLE}")
    except TrustError as error:
        yield HealthCheck("trust", PROBLEM, str(error), f"unset {TRUST_VARIABLE}")


def check_folders(discovered: dict[str, Mod]) -> Iterator[HealthCheck]:
    """Checks the folders of mods, the user's folders, and the count of failed starts."""
    for source, path in (
        (Source.PROJECT, Path("mods").absolute()),
        (Source.USER, platformdirs.user_data_path("footfall", appauthor=False) / "mods"),
    ):
        count = sum(mod.source is source for mod in discovered.values())
        state, text = OK, f"{format_path(path)}: {format_count(count, 'mod')}"
        if not os.path.isdir(path):
            state, text = NOTE, f"{format_path(path)} does not exist"
        elif not os.access(path, os.R_OK | os.X_OK):
            state, text = PROBLEM, f"{format_path(path)} is not readable"
        yield HealthCheck(f"{source.name.lower()} mods", state, text)
    for text in filter(None, os.environ.get("FOOTFALL_MODS", "").split(os.pathsep)):
        if not os.path.exists(expand_home(text)):
            fix = "correct or remove that part of FOOTFALL_MODS"
            yield HealthCheck("FOOTFALL_MODS", PROBLEM, f"{text} does not exist", fix)
    for about, path in (("data folder", data_folder()), ("configuration", user_choices.choices_path().parent)):
        existing = next(p for p in (path, *path.parents) if os.path.exists(p))
        if not os.path.isdir(existing):
            text = f"{existing} is not a folder: nothing can be saved"
            yield HealthCheck(about, PROBLEM, text, f"move {existing} elsewhere")
        elif not os.access(existing, os.W_OK | os.X_OK):
            text = f"{existing} is not writable: nothing can be saved"
            yield HealthCheck(about, PROBLEM, text, f"chmod u+rwx {shlex.quote(str(existing))}")
        else:
            yield HealthCheck(about, OK, str(path))
    count = startup.count_failed_starts()
    if count:
        limit = startup.FAILED_STARTS_LIMIT
        text = f"{format_count(count, 'failed start')} in a row; after {limit}, the next start loads no mods"
        yield HealthCheck("safe mode", WARNING, text, f"to reset the count: rm {shlex.quote(str(start_count_path()))}")


def check_approvals(discovered: dict[str, Mod]) -> Iterator[HealthCheck]:
    """Finds approvals of missing mods, and mods that wait for approval."""
    approvals = trust.list_approvals()
    yield HealthCheck("approvals", OK, f"{format_count(len(approvals), 'mod')}, in {trust.approvals_folder()}")
    for approval in approvals:
        mod = discovered.get(approval.id)
        if mod is None:
            text = f"{approval.id} no longer exists"
            yield HealthCheck("approvals", NOTE, text, f"footfall mods approve --revoke {approval.id}")
    for place, id in trust.load_own_places().items():
        if not Path(place).exists():
            yield HealthCheck(
                "approvals", NOTE, f"your own mod {id} is no longer at {place}", f"footfall mods approve --revoke {id}"
            )
    for mod in select_mods(discovered, None, user_choices.load_choices()).values():
        try:
            if not trust.can_run(mod, Trust.APPROVED):
                is_changed = trust.load_approval(mod.id) is not None
                reason = "changed since its approval" if is_changed else "it has Python code"
                fix = f"footfall mods approve {trust.get_mod_argument(mod)}"
                yield HealthCheck(mod.id, WARNING, f"not approved: {reason}", fix)
        except ModFilesError:  # reported by check_loading
            continue


def check_user_choices(discovered: dict[str, Mod]) -> Iterator[HealthCheck]:
    """Finds choices for missing mods and invalid choices."""
    file_problem = user_choices.find_file_problem()
    if file_problem:
        fix = f"correct or remove {user_choices.choices_path()}"
        yield HealthCheck(
            "choices", PROBLEM, f"{user_choices.choices_path()} cannot be read ({file_problem}) and is ignored", fix
        )
    choices = user_choices.load_choices()
    for id, on in choices.switches.items():
        if id not in discovered:
            text = f"{id} is switched {'on' if on else 'off'} but does not exist"
            yield HealthCheck("choices", NOTE, text)
    settings = {f"{mod.id}.{name}": s for mod in discovered.values() for name, s in mod.manifest.settings.items()}
    for name, value in choices.settings.items():
        if name not in settings:
            yield HealthCheck("choices", NOTE, f"{name} = {json.dumps(value)}: no installed mod has this setting")
        elif problem := settings[name].find_problem(value):
            mod = next(id for id in discovered if name.startswith(f"{id}."))
            fix = f"footfall mods set {mod} {name.removeprefix(f'{mod}.')} VALUE, or --unset"
            yield HealthCheck("choices", WARNING, f"{name}: {problem}", fix)


def check_saves() -> Iterator[HealthCheck]:
    """Reads the headers of saved games."""
    for path in sorted((data_folder() / "saves").glob("*.save")):
        try:
            header = read_saved_header(path)
            yield HealthCheck(
                "save", OK, f"{path.name}: turn {header.shown_turn}, {format_count(len(header.lock), 'mod')}"
            )
        except SaveError as error:
            yield HealthCheck(
                "save", PROBLEM, str(error), f"move it away: mv {shlex.quote(str(path))} {shlex.quote(str(path))}.bad"
            )


def check_store(fix: bool, contents: list[StoredContent]) -> Iterator[HealthCheck]:
    """Compares the contents of the store with their hashes; adds all to `contents`.

    Args:
        fix: fetch damaged ones again first.
    """
    try:
        pointer = read_pointer()
    except ProfileError:  # reported by check_loading
        return
    rows, sources = check_contents(pointer), Sources()
    lost = [row.mod for row in rows if row.mod is not None and not row.is_whole]
    if fix and lost:
        sources = open_sources(datetime.date.today())
        for note in (*sources.sentences, *restore_mods(sources, lost)):
            yield HealthCheck("store", NOTE, note)
        rows = check_contents(pointer)
    contents += rows
    for row in rows:
        if row.is_whole:
            continue
        advice = _advise(sources, row) if fix or row.mod is None or not row.mod.index else "footfall doctor --fix"
        state = PROBLEM if row.is_used else WARNING
        yield HealthCheck("store", state, f"{_name_content(row)} is damaged or lost", advice)
    count = sum(row.is_whole for row in rows)
    yield HealthCheck("store", OK, f"{format_count(count, 'content')} as installed")


def _name_content(row: StoredContent) -> str:
    return f"{row.mod.id} {row.mod.version}" if row.mod is not None else row.hash


def _advise(sources: Sources, row: StoredContent) -> str:
    """Returns how a damaged content comes back, or why no index brought it back."""
    mod = row.mod
    if mod is None or not row.is_used:
        advice = "a saved game may: footfall mods install --from FILE; otherwise: footfall mods remove --unused"
        return f"no profile has it; {advice}"
    drop = f"to do without it: footfall mods remove {mod.id}"
    if not mod.index or sources.find_by_content(row.hash) is not None:
        return f"to bring it back: {describe_reinstall(mod)}"
    if sources.unused_indexes:
        names = ", ".join(index.name for index in sources.unused_indexes)
        return f"no index that can be used has it; once {names} can be used again: footfall doctor --fix; {drop}"
    if sources.find_mod(mod.id) is not None:
        return f"no index has it; to take another version: footfall mods update {mod.id}; {drop}"
    return f"no index has it; add the one that has: footfall mods index add ADDRESS; {drop}"


def check_indexes() -> Iterator[HealthCheck]:
    """Reads the indexes that the player follows."""
    try:
        _, _, packages = open_profile()
    except UserError as error:
        yield HealthCheck("indexes", PROBLEM, str(error))
        return
    for opened in packages.sources.indexes:
        expiry = f", valid until {opened.index.expires}" if opened.index.expires else ""
        text = f"{opened.pin.name}: {format_count(len(opened.mods), 'mod')}{expiry}"
        yield HealthCheck("index", OK, text)
    for index in packages.sources.unused_indexes:
        state = PROBLEM if index.is_refused else WARNING
        fix = f"ask its publisher; to do without it: footfall mods index remove {index.name}"
        yield HealthCheck("index", state, f"{index.name} is not used: {index.reason}", fix)
    yield from (HealthCheck("index", NOTE, note) for note in packages.sources.notes)


def check_loading() -> Iterator[HealthCheck]:
    """Loads all mods and reports the findings."""
    try:
        loaded = load(None, choices=user_choices.load_choices())
    except LoadError as error:
        yield HealthCheck("mods", PROBLEM, str(error))
        return
    reported = list(loaded.findings)
    for game in loaded.games:  # records are read for a game
        try:
            found = load(game, choices=user_choices.load_choices()).findings
        except LoadError as error:
            found = error.findings
        reported += [finding for finding in found if finding not in reported]
    findings = [f for f in reported if f.severity > Severity.NOTE and f.code not in REPORTED_CODES]
    for finding in findings:
        state = PROBLEM if finding.severity is Severity.ERROR else WARNING
        place = f" ({finding.location})" if finding.location else ""
        yield HealthCheck(finding.mod, state, f"{finding.text}{place}", finding.fix)
    yield HealthCheck("mods", OK, f"{len(loaded.mods)} of {len(loaded.available)} enabled")
