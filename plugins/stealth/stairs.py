"""Stairs, and the way home (R-STAIRS)."""

from __future__ import annotations

from footfall.api import Change, Command, CommandSpec, Finish, Message, Play, Refused, Tell
from footfall.api.grid import here, pack_of
from footfall.api.scene import Binding

from .generate import making
from .moves import tile_at
from .player import player_of
from .totals import item_kind
from .turns import spend

WON = "won"
"""Outcome of a game whose prize was carried home."""


class TakeStairs(Command, frozen=True, tag="core.stealth:stairs"):
    """Takes the stairs one stands on, up or down; at the edge of the desert, leaves."""


def take_stairs(play: Play, command: TakeStairs) -> list[Change] | Refused:
    """Costs one unit; refused and free where there are no stairs (R-STAIRS-1)."""
    _, level, _ = here(play)
    actor = player_of(play)
    kind = tile_at(play, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return _go_home(play)
    way = next((name for name, cell in level.arrivals.items() if cell == actor.at and name != "start"), None)
    if way is None:
        return Refused(Message("stealth-no-stairs"), "R-STAIRS-1")
    leaving = making.leave(play, level, way)
    if not leaving:
        return Refused(Message("stealth-no-stairs"), "R-STAIRS-1")
    return [*leaving, *spend(play, actor.id)]


def _go_home(play: Play) -> list[Change] | Refused:
    """Whoever carries the prize off the edge of the first floor has won (table C.5)."""
    if carries_prize(play):
        return [Tell(Message("stealth-won"), "good"), Finish(WON)]
    return Refused(Message("stealth-not-home-yet"), "R-STAIRS-1")


def carries_prize(play: Play) -> bool:
    """Whether the player's character carries what is to be brought home."""
    world, _, _ = here(play)
    return any("goal" in item_kind(play, item.kind).tags for item in pack_of(world, player_of(play)))


COMMANDS = (
    CommandSpec(
        TakeStairs,
        take_stairs,
        (
            Binding(
                ("SPACE",),
                TakeStairs,
                Message("stealth-key-stairs"),
                group=Message("stealth-keys-move"),
            ),
        ),
    ),
)


def legal(play: Play) -> list[Command]:
    """Taking the stairs, where there are some; leaving with the prize at the edge of the desert."""
    _, level, _ = here(play)
    actor = player_of(play)
    kind = tile_at(play, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return [TakeStairs(actor=actor.id)] if carries_prize(play) else []
    there = any(cell == actor.at and name != "start" for name, cell in level.arrivals.items())
    return [TakeStairs(actor=actor.id)] if there else []
