"""Kinds of behaviour, put together from errands (what it does when calm) and tactics (when aggravated): table C.3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from footfall.api import Command

from . import adventurers, errands, tactics
from .thought import Thought

Choice: TypeAlias = "Callable[[Thought], Command]"


@dataclass(frozen=True)
class Kind:
    """One kind of behaviour.

    Attributes:
        errand: what it does while calm.
        tactic: what it does while aggravated.
        sight_only: engages by sight alone (ambushers).
        dormant: sleeps until somebody is beside it, and again when nobody is about (mimics).
    """

    errand: Choice
    tactic: Choice
    sight_only: bool = False
    dormant: bool = False


KINDS: dict[str, Kind] = {
    "hostile": Kind(errands.stay, tactics.hunt),
    "guard": Kind(errands.go_home, tactics.hunt),
    "patrol": Kind(errands.patrol, tactics.hunt),
    "defensive": Kind(errands.patrol, tactics.hunt_warily),
    "scout": Kind(errands.scout, tactics.hunt),
    "wander": Kind(errands.wander, tactics.hunt),
    "ambush": Kind(errands.stay, tactics.hunt, sight_only=True),
    "archer": Kind(errands.go_home, tactics.shoot),
    "warden": Kind(errands.watch, tactics.hunt),
    "still": Kind(errands.stay, tactics.stand),
    "mimic": Kind(errands.stay, tactics.hunt, dormant=True),
    "adventurer": Kind(adventurers.adventure, tactics.hunt),
    "passive": Kind(errands.stay, tactics.idle),
}
"""By the name that creature records use."""
