"""What objects do when they are used: small functions by the name that records use (`Use.do`, table C.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from footfall.api import Change, Message, Play, Proposal, Tell
from footfall.api.grid import (
    Actor,
    Batter,
    Cell,
    Ground,
    Heal,
    Hurt,
    Item,
    Level,
    Move,
    SetEffect,
    SetStat,
    SetTile,
    Tile,
    chebyshev,
    fixture_at,
    here,
    inside,
    kernels,
    pack_of,
    tile_id,
    world_of,
)

from ..fight import provoked
from ..generate import making
from ..lore import Identify, Lift, known
from ..records import Effect, Use
from ..sight import index, name_of, sees
from ..sounds import ATTACK, COLLAPSE, emit
from ..state import SetFighter, stealth_of
from ..totals import creature, item_kind, stamina_max, total
from .aiming import WOODEN
from .poison import COATED, poisoned

Changes: TypeAlias = "list[Change | Proposal]"

STRAYS = 35
"""Chance in a hundred that a fireball lands one cell off."""

RADIUS = 2
"""Cells around its middle that a fireball reaches."""

BURNS = 3
"""Turns for which somebody burns."""


@dataclass(frozen=True)
class Aim:
    """Whom or what a use is about.

    Attributes:
        user: who uses the object.
        target: whom it happens to.
        cell: where it happens.
        item: the other object it is about.
        thrown: it was thrown and shattered: half as long (R-RANGED-4).
    """

    user: Actor
    target: Actor | None
    cell: Cell
    item: Item | None = None
    thrown: bool = False


def _drawn(play: Play, purpose: str, use: Use) -> int:
    return use.low if use.low == use.high else play.roll(purpose, use.low, use.high)


def _told(play: Play, aim: Aim, id: str, kind: str = "good", **args: object) -> list[Change]:
    """A line to the player if it is about the player's character; ``id`` has a ``-other`` form for others."""
    target = aim.target
    if target is None:
        return []
    if target.id == world_of(play.state).player:
        return [Tell(Message(id, dict(args)), kind)]
    if sees(play, target.at):
        return [Tell(Message(f"{id}-other", {"target": name_of(play, target), **args}), kind)]
    return []


def heal(play: Play, use: Use, aim: Aim) -> Changes:
    """Gives life back."""
    if aim.target is None:
        return []
    return [Heal(aim.target.id, _drawn(play, "heal", use)), *_told(play, aim, "stealth-healed")]


def end(play: Play, use: Use, aim: Aim) -> Changes:
    """Ends a timed effect."""
    if aim.target is None or use.effect not in aim.target.effects:
        return []
    name = Message(play.records.get(Effect, "effect", use.effect).name)
    return [SetEffect(aim.target.id, use.effect, 0), *_told(play, aim, "stealth-effect-gone", effect=name)]


def start(play: Play, use: Use, aim: Aim) -> Changes:
    """Starts a timed effect, or lengthens it."""
    if aim.target is None:
        return []
    turns = _drawn(play, "turns", use)
    if aim.thrown:
        turns = (turns + 1) // 2
    turns = max(turns, aim.target.effects.get(use.effect, 0))
    effect = play.records.get(Effect, "effect", use.effect)
    told = _told(
        play, aim, "stealth-effect-begins", "good" if effect.good else "bad", effect=Message(effect.name)
    )
    changes: Changes = [SetEffect(aim.target.id, use.effect, turns), *told]
    if not effect.good and aim.target.id != aim.user.id:
        changes += provoked(play, aim.user, aim.target)
    return changes


def gain(play: Play, use: Use, aim: Aim) -> Changes:
    """Raises a base stat for good."""
    target = aim.target
    if target is None:
        return []
    base = target.hp_max if use.stat == "hp_max" else target.stats.get(use.stat, 0)
    stat = Message(f"stealth-stat-{use.stat}")
    change = SetStat(target.id, use.stat, base + _drawn(play, "gain", use))
    return [change, *_told(play, aim, "stealth-gained", stat=stat)]


