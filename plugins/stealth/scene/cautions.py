"""What is asked back before a step: a place known to do harm, or a noise that a sleeper in view would hear (C1.7)."""

from __future__ import annotations

from footfall.api import Message, Play
from footfall.api.grid import Actor, Cell, chebyshev, here

from .. import moves
from ..courses.known import in_view
from ..melee import AROUND, foes_beside
from ..player import OPENERS, player_of
from ..sight import index, name_of
from ..sounds import DOOR, STEP
from ..totals import total
from .minds import Bearing, bearing

HARMFUL = "harmful"
"""Tag of tiles that hurt whoever steps on them."""


def cautions(play: Play) -> dict[Cell, Message]:
    """A question for each neighbour that one should not step on without a thought.

    A noise is worth a question if it is louder than the character's steps are anyway.
    """
    _, level, ground = here(play)
    player = player_of(play)
    least = play.setting("ui.ask_before_loud")
    usual = STEP.loudness + total(play, player, "noise")
    unaware = [other for other in in_view(play) if bearing(play, other) in (Bearing.ASLEEP, Bearing.UNAWARE)]
    found: dict[Cell, Message] = {}
    for dy, dx in AROUND:
        cell = (player.at[0] + dy, player.at[1] + dx)
        kind = moves.tile_at(play, player, cell)
        if kind is None or cell in ground.occupied:
            continue
        if HARMFUL in kind.tags and HARMFUL not in ground.kinds[level.tiles[index(level, player.at)]].tags:
            found[cell] = Message("stealth-sure-harm", {"name": Message(kind.name)})
            continue
        noise = _noise(play, player, cell)
        if not least or noise < least or noise <= usual or foes_beside(play, player):
            continue
        listener = _listener(play, unaware, cell)
        if listener is not None:
            found[cell] = Message("stealth-sure-loud", {"noise": noise, "creature": name_of(play, listener)})
    return found


def _noise(play: Play, player: Actor, cell: Cell) -> int:
    """How loud it is to step on a cell, or to open what stands there (table C.11)."""
    kind = moves.tile_at(play, player, cell)
    assert kind is not None
    if kind.walkable:
        return moves.footfall(play, player, cell)
    opens = kind.opens_to and (moves.colour_of(kind) is None or moves.key_for(play, player, kind))
    return DOOR.loudness if opens or any(tag in OPENERS for tag in kind.tags) else 0


def _listener(play: Play, unaware: list[Actor], cell: Cell) -> Actor | None:
    """The nearest creature in view that does not know of the character and has ears for that place."""
    near = [other for other in unaware if chebyshev(other.at, cell) <= total(play, other, "foh")]
    return min(near, key=lambda other: (chebyshev(other.at, cell), other.id), default=None)
