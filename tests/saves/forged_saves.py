"""Forges saves from honest ones: bits flipped, files cut, data of other shapes with the right checksums."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
import zstandard

from footfall.engine.codec import digest, encode_canonical
from footfall.engine.saves.container import MAGIC, MAX_SECTIONS

Sections = Mapping[str, bytes]

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 255, 65536, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, -(2**63), 2**64 - 1,
    0.5, float("nan"), float("inf"), "", "x", "nothing:at-all", "\x1b[2J", "core.stealth:goblin", b"", b"\x00" * 9,
    [], {}, [[]], [0, 0], [1, 2, 3, 4, 5], {"id": "x", "args": 5}, {"id": 1, "args": {}}, {"": {}}, [None] * 300,
    ["<u1", [2, 2], b"\1\2\3\4"], ["|O", [1], b"12345678"], ["<i8", [-1, 0], b""], ["|u1", [1 << 40, 1 << 40], b""],
)  # fmt: skip


def nest(depth: int) -> Any:
    """Returns a list in a list, and so on."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def list_places(value: Any) -> list[tuple[Any, Any]]:
    """Returns the container and the key of every value."""
    places: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        container = todo.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            places.append((container, key))
            if isinstance(container[key], dict | list):
                todo.append(container[key])
    return places


def mutate(value: Any, dice: random.Random) -> None:
    """Alters plain data in a few random places."""
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        places = list_places(value)
        if not places:
            return
        container, key = dice.choice(places)
        with suppress(RecursionError):  # of copying what is nested deeply
            dice.choice(MUTATIONS)(container, key, places, dice)


