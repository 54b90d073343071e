"""Saves: state, commands and log of a session in one file, with the orphaned content of missing mods.

A save can be loaded with other mods than it was made with: migrations convert the data of older versions, and
content of missing mods is kept as orphans until the mod returns (`footfall.engine.saves.orphans`).
"""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from .. import codec
from ..declarations.rules import Rules
from ..explanations.display_memory import DisplayMemory
from ..guards.problem_log import FailureCount, forget_suspensions, list_noted_suspensions
from ..loop import RunawayError
from ..model import ForeignCommand, LoggedMessage, SetDie
from ..plain import check_plain
from ..session import MAX_LOG_LINES, Session
from ..state import State
from .container import (
    MAGIC as MAGIC,
    MISFITS,
    SaveError as SaveError,
    build_damage_error,
    check_command_count,
    describe_misfit,
    read_sections as read_sections,
    write_sections as write_sections,
)
from .differences import Difference, DifferenceKind, compare_locks, compare_settings, hash_order
from .migrate import MigrationError, list_due_migrations, run_migrations
from .orphans import (
    IrreplaceableError,
    Orphans,
    add_stand_ins,
    collect_records_in_use,
    find_lost_record,
    remove_orphans,
    restore_orphans,
)
from .validate import check_state


class MissingContentError(SaveError):
    """The game of a save requires content of a missing mod."""


