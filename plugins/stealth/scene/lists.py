"""Lists that commands choose from: carried items, items underfoot, targets, places."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_letters
from typing import Any

import msgspec

from footfall.api import Context, Message
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance, current_level, list_carried_items, list_items_at
from footfall.api.scene import DIRECTIONS, Choice, SceneThing

from ..actions import missiles
from ..actors.actor_index import player_of
from ..actors.enemies import are_enemies
from ..actors.floor import array_index
from ..actors.identification import describe_bonuses, disguise_of, is_identified, item_name
from ..actors.stats import is_thing, item_kind, reach_of
from ..model.courses import find_bell
from ..model.records import ItemUse, StatusEffect
from ..model.settings import rule_settings
from ..odds.sightings import list_sleepers, read_sightings
from ..player.handlers import visible_tile_name
from ..quest.bells import loudness_of
from ..senses.item_memory import list_remembered_items
from ..senses.known_map import creatures_in_view, find_known_cells
from ..senses.sight import player_sees
from .awareness import awareness_of
from .cells import describe_creature, describe_sleeper
from .chances import weigh_staying

DIRECTION_ARROWS = "↑↗→↘↓↙←↖"


def list_pack(ctx: Context) -> tuple[Choice, ...]:
    """The pack in the order of its letters, small ones first, with a mark on worn items."""
    player = player_of(ctx)
    world, _, _ = current_level(ctx)
    worn, letters = set(player.worn.values()), ctx.letters or dict(zip(player.pack, ascii_letters, strict=False))
    return tuple(
        Choice(
            item.id,
            item_label(ctx, item, item.id in worn),
            letters.get(item.id, ""),
            describe_item_details(ctx, item),
        )
        for item in sorted(list_carried_items(world, player), key=lambda item: letters.get(item.id, "~").swapcase())
    )


def list_usable(ctx: Context) -> tuple[Choice, ...]:
    """The pack, with a confirmation for items known to harm their user."""
    items = current_level(ctx)[0].items
    return tuple(
        msgspec.structs.replace(choice, confirmation=_harm_question(ctx, items[choice.value]))
        for choice in list_pack(ctx)
    )


def _harm_question(ctx: Context, item: Item) -> Message | None:
    """The confirmation for an identified item that harms its user; None for other items."""
    kind = item_kind(ctx, item.kind)
    if kind.aim or kind.slot or not is_identified(ctx, item):
        return None
    for use in kind.known_uses or kind.uses:
        effect = ctx.records.table(StatusEffect, "effect").get(use.effect) if use.do == "start" else None
        if effect is not None and not effect.good:
            return Message("stealth-sure-use", {"name": item_name(ctx, item), "effect": Message(effect.name)})
    return None


def item_label(ctx: Context, item: Item, worn: bool = False) -> Message:
    """An item's name in lists, with a mark if worn."""
    return Message("stealth-worn", {"name": item_name(ctx, item)}) if worn else item_name(ctx, item)


def describe_item_details(ctx: Context, item: Item) -> tuple[Message | str, ...]:
    """The known facts of an item, one per line (R-INSPECT-2, R-ITEM-3)."""
    kind = item_kind(ctx, item.kind)
    lines: list[Message | str] = []
    if kind.damage is not None and kind.damage.high + kind.damage.plus:  # a bow does the damage of its arrows
        dice = kind.damage
        facts = {"low": dice.low + dice.plus, "high": dice.high + dice.plus}
        lines.append(Message("stealth-about-damage", facts))
    if is_identified(ctx, item):
        lines += [*describe_bonuses(kind.bonus), *_describe_exchange(ctx, item)]
        lines += [describe_use(ctx, use) for use in kind.known_uses or kind.uses]
    else:
        lines.append(Message("stealth-about-unknown"))
    if kind.reach:
        lines.append(Message("stealth-about-reach", {"reach": kind.reach + 1}))
    if kind.range:
        lines.append(Message("stealth-about-range", {"range": kind.range}))
        if rule_settings(ctx).shipped:
            lines.append(Message("stealth-about-sniping"))
    if kind.throwable and rule_settings(ctx).shipped:
        lines.append(Message("stealth-about-clatter", {"loudness": kind.clatter + missiles.does_shatter(kind)}))
    elif kind.throwable:
        lines.append(Message("stealth-about-throwable"))
    bell = find_bell(ctx, item.kind)
    if bell is not None and rule_settings(ctx).shipped:
        facts = {"loudness": loudness_of(ctx, item, bell), "period": bell.period}
        lines.append(Message("stealth-about-bell", facts))
    if item.charges > 0:
        lines.append(Message("stealth-about-charges", {"charges": item.charges}))
    return tuple(lines)


