"""Saves: one file of named sections, each compressed and hashed, written so that a crash keeps one.

Layout: the magic line, the length and BLAKE2b hash of a MessagePack table of contents, the
table ``{name: [length, hash]}``, then the sections in its order, each zstd-compressed. A save
is written beside its target, flushed to the disk, and renamed over it; the folder is flushed
too. Whatever moment the machine stops at, the old or the new save is whole.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import zstandard

from .codec import command_types, digest, hash_state, plain, read_command, read_state, snapshot
from .model import Logged
from .rules import Rules
from .session import KEEP_LOG, Session

MAGIC = b"footfall save 1\n"
_HEAD = len(MAGIC) + 8 + 32
MAX_SECTION = 1 << 30
"""Bytes a section may unpack to; more is taken for damage."""


class BadSave(Exception):
    """A save that cannot be used: what is wrong with it, and what can be done."""


class Header(msgspec.Struct, frozen=True):
    """What a save says of itself before anything else is read.

    Attributes:
        lock: (id, version, content hash) of each active mod, in order.
        hash: the state's hash when it was saved.
    """

    game: str
    turn: int
    seed: int
    version: str
    lock: tuple[tuple[str, str, str], ...]
    hash: str
    problems: tuple[str, ...] = ()


def write_sections(path: Path, sections: Mapping[str, bytes]) -> None:
    """Writes a file of sections, whole or not at all.

    Raises:
        OSError: the disk refuses; the old file is untouched.
    """
    packer = zstandard.ZstdCompressor(level=3)
    packed = {name: packer.compress(data) for name, data in sections.items()}
    table = msgspec.msgpack.encode({name: [len(data), digest(data)] for name, data in packed.items()})
    path.parent.mkdir(parents=True, exist_ok=True)
    for stale in path.parent.glob(f".{path.name}.*"):  # left by a crash in the middle of a save
        stale.unlink(missing_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + len(table).to_bytes(8, "little") + digest(table).encode() + table)
            for data in packed.values():
                file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows has no way to flush a folder, and needs none
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_sections(path: Path) -> dict[str, bytes]:
    """Reads a file of sections and checks every hash.

    Raises:
        BadSave: it is missing, is no save, or is damaged.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadSave(f"{path}: cannot be read ({error.strerror or error})") from None
    if not data.startswith(MAGIC):
        raise BadSave(f"{path}: is not a footfall save of format 1")
    size = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
    table = data[_HEAD : _HEAD + size]
    if len(data) < _HEAD or digest(table).encode() != data[_HEAD - 32 : _HEAD]:
        raise BadSave(f"{path}: its table of contents is damaged")
    sections: dict[str, bytes] = {}
    place = _HEAD + size
    unpacker = zstandard.ZstdDecompressor()
    for name, (length, expected) in msgspec.msgpack.decode(table, type=dict[str, tuple[int, str]]).items():
        packed = data[place : place + length]
        place += length
        if len(packed) != length or digest(packed) != expected:
            raise BadSave(f"{path}: section {name!r} is damaged")
        try:
            sections[name] = unpacker.decompress(packed, max_output_size=MAX_SECTION)
        except zstandard.ZstdError as error:
            raise BadSave(f"{path}: section {name!r} cannot be unpacked ({error})") from None
    return sections


def save(session: Session, path: Path, version: str) -> Header:
    """Saves a session: its state, its commands so far, and the last lines of its log."""
    state = session.state
    header = Header(
        game=state.game,
        turn=state.turn,
        seed=state.seed,
        version=version,
        lock=session.rules.lock,
        hash=hash_state(state),
        problems=tuple(str(problem) for problem in session.problems[-20:]),
    )
    write_sections(
        path,
        {
            "header": msgspec.msgpack.encode(header),
            "state": snapshot(state),
            "commands": msgspec.json.encode([plain(command) for command in session.commands]),
            "log": msgspec.msgpack.encode(session.log[-KEEP_LOG:]),
            "options": snapshot(session.options),
        },
    )
    return header


def read_header(path: Path) -> Header:
    """Reads what a save says of itself.

    Raises:
        BadSave: see `read_sections`.
    """
    header: Header = _decode(path, read_sections(path), "header", Header)
    return header


def lock_changes(header: Header, rules: Rules) -> list[str]:
    """How the mods of a save differ from those of `rules`, one line each; empty if they are equal."""
    saved = {id: (version, hash) for id, version, hash in header.lock}
    now = {id: (version, hash) for id, version, hash in rules.lock}
    lines = [f"{id} {saved[id][0]} is missing" for id in saved if id not in now]
    lines += [f"{id} {now[id][0]} is new" for id in now if id not in saved]
    for id in saved:
        if id in now and saved[id] != now[id]:
            what = f"{saved[id][0]} -> {now[id][0]}" if saved[id][0] != now[id][0] else "its files changed"
            lines.append(f"{id}: {what}")
    return lines


def load(rules: Rules, path: Path, **keywords: Any) -> Session:
    """Goes on from a save under `rules`; memory of missing mods stays in the state untouched.

    Args:
        rules: the frozen rules of the save's game.
        path: the save.
        **keywords: passed to `Session`.

    Raises:
        BadSave: it is damaged, belongs to another game, its state does not fit the rules, or there is
            something in the world that a missing mod defines.
    """
    sections = read_sections(path)
    header = _decode(path, sections, "header", Header)
    if header.game != rules.game.id:
        raise BadSave(f"{path}: is a save of {header.game}, not of {rules.game.id}")
    try:
        state = read_state(sections["state"], rules.parts)
    except (msgspec.MsgspecError, KeyError, ValueError, TypeError) as error:
        raise BadSave(f"{path}: its state does not fit these rules ({error})") from None
    if hash_state(state) != header.hash:
        raise BadSave(f"{path}: its state does not have the hash it was saved with")
    gone = [id for id, _, _ in header.lock if id not in rules.mods]
    thing = _thing_of(gone, msgspec.msgpack.decode(sections["state"])["parts"])
    if thing:
        mod = thing.partition(":")[0]
        raise BadSave(f"{path}: there is {thing} in it, and {mod} is not there; put that mod back to go on")
    session = Session(rules, state, **keywords)
    session.state.settings = {**rules.settings, **state.settings}
    types = command_types([*rules.commands, *session.builtin_commands])
    try:
        raw = msgspec.json.decode(sections["commands"], type=list[dict[str, Any]])
        session.commands = [read_command(item, types) for item in raw]
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadSave(f"{path}: its command list cannot be read ({error})") from None
    session.log = _decode(path, sections, "log", list[Logged])
    session.options = _decode(path, sections, "options", dict[str, Any])
    return session


def _thing_of(mods: Sequence[str], value: Any) -> str:
    """A record id of one of `mods` anywhere in plain data, or ``""``: what is made of it could not act."""
    heads = tuple(f"{mod}:" for mod in mods)
    todo = [value] if heads else []
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            if value.startswith(heads):
                return value
        elif isinstance(value, dict):
            todo += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            todo += value
    return ""


def _decode(path: Path, sections: Mapping[str, bytes], name: str, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(sections[name], type=kind)
    except (KeyError, msgspec.MsgspecError) as error:
        raise BadSave(f"{path}: section {name!r} cannot be read ({error})") from None
