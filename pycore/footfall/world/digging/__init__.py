"""What generators share: room shapes, tunnels, caves, doors, columns, drawings (R-GEN-4).

Functions take a `Draft` or plain masks, and a `Play` where they roll dice. A recipe is put
together from them in a few lines; see ``plugins/stealth/generate``.
"""

from .caves import carve_cave, cave_mask, farthest
from .checks import bridges, connected, keeps_open, walking
from .doors import door_places
from .drawings import Drawing, fits, stamp
from .rooms import SHAPES, box_free, carve_room, columns, shape_mask
from .tunnels import dig, spanning_tree

__all__ = [
    "SHAPES",
    "Drawing",
    "box_free",
    "bridges",
    "carve_cave",
    "carve_room",
    "cave_mask",
    "columns",
    "connected",
    "dig",
    "door_places",
    "farthest",
    "fits",
    "keeps_open",
    "shape_mask",
    "spanning_tree",
    "stamp",
    "walking",
]
