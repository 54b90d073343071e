"""Objects: what the character knows of them, and what it does with them (R-ITEM).

`COMMANDS`, `STEPS`, `CHANGES`, `PARTS`, `REACTIONS` and `UPKEEP` are what the plugin provides.
"""

from footfall.api import Reaction, Step

from .. import lore
from ..lore import dealt, held_fast, known, name_of_item
from ..state import Struck
from . import containers, hunger, poison, using
from .using import Activate, Drop, PickUp, legal

VENOM = "core.stealth:venom"

COMMANDS = using.COMMANDS
STEPS = (*using.STEPS, *containers.STEPS, Step(VENOM, poison.venom))
CHANGES = lore.CHANGES
PARTS = lore.PARTS
REACTIONS = (Reaction(Struck, VENOM),)
UPKEEP = hunger.UPKEEP

__all__ = [
    "CHANGES",
    "COMMANDS",
    "PARTS",
    "REACTIONS",
    "STEPS",
    "UPKEEP",
    "Activate",
    "Drop",
    "PickUp",
    "dealt",
    "held_fast",
    "known",
    "legal",
    "name_of_item",
]
