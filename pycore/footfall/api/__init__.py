"""All that a mod may import. Tile games also import `footfall.api.grid`.

Importing this module imports nothing that knows about tiles.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from footfall.content.deprecation import deprecated, renamed
from footfall.content.records import Deprecated, Key, Record, RecordKind, Ref, Text
from footfall.engine.aside import Keeping
from footfall.engine.bots import Bot, Seat, Trial
from footfall.engine.clock import energy_actions, next_seat, seats_from
from footfall.engine.migrate import Saved
from footfall.engine.model import (
    Answer,
    Ask,
    Change,
    Command,
    Deny,
    Draw,
    Event,
    Finish,
    Finished,
    Message,
    Push,
    Question,
    Refused,
    Remember,
    Tell,
    Term,
    Told,
    Vote,
)
from footfall.engine.play import Play, TableStream, stream_key
from footfall.engine.rules import (
    Begin,
    ChangeSpec,
    CommandSpec,
    ConsoleSpec,
    Course,
    Game,
    Generation,
    HookKind,
    HudLine,
    Part,
    Reaction,
    Step,
    conversion,
)
from footfall.engine.state import State
from footfall.engine.terms import Folded, Proposal, Spread, add, half_up, mul, set_to
from footfall.engine.why import Figure, Share

from . import events
from .batch import Batch, Spreads
from .hook import hook
from .hookspecs import EDITION, Proposed, Queued, Voted
from .publish import publish

ALLOW, PASS = Vote.ALLOW, Vote.PASS

RENAMED: Mapping[str, tuple[Deprecated, Callable[[], Any]]] = {}
"""Deprecated names of this module: the mark of each, and what it stands for (``docs/modding/deprecation.md``)."""

if not TYPE_CHECKING:  # checkers would take any name for granted
    __getattr__ = renamed(__name__, RENAMED)

__all__ = [
    "ALLOW",
    "EDITION",
    "PASS",
    "Answer",
    "Ask",
    "Batch",
    "Begin",
    "Bot",
    "Change",
    "ChangeSpec",
    "Command",
    "CommandSpec",
    "ConsoleSpec",
    "Course",
    "Deny",
    "Deprecated",
    "Draw",
    "Event",
    "Figure",
    "Finish",
    "Finished",
    "Folded",
    "Game",
    "Generation",
    "HookKind",
    "HudLine",
    "Keeping",
    "Key",
    "Message",
    "Part",
    "Play",
    "Proposal",
    "Proposed",
    "Push",
    "Question",
    "Queued",
    "Reaction",
    "Record",
    "RecordKind",
    "Ref",
    "Refused",
    "Remember",
    "Saved",
    "Seat",
    "Share",
    "Spread",
    "Spreads",
    "State",
    "Step",
    "TableStream",
    "Tell",
    "Term",
    "Text",
    "Told",
    "Trial",
    "Vote",
    "Voted",
    "add",
    "conversion",
    "deprecated",
    "energy_actions",
    "events",
    "half_up",
    "hook",
    "mul",
    "next_seat",
    "publish",
    "seats_from",
    "set_to",
    "stream_key",
]
