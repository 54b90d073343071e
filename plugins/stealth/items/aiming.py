"""Targets of aimed items: creatures, cells, walls, other items (R-ITEM-4)."""

from typing import Any

import msgspec
import numpy as np

from footfall.api import Change, Message, Proposal, Tell
from footfall.api.grid import (
    Actor,
    Cell,
    Item,
    SetEffect,
    Spawn,
    Tile,
    chebyshev_distance,
    find_visible_cells,
    is_inside,
    list_carried_items,
)

from ..actors.identification import disguise_of, is_held_by_curse, is_identified
from ..actors.stats import sense_ranges
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..ai.reasons import name_mood_change
from ..ai.tactics import BEHAVIORS
from ..model.courses import find_bell
from ..model.phase import Phase
from ..model.play_state import Inquiry, SetInquiry
from ..model.records import ItemKind, ItemUse, creature_kind, is_thing, item_kind
from ..model.state import Mind, Mood, SetMind
from ..senses.notices import announce_mood
from ..senses.sight import MIN_VIEW_RADIUS, actor_name, player_sees, visible_cells

WOODEN_TAG = "wooden"
"""Tag of tiles that burn: closed doors."""


def list_aim_targets(phase: Phase, item: Item) -> tuple[Cell | int, ...]:
    """The targets that a question offers: cells, or ids of carried items.

    Enemies come first, then other creatures, each by distance. Items aimed at a cell also offer all other cells in
    view, wooden doors first.
    """
    actor = phase.player
    kind = item_kind(phase, item.kind)
    if kind.aim == "item":
        return tuple(
            other.id
            for other in list_carried_items(phase.world, actor)
            if other is not item and _needs_treatment(phase, other, kind)
        )
    if kind.aim == "wall":
        return _wall_cells(phase, kind.reaches)
    targets = _creature_cells(phase, actor, kind.reaches)
    if kind.aim == "cell":
        targets += [cell for cell in _place_cells(phase, kind) if cell not in targets]
    return tuple(targets)


def can_aim_at(phase: Phase, kind: ItemKind, cell: Cell) -> bool:
    """Whether an item can be aimed at a cell; for cell targets any visible one that is not solid."""
    cell = (cell[0], cell[1])
    if kind.aim == "wall":
        return cell in _wall_cells(phase, kind.reaches)
    if kind.aim == "creature":
        return cell in _creature_cells(phase, phase.player, kind.reaches)
    if (
        not is_inside(phase.level, cell)
        or chebyshev_distance(cell, phase.player.at) > kind.reaches
        or not player_sees(phase, cell)
    ):
        return False
    tile: Tile = phase.tile(cell)
    return tile.transparent or WOODEN_TAG in tile.tags


def _creature_cells(phase: Phase, actor: Actor, reach: int) -> list[Cell]:
    creatures = [
        other
        for other in phase.actors
        if other is not actor
        and chebyshev_distance(other.at, actor.at) <= reach
        and player_sees(phase, other.at)
        and not is_thing(phase, other)
        and disguise_of(phase, other) is None
    ]
    creatures.sort(
        key=lambda other: (not are_enemies(phase, actor, other), chebyshev_distance(other.at, actor.at), other.at)
    )
    return [other.at for other in creatures]


def _place_cells(phase: Phase, kind: ItemKind) -> list[Cell]:
    """The cells in view that an item can be aimed at: wooden doors first, each group by distance."""
    actor = phase.player
    level = phase.level
    y, x = phase.array_index(actor.at)
    top, left = max(0, y - kind.reaches), max(0, x - kind.reaches)
    box = slice(top, y + kind.reaches + 1), slice(left, x + kind.reaches + 1)
    wooden = np.array([WOODEN_TAG in tile.tags for tile in phase.ground.tile_kinds])
    transparent = np.array([tile.transparent for tile in phase.ground.tile_kinds])
    tiles = level.tiles[box]
    aimable = np.argwhere(visible_cells(phase)[box] & (transparent | wooden)[tiles]).tolist()
    origin = top + level.origin[0], left + level.origin[1]
    cells = [(not wooden[tiles[cy, cx]], (cy + origin[0], cx + origin[1])) for cy, cx in aimable]
    ranked = sorted((late, chebyshev_distance(cell, actor.at), cell) for late, cell in cells)
    return [cell for _, distance, cell in ranked if distance]


def _needs_treatment(phase: Phase, item: Item, kind: ItemKind) -> bool:
    """Whether an item is cursed (for an item that lifts curses), a bell (for one that muffles it), or unidentified."""
    if any(use.do == "muffle" for use in kind.uses):
        return find_bell(phase, item.kind) is not None
    if any(use.do == "uncurse" for use in kind.uses):
        return is_held_by_curse(phase, item)
    return not is_identified(phase, item)


