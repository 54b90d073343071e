"""The changes of a board, by subject. Each checks first, then writes."""

from typing import TypeAlias

from footfall.api import Change, Proposal, collect_changes

from . import cards, monsters, rooms, sanity, turns
from .cards import *
from .monsters import *
from .rooms import *
from .sanity import *
from .turns import *

CHANGES = collect_changes(turns, sanity, cards, rooms, monsters)
"""Every change of this plugin."""

Changes: TypeAlias = list[Change | Proposal]
"""The result of a step or a handler: changes, in the order they are applied."""
