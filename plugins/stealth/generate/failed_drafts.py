"""Runs the generator of a draft, and reports the mods that make every draft of a recipe fail.

A draft may fail and is then replaced by another one (D-36). A recipe that always fails would vanish from the game
without a word, because another recipe takes its place.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from footfall.api import BeginGame, Cause, Context, Generation
from footfall.api.grid import LevelDraft, render_draft
from footfall.api.scene import Cells, Stage, Tint

PROBES = 4
"""Drafts of a recipe that fail in a row before a mod is blamed."""

FLOOR_RECORDS = ("digging", "plan", "filling", "template", "legend", "town", "spawn", "loot", "holder", "tile")
"""Kinds of record that decide whether a draft can be used."""


RAISED = "a step that raised"


def run_recipe(ctx: Context, recipe: str, build: Callable[[], LevelDraft]) -> tuple[LevelDraft, str]:
    """Runs the steps of a recipe on a new draft; returns the draft, and the step after which it had failed or ``""``.

    If a step of the game raises on a draft that a mod changed, the draft has failed.
    """
    draft = build()
    failed: list[str] = []

    def watch(name: str, work: LevelDraft) -> None:
        if work.failure and not failed:
            failed.append(name)

    try:
        ctx.run_chain("on_generate", recipe, draft, watch)
    except Exception as error:
        if not find_draft_faults(ctx, recipe, RAISED, build):
            raise
        draft.failure = f"{type(error).__name__}: {error}"
        return draft, RAISED
    return draft, failed[0] if draft.failure and failed else ""


def find_draft_faults(ctx: Context, recipe: str, step: str, build: Callable[[], LevelDraft]) -> Sequence[Cause]:
    """The step of a mod that makes a draft fail, or the mods that changed the recipe or its records."""
    failed_step = "" if step == RAISED else step
    faults = ctx.find_chain_faults("on_generate", recipe, failed_step, build, lambda draft: not draft.failure)
    if faults or ctx.records.history is None:
        return faults
    patches = ctx.records.history.list_patches(FLOOR_RECORDS)
    return [Cause(mod, f"patch of {record}", where) for mod, record, where in patches]


def report_failing_recipe(ctx: Context, recipe: str, subject: str, build: Callable[[], LevelDraft]) -> None:
    """Reports a recipe of which `PROBES` drafts in a row fail. Uses other dice than the floor `subject`.

    Raises:
        FaultError: the session is strict.
    """
    for probe in range(PROBES):
        ctx.anchor_dice(f"{subject} probe {probe}")
        draft, step = run_recipe(ctx, recipe, build)
        if not step:
            return
    text = f"makes every draft of {recipe} fail, so that it is never used: {draft.failure} (found by {step})"
    for cause in find_draft_faults(ctx, recipe, step, build):
        ctx.report_failure(cause, text)


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
            {"kind": item.kind, "at": list(item.at), "count": item.count, "inside": item.is_contained}
            for item in draft.items
        ],
        "fixtures": [{"tile": f.tile, "at": list(f.at), "hp": f.hp} for f in draft.fixtures],
    }


GENERATION = Generation(iterate_stages, {"floor": 1, "generator": ""})
