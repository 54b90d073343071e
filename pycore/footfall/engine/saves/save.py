"""Saves: state, commands and log of a session in one file, and what waits for missing mods.

A save can be loaded with other mods than it was made with: migrations bring what an older version left to
its present form, and what a missing mod defined is set aside until the mod is back (`footfall.engine.saves.orphans`).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..codec import (
    build_state,
    digest,
    encode_canonical,
    encode_snapshot,
    hash_state,
    index_command_types,
    parse_command,
    restore_message,
    to_plain,
)
from ..model import Command, ForeignCommand, LoggedMessage, SetDie
from ..rules import Rules
from ..session import MAX_LOG_LINES, Session
from ..state import State
from .container import MAGIC, MAX_SECTION, SaveError, read_sections, write_sections
from .differences import Difference, DifferenceKind, compare_locks, hash_order
from .differences import compare_settings as settings_between
from .migrate import MigrationError, list_due_migrations, run_migrations
from .orphans import (
    IrreplaceableError,
    Orphans,
    add_stand_ins,
    collect_records_in_use,
    remove_orphans,
    restore_orphans,
)

__all__ = [
    "MAGIC",
    "MAX_SECTION",
    "SaveError",
    "SaveHeader",
    "build_sections",
    "describe_lock_changes",
    "load",
    "read_header",
    "read_sections",
    "restore_session",
    "save",
    "write_sections",
]


class SaveHeader(msgspec.Struct, frozen=True):
    """What a save says of itself before anything else is read.

    Attributes:
        lock: (id, version, content hash) of each active mod, in order.
        hash: the state's hash when it was saved.
        order: hash of the mods' order alone.
        settings: the world settings of the game.
        waiting: mods that are not there and for which things are set aside.
        migrated: the migrations that the save went through.
        passing: mods of `lock` that say no save needs them (``effects.saves = false``).
    """

    game: str
    turn: int
    seed: int
    version: str
    lock: tuple[tuple[str, str, str], ...]
    hash: str
    problems: tuple[str, ...] = ()
    order: str = ""
    settings: dict[str, Any] = {}
    missing_mods: tuple[str, ...] = ()
    migrated: tuple[str, ...] = ()
    optional_mods: tuple[str, ...] = ()


def build_sections(session: Session, version: str) -> tuple[SaveHeader, dict[str, bytes]]:
    """A session as a save holds it."""
    state, rules, aside = session.state, session.rules, session.orphans
    header = SaveHeader(
        game=state.game,
        turn=state.turn,
        seed=state.seed,
        version=version,
        lock=rules.lock,
        hash=hash_state(state),
        problems=tuple(str(problem) for problem in session.problems[-20:]),
        order=hash_order(rules.lock),
        settings=dict(state.settings),
        missing_mods=tuple(aside.mods),
        migrated=session.applied_migrations,
        optional_mods=tuple(sorted(rules.optional_mods)),
    )
    kept = msgspec.structs.replace(aside, records=collect_records_in_use(rules, state, aside))
    return header, {
        "header": msgspec.msgpack.encode(header),
        "state": encode_snapshot(state),
        "commands": msgspec.json.encode([to_plain(command) for command in session.commands]),
        "log": msgspec.msgpack.encode(session.log[-MAX_LOG_LINES:]),
        "options": encode_snapshot(session.options),
        "aside": encode_snapshot(kept),
    }


def save(session: Session, path: Path, version: str) -> SaveHeader:
    """Saves a session.

    Raises:
        OSError: the disk refuses; the old file is untouched.
    """
    header, sections = build_sections(session, version)
    write_sections(path, sections)
    return header


def read_header(path: Path) -> SaveHeader:
    """Reads what a save says of itself.

    Raises:
        BadSave: see `read_sections`.
    """
    header: SaveHeader = _decode_section(str(path), read_sections(path), "header", SaveHeader)
    return header


def describe_lock_changes(header: SaveHeader, rules: Rules) -> list[str]:
    """How the mods of a save differ from those of `rules`, one line each; empty if they are equal."""
    return [str(each) for each in compare_locks(header.lock, rules.lock)]


def load(rules: Rules, path: Path, **keywords: Any) -> Session:
    """Goes on from a save under `rules`. The file itself is not touched.

    Args:
        rules: the frozen rules of the save's game.
        path: the save.
        **keywords: passed to `Session`.

    Returns:
        The session; `Session.differences` says what was other when it was saved.

    Raises:
        BadSave: it is damaged, belongs to another game, its state does not fit the rules, a migration
            fails, or the game cannot do without something of a missing mod.
    """
    return restore_session(rules, read_sections(path), str(path), **keywords)


def restore_session(rules: Rules, sections: Mapping[str, bytes], name: str, **keywords: Any) -> Session:
    """The session that sections of a save hold; `name` is what messages call them. See `load`."""
    header: SaveHeader = _decode_section(name, sections, "header", SaveHeader)
    if header.game != rules.game.id:
        raise SaveError(f"{name}: is a save of {header.game}, not of {rules.game.id}")
    aside: Orphans = _decode_section(name, sections, "aside", Orphans) if "aside" in sections else Orphans()
    try:
        state, differences, migrated = _restore_state(rules, header, aside, sections["state"])
    except MigrationError as error:
        raise SaveError(f"{name}: {error}; the save is as it was") from None
    except IrreplaceableError as error:
        raise SaveError(f"{name}: {error}; put that mod back to go on") from None
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
        raise SaveError(f"{name}: its state does not fit these rules ({error})") from None
    if aside.mods:
        records = add_stand_ins(rules, aside.records, set(aside.mods) - set(rules.mods))
        rules = dataclasses.replace(rules, records=records)
    session = Session(rules, state, **keywords)
    session.orphans = aside
    session.differences = tuple(differences)
    session.applied_migrations = migrated
    types = index_command_types([*rules.commands, *rules.console, *session.builtin_commands])
    try:
        raw = msgspec.json.decode(sections["commands"], type=list[dict[str, Any]])
        session.commands = [_parse_command(item, types) for item in raw]
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise SaveError(f"{name}: its command list cannot be read ({error})") from None
    told = _decode_section(name, sections, "log", list[LoggedMessage])
    set_last = itertools.takewhile(lambda command: type(command) is SetDie, reversed(session.commands))
    session.console_dice = [(each.purpose, each.value) for each in set_last if isinstance(each, SetDie)][::-1]
    session.log = [msgspec.structs.replace(line, message=restore_message(line.message)) for line in told]
    if state.question is not None and state.question.prompt is not None:
        state.question = msgspec.structs.replace(
            state.question, prompt=restore_message(state.question.prompt)
        )
    session.options = _decode_section(name, sections, "options", dict[str, Any])
    if state.question is None and state.outcome is None:  # a missing mod had asked: the game asks instead
        session.run_to_question()
    return session


def _restore_state(
    rules: Rules, header: SaveHeader, aside: Orphans, data: bytes
) -> tuple[State, list[Difference], tuple[str, ...]]:
    """The state in its present form: things of returning mods put back, migrated, those of missing ones out."""
    plain_state: dict[str, Any] = msgspec.msgpack.decode(data)
    if digest(encode_canonical(plain_state)) != header.hash:
        raise ValueError("it does not have the hash it was saved with")
    then = {id: (version, hash) for id, version, hash in header.lock}
    now = {id: version for id, version, _ in rules.lock}
    saved = {**aside.mods, **then}
    waiting = {mod: aside.count_for_mod(mod) for mod in aside.mods if mod in now}
    back = restore_orphans(aside, plain_state, now)
    versions = {mod: (saved[mod][0], now[mod]) for mod in saved if mod in now}
    needed = list_due_migrations(rules.migrations, versions, header.migrated)
    plain_state = run_migrations(plain_state, aside, needed, versions)
    state = build_state(plain_state, rules.parts)
    gone = {mod: saved[mod] for mod in saved if mod not in now}
    remove_orphans(aside, state, rules, gone)
    for keeping in rules.orphan_policies.values():
        keeping.repair(state, add_stand_ins(rules, aside.records, gone), back)
    differences = [
        msgspec.structs.replace(each, count=aside.count_for_mod(each.subject))
        if each.kind is DifferenceKind.MISSING
        else each
        for each in compare_locks(header.lock, rules.lock)
        if each.kind is not DifferenceKind.NEW or each.subject not in waiting
    ]
    unneeded = {mod for mod in (*header.optional_mods, *rules.optional_mods) if not aside.count_for_mod(mod)}
    differences = [each for each in differences if each.subject not in unneeded]
    differences += [
        Difference(DifferenceKind.RETURNED, mod, count=count - aside.count_for_mod(mod))
        for mod, count in waiting.items()
    ]
    differences += [Difference(DifferenceKind.MIGRATED, one.mod, now=one.name) for one in needed]
    differences += settings_between(state.settings, rules.settings)
    state.settings = {**rules.settings, **state.settings}
    return state, differences, (*header.migrated, *(one.key for one in needed))


def _parse_command(value: dict[str, Any], types: Mapping[str, type[Command]]) -> Command:
    """A command of the list; that of a missing mod stays as it is."""
    if str(value.get("type")) not in types:
        return ForeignCommand(data=value)
    return parse_command(value, types)


def _decode_section(name: str, sections: Mapping[str, bytes], section: str, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(sections[section], type=kind)
    except (KeyError, msgspec.MsgspecError) as error:
        raise SaveError(f"{name}: section {section!r} cannot be read ({error})") from None
