"""Level generation: recipes as chains of named steps over a draft (R-GEN).

`RECIPES` maps each generator to its steps; `trace` runs one and keeps a picture after each step.
"""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import Cell, LevelDraft

from . import travelers
from .dungeon_state import CHANGES, PARTS
from .floor_factory import RECIPES, create_draft, set_up_game
from .floor_factory import STEPS as MAKING
from .generation_log import GENERATION

STEPS = (*MAKING, *travelers.STEPS)

__all__ = [
    "CHANGES",
    "GENERATION",
    "PARTS",
    "RECIPES",
    "STEPS",
    "create_draft",
    "set_up_game",
    "trace_generation",
]


def trace_generation(
    ctx: Context, recipe: str, floor: int, branch: str = "", up: Cell | None = None
) -> list[tuple[str, LevelDraft]]:
    """Runs a generator and keeps a copy of the draft after each step, under the step's name."""
    draft = create_draft(ctx, recipe, floor, branch, up)
    kept = [("", draft.copy())]
    ctx.run_chain("on_generate", recipe, draft, lambda name, work: kept.append((name, work.copy())))
    return kept
