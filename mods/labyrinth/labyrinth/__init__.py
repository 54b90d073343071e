"""Labyrinth: a perfect maze, with a few walls knocked through so that one can be chased in a circle."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Context, Step, events, grid, hook

RECIPE = "examples.labyrinth:labyrinth"
ROCK, FLOOR = "core.stealth:rock", "core.stealth:cave_floor"
LOOP_ODDS = 12
"""One dead wall in so many is opened."""


def carve(ctx: Context, draft: grid.LevelDraft) -> None:
    """A depth-first maze on the odd cells: from each cell on to a new one, back where there is none."""
    height, width = draft.shape
    rows, columns = (height - 1) // 2, (width - 1) // 2
    draft.tiles[:] = draft.palette_index(ROCK)
    floor = draft.palette_index(FLOOR)
    start = draft.arrivals.get("up", (1, 1))
    path = [(min((start[0] - 1) // 2, rows - 1), min((start[1] - 1) // 2, columns - 1))]
    seen = set(path)
    draft.tiles[2 * path[0][0] + 1, 2 * path[0][1] + 1] = floor
    while path:
        y, x = path[-1]
        ways = [
            (y + dy, x + dx)
            for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1))
            if 0 <= y + dy < rows and 0 <= x + dx < columns and (y + dy, x + dx) not in seen
        ]
        if not ways:
            path.pop()
            continue
        on = ctx.choose("maze", ways)
        seen.add(on)
        path.append(on)
        draft.tiles[2 * on[0] + 1, 2 * on[1] + 1] = floor
        draft.tiles[y + on[0] + 1, x + on[1] + 1] = floor
    for y in range(1, 2 * rows):
        for x in range(1 + y % 2, 2 * columns, 2):
            if draft.tiles[y, x] != floor and ctx.roll("loops", 1, LOOP_ODDS) == 1:
                draft.tiles[y, x] = floor
    if "up" in draft.arrivals:
        draft.tiles[start] = floor  # stairs on an even cell stand in a wall between two ways
        connect_stairs(draft, start, floor)


def connect_stairs(draft: grid.LevelDraft, cell: grid.Cell, floor: int) -> None:
    """Joins a cell to the maze: of its neighbours within the walls, the odd ones are ways already."""
    height, width = draft.shape
    y, x = cell
    if y % 2 == 0 and x % 2 == 0:
        draft.tiles[y - 1 if y > 1 else y + 1, x] = floor
    elif y == height - 2 and y % 2 == 0:
        draft.tiles[y - 1, x] = floor
    elif x == width - 2 and x % 2 == 0:
        draft.tiles[y, x - 1] = floor


@hook
def provide_generators() -> Iterable[str]:
    """The recipe's name, for plans and for `footfall generate`."""
    return [RECIPE]


@hook
def on_generate(event: events.Recipe) -> Iterable[Step]:
    """Its steps: the maze, then stairs, creatures and checks as in a cavern."""
    if event.name != RECIPE:
        return ()
    return (
        Step("examples.labyrinth:carve", carve),
        Step("core.stealth:cave-stairs"),
        Step("core.stealth:cave-inhabitants"),
        Step("core.stealth:furnish"),
        Step("core.stealth:check"),
    )
