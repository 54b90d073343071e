"""Record types of creatures, items, timed effects and sounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, Protocol

import msgspec

from footfall.api import (
    FEW,
    Ascending,
    Glyph,
    Interval,
    MessageId,
    Natural,
    Percent,
    Positive,
    Quantity,
    Radius,
    Record,
    RecordKind,
    RecordProblem,
    Ref,
    RowKey,
    Words,
)
from footfall.api.grid import Actor
from footfall.api.scene import SoundRecipe, TintName

STATS = (
    *("to_hit", "defense", "strength", "armor", "stealth", "luck", "perception", "fov", "foh", "aggressivity", "cost"),
    *("stamina_max", "hp_max", "recovery", "capacity", "satiety", "satiety_max", "map_memory"),
    *("fire_resistance", "poison_resistance", "noise", "damage", "shooting"),
)
"""The stats of actors, and others that equipment changes: the noise of steps, damage, TO-HIT of shots."""

AI_KINDS = (
    *("hostile", "guard", "patrol", "defensive", "scout", "wander", "ambush", "archer", "warden", "still", "mimic"),
    *("adventurer", "passive", "rounds"),
)
"""The keys of `ai.tactics.BEHAVIORS` that records may name."""

USE_WORDS = (
    *("heal", "end", "start", "gain", "refresh", "poison", "coat", "feed", "identify", "identify_all", "uncurse"),
    *("descend", "teleport", "bolt", "blast", "tunnel", "read", "muffle", "lull", "light"),
)
"""The keys of `items.use_actions.USE_ACTIONS`."""

SORTS = (
    *("weapon", "missile", "armour", "ring", "artefact", "potion", "scroll", "food", "device", "key", "book"),
    *("bell", "junk"),
)

SLOTS = ("", "weapon", "shield", "body", "head", "cloak", "ring", "artefact")

StatName = Annotated[str, Words("stat", STATS, is_open=True)]
StatValue = Annotated[int, msgspec.Meta(ge=-10_000, le=10_000)]
AiKind = Annotated[str, Words("ai", AI_KINDS)]


class RecordPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of structs nested in records."""


def check_bounds(low: int, high: int) -> None:
    """Checks the bounds of a roll.

    Raises:
        ValueError: the lower one is above the upper one.
    """
    if low > high:
        raise ValueError(f"low is {low}, above high, which is {high}")


def check_weights(name: str, weights: Mapping[str, int]) -> None:
    """Checks the weights of a draw.

    Raises:
        ValueError: none is above 0.
    """
    if not any(weights.values()):
        raise ValueError(f"{name}: at least one weight must be above 0")


class Dice(RecordPart, frozen=True):
    """A uniform roll of ``low..high`` plus ``plus``: 1d4+2 is ``{ low = 1, high = 4, plus = 2 }``.

    Attributes:
        low, high: bounds of the roll, inclusive.
        plus: added to the roll.
    """

    low: Natural
    high: Natural
    plus: StatValue = 0

    def __post_init__(self) -> None:
        check_bounds(self.low, self.high)


class ItemUse(RecordPart, frozen=True):
    """One effect of using an item.

    Attributes:
        do: its effect. Listeners of ``core.stealth:on_effect`` carry out a word that a mod adds.
        low, high: bounds of the amount or the number of turns, rolled uniformly.
        effect: the timed effect that starts or ends.
        stat: the stat that changes.
    """

    do: Annotated[str, Words("use", USE_WORDS, is_open=True)]
    low: StatValue = 0
    high: StatValue = 0
    effect: Annotated[str, Ref("effect")] = ""
    stat: Annotated[str, Words("stat", ("", *STATS), is_open=True)] = ""

    def __post_init__(self) -> None:
        check_bounds(self.low, self.high)


