"""The Rust kernels. Signatures and meaning are those of footfall.kernels.reference."""

from footfall.kernels.reference import Grid as Grid
from footfall.kernels.reference import cave as cave
from footfall.kernels.reference import cave_step as cave_step
from footfall.kernels.reference import connect as connect
from footfall.kernels.reference import descend as descend
from footfall.kernels.reference import distance_map as distance_map
from footfall.kernels.reference import draw as draw
from footfall.kernels.reference import field_of_view as field_of_view
from footfall.kernels.reference import fields_of_view as fields_of_view
from footfall.kernels.reference import find_path as find_path
from footfall.kernels.reference import find_paths as find_paths
from footfall.kernels.reference import flight_map as flight_map
from footfall.kernels.reference import flow as flow
from footfall.kernels.reference import hash_array as hash_array
from footfall.kernels.reference import hear as hear
from footfall.kernels.reference import largest_region as largest_region
from footfall.kernels.reference import line as line
from footfall.kernels.reference import line_of_sight as line_of_sight
from footfall.kernels.reference import mix as mix
from footfall.kernels.reference import path_cost as path_cost
from footfall.kernels.reference import philox as philox
from footfall.kernels.reference import reachable_within as reachable_within
from footfall.kernels.reference import regions as regions
from footfall.kernels.reference import sound_arrivals as sound_arrivals
from footfall.kernels.reference import sound_field as sound_field
from footfall.kernels.reference import visible_pairs as visible_pairs

def build_info() -> dict[str, str]:
    """version, profile ("release" or "debug") and simd, the vector instructions in use."""
