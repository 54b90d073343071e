"""Every kernel in plain Python and NumPy: the readable oracle of the Rust kernels. `__all__` lists the kernels."""

from .caves import cave, cave_step
from .fields import descend, distance_map, flight_map, flow, reachable_within
from .grid import Grid
from .numbers import draw, hash_array, mix, philox
from .paths import Finder, find_path, find_paths, path_cost
from .regions import connect, largest_region, regions
from .sight import field_of_view, fields_of_view, line, line_of_sight, visible_pairs
from .sound import hear, sound_arrivals, sound_field, sound_fields

__all__ = [
    "Finder",
    "Grid",
    "cave",
    "cave_step",
    "connect",
    "descend",
    "distance_map",
    "draw",
    "field_of_view",
    "fields_of_view",
    "find_path",
    "find_paths",
    "flight_map",
    "flow",
    "hash_array",
    "hear",
    "largest_region",
    "line",
    "line_of_sight",
    "mix",
    "path_cost",
    "philox",
    "reachable_within",
    "regions",
    "sound_arrivals",
    "sound_field",
    "sound_fields",
    "visible_pairs",
]