class CreatureKind(Record, frozen=True, kw_only=True):
    """A kind of creature.

    Attributes:
        name: message id; ``<name>-about`` describes it.
        glyph: one character that fills one cell.
        tint: its color role.
        hp: bounds of its life, rolled for each creature.
        stats: base stats as in `footfall.api.grid.Actor`; `DEFAULT_STATS` fills in the rest. ``cost``, the time of an
            action, is above 0.
        ranges: bounds of stats that are rolled for each creature.
        stamina: bounds of its maximum stamina, rolled for each creature.
        side: whom it fights for.
        natural: damage of its unarmed attack; None for no attack.
        ai: behaviors, one drawn at random: at least one.
        asleep: chance in percent to arrive asleep.
        asleep_until: one that arrives before this turn of the game arrives asleep (P-START-2).
        wakes: behavior of one that arrives asleep, or ``""`` for one of `ai`.
        rounds: chance in percent that one that arrives awake walks rounds; not under the classic rules (P-RND-1).
        is_aggravated: arrives aggravated.
        opens_doors, passes_doors: opens closed doors, or walks through them.
        can_fly: for mods; no rule of this plugin reads it.
        gait: kind of noise as which the character hears its steps, or ``""`` for ``step``; it names the text
            ``stealth-sound-KIND`` and a recipe of the same name. For rules its steps stay of kind ``step``.
        sounds: kinds of noises that rules let it make: the odds of a sound without a known maker count it.
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
        tags: words that rules read: ``splits`` (two halves rise if an actor kills it and it has 4 life or more),
            ``absorbs`` (picks up the items under it), ``sleepless`` (nothing puts it to sleep), ``cries`` (cries out
            when it notices the character), ``searches`` (searches where it lost its target), ``thing`` (no creature,
            but a fire), ``heals`` (a fire that heals). All others are for rules of mods.
    """

    name: Annotated[str, MessageId()]
    glyph: Annotated[str, Glyph()]
    tint: TintName = "FOE"
    hp: Annotated[tuple[Positive, Positive], Ascending()] = (1, 1)
    stats: dict[StatName, StatValue] = msgspec.field(default_factory=dict)
    ranges: dict[StatName, Annotated[tuple[StatValue, StatValue], Ascending()]] = msgspec.field(default_factory=dict)
    stamina: Interval = (3, 3)
    side: Literal["player", "hostile", "neutral", "adventurer"] = "hostile"
    natural: Dice | None = None
    ai: Annotated[tuple[AiKind, ...], msgspec.Meta(min_length=1)] = ("hostile",)
    asleep: Percent = 0
    asleep_until: Natural = 0
    wakes: Annotated[str, Words("ai", ("", *AI_KINDS))] = ""
    rounds: Percent = 0
    is_aggravated: bool = msgspec.field(default=False, name="aggravated")
    opens_doors: bool = False
    passes_doors: bool = False
    can_fly: bool = msgspec.field(default=False, name="flies")
    gait: str = ""
    light: Radius = 0
    recovery: tuple[Natural, Natural] = (0, 0)
    burns: Natural = 0
    leaves: Annotated[str, Ref("item")] = ""
    leaving: Percent = 0
    venom: Natural = 0
    speaks: Annotated[str, MessageId()] = ""
    disguise: Annotated[str, Ref("tile")] = ""
    carries: tuple[Annotated[str, Ref("item")], ...] = ()
    slots: Quantity = 0
    outfit: Annotated[tuple[Annotated[str, Ref("item")], ...], FEW] = ()
    bundle: dict[Annotated[str, Ref("item")], Positive] = msgspec.field(default_factory=dict)
    drop: Percent = 0
    tags: tuple[str, ...] = ()
    sounds: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        lowest = min(self.stats.get("cost", 1), *self.ranges.get("cost", (1, 1)))
        if lowest < 1:
            raise ValueError(f"stats.cost is {lowest}, but an action takes time: at least 1")


DEFAULT_STATS = {"foh": 6, "perception": 3, "cost": 10}
"""Base stats of a creature whose record does not set them."""


