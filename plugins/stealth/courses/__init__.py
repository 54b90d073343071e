"""Many turns at one key: travel, explore, rest. Each reads only what the character knows."""

from __future__ import annotations

from footfall.api import CommandSpec, Message
from footfall.api.scene import CLICK, Ask, Binding, Want

from . import explore, rest, travel
from .explore import Explore
from .rest import Rest
from .travel import ToStairs, Travel

_MOVING = Message("stealth-keys-move")

COMMANDS = (
    CommandSpec(
        Explore,
        course=explore.explore,
        bindings=(Binding(("o",), Explore, Message("stealth-key-explore"), group=_MOVING),),
    ),
    CommandSpec(
        Travel,
        course=travel.travel,
        bindings=(
            Binding(
                ("_", CLICK),
                Travel,
                Message("stealth-key-travel"),
                asks=(Ask("target", Want.CELL, Message("stealth-ask-travel"), "places"),),
                group=_MOVING,
            ),
        ),
    ),
    CommandSpec(
        ToStairs,
        course=travel.to_stairs,
        bindings=(
            Binding((">",), ToStairs, Message("stealth-key-down"), {"down": True}, group=_MOVING),
            Binding(("<",), ToStairs, Message("stealth-key-up"), {"down": False}, group=_MOVING),
        ),
    ),
    CommandSpec(
        Rest,
        course=rest.rest,
        bindings=(Binding(("Z",), Rest, Message("stealth-key-rest"), group=_MOVING),),
    ),
)
"""The commands; the scene fills the list ``places``."""
