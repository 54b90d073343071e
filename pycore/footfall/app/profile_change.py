"""Changes of a profile, for the program and the command line: the mods at hand, and the effects of a change."""

import dataclasses
import datetime
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import msgspec

from footfall.content.comparison import compare_records
from footfall.diagnostics.files import ModFilesError
from footfall.engine.saves.save import SaveError, SaveHeader
from footfall.loader import LoadError, LoadResult, Mod, Trust, discover, load
from footfall.loader.discovery import find_content, has_content
from footfall.loader.isolation.capabilities import find_capabilities
from footfall.loader.isolation.trust import can_run, has_code
from footfall.loader.profiles.pointer import (
    InstalledMod,
    ModSet,
    content_path,
    get_profile,
    get_profile_name,
    read_pointer,
)
from footfall.sharing.candidates import Candidate
from footfall.sharing.carry_out import fetch_contents, restore_contents
from footfall.sharing.locks import LockRow
from footfall.sharing.package_state import PackageState, make_package_state
from footfall.sharing.plans import ChangePlan
from footfall.sharing.sources import Sources, open_copies, open_sources, record_retractions
from footfall.sharing.store import list_known

from .files.paths import list_saves
from .files.resume import read_saved_header


class ModChange(msgspec.Struct, frozen=True):
    """The changes of one mod by a step of a plan.

    Attributes:
        step: ``"update you.rubble 1.0 -> 1.1"``.
        reach_before, reach: the capabilities of its Python, by a scan.
        is_waiting: whether its Python needs an approval first.
        changes: the section of its changelog.
        retraction: why it should not be used, or ``""``.
        troubles: problems that its tests found with mods that will be installed.
    """

    step: str
    reach_before: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    is_waiting: bool = False
    changes: str = ""
    retraction: str = ""
    troubles: tuple[str, ...] = ()


class PlanReport(msgspec.Struct, frozen=True):
    """The changes of a plan.

    Attributes:
        fields: changed fields of records, by game: ``"creature/goblin.hp: 5 -> 6"``.
        rules: sentences of rules as data, by game, each after ``"+ "`` or ``"- "``.
        notes: contents that could not be fetched again, and games that could not be compared.
    """

    mods: tuple[ModChange, ...]
    fields: dict[str, tuple[str, ...]] = {}
    rules: dict[str, tuple[str, ...]] = {}
    notes: tuple[str, ...] = ()


def open_profile(name: str = "", *, offline: bool = False) -> tuple[str, ModSet, PackageState]:
    """Returns the name of a profile, its mods, and the mods at hand for it. Its lost contents are restored.

    Args:
        name: ``""`` for the one in use. It need not exist yet.
        offline: only use copies of indexes.

    Raises:
        ProfileError: there is no such profile, or the pointer file is damaged.
        IndexFileError: the file of the pinned indexes is damaged.
        OSError: a file cannot be read.
    """
    pointer = read_pointer()
    name = name or get_profile_name(pointer)
    now = get_profile(pointer, name).now
    today = datetime.date.today()
    sources = open_copies(today) if offline else open_sources(today)
    record_retractions(sources)
    discovered, _ = discover()
    known = list_known(pointer)
    packages = make_package_state(sources, now.mods, discovered, known)
    lost = [mod for mod in now.mods if mod.id not in packages.contents and not has_content(mod.hash)]
    notes = restore_mods(sources, lost, offline=offline)
    if notes:
        sources = dataclasses.replace(sources, notes=(*sources.notes, *notes))
        packages = make_package_state(sources, now.mods, discovered, known)
    return name, now, packages


def restore_mods(sources: Sources, mods: Iterable[InstalledMod], *, offline: bool = False) -> list[str]:
    """Fetches contents that are lost or damaged again; returns a sentence for each that an index has.

    Args:
        offline: only use indexes in folders.
    """
    if offline:
        folders = tuple(index for index in sources.indexes if index.place.is_folder)
        sources = Sources(folders)
    names = {mod.hash: f"{mod.id} {mod.version}" for mod in mods}
    restored, failures = restore_contents(sources, names)
    return [
        *(f"{names[hash]} was damaged in the store; the index {index} had it" for hash, index in restored.items()),
        *failures,
    ]


def open_installed() -> tuple[str, ModSet, PackageState]:
    """Returns the name of the profile in use, its mods, and the mods at hand for it, without those of indexes.

    Raises:
        ProfileError, OSError: see `open_profile`.
    """
    pointer = read_pointer()
    name = get_profile_name(pointer)
    now = get_profile(pointer, name).now
    return name, now, make_package_state(Sources(), now.mods, discover()[0])