class ItemKind(Record, frozen=True, kw_only=True):
    """A kind of item.

    Attributes:
        name: message id; ``<name>-about`` describes it.
        glyph: one character that fills one cell.
        tint: its color role.
        sort: its sort to its finder, and to bots.
        family: unidentified kinds of a family have appearances (`Looks`) that are dealt in each game;
            ``""`` for a kind that is always identified.
        slot: where it is worn, or ``""``.
        light: radius in cells of the light that the character gives while it wears or wields it, besides its lamp.
        bonus: added to stats while worn; ``noise`` (of steps), ``damage`` and ``shooting`` (TO-HIT of shots) count as
            stats, while ``cost``, ``aggressivity``, ``satiety`` and ``hp_max`` stay as they are.
        damage: dice of a weapon or missile.
        reach: cells beyond the adjacent one (R-REACH).
        is_throwable: listed for throwing.
        clatter: loudness with which it lands after a throw.
        range: range of its shots in cells; 0 if it does not shoot.
        ammunition: item kind that it shoots, or ``""``.
        adds_strength: STRENGTH counts for its shots.
        breaks: chance in percent that a missile breaks on a hit that does damage.
        uses: effects on its user, or on the actor that it hits when thrown.
        known_uses: effects once it is identified.
        aim: target that using it needs, or ``""``.
        reaches: range of aiming in cells.
        is_stackable: equal items stack.
        bundle: bounds of the size of a stack that is found.
        charges: uses of a new one; -1 if one use spends it.
        is_lasting: can be used without limit.
        is_cursed: cannot be taken off.
        text: message id of its readable text.
        price: its worth, for rules of mods.
        tags: words that rules read: ``key:red`` (opens the locks ``lock:red``), ``dagger`` (for sleepers), ``shatters``
            (breaks when thrown), ``goal`` (the prize). All others are for rules of mods.
    """

    name: Annotated[str, MessageId()]
    glyph: Annotated[str, Glyph()]
    tint: TintName = "ITEM"
    sort: Annotated[str, Words("sort", SORTS, is_open=True)] = "junk"
    family: str = ""
    slot: Annotated[str, Words("slot", SLOTS)] = ""
    light: Radius = 0
    bonus: dict[StatName, StatValue] = msgspec.field(default_factory=dict)
    damage: Dice | None = None
    reach: Radius = 0
    is_throwable: bool = msgspec.field(default=False, name="throwable")
    clatter: Annotated[int, msgspec.Meta(ge=0, le=9)] = 2
    range: Radius = 0
    ammunition: Annotated[str, Ref("item")] = ""
    adds_strength: bool = False
    breaks: Percent = 0
    uses: Annotated[tuple[ItemUse, ...], RowKey("do"), FEW] = ()
    known_uses: Annotated[tuple[ItemUse, ...], RowKey("do"), FEW] = ()
    aim: Literal["", "creature", "cell", "wall", "item"] = ""
    reaches: Radius = 0
    is_stackable: bool = msgspec.field(default=False, name="stack")
    bundle: Annotated[tuple[Positive, Positive], Ascending()] = (1, 1)
    charges: Annotated[int, msgspec.Meta(ge=-1, le=10_000)] = -1
    is_lasting: bool = msgspec.field(default=False, name="lasts")
    is_cursed: bool = msgspec.field(default=False, name="cursed")
    text: Annotated[str, MessageId()] = ""
    price: Natural = 0
    tags: tuple[str, ...] = ()


class StatusEffect(Record, frozen=True, kw_only=True):
    """A timed effect, listed in `Actor.effects` under this record's full id.

    Attributes:
        name: message id.
        bonus: added to stats, ``noise`` (of steps) and ``cost`` (time points of an action, 10 a turn, added to those of
            the creature: -5 is quick and 10 slow, but only `fixed` makes any creature act every other turn: 20; none
            acts more than twice in a turn) among them; ``aggressivity``, ``satiety`` and
            ``hp_max`` stay as they are, and ``damage`` and ``shooting`` count for items only.
        fixed_stats: values that replace those stats.
        hurt: life lost each turn.
        resisting_stat: stat that is subtracted from `hurt`, or ``""``.
        is_helpless: the actor cannot act.
        is_soothing: while it does not hunt, the actor notices no creature, does not wake, and goes to look at nothing.
        staggers: chance in percent that a step goes in a random direction.
        ends: ``"dies"`` if the actor dies when it runs out, else ``""``.
        light: radius in cells of the light that an actor gives with it; the lamp of the character is one more.
        senses: range in cells within which the character senses creatures out of view: lists and map show them.
        sensed_words: the kinds and tags of creatures that it senses; empty: all.
        unsensed_words: the kinds and tags of those that it does not.
        is_companion: a creature at most two cells from the character takes the stairs with it.
        is_good: tints its name as a benefit.
    """

    name: Annotated[str, MessageId()]
    bonus: dict[StatName, StatValue] = msgspec.field(default_factory=dict)
    fixed_stats: dict[StatName, StatValue] = msgspec.field(default_factory=dict, name="fixed")
    hurt: Natural = 0
    resisting_stat: Annotated[str, Words("stat", ("", *STATS), is_open=True)] = msgspec.field(
        default="", name="resisted"
    )
    is_helpless: bool = msgspec.field(default=False, name="helpless")
    is_soothing: bool = msgspec.field(default=False, name="soothes")
    staggers: Percent = 0
    ends: Literal["", "dies"] = ""
    light: Natural = 0
    senses: Radius = 0
    sensed_words: Annotated[tuple[str, ...], FEW] = msgspec.field(default=(), name="sensed")
    unsensed_words: Annotated[tuple[str, ...], FEW] = msgspec.field(default=(), name="unsensed")
    is_companion: bool = msgspec.field(default=False, name="follows")
    is_good: bool = msgspec.field(default=False, name="good")


