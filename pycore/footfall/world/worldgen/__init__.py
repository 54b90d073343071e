"""Building blocks of level generators: rooms, corridors, caves, doors, columns, vaults.

They take a `LevelDraft` or masks; ``plugins/stealth/generate`` composes recipes of them.
"""

from .caves import build_cave_mask, carve_cave, find_far_half
from .connectivity import are_connected, can_be_blocked, find_walkable_cells, is_cut_cell
from .doors import find_door_cells
from .rooms import ROOM_SHAPES, build_room_mask, carve_room, is_box_free, place_columns
from .tunnels import build_spanning_tree, dig_corridor
from .vaults import Vault, can_place_vault, stamp_vault

__all__ = [
    "ROOM_SHAPES",
    "Vault",
    "are_connected",
    "build_cave_mask",
    "build_room_mask",
    "build_spanning_tree",
    "can_be_blocked",
    "can_place_vault",
    "carve_cave",
    "carve_room",
    "dig_corridor",
    "find_door_cells",
    "find_far_half",
    "find_walkable_cells",
    "is_box_free",
    "is_cut_cell",
    "place_columns",
    "stamp_vault",
]
