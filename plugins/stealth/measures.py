"""Derived values by name, functions ``(ctx, actor id)`` for scenario files."""

from collections.abc import Callable
from functools import partial
from typing import Any

from footfall.api import Context
from footfall.api.grid import Actor, find_loudness, list_carried_items

from .actions import stamina
from .actors import stats
from .model.phase import Phase, get_phase
from .model.state import Mood
from .scene.sidebar import list_visible_actors
from .senses.sight import visible_cells


def _list_panel(phase: Phase, _: Actor) -> list[list[int]]:
    """Id, whether it is aggravated, and DEFENSE of each visible actor."""
    minds = phase.stealth.minds
    hunters = {id for id, mind in minds.items() if mind.mood is Mood.AGGRAVATED}
    return [
        [other.id, other.id in hunters, stats.effective_defense(phase, other)] for other in list_visible_actors(phase)
    ]


_FUNCTIONS: dict[str, Callable[[Phase, Actor], Any]] = {
    "noise": lambda phase, actor: find_loudness(phase.world, actor.id),
    "melee": stamina.is_in_melee,
    "stealth": stats.effective_stealth,
    "to_hit": stats.effective_to_hit,
    "defense": stats.effective_defense,
    "fov": lambda phase, actor: stats.effective_stat(phase, actor, "fov"),
    "foh": lambda phase, actor: stats.effective_stat(phase, actor, "foh"),
    "weapon": lambda phase, actor: getattr(stats.weapon_of(phase, actor), "id", ""),
    "carried": lambda phase, actor: sum(item.count for item in list_carried_items(phase.world, actor)),
    "pack": lambda phase, actor: [item.kind for item in list_carried_items(phase.world, actor)],
    "panel": _list_panel,
    "seen_cells": lambda phase, _: int(visible_cells(phase).sum()),
}


def _measure(function: Callable[[Phase, Actor], Any], ctx: Context, id: int) -> Any:
    phase = get_phase(ctx)
    return function(phase, phase.world.actors[id])


MEASURES = {name: partial(_measure, function) for name, function in _FUNCTIONS.items()}
"""Values that scenario files may expect of an actor, in addition to its fields."""