class Looks(Record, frozen=True, kw_only=True):
    """Appearances of the unidentified kinds of the family of its name: ``[looks.brews]`` for ``family = "brews"``.

    Attributes:
        names: message ids, at least one for each kind of the family.
    """

    names: tuple[Annotated[str, MessageId()], ...]


BASE_STATS = ("aggressivity", "satiety", "hp_max")
"""Stats that count as an actor has them, without its clothes and effects."""

WORN_IDLE = ("cost", *BASE_STATS)
"""Stats that worn items do not change."""

WORN_STATS = ("damage", "shooting")
"""Stats that only worn items change."""


def find_idle_stats(record: ItemKind | StatusEffect) -> Iterator[RecordProblem]:
    """Yields the bonuses and fixed values of a record that change nothing."""
    kind, idle = ("effect", BASE_STATS + WORN_STATS) if isinstance(record, StatusEffect) else ("item", WORN_IDLE)
    fields = {"bonus": record.bonus, "fixed": record.fixed_stats if isinstance(record, StatusEffect) else {}}
    for field, values in fields.items():
        for stat in (stat for stat in values if stat in idle):
            text = f"{field}.{stat} has no effect: an {kind} does not change {stat}"
            yield RecordProblem(text, ((kind, record.id, (field, stat)),))


def check_effect(effect: StatusEffect, records: Any) -> Iterator[RecordProblem]:
    """Yields words of an effect that are neither a creature nor a tag of one."""
    creatures = records.table(CreatureKind, "creature")
    known = {*creatures, *(tag for kind in creatures.values() for tag in kind.tags)}
    for field, words in (("sensed", effect.sensed_words), ("unsensed", effect.unsensed_words)):
        for word in (word for word in words if word not in known):
            text = f"{field}: no creature is called {word!r}, or has such a tag"
            yield RecordProblem(text, (("effect", effect.id, (field,)),))


RECORD_KINDS = (
    RecordKind("creature", CreatureKind),
    RecordKind("item", ItemKind, warn=find_idle_stats),
    RecordKind("effect", StatusEffect, check_effect, warn=find_idle_stats),
    RecordKind("looks", Looks),
)


SOUND_RECORDS = (RecordKind("sound", SoundRecipe),)


OTHER_SOUND = "core.stealth:other"
"""The recipe of noises that have none of their own."""


def find_sound_recipe(game: HasRecords, noise: str) -> SoundRecipe:
    """The recipe of a kind of noise; kinds of the base game have short names."""
    recipes = game.records.table(SoundRecipe, "sound")
    full = noise if ":" in noise else f"core.stealth:{noise}"
    return recipes.get(full) or recipes[OTHER_SOUND]


class HasRecords(Protocol):
    """A `Context`, or a `phase.Phase`."""

    @property
    def records(self) -> Any: ...


def creature_kind(game: HasRecords, kind: str) -> CreatureKind:
    """A creature record."""
    record: CreatureKind = game.records.get(CreatureKind, "creature", kind)
    return record


THING_TAG = "thing"
"""Tag of actors that are not creatures: fires."""


def is_thing(game: HasRecords, actor: Actor) -> bool:
    """Whether an actor is a fire, not a creature."""
    return THING_TAG in creature_kind(game, actor.kind).tags


def item_kind(game: HasRecords, kind: str) -> ItemKind:
    """An item record."""
    record: ItemKind = game.records.get(ItemKind, "item", kind)
    return record