def _wall_cells(phase: Phase, reach: int) -> tuple[Cell, ...]:
    """The first visible wall in each of the eight directions."""
    actor = phase.player
    visible = visible_cells(phase)
    walls = []
    for dy, dx in NEIGHBOR_OFFSETS:
        for step in range(1, reach + 1):
            cell = (actor.at[0] + step * dy, actor.at[1] + step * dx)
            if not is_inside(phase.level, cell) or not visible[phase.array_index(cell)]:
                break
            kind: Tile = phase.tile(cell)
            if "wall" in kind.tags:
                walls.append(cell)
            if not kind.walkable:
                break
    return tuple(walls)


SMOKE_RADIUS = 1
"""Radius of the smoke in cells."""

SLEEPLESS_TAG = "sleepless"
"""Tag of creatures that smoke does not put to sleep."""

SLUMBER = "core.stealth:slumber"
"""Effect of the smoke: its bearer cannot act, and does not wake."""

GLOW_KIND = "core.stealth:glow"
"""The thing that a light is."""

LURE_TURNS, LURE_REACH = 6, 2
"""Turns that a creature gives to a light, and the multiple of its FOV at which it still sees one (P-TRICK-6)."""


def lull_around(phase: Phase, use: ItemUse, cell: Cell) -> list[Change | Proposal]:
    """Puts creatures in the smoke to sleep; the player's character in it cannot act for half the time (P-TRICK-5)."""
    minds = phase.stealth.minds
    turns = phase.ctx.roll("smoke", use.low, use.high)
    changes: list[Change | Proposal] = []
    for actor in phase.actors:
        if chebyshev_distance(actor.at, cell) > SMOKE_RADIUS or is_thing(phase, actor):
            continue
        if actor.id == phase.world.player:
            changes += [SetEffect(actor.id, SLUMBER, turns // 2), Tell(Message("stealth-smoke-you"), "bad")]
        elif actor.id in minds and SLEEPLESS_TAG not in creature_kind(phase, actor.kind).tags:
            calm = calm_mind(minds[actor.id], mood=Mood.ASLEEP, last_seen=None, patience=0)
            changes += [SetEffect(actor.id, SLUMBER, turns), SetMind(actor.id, calm), SetInquiry(actor.id, None)]
            changes += announce_mood(phase, actor.id, Mood.ASLEEP)
            if player_sees(phase, actor.at):
                changes.append(Tell(Message("stealth-smoke-other", {"target": actor_name(phase, actor)}), "good"))
    return changes


def calm_mind(mind: Mind, **fields: Any) -> Mind:
    """A mind that has given up its hunt, with some fields set."""
    hunt = {"mood": Mood.CALM, "lost_turns": 0, "blocked_turns": 0, "path": (), "goal": None, "foe": 0}
    return msgspec.structs.replace(mind, **{**hunt, **fields})


def light_place(phase: Phase, use: ItemUse, cell: Cell) -> list[Change | Proposal]:
    """Leaves a light, which calm creatures and hunters without a trace go to look at (P-TRICK-6, P-WAY-4)."""
    turns = phase.ctx.roll("glow", use.low, use.high)
    changes: list[Change | Proposal] = []
    if cell not in phase.ground.actor_by_cell:
        record = creature_kind(phase, GLOW_KIND)
        glow = Actor(
            phase.world.next_id, record.id, phase.level.id, cell, turns, turns, dict(record.stats), record.side
        )
        changes.append(Spawn(glow))
    seen = find_visible_cells(phase.ground, phase.array_index(cell), max(MIN_VIEW_RADIUS, sum(phase.level.shape)))
    minds = phase.stealth.minds
    for actor in phase.actors:
        mind = minds.get(actor.id)
        if mind is None or not BEHAVIORS[mind.ai].follows_noises or actor.side != "hostile":
            continue
        is_calm = mind.mood is Mood.CALM
        if not is_calm and (mind.mood is Mood.ASLEEP or not mind.lost_turns):  # it has a trace of its target
            continue
        near = chebyshev_distance(actor.at, cell) <= LURE_REACH * max(1, sense_ranges(phase, actor)[0])
        if near and seen[phase.array_index(actor.at)]:
            if not is_calm:
                changes += [SetMind(actor.id, calm_mind(mind)), *announce_mood(phase, actor.id, Mood.CALM)]
                if player_sees(phase, actor.at):
                    id, facts, tone = name_mood_change(phase, actor, mind.is_marked)
                    changes.append(Tell(Message(id, facts), tone))
            changes.append(SetInquiry(actor.id, Inquiry(cell, "light", LURE_TURNS)))
    return changes
