"""Kinds of behaviour, put together from errands (what it does when calm) and tactics (when aggravated): table C.3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from footfall.api import Command

from . import adventurers, idle, tactics
from .context import TurnContext

Decision: TypeAlias = "Callable[[TurnContext], Command]"


@dataclass(frozen=True)
class Behavior:
    """One kind of behaviour.

    Attributes:
        errand: what it does while calm.
        tactic: what it does while aggravated.
        sight_only: engages by sight alone (ambushers).
        dormant: sleeps until somebody is beside it, and again when nobody is about (mimics).
    """

    idle: Decision
    tactic: Decision
    sight_only: bool = False
    dormant: bool = False


BEHAVIORS: dict[str, Behavior] = {
    "hostile": Behavior(idle.stay, tactics.hunt),
    "guard": Behavior(idle.go_home, tactics.hunt),
    "patrol": Behavior(idle.patrol, tactics.hunt),
    "defensive": Behavior(idle.patrol, tactics.hunt_warily),
    "scout": Behavior(idle.scout, tactics.hunt),
    "wander": Behavior(idle.wander, tactics.hunt),
    "ambush": Behavior(idle.stay, tactics.hunt, sight_only=True),
    "archer": Behavior(idle.go_home, tactics.shoot_or_hunt),
    "warden": Behavior(idle.search_or_walk_beat, tactics.hunt),
    "still": Behavior(idle.stay, tactics.stand_and_strike),
    "mimic": Behavior(idle.stay, tactics.hunt, dormant=True),
    "adventurer": Behavior(adventurers.adventure, tactics.hunt),
    "passive": Behavior(idle.stay, tactics.do_nothing),
}
"""By the name that creature records use."""