def _describe_exchange(ctx: Context, item: Item) -> tuple[Message, ...]:
    """What an item would take the place of, if it is worn."""
    player, items = player_of(ctx), current_level(ctx)[0].items
    slot = item_kind(ctx, item.kind).slot
    worn = items.get(player.worn.get(slot, 0)) if slot else None
    if worn is None or worn.id == item.id:
        return ()
    told = describe_bonuses(item_kind(ctx, worn.kind).bonus)
    facts = {
        "name": item_name(ctx, worn),
        "has": "yes" if told else "no",
        "bonus": told[0].args["bonus"] if told else "",
    }
    return (Message("stealth-about-exchange", facts),)


def describe_use(ctx: Context, use: ItemUse) -> Message:
    """One use of an item in words."""
    facts: dict[str, Any] = {"low": use.low, "high": use.high, "fixed": "yes" if use.low == use.high else "no"}
    if use.effect:
        facts["effect"] = Message(ctx.records.get(StatusEffect, "effect", use.effect).name)
    if use.stat:
        facts["stat"] = Message(f"stealth-stat-{use.stat}")
    return Message(f"stealth-does-{use.do}", facts)


def list_choices(ctx: Context) -> dict[str, tuple[Choice, ...]]:
    """All lists by name."""
    world, level, _ = current_level(ctx)
    player = player_of(ctx)
    pack = list_pack(ctx)
    creatures = _list_visible_creatures(ctx)
    targets = [other for other in creatures if are_enemies(ctx, player, other) or is_thing(ctx, other)]
    reachable = [
        other
        for other in missiles.list_targets_in_reach(ctx, player, reach_of(ctx, player))
        if not disguise_of(ctx, other)
    ]
    throwable = [choice for choice in pack if item_kind(ctx, world.items[choice.value].kind).throwable]
    throwable.sort(key=lambda choice: choice.value in player.worn.values())
    return {
        "inventory": pack,
        "use": list_usable(ctx),
        "throw": tuple(throwable) or pack,
        "creatures": _describe_targets(ctx, creatures),
        "targets": _describe_targets(ctx, targets),
        "reach": _describe_targets(ctx, reachable),
        "shoot": _describe_targets(ctx, missiles.list_targets_in_range(ctx, player)),
        "places": list_places(ctx),
        "floor": tuple(
            Choice(item.id, item_name(ctx, item), "", describe_item_details(ctx, item))
            for item in list_items_at(world, level.id, player.at)
        ),
    }


def _list_visible_creatures(ctx: Context) -> list[Actor]:
    """Other undisguised actors in view: enemies first, each group by distance."""
    player = player_of(ctx)
    return sorted(
        creatures_in_view(ctx),
        key=lambda other: (not are_enemies(ctx, player, other), chebyshev_distance(player.at, other.at), other.id),
    )


def _describe_targets(ctx: Context, actors: Iterable[Actor]) -> tuple[Choice, ...]:
    return tuple(Choice(other.at, describe_creature(ctx, other)) for other in actors)


def list_things(ctx: Context) -> tuple[SceneThing, ...]:
    """Creatures in view, sleepers as last seen, then what is known of the floor, by weight; and the nearest edge."""
    _, level, ground = current_level(ctx)
    at = player_of(ctx).at
    creatures = [
        SceneThing(describe_creature(ctx, other), other.at, awareness_of(ctx, other).value, weigh_staying(ctx, other))
        for other in _list_visible_creatures(ctx)
    ]
    creatures += [SceneThing(describe_sleeper(ctx, sleeper), sleeper.at) for sleeper in list_sleepers(ctx)]
    names, litter = _name_places(ctx), _list_litter_cells(ctx)
    places = [SceneThing(names[cell], cell) for cell in _sort_places(ctx, names, litter)]
    last = sum(cell not in litter for cell in names)
    edges = sorted(find_known_cells(ctx, "edge"), key=lambda cell: chebyshev_distance(cell, at))
    doors = [
        SceneThing(Message(ground.tile_kinds[level.memory[array_index(level, cell)] - 1].name), cell)
        for cell in (*find_known_cells(ctx, "door"), *edges[:1])
    ]
    return (*creatures, *places[:last], *doors, *places[last:])


