"""The map as the character knows it: seen now, remembered, heard."""

from __future__ import annotations

import numpy as np

from footfall.api import Message, Play
from footfall.api.grid import Actor, Cell, Item, Tile, here
from footfall.api.scene import Cells, Percept, Tint

from ..melee import hostile
from ..player import player_of
from ..records import ItemKind
from ..sight import index, name_of, visible
from ..state import Mood, stealth_of
from ..totals import creature, item_kind

BLANK = 32
MARKS = {Mood.ASLEEP: "z", Mood.CALM: "·", Mood.AGGRAVATED: "!"}
"""Signs of what a creature knows of you: at the upper right of it, in the list, and in words."""

MOODS = {Mood.ASLEEP: Tint.ASLEEP, Mood.CALM: Tint.WARY, Mood.AGGRAVATED: Tint.HUNTING}


def _looks(play: Play, kind: Tile) -> Tile:
    """What a secret looks like until it is recognised."""
    return play.records.get(Tile, "tile", kind.looks_like) if kind.secret and kind.looks_like else kind


def cells(play: Play) -> Cells:
    """What is seen now as it is, what was seen as it was; nothing else."""
    world, level, ground = here(play)
    seen = visible(play)
    kinds = [_looks(play, kind) for kind in ground.kinds]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)
    tints = np.array([Tint[kind.tint] for kind in kinds], np.uint8)
    known = level.memory if level.memory.shape == level.tiles.shape else np.zeros(level.tiles.shape, np.uint8)
    shown = np.where(seen, level.tiles, np.maximum(known, 1) - 1)
    dark = ~seen & (known == 0)
    glyph = np.where(dark, BLANK, glyphs[shown]).astype(np.uint32)
    fg = np.where(seen, tints[shown], Tint.REMEMBERED).astype(np.uint8)
    bg = np.zeros(level.tiles.shape, np.uint8)
    mark = np.zeros(level.tiles.shape, np.uint32)
    for y, x in np.argwhere(seen & level.recognised).tolist():
        kind = ground.kinds[level.tiles[y, x]]
        if kind.secret:
            glyph[y, x], fg[y, x], mark[y, x] = ord(kind.glyph), Tint.STRONG, ord("?")
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside:
            spot = index(level, item.at)
            if seen[spot]:
                like = item_kind(play, item.kind)
                glyph[spot], fg[spot] = ord(like.glyph), Tint[like.tint]
    player = player_of(play)
    minds = stealth_of(play.state).minds
    for at, id in ground.occupied.items():
        spot = index(level, at)
        if not seen[spot]:
            continue
        actor = world.actors[id]
        record = creature(play, actor.kind)
        glyph[spot] = ord(record.glyph)
        if id == player.id:
            fg[spot] = Tint.PLAYER
        elif hostile(play, player, actor):
            mood = minds[id].mood if id in minds else Mood.CALM
            fg[spot], mark[spot] = MOODS[mood], ord(MARKS[mood])
        else:
            fg[spot] = Tint[record.tint]
    return Cells(glyph, fg, bg, mark, player.at, level.origin, seen)


def percepts(play: Play) -> tuple[Percept, ...]:
    """What was heard in the last turns, newest first, equal sounds of one turn and direction counted."""
    part = stealth_of(play.state)
    merged: dict[tuple[str, int, int], Percept] = {}
    for one in reversed(part.heard):
        key = (one.kind, one.direction, one.turn)
        before = merged.get(key)
        at_ear = max(1, min(5, 5 - one.distance // 20))
        merged[key] = Percept(
            Message(f"stealth-sound-{one.kind}"),
            at_ear if before is None else max(at_ear, before.loudness),
            one.direction,
            one.estimate,
            part.turn - one.turn,
            1 if before is None else before.count + 1,
        )
    return tuple(merged.values())


def described(play: Play, actor: Actor) -> Message:
    """A creature in words, with what it knows of you."""
    mind = stealth_of(play.state).minds.get(actor.id)
    mood = "none" if mind is None else mind.mood.value
    return Message("stealth-look-creature", {"name": name_of(play, actor), "mood": mood})


def counted(play: Play, item: Item) -> Message:
    """An object in words, with its number."""
    return Message(
        "stealth-counted", {"name": item_name(play, item_kind(play, item.kind)), "count": item.count}
    )


def item_name(play: Play, kind: ItemKind) -> Message:
    """What a kind of object is called."""
    return Message(kind.name)


def notes(play: Play) -> dict[Cell, tuple[Message, ...]]:
    """What can be said of each cell that is seen or remembered."""
    world, level, ground = here(play)
    seen = visible(play)
    top, left = level.origin
    found: dict[Cell, tuple[Message, ...]] = {}
    memory = level.memory
    if memory.shape != level.tiles.shape:
        return found
    names = [Message(_looks(play, kind).name) for kind in ground.kinds]
    for y, x in np.argwhere(memory > 0).tolist():
        number = int(level.tiles[y, x] if seen[y, x] else memory[y, x] - 1)
        line = names[number]
        if seen[y, x] and level.recognised[y, x]:
            line = Message(ground.kinds[number].name)
        if not seen[y, x]:
            line = Message("stealth-remembered", {"name": line})
        found[y + top, x + left] = (line,)
    for at, id in ground.occupied.items():
        if seen[index(level, at)]:
            found[at] = (described(play, world.actors[id]), *found.get(at, ()))
    for item in world.items.values():
        at = item.at  # type: ignore[assignment]
        if item.level == level.id and at is not None and not item.inside and seen[index(level, at)]:
            found[at] = (counted(play, item), *found.get(at, ()))
    return found
