"""The changes of a board, each with its applier; one module per subject.

An applier checks first, then writes.
"""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import Change, Proposal, collect_changes

from . import cards, king, monsters, rooms, sanity, statuses, turns
from .cards import (
    DrawCard,
    DropObject,
    HandOver,
    ScheduleFloorsTurn,
    SeeCards,
    ShuffleBoxes,
    SwapTop,
    TakeObject,
    Tuck,
    TurnBoxes,
    UseCharge,
)
from .king import ActKing, Banish, CountTale, Enrage, KeepKingAway, MoveKing, TakeCrown, TestFalseKing, TurnStairs
from .monsters import EaseStuns, HearTueTue, MoveMonster, RecoverLoot, RobSoul, SpawnMonster, StunMonster
from .rooms import (
    CloseShop,
    DropKeyInArmory,
    GrantRitualKey,
    OpenRoom,
    OpenShop,
    ShowPedlarCards,
    TakeFromArmory,
    TakePedlarCard,
    UseRoom,
)
from .sanity import Amounts, Break, Gain, Lose, Poison, Sacrifice
from .statuses import Afflict, ClearStatus, TickStatuses
from .turns import (
    BeginTurn,
    EndRound,
    Exhaust,
    FinishTurn,
    LogRoll,
    LogTotal,
    LoseTurn,
    Mark,
    NewRound,
    PlaceSouls,
    SetUp,
    Spend,
    SwapPlaces,
    UseSecondDie,
    Walk,
)

__all__ = [
    "CHANGE_SPECS",
    "ActKing",
    "Afflict",
    "Amounts",
    "Banish",
    "BeginTurn",
    "Break",
    "Changes",
    "ClearStatus",
    "CloseShop",
    "CountTale",
    "DrawCard",
    "DropKeyInArmory",
    "DropObject",
    "EaseStuns",
    "EndRound",
    "Enrage",
    "Exhaust",
    "FinishTurn",
    "Gain",
    "GrantRitualKey",
    "HandOver",
    "HearTueTue",
    "KeepKingAway",
    "LogRoll",
    "LogTotal",
    "Lose",
    "LoseTurn",
    "Mark",
    "MoveKing",
    "MoveMonster",
    "NewRound",
    "OpenRoom",
    "OpenShop",
    "PlaceSouls",
    "Poison",
    "RecoverLoot",
    "RobSoul",
    "Sacrifice",
    "ScheduleFloorsTurn",
    "SeeCards",
    "SetUp",
    "ShowPedlarCards",
    "ShuffleBoxes",
    "SpawnMonster",
    "Spend",
    "StunMonster",
    "SwapPlaces",
    "SwapTop",
    "TakeCrown",
    "TakeFromArmory",
    "TakeObject",
    "TakePedlarCard",
    "TestFalseKing",
    "TickStatuses",
    "Tuck",
    "TurnBoxes",
    "TurnStairs",
    "UseCharge",
    "UseRoom",
    "UseSecondDie",
    "Walk",
]

CHANGE_SPECS = collect_changes(turns, sanity, statuses, cards, rooms, monsters, king)
"""Every change of this plugin and its applier."""

Changes: TypeAlias = list[Change | Proposal]
"""The result of a step or a handler: changes, in the order they are applied."""