def _list_litter_cells(ctx: Context) -> set[Cell]:
    """The cells on which nothing but litter is known to lie: bones, rocks."""
    world, level, _ = current_level(ctx)
    seen = [i for i in world.items.values() if i.level == level.id and i.at and not i.inside and player_sees(ctx, i.at)]
    items = [*seen, *list_remembered_items(ctx)]
    wanted = {item.at for item in items if item_kind(ctx, item.kind).sort != "junk"}
    places = {cell for tag in ("stairs", "container") for cell in find_known_cells(ctx, tag)}
    return {item.at for item in items if item.at is not None} - wanted - places


def list_places(ctx: Context) -> tuple[Choice, ...]:
    """Travel targets: known stairs, then containers and items in view or remembered, then litter; nearest first."""
    names = _name_places(ctx)
    return tuple(Choice(cell, names[cell]) for cell in _sort_places(ctx, names, _list_litter_cells(ctx)))


def _sort_places(ctx: Context, cells: Iterable[Cell], litter: set[Cell]) -> list[Cell]:
    stairs, at = set(find_known_cells(ctx, "stairs")), player_of(ctx).at
    return sorted(cells, key=lambda cell: (cell not in stairs, cell in litter, chebyshev_distance(cell, at), cell))


def _name_places(ctx: Context) -> dict[Cell, Message]:
    world, level, ground = current_level(ctx)
    player = player_of(ctx)
    names: dict[Cell, Message] = {}
    for tag in ("stairs", "container"):
        for cell in find_known_cells(ctx, tag):
            y, x = array_index(level, cell)
            names[cell] = Message(ground.tile_kinds[level.memory[y, x] - 1].name)
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside and player_sees(ctx, item.at):
            names[item.at] = item_name(ctx, item)
    for item in list_remembered_items(ctx):
        if item.at is not None:
            names.setdefault(item.at, Message("stealth-remembered", {"name": item_name(ctx, item)}))
    names.pop(player.at, None)
    return names


def describe_answer(ctx: Context, kind: str, option: Any) -> Choice:
    """An option of an open question, as a choice."""
    if kind == "confirm":
        return Choice(option, Message("stealth-yes" if option else "stealth-no"), "y" if option else "n")
    world, level, ground = current_level(ctx)
    if type(option) is int and option in world.items:
        item = world.items[option]
        letter = ctx.letters.get(option, "") if item.holder else _loot_letter(ctx, option)
        return Choice(option, item_name(ctx, item), letter, describe_item_details(ctx, item))
    if isinstance(option, (tuple, list)):
        cell = (option[0], option[1])
        target = world.actors.get(ground.actor_by_cell.get(cell, 0))
        disguise = None if target is None else disguise_of(ctx, target)
        if target is not None and disguise is None:
            return Choice(cell, describe_creature(ctx, target))
        kind_there = disguise or ground.tile_kinds[level.tiles[array_index(level, cell)]]
        facts = {"name": Message(visible_tile_name(ctx, kind_there)), "where": _describe_position(ctx, cell)}
        return Choice(cell, Message("stealth-place", facts))
    return Choice(option, Message("stealth-done"), "ESC")


def _loot_letter(ctx: Context, id: int) -> str:
    """The letter of an item in a container, which it keeps while others are taken; empty elsewhere."""
    seen = read_sightings(ctx)
    return dict(zip(seen.loot, ascii_letters, strict=False)).get(id, "") if seen is not None else ""


def arrow_to(origin: Cell, cell: Cell) -> str:
    """The arrow that points most nearly from one cell to another; a dot for the same cell."""
    dy, dx = cell[0] - origin[0], cell[1] - origin[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return DIRECTION_ARROWS[DIRECTIONS.index(step)] if step != (0, 0) else "·"


def _describe_position(ctx: Context, cell: Cell) -> str:
    """Direction and distance of a cell."""
    origin = player_of(ctx).at
    arrow = arrow_to(origin, cell)
    return arrow if cell == origin else f"{arrow} {chebyshev_distance(cell, origin)}"
