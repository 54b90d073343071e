"""The map on screen: cells in view, remembered cells, sounds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Message
from footfall.api.grid import OPEN_SOUND_COST, Actor, Cell, chebyshev_distance, current_level
from footfall.api.scene import Cells, Percept, Pitch, Stir, Tint

from ..actions.fight import Manner, is_open_to_backstab
from ..actions.movement import can_pass
from ..actors.actor_index import list_actors, player_of
from ..actors.enemies import list_adjacent_enemies
from ..actors.floor import array_index
from ..actors.identification import describe_gear, disguise_of, item_look, item_name
from ..actors.stats import creature_kind, item_kind, sense_ranges
from ..ai.behaviors import BEHAVIORS
from ..model.play_state import play_of
from ..model.records import CreatureKind, StatusEffect, find_sound_recipe
from ..model.settings import rule_settings
from ..model.state import HeardSound, Mood, stealth_of
from ..odds.risk import compute_reach, compute_risk
from ..odds.sightings import Sleeper, list_met, list_sleepers
from ..senses.item_memory import list_remembered_items
from ..senses.known_ground import apparent_tile
from ..senses.known_map import recall_map
from ..senses.reasons import WAKES_WHY, explain_notice
from ..senses.sight import actor_name, player_sees, visible_cells
from ..senses.sounds import CRIES_TAG, CRY_SOUND
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS, Awareness, awareness_of
from .light import find_bright_cells, map_light

BLANK_GLYPH = 32

AMBUSH_SIGN = "↯"
"""Sign on the character: an adjacent enemy is open to a backstab."""

MUFFLING_STEP, MAX_MUFFLING = 30, 3
"""Sound cost beyond open ground per degree of muffling; a wall costs 40 more than open ground."""

STIRS = {"water": Stir.WATER, "plant": Stir.PLANT, "fire": Stir.FIRE}
"""What moves on the screen, by a tag of its tile or creature."""

HOLLOW_GLYPH = "▒"
"""Glyph of a recognized secret wall."""


def build_cells(ctx: Context) -> Cells:
    """Glyphs and tints of visible cells as they are and of remembered cells as last seen."""
    _, level, ground = current_level(ctx)
    seen = visible_cells(ctx)
    kinds = [apparent_tile(ctx, kind) for kind in ground.tile_kinds]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)
    tints = np.array([Tint[kind.tint] for kind in kinds], np.uint8)
    memory = recall_map(ctx)
    shown = np.where(seen, level.tiles, np.maximum(memory, 1) - 1)
    dark = ~seen & (memory == 0)
    bright = find_bright_cells(ctx)
    light, flame = map_light(ctx)
    ground_tints = np.where(bright, tints[shown], np.where(seen, Tint.DIM, Tint.REMEMBERED))
    cells = Cells(
        glyph=np.where(dark, BLANK_GLYPH, glyphs[shown]).astype(np.uint32),
        fg=np.where(dark, Tint.REMEMBERED, ground_tints).astype(np.uint8),
        bg=np.zeros(level.tiles.shape, np.uint8),
        mark=np.zeros(level.tiles.shape, np.uint32),
        focus=player_of(ctx).at,
        origin=level.origin,
        visible=seen,
        pitch=Pitch.SQUARE,
        light=light,
        flame=flame,
        solid=np.array([kind.shelter for kind in kinds], np.bool_)[shown] & ~dark,
        stir=np.where(seen, np.array([_find_stir(kind.tags) for kind in kinds], np.uint8)[shown], 0).astype(np.uint8),
        records=tuple(kind.id for kind in kinds),
        ground=np.where(dark, 0, shown.astype(np.uint16) + 1).astype(np.uint16),
        thing=np.zeros(level.tiles.shape, np.uint16),
        ask_risk=lambda: compute_risk(ctx),
        ask_reach=lambda: compute_reach(ctx),
    )
    _draw_secrets(ctx, cells, seen, np.where(dark, -1, shown))
    _draw_remembered_items(ctx, cells, memory)
    _draw_items(ctx, cells, seen)
    _draw_actors(ctx, cells, seen)
    return cells


def _draw_secrets(ctx: Context, cells: Cells, seen: npt.NDArray[np.bool_], shown: npt.NDArray[np.int_]) -> None:
    """Draws recognized secret walls in view and as remembered; `shown` is the palette number, -1 for unknown."""
    _, level, ground = current_level(ctx)
    for y, x in np.argwhere(level.recognized & (shown >= 0)).tolist():
        kind = ground.tile_kinds[shown[y, x]]
        if kind.secret:
            cells.glyph[y, x], cells.fg[y, x] = ord(HOLLOW_GLYPH), Tint.STRONG if seen[y, x] else Tint.REMEMBERED
            _put_thing(cells, (y, x), kind.id)


def _find_stir(tags: tuple[str, ...]) -> Stir:
    return next((STIRS[tag] for tag in tags if tag in STIRS), Stir.STILL)


def _put_thing(cells: Cells, index: Cell, look: str) -> None:
    """Records what lies or stands on a cell; later things cover earlier ones."""
    assert cells.thing is not None
    if look not in cells.records:
        cells.records = (*cells.records, look)
    cells.thing[index] = cells.records.index(look) + 1


def _draw_items(ctx: Context, cells: Cells, seen: npt.NDArray[np.bool_]) -> None:
    world, level, _ = current_level(ctx)
    for item in world.items.values():
        if item.level == level.id and item.at is not None and not item.inside:
            index = array_index(level, item.at)
            if seen[index]:
                kind = item_kind(ctx, item.kind)
                cells.glyph[index], cells.fg[index] = ord(kind.glyph), Tint[kind.tint]
                _put_thing(cells, index, item_look(ctx, item))


def _draw_remembered_items(ctx: Context, cells: Cells, memory: npt.NDArray[np.uint8]) -> None:
    _, level, _ = current_level(ctx)
    for item in list_remembered_items(ctx):
        assert item.at is not None
        index = array_index(level, item.at)
        if memory[index]:
            cells.glyph[index], cells.fg[index] = ord(item_kind(ctx, item.kind).glyph), Tint.REMEMBERED
            _put_thing(cells, index, item_look(ctx, item))
    _draw_remembered_sleepers(ctx, cells)


def _draw_remembered_sleepers(ctx: Context, cells: Cells) -> None:
    _, level, _ = current_level(ctx)
    for sleeper in list_sleepers(ctx):
        index, kind = array_index(level, sleeper.at), ctx.records.get(CreatureKind, "creature", sleeper.kind)
        cells.glyph[index], cells.fg[index] = ord(kind.glyph), Tint.REMEMBERED
        cells.mark[index] = ord(AWARENESS_SIGNS[Awareness.ASLEEP])
        _put_thing(cells, index, kind.id)


def describe_sleeper(ctx: Context, sleeper: Sleeper) -> Message:
    """A sleeper out of view, as it was last seen."""
    kind = ctx.records.get(CreatureKind, "creature", sleeper.kind)
    return Message("stealth-remembered-sleeper", {"creature": Message(kind.name)})


def _draw_actors(ctx: Context, cells: Cells, seen: npt.NDArray[np.bool_]) -> None:
    world, level, ground = current_level(ctx)
    player = player_of(ctx)
    assert cells.stir is not None
    for actor in list_actors(ctx, world, ground):
        index = array_index(level, actor.at)
        if not seen[index]:
            continue
        furniture = disguise_of(ctx, actor)
        if furniture is not None:
            cells.glyph[index], cells.fg[index] = ord(furniture.glyph), Tint[furniture.tint]
            _put_thing(cells, index, furniture.id)
            continue
        kind = creature_kind(ctx, actor.kind)
        awareness = awareness_of(ctx, actor)
        cells.glyph[index] = ord(kind.glyph)
        _put_thing(cells, index, kind.id)
        if _find_stir(kind.tags):
            cells.stir[index] = _find_stir(kind.tags)
        if actor is player:
            cells.fg[index] = Tint.PLAYER
            cells.mark[index] = ord(AMBUSH_SIGN) if can_ambush(ctx) else 0
        elif awareness is Awareness.NONE:
            cells.fg[index] = Tint[kind.tint]
        else:
            cells.fg[index] = cells.bg[index] = AWARENESS_TINTS[awareness]
            cells.mark[index] = ord(AWARENESS_SIGNS[awareness])


def can_ambush(ctx: Context) -> bool:
    """Whether an adjacent visible enemy is open to a backstab (R-STEALTH-8)."""
    player = player_of(ctx)
    return any(
        player_sees(ctx, foe.at) and not disguise_of(ctx, foe) and is_open_to_backstab(ctx, player, foe, Manner.MELEE)
        for foe in list_adjacent_enemies(ctx, player)
    )


def list_percepts(ctx: Context) -> tuple[Percept, ...]:
    """Recent sounds, newest first; equal sounds of one turn and direction are counted together.

    In unseen ground only the direction is shown, not the cell. Sounds of creatures in view are left out, and those of
    creatures that were in view once and are dead.
    """
    stealth = stealth_of(ctx.state)
    world, level, _ = current_level(ctx)
    seen = visible_cells(ctx)
    memory = level.memory if level.memory.shape == level.tiles.shape else np.zeros_like(level.tiles)
    listener, met = player_of(ctx).at, list_met(ctx)
    merged: dict[tuple[str, int, int], Percept] = {}
    for sound in reversed(stealth.heard):
        source = world.actors.get(sound.source)
        if source is None and sound.source in met:
            continue
        if source is not None and source.level == level.id and seen[array_index(level, source.at)]:
            continue
        key = (sound.kind, sound.direction, sound.turn)
        previous = merged.get(key)
        loudness = max(1, min(5, 5 - sound.distance // 20))
        merged[key] = Percept(
            Message(f"stealth-sound-{sound.kind}"),
            loudness if previous is None else max(loudness, previous.loudness),
            sound.direction,
            sound.estimate if memory[array_index(level, sound.estimate)] else None,
            stealth.turn - sound.turn,
            1 if previous is None else previous.count + 1,
            _estimate_muffling(listener, sound),
            find_sound_recipe(ctx, sound.kind),
        )
    return tuple(merged.values())


def _estimate_muffling(at: Cell, sound: HeardSound) -> int:
    """How dull a sound arrives, from what its way costs beyond open ground to where it seems to be (R-HEAR-2)."""
    excess = sound.distance - OPEN_SOUND_COST * chebyshev_distance(at, sound.estimate)
    return min(max(excess, 0) // MUFFLING_STEP, MAX_MUFFLING)


def describe_creature(ctx: Context, actor: Actor) -> Message:
    """A creature's name with its awareness of the player."""
    awareness, mind = awareness_of(ctx, actor), stealth_of(ctx.state).minds.get(actor.id)
    knew = "yes" if mind is not None and mind.marked else "no"
    return Message("stealth-look-creature", {"name": actor_name(ctx, actor), "mood": awareness.value, "knew": knew})