def refresh(play: Play, use: Use, aim: Aim) -> Changes:
    """Fills stamina up."""
    target = aim.target
    if target is None or target.id not in stealth_of(play.state).fighters:
        return []
    return [SetFighter(target.id, stamina=stamina_max(play, target)), *_told(play, aim, "stealth-refreshed")]


def poison(play: Play, use: Use, aim: Aim) -> Changes:
    """Poisons."""
    if aim.target is None:
        return []
    changes: Changes = [*poisoned(play, aim.target, _drawn(play, "poison", use), aim.thrown)]
    if aim.target.id != aim.user.id:
        changes += provoked(play, aim.user, aim.target)
    return changes


def coat(play: Play, use: Use, aim: Aim) -> Changes:
    """Coats the user's weapon: its next hit poisons (R-ITEM-5)."""
    return [SetEffect(aim.user.id, COATED, -1), Tell(Message("stealth-coated"), "good")]


def feed(play: Play, use: Use, aim: Aim) -> Changes:
    """Changes satiety, up to its maximum."""
    target = aim.target
    if target is None:
        return []
    most = total(play, target, "satiety_max")
    after = max(0, min(most, target.stats.get("satiety", 0) + _drawn(play, "feed", use)))
    id = "stealth-eaten" if use.low >= 0 else "stealth-eaten-rotten"
    return [SetStat(target.id, "satiety", after), *_told(play, aim, id, "good" if use.low >= 0 else "bad")]


def identify(play: Play, use: Use, aim: Aim) -> Changes:
    """Tells what one object is."""
    if aim.item is None:
        return [Tell(Message("stealth-nothing-happens"))]
    name = Message(item_kind(play, aim.item.kind).name, {"count": aim.item.count})
    return [Identify((aim.item.kind,)), Tell(Message("stealth-identified", {"name": name}), "good")]


def identify_all(play: Play, use: Use, aim: Aim) -> Changes:
    """Tells what everything carried is."""
    unknown = [item.kind for item in pack_of(world_of(play.state), aim.user) if not known(play, item)]
    return [Identify(tuple(dict.fromkeys(unknown))), Tell(Message("stealth-identified-all"), "good")]


def uncurse(play: Play, use: Use, aim: Aim) -> Changes:
    """Lifts the curse of one object."""
    if aim.item is None:
        return [Tell(Message("stealth-nothing-happens"))]
    return [Lift(aim.item.id), Tell(Message("stealth-uncursed"), "good")]


def descend(play: Play, use: Use, aim: Aim) -> Changes:
    """Leads to the next floor down."""
    _, level, _ = here(play)
    leaving = making.leave(play, level, "down")
    return [*leaving] if leaving else [Tell(Message("stealth-nothing-happens"))]


def teleport(play: Play, use: Use, aim: Aim) -> Changes:
    """Takes somebody to a random free cell of the floor."""
    _, level, ground = here(play)
    if aim.target is None or ground.grid.walkable is None:
        return []
    free = ground.grid.walkable.copy()
    top, left = level.origin
    for y, x in ground.occupied:
        free[y - top, x - left] = False
    cells = np.argwhere(free)
    if not len(cells):
        return []
    y, x = cells[play.roll("teleport", 0, len(cells) - 1)].tolist()
    return [Move(aim.target.id, (y + top, x + left)), *_told(play, aim, "stealth-teleported")]


def bolt(play: Play, use: Use, aim: Aim) -> Changes:
    """Lightning strikes one creature; armour does not help."""
    if aim.target is None:
        return []
    changes: Changes = [*_told(play, aim, "stealth-lightning"), *provoked(play, aim.user, aim.target)]
    changes.append(emit(play, aim.user, ATTACK, aim.cell))
    return [*changes, Hurt(aim.target.id, _drawn(play, "bolt", use), aim.user.id, "lightning")]


