"""Kinds of content of the stealth game: creatures, items, timed effects."""

from __future__ import annotations

from typing import Annotated

import msgspec

from footfall.api import Record, RecordKind, Ref
from footfall.api.grid import Tile


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``low..high`` evenly, ``+ plus``: 1d4+2 is ``{ low = 1, high = 4, plus = 2 }``."""

    low: int
    high: int
    plus: int = 0


class Creature(Record, frozen=True, kw_only=True):
    """A kind of creature (tables C.2 and C.3).

    Attributes:
        name: catalogue id of its name; ``<name>.about`` describes it.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        hp: least and most life, rolled for each.
        stats: base stats as in `footfall.api.grid.Actor`.
        stamina: least and most maximum stamina, rolled for each.
        side: ``"player"``, ``"hostile"``, ``"neutral"`` or ``"adventurer"``.
        natural: what it strikes with unarmed; None: nothing.
        ai: kinds of behaviour it may arrive with, one drawn: keys of `ai.kinds.KINDS`.
        asleep: chance in a hundred to arrive asleep.
        aggravated: hunts from birth.
        opens_doors, passes_doors: what a closed door is to it (R-DOOR-6).
        flies: does not touch the ground.
        defensive: retreats when exhausted (R-AI-14).
        light: radius of the light it gives.
        recovery: life regained, and every how many turns; (0, 0): never.
        venom: strength of the poison of its first hit.
        speaks: catalogue id of what it says when walked into, or ``""``.
        tags: free words that rules ask for.
    """

    name: str
    glyph: str
    tint: str = "FOE"
    hp: tuple[int, int] = (1, 1)
    stats: dict[str, int] = {}
    stamina: tuple[int, int] = (3, 3)
    side: str = "hostile"
    natural: Dice | None = None
    ai: tuple[str, ...] = ("hostile",)
    asleep: int = 0
    aggravated: bool = False
    opens_doors: bool = False
    passes_doors: bool = False
    flies: bool = False
    defensive: bool = False
    light: int = 0
    recovery: tuple[int, int] = (0, 0)
    venom: int = 0
    speaks: str = ""
    tags: tuple[str, ...] = ()


class ItemKind(Record, frozen=True, kw_only=True):
    """A kind of object (tables C.4 to C.6).

    Attributes:
        name: catalogue id.
        slot: where it is worn: ``weapon, shield, body, head, cloak, ring, artefact``, or ``""``.
        bonus: what it adds to stats while worn; ``noise`` (of steps), ``damage`` and ``shooting``
            (TO-HIT of shots) are stats, too.
        damage: dice of a weapon or missile.
        reach: R-REACH.
        throwable: it is meant to be thrown.
        range: how far it shoots; 0: it does not shoot.
        ammunition: item kind that it shoots, or ``""``.
        adds_strength: STRENGTH counts for its shots.
        breaks: chance in a hundred that a missile breaks on a damaging hit.
        effect: what it does when used or thrown: name of an entry of ``items.effects``, or ``""``.
        power: arguments of the effect.
        stack: several make a bundle.
        charges: uses of a fresh one, -1 if uses are not counted.
        cursed: cannot be taken off.
        tags: free words that rules ask for (``"key:red"``, ``"dagger"``).
    """

    name: str
    glyph: str
    tint: str = "ITEM"
    slot: str = ""
    bonus: dict[str, int] = {}
    damage: Dice | None = None
    reach: int = 0
    throwable: bool = False
    range: int = 0
    ammunition: Annotated[str, Ref("item")] = ""
    adds_strength: bool = False
    breaks: int = 0
    effect: str = ""
    power: dict[str, int] = {}
    stack: bool = False
    charges: int = -1
    cursed: bool = False
    tags: tuple[str, ...] = ()


class Effect(Record, frozen=True, kw_only=True):
    """A timed effect (table C.6); actors carry it in `Actor.effects` under this record's full id.

    Attributes:
        name: catalogue id.
        bonus: what it adds to stats.
        fixed: stats that it sets, whatever else they would be.
        hurt: life lost each turn.
        helpless: whoever has it cannot act.
        ends: what happens when it runs out: ``""`` or ``"dies"``.
    """

    name: str
    bonus: dict[str, int] = {}
    fixed: dict[str, int] = {}
    hurt: int = 0
    helpless: bool = False
    ends: str = ""


RECORD_KINDS = (
    RecordKind("tile", Tile),
    RecordKind("creature", Creature),
    RecordKind("item", ItemKind),
    RecordKind("effect", Effect),
)
"""What the plugin lists in `provide_records`."""
