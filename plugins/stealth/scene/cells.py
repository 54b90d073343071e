"""The map as the character knows it: seen now, remembered, heard."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Message
from footfall.api.grid import Actor, Cell, Item, Tile, current_level
from footfall.api.scene import Cells, Percept, Tint

from ..actor_index import list_actors
from ..disguise import disguise_of
from ..fight import Manner, is_open_to_backstab
from ..identification import item_name
from ..melee import list_adjacent_enemies
from ..player import player_of
from ..sight import actor_name, array_index, player_sees, visible_cells
from ..state import stealth_of
from ..stats import creature_kind, effective_stat, item_kind
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS, Awareness, awareness_of

BLANK_GLYPH = 32

AMBUSH_SIGN = "↯"
"""Beside the character: the next blow would find somebody unaware."""

HOLLOW_GLYPH = "▒"
"""A secret wall that was recognised."""


def _apparent_tile(ctx: Context, kind: Tile) -> Tile:
    """What a secret looks like until it is recognised."""
    return ctx.records.get(Tile, "tile", kind.looks_like) if kind.secret and kind.looks_like else kind


def recall_map(ctx: Context) -> npt.NDArray[np.uint8]:
    """1 + the palette number of each cell that is remembered, 0 elsewhere.

    Without map memory that is what was seen within FOV and a little more (table C.7); setting
    ``map.memory`` says how much, -1 everything.
    """
    _, level, _ = current_level(ctx)
    if level.memory.shape != level.tiles.shape:
        return np.zeros(level.tiles.shape, np.uint8)
    player = player_of(ctx)
    beyond = ctx.setting("map.memory")
    if beyond < 0 or effective_stat(ctx, player, "map_memory") > 0:
        return level.memory
    reach = effective_stat(ctx, player, "fov") + beyond
    y, x = array_index(level, player.at)
    near = np.zeros_like(level.memory)
    box = slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)
    near[box] = level.memory[box]
    return near


def build_cells(ctx: Context) -> Cells:
    """What is seen now as it is, what is remembered as it was; nothing else."""
    world, level, ground = current_level(ctx)
    seen = visible_cells(ctx)
    kinds = [_apparent_tile(ctx, kind) for kind in ground.tile_kinds]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)
    tints = np.array([Tint[kind.tint] for kind in kinds], np.uint8)
    known = recall_map(ctx)
    shown = np.where(seen, level.tiles, np.maximum(known, 1) - 1)
    dark = ~seen & (known == 0)
    glyph = np.where(dark, BLANK_GLYPH, glyphs[shown]).astype(np.uint32)
    fg = np.where(seen, tints[shown], Tint.REMEMBERED).astype(np.uint8)
    bg = np.zeros(level.tiles.shape, np.uint8)
    mark = np.zeros(level.tiles.shape, np.uint32)
    for y, x in np.argwhere(seen & level.recognized).tolist():
        kind = ground.tile_kinds[level.tiles[y, x]]
        if kind.secret:
            glyph[y, x], fg[y, x] = ord(HOLLOW_GLYPH), Tint.STRONG
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside:
            spot = array_index(level, item.at)
            if seen[spot]:
                like = item_kind(ctx, item.kind)
                glyph[spot], fg[spot] = ord(like.glyph), Tint[like.tint]
    player = player_of(ctx)
    for actor in list_actors(ctx, world, ground):
        spot = array_index(level, actor.at)
        if not seen[spot]:
            continue
        record = creature_kind(ctx, actor.kind)
        furniture = disguise_of(ctx, actor)
        if furniture is not None:
            glyph[spot], fg[spot] = ord(furniture.glyph), Tint[furniture.tint]
            continue
        glyph[spot] = ord(record.glyph)
        how = awareness_of(ctx, actor)
        if actor is player:
            fg[spot] = Tint.PLAYER
            mark[spot] = ord(AMBUSH_SIGN) if can_ambush(ctx) else 0
        elif how is Awareness.NONE:
            fg[spot] = Tint[record.tint]
        else:
            fg[spot], mark[spot] = AWARENESS_TINTS[how], ord(AWARENESS_SIGNS[how])
            bg[spot] = AWARENESS_TINTS[how]
    return Cells(glyph, fg, bg, mark, player.at, level.origin, seen)


def can_ambush(ctx: Context) -> bool:
    """Whether somebody beside the character could be struck unaware now (R-STEALTH-8)."""
    player = player_of(ctx)
    return any(
        player_sees(ctx, foe.at)
        and not disguise_of(ctx, foe)
        and is_open_to_backstab(ctx, player, foe, Manner.MELEE)
        for foe in list_adjacent_enemies(ctx, player)
    )


def list_percepts(ctx: Context) -> tuple[Percept, ...]:
    """What was heard in the last turns, newest first, equal sounds of one turn and direction counted.

    Through ground that nobody has seen only the direction is known (display rule C1.2). What was heard of
    somebody is shown no more while that one is in view (C1.3).
    """
    part = stealth_of(ctx.state)
    world, level, _ = current_level(ctx)
    seen = visible_cells(ctx)
    walked = level.memory if level.memory.shape == level.tiles.shape else np.zeros_like(level.tiles)
    merged: dict[tuple[str, int, int], Percept] = {}
    for one in reversed(part.heard):
        source = world.actors.get(one.source)
        if source is not None and source.level == level.id and seen[array_index(level, source.at)]:
            continue
        key = (one.kind, one.direction, one.turn)
        before = merged.get(key)
        at_ear = max(1, min(5, 5 - one.distance // 20))
        merged[key] = Percept(
            Message(f"stealth-sound-{one.kind}"),
            at_ear if before is None else max(at_ear, before.loudness),
            one.direction,
            one.estimate if walked[array_index(level, one.estimate)] else None,
            part.turn - one.turn,
            1 if before is None else before.count + 1,
        )
    return tuple(merged.values())


def describe_creature(ctx: Context, actor: Actor) -> Message:
    """A creature in words, with what it knows of you."""
    how = awareness_of(ctx, actor)
    return Message("stealth-look-creature", {"name": actor_name(ctx, actor), "mood": how.value})


def describe_senses(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """How far an enemy sees and hears: what a careful look tells (R-INSPECT-2)."""
    if awareness_of(ctx, actor) is Awareness.NONE:
        return ()
    return (
        Message(
            "stealth-look-senses",
            {"fov": effective_stat(ctx, actor, "fov"), "foh": effective_stat(ctx, actor, "foh")},
        ),
    )


def describe_item(ctx: Context, item: Item) -> Message:
    """An object in words, with its number, as the character knows it."""
    return item_name(ctx, item)


def describe_cells(ctx: Context) -> dict[Cell, tuple[Message, ...]]:
    """What can be said of each cell that is seen or remembered: who is there, what lies there, the ground."""
    world, level, ground = current_level(ctx)
    seen = visible_cells(ctx)
    known = recall_map(ctx)
    top, left = level.origin
    names = [Message(_apparent_tile(ctx, kind).name) for kind in ground.tile_kinds]
    faded = [Message("stealth-remembered", {"name": name}) for name in names]
    found: dict[Cell, tuple[Message, ...]] = {}
    numbers = np.where(seen, level.tiles, np.maximum(known, 1) - 1)
    shown = np.argwhere(seen | (known > 0))
    for y, x in shown.tolist():
        lines = names if seen[y, x] else faded
        found[y + top, x + left] = (lines[numbers[y, x]],)
    for y, x in np.argwhere(seen & level.recognized).tolist():
        found[y + top, x + left] = (Message(ground.tile_kinds[level.tiles[y, x]].name),)
    for item in world.items.values():
        at = item.at
        if item.level == level.id and at is not None and not item.inside and seen[array_index(level, at)]:
            found[at] = (describe_item(ctx, item), *found[at])
    player = player_of(ctx)
    for actor in list_actors(ctx, world, ground):
        if not seen[array_index(level, actor.at)] or actor is player:
            continue
        furniture = disguise_of(ctx, actor)
        if furniture is not None:
            found[actor.at] = (Message(furniture.name),)
        else:
            about = Message(f"{creature_kind(ctx, actor.kind).name}-about")
            found[actor.at] = (
                describe_creature(ctx, actor),
                *describe_senses(ctx, actor),
                about,
                *found[actor.at],
            )
    return found
