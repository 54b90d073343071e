"""What the player's character knows of objects: what kinds are, how unknown ones look, lifted curses (R-ITEM-5)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, ChangeSpec, Message, Part, Play, State
from footfall.api.grid import Item

from .records import ItemKind, Looks
from .totals import item_kind

PART = "core.stealth.lore"


class Lore(msgspec.Struct):
    """The knowledge of one game.

    Attributes:
        identified: kinds that are known wherever they turn up.
        looks: catalogue id of the look of each kind that has a family.
        lifted: ids of objects whose curse was lifted.
    """

    identified: list[str] = []
    looks: dict[str, str] = {}
    lifted: list[int] = []


class Deal(Change, frozen=True, tag="core.stealth:deal"):
    """Deals out the looks of a new game."""

    looks: dict[str, str]


class Identify(Change, frozen=True, tag="core.stealth:identify"):
    """These kinds are known from now on."""

    kinds: tuple[str, ...]


class Lift(Change, frozen=True, tag="core.stealth:lift"):
    """Lifts the curse of an object."""

    item: int


def lore_of(state: State) -> Lore:
    """The lore of a game; none yet if it has no such part (a scenario)."""
    found: Lore | None = state.parts.get(PART)
    return found if found is not None else Lore()


def _own(state: State) -> Lore:
    lore: Lore = state.parts.setdefault(PART, Lore())
    return lore


def _deal(state: State, change: Deal) -> None:
    _own(state).looks = dict(change.looks)


def _identify(state: State, change: Identify) -> None:
    identified = _own(state).identified
    identified.extend(kind for kind in change.kinds if kind not in identified)


def _lift(state: State, change: Lift) -> None:
    _own(state).lifted.append(change.item)


CHANGES = (ChangeSpec(Deal, _deal), ChangeSpec(Identify, _identify), ChangeSpec(Lift, _lift))
PARTS = (Part(PART, Lore),)


def known(play: Play, item: Item) -> bool:
    """Whether the character knows what an object is."""
    return item.known or item.kind in lore_of(play.state).identified or not item_kind(play, item.kind).family


def held_fast(play: Play, item: Item) -> bool:
    """Whether a curse keeps an object where it is worn (table C.5)."""
    return item_kind(play, item.kind).cursed and item.id not in lore_of(play.state).lifted


def name_of_item(play: Play, item: Item) -> Message:
    """What the character calls an object: its name, or how it looks."""
    kind = item_kind(play, item.kind)
    if known(play, item):
        return Message(kind.name, {"count": item.count})
    look = lore_of(play.state).looks.get(item.kind)
    if look is None:
        return Message(f"stealth-unknown-{kind.sort}", {"count": item.count})
    return Message(f"stealth-look-of-{kind.sort}", {"count": item.count, "look": Message(look)})


def dealt(play: Play) -> Deal:
    """Deals the looks of every family out to its kinds (a new game does)."""
    looks: dict[str, str] = {}
    kinds = play.records.table(ItemKind, "item").values()
    for family in play.records.table(Looks, "looks").values():
        short = family.id.rpartition(":")[2]
        names = play.shuffled(f"looks-{short}", family.names)
        own = [kind.id for kind in kinds if kind.family == short]
        looks.update(zip(own, names, strict=False))
    return Deal(looks)
