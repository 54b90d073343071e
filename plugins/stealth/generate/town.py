"""The town: the desert by the entrance, floor 1 (R-GEN-6 to R-GEN-9)."""

from __future__ import annotations

from footfall.api import Play, Step
from footfall.api.grid import Draft, Laid, Placed, Room

from . import fill, standard, ways
from .tables import loot

RECIPE = "core.stealth:town"
SAND, EDGE = "core.stealth:sand", "core.stealth:desert_edge"

START, STAIRS = (18, 40), (17, 35)
"""Where the game begins and where it leads down, ``(y, x)`` (R-GEN-7)."""

WEST, SOUTH = (8, 9), 2
"""The elder stands so far west and south of the stairs (table C.9)."""

GIFT = "core.stealth:leather_armor"


def desert(play: Play, draft: Draft) -> None:
    """One open place under the sky; its edge leads home (R-GEN-6)."""
    draft.tiles[:] = draft.number(EDGE)
    draft.tiles[1:-1, 1:-1] = draft.number(SAND)
    height, width = draft.shape
    draft.rooms.append(Room(1, 1, height - 2, width - 2, "rectangle", (height // 2, width // 2)))
    draft.notes["daylight"] = True


def stairs(play: Play, draft: Draft) -> None:
    """The way down, and the character (R-GEN-7)."""
    start = draft.arrivals.pop("up", None) or START
    draft.arrivals["start"] = start
    draft.fixed[start] = True
    ways.put_stairs(draft, None, STAIRS)


def elder(play: Play, draft: Draft) -> None:
    """The elder, his fire on the side of the stairs, his chest on the other (R-GEN-8, D-40)."""
    y, x = STAIRS[0] + SOUTH, STAIRS[1] - play.roll("elder", *WEST)
    draft.place(Placed("core.stealth:elder", (y, x)))
    draft.place(Placed("core.stealth:town_fire", (y, x + 1)))
    chest = (y, x - 1)
    draft.set(chest, "core.stealth:chest")
    draft.taken[chest] = "core.stealth:chest"
    draft.fixed[y - 1 : y + 2, x - 2 : x + 3] = True
    draft.lay(Laid(GIFT, chest, inside=True))
    if play.chance("gift", 1, 2):
        found = loot(play, "core.stealth:chest", draft)
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
