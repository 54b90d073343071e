"""Disguised creatures, and the character's knowledge of items: identified kinds, appearances, curses (R-ITEM-5)."""

from collections.abc import Mapping

import msgspec

from footfall.api import Change, Context, Count, Event, Message, Part, State
from footfall.api.grid import Actor, Item, Tile

from ..model.phase import Phase
from ..model.records import ItemKind, Looks, creature_kind, item_kind
from ..model.state import Mood

IDENTIFICATION_PART = "core.stealth.lore"


class Identification(msgspec.Struct):
    """The knowledge that the character of one game has.

    Attributes:
        identified_kinds: identified item kinds.
        looks: message id of the appearance of each kind that belongs to a family.
        uncursed_items: ids of items whose curse was lifted.
    """

    identified_kinds: list[str] = msgspec.field(default_factory=list, name="identified")
    looks: dict[str, str] = {}
    uncursed_items: list[Count] = msgspec.field(default_factory=list, name="lifted")


PARTS = (Part(IDENTIFICATION_PART, Identification),)


def identification_of(state: State) -> Identification:
    """The character's knowledge; empty if the state has no such part (a scenario)."""
    part: Identification | None = state.parts.get(IDENTIFICATION_PART)
    return part if part is not None else Identification()


def _writable_identification(state: State) -> Identification:
    part: Identification = state.parts.setdefault(IDENTIFICATION_PART, Identification())
    return part


class DealLooks(Change, frozen=True, tag="core.stealth:deal"):
    """Sets the appearances of a new game."""

    looks: dict[str, str]

    def apply(self, state: State) -> None:
        _writable_identification(state).looks = dict(self.looks)


class KindsIdentified(Event, frozen=True, tag="core.stealth:kinds-identified"):
    """Kinds of items became identified."""

    kinds: tuple[str, ...]


class Identify(Change, frozen=True, tag="core.stealth:identify"):
    """Adds kinds to those that are identified."""

    kinds: tuple[str, ...]

    def apply(self, state: State) -> Event | None:
        identified = _writable_identification(state).identified_kinds
        new = tuple(kind for kind in self.kinds if kind not in identified)
        identified.extend(new)
        return KindsIdentified(new) if new else None


class LiftCurse(Change, frozen=True, tag="core.stealth:lift"):
    """Lifts the curse of an item."""

    item: int

    def apply(self, state: State) -> None:
        _writable_identification(state).uncursed_items.append(self.item)


def is_identified(phase: Phase, item: Item) -> bool:
    """Whether the character knows what an item is."""
    return (
        item.is_known
        or item.kind in identification_of(phase.ctx.state).identified_kinds
        or not item_kind(phase, item.kind).family
    )


def is_held_by_curse(phase: Phase, item: Item) -> bool:
    """Whether a curse prevents an item from being taken off."""
    return item_kind(phase, item.kind).is_cursed and item.id not in identification_of(phase.ctx.state).uncursed_items


def item_name(phase: Phase, item: Item) -> Message:
    """The character's name for an item: its real name once identified, else its appearance."""
    kind = item_kind(phase, item.kind)
    if is_identified(phase, item):
        return Message(kind.name, {"count": item.count})
    look = identification_of(phase.ctx.state).looks.get(item.kind)
    if look is None:
        return Message(f"stealth-unknown-{kind.sort}", {"count": item.count})
    return Message(f"stealth-look-of-{kind.sort}", {"count": item.count, "look": Message(look)})


def describe_bonuses(bonus: Mapping[str, int]) -> tuple[Message, ...]:
    """The gains and costs of wearing an item, in one line; none if it changes no stat."""
    told: Message | None = None
    for stat, value in bonus.items():
        one = Message("stealth-bonus", {"stat": Message(f"stealth-stat-{stat}"), "value": f"{value:+d}"})
        told = one if told is None else Message("stealth-bonus-and", {"first": told, "next": one})
    return () if told is None else (Message("stealth-about-bonus", {"bonus": told}),)


def describe_gear(phase: Phase, item: Item) -> tuple[Message, ...]:
    """The gains and costs of wearing an item, if the character knows it and can wear it."""
    kind = item_kind(phase, item.kind)
    return describe_bonuses(kind.bonus) if kind.slot and is_identified(phase, item) else ()


def item_look(phase: Phase, item: Item) -> str:
    """The look of an item to the character: its kind once identified, else the id of its appearance."""
    if is_identified(phase, item):
        return item.kind
    kind = item_kind(phase, item.kind)
    return identification_of(phase.ctx.state).looks.get(item.kind, f"stealth-unknown-{kind.sort}")


def deal_looks(ctx: Context) -> DealLooks:
    """Deals each family's appearances to its kinds, at the start of a game."""
    looks: dict[str, str] = {}
    kinds = ctx.records.table(ItemKind, "item").values()
    for family in ctx.records.table(Looks, "looks").values():
        short = family.id.rpartition(":")[2]
        names = ctx.shuffle(f"looks-{short}", family.names)
        own = [kind.id for kind in kinds if kind.family == short]
        looks.update(zip(own, names, strict=False))
    return DealLooks(looks)


def disguise_of(phase: Phase, actor: Actor) -> Tile | None:
    """The tile that an actor looks like now, or None."""
    mind = phase.stealth.minds.get(actor.id)
    if mind is None or mind.mood is not Mood.ASLEEP:
        return None
    disguise = creature_kind(phase, actor.kind).disguise
    return phase.records.get(Tile, "tile", disguise) if disguise else None
