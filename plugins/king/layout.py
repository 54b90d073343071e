"""The house: fifteen nodes on three floors, their edges, and the ring of the boxes.

A node is an integer: ``floor * 5`` for the corridor and ``floor * 5 + r`` for room r (1..4), with floors from 0.
Ascending order is the tie order of K-MON-2 on each floor: the corridor first, then the lowest room number.
"""

from collections.abc import Callable, Sequence
from typing import Final

FLOORS: Final = 3
PER_FLOOR: Final = 5
NODES: Final = FLOORS * PER_FLOOR

NODE_NAMES: Final[tuple[str, ...]] = tuple(
    f"F{floor + 1}_{'P' if spot == 0 else f'R{spot}'}" for floor in range(FLOORS) for spot in range(PER_FLOOR)
)
"""``F1_P``, ``F1_R1`` ... ``F3_R4`` (K-BOARD-1)."""

NODE_BY_NAME: Final[dict[str, int]] = {name: node for node, name in enumerate(NODE_NAMES)}
FLOOR: Final[tuple[int, ...]] = tuple(node // PER_FLOOR for node in range(NODES))
"""The floor (0..2) of each node."""

CORRIDORS: Final[tuple[int, ...]] = tuple(floor * PER_FLOOR for floor in range(FLOORS))
ROOMS: Final[tuple[int, ...]] = tuple(node for node in range(NODES) if node % PER_FLOOR)
ROOMS_BY_FLOOR: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(node for node in ROOMS if FLOOR[node] == floor) for floor in range(FLOORS)
)
"""The four rooms of each floor."""

_PARTNER: Final = {1: 2, 2: 1, 3: 4, 4: 3}

NEIGHBORS: Final[tuple[tuple[int, ...], ...]] = tuple(
    (corridor, corridor + _PARTNER[spot]) if spot else tuple(corridor + room for room in _PARTNER)
    for corridor in CORRIDORS
    for spot in range(PER_FLOOR)
)
"""The neighbors of each node on its floor, in tie order (K-BOARD-2..6)."""

DISTANCE: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(0 if a == b else 1 if b in NEIGHBORS[a] else 2 for b in range(NODES)) for a in range(NODES)
)
"""The distance between two nodes of one floor, without stairs; undefined across floors."""

RING: Final[tuple[str, ...]] = (
    "F1_R1", "F1_R4", "F1_R3", "F1_R2", "F2_R3", "F2_R2",
    "F3_R3", "F3_R2", "F3_R1", "F3_R4", "F2_R1", "F2_R4",
)  # fmt: skip
"""The ring: each box moves to the next room of the list (K-END-8a)."""


def next_in_ring(ring: Sequence[str], node: int) -> int | None:
    """Returns the node that the box of a node moves to at the end of a round; None for a corridor."""
    name = NODE_NAMES[node]
    return NODE_BY_NAME[ring[(ring.index(name) + 1) % len(ring)]] if name in ring else None


FLOOR_CYCLES: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(floor * PER_FLOOR + room for room in (1, 4, 3, 2)) for floor in range(FLOORS)
)
"""The rotation of each floor's boxes: R1 > R4 > R3 > R2 (K-KING-D6-1)."""


def stair_room(stairs: Sequence[int], floor: int) -> int:
    """Returns the stair room of a floor; `stairs` has a room number (1..4) per floor."""
    return floor * PER_FLOOR + stairs[floor]


def stair_moves(stairs: Sequence[int], node: int) -> tuple[int, ...]:
    """Returns the stair rooms one floor up or down from a stair room (K-STAIRS-2..4)."""
    floor = FLOOR[node]
    if node != floor * PER_FLOOR + stairs[floor]:
        return ()
    if floor == 0:
        return (PER_FLOOR + stairs[1],)
    if floor == 1:
        return (stairs[0], 2 * PER_FLOOR + stairs[2])
    return (PER_FLOOR + stairs[1],)


def spin_wheel(floor: int, d4: int) -> int:
    """Returns the floor (0..2) that is `d4` floors up from `floor`, wrapping from 3 to 1 (K-END-3a)."""
    return (floor + d4) % FLOORS


def find_nearest_room(stairs: Sequence[int], start: int, accepts: Callable[[int], bool]) -> int | None:
    """Returns the nearest room that `accepts` allows, in moves, stairs included (K-MON-NEAREST).

    Ties: the floor of `start` first, then the lower node.
    """
    seen = {start}
    shell = [start]
    while shell:
        rooms = [node for node in shell if node % PER_FLOOR and accepts(node)]
        if rooms:
            return min(rooms, key=lambda node: (FLOOR[node] != FLOOR[start], node))
        next_shell = []
        for node in shell:
            for other in (*NEIGHBORS[node], *stair_moves(stairs, node)):
                if other not in seen:
                    seen.add(other)
                    next_shell.append(other)
        shell = next_shell
    return None


def distance_map(stairs: Sequence[int], goal: int) -> list[int]:
    """Returns the distance of every node from `goal`, with stairs (breadth-first search)."""
    distances = [-1] * NODES
    distances[goal] = 0
    shell = [goal]
    while shell:
        next_shell = []
        for node in shell:
            for other in (*NEIGHBORS[node], *stair_moves(stairs, node)):
                if distances[other] < 0:
                    distances[other] = distances[node] + 1
                    next_shell.append(other)
        shell = next_shell
    return distances
