"""The state of a running game: everything the hash covers, and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from .model import Entry, Question


class State(msgspec.Struct):
    """Altered by applied changes only; rules and mods read it.

    Attributes:
        game: id of the game record (``"core.stealth"``).
        seed: 64-bit seed of all random streams.
        settings: world-scope settings by full name (``"core.stealth.time.unit"``).
        turn: commands accepted so far; the root of every random serial.
        agenda: what is still to do; the last entry is on top.
        question: whom the game waits for; None only while steps run or when it is over.
        then: the entry that receives the answer to `question` as its last argument.
        outcome: how the game ended; None while it runs.
        parts: state owned by a room or plugin, by namespace (``"world"``, ``"core.king"``).
        memory: plain data of mods, by mod id. A missing mod's memory stays here untouched.
        streams: index of each ordered table stream (see `Context.table`).
    """

    game: str
    seed: int
    settings: dict[str, Any] = {}
    turn: int = 0
    agenda: list[Entry] = []
    question: Question | None = None
    then: Entry | None = None
    outcome: str | None = None
    parts: dict[str, Any] = {}
    memory: dict[str, dict[str, Any]] = {}
    streams: dict[str, int] = {}