def describe_senses(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """How an enemy perceives, its effects (R-INSPECT-2), how it noticed the character; of others, who gives way."""
    if awareness_of(ctx, actor) is Awareness.NONE:
        return (Message("stealth-look-passes"),) if can_pass(ctx, player_of(ctx), actor) else ()
    fov, foh = sense_ranges(ctx, actor)
    records = ctx.records.table(StatusEffect, "effect")
    names = [records[id].name for id in actor.effects if id in records]
    effects = [Message("stealth-look-effect", {"effect": Message(name)}) for name in names]
    senses = Message("stealth-look-senses", {"fov": fov, "foh": foh})
    habits = (*_describe_patience(ctx, actor), *describe_cry(ctx, actor))
    return (senses, *habits, *effects, *recall_notice(ctx, actor), *recall_waking(ctx, actor))


def _describe_patience(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """That no noise draws a creature (P-INQ-1), if none does."""
    mind = stealth_of(ctx.state).minds.get(actor.id)
    if not rule_settings(ctx).shipped or mind is None or BEHAVIORS[mind.ai].inquires or mind.mood is Mood.AGGRAVATED:
        return ()
    return (Message("stealth-look-stays"),)


def describe_cry(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """That a creature cries out (P-INQ-10), if it does."""
    if not rule_settings(ctx).shipped or CRIES_TAG not in creature_kind(ctx, actor.kind).tags:
        return ()
    return (Message("stealth-look-cries", {"loudness": CRY_SOUND.loudness}),)


def recall_notice(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """Why a creature in view that hunts the character, or comes to look, noticed it last (P-WHY-5)."""
    awareness = awareness_of(ctx, actor)
    if awareness not in (Awareness.HUNTING, Awareness.INVESTIGATING):
        return ()
    notice = next((notice for notice in reversed(play_of(ctx.state).notices) if notice.actor == actor.id), None)
    if notice is None:
        return ()
    sure = "yes" if awareness is Awareness.HUNTING else "no"
    facts = {"turn": str(ctx.count_turns(notice.turn)), "why": explain_notice(notice), "sure": sure}
    return (Message("stealth-look-noticed", facts),)


def recall_waking(ctx: Context, actor: Actor) -> tuple[Message, ...]:
    """The log line of the waking of a creature in view, while it does not hunt (P-WHY-9)."""
    if awareness_of(ctx, actor) in (Awareness.ASLEEP, Awareness.HUNTING):
        return ()
    told = (line for line in reversed(ctx.log) if line.message.id == WAKES_WHY)
    line = next((line for line in told if line.message.args.get("id") == actor.id), None)
    if line is None:
        return ()
    return (Message("stealth-look-woke", {"turn": str(ctx.count_turns(line.turn)), "why": line.message.args["why"]}),)


def _describe_remembered(ctx: Context) -> Iterator[tuple[Cell, Message]]:
    """What the character remembers out of view, with its cell: items, then sleepers."""
    for item in list_remembered_items(ctx):
        assert item.at is not None
        yield item.at, Message("stealth-remembered", {"name": item_name(ctx, item)})
    for sleeper in list_sleepers(ctx):
        yield sleeper.at, describe_sleeper(ctx, sleeper)


def describe_cells(ctx: Context) -> dict[Cell, tuple[Message, ...]]:
    """Descriptions of each visible or remembered cell: creature, items, ground."""
    world, level, ground = current_level(ctx)
    seen = visible_cells(ctx)
    memory = recall_map(ctx)
    top, left = level.origin
    names = [Message(apparent_tile(ctx, kind).name) for kind in ground.tile_kinds]
    names += [Message(kind.name) for kind in ground.tile_kinds]  # of recognized secrets
    remembered_names = [Message("stealth-remembered", {"name": name}) for name in names]
    descriptions: dict[Cell, tuple[Message, ...]] = {}
    palette = np.where(seen, level.tiles, np.maximum(memory, 1) - 1) + level.recognized * len(ground.tile_kinds)
    for y, x in np.argwhere(seen | (memory > 0)).tolist():
        lines = names if seen[y, x] else remembered_names
        descriptions[y + top, x + left] = (lines[palette[y, x]],)
    for item in world.items.values():
        at = item.at
        if item.level == level.id and at is not None and not item.inside and seen[array_index(level, at)]:
            descriptions[at] = (item_name(ctx, item), *describe_gear(ctx, item), *descriptions[at])
    for cell, text in _describe_remembered(ctx):
        if cell in descriptions:
            descriptions[cell] = (text, *descriptions[cell])
    player = player_of(ctx)
    for actor in list_actors(ctx, world, ground):
        if not seen[array_index(level, actor.at)] or actor is player:
            continue
        furniture = disguise_of(ctx, actor)
        if furniture is not None:
            descriptions[actor.at] = (Message(furniture.name),)
        else:
            about = Message(f"{creature_kind(ctx, actor.kind).name}-about")
            descriptions[actor.at] = (
                describe_creature(ctx, actor),
                *describe_senses(ctx, actor),
                about,
                *descriptions[actor.at],
            )
    return descriptions
