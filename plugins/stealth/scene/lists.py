"""Lists that commands choose from: what is carried, what lies here, whom one can strike."""

from __future__ import annotations

from typing import Any

import msgspec

from footfall.api import Message, Play
from footfall.api.grid import Cell, Item, chebyshev, here, items_at, pack_of
from footfall.api.scene import DIRECTIONS, Choice

from .. import missiles
from ..courses.known import cells_with
from ..disguise import disguised
from ..lore import known
from ..melee import hostile
from ..player import player_of, shown_name
from ..records import Effect, Use
from ..roster import present
from ..sight import index, sees
from ..totals import item_kind, reach_of
from .cells import counted, described

ARROWS = "↑↗→↘↓↙←↖"
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


def usable(play: Play) -> tuple[Choice, ...]:
    """The pack as a list to use something from: what is known to harm its user is asked back about."""
    items = here(play)[0].items
    return tuple(
        msgspec.structs.replace(choice, sure=_harm(play, items[choice.value])) for choice in carried(play)
    )


def _harm(play: Play, item: Item) -> Message | None:
    """The question before using an object that is known to harm whoever uses it."""
    kind = item_kind(play, item.kind)
    if kind.aim or kind.slot or not known(play, item):
        return None
    for use in kind.known_uses or kind.uses:
        effect = play.records.table(Effect, "effect").get(use.effect) if use.do == "start" else None
        if effect is not None and not effect.good:
            return Message("stealth-sure-use", {"name": counted(play, item), "effect": Message(effect.name)})
    return None


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
    if known(play, item):
        for stat, value in kind.bonus.items():
            shown = {"stat": Message(f"stealth-stat-{stat}"), "value": f"{value:+d}"}
            lines.append(Message("stealth-about-bonus", shown))
        lines += [does(play, use) for use in kind.known_uses or kind.uses]
    else:
        lines.append(Message("stealth-about-unknown"))
    if kind.reach:
        lines.append(Message("stealth-about-reach", {"reach": kind.reach + 1}))
    if kind.range:
        lines.append(Message("stealth-about-range", {"range": kind.range}))
    if kind.throwable:
        lines.append(Message("stealth-about-throwable"))
    if item.charges > 0:
        lines.append(Message("stealth-about-charges", {"charges": item.charges}))
    return tuple(lines)


def does(play: Play, use: Use) -> Message:
    """One thing that an object does, in words."""
    facts: dict[str, Any] = {"low": use.low, "high": use.high}
    if use.effect:
        facts["effect"] = Message(play.records.get(Effect, "effect", use.effect).name)
    if use.stat:
        facts["stat"] = Message(f"stealth-stat-{use.stat}")
    return Message(f"stealth-does-{use.do}", facts)


def choices(play: Play) -> dict[str, tuple[Choice, ...]]:
    """All lists by name."""
    world, level, ground = here(play)
    player = player_of(play)
    pack = carried(play)
    seen = [
        other
        for other in present(play, world, ground)
        if other is not player and sees(play, other.at) and not disguised(play, other)
    ]
    seen.sort(key=lambda other: (not hostile(play, player, other), chebyshev(player.at, other.at), other.id))
    near = [o for o in missiles.within_reach(play, player, reach_of(play, player)) if not disguised(play, o)]
    throwable = [
        choice for choice in pack if item_kind(play, world.items[choice.value].kind).throwable
    ] or list(pack)
    return {
        "inventory": pack,
        "use": usable(play),
        "throw": tuple(throwable),
        "creatures": tuple(Choice(other.at, described(play, other)) for other in seen),
        "reach": tuple(Choice(other.at, described(play, other)) for other in near),
        "shoot": tuple(Choice(o.at, described(play, o)) for o in seen if hostile(play, player, o)),
        "places": places(play),
        "floor": tuple(
            Choice(item.id, counted(play, item), "", about(play, item))
            for item in items_at(world, level.id, player.at)
        ),
    }


def places(play: Play) -> tuple[Choice, ...]:
    """Where one may want to go: stairs and containers the character has seen, objects in view; nearest first."""
    world, level, ground = here(play)
    player = player_of(play)
    found: dict[Cell, Message] = {}
    for tag in ("stairs", "container"):
        for cell in cells_with(play, tag):
            y, x = index(level, cell)
            found[cell] = Message(ground.kinds[level.memory[y, x] - 1].name)
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside and sees(play, item.at):
            found[item.at] = counted(play, item)
    found.pop(player.at, None)
    ordered = sorted(found, key=lambda cell: (chebyshev(cell, player.at), cell))
    return tuple(Choice(cell, found[cell]) for cell in ordered)


def answer(play: Play, kind: str, option: Any) -> Choice:
    """An option of an open question in words."""
    if kind == "confirm":
        return Choice(option, Message("stealth-yes" if option else "stealth-no"), "y" if option else "n")
    world, level, ground = here(play)
    if type(option) is int and option in world.items:
        item = world.items[option]
        return Choice(option, counted(play, item), "", about(play, item))
    if isinstance(option, (tuple, list)):
        cell = (option[0], option[1])
        target = world.actors.get(ground.occupied.get(cell, 0))
        if target is not None:
            return Choice(cell, described(play, target))
        kind_there = ground.kinds[level.tiles[index(level, cell)]]
        facts = {"name": Message(shown_name(play, kind_there)), "where": _where(play, cell)}
        return Choice(cell, Message("stealth-place", facts))
    return Choice(option, Message("stealth-done"), "ESC")


def _where(play: Play, cell: Cell) -> str:
    """Direction and distance of a cell."""
    player = player_of(play)
    dy, dx = cell[0] - player.at[0], cell[1] - player.at[1]
    step = ((dy > 0) - (dy < 0), (dx > 0) - (dx < 0))
    return f"{ARROWS[DIRECTIONS.index(step)]} {chebyshev(cell, player.at)}" if step != (0, 0) else "·"