def _replace(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    container[key] = copy.deepcopy(dice.choice(STRANGE))


def _shift(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    old = container[key]
    if type(old) is int:
        container[key] = old + dice.choice((-1, 1, 2, -5, 1000, -old - 1, 10**6, 2**40))
    elif type(old) is bool:
        container[key] = not old
    elif type(old) is bytes and old:
        at = dice.randrange(len(old))
        container[key] = old[:at] + bytes([dice.randrange(256)]) + old[at + dice.choice((0, 1)) :]
    elif type(old) is str:
        container[key] = old[:-1]


def _copy_other(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    same = [value for owner, other in places if type(value := owner[other]) is type(container[key])]
    container[key] = copy.deepcopy(dice.choice(same))


def _copy_any(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    owner, other = dice.choice(places)
    container[key] = copy.deepcopy(owner[other])


def _delete(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    del container[key]


def _repeat(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    if isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    else:
        new = dice.choice((0, 1, -1, 9999, "", "x", "world", "core.king", 2**40, str(key) + "x"))
        container[new] = copy.deepcopy(container[key])


def _shuffle(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    if isinstance(container, list):
        dice.shuffle(container)
    else:
        items = list(container.items())
        dice.shuffle(items)
        container.clear()
        container.update(items)


def _bury(container: Any, key: Any, places: Any, dice: random.Random) -> None:
    container[key] = nest(dice.choice((1, 40, 400)))


MUTATIONS: tuple[Callable[[Any, Any, Any, random.Random], None], ...] = (
    _replace, _replace, _shift, _shift, _copy_other, _copy_other, _copy_any, _delete, _repeat, _shuffle, _bury,
)  # fmt: skip


def pack(sections: Sections, table: Mapping[str, Any] | None = None, packed: Sections | None = None) -> bytes:
    """Returns a save with right checksums, unless `table` or `packed` replaces its contents."""
    packer = zstandard.ZstdCompressor(level=1)
    packed = packed or {name: packer.compress(data) for name, data in sections.items()}
    table = table or {name: [len(data), digest(data)] for name, data in packed.items()}
    return pack_table(msgspec.msgpack.encode(table), packed)


def pack_table(table: bytes, packed: Sections) -> bytes:
    """Returns a save with an encoded table of contents."""
    return MAGIC + len(table).to_bytes(8, "little") + digest(table).encode() + table + b"".join(packed.values())


def sign(sections: Sections) -> dict[str, bytes]:
    """Returns the sections with the hash of their state in the header, where both can still be read."""
    sections = dict(sections)
    try:
        header = msgspec.msgpack.decode(sections["header"])
        header["hash"] = digest(encode_canonical(msgspec.msgpack.decode(sections["state"])))
        sections["header"] = msgspec.msgpack.encode(header)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, RecursionError):
        pass
    return sections


def encode_broken(value: Any) -> bytes:
    """Returns MessagePack of altered data; text that cannot be encoded becomes a hole."""
    try:
        return msgspec.msgpack.encode(value)
    except (OverflowError, RecursionError):
        return b"\xc1"


def forge(sections: Sections, data: bytes, dice: random.Random) -> bytes:
    """Returns one forged save.

    Args:
        sections, data: sections and data of an honest save.
    """
    way = dice.random()
    if way < 0.05:
        return _damage_file(data, dice)
    if way < 0.10:
        return _forge_table(sections, dice)
    if way < 0.20:
        name = dice.choice(list(sections))
        return pack(sign({**sections, name: _damage_bytes(sections[name], dice)}))
    name = "state" if way < 0.85 else dice.choice(list(sections))
    codec: Any = msgspec.json if name == "commands" else msgspec.msgpack
    value = [codec.decode(sections[name])]
    mutate(value, dice)
    try:
        body = codec.encode(value[0] if value else None)
    except (OverflowError, RecursionError, ValueError):
        body = b"\xc1"
    forged = {**sections, name: body}
    return pack(forged if name == "header" and dice.random() < 0.5 else sign(forged))


def _damage_file(data: bytes, dice: random.Random) -> bytes:
    return _damage_bytes(data, dice)


def _damage_bytes(data: bytes, dice: random.Random) -> bytes:
    if not data or dice.random() < 0.2:
        return data[: dice.randrange(len(data) + 1)]
    work = bytearray(data)
    for _ in range(dice.choice((1, 1, 3, 30))):
        work[dice.randrange(len(work))] = dice.randrange(256)
    return bytes(work)


def _forge_table(sections: Sections, dice: random.Random) -> bytes:
    """Returns a save whose table of contents, sizes or frames lie."""
    packer = zstandard.ZstdCompressor(level=1)
    packed = {name: packer.compress(data) for name, data in sections.items()}
    table: dict[str, Any] = {name: [len(data), digest(data)] for name, data in packed.items()}
    name = dice.choice(list(sections))
    match dice.randrange(8):
        case 0:
            table[name][0] = dice.choice((-1, 0, 2**31, 2**63, 2**64 - 1, len(packed[name]) + 1))
        case 1:
            packed["extra"] = packed[name]
            table["extra"] = table[name]
        case 2:
            del packed[name], table[name]
        case 3:  # the same name twice
            rows = [msgspec.msgpack.encode(key) + msgspec.msgpack.encode(row) for key, row in table.items()]
            return pack_table(bytes([0x80 + len(rows) + 1]) + b"".join(rows) + rows[0], packed)
        case 4:  # a frame that unpacks to more than its section may hold, its size undeclared
            stream = zstandard.ZstdCompressor(level=1, write_content_size=False)
            packed[name] = stream.compress(bytes(MAX_SECTIONS[name] + dice.choice((0, 1, 1 << 24))))
            table[name] = [len(packed[name]), digest(packed[name])]
        case 5:  # as many empty lists as fit
            packed[name] = packer.compress(b"\xdd\x00\x70\x00\x00" + b"\x90" * (MAX_SECTIONS[name] - 5))
            table[name] = [len(packed[name]), digest(packed[name])]
        case 6:
            packed[name] = packed[name] + packed[name]
            table[name] = [len(packed[name]), digest(packed[name])]
        case _:
            table = {name: dice.choice(STRANGE) for name in sections}
    try:
        return pack(sections, table, packed)
    except (OverflowError, TypeError):
        return MAGIC


def forge_many(honest: list[tuple[str, Sections, bytes]], seed: int, first: int, last: int) -> Iterator[Any]:
    """Yields number, game and bytes of the forged saves of a range; each depends on the seed and its number."""
    for number in range(first, last):
        dice = random.Random(f"{seed} {number}")
        game, sections, data = dice.choice(honest)
        yield number, game, forge(sections, data, dice)
