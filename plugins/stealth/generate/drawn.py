"""Maps drawn by hand, put into a draft: tiles, and what stands and lies on them (R-GEN-10 to 13, R-GEN-21)."""

from __future__ import annotations

from footfall.api import Play
from footfall.api.grid import Brittle, Cell, Draft, Drawing, Laid, Placed, Room, Tile, fits, stamp

from ..records import Holder, Legend, SpawnTable, Spot, Template
from .fill import filling, stand
from .floors import floors_of
from .tables import draw, percent

LEGEND = "core.stealth:usual"
GROUND = "core.stealth:floor"
STAIRS = {"up": "core.stealth:stairs_up", "down": "core.stealth:stairs_down"}


def drawing(play: Play, template: Template) -> Drawing[Spot]:
    """A template with the legend that all share."""
    legend = play.records.get(Legend, "legend", LEGEND)
    return Drawing(template.rows, {**legend.signs, **template.signs})


def tile_of(play: Play, spot: Spot) -> str:
    """The tile of a sign; containers have their own."""
    if spot.loot:
        return play.records.get(Holder, "holder", spot.loot).tile
    return spot.tile or GROUND


def draw_in(play: Play, draft: Draft, template: Template, top: int, left: int) -> Room:
    """Stamps a template and puts its people and things where it says.

    Random things may come to cells whose sign allows it, and nowhere else (R-GEN-11).
    """
    plan = drawing(play, template)
    tiles = {sign: tile_of(play, spot) for sign, spot in plan.signs.items()}
    kinds = play.records.table(Tile, "tile")
    room = stamp(
        draft,
        plan,
        tiles,
        top,
        left,
        entrances={id for id in tiles.values() if "door" in kinds[id].tags},
        floors={id for id in tiles.values() if kinds[id].walkable},
        template=template.id,
    )
    people: list[tuple[Cell, Spot]] = []
    for (y, x), spot in plan.cells():
        cell = (top + y, left + x)
        if spot.allowed:
            draft.fixed[cell] = False
        if spot.secret != (0, 0):
            draft.fixtures.append(Brittle(tiles[plan.rows[y][x]], cell, play.roll("secret-hp", *spot.secret)))
        if spot.loot:
            stand(play, draft, play.records.get(Holder, "holder", spot.loot), cell)
        if spot.item:
            draft.lay(Laid(spot.item, cell, inside=bool(spot.loot)))
        if spot.arrival:
            arrive(draft, spot.arrival, cell)
        if spot.creature or spot.any:
            people.append((cell, spot))
    for cell, spot in people:
        populate(play, draft, cell, spot)
    return room


def populate(play: Play, draft: Draft, cell: Cell, spot: Spot) -> None:
    """A creature that the drawing asks for: by name, or any of the floor's table (R-GEN-12)."""
    kind: str | None = spot.creature
    if spot.any:
        table = play.records.get(SpawnTable, "spawn", filling(play, draft, "core.stealth:standard").spawn)
        kind = draw(play, "creature:any", table.rows, draft)
    if kind:
        draft.place(Placed(kind, cell))


def arrive(draft: Draft, name: str, cell: Cell) -> None:
    """An arrival of the drawing. Without a character to place its start becomes the way up (R-GEN-13)."""
    if name == "start" and not draft.notes.get("player"):
        name = "up"
    if name in STAIRS:
        if name == "down" and draft.notes.get("last"):
            return
        draft.set(cell, STAIRS[name])
        draft.taken[cell] = STAIRS[name]
    draft.arrivals[name] = cell


def candidates(play: Play, draft: Draft, *, unique: bool) -> list[tuple[Template, int]]:
    """Drawn rooms that may come on this floor, with their chance in a hundred."""
    found = []
    used = floors_of(play.state).drawn
    for template in play.records.table(Template, "template").values():
        if template.room and template.unique is unique and template.id not in used:
            chance = percent(template.chance, draft.floor)
            if chance:
                found.append((template, chance))
    return found


def place_for(play: Play, draft: Draft, template: Template, occupied: object) -> tuple[int, int] | None:
    """A corner where a template fits, drawn once."""
    plan = drawing(play, template)
    (height, width), (high, wide) = plan.shape, draft.shape
    top = play.roll("drawn-top", 2, high - height - 2)
    left = play.roll("drawn-left", 2, wide - width - 2)
    return (top, left) if fits(occupied, plan, top, left, 1) else None  # type: ignore[arg-type]
