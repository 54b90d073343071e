"""The stages of level generation, for ``footfall generate stealth``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from footfall.api import BeginGame, Context, Generation
from footfall.api.grid import LevelDraft, render_draft
from footfall.api.scene import Cells, Stage, Tint


def iterate_stages(begin: BeginGame, options: Mapping[str, Any]) -> Iterator[Stage]:
    """The first floor of a game after each step of its generator.

    Failed attempts are left out (D-36).
    """
    drafts: list[tuple[str, LevelDraft]] = []

    def watch(name: str, draft: Any) -> None:
        if drafts and (drafts[-1][1].failure or drafts[-1][1].recipe != draft.recipe or name in dict(drafts)):
            drafts.clear()
        drafts.append((name, draft.copy()))

    ctx = begin(options, watch)
    for name, draft in drafts:
        yield Stage(name, render_cells(ctx, draft), data=export_draft(draft))


def render_cells(ctx: Context, draft: LevelDraft) -> Cells:
    """A draft on screen, secrets revealed; walls that touch no open cell are blank."""
    glyph, tints = render_draft(draft, ctx.records)
    fg = np.array([[Tint[tint] for tint in row] for row in tints], np.uint8)
    height, width = draft.shape
    open_cells = np.pad(
        draft.find_tiles_by_property(ctx.records, "walkable")
        | draft.find_tiles_by_property(ctx.records, "transparent"),
        1,
    )
    shown = open_cells[1:-1, 1:-1].copy()
    for y in range(3):
        for x in range(3):
            shown |= open_cells[y : y + height, x : x + width]
    glyph[~shown & (fg == Tint.WALL)] = ord(" ")
    return Cells(glyph, fg, np.zeros_like(fg), np.zeros_like(glyph))


def export_draft(draft: LevelDraft) -> dict[str, Any]:
    """A draft as plain data: cells are ``[y, x]``, tiles are palette indices."""
    return {
        "generator": draft.recipe,
        "floor": draft.floor,
        "palette": list(draft.palette),
        "tiles": draft.tiles.tolist(),
        "arrivals": {name: list(at) for name, at in draft.arrivals.items()},
        "rooms": [
            {"box": [room.top, room.left, room.height, room.width], "shape": room.shape, "template": room.template}
            for room in draft.rooms
        ],
        "creatures": [
            {"kind": actor.kind, "at": list(actor.at), "carries": [list(row) for row in actor.carried_items]}
            for actor in draft.actors
        ],
        "objects": [
            {"kind": item.kind, "at": list(item.at), "count": item.count, "inside": item.inside} for item in draft.items
        ],
        "fixtures": [{"tile": f.tile, "at": list(f.at), "hp": f.hp} for f in draft.fixtures],
    }


GENERATION = Generation(iterate_stages, {"floor": 1, "generator": ""})
