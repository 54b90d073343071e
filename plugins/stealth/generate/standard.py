"""The standard dungeon: rooms of several shapes, L-shaped corridors, doors (R-GEN-20 to R-GEN-28)."""

from __future__ import annotations

import numpy as np

from footfall.api import Play, Step
from footfall.api.grid import (
    SHAPES,
    Cell,
    Draft,
    Laid,
    Room,
    box_free,
    bridges,
    carve_room,
    columns,
    dig,
    door_places,
    spanning_tree,
    walking,
)

from . import drawn, fill, ways
from .floors import plan_of
from .tables import loot

RECIPE = "core.stealth:standard"
WALL, FLOOR, DOOR, COLUMN = (
    "core.stealth:wall",
    "core.stealth:floor",
    "core.stealth:door",
    "core.stealth:column",
)


def rooms(play: Play, draft: Draft) -> None:
    """Carves rooms, each attempt one: plain, shaped or drawn (R-GEN-20, R-GEN-21).

    The chance that any drawn room wins an attempt is that of at least one of so many
    independent rolls; by symmetry the winner is any of them alike.
    """
    plan = fill.digging(play)
    draft.tiles[:] = draft.number(WALL)
    occupied = np.zeros(draft.shape, np.bool_)
    wanted = play.roll("rooms", *plan.rooms)
    shapes = [shape for shape in SHAPES if plan.shapes.get(shape)]
    shares = [plan.shapes[shape] for shape in shapes]
    templates = [] if draft.floor in plan.never_drawn else drawn.candidates(play, draft, unique=False)
    any_drawn = round((1 - (1 - plan.drawn / 100) ** len(templates)) * 1_000_000)
    given = draft.arrivals.pop("up", None)
    if given is not None:
        _around(play, draft, given, occupied, plan.sides)
    height, width = draft.shape
    for _ in range(plan.attempts):
        if len(draft.rooms) >= wanted:
            break
        if templates and play.roll("drawn", 1, 1_000_000) <= any_drawn:
            template = templates[play.roll("which", 0, len(templates) - 1)][0]
            corner = drawn.place_for(play, draft, template, occupied)
            if corner is not None:
                room = drawn.draw_in(play, draft, template, *corner)
                occupied[room.box] = True
            continue
        shape = shapes[play.weighted("shape", shares)]
        least = plan.sides[0] if shape == "rectangle" else plan.shaped_side
        high, wide = play.roll("height", least, plan.sides[1]), play.roll("width", least, plan.sides[1])
        top, left = play.roll("top", 1, height - high - 1), play.roll("left", 1, width - wide - 1)
        # One cell of wall on either side, and the padding between.
        if box_free(occupied, top, left, high, wide, plan.padding + 1):
            occupied[carve_room(draft, top, left, high, wide, shape, FLOOR).box] = True


def _around(play: Play, draft: Draft, cell: Cell, occupied: np.ndarray, sides: tuple[int, int]) -> None:
    """A first room whose centre is a given cell, so that stairs can stand below those above (R-GEN-24)."""
    height, width = draft.shape
    most_high = 2 * min(cell[0], height - 1 - cell[0]) - 1
    most_wide = 2 * min(cell[1], width - 1 - cell[1]) - 1
    high = min(play.roll("height", *sides), max(1, most_high))
    wide = min(play.roll("width", *sides), max(1, most_wide))
    top, left = cell[0] - high // 2, cell[1] - wide // 2
    if box_free(occupied, top, left, high, wide, 0):
        occupied[carve_room(draft, top, left, high, wide, "rectangle", FLOOR).box] = True


