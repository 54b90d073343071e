"""What the player's character knows of objects: what kinds are, how unknown ones look, lifted curses (R-ITEM-5)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Context, Message, Part, State
from footfall.api.grid import Item

from .records import ItemKind, Looks
from .stats import item_kind

IDENTIFICATION_PART = "core.stealth.lore"


class Identification(msgspec.Struct):
    """The knowledge of one game.

    Attributes:
        identified: kinds that are known wherever they turn up.
        looks: catalogue id of the look of each kind that has a family.
        lifted: ids of objects whose curse was lifted.
    """

    identified: list[str] = []
    looks: dict[str, str] = {}
    lifted: list[int] = []


class DealLooks(Change, frozen=True, tag="core.stealth:deal"):
    """Deals out the looks of a new game."""

    looks: dict[str, str]


class Identify(Change, frozen=True, tag="core.stealth:identify"):
    """These kinds are known from now on."""

    kinds: tuple[str, ...]


class LiftCurse(Change, frozen=True, tag="core.stealth:lift"):
    """Lifts the curse of an object."""

    item: int


def identification_of(state: State) -> Identification:
    """The lore of a game; none yet if it has no such part (a scenario)."""
    found: Identification | None = state.parts.get(IDENTIFICATION_PART)
    return found if found is not None else Identification()


def _writable_identification(state: State) -> Identification:
    lore: Identification = state.parts.setdefault(IDENTIFICATION_PART, Identification())
    return lore


def _deal_looks(state: State, change: DealLooks) -> None:
    _writable_identification(state).looks = dict(change.looks)


def _identify(state: State, change: Identify) -> None:
    identified = _writable_identification(state).identified
    identified.extend(kind for kind in change.kinds if kind not in identified)


def _lift_curse(state: State, change: LiftCurse) -> None:
    _writable_identification(state).lifted.append(change.item)


CHANGES = (
    ChangeSpec(DealLooks, _deal_looks),
    ChangeSpec(Identify, _identify),
    ChangeSpec(LiftCurse, _lift_curse),
)
PARTS = (Part(IDENTIFICATION_PART, Identification),)


def is_identified(ctx: Context, item: Item) -> bool:
    """Whether the character knows what an object is."""
    return (
        item.known
        or item.kind in identification_of(ctx.state).identified
        or not item_kind(ctx, item.kind).family
    )


def is_held_by_curse(ctx: Context, item: Item) -> bool:
    """Whether a curse keeps an object where it is worn (table C.5)."""
    return item_kind(ctx, item.kind).cursed and item.id not in identification_of(ctx.state).lifted


def item_name(ctx: Context, item: Item) -> Message:
    """What the character calls an object: its name, or how it looks."""
    kind = item_kind(ctx, item.kind)
    if is_identified(ctx, item):
        return Message(kind.name, {"count": item.count})
    look = identification_of(ctx.state).looks.get(item.kind)
    if look is None:
        return Message(f"stealth-unknown-{kind.sort}", {"count": item.count})
    return Message(f"stealth-look-of-{kind.sort}", {"count": item.count, "look": Message(look)})


def deal_looks(ctx: Context) -> DealLooks:
    """Deals the looks of every family out to its kinds (a new game does)."""
    looks: dict[str, str] = {}
    kinds = ctx.records.table(ItemKind, "item").values()
    for family in ctx.records.table(Looks, "looks").values():
        short = family.id.rpartition(":")[2]
        names = ctx.shuffle(f"looks-{short}", family.names)
        own = [kind.id for kind in kinds if kind.family == short]
        looks.update(zip(own, names, strict=False))
    return DealLooks(looks)
