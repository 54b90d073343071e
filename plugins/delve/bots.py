"""A party that explores: for simulations, and for seats without a person."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.api import Bot, Command, Message, Seat

from .commands import Climb, CombatOver, Explore, SearchWall
from .expedition import delve_of


def decide(seat: Seat, options: Sequence[Command]) -> Command:
    """As a batch does: combats end, the lowest exit is next, then walls are searched once; at last it goes home.

    On a grid, where exits are not named, it picks any of its options.
    """
    tried = {(search.zone, search.wall) for search in delve_of(seat).searches}
    for kind in (CombatOver, Explore, SearchWall, Climb):
        for option in options:
            if type(option) is not kind:
                continue
            if isinstance(option, SearchWall) and (option.zone, option.wall) in tried:
                continue
            if isinstance(option, Climb) and option.zone != 0:
                continue
            return option
    return seat.choose("any", options)


BOTS = (Bot("core.delve:party", decide, Message("delve-bot-party")),)
