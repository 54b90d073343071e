"""The sight of the player's character (R-AI-2): its field of view, and cells in light."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api import Change, Message
from footfall.api.grid import Actor, Cell, MarkExplored, chebyshev_distance, find_visible_cells

from ..actors.identification import disguise_of
from ..actors.stats import LAMP, effective_stat, light_of
from ..actors.surroundings import is_in_daylight, is_in_water
from ..model.phase import Phase
from ..model.records import HasRecords, creature_kind
from ..model.state import LastAction, LearnCreatureKinds

MIN_VIEW_RADIUS = 9
"""Smallest radius of a computed view, in cells; by symmetry it then also serves most creatures of a turn."""


def list_lights(phase: Phase) -> list[tuple[int, Cell, int]]:
    """The actors that give light, the lamp left out: id, array index of the cell, radius in cells."""
    actors, me = phase.world.actors, phase.world.player
    lights = []
    for id, own in phase.index.lights:
        actor = actors[id]
        if radius := light_of(phase, actor) if actor.effects or id == me else own:
            lights.append((id, phase.array_index(actor.at), radius))
    return lights


VIEW_KEY = "core.stealth:visible"
"""The key of the `Look` in the memo of a level; compiled turns keep theirs there, too."""

Look: TypeAlias = tuple[tuple[object, ...], npt.NDArray[np.bool_], bytes, list[tuple[Cell, int]] | None, int]
"""The facts that decide a view; the view as an array and as bytes; lights but its lamp, None in daylight; FOV."""


def visible_cells(phase: Phase) -> npt.NDArray[np.bool_]:
    """The cells in the view of the player's character: bool ``(height, width)``, not to be written to.

    A cell is in view if the line to it is clear and it is within FOV or in light.
    """
    return look(phase)[1]


def visible_mask(phase: Phase) -> bytes:
    """`visible_cells` row by row, 1 or 0 for each cell: quicker to ask for single cells."""
    return look(phase)[2]


def look(phase: Phase) -> Look:
    """The view of the player's character, from the cache if the facts that decide it are the same."""
    ground, player, (top, left) = phase.ground, phase.player, phase.level.origin
    at = player.at[0] - top, player.at[1] - left
    reach = effective_stat(phase, player, "fov")
    flames = [(cell, radius) for _, cell, radius in list_lights(phase)] if phase.index.lights else []
    key = (ground.grid.generation, at, reach, *flames)
    known: Look | None = ground.memo.get(VIEW_KEY)
    if known is not None and known[0] == key:
        return known
    in_daylight = is_in_daylight(phase, player.at)
    if in_daylight:
        visible = find_visible_cells(ground, at)
    else:
        farthest = [chebyshev_distance(at, cell) + radius for cell, radius in flames]
        line = find_visible_cells(ground, at, max(MIN_VIEW_RADIUS, reach, *farthest))
        visible = keep_lit(line, [(at, reach), *flames])
    new: Look = (key, visible, visible.tobytes(), None if in_daylight else flames, reach)
    ground.memo[VIEW_KEY] = new
    return new


def keep_lit(cells: npt.NDArray[np.bool_], spots: Sequence[tuple[Cell, int]]) -> npt.NDArray[np.bool_]:
    """Those of the cells that are within the radius of a spot: bool ``(height, width)``."""
    lit = np.zeros(cells.shape, np.bool_)
    for (y, x), radius in spots:
        box = slice(max(0, y - radius), y + radius + 1), slice(max(0, x - radius), x + radius + 1)
        lit[box] = cells[box]
    return lit


def is_lit(phase: Phase, actor: Actor) -> bool:
    """Whether an actor of the current level carries a lit lamp, stands in light, or in the open (P-WAY-2).

    A creature does not stand in the light that it gives itself.
    """
    if LAMP in actor.effects or is_in_daylight(phase, actor.at):
        return True
    at = phase.array_index(actor.at)
    return any(
        chebyshev_distance(at, cell) <= radius
        for id, cell, radius in list_lights(phase)
        if id != actor.id or id == phase.world.player
    )


def is_diving(phase: Phase, actor: Actor) -> bool:
    """Whether an actor of the current level has just waited in water: one sees it from the next cell only (P-WAY-3)."""
    return phase.stealth.fighters[actor.id].last is LastAction.WAIT and is_in_water(phase, actor.at)


def player_sees(phase: Phase, cell: Cell) -> bool:
    """Whether the player's character sees a cell of the current level."""
    return phase.is_player_here and bool(visible_cells(phase)[phase.array_index(cell)])


def list_sensed(phase: Phase) -> list[Actor]:
    """The creatures that effects of the character let it sense, in view or not, by id."""
    effects, me = phase.status_effects, phase.player
    found = dict[int, Actor]()
    for effect in [effects[name] for name in me.effects if name in effects and effects[name].senses]:
        for actor in phase.actors:
            words = {actor.kind, *creature_kind(phase, actor.kind).tags}
            is_meant = not effect.sensed_words or not words.isdisjoint(effect.sensed_words)
            is_near = chebyshev_distance(me.at, actor.at) <= effect.senses
            is_being = actor is not me and actor.id in phase.stealth.minds
            if is_being and is_near and is_meant and words.isdisjoint(effect.unsensed_words):
                found[actor.id] = actor
    return [found[id] for id in sorted(found)]


def actor_name(game: HasRecords, actor: Actor) -> Message:
    """The name of an actor's kind."""
    return Message(creature_kind(game, actor.kind).name)


def update_explored(phase: Phase) -> list[Change]:
    """Marks the cells in view as explored, and the kinds of creatures in view as known."""
    level = phase.level
    mask = visible_cells(phase)
    changes: list[Change] = []
    if level.memory.shape != level.tiles.shape or (level.memory[mask] != level.tiles[mask] + 1).any():
        changes.append(MarkExplored(level.id, mask))
    unknown = phase.index.kinds.difference(phase.stealth.known_kinds)
    top, left = level.origin
    new = []
    for other in phase.actors if unknown else ():
        if other.kind in unknown and other.id != phase.world.player and other.kind not in new:
            y, x = other.at
            if mask[y - top, x - left] and disguise_of(phase, other) is None:
                new.append(other.kind)
    if new:
        changes.append(LearnCreatureKinds(tuple(new)))
    return changes
