"""Exits triggered by a hero's sight (D-REVEAL, G-15)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from footfall.api.grid import kernels

from ..maps.geometry import Cell, bounding_rect, contains, list_cells, to_tiles
from ..maps.rasterize import floor_tiles_of
from ..maps.shapes import door_rect, mouth_rect
from ..model import Delve, Exit, ExitKind, Fate, Zone
from ..policy import Policy

MARGIN = 3
"""Margin in cells around the floor, so that the thresholds of every mouth are inside the array."""


def build_open_mask(delve: Delve, level: int) -> tuple[Cell, npt.NDArray[np.bool_]]:
    """Transparent tiles: floor of revealed zones, and open doors.

    Returns:
        The tile of element ``[0, 0]``, and a bool array ``(height, width)``.
    """
    zones = [zone for zone in delve.zones if zone.level == level and not zone.is_hidden]
    floors = [rect for zone in zones for rect in floor_tiles_of(delve, zone)]
    top, left, height, width = bounding_rect(floors)
    origin = (top - MARGIN, left - MARGIN)
    opens = np.zeros((height + 2 * MARGIN, width + 2 * MARGIN), np.bool_)

    def clear(rect: tuple[int, int, int, int]) -> None:
        y, x = rect[0] - origin[0], rect[1] - origin[1]
        opens[y : y + rect[2], x : x + rect[3]] = True

    seen = {zone.id for zone in zones}
    for rect in floors:
        clear(rect)
    for gate in delve.exits:
        if gate.zone in seen and gate.way is not ExitKind.MOUTH and gate.fate in (Fate.OPENED, Fate.LINKED):
            clear(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness))
    return origin, opens


def list_unseen_mouths(delve: Delve, level: int) -> list[Exit]:
    """Unexplored mouths of a level, lowest number first."""
    return [g for g in delve.list_pending_exits() if g.way is ExitKind.MOUTH and delve.zones[g.zone].level == level]


def list_crossed_cells(a: Cell, b: Cell) -> list[Cell]:
    """Cells whose interior is crossed by the segment between the centers of two cells (G-15).

    A touched corner does not count. Integer arithmetic: lengths are in half cells along the first axis,
    multiplied by the extent along the second.
    """
    dy, dx = b[0] - a[0], b[1] - a[1]
    if dx == 0:
        return [(a[0] + (i if dy > 0 else -i), a[1]) for i in range(1, abs(dy))]
    across, down = abs(dx), abs(dy)
    found: list[Cell] = []
    for i in range(across + 1):
        low, high = max(0, 2 * i - 1) * down, min(2 * across, 2 * i + 1) * down
        first = (low - across) // (2 * across) + 1
        last = (high + across - 1) // (2 * across) if down else 0
        x = a[1] + (i if dx > 0 else -i)
        found += [(a[0] + (k if dy > 0 else -k), x) for k in range(first, last + 1)]
    return [cell for cell in found if cell not in (a, b)]


def has_line_of_sight(transparent: Any, a: Cell, b: Cell) -> bool:
    """Whether an unobstructed segment connects the centers of two cells (G-15).

    `kernels.line_of_sight` is a necessary condition and tested first; then every crossed cell must be transparent.
    """
    if not kernels.line_of_sight(transparent, a, b):
        return False
    opens: Any = transparent.transparent if isinstance(transparent, kernels.Grid) else transparent
    return all(opens[cell] for cell in list_crossed_cells(a, b))


def find_triggered_mouths(
    delve: Delve, level: int, at: Cell, transparent: Any, origin: Cell, policy: Policy | None = None
) -> list[int]:
    """The mouths that a hero at `at` triggers, lowest exit number first (G-15).

    Args:
        transparent: bool ``(height, width)``, or a `kernels.Grid` of transparent cells.
        origin: the cell of its element ``[0, 0]``.
        policy: for `Policy.sight`.
    """
    policy = policy or Policy()
    mouths = []
    hero = at[0] - origin[0], at[1] - origin[1]
    for gate in list_unseen_mouths(delve, level):
        if policy.sight == "on_piece":
            if contains(to_tiles(get_end_piece(delve.zones[gate.zone]), delve.wall_thickness), at):
                mouths.append(gate.id)
            continue
        for y, x in list_cells(mouth_rect(gate.at, gate.heading, delve.wall_thickness)):
            if policy.sight == "light" and max(abs(y - at[0]), abs(x - at[1])) > policy.sight_radius:
                continue
            if has_line_of_sight(transparent, hero, (y - origin[0], x - origin[1])):
                mouths.append(gate.id)
                break
    return mouths


def get_end_piece(zone: Zone) -> tuple[int, int, int, int]:
    """The end piece of a corridor: the last of its rectangles."""
    return zone.floors[-1]


__all__ = [
    "MARGIN",
    "build_open_mask",
    "find_triggered_mouths",
    "get_end_piece",
    "has_line_of_sight",
    "list_crossed_cells",
    "list_unseen_mouths",
]
