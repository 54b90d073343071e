"""Readings of items: those of a pack, those that are worn, single ones, and kinds of items, creatures and tiles."""

from typing import Annotated

from footfall.api import ActorId, Context, Count, Ref, Words, reading
from footfall.api.grid import Cell, Item, Tile, list_carried_items

from ..actors import stats
from ..actors.identification import is_held_by_curse, is_identified
from ..items.using import RING_SLOTS
from ..model.phase import get_phase
from ..model.records import SLOTS, SORTS, CreatureKind, ItemKind, StatName, item_kind
from ..model.state import ItemId
from .knowledge import CreatureTag, ItemTag, TileTag, find_actor, find_item

WORN_SLOTS = (*(slot for slot in SLOTS if slot and slot != "ring"), *RING_SLOTS)
"""The places of worn items."""

Slot = Annotated[str, Words("worn slot", WORN_SLOTS)]
Sort = Annotated[str, Words("sort", SORTS, is_open=True)]


def list_items(ctx: Context, actor: ActorId) -> list[Item]:
    """Returns the items of an actor that rules may know: on the screen, those that the player's character knows."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None:
        return []
    carried = list_carried_items(phase.world, subject)
    if not ctx.is_foreseeing:
        return carried
    return [item for item in carried if actor == phase.world.player and is_identified(phase, item)]


# The pack


@reading(unit="stacks", cost="O(pack)")
def pack_size(ctx: Context, actor: ActorId) -> Count:
    """The items in an actor's pack, worn ones included and stacks counted once."""
    subject = find_actor(ctx, actor)
    return 0 if subject is None or (ctx.is_foreseeing and not list_items(ctx, actor)) else len(subject.pack)


@reading(unit="stacks", cost="O(worn + effects)")
def pack_room(ctx: Context, actor: ActorId) -> Count:
    """How many more items an actor can carry."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    return 0 if subject is None else max(0, stats.effective_stat(phase, subject, "capacity") - len(subject.pack))


@reading(cost="O(pack)")
def carries(ctx: Context, actor: ActorId, kind: Annotated[str, Ref("item")]) -> bool:
    """Whether an actor carries an item of a kind."""
    return any(item.kind == kind for item in list_items(ctx, actor))


@reading(unit="items", cost="O(pack)")
def amount(ctx: Context, actor: ActorId, kind: Annotated[str, Ref("item")]) -> Count:
    """How many items of a kind an actor carries, each of a stack counted."""
    return sum(item.count for item in list_items(ctx, actor) if item.kind == kind)


@reading(cost="O(pack)")
def carries_tag(ctx: Context, actor: ActorId, tag: ItemTag) -> bool:
    """Whether an actor carries an item whose kind has a tag (``"key:red"``, ``"goal"``)."""
    return any(tag in item_kind(ctx, item.kind).tags for item in list_items(ctx, actor))


@reading(unit="items", cost="O(pack)")
def amount_of_sort(ctx: Context, actor: ActorId, sort: Sort) -> Count:
    """How many items of a sort an actor carries (``"food"``, ``"potion"``), each of a stack counted."""
    return sum(item.count for item in list_items(ctx, actor) if item_kind(ctx, item.kind).sort == sort)


@reading(unit="item id", cost="O(pack)", rule_name="item")
def item_of(ctx: Context, actor: ActorId, kind: Annotated[str, Ref("item")]) -> ItemId:
    """The first item of a kind that an actor carries; 0 for none."""
    return next((item.id for item in list_items(ctx, actor) if item.kind == kind), 0)


@reading(unit="item id", cost="O(pack)")
def last_item(ctx: Context, actor: ActorId) -> ItemId:
    """The item that an actor has picked up last and still carries; 0 for none."""
    found = list_items(ctx, actor)
    return found[-1].id if found else 0


# Worn


@reading(unit="item id", cost="O(1)", steps=20, rule_name="worn")
def item_worn(ctx: Context, actor: ActorId, slot: Slot) -> ItemId:
    """The item that an actor wears or wields in a slot; 0 for none."""
    subject = find_actor(ctx, actor)
    found = 0 if subject is None else subject.worn.get(slot, 0)
    return found if any(item.id == found for item in list_items(ctx, actor)) else 0


@reading(cost="O(worn)")
def wears(ctx: Context, actor: ActorId, kind: Annotated[str, Ref("item")]) -> bool:
    """Whether an actor wears or wields an item of a kind."""
    subject = find_actor(ctx, actor)
    on = () if subject is None else subject.worn.values()
    return any(item.kind == kind and item.id in on for item in list_items(ctx, actor))


@reading(cost="O(worn)")
def wears_tag(ctx: Context, actor: ActorId, tag: ItemTag) -> bool:
    """Whether an actor wears or wields an item whose kind has a tag (``"dagger"``)."""
    subject = find_actor(ctx, actor)
    on = () if subject is None else subject.worn.values()
    return any(item.id in on and tag in item_kind(ctx, item.kind).tags for item in list_items(ctx, actor))


@reading(unit="items", cost="O(worn)")
def things_worn(ctx: Context, actor: ActorId) -> Count:
    """How many items an actor wears or wields."""
    subject = find_actor(ctx, actor)
    on = () if subject is None else subject.worn.values()
    return sum(item.id in on for item in list_items(ctx, actor))


# One item


@reading(cost="O(1)", rule_name="kind")
def kind_of_item(ctx: Context, item: ItemId) -> Annotated[str, Ref("item")]:
    """The record id of an item; empty for an unknown id, and on the screen for one that is not identified."""
    phase, subject = get_phase(ctx), find_item(ctx, item)
    is_hidden = subject is not None and ctx.is_foreseeing and not is_identified(phase, subject)
    return "" if subject is None or is_hidden else subject.kind


def _find_kind(ctx: Context, item: ItemId) -> ItemKind | None:
    """The record of an item that rules may know."""
    kind = kind_of_item(ctx, item)
    return item_kind(ctx, kind) if kind else None


@reading(cost="O(1)", rule_name="is_identified")
def is_item_identified(ctx: Context, item: ItemId) -> bool:
    """Whether the player's character knows what an item is."""
    phase, subject = get_phase(ctx), find_item(ctx, item)
    return subject is not None and is_identified(phase, subject)


