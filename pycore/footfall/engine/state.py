"""The state of a running game: everything the hash covers, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from .model import Count, Entry, Event, Question, UInt64


class State(msgspec.Struct):
    """The state. Appliers write it; rules and mods read it.

    Attributes:
        game: id of the game (``"core.stealth"``).
        seed: 64-bit seed of all random streams.
        settings: world-scope settings by full name (``"core.stealth.time.unit"``).
        turn: commands accepted so far; the root of every random serial.
        agenda: pending entries; the last one is on top.
        question: the open question; None only while steps run, or after the end.
        then: the entry that receives the answer to `question` as its last argument.
        outcome: how the game ended; None while it runs.
        parts: state of the world and of plugins, by namespace (``"world"``, ``"core.king"``).
        memory: plain data of mods, by mod id. A missing mod's memory stays here. Under ``footfall`` are the hooks of
            mods that are suspended for the rest of the game.
        streams: index of each ordered random stream (see `Context.open_dice_stream`).
    """

    game: str
    seed: UInt64
    settings: dict[str, Any] = {}
    turn: Count = 0
    agenda: list[Entry] = []
    question: Question | None = None
    then: Entry | None = None
    outcome: str | None = None
    parts: dict[str, Any] = {}
    memory: dict[str, dict[str, Any]] = {}
    streams: dict[str, Count] = {}


Applier: TypeAlias = "Callable[[Any, State], Event | None]"
"""`Change.apply` of one class of changes."""
