"""Kinds of behaviour, put together from errands (what it does when calm) and tactics (when aggravated): table C.3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from footfall.api import Command

from . import adventurers, errands, tactics
from .thought import TurnContext

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
    "hostile": Behavior(errands.stay, tactics.hunt),
    "guard": Behavior(errands.go_home, tactics.hunt),
    "patrol": Behavior(errands.patrol, tactics.hunt),
    "defensive": Behavior(errands.patrol, tactics.hunt_warily),
    "scout": Behavior(errands.scout, tactics.hunt),
    "wander": Behavior(errands.wander, tactics.hunt),
    "ambush": Behavior(errands.stay, tactics.hunt, sight_only=True),
    "archer": Behavior(errands.go_home, tactics.shoot_or_hunt),
    "warden": Behavior(errands.search_or_walk_beat, tactics.hunt),
    "still": Behavior(errands.stay, tactics.stand_and_strike),
    "mimic": Behavior(errands.stay, tactics.hunt, dormant=True),
    "adventurer": Behavior(adventurers.adventure, tactics.hunt),
    "passive": Behavior(errands.stay, tactics.do_nothing),
}
"""By the name that creature records use."""
