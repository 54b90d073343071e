"""What flashes on the screen: hits, wounds, notices and losses that the character sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from footfall.api import Context, Event
from footfall.api.grid import WasHurt, get_world
from footfall.api.scene import Flash, FlashKind

from ..disguise import disguise_of
from ..play_state import Lost, Noticed
from ..player import player_of
from ..sight import player_sees
from ..state import Aggravated

FLASHES: dict[type[Event], FlashKind] = {
    WasHurt: FlashKind.HIT,
    Aggravated: FlashKind.NOTICE,
    Noticed: FlashKind.NOTICE,
    Lost: FlashKind.LOST,
}


def list_flashes(ctx: Context, events: Sequence[Event]) -> Iterator[Flash]:
    """Yields the flashes of events since the last scene, where the character sees the creature now."""
    world, player = get_world(ctx.state), player_of(ctx)
    for event in events:
        if not isinstance(event, (WasHurt, Aggravated, Noticed, Lost)):
            continue
        actor = world.actors.get(event.actor)
        if actor is None or actor.level != player.level or not player_sees(ctx, actor.at):
            continue
        if actor is player:
            yield Flash(actor.at, FlashKind.HURT)
        elif disguise_of(ctx, actor) is None:
            yield Flash(actor.at, FLASHES[type(event)])