class SaveHeader(msgspec.Struct, frozen=True):
    """The summary of a save, readable without the rest.

    Attributes:
        lock: (id, version, content hash) of each active mod, in order.
        hash: the state's hash.
        order: hash of the order of the mods alone.
        settings: the world settings of the game.
        missing_mods: mods with orphaned content in this save.
        migrations: the migrations that the save has gone through.
        optional_mods: mods of `lock` that no save depends on (``effects.saves = false``).
        clock: the turn as players count it; None: the same number as `turn`.
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
    migrations: tuple[str, ...] = msgspec.field(name="migrated", default=())
    optional_mods: tuple[str, ...] = ()
    clock: int | None = None

    @property
    def shown_turn(self) -> int:
        """The number of the turn on the screen."""
        return self.turn if self.clock is None else self.clock


def build_sections(session: Session, version: str) -> tuple[SaveHeader, dict[str, bytes]]:
    """Returns the header and the encoded sections of a save."""
    state, rules, orphans = session.state, session.rules, session.orphans
    header = SaveHeader(
        game=state.game,
        turn=state.turn,
        seed=state.seed,
        version=version,
        lock=rules.lock,
        hash=codec.hash_state(state),
        problems=tuple(str(problem) for problem in session.problems[-20:]),
        order=hash_order(rules.lock),
        settings=dict(state.settings),
        missing_mods=tuple(orphans.mods),
        migrations=session.applied_migrations,
        optional_mods=tuple(sorted(rules.saves.optional_mods)),
        clock=session.display.count_turns(state.turn),
    )
    mods = [mod for mod in rules.mods if mod not in rules.game.rule_mods]
    failures = session.problem_log.list_failures()
    records = collect_records_in_use(rules.records, state, orphans, mods)
    count, text = session.encoded_commands  # only commands that no save has encoded yet take time
    if count < len(session.commands):
        new = [command.data if type(command) is ForeignCommand else command for command in session.commands[count:]]
        text += b"," * bool(text) + msgspec.json.encode(new)[1:-1]
        session.encoded_commands = len(session.commands), text
    return header, {
        "header": msgspec.msgpack.encode(header),
        "state": codec.encode_snapshot(state),
        "commands": b"[" + text + b"]",
        "log": msgspec.msgpack.encode(session.log[-MAX_LOG_LINES:]),
        "display": msgspec.msgpack.encode(session.display),
        "options": codec.encode_snapshot(session.options),
        "aside": codec.encode_snapshot(msgspec.structs.replace(orphans, records=records)),
        **({"failures": msgspec.msgpack.encode(failures)} if failures else {}),
    }


def save(session: Session, path: Path, version: str) -> SaveHeader:
    """Saves a session.

    Raises:
        OSError: the file cannot be written; the old file is untouched.
    """
    header, sections = build_sections(session, version)
    write_sections(path, sections)
    return header


def read_header(path: Path) -> SaveHeader:
    """Reads the header of a save.

    Raises:
        SaveError: see `read_sections`.
    """
    header: SaveHeader = _decode_section(str(path), read_sections(path), "header", SaveHeader)
    return header


def load(rules: Rules, path: Path, **keywords: Any) -> Session:
    """Loads a save under `rules`. The file is not changed.

    Args:
        rules: the rules of the save's game.
        **keywords: passed to `Session`.

    Returns:
        The session; `Session.differences` lists what changed since it was saved.

    Raises:
        SaveError: the save is damaged, belongs to another game, its state does not fit the rules, a migration
            fails, or the game requires content of a missing mod (`MissingContentError`).
    """
    return restore_session(rules, read_sections(path), str(path), **keywords)


def restore_session(
    rules: Rules, sections: Mapping[str, bytes], name: str, kind: type[Session] = Session, **keywords: Any
) -> Session:
    """Returns the session in the sections of a save; error messages call the save `name`. See `load`."""
    header: SaveHeader = _decode_section(name, sections, "header", SaveHeader)
    if header.game != rules.game.id:
        raise SaveError(f"{name}: is a save of {header.game}, not of {rules.game.id}; choose that game")
    orphans: Orphans = _decode_section(name, sections, "aside", Orphans) if "aside" in sections else Orphans()
    try:
        state, differences, migrated = _restore_state(rules, header, orphans, sections.get("state", b""))
        if orphans.mods:
            missing = set(orphans.mods) - set(rules.mods)
            records = add_stand_ins(rules.records, rules.saves.orphan_policies, orphans.records, missing)
            rules = msgspec.structs.replace(rules, records=records)
        check_state(state, rules)
        forget_suspensions(state, {id for id, *content in header.lock if (id, *content) not in rules.lock})
        suspended = list_noted_suspensions(state)
    except MigrationError as error:
        raise SaveError(f"{name}: {error}; the save is unchanged") from None
    except IrreplaceableError as error:
        raise MissingContentError(f"{name}: {error}; enable that mod again to continue") from None
    except MISFITS as error:
        raise _build_misfit_error(name, error, rules, orphans) from None
    session = kind(rules, state, **keywords)
    session.suspended.update(suspended)
    if "failures" in sections:
        failures: list[FailureCount] = _decode_section(name, sections, "failures", list[FailureCount])
        same = {id for id, *content in header.lock if (id, *content) in rules.lock}
        session.problem_log.restore_failures(failure for failure in failures if failure.mod in same)
    session.orphans = orphans
    session.differences = tuple(differences)
    session.applied_migrations = migrated
    _restore_history(session, sections, name)
    if state.question is None and state.outcome is None:  # the question of a missing mod was removed
        try:
            session.run_to_question()
        except RunawayError as error:
            raise build_damage_error(name, f"its game cannot continue ({describe_misfit(error)})") from None
    session.display.update(session)
    return session


def _build_misfit_error(name: str, error: Exception, rules: Rules, orphans: Orphans) -> SaveError:
    """Says which record the save uses and a mod does not have, or else how the state does not fit."""
    if lost := find_lost_record(rules.records, orphans, rules.mods):
        text = f"the mod {lost[0]} has no {lost[1]} {lost[2]!r} any more, which this game uses"
        return MissingContentError(f"{name}: {text}; put it back, or continue without that mod")
    return build_damage_error(name, f"its state does not fit these rules ({describe_misfit(error)})")


def _restore_history(session: Session, sections: Mapping[str, bytes], name: str) -> None:
    """Restores all but the state: commands, log, display, options, and the dice set at the console."""
    data = sections.get("commands", b"")
    check_command_count(name, data)
    try:
        raw = msgspec.json.decode(data, type=list[dict[str, Any]])
        msgspec.msgpack.encode(raw)  # refuses what could not be saved again: integers over 64 bits
        session.commands = [codec.parse_command(item, session.rules.command_types, keep_unknown=True) for item in raw]
    except MISFITS as error:
        raise build_damage_error(name, f"its command list cannot be read ({describe_misfit(error)})") from None
    log: list[LoggedMessage] = _decode_section(name, sections, "log", list[LoggedMessage])
    options: dict[str, Any] = _decode_section(name, sections, "options", dict[str, Any])
    if "display" in sections:
        session.display = _decode_section(name, sections, "display", DisplayMemory)
    try:
        check_plain(options)
        session.log = [msgspec.structs.replace(line, message=codec.restore_message(line.message)) for line in log]
    except (TypeError, ValueError) as error:
        raise build_damage_error(name, f"its log or its options cannot be read ({error})") from None
    session.options = options
    set_dice = itertools.takewhile(lambda command: type(command) is SetDie, reversed(session.commands))
    session.console_dice = [(die.purpose, die.value) for die in set_dice if isinstance(die, SetDie)][::-1]


def _restore_state(
    rules: Rules, header: SaveHeader, orphans: Orphans, data: bytes
) -> tuple[State, list[Difference], tuple[str, ...]]:
    """Decodes a state: restores the content of returning mods, migrates it, removes that of missing mods.

    Returns:
        The state, the differences, and the keys of all migrations applied so far.
    """
    plain_state: dict[str, Any] = msgspec.msgpack.decode(data)
    if codec.digest(codec.encode_canonical(plain_state)) != header.hash:
        raise ValueError("its hash does not match the recorded one")
    check_plain([[value.path, value.key, value.value] for value in orphans.things])
    check_plain(orphans.records)
    then = {id: (version, hash) for id, version, hash in header.lock}
    now = {id: version for id, version, _ in rules.lock}
    saved = {**orphans.mods, **then}
    waiting = {mod: orphans.count_for_mod(mod) for mod in orphans.mods if mod in now}
    returned = restore_orphans(orphans, plain_state, now)
    versions = {mod: (saved[mod][0], now[mod]) for mod in saved if mod in now}
    due = list_due_migrations(rules.saves.migrations, versions, header.migrations)
    plain_state = run_migrations(plain_state, orphans, due, versions)
    state = codec.build_state(plain_state, rules.saves.parts)
    missing = {mod: saved[mod] for mod in saved if mod not in now}
    policies = rules.saves.orphan_policies
    remove_orphans(orphans, state, rules.saves.parts, policies, missing)
    for policy in policies.values():
        policy.repair(state, add_stand_ins(rules.records, policies, orphans.records, missing), returned)
    differences = _list_differences(rules, header, orphans, waiting)
    differences += [Difference(DifferenceKind.MIGRATED, step.mod, now=step.name) for step in due]
    differences += compare_settings(state.settings, rules.settings)
    state.settings = {**rules.settings, **state.settings}
    return state, differences, (*header.migrations, *(step.key for step in due))


def _list_differences(
    rules: Rules, header: SaveHeader, orphans: Orphans, waiting: Mapping[str, int]
) -> list[Difference]:
    """Compares the mods of a save with the active ones.

    Args:
        waiting: number of orphaned values of each returning mod before it returned.
    """
    differences = [
        msgspec.structs.replace(difference, count=orphans.count_for_mod(difference.subject))
        if difference.kind is DifferenceKind.MISSING
        else difference
        for difference in compare_locks(header.lock, rules.lock)
        if difference.kind is not DifferenceKind.NEW or difference.subject not in waiting
    ]
    optional = {mod for mod in (*header.optional_mods, *rules.saves.optional_mods) if not orphans.count_for_mod(mod)}
    differences = [difference for difference in differences if difference.subject not in optional]
    return differences + [
        Difference(DifferenceKind.RETURNED, mod, count=count - orphans.count_for_mod(mod))
        for mod, count in waiting.items()
    ]


def _decode_section(name: str, sections: Mapping[str, bytes], section: str, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(sections[section], type=kind)
    except MISFITS as error:
        raise build_damage_error(name, f"section {section!r} cannot be read ({error})") from None
