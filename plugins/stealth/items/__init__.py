"""Items: identification, carrying, wearing and using them (R-ITEM).

The plugin provides `STEPS`, `PARTS`, `REACTIONS` and `UPKEEP`.
"""

from footfall.api import Reaction, Step

from ..actors import identification
from ..model.state import Struck
from . import hunger, using
from .using import Activate, Drop, PickUp, legal_commands

VENOM_STEP = "core.stealth:venom"

STEPS = (*using.STEPS, Step(VENOM_STEP, hunger.apply_venom))
PARTS = identification.PARTS
REACTIONS = (Reaction(Struck, VENOM_STEP),)
UPKEEP = hunger.UPKEEP

__all__ = ["PARTS", "REACTIONS", "STEPS", "UPKEEP", "Activate", "Drop", "PickUp", "legal_commands"]
