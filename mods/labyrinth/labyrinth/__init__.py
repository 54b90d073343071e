"""Labyrinth: a perfect maze, with a few walls opened so that there are loops."""

from collections.abc import Iterable

from footfall.api import Context, Step, events, grid, hook

RECIPE = "examples.labyrinth:labyrinth"
ROCK, FLOOR = "core.stealth:rock", "core.stealth:cave_floor"
LOOP_ODDS = 12
"""One in this many inner walls is opened."""


def carve(ctx: Context, draft: grid.LevelDraft) -> None:
    """Carves a maze by depth-first search (recursive backtracking) on the odd cells."""
    height, width = draft.shape
    rows, columns = (height - 1) // 2, (width - 1) // 2
    draft.tiles[:] = draft.palette_index(ROCK)
    floor = draft.palette_index(FLOOR)
    start = draft.arrivals.get("up", (1, 1))
    path = [(min((start[0] - 1) // 2, rows - 1), min((start[1] - 1) // 2, columns - 1))]
    visited = set(path)
    draft.tiles[2 * path[0][0] + 1, 2 * path[0][1] + 1] = floor
    while path:
        y, x = path[-1]
        neighbors = [
            (y + dy, x + dx)
            for dy, dx in ((-1, 0), (0, 1), (1, 0), (0, -1))
            if 0 <= y + dy < rows and 0 <= x + dx < columns and (y + dy, x + dx) not in visited
        ]
        if not neighbors:
            path.pop()
            continue
        cell = ctx.choose("maze", neighbors)
        visited.add(cell)
        path.append(cell)
        draft.tiles[2 * cell[0] + 1, 2 * cell[1] + 1] = floor
        draft.tiles[y + cell[0] + 1, x + cell[1] + 1] = floor
    for y in range(1, 2 * rows):
        for x in range(1 + y % 2, 2 * columns, 2):
            if draft.tiles[y, x] != floor and ctx.roll("loops", 1, LOOP_ODDS) == 1:
                draft.tiles[y, x] = floor
    if "up" in draft.arrivals:
        draft.tiles[start] = floor  # stairs on an even cell are inside a wall
        connect_stairs(draft, start, floor)


def connect_stairs(draft: grid.LevelDraft, cell: grid.Cell, floor: int) -> None:
    """Connects a cell on even coordinates to the maze."""
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
    """The recipe, for floor plans and `footfall generate`."""
    return [RECIPE]


@hook
def on_generate(event: events.Recipe) -> Iterable[Step]:
    """Builds the chain of the recipe: the maze, then stairs, creatures and checks as in a cavern."""
    if event.name != RECIPE:
        return ()
    return (
        Step("examples.labyrinth:carve", carve),
        Step("core.stealth:cave-stairs"),
        Step("core.stealth:cave-inhabitants"),
        Step("core.stealth:furnish"),
        Step("core.stealth:check"),
    )
