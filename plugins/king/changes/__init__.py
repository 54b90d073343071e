"""The changes of a board, by subject. Each checks first, then writes."""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import Change, ChangeSpec, Proposal

from . import cards, king, monsters, rooms, sanity, turns
from .cards import *
from .king import *
from .model import BoardChange, apply_board_change
from .monsters import *
from .rooms import *
from .sanity import *
from .turns import *

CHANGE_SPECS = (
    ChangeSpec(turns.SetUp, turns.apply_set_up),
    *(
        ChangeSpec(kind, apply_board_change)
        for module in (turns, sanity, cards, rooms, monsters, king)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, BoardChange) and kind.__module__ == module.__name__
    ),
)
"""Every change of this plugin and its applier."""

Changes: TypeAlias = list[Change | Proposal]
"""The result of a step or a handler: changes, in the order they are applied."""
