"""Level generation: each recipe is a chain of named steps over a draft (R-GEN).

`RECIPES` maps each generator to its steps; `trace_generation` runs one and copies the draft after each step.
"""

from footfall.api import Context
from footfall.api.grid import Cell, LevelDraft

from . import reinforcements
from .dungeon_state import PARTS
from .failed_drafts import GENERATION
from .floor_factory import RECIPES, STEPS as FLOOR_STEPS, create_draft, set_up_game

STEPS = (*FLOOR_STEPS, *reinforcements.STEPS)

__all__ = ["GENERATION", "PARTS", "RECIPES", "STEPS", "create_draft", "set_up_game", "trace_generation"]


def trace_generation(
    ctx: Context, recipe: str, floor: int, branch: str = "", up: Cell | None = None
) -> list[tuple[str, LevelDraft]]:
    """Runs a generator; returns a copy of the draft after each step, with the step's name."""
    draft = create_draft(ctx, recipe, floor, branch, up)
    drafts = [("", draft.copy())]
    ctx.run_chain("on_generate", recipe, draft, lambda name, work: drafts.append((name, work.copy())))
    return drafts
