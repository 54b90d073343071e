"""Saves from strangers: one error or a game that can be played, and no more memory than an honest save needs."""

from __future__ import annotations

import random
import re
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import zstandard
from forged_saves import encode_broken, nest, pack, pack_table, sign
from prove_forged import GAMES, judge, make_honest_saves

from footfall.engine.codec import digest
from footfall.engine.saves.container import MAX_SECTIONS
from footfall.engine.saves.save import SaveError, load, save
from footfall.loader import LoadResult, load as load_mods


@pytest.fixture(scope="module")
def games() -> dict[str, LoadResult]:
    return {game: load_mods(game, only_mods=()) for game in GAMES}


@pytest.fixture(scope="module")
def honest(games: dict[str, LoadResult], tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, Any, bytes]]:
    return make_honest_saves(games, tmp_path_factory.mktemp("honest"))


Forge = Callable[[str, Callable[[dict[str, Any]], None]], Path]


@pytest.fixture
def forge(honest: list[tuple[str, Any, bytes]], tmp_path: Path) -> Forge:
    """Writes an honest save of a game with an altered state and right checksums."""

    def write(game: str, alter: Callable[[dict[str, Any]], None]) -> Path:
        sections = [sections for name, sections, _ in honest if name == game][1]
        state = msgspec.msgpack.decode(sections["state"])
        alter(state)
        path = tmp_path / "forged.save"
        path.write_bytes(pack(sign({**sections, "state": encode_broken(state)})))
        return path

    return write


