"""Derived figures by name: pure functions ``(play, actor id)`` for tests, tables and consoles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Play
from footfall.api.grid import Actor, loudness, pack_of, world_of

from . import melee, panel, totals
from .fight import weapon_of_id
from .sight import visible


def _actor(play: Play, id: int) -> Actor:
    return world_of(play.state).actors[id]


MEASURES: dict[str, Callable[[Play, int], Any]] = {
    "noise": lambda play, id: loudness(world_of(play.state), id),
    "melee": lambda play, id: melee.in_melee(play, _actor(play, id)),
    "stealth": lambda play, id: totals.stealth(play, _actor(play, id)),
    "to_hit": lambda play, id: totals.to_hit(play, _actor(play, id)),
    "defense": lambda play, id: totals.defense(play, _actor(play, id)),
    "fov": lambda play, id: totals.total(play, _actor(play, id), "fov"),
    "foh": lambda play, id: totals.total(play, _actor(play, id), "foh"),
    "weapon": lambda play, id: weapon_of_id(play, _actor(play, id)),
    "carried": lambda play, id: sum(item.count for item in pack_of(world_of(play.state), _actor(play, id))),
    "pack": lambda play, id: [item.kind for item in pack_of(world_of(play.state), _actor(play, id))],
    "panel": lambda play, id: [[row.actor, row.aggravated, row.defense] for row in panel.rows(play)],
    "seen_cells": lambda play, id: int(visible(play).sum()),
}
"""What scenario files may expect of an actor beside its fields."""
