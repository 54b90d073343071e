"""The town: the desert by the entrance, floor 1 (R-GEN-6 to R-GEN-9)."""

from __future__ import annotations

from footfall.api import Play, Step
from footfall.api.grid import Draft, Laid, Placed, Room

from ..records import Holder, Town
from . import fill, standard, ways
from .tables import loot

RECIPE = "core.stealth:town"


def figures(play: Play) -> Town:
    """Where things stand."""
    return play.records.get(Town, "town", "core.stealth:usual")


def desert(play: Play, draft: Draft) -> None:
    """One open place under the sky; its edge leads home (R-GEN-6)."""
    town = figures(play)
    draft.tiles[:] = draft.number(town.edge)
    draft.tiles[1:-1, 1:-1] = draft.number(town.ground)
    height, width = draft.shape
    draft.rooms.append(Room(1, 1, height - 2, width - 2, "rectangle", (height // 2, width // 2)))
    draft.notes["daylight"] = True


def stairs(play: Play, draft: Draft) -> None:
    """The way down, and the character (R-GEN-7)."""
    town = figures(play)
    start = draft.arrivals.pop("up", None) or town.start
    draft.arrivals["start"] = start
    draft.fixed[start] = True
    ways.put_stairs(draft, None, town.stairs)


def elder(play: Play, draft: Draft) -> None:
    """The elder, his fire on the side of the stairs, his chest on the other (R-GEN-8, D-40)."""
    town = figures(play)
    holder = play.records.get(Holder, "holder", town.holder)
    y, x = town.stairs[0] + town.south, town.stairs[1] - play.roll("elder", *town.west)
    draft.place(Placed(town.elder, (y, x)))
    draft.place(Placed(town.fire, (y, x + 1)))
    chest = (y, x - 1)
    draft.set(chest, holder.tile)
    draft.taken[chest] = holder.tile
    draft.fixed[y - 1 : y + 2, x - 2 : x + 3] = True
    draft.lay(Laid(town.gift, chest, inside=True))
    if play.chance("gift", town.more, 100):
        found = loot(play, holder.loot, draft)
        if found is not None:
            draft.lay(Laid(found[0], chest, found[1], inside=True))


def inhabitants(play: Play, draft: Draft) -> None:
    """What the wind laid bare (R-GEN-9)."""
    fill.fill(play, draft, fill.filling(play, draft, RECIPE), fill.open_cells(play, draft))


STEPS = (
    Step("core.stealth:desert", desert),
    Step("core.stealth:desert-stairs", stairs),
    Step("core.stealth:elder", elder),
    Step("core.stealth:desert-inhabitants", inhabitants),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", ways.check),
)
