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
from footfall.content.files import BadFiles, show
from footfall.content.findings import Level
from footfall.content.words import number_of
from footfall.engine.save import BadSave, read_header
from footfall.loader import Loaded, LoadError, Mod, Source, choices, discover, load, trust
from footfall.loader import chosen as wanted
from footfall.loader.trust import VARIABLE, BadTrust, Trust, trust_here

from . import starts
from .places import data_folder, starts_path

EXTRAS = {
    "pytest": "tests of mods: python -m pip install 'footfall[modding]'",
    "watchfiles": "mods run --watch: python -m pip install 'footfall[modding]'",
}


class State(Enum):
    """How something is."""

    WELL = "well"
    NOTE = "note"
    WARNING = "warning"
    PROBLEM = "problem"


class Row(msgspec.Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
        about: what.
        text: what was found.
        fix: what to do.
    """

    about: str
    state: State
    text: str
    fix: str = ""


COLOURS = {State.WELL: "green", State.NOTE: "cyan", State.WARNING: "yellow", State.PROBLEM: "red"}


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def doctor(as_json: bool) -> None:
    """Look at environment, folders, approvals, choices and mods, and say how to put right what is wrong.

    Exit code 1 if there is a problem.
    """
    found, _ = discover()
    rows = [*environment(), *folders(found), *approvals(found), *chosen(found), *saves(), *mods()]
    problems = sum(row.state is State.PROBLEM for row in rows)
    if as_json:
        report = {"problems": problems, "rows": msgspec.to_builtins(rows)}
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for row in rows:
            click.echo(
                f"{click.style(f'{row.state.value:<8}', fg=COLOURS[row.state])} {row.about}: {row.text}"
            )
            if row.fix:
                click.echo(f"         fix: {row.fix}")
        warnings = sum(row.state is State.WARNING for row in rows)
        click.echo(f"{number_of(problems, 'problem')}, {number_of(warnings, 'warning')}")
    if problems:
        raise SystemExit(1)


def environment() -> Iterator[Row]:
    """Versions, the compiled core, what else is installed, and what the environment says."""
    words = f"footfall {__version__}, Python {platform.python_version()}, {platform.platform(terse=True)}"
    yield Row("environment", State.WELL, words)
    try:
        info = kernels.build_info()
        debug = "debug" in str(info).lower()
        fix = "build it with --release" if debug else ""
        facts = ", ".join(f"{name} {value}" for name, value in dict(info).items())
        yield Row("compiled core", State.WARNING if debug else State.WELL, facts, fix)
    except Exception as error:
        fix = "python -m pip install --force-reinstall footfall; until then FOOTFALL_BACKEND=python plays without it"
        yield Row("compiled core", State.PROBLEM, f"it cannot be used ({error})", fix)
    for package, use in EXTRAS.items():
        if importlib.util.find_spec(package) is None:
            yield Row(package, State.NOTE, "is not installed", use)
    try:
        if trust_here(Trust.APPROVED) is Trust.ALL:
            text = f"{VARIABLE}=all: any Python mod that is found runs, approved or not"
            yield Row("trust", State.WARNING, text, f"unset {VARIABLE}")
    except BadTrust as error:
        yield Row("trust", State.PROBLEM, str(error), f"unset {VARIABLE}")


def folders(found: dict[str, Mod]) -> Iterator[Row]:
    """Where mods are looked for, and whether the user's own folders can be written."""
    for source, path in (
        (Source.PROJECT, Path("mods").absolute()),
        (Source.USER, platformdirs.user_data_path("footfall", appauthor=False) / "mods"),
    ):
        count = sum(mod.source is source for mod in found.values())
        state, text = State.WELL, f"{show(path)}: {number_of(count, 'mod')}"
        if not path.is_dir():
            state, text = State.NOTE, f"{show(path)} is not there: no mods from it"
        elif not os.access(path, os.R_OK | os.X_OK):
            state, text = State.PROBLEM, f"{show(path)} may not be read"
        yield Row(f"{source.name.lower()} mods", state, text)
    for text in filter(None, os.environ.get("FOOTFALL_MODS", "").split(os.pathsep)):
        if not Path(text).expanduser().exists():
            fix = "mend or remove that part of FOOTFALL_MODS"
            yield Row("FOOTFALL_MODS", State.PROBLEM, f"there is no {text}", fix)
    for about, path in (("data folder", data_folder()), ("configuration", choices.path().parent)):
        there = next(p for p in (path, *path.parents) if p.exists())
        writes = os.access(there, os.W_OK)
        text = f"{path}" if writes else f"{there} may not be written into: nothing can be kept"
        yield Row(
            about, State.WELL if writes else State.PROBLEM, text, "" if writes else f"chmod u+w {there}"
        )
    begun = starts.count()
    if begun:
        text = (
            f"{begun} starts in a row came to nothing; from {starts.SAFE_AFTER} on the next is without mods"
        )
        yield Row(
            "safe mode", State.WARNING, text, f"if that is settled: rm {shlex.quote(str(starts_path()))}"
        )


def approvals(found: dict[str, Mod]) -> Iterator[Row]:
    """Approvals that are of no use any more, and mods that wait for one."""
    kept = trust.approvals()
    yield Row("approvals", State.WELL, f"{number_of(len(kept), 'mod')}, in {trust.folder()}")
    for approval in kept:
        mod = found.get(approval.id)
        if mod is None:
            text = f"{approval.id} is not found any more"
            yield Row("approvals", State.NOTE, text, f"footfall mods revoke {approval.id}")
    for place, id in trust.own_places().items():
        if not Path(place).exists():
            yield Row(
                "approvals",
                State.NOTE,
                f"your own {id} is not at {place} any more",
                f"footfall mods revoke {id}",
            )
    for mod in wanted(found, None, choices.read()).values():
        try:
            if not trust.may_run(mod, Trust.APPROVED):
                again = (
                    "it changed since it was approved" if trust.approval_of(mod.id) else "it has Python code"
                )
                fix = f"footfall mods approve {trust.name_for(mod)}"
                yield Row(mod.id, State.WARNING, f"not approved: {again}", fix)
        except BadFiles:  # the load says so
            continue


def chosen(found: dict[str, Mod]) -> Iterator[Row]:
    """What the user chose about mods that are not there, or that does not fit any more."""
    wrong = choices.damaged()
    if wrong:
        fix = f"mend or remove {choices.path()}"
        yield Row(
            "choices", State.PROBLEM, f"{choices.path()} cannot be read ({wrong}): nothing of it counts", fix
        )
    now = choices.read()
    for id, on in now.switched.items():
        if id not in found:
            text = f"{id} is switched {'on' if on else 'off'}, and is not found"
            yield Row("choices", State.NOTE, text)
    settings = {f"{mod.id}.{name}": s for mod in found.values() for name, s in mod.manifest.settings.items()}
    for name, value in now.settings.items():
        if name not in settings:
            yield Row("choices", State.NOTE, f"{name} = {json.dumps(value)}: no mod here has that setting")
        elif said := settings[name].check(value):
            mod = next(id for id in found if name.startswith(f"{id}."))
            fix = f"footfall mods set {mod} {name.removeprefix(f'{mod}.')} VALUE, or --unset"
            yield Row("choices", State.WARNING, f"{name}: {said}", fix)


def saves() -> Iterator[Row]:
    """Saved games that cannot be read."""
    for path in sorted((data_folder() / "saves").glob("*.save")):
        try:
            header = read_header(path)
            yield Row(
                "save", State.WELL, f"{path.name}: turn {header.turn}, {number_of(len(header.lock), 'mod')}"
            )
        except BadSave as error:
            yield Row(
                "save", State.PROBLEM, str(error), f"mv {shlex.quote(str(path))} elsewhere, or play --new"
            )


def mods() -> Iterator[Row]:
    """Whatever loading all mods has to say."""
    try:
        loaded: Loaded = load(None, choices=choices.read())
    except LoadError as error:
        yield Row("mods", State.PROBLEM, str(error))
        return
    told = [f for f in loaded.problems if f.level > Level.NOTE and f.code != "not-approved"]
    for finding in told:
        state = State.PROBLEM if finding.level is Level.ERROR else State.WARNING
        place = f" ({finding.where})" if finding.where else ""
        yield Row(finding.mod, state, f"{finding.text}{place}", finding.fix)
    yield Row("mods", State.WELL, f"{len(loaded.mods)} on of {len(loaded.available)} found")
