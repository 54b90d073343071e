"""Many turns at one key: travel, explore, rest. Each reads only what the character knows."""

from __future__ import annotations

from footfall.api import CommandSpec, Message
from footfall.api.scene import CLICK, Binding, Prompt, PromptKind

from . import explore, rest, travel
from .explore import AutoExplore
from .rest import Rest
from .travel import Travel, TravelToStairs

_MOVE_GROUP = Message("stealth-keys-move")

COMMANDS = (
    CommandSpec(
        AutoExplore,
        macro=explore.next_explore_command,
        bindings=(Binding(("o",), AutoExplore, Message("stealth-key-explore"), group=_MOVE_GROUP),),
    ),
    CommandSpec(
        Travel,
        macro=travel.next_travel_command,
        bindings=(
            Binding(
                ("_", CLICK),
                Travel,
                Message("stealth-key-travel"),
                prompts=(Prompt("target", PromptKind.CELL, Message("stealth-ask-travel"), "places"),),
                group=_MOVE_GROUP,
            ),
        ),
    ),
    CommandSpec(
        TravelToStairs,
        macro=travel.next_stairs_command,
        bindings=(
            Binding((">",), TravelToStairs, Message("stealth-key-down"), {"down": True}, group=_MOVE_GROUP),
            Binding(("<",), TravelToStairs, Message("stealth-key-up"), {"down": False}, group=_MOVE_GROUP),
        ),
    ),
    CommandSpec(
        Rest,
        macro=rest.next_rest_command,
        bindings=(Binding(("Z",), Rest, Message("stealth-key-rest"), group=_MOVE_GROUP),),
    ),
)
"""The commands; the scene fills the list ``places``."""