def corridors(play: Play, draft: Draft) -> None:
    """A minimum spanning tree of L-shaped corridors, and a few more against dead ends (R-GEN-22)."""
    plan = fill.digging(play)
    nodes: list[Cell] = []
    extra: list[tuple[int, Cell]] = []
    for room in draft.rooms:
        nodes.append(room.gates[0] if room.gates else room.centre)
        extra += [(len(nodes) - 1, gate) for gate in room.gates[1:]]
    rock = draft.tiles == draft.number(WALL)
    rock &= ~draft.fixed
    for a, b in spanning_tree(nodes):
        if not dig(draft, nodes[a], nodes[b], rock, FLOOR, play.chance("bend", 1, 2)):
            draft.failed = "a room cannot be joined"
    for own, gate in extra:
        others = [node for index, node in enumerate(nodes) if index != own] or nodes
        near = min(others, key=lambda node: (abs(node[0] - gate[0]) + abs(node[1] - gate[1]), node))
        dig(draft, gate, near, rock, FLOOR, play.chance("bend", 1, 2))
    tries, chance = plan.links
    for _ in range(tries):
        if len(nodes) > 2 and play.chance("link", chance, 100):
            a, b = play.roll("link-from", 0, len(nodes) - 1), play.roll("link-to", 0, len(nodes) - 1)
            if a != b:
                dig(draft, nodes[a], nodes[b], rock, FLOOR, play.chance("bend", 1, 2))


def stairs(play: Play, draft: Draft) -> None:
    """The way up (or the character) in the first room, the way down in the last (R-GEN-24)."""
    halls = [room for room in draft.rooms if not room.template]
    if len(halls) < 3:
        draft.failed = "there are too few rooms"
        return
    up = halls[0].centre
    last = halls[-1].centre
    if fill.digging(play).stairs_far:
        last = max(
            (room.centre for room in halls[1:]), key=lambda c: (abs(c[0] - up[0]) + abs(c[1] - up[1]), c)
        )
    side = None
    if draft.notes.get("side"):
        between = [room.centre for room in halls[1:] if room.centre != last]
        side = between[play.roll("side-room", 0, len(between) - 1)]
    ways.put_stairs(draft, up, last if ways.wants_down(draft) else None, side)
    ways.goal(play, draft, last)


def inhabitants(play: Play, draft: Draft) -> None:
    """Creatures, objects and rubble, room by room (R-GEN-23, R-GEN-29)."""
    plan = fill.filling(play, draft, RECIPE)
    free = draft.layer(play.records, "walkable") & ~draft.fixed
    for room in draft.rooms:
        part = free[room.box]
        cells = [(y + room.top, x + room.left) for y, x in np.argwhere(part).tolist()]
        fill.fill(play, draft, plan, cells)


def decorate(play: Play, draft: Draft) -> None:
    """Columns in some rooms (R-GEN-23)."""
    chances = fill.digging(play).columns
    walkable = draft.layer(play.records, "walkable")
    for room in draft.rooms:
        if not room.template and play.chance("columns", chances.get(room.shape, 0), 100):
            columns(draft, room, walkable, COLUMN)


def uniques(play: Play, draft: Draft) -> None:
    """Vaults that come once a game, dug onto what is there (R-GEN-21, R-GEN-23); their key lies elsewhere."""
    if draft.branch or draft.notes.get("last"):
        return
    for template, chance in drawn.candidates(play, draft, unique=True):
        if not play.chance("unique", chance, 100):
            continue
        solid = draft.tiles != draft.number(WALL)
        solid |= draft.fixed
        for _ in range(fill.TRIES):
            corner = drawn.place_for(play, draft, template, solid)
            if corner is not None:
                _dig_in(play, draft, drawn.draw_in(play, draft, template, *corner))
                draft.notes.setdefault("drawn", []).append(template.id)
                break


def _dig_in(play: Play, draft: Draft, room: Room) -> None:
    """Joins a vault to the nearest ground."""
    rock = (draft.tiles == draft.number(WALL)) & ~draft.fixed
    gate = room.gates[0]
    open_ground = (draft.tiles == draft.number(FLOOR)) & ~draft.fixed
    for other in draft.rooms:
        if other.template:
            open_ground[other.box] = False
    ground = np.argwhere(open_ground)
    steps = np.abs(ground - gate).sum(axis=1)
    near: Cell = tuple(ground[int(steps.argmin())].tolist())
    if not dig(draft, gate, near, rock, FLOOR, play.chance("bend", 1, 2)):
        draft.failed = "a vault cannot be joined"