@reading(cost="O(1)", rule_name="has_tag")
def item_has_tag(ctx: Context, item: ItemId, tag: ItemTag) -> bool:
    """Whether an item's kind has a tag."""
    kind = _find_kind(ctx, item)
    return kind is not None and tag in kind.tags


@reading(cost="O(1)")
def sort(ctx: Context, item: ItemId) -> Sort:
    """An item's sort (``"weapon"``, ``"potion"``)."""
    kind = _find_kind(ctx, item)
    return "" if kind is None else kind.sort


@reading(unit="points", cost="O(1)")
def price(ctx: Context, item: ItemId) -> Count:
    """The worth of one such item, that its record sets: 0 in the base game."""
    kind = _find_kind(ctx, item)
    return 0 if kind is None else kind.price


@reading(unit="items", cost="O(1)")
def count(ctx: Context, item: ItemId) -> Count:
    """The size of a stack; 1 for a single item."""
    subject = find_item(ctx, item)
    return 0 if subject is None else subject.count


@reading(unit="uses", cost="O(1)")
def charges(ctx: Context, item: ItemId) -> int:
    """Uses left of an item; -1 if they are not counted."""
    subject = find_item(ctx, item)
    return 0 if subject is None else subject.charges


@reading(unit="actor id", cost="O(1)", is_shown=False)
def holder(ctx: Context, item: ItemId) -> ActorId:
    """The actor that carries an item; 0 for none."""
    subject = find_item(ctx, item)
    return 0 if subject is None or ctx.is_foreseeing else subject.holder


@reading(cost="O(1)", rule_name="id")
def id_of_item(ctx: Context, item: ItemId) -> int:
    """The number of an item, to remember."""
    return item


@reading(unit="cell (y, x)", cost="O(1)", rule_name="cell", is_shown=False)
def cell_of_item(ctx: Context, item: ItemId) -> Cell | None:
    """Where an item lies; none if it is carried, or on another level."""
    subject = find_item(ctx, item)
    is_here = subject is not None and subject.level == get_phase(ctx).world.current and not ctx.is_foreseeing
    return subject.at if subject is not None and is_here else None


@reading(cost="O(worn)", steps=20, is_shown=False)
def is_worn(ctx: Context, item: ItemId) -> bool:
    """Whether an item is worn or wielded."""
    subject = find_item(ctx, item)
    wearer = None if subject is None else find_actor(ctx, subject.holder)
    return wearer is not None and item in wearer.worn.values() and not ctx.is_foreseeing


@reading(cost="O(1)")
def is_cursed(ctx: Context, item: ItemId) -> bool:
    """Whether a curse keeps an item from being taken off."""
    phase, subject = get_phase(ctx), find_item(ctx, item)
    return subject is not None and bool(kind_of_item(ctx, item)) and is_held_by_curse(phase, subject)


@reading(unit="points", cost="O(1)")
def bonus(ctx: Context, item: ItemId, stat: StatName) -> int:
    """The bonus that wearing an item adds to a stat."""
    kind = _find_kind(ctx, item)
    return 0 if kind is None else kind.bonus.get(stat, 0)


# Kinds


@reading(cost="O(1)")
def item_kind_has_tag(ctx: Context, kind: Annotated[str, Ref("item")], tag: ItemTag) -> bool:
    """Whether a kind of item, such as the `weapon` of an attack, has a tag."""
    record = ctx.records.table(ItemKind, "item").get(kind)
    return record is not None and tag in record.tags


@reading(cost="O(1)")
def item_kind_sort(ctx: Context, kind: Annotated[str, Ref("item")]) -> Sort:
    """The sort of a kind of item (``"weapon"``, ``"food"``)."""
    record = ctx.records.table(ItemKind, "item").get(kind)
    return "" if record is None else record.sort


@reading(cost="O(1)")
def creature_kind_has_tag(ctx: Context, kind: Annotated[str, Ref("creature")], tag: CreatureTag) -> bool:
    """Whether a kind of creature has a tag."""
    record = ctx.records.table(CreatureKind, "creature").get(kind)
    return record is not None and tag in record.tags


@reading(cost="O(1)")
def tile_kind_has_tag(ctx: Context, kind: Annotated[str, Ref("tile")], tag: TileTag) -> bool:
    """Whether a kind of tile, such as the `tile` of a door that was opened, has a tag."""
    record = ctx.records.table(Tile, "tile").get(kind)
    return record is not None and tag in record.tags
