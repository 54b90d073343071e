"""Where the expert bot goes to be out of sight: cells without a line to those who would see it."""

from collections.abc import Sequence

from footfall.api import Command
from footfall.api.grid import Actor, Cell, kernels

from ...actions.commands import Wait
from .. import pathing
from ..fighting import run_towards
from .view import ExpertView, walk_lengths

COVER_RANGE, COVER_TURNS = 4, 8
"""Steps that it goes to leave an archer's sight, and turns that it waits there."""


def find_cover(view: ExpertView, eyes: Sequence[Cell], *, here: bool = False) -> Cell | None:
    """The nearest known cell out of the lines of all `eyes`, those next to a wall first; None if all are seen.

    Args:
        eyes: cells of those who look.
        here: whether the own cell will do.
    """
    steps = walk_lengths(view, view.me.at)
    y, x = view.phase.array_index(view.me.at)
    top, left = view.level.origin
    height, width = steps.shape
    near = [
        (int(steps[cy, cx]), not view.shelter[cy, cx], (cy + top, cx + left))
        for cy in range(max(0, y - COVER_RANGE), min(height, y + COVER_RANGE + 1))
        for cx in range(max(0, x - COVER_RANGE), min(width, x + COVER_RANGE + 1))
        if (0 if here else 1) <= steps[cy, cx] <= COVER_RANGE
    ]
    for _, _, cell in sorted(near):
        if not any(has_line(view, eye, cell) for eye in eyes):
            return cell
    return None


def has_line(view: ExpertView, origin: Cell, cell: Cell) -> bool:
    """Whether every cell between two cells is known to be open, on either rounding of the line."""
    cost = pathing.cell_costs(view)
    a, b = view.phase.array_index(origin), view.phase.array_index(cell)
    return any(all(cost[y, x] for y, x in line[1:-1].tolist()) for line in (kernels.line(a, b), kernels.line(b, a)))


def take_cover(view: ExpertView, archers: list[Actor]) -> Command | None:
    """A step toward the nearest known cell out of the archers' lines, to wait for them there; once per encounter."""
    notes = view.ctx.notes
    if view.turn - notes.get("cover_sought", -COVER_TURNS) < COVER_TURNS and notes.get("cover") is None:
        return None
    cell = find_cover(view, [foe.at for foe in archers])
    step = None if cell is None else run_towards(view, [cell])
    notes["cover"] = view.turn if step is not None else None
    notes["cover_sought"] = view.turn
    return step


def wait_in_cover(view: ExpertView) -> Command | None:
    """Waits for a few turns where an archer that hunts it has to come close."""
    notes = view.ctx.notes
    since = notes.get("cover")
    if since is None or view.turn - since > COVER_TURNS or view.me.hp < notes.get("cover_hp", 0):
        notes["cover"] = None
        notes["cover_hp"] = 0
        return None
    notes["cover_hp"] = view.me.hp
    return view.find_option(Wait)
