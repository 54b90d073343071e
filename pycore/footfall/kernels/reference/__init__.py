"""Every kernel in plain Python and NumPy: the readable oracle of the Rust kernels. `__all__` lists the kernels."""

from footfall.kernels.reference.caves import cave, cave_step
from footfall.kernels.reference.fields import descend, distance_map, flight_map, flow, reachable_within
from footfall.kernels.reference.grid import Grid
from footfall.kernels.reference.numbers import draw, hash_array, mix, philox
from footfall.kernels.reference.paths import find_path, find_paths, path_cost
from footfall.kernels.reference.regions import connect, largest_region, regions
from footfall.kernels.reference.sight import field_of_view, fields_of_view, line, line_of_sight, visible_pairs
from footfall.kernels.reference.sound import hear, sound_arrivals, sound_field

__all__ = [
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
    "visible_pairs",
]
