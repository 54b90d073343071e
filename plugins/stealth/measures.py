"""Derived values by name, functions ``(ctx, actor id)`` for scenario files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Context
from footfall.api.grid import Actor, find_loudness, list_carried_items

from .actions import stamina as melee
from .actors import stats
from .model.phase import Phase, get_phase
from .scene.sidebar import list_combat_rows
from .senses.sight import visible_cells


def _name_weapon(phase: Phase, actor: Actor) -> str:
    weapon = stats.weapon_of(phase, actor)
    return "" if weapon is None else weapon.id


def _measure(function: Callable[[Phase, Actor], Any]) -> Callable[[Context, int], Any]:
    """The same function of a context and an id."""
    return lambda ctx, id: function(get_phase(ctx), get_phase(ctx).world.actors[id])


MEASURES: dict[str, Callable[[Context, int], Any]] = {
    name: _measure(function)
    for name, function in {
        "noise": lambda phase, actor: find_loudness(phase.world, actor.id),
        "melee": melee.is_in_melee,
        "stealth": stats.effective_stealth,
        "to_hit": stats.effective_to_hit,
        "defense": stats.effective_defense,
        "fov": lambda phase, actor: stats.effective_stat(phase, actor, "fov"),
        "foh": lambda phase, actor: stats.effective_stat(phase, actor, "foh"),
        "weapon": _name_weapon,
        "carried": lambda phase, actor: sum(item.count for item in list_carried_items(phase.world, actor)),
        "pack": lambda phase, actor: [item.kind for item in list_carried_items(phase.world, actor)],
        "panel": lambda phase, _: [[row.actor, row.is_aggravated, row.defense] for row in list_combat_rows(phase)],
        "seen_cells": lambda phase, _: int(visible_cells(phase).sum()),
    }.items()
}
"""Values that scenario files may expect of an actor, in addition to its fields."""
