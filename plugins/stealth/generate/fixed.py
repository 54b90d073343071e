"""Floors drawn by hand (R-GEN-10 to R-GEN-14)."""

from __future__ import annotations

from footfall.api import Play, Step
from footfall.api.grid import Draft

from ..records import Template
from . import drawn, fill, standard, ways

RECIPE = "core.stealth:fixed"


def drawing(play: Play, draft: Draft) -> None:
    """The drawing, with all that it says (R-GEN-10, R-GEN-12, R-GEN-13)."""
    id = draft.notes.get("template") or "core.stealth:three_doors"
    template = play.records.get(Template, "template", id)
    draft.notes.setdefault("filling", template.filling)
    draft.arrivals.pop("up", None)
    draft.tiles[:] = draft.number(standard.WALL)
    drawn.draw_in(play, draft, template, 0, 0)
    draft.rooms.clear()


def side_stairs(play: Play, draft: Draft) -> None:
    """A side branch may leave from here."""
    if draft.notes.get("side"):
        cell = fill.spot(play, draft, "side-at", fill.open_cells(play, draft), away=10)
        if cell is not None:
            ways.put_stairs(draft, None, None, cell)


def inhabitants(play: Play, draft: Draft) -> None:
    """Random creatures and objects on the cells that the drawing allows (R-GEN-11)."""
    plan = fill.filling(play, draft, "core.stealth:three_doors")
    fill.fill(play, draft, plan, fill.open_cells(play, draft))


STEPS = (
    Step("core.stealth:drawing", drawing),
    Step("core.stealth:drawing-side", side_stairs),
    Step("core.stealth:drawing-inhabitants", inhabitants),
    Step("core.stealth:connect", standard.connect),
    Step("core.stealth:furnish", standard.furnish),
    Step("core.stealth:check", ways.check),
)
