"""Lists that commands choose from: what is carried, what lies here, whom one can strike."""

from __future__ import annotations

from typing import Any

from footfall.api import Message, Play
from footfall.api.grid import Item, chebyshev, here, items_at, pack_of
from footfall.api.scene import Choice

from .. import missiles
from ..melee import hostile
from ..player import player_of
from ..sight import name_of, sees
from ..totals import item_kind, reach_of
from .cells import counted, described

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def carried(play: Play) -> tuple[Choice, ...]:
    """The pack, a letter each; worn objects say so."""
    player = player_of(play)
    world, _, _ = here(play)
    worn = set(player.worn.values())
    return tuple(
        Choice(item.id, label(play, item, item.id in worn), letter, about(play, item))
        for letter, item in zip(LETTERS, pack_of(world, player), strict=False)
    )


def label(play: Play, item: Item, worn: bool = False) -> Message:
    """An object as it is called in lists."""
    return Message("stealth-worn", {"name": counted(play, item)}) if worn else counted(play, item)


def about(play: Play, item: Item) -> tuple[Message | str, ...]:
    """What is known of an object, line by line (R-INSPECT-2, R-ITEM-3)."""
    kind = item_kind(play, item.kind)
    lines: list[Message | str] = []
    if kind.damage is not None:
        dice = kind.damage
        facts = {"low": dice.low + dice.plus, "high": dice.high + dice.plus}
        lines.append(Message("stealth-about-damage", facts))
    for stat in kind.bonus:
        value = kind.bonus[stat]
        shown = f"+{value}" if value >= 0 else str(value)
        lines.append(
            Message("stealth-about-bonus", {"stat": Message(f"stealth-stat-{stat}"), "value": shown})
        )
    if kind.reach:
        lines.append(Message("stealth-about-reach", {"reach": kind.reach + 1}))
    if kind.throwable:
        lines.append(Message("stealth-about-throwable"))
    return tuple(lines)


def choices(play: Play) -> dict[str, tuple[Choice, ...]]:
    """All lists by name."""
    world, level, ground = here(play)
    player = player_of(play)
    pack = carried(play)
    seen = [
        world.actors[id]
        for id in ground.occupied.values()
        if id != player.id and sees(play, world.actors[id].at)
    ]
    seen.sort(key=lambda other: (not hostile(play, player, other), chebyshev(player.at, other.at), other.id))
    near = missiles.within_reach(play, player, reach_of(play, player))
    throwable = [
        choice for choice in pack if item_kind(play, world.items[choice.value].kind).throwable
    ] or list(pack)
    return {
        "inventory": pack,
        "throw": tuple(throwable),
        "creatures": tuple(Choice(other.at, described(play, other)) for other in seen),
        "reach": tuple(Choice(other.at, described(play, other)) for other in near),
        "shoot": tuple(Choice(o.at, described(play, o)) for o in seen if hostile(play, player, o)),
        "floor": tuple(
            Choice(item.id, counted(play, item), "", about(play, item))
            for item in items_at(world, level.id, player.at)
        ),
    }


def answer(play: Play, kind: str, option: Any) -> Choice:
    """An option of an open question in words."""
    if kind == "confirm":
        return Choice(option, Message("stealth-yes" if option else "stealth-no"), "y" if option else "n")
    world, _, _ = here(play)
    if type(option) is int and option in world.items:
        item = world.items[option]
        return Choice(option, counted(play, item), "", about(play, item))
    if type(option) is int and option in world.actors:
        return Choice(option, name_of(play, world.actors[option]))
    return Choice(option, Message("stealth-done"))
