"""The changes of tile games and their appliers. An applier checks first, then writes."""

from footfall.engine.changes import ChangeSpec, collect_changes

from . import actors, fixtures, items, levels, noises, painting
from .actors import (
    EffectEnded,
    EffectStarted,
    Heal,
    HpDepleted,
    Hurt,
    Move,
    Moved,
    RemoveActor,
    SetEffect,
    SetSide,
    SetStat,
    Spawn,
    Spawned,
    StatsChanged,
    Swap,
    Swapped,
    WasHurt,
)
from .fixtures import AddFixture, SetFixtureHp
from .items import AddItem, Equip, PutItem, SetItem
from .levels import AddLevel, EnterLevel, LinkStairs, MarkExplored, Recognize, SetTile, TileChanged
from .noises import ExpireNoises, MakeNoise, MarkNoisesReported
from .painting import GROWTH_STEP, KEEP_TILE, PaintTiles, TilesPainted

__all__ = [
    "GROWTH_STEP",
    "KEEP_TILE",
    "WORLD_CHANGES",
    "AddFixture",
    "AddItem",
    "AddLevel",
    "EffectEnded",
    "EffectStarted",
    "EnterLevel",
    "Equip",
    "ExpireNoises",
    "Heal",
    "HpDepleted",
    "Hurt",
    "LinkStairs",
    "MakeNoise",
    "MarkExplored",
    "MarkNoisesReported",
    "Move",
    "Moved",
    "PaintTiles",
    "PutItem",
    "Recognize",
    "RemoveActor",
    "SetEffect",
    "SetFixtureHp",
    "SetItem",
    "SetSide",
    "SetStat",
    "SetTile",
    "Spawn",
    "Spawned",
    "StatsChanged",
    "Swap",
    "Swapped",
    "TileChanged",
    "TilesPainted",
    "WasHurt",
]

WORLD_CHANGES: tuple[ChangeSpec, ...] = (*collect_changes(levels, actors, items, fixtures, noises, painting),)
"""The changes that a tile game lists in `provide_changes`."""
