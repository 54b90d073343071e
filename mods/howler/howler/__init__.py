"""Howler: when it takes up a trail it howls, and whatever hears it comes to look."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Change, Play, Remember, events, grid, hook

ID = "examples.howler"
KIND = f"{ID}:howler"
LOUD, LASTS = 6, 2
"""Loudness of a howl, and the turns it can be heard."""


@hook
def on_turn_end(event: events.Turn, play: Play) -> Iterable[Change]:
    """Each howler that hunts and has not howled does; one that calms down may howl again."""
    world, level, _ = grid.here(play)
    minds = play.state.parts["core.stealth"].minds
    turn = play.state.parts["core.stealth"].turn
    before: list[int] = play.recall("howled", [])
    hunting = [
        actor.id
        for actor in world.actors.values()
        if actor.kind == KIND and actor.level == level.id and minds[actor.id].mood.value == "aggravated"
    ]
    for id in hunting:
        if id not in before:
            at = world.actors[id].at
            yield grid.MakeNoise(grid.Noise("howl", level.id, at, LOUD, turn + LASTS, id, turn))
    if hunting != before:
        yield Remember(ID, "howled", hunting)
