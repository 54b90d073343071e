"""Derived values by name, functions ``(ctx, actor id)`` for scenario files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Context
from footfall.api.grid import Actor, find_loudness, get_world, list_carried_items

from .actions import stamina as melee
from .actors import stats
from .scene import combat_panel
from .senses.sight import visible_cells


def _get_actor(ctx: Context, id: int) -> Actor:
    return get_world(ctx.state).actors[id]


def _name_weapon(ctx: Context, actor: Actor) -> str:
    weapon = stats.weapon_of(ctx, actor)
    return "" if weapon is None else weapon.id


MEASURES: dict[str, Callable[[Context, int], Any]] = {
    "noise": lambda ctx, id: find_loudness(get_world(ctx.state), id),
    "melee": lambda ctx, id: melee.is_in_melee(ctx, _get_actor(ctx, id)),
    "stealth": lambda ctx, id: stats.effective_stealth(ctx, _get_actor(ctx, id)),
    "to_hit": lambda ctx, id: stats.effective_to_hit(ctx, _get_actor(ctx, id)),
    "defense": lambda ctx, id: stats.effective_defense(ctx, _get_actor(ctx, id)),
    "fov": lambda ctx, id: stats.effective_stat(ctx, _get_actor(ctx, id), "fov"),
    "foh": lambda ctx, id: stats.effective_stat(ctx, _get_actor(ctx, id), "foh"),
    "weapon": lambda ctx, id: _name_weapon(ctx, _get_actor(ctx, id)),
    "carried": lambda ctx, id: sum(
        item.count for item in list_carried_items(get_world(ctx.state), _get_actor(ctx, id))
    ),
    "pack": lambda ctx, id: [item.kind for item in list_carried_items(get_world(ctx.state), _get_actor(ctx, id))],
    "panel": lambda ctx, id: [[row.actor, row.aggravated, row.defense] for row in combat_panel.list_combat_rows(ctx)],
    "seen_cells": lambda ctx, id: int(visible_cells(ctx).sum()),
}
"""What scenario files may expect of an actor, in addition to its fields."""
