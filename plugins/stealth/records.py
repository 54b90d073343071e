"""Record types of creatures, items and timed effects."""

from __future__ import annotations

from typing import Annotated

import msgspec

from footfall.api import MessageId, Record, RecordKind, Ref, RowKey
from footfall.api.grid import Tile


class RecordPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of structs nested in records."""


class Dice(RecordPart, frozen=True):
    """A uniform roll of ``low..high`` plus ``plus``: 1d4+2 is ``{ low = 1, high = 4, plus = 2 }``.

    Attributes:
        low, high: bounds of the roll, inclusive.
        plus: added to the roll.
    """

    low: int
    high: int
    plus: int = 0


class ItemUse(RecordPart, frozen=True):
    """One effect of using an item.

    Attributes:
        do: a key of `items.use_actions.USE_ACTIONS`.
        low, high: bounds of the amount or the number of turns, rolled uniformly.
        effect: the timed effect that starts or ends.
        stat: the stat that changes.
    """

    do: str
    low: int = 0
    high: int = 0
    effect: Annotated[str, Ref("effect")] = ""
    stat: str = ""


class CreatureKind(Record, frozen=True, kw_only=True):
    """A kind of creature.

    Attributes:
        name: message id; ``<name>-about`` describes it.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        hp: bounds of its life, rolled for each creature.
        stats: base stats as in `footfall.api.grid.Actor`; `DEFAULT_STATS` fills in the rest.
        ranges: bounds of stats that are rolled for each creature.
        stamina: bounds of its maximum stamina, rolled for each creature.
        side: ``"player"``, ``"hostile"``, ``"neutral"`` or ``"adventurer"``.
        natural: damage of its unarmed attack; None for no attack.
        ai: behaviors, one drawn at random: keys of `ai.behaviors.BEHAVIORS`.
        asleep: chance in percent to arrive asleep.
        wakes: behavior of one that arrives asleep, or ``""`` for one of `ai`.
        aggravated: arrives aggravated.
        opens_doors, passes_doors: opens closed doors, or walks through them (R-DOOR-6).
        flies: for mods; no rule of this plugin reads it.
        light: radius of the light it gives, in cells.
        recovery: life regained, and the interval in turns; (0, 0) for none.
        burns: life lost each turn (a campfire).
        leaves: item that it may leave when it burns out, or ``""``.
        leaving: chance of that in percent.
        venom: strength of the poison of its first hit.
        speaks: message id of its words when walked into, or ``""``.
        disguise: the tile it looks like while it sleeps, or ``""``.
        carries: item kinds it may carry, each drawn with equal chance.
        slots: largest number of items it carries.
        outfit: items it always carries.
        bundle: size of the stack of a carried kind (arrows).
        drop: chance in percent of an extra item.
        tags: words that rules read.
    """

    name: Annotated[str, MessageId()]
    glyph: str
    tint: str = "FOE"
    hp: tuple[int, int] = (1, 1)
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    stamina: tuple[int, int] = (3, 3)
    side: str = "hostile"
    natural: Dice | None = None
    ai: tuple[str, ...] = ("hostile",)
    asleep: int = 0
    wakes: str = ""
    aggravated: bool = False
    opens_doors: bool = False
    passes_doors: bool = False
    flies: bool = False
    light: int = 0
    recovery: tuple[int, int] = (0, 0)
    burns: int = 0
    leaves: Annotated[str, Ref("item")] = ""
    leaving: int = 0
    venom: int = 0
    speaks: Annotated[str, MessageId()] = ""
    disguise: Annotated[str, Ref("tile")] = ""
    carries: tuple[Annotated[str, Ref("item")], ...] = ()
    slots: int = 0
    outfit: tuple[Annotated[str, Ref("item")], ...] = ()
    bundle: dict[Annotated[str, Ref("item")], int] = msgspec.field(default_factory=dict)
    drop: int = 0
    tags: tuple[str, ...] = ()


DEFAULT_STATS = {"foh": 6, "perception": 3, "cost": 10}
"""Base stats of a creature whose record does not set them."""


class ItemKind(Record, frozen=True, kw_only=True):
    """A kind of item.

    Attributes:
        name: message id; ``<name>-about`` describes it.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        sort: ``weapon, missile, armour, ring, artefact, potion, scroll, food, device, key, book, junk``.
        family: unidentified kinds of a family have appearances (`Looks`) that are dealt in each game;
            ``""`` for a kind that is always identified.
        slot: where it is worn: ``weapon, shield, body, head, cloak, ring, artefact``, or ``""``.
        bonus: added to stats while worn; ``noise`` (of steps), ``damage`` and ``shooting``
            (TO-HIT of shots) count as stats.
        damage: dice of a weapon or missile.
        reach: cells beyond the adjacent one (R-REACH).
        throwable: listed for throwing.
        range: range of its shots in cells; 0 if it does not shoot.
        ammunition: item kind that it shoots, or ``""``.
        adds_strength: STRENGTH counts for its shots.
        breaks: chance in percent that a missile breaks on a hit that does damage.
        uses: effects on its user, or on the actor that it hits when thrown.
        known_uses: effects once it is identified (R-ITEM-5).
        aim: target that using it needs: ``""``, ``creature``, ``cell``, ``wall`` or ``item``.
        reaches: range of aiming in cells.
        stack: equal items stack.
        bundle: bounds of the size of a stack that is found.
        charges: uses of a new one; -1 if one use spends it.
        lasts: can be used without limit.
        cursed: cannot be taken off.
        text: message id of its readable text.
        tags: words that rules read (``"key:red"``, ``"dagger"``).
    """

    name: Annotated[str, MessageId()]
    glyph: str
    tint: str = "ITEM"
    sort: str = "junk"
    family: str = ""
    slot: str = ""
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    damage: Dice | None = None
    reach: int = 0
    throwable: bool = False
    range: int = 0
    ammunition: Annotated[str, Ref("item")] = ""
    adds_strength: bool = False
    breaks: int = 0
    uses: Annotated[tuple[ItemUse, ...], RowKey("do")] = ()
    known_uses: Annotated[tuple[ItemUse, ...], RowKey("do")] = ()
    aim: str = ""
    reaches: int = 0
    stack: bool = False
    bundle: tuple[int, int] = (1, 1)
    charges: int = -1
    lasts: bool = False
    cursed: bool = False
    text: Annotated[str, MessageId()] = ""
    tags: tuple[str, ...] = ()


class StatusEffect(Record, frozen=True, kw_only=True):
    """A timed effect, listed in `Actor.effects` under this record's full id.

    Attributes:
        name: message id.
        bonus: added to stats.
        fixed: values that replace stats.
        hurt: life lost each turn.
        resisted: stat that is subtracted from `hurt`, or ``""``.
        helpless: the actor cannot act.
        staggers: chance in percent that a step goes in a random direction.
        ends: ``"dies"`` if the actor dies when it runs out, else ``""``.
        good: tints its name as a benefit.
    """

    name: Annotated[str, MessageId()]
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    fixed: dict[str, int] = msgspec.field(default_factory=dict)
    hurt: int = 0
    resisted: str = ""
    helpless: bool = False
    staggers: int = 0
    ends: str = ""
    good: bool = False


class Looks(Record, frozen=True, kw_only=True):
    """Appearances of the unidentified kinds of a family, dealt in each game.

    Attributes:
        names: message ids, at least one for each kind of the family.
    """

    names: tuple[Annotated[str, MessageId()], ...]


RECORD_KINDS = (
    RecordKind("tile", Tile),
    RecordKind("creature", CreatureKind),
    RecordKind("item", ItemKind),
    RecordKind("effect", StatusEffect),
    RecordKind("looks", Looks),
)