def list_obtainable(
    packages: PackageState, headers: Iterable[SaveHeader] | None = None, missing: Iterable[tuple[str, str]] = ()
) -> list[LockRow]:
    """Returns the mods that saved games miss here and that an index has.

    Args:
        headers: headers of the saves; None for all.
        missing: ids and versions of mods that the game in play missed when it was resumed.
    """
    if headers is None:
        headers = []
        for path in list_saves():
            with suppress(SaveError):
                headers.append(read_saved_header(path))
    headers = list(headers)
    rows = {row[0]: row for header in headers for row in header.lock if packages.sources.find_by_content(row[2])}
    orphaned = [(id, "") for header in headers for id in header.missing_mods]  # a save keeps their objects
    for id, wanted in (*missing, *orphaned):
        entry = packages.find_entry(id)
        versions = entry.versions if entry is not None else ()
        version = next((v for v in versions if v.version == wanted or not (wanted or v.retraction)), None)
        if version is not None:
            rows.setdefault(id, (id, version.version, version.content))
    return [row for id, row in sorted(rows.items()) if id not in packages.local_mods and id not in packages.installed]


DescribeRules = Callable[[LoadResult, str], list[str]]
"""Returns the rules of a mod, given by its id, as sentences."""


def report_plan(plan: ChangePlan, packages: PackageState, describe_rules: DescribeRules = lambda *_: []) -> PlanReport:
    """Returns the changes of a plan whose contents are in the store."""
    mods, notes = [], []
    ids = {mod.id for mod in plan.mods}
    for step in plan.steps:
        old = packages.contents.get(step.id)
        new = find_content(step.after.hash) if step.after is not None else None
        entry = plan.candidates[step.id].entry if new is not None and step.id in plan.candidates else None
        mods.append(
            ModChange(
                str(step),
                _list_reach(old),
                _list_reach(new),
                new is not None and not can_run(new, Trust.APPROVED),
                entry.changes if entry is not None else "",
                entry.retraction if entry is not None else "",
                tuple(
                    f"with {', '.join(trouble.other_ids)}: {trouble.text}"
                    for trouble in (entry.tests.troubles if entry is not None and entry.tests is not None else ())
                    if ids.issuperset(trouble.other_ids)
                ),
            )
        )
    contents = {mod.id: content for mod in plan.mods if (content := find_content(mod.hash)) is not None}
    fields, rules = {}, {}
    for game in _list_games(plan, (packages.contents, contents)):
        try:
            before, after = _load_both(game, packages.contents, contents)
        except LoadError as error:
            notes.append(f"{game} could not be compared: {str(error).splitlines()[0]}")
            continue
        if lines := _compare_fields(before, after):
            fields[game] = tuple(lines)
        if changes := _compare_rules([step.id for step in plan.steps], before, after, describe_rules):
            rules[game] = tuple(changes)
    return PlanReport(tuple(mods), fields, rules, tuple(notes))


def _list_reach(mod: Mod | None) -> tuple[str, ...]:
    try:
        return tuple(sorted({item.why for item in find_capabilities(mod.files)})) if mod is not None else ()
    except ModFilesError:
        return ()


def _list_games(plan: ChangePlan, sets: Iterable[Mapping[str, Mod]]) -> list[str]:
    """Returns the games that the changed mods name; of those for any game, none can be compared."""
    changed = {step.id for step in plan.steps}
    return sorted(
        {game.rpartition(".")[2] for mods in sets for id in changed & mods.keys() for game in mods[id].info.games}
    )


def _compare_fields(before: LoadResult, after: LoadResult) -> list[str]:
    lines = []
    for record in compare_records(before.rules.records, after.rules.records):
        if not record.changes:
            lines.append(f"{record.record}: {record.state}")
        lines += [f"{record.record}.{change.field}: {change.before} -> {change.after}" for change in record.changes]
    return lines


def _compare_rules(ids: Iterable[str], before: LoadResult, after: LoadResult, describe: DescribeRules) -> list[str]:
    """Returns the sentences of rules that go and come."""
    old, new = ([f"{id}: {text}" for id in ids for text in describe(loaded, id)] for loaded in (before, after))
    return [f"- {text}" for text in old if text not in new] + [f"+ {text}" for text in new if text not in old]


def _load_both(game: str, before: Mapping[str, Mod], after: Mapping[str, Mod]) -> list[LoadResult]:
    """Loads a game with two sets of mods; unapproved Python is left out of both."""
    silent = {mod.id for mods in (before, after) for mod in mods.values() if not can_run(mod, Trust.APPROVED)}
    paths = [
        [content_path(mod.hash) for id, mod in sorted(mods.items()) if id not in silent] for mods in (before, after)
    ]
    return [load(game, mods=own, only_mods=(), trust=Trust.APPROVED) for own in paths]


def list_waiting(plan: ChangePlan) -> list[str]:
    """Returns the ids of changed mods whose Python waits for an approval."""
    contents = (find_content(step.after.hash) for step in plan.steps if step.after is not None)
    return [mod.id for mod in contents if mod is not None and has_code(mod) and not can_run(mod, Trust.APPROVED)]


def prepare(
    packages: PackageState,
    plan: ChangePlan,
    on_progress: Callable[[Candidate, int], None] = lambda *_: None,
    describe_rules: DescribeRules = lambda *_: [],
) -> PlanReport:
    """Fetches the contents of a plan and returns its changes.

    Raises:
        FetchError, IndexFileError, OSError: see `fetch_contents`.
    """
    failures = fetch_contents(packages.sources, plan, on_progress)
    report = report_plan(plan, packages, describe_rules)
    return msgspec.structs.replace(report, notes=(*failures, *report.notes))