def blast(play: Play, use: Use, aim: Aim) -> Changes:
    """Fire fills a place: who stands there burns on, closed doors burn down (tables C.6, C.9).

    It reaches `RADIUS` cells from its middle, not round corners.
    """
    world, level, ground = here(play)
    y, x = aim.cell
    if play.chance("stray", STRAYS, 100):
        y, x = y + play.roll("stray-y", -1, 1), x + play.roll("stray-x", -1, 1)
    if not inside(level, (y, x)) or not _kind(level, ground, (y, x)).transparent:
        y, x = aim.cell
    changes: Changes = [Tell(Message("stealth-fireball"), "fight"), emit(play, aim.user, ATTACK, (y, x))]
    damage = _drawn(play, "blast", use)
    for id in sorted(ground.occupied.values()):
        other = world.actors[id]
        if not _burns(level, ground, (y, x), other.at) or "thing" in creature(play, other.kind).tags:
            continue
        changes += provoked(play, aim.user, other) if other.id != aim.user.id else []
        changes.append(SetEffect(other.id, use.effect, BURNS))
        hurt = max(0, damage - total(play, other, "fire_resistance"))
        changes.append(Hurt(other.id, hurt, aim.user.id, "fire"))
    for cell in ((y + dy, x + dx) for dy in range(-RADIUS, RADIUS + 1) for dx in range(-RADIUS, RADIUS + 1)):
        if not inside(level, cell):
            continue
        kind = _kind(level, ground, cell)
        if WOODEN in kind.tags and _burns(level, ground, (y, x), cell):
            changes += burnt_down(play, level, cell, kind)
    return changes


def _kind(level: Level, ground: Ground, cell: Cell) -> Tile:
    kind: Tile = ground.kinds[level.tiles[index(level, cell)]]
    return kind


def _burns(level: Level, ground: Ground, middle: Cell, cell: Cell) -> bool:
    """Whether a fire's middle reaches a cell."""
    if chebyshev(cell, middle) > RADIUS:
        return False
    return kernels.line_of_sight(ground.grid, index(level, middle), index(level, cell))


def burnt_down(play: Play, level: Level, cell: Cell, kind: Tile) -> Changes:
    """A door is gone in flames."""
    fixture = fixture_at(world_of(play.state), level.id, cell)
    changes: Changes = [SetTile(level.id, cell, kind.breaks_to)]
    if fixture is not None:
        changes.append(Batter(fixture.id, 0))
    if sees(play, cell):
        changes.append(Tell(Message("stealth-door-burns"), "good"))
    return changes


def tunnel(play: Play, use: Use, aim: Aim) -> Changes:
    """Turns a wall into floor, with a noise like a collapse (tables C.4, C.11)."""
    world, level, _ = here(play)
    tile = tile_id(level, aim.cell)
    if not _diggable(play, level.origin, level.shape, aim.cell, tile):
        return [Tell(Message("stealth-nothing-happens"))]
    changes: Changes = [SetTile(level.id, aim.cell, "core.stealth:rubble")]
    fixture = fixture_at(world, level.id, aim.cell)
    if fixture is not None:
        changes.append(Batter(fixture.id, 0))
    return [*changes, emit(play, aim.user, COLLAPSE, aim.cell), Tell(Message("stealth-tunnelled"), "good")]


def _diggable(play: Play, origin: Cell, shape: tuple[int, int], cell: Cell, tile: str) -> bool:
    y, x = cell[0] - origin[0], cell[1] - origin[1]
    rim = not (0 < y < shape[0] - 1 and 0 < x < shape[1] - 1)
    return not rim and "wall" in play.records.get(Tile, "tile", tile).tags


def read(play: Play, use: Use, aim: Aim) -> Changes:
    """What is written there is told by whoever uses it; nothing more happens."""
    return []


EFFECTS: dict[str, Callable[[Play, Use, Aim], Changes]] = {
    "heal": heal,
    "end": end,
    "start": start,
    "gain": gain,
    "refresh": refresh,
    "poison": poison,
    "coat": coat,
    "feed": feed,
    "identify": identify,
    "identify_all": identify_all,
    "uncurse": uncurse,
    "descend": descend,
    "teleport": teleport,
    "bolt": bolt,
    "blast": blast,
    "tunnel": tunnel,
    "read": read,
}


def done(play: Play, uses: tuple[Use, ...], aim: Aim) -> Changes:
    """All that an object does, in the order of its record."""
    changes: Changes = []
    for use in uses:
        changes += EFFECTS[use.do](play, use, aim)
    return changes