def set_at(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def alter(state: dict[str, Any]) -> None:
        *above, last = path
        owner: Any = state
        for key in above:
            owner = next(iter(owner.values())) if key is any else owner[key]
        owner[last] = to

    return alter


def nest_messages(depth: int) -> Any:
    """Returns a message in a message, and so on."""
    return {"id": "x", "args": {"a": nest_messages(depth - 1)} if depth else {}}


WORLD = ("parts", "world")
LEVEL = (*WORLD, "levels", any)
STEALTH, KING, DELVE = "core.stealth", "core.king", "core.delve"

FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], None]]] = {
    "array-of-another-shape": (STEALTH, set_at(*LEVEL, "explored", to=["|b1", [2, 2], b"\0\0\0\0"])),
    "array-of-another-type": (STEALTH, set_at(*LEVEL, "tiles", to=["<f8", [1, 1], bytes(8)])),
    "array-of-objects": (STEALTH, set_at(*LEVEL, "tiles", to=["|O", [1, 1], bytes(8)])),
    "array-of-negative-size": (STEALTH, set_at(*LEVEL, "tiles", to=["|u1", [-1, -1], b"\0"])),
    "array-of-no-shape": (STEALTH, set_at(*LEVEL, "tiles", to=["|u1"])),
    "tile-number-of-no-tile": (STEALTH, set_at(*LEVEL, "palette", to=["core.stealth:floor"])),
    "tile-of-nobody": (STEALTH, set_at(*LEVEL, "palette", 0, to="core.stealth:nothing")),
    "stairs-to-no-level": (STEALTH, set_at(*LEVEL, "links", to=[[1, 1, 77, "up"]])),
    "player-of-nobody": (STEALTH, set_at(*WORLD, "player", to=999)),
    "level-of-nobody": (STEALTH, set_at(*WORLD, "current", to=999)),
    "actor-outside": (STEALTH, set_at(*WORLD, "actors", any, "at", to=[5000, -3])),
    "creature-of-nobody": (STEALTH, set_at(*WORLD, "actors", any, "kind", to="core.stealth:nothing")),
    "pack-of-nobody": (STEALTH, set_at(*WORLD, "actors", any, "pack", to=[12345])),
    "hp-of-40-bits": (STEALTH, set_at(*WORLD, "actors", any, "hp", to=1 << 40)),
    "item-of-nobody": (STEALTH, set_at(*WORLD, "items", any, "kind", to="core.stealth:nothing")),
    "item-of-no-count": (STEALTH, set_at(*WORLD, "items", any, "count", to=0)),
    "mind-of-nobody": (STEALTH, set_at("parts", STEALTH, "minds", any, "ai", to="nothing")),
    "no-world": (STEALTH, lambda state: state["parts"].pop("world")),
    "setting-of-another-type": (STEALTH, set_at("settings", "core.stealth.time.unit", to="soon")),
    "step-of-nobody": (STEALTH, set_at("agenda", to=[{"step": "core.stealth:nothing", "args": [], "serial": 0}])),
    "step-with-other-arguments": (KING, set_at("agenda", to=[{"step": "core.king:open", "args": ["a", 1]}])),
    "step-with-too-few-arguments": (KING, set_at("agenda", to=[{"step": "core.king:open", "args": [1]}])),
    "question-without-answer": (KING, set_at("question", to={"actor": 0, "kind": "peek"})),
    "question-to-nobody": (KING, set_at("question", to={"actor": 9})),
    "question-of-great-depth": (KING, set_at("question", to={"actor": 0, "prompt": nest_messages(40)})),
    "stream-of-negative-index": (DELVE, set_at("streams", to={"core.delve:leader": -1})),
    "memory-of-great-depth": (STEALTH, set_at("memory", to={"you.mod": {"x": nest(400)}})),
    "memory-of-no-number": (STEALTH, set_at("memory", to={"you.mod": {"x": float("nan")}})),
    "node-of-nowhere": (KING, set_at("parts", KING, "souls", 0, "node", to=15)),
    "zone-of-nowhere": (DELVE, set_at("parts", DELVE, "delve", "exits", 0, "zone", to=500)),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_state_that_refers_to_nothing_is_refused(games: dict[str, LoadResult], forge: Forge, name: str) -> None:
    game, alter = FORGERIES[name]
    path = forge(game, alter)
    hint = "; use a copy of this save, or begin a new game$"
    with pytest.raises(SaveError, match=re.escape(str(path)) + ".*" + hint) as refusal:
        load(games[game].rules, path)
    assert "Error)" not in str(refusal.value)  # the reason, not only its class


def test_honest_saves_load(games: dict[str, LoadResult], honest: list[tuple[str, Any, bytes]], tmp_path: Path) -> None:
    path = tmp_path / "honest.save"
    for game, _, data in honest:
        path.write_bytes(data)
        session = load(games[game].rules, path)
        before = session.hash()
        save(session, path, "1")
        assert load(games[game].rules, path).hash() == before


def list_bombs(sections: Any) -> Iterator[tuple[str, bytes]]:
    """Yields small files that would take much memory."""
    packer = zstandard.ZstdCompressor(level=1)
    packed = {name: packer.compress(data) for name, data in sections.items()}
    table = {name: [len(data), digest(data)] for name, data in packed.items()}

    def replace(name: str, data: bytes) -> bytes:
        return pack({}, {**table, name: [len(data), digest(data)]}, {**packed, name: data})

    yield "a gibibyte", replace("state", packer.compress(bytes(1 << 30)))
    stream = zstandard.ZstdCompressor(level=1, write_content_size=False)
    yield "of unknown size", replace("log", stream.compress(bytes(MAX_SECTIONS["log"] + 1)))
    yield "empty lists", replace("state", packer.compress(b"\xdd\x00\x70\x00\x00" + b"\x90" * 0x700000))
    yield "empty commands", replace("commands", packer.compress(b"[" + b"{}," * 5_000_000 + b"{}]"))
    yield "another section", pack({}, {**table, "extra": table["state"]}, {**packed, "extra": packed["state"]})
    rows = [msgspec.msgpack.encode(key) + msgspec.msgpack.encode(row) for key, row in table.items()]
    yield "a section twice", pack_table(bytes([0x81 + len(rows)]) + b"".join(rows) + rows[0], packed)
    yield "a negative size", pack({}, {**table, "log": [-1, table["log"][1]]}, packed)
    yield "a deep table", pack_table(b"\x91" * 60_000, packed)


def test_sizes_are_checked_before_memory_is_taken(
    games: dict[str, LoadResult], honest: list[tuple[str, Any, bytes]], tmp_path: Path
) -> None:
    path = tmp_path / "bomb.save"
    rules = games[STEALTH].rules
    for name, data in list_bombs(honest[1][1]):
        path.write_bytes(data)
        tracemalloc.start()
        try:
            with pytest.raises(SaveError, match=r"bomb\.save"):
                load(rules, path)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 4 * max(MAX_SECTIONS.values()), name


def test_what_is_no_file_is_refused(games: dict[str, LoadResult], tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", Path("a\0b")):
        with pytest.raises(SaveError, match="cannot be read"):
            load(games[STEALTH].rules, path)


@pytest.mark.proof(0)
def test_forged_saves_are_refused_or_playable(
    games: dict[str, LoadResult], honest: list[tuple[str, Any, bytes]], tmp_path: Path
) -> None:
    """A sample; ``python tests/saves/prove_forged.py`` judges 100,000."""
    from forged_saves import forge as forge_one

    path = tmp_path / "forged.save"
    verdicts = []
    for number in range(150):
        dice = random.Random(f"sample {number}")
        game, sections, data = dice.choice(honest)
        path.write_bytes(forge_one(sections, data, dice))
        verdict = judge(games[game], path, 20)
        assert verdict.verdict != "failed", (number, verdict)
        verdicts.append(verdict.verdict)
    assert {"refused", "played"} <= set(verdicts)


def test_an_array_of_another_order_keeps_its_cells(games: dict[str, LoadResult], forge: Forge) -> None:
    """Arrays of honest saves may be of any layout; they are stored row by row."""
    session = load(games[STEALTH].rules, forge(STEALTH, lambda state: None))
    level = next(iter(session.state.parts["world"].levels.values()))
    before = session.hash()
    level.tiles = np.asfortranarray(level.tiles)
    assert session.hash() == before
