"""Howler: howls when it starts to hunt, and creatures that hear it come to look."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Change, Context, Remember, events, grid, hook
from footfall.plugins.stealth import api as stealth

ID = "examples.howler"
KIND = f"{ID}:howler"
HOWL_LOUDNESS, HOWL_TURNS = 6, 2
"""Loudness of a howl, and the number of turns it can be heard."""


@hook
def on_turn_end(event: events.Turn, ctx: Context) -> Iterable[Change]:
    """A howler that starts to hunt howls once; after calming down it may howl again."""
    actors = grid.get_world(ctx.state).actors
    before: list[int] = ctx.recall("howled", [])
    hunting = [id for id in stealth.actors_here(ctx) if actors[id].kind == KIND and stealth.is_hunting(ctx, id)]
    for id in hunting:
        if id not in before:
            yield stealth.make_noise(ctx, "howl", actors[id].at, HOWL_LOUDNESS, HOWL_TURNS, id)
    if hunting != before:
        yield Remember(ID, "howled", hunting)
