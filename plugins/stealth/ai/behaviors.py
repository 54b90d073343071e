"""Behaviors by name: each pairs an idle routine with a combat tactic (R-AI-21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from footfall.api import Command

from . import adventurers, idle, tactics
from .context import TurnContext

Decision: TypeAlias = "Callable[[TurnContext], Command]"


class Behavior(msgspec.Struct, frozen=True):
    """One behavior.

    Attributes:
        idle: chooses a command while calm.
        tactic: chooses a command while aggravated.
        sight_only: engages by sight alone, never by hearing (ambushers).
        dormant: sleeps until a target is adjacent, and again after a while without one (mimics).
        inquires: goes to look what made a noise, and searches where it lost its target (P-INQ).
    """

    idle: Decision
    tactic: Decision
    sight_only: bool = False
    dormant: bool = False
    inquires: bool = False


BEHAVIORS: dict[str, Behavior] = {
    "hostile": Behavior(idle.stay, tactics.hunt, inquires=True),
    "guard": Behavior(idle.go_home, tactics.hunt, inquires=True),
    "patrol": Behavior(idle.patrol, tactics.hunt, inquires=True),
    "defensive": Behavior(idle.patrol, tactics.hunt_warily, inquires=True),
    "scout": Behavior(idle.scout, tactics.hunt, inquires=True),
    "wander": Behavior(idle.wander, tactics.hunt, inquires=True),
    "ambush": Behavior(idle.stay, tactics.hunt, sight_only=True),
    "archer": Behavior(idle.go_home, tactics.shoot_or_hunt, inquires=True),
    "warden": Behavior(idle.search_or_walk_beat, tactics.hunt, inquires=True),
    "still": Behavior(idle.stay, tactics.stand_and_strike),
    "mimic": Behavior(idle.stay, tactics.hunt, dormant=True),
    "adventurer": Behavior(adventurers.adventure, tactics.hunt),
    "passive": Behavior(idle.stay, tactics.do_nothing),
    "rounds": Behavior(idle.walk_round, tactics.hunt, inquires=True),
}
"""Keyed by the names that creature records use."""

BYSTANDERS = frozenset(name for name, kind in BEHAVIORS.items() if kind.idle is idle.stay and not kind.dormant)
"""Behaviors that do nothing while calm."""

HOMELESS = frozenset(name for name, kind in BEHAVIORS.items() if kind.idle in (idle.stay, idle.wander))
"""Behaviors that do not lead back to the post from far away."""