def connect(play: Play, draft: Draft) -> None:
    """Guarantees the way between the stairs (R-GEN-25, R-GEN-27)."""
    ways.join(play, draft)


def doors(play: Play, draft: Draft) -> None:
    """Doors, locked doors and fragile walls where corridors enter rooms (R-GEN-26, R-GEN-28).

    Neither a locked door nor a fragile wall ever bars the only way between the stairs.
    """
    plan = fill.digging(play)
    inner = np.zeros(draft.shape, np.bool_)
    walkable = draft.layer(play.records, "walkable")
    for room in draft.rooms:
        if not room.template:
            inner[room.box] |= walkable[room.box]
    inner &= ~draft.halls
    walls = draft.tagged(play.records, "wall")
    names = tuple(plan.entries)
    shares = tuple(plan.entries.values())
    places = [cell for cell in door_places(draft.halls, inner, walls) if _vacant(draft, cell)]
    open_ways = walking(draft, play.records, locked=False)
    ends = ways.ends(draft)
    doors_left, fragile_left = plan.doors, plan.fragile
    barred: set[Cell] = set()
    for cell in play.shuffled("entries", places):
        feature = names[play.weighted("entry", shares)]
        if feature == "none" or _beside(cell, barred):
            continue
        if feature == "door" and doors_left:
            doors_left -= 1
            barred.add(cell)
            draft.set(cell, _door(play, draft, cell, open_ways, ends))
        elif feature == "fragile" and fragile_left and not bridges(open_ways, cell, ends):
            fragile_left -= 1
            barred.add(cell)
            open_ways[cell] = False
            ways.fragile(draft, cell, play.roll("fragile-hp", *plan.fragile_hp))
            _hide(play, draft, cell, plan.hides, plan.hidden)
        draft.fixed[cell] = True


def _vacant(draft: Draft, cell: Cell) -> bool:
    return cell not in draft.taken and not draft.fixed[cell]


def _beside(cell: Cell, others: set[Cell]) -> bool:
    y, x = cell
    return not others.isdisjoint(((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)))


def _door(play: Play, draft: Draft, cell: Cell, open_ways: np.ndarray, ends: list[Cell]) -> str:
    """A plain door, or a locked one where a colour is allowed and nobody needs it open."""
    colours = draft.notes.get("colours", ())
    if colours and play.chance("lock", fill.digging(play).locks, 100):
        colour = colours[play.roll("colour", 0, len(colours) - 1)]
        if not bridges(open_ways, cell, ends):
            open_ways[cell] = False
            return plan_of(play).locks[colour].door
    return DOOR


def _hide(play: Play, draft: Draft, cell: Cell, chances: tuple[int, int], table: str) -> None:
    """Something may be walled in, and survive the blow that frees it (table C.9)."""
    if play.chance("hides", chances[0], 100) and play.chance("survives", chances[1], 100):
        found = loot(play, table, draft)
        if found is not None:
            draft.lay(Laid(found[0], cell, found[1], inside=True))


def furnish(play: Play, draft: Draft) -> None:
    """Containers, keys, and what is owed to the player (R-GEN-25, R-GEN-28, R-GEN-32)."""
    fill.containers(play, draft)
    fill.owed(play, draft)
    fill.keys(play, draft)


STEPS = (
    Step("core.stealth:rooms", rooms),
    Step("core.stealth:corridors", corridors),
    Step("core.stealth:stairs", stairs),
    Step("core.stealth:inhabitants", inhabitants),
    Step("core.stealth:decorate", decorate),
    Step("core.stealth:uniques", uniques),
    Step("core.stealth:connect", connect),
    Step("core.stealth:doors", doors),
    Step("core.stealth:furnish", furnish),
    Step("core.stealth:check", ways.check),
)
