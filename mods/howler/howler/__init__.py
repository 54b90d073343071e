"""Howler: when it takes up a trail it howls, and whatever hears it comes to look."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Change, Context, Remember, events, grid, hook

ID = "examples.howler"
KIND = f"{ID}:howler"
HOWL_LOUDNESS, HOWL_TURNS = 6, 2
"""Loudness of a howl, and the turns it can be heard."""


@hook
def on_turn_end(event: events.Turn, ctx: Context) -> Iterable[Change]:
    """Each howler that hunts and has not howled does; one that calms down may howl again."""
    world, level, _ = grid.current_level(ctx)
    minds = ctx.state.parts["core.stealth"].minds
    turn = ctx.state.parts["core.stealth"].turn
    before: list[int] = ctx.recall("howled", [])
    hunting = [
        actor.id
        for actor in world.actors.values()
        if actor.kind == KIND and actor.level == level.id and minds[actor.id].mood.value == "aggravated"
    ]
    for id in hunting:
        if id not in before:
            at = world.actors[id].at
            yield grid.MakeNoise(grid.Noise("howl", level.id, at, HOWL_LOUDNESS, turn + HOWL_TURNS, id, turn))
    if hunting != before:
        yield Remember(ID, "howled", hunting)
