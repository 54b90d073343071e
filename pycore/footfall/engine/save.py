"""Saves: state, commands and log of a session in one file, and what waits for missing mods.

A save can be loaded with other mods than it was made with: migrations bring what an older version left to
its present form, and what a missing mod defined is set aside until the mod is back (`footfall.engine.aside`).
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from .aside import Aside, Irreplaceable, put_back, records_in_use, set_aside, with_stand_ins
from .codec import (
    canonical,
    command_types,
    digest,
    hash_state,
    plain,
    read_command,
    snapshot,
    state_of,
    whole,
)
from .differences import Difference, What, between, order_hash
from .differences import settings as settings_between
from .migrate import MigrationFailed, due, migrate
from .model import Command, Foreign, Logged, SetDie
from .rules import Rules
from .sections import MAGIC, MAX_SECTION, BadSave, read_sections, write_sections
from .session import KEEP_LOG, Session
from .state import State

__all__ = [
    "MAGIC",
    "MAX_SECTION",
    "BadSave",
    "Header",
    "load",
    "lock_changes",
    "read_header",
    "read_sections",
    "revived",
    "save",
    "sections_of",
    "write_sections",
]


class Header(msgspec.Struct, frozen=True):
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
    waiting: tuple[str, ...] = ()
    migrated: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


def sections_of(session: Session, version: str) -> tuple[Header, dict[str, bytes]]:
    """A session as a save holds it."""
    state, rules, aside = session.state, session.rules, session.aside
    header = Header(
        game=state.game,
        turn=state.turn,
        seed=state.seed,
        version=version,
        lock=rules.lock,
        hash=hash_state(state),
        problems=tuple(str(problem) for problem in session.problems[-20:]),
        order=order_hash(rules.lock),
        settings=dict(state.settings),
        waiting=tuple(aside.mods),
        migrated=session.migrated,
        passing=tuple(sorted(rules.passing)),
    )
    kept = msgspec.structs.replace(aside, records=records_in_use(rules, state, aside))
    return header, {
        "header": msgspec.msgpack.encode(header),
        "state": snapshot(state),
        "commands": msgspec.json.encode([plain(command) for command in session.commands]),
        "log": msgspec.msgpack.encode(session.log[-KEEP_LOG:]),
        "options": snapshot(session.options),
        "aside": snapshot(kept),
    }


def save(session: Session, path: Path, version: str) -> Header:
    """Saves a session.

    Raises:
        OSError: the disk refuses; the old file is untouched.
    """
    header, sections = sections_of(session, version)
    write_sections(path, sections)
    return header


def read_header(path: Path) -> Header:
    """Reads what a save says of itself.

    Raises:
        BadSave: see `read_sections`.
    """
    header: Header = _decode(str(path), read_sections(path), "header", Header)
    return header


def lock_changes(header: Header, rules: Rules) -> list[str]:
    """How the mods of a save differ from those of `rules`, one line each; empty if they are equal."""
    return [str(each) for each in between(header.lock, rules.lock)]


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
    return revived(rules, read_sections(path), str(path), **keywords)


def revived(rules: Rules, sections: Mapping[str, bytes], name: str, **keywords: Any) -> Session:
    """The session that sections of a save hold; `name` is what messages call them. See `load`."""
    header: Header = _decode(name, sections, "header", Header)
    if header.game != rules.game.id:
        raise BadSave(f"{name}: is a save of {header.game}, not of {rules.game.id}")
    aside: Aside = _decode(name, sections, "aside", Aside) if "aside" in sections else Aside()
    try:
        state, differences, migrated = _state(rules, header, aside, sections["state"])
    except MigrationFailed as error:
        raise BadSave(f"{name}: {error}; the save is as it was") from None
    except Irreplaceable as error:
        raise BadSave(f"{name}: {error}; put that mod back to go on") from None
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
        raise BadSave(f"{name}: its state does not fit these rules ({error})") from None
    if aside.mods:
        records = with_stand_ins(rules, aside.records, set(aside.mods) - set(rules.mods))
        rules = dataclasses.replace(rules, records=records)
    session = Session(rules, state, **keywords)
    session.aside = aside
    session.differences = tuple(differences)
    session.migrated = migrated
    types = command_types([*rules.commands, *rules.console, *session.builtin_commands])
    try:
        raw = msgspec.json.decode(sections["commands"], type=list[dict[str, Any]])
        session.commands = [_command(item, types) for item in raw]
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise BadSave(f"{name}: its command list cannot be read ({error})") from None
    told = _decode(name, sections, "log", list[Logged])
    set_last = itertools.takewhile(lambda command: type(command) is SetDie, reversed(session.commands))
    session.dice = [(each.purpose, each.value) for each in set_last if isinstance(each, SetDie)][::-1]
    session.log = [msgspec.structs.replace(line, message=whole(line.message)) for line in told]
    if state.question is not None and state.question.prompt is not None:
        state.question = msgspec.structs.replace(state.question, prompt=whole(state.question.prompt))
    session.options = _decode(name, sections, "options", dict[str, Any])
    if state.question is None and state.outcome is None:  # a missing mod had asked: the game asks instead
        session.run()
    return session


def _state(
    rules: Rules, header: Header, aside: Aside, data: bytes
) -> tuple[State, list[Difference], tuple[str, ...]]:
    """The state in its present form: things of returning mods put back, migrated, those of missing ones out."""
    plain_state: dict[str, Any] = msgspec.msgpack.decode(data)
    if digest(canonical(plain_state)) != header.hash:
        raise ValueError("it does not have the hash it was saved with")
    then = {id: (version, hash) for id, version, hash in header.lock}
    now = {id: version for id, version, _ in rules.lock}
    saved = {**aside.mods, **then}
    waiting = {mod: aside.of(mod) for mod in aside.mods if mod in now}
    back = put_back(aside, plain_state, now)
    versions = {mod: (saved[mod][0], now[mod]) for mod in saved if mod in now}
    needed = due(rules.migrations, versions, header.migrated)
    plain_state = migrate(plain_state, aside, needed, versions)
    state = state_of(plain_state, rules.parts)
    gone = {mod: saved[mod] for mod in saved if mod not in now}
    set_aside(aside, state, rules, gone)
    for keeping in rules.keeping.values():
        keeping.settle(state, with_stand_ins(rules, aside.records, gone), back)
    differences = [
        msgspec.structs.replace(each, count=aside.of(each.subject)) if each.what is What.MISSING else each
        for each in between(header.lock, rules.lock)
        if each.what is not What.NEW or each.subject not in waiting
    ]
    unneeded = {mod for mod in (*header.passing, *rules.passing) if not aside.of(mod)}
    differences = [each for each in differences if each.subject not in unneeded]
    differences += [
        Difference(What.RETURNED, mod, count=count - aside.of(mod)) for mod, count in waiting.items()
    ]
    differences += [Difference(What.MIGRATED, one.mod, now=one.name) for one in needed]
    differences += settings_between(state.settings, rules.settings)
    state.settings = {**rules.settings, **state.settings}
    return state, differences, (*header.migrated, *(one.key for one in needed))


def _command(value: dict[str, Any], types: Mapping[str, type[Command]]) -> Command:
    """A command of the list; that of a missing mod stays as it is."""
    if str(value.get("type")) not in types:
        return Foreign(data=value)
    return read_command(value, types)


def _decode(name: str, sections: Mapping[str, bytes], section: str, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(sections[section], type=kind)
    except (KeyError, msgspec.MsgspecError) as error:
        raise BadSave(f"{name}: section {section!r} cannot be read ({error})") from None
