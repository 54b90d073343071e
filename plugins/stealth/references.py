"""Checks of a loaded state beyond its types: the kinds, ids and cells that the parts of this game refer to."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from footfall.api import State
from footfall.api.grid import WORLD_PART, get_world, is_inside

from .actors.identification import identification_of
from .ai.tactics import BEHAVIORS
from .generate.dungeon_state import dungeon_of
from .model.courses import CourseSpec
from .model.hunt import COMMANDED, hunt_of
from .model.play_state import play_of, run_stats_of
from .model.records import CreatureKind, ItemKind
from .model.state import STEALTH_PART, stealth_of


def check_hunt(state: State) -> Iterator[str]:
    """Yields the faults of the open question, and of the guards that are commanded."""
    world, minds, hunt, question = get_world(state), stealth_of(state).minds, hunt_of(state), state.question
    asked = world.player if question is None else question.actor
    if asked != world.player and (asked not in minds or minds[asked].ai != COMMANDED):
        yield f"actor {asked} is asked, who is neither the player's character nor commanded"
    level = None if hunt is None else world.levels.get(hunt.level)
    if hunt is not None and (level is None or hunt.plan.shape != level.tiles.shape or hunt.plan.dtype != np.uint8):
        yield "the plan of the guards is not one of a level"
    elif hunt is not None and level is not None and hunt.plan.max(initial=0) > len(level.palette):
        yield "the plan of the guards has a tile that does not exist"


def check_stealth(state: State, records: Any) -> Iterator[str]:
    """Yields the faults of the world and of the fighters of a loaded state."""
    if WORLD_PART not in state.parts or STEALTH_PART not in state.parts:
        if STEALTH_PART in state.parts or state.game not in state.parts:
            yield "its world or its fighters are missing"
        return  # a game of another plugin that borrows these rules for some of its modes
    world, part = get_world(state), stealth_of(state)
    creatures, items = records.table(CreatureKind, "creature"), records.table(ItemKind, "item")
    for actor in world.actors.values():
        if actor.kind not in creatures or actor.id not in part.fighters:
            yield f"actor {actor.id} is a {actor.kind[:60]!r}, which does not exist, or cannot fight"
    for item in world.items.values():
        if item.kind not in items:
            yield f"there is no item {item.kind[:60]!r}"
    if world.player not in world.actors and state.outcome is None:
        yield "the player's character is missing"
    yield from check_hunt(state)
    if not part.minds.keys() <= world.actors.keys() or world.player in part.minds:
        yield "a creature that does not exist has a mind, or the player's character has one"
    course = play_of(state).course
    if course and course not in records.table(CourseSpec, "course"):
        yield f"there is no course {course[:60]!r}"
    if not {*part.known_kinds, *run_stats_of(state).slain} <= creatures.keys():
        yield "a creature is known or slain that does not exist"
    owed = (kind for _, kind in dungeon_of(state).owed_items)
    if not {*identification_of(state).identified_kinds, *owed} <= items.keys():
        yield "an item is identified or owed that does not exist"
    for number, items in play_of(state).seen_items.items():
        if number not in world.levels or not all(is_inside(world.levels[number], item.at) for item in items.values()):
            yield f"items are remembered on level {number}, which does not exist, or outside of it"
    for id, inquiry in play_of(state).inquiries.items():
        if id not in part.minds or not is_inside(world.levels[world.actors[id].level], inquiry.at):
            yield f"actor {id} looks into something, but has no mind, or the place is outside its level"
    for id, mind in part.minds.items():
        level = world.levels[world.actors[id].level]
        cells = (*mind.path, *mind.rounds, *(cell for cell in (mind.goal, mind.post, mind.last_seen) if cell))
        if mind.ai not in BEHAVIORS or not all(is_inside(level, cell) for cell in cells):
            yield f"the mind of actor {id} has no behavior, or a cell outside its level"
