"""How each change is written into the board. Every applier checks first, then writes.

One module for each subject, in the order of `changes`.
"""

from __future__ import annotations

from footfall.api import ChangeSpec, State

from ..state import PART, Board
from . import cards, king, monsters, rooms, sanity, statuses, turns
from .sanity import can_sacrifice

__all__ = ["CHANGE_SPECS", "board_of", "can_sacrifice"]


def board_of(state: State) -> Board:
    """The board of a game of this plugin."""
    board: Board = state.parts[PART]
    return board


CHANGE_SPECS = [
    ChangeSpec(kind, write)
    for subject in (turns, sanity, statuses, cards, rooms, monsters, king)
    for kind, write in subject.APPLIERS.items()
]
"""Every change of this plugin and its applier."""
