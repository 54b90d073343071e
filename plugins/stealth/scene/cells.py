"""The map as the character knows it: seen now, remembered, heard."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Message, Play
from footfall.api.grid import Actor, Cell, Item, Tile, here
from footfall.api.scene import Cells, Percept, Tint

from ..disguise import disguised
from ..fight import Manner, caught
from ..lore import name_of_item
from ..melee import foes_beside
from ..player import player_of
from ..roster import present
from ..sight import index, name_of, sees, visible
from ..state import stealth_of
from ..totals import creature, item_kind, total
from .minds import SIGNS, TINTS, Bearing, bearing

BLANK = 32

AMBUSH = "↯"
"""Beside the character: the next blow would find somebody unaware."""

HOLLOW = "▒"
"""A secret wall that was recognised."""


def _looks(play: Play, kind: Tile) -> Tile:
    """What a secret looks like until it is recognised."""
    return play.records.get(Tile, "tile", kind.looks_like) if kind.secret and kind.looks_like else kind


def remembered(play: Play) -> npt.NDArray[np.uint8]:
    """1 + the palette number of each cell that is remembered, 0 elsewhere.

    Without map memory that is what was seen within FOV and a little more (table C.7); setting
    ``map.memory`` says how much, -1 everything.
    """
    _, level, _ = here(play)
    if level.memory.shape != level.tiles.shape:
        return np.zeros(level.tiles.shape, np.uint8)
    player = player_of(play)
    beyond = play.setting("map.memory")
    if beyond < 0 or total(play, player, "map_memory") > 0:
        return level.memory
    reach = total(play, player, "fov") + beyond
    y, x = index(level, player.at)
    near = np.zeros_like(level.memory)
    box = slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)
    near[box] = level.memory[box]
    return near


def cells(play: Play) -> Cells:
    """What is seen now as it is, what is remembered as it was; nothing else."""
    world, level, ground = here(play)
    seen = visible(play)
    kinds = [_looks(play, kind) for kind in ground.kinds]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)
    tints = np.array([Tint[kind.tint] for kind in kinds], np.uint8)
    known = remembered(play)
    shown = np.where(seen, level.tiles, np.maximum(known, 1) - 1)
    dark = ~seen & (known == 0)
    glyph = np.where(dark, BLANK, glyphs[shown]).astype(np.uint32)
    fg = np.where(seen, tints[shown], Tint.REMEMBERED).astype(np.uint8)
    bg = np.zeros(level.tiles.shape, np.uint8)
    mark = np.zeros(level.tiles.shape, np.uint32)
    for y, x in np.argwhere(seen & level.recognised).tolist():
        kind = ground.kinds[level.tiles[y, x]]
        if kind.secret:
            glyph[y, x], fg[y, x] = ord(HOLLOW), Tint.STRONG
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside:
            spot = index(level, item.at)
            if seen[spot]:
                like = item_kind(play, item.kind)
                glyph[spot], fg[spot] = ord(like.glyph), Tint[like.tint]
    player = player_of(play)
    for actor in present(play, world, ground):
        spot = index(level, actor.at)
        if not seen[spot]:
            continue
        record = creature(play, actor.kind)
        furniture = disguised(play, actor)
        if furniture is not None:
            glyph[spot], fg[spot] = ord(furniture.glyph), Tint[furniture.tint]
            continue
        glyph[spot] = ord(record.glyph)
        how = bearing(play, actor)
        if actor is player:
            fg[spot] = Tint.PLAYER
            mark[spot] = ord(AMBUSH) if ambush(play) else 0
        elif how is Bearing.NONE:
            fg[spot] = Tint[record.tint]
        else:
            fg[spot], mark[spot] = TINTS[how], ord(SIGNS[how])
            bg[spot] = TINTS[how]
    return Cells(glyph, fg, bg, mark, player.at, level.origin, seen)


def ambush(play: Play) -> bool:
    """Whether somebody beside the character could be struck unaware now (R-STEALTH-8)."""
    player = player_of(play)
    return any(
        sees(play, foe.at) and not disguised(play, foe) and caught(play, player, foe, Manner.MELEE)
        for foe in foes_beside(play, player)
    )


def percepts(play: Play) -> tuple[Percept, ...]:
    """What was heard in the last turns, newest first, equal sounds of one turn and direction counted.

    Through ground that nobody has seen only the direction is known (display rule C1.2). What was heard of
    somebody is shown no more while that one is in view (C1.3).
    """
    part = stealth_of(play.state)
    world, level, _ = here(play)
    seen = visible(play)
    walked = level.memory if level.memory.shape == level.tiles.shape else np.zeros_like(level.tiles)
    merged: dict[tuple[str, int, int], Percept] = {}
    for one in reversed(part.heard):
        source = world.actors.get(one.source)
        if source is not None and source.level == level.id and seen[index(level, source.at)]:
            continue
        key = (one.kind, one.direction, one.turn)
        before = merged.get(key)
        at_ear = max(1, min(5, 5 - one.distance // 20))
        merged[key] = Percept(
            Message(f"stealth-sound-{one.kind}"),
            at_ear if before is None else max(at_ear, before.loudness),
            one.direction,
            one.estimate if walked[index(level, one.estimate)] else None,
            part.turn - one.turn,
            1 if before is None else before.count + 1,
        )
    return tuple(merged.values())


def described(play: Play, actor: Actor) -> Message:
    """A creature in words, with what it knows of you."""
    how = bearing(play, actor)
    return Message("stealth-look-creature", {"name": name_of(play, actor), "mood": how.value})


def senses(play: Play, actor: Actor) -> tuple[Message, ...]:
    """How far an enemy sees and hears: what a careful look tells (R-INSPECT-2)."""
    if bearing(play, actor) is Bearing.NONE:
        return ()
    return (
        Message("stealth-look-senses", {"fov": total(play, actor, "fov"), "foh": total(play, actor, "foh")}),
    )


def counted(play: Play, item: Item) -> Message:
    """An object in words, with its number, as the character knows it."""
    return name_of_item(play, item)


def notes(play: Play) -> dict[Cell, tuple[Message, ...]]:
    """What can be said of each cell that is seen or remembered: who is there, what lies there, the ground."""
    world, level, ground = here(play)
    seen = visible(play)
    known = remembered(play)
    top, left = level.origin
    names = [Message(_looks(play, kind).name) for kind in ground.kinds]
    faded = [Message("stealth-remembered", {"name": name}) for name in names]
    found: dict[Cell, tuple[Message, ...]] = {}
    numbers = np.where(seen, level.tiles, np.maximum(known, 1) - 1)
    shown = np.argwhere(seen | (known > 0))
    for y, x in shown.tolist():
        lines = names if seen[y, x] else faded
        found[y + top, x + left] = (lines[numbers[y, x]],)
    for y, x in np.argwhere(seen & level.recognised).tolist():
        found[y + top, x + left] = (Message(ground.kinds[level.tiles[y, x]].name),)
    for item in world.items.values():
        at = item.at
        if item.level == level.id and at is not None and not item.inside and seen[index(level, at)]:
            found[at] = (counted(play, item), *found[at])
    player = player_of(play)
    for actor in present(play, world, ground):
        if not seen[index(level, actor.at)] or actor is player:
            continue
        furniture = disguised(play, actor)
        if furniture is not None:
            found[actor.at] = (Message(furniture.name),)
        else:
            about = Message(f"{creature(play, actor.kind).name}-about")
            found[actor.at] = (described(play, actor), *senses(play, actor), about, *found[actor.at])
    return found
