"""The public API: mods import this package only; mods of tile games also `footfall.api.grid`.

It does not depend on tiles.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from footfall.content.deprecation import deprecated, make_module_getattr
from footfall.content.record_types import (
    FEW,
    Amount,
    AnyText,
    Ascending,
    Deprecated,
    Expression,
    Glyph,
    Interval,
    MessageId,
    Natural,
    Percent,
    Positive,
    Quantity,
    Radius,
    Record,
    RecordField,
    RecordKind,
    RecordProblem,
    Ref,
    RowKey,
    Words,
)
from footfall.diagnostics.validation import split_validation_error
from footfall.engine.bots import Bot, BotContext, Trial
from footfall.engine.context import Context
from footfall.engine.core_changes import Ask, Draw, Finish, LogLineAdded, Push, Remember, Tell
from footfall.engine.declarations.contributions import (
    CommandSpec,
    ConsoleSpec,
    HookKind,
    HudLine,
    Macro,
    Part,
    Reaction,
    Step,
    collect_changes,
    collect_commands,
    expands,
    handles,
    notify_after,
)
from footfall.engine.declarations.game import (
    BeginGame,
    Course,
    Game,
    Generation,
    Presentation,
    Score,
    ScoreTotal,
    Seats,
    Statistics,
    total_conversion,
)
from footfall.engine.declarations.setup_choices import SetupChoice, SetupValue
from footfall.engine.dice import stream_key
from footfall.engine.dice_stream import DiceStream
from footfall.engine.explanations.tracing import Figure, FigureShare
from footfall.engine.model import (
    ActorId,
    AnnouncedChange,
    Answer,
    Cause,
    Change,
    Command,
    Count,
    Deny,
    Event,
    Int32,
    LoggedMessage,
    Message,
    Question,
    Refusal,
    Term,
    Thing,
    Vote,
)
from footfall.engine.saves.migrate import SavedModData
from footfall.engine.saves.orphans import OrphanPolicy
from footfall.engine.state import State
from footfall.engine.terms import BatchProposal, FoldResult, Proposal, add, divide_half_up, mul, set_to

from . import events
from .batch import Batch, BatchProposals
from .deeds import Deed, NoChanges, Opposite, collect_deeds, deed, note_no_changes
from .hook import hook
from .hookspecs import API_VERSION, FoldReturn, NotifyReturn, VoteReturn
from .publish import publish
from .readings import Nearby, Reading, collect_readings, reading

ALLOW, PASS = Vote.ALLOW, Vote.PASS

DEPRECATED_NAMES: Mapping[str, tuple[Deprecated, Callable[[], Any]]] = {}
"""Deprecated names of this module: the mark and the replacement of each (``docs/modding/deprecation.md``)."""

if not TYPE_CHECKING:  # a type checker would accept any name
    __getattr__ = make_module_getattr(__name__, DEPRECATED_NAMES)

__all__ = [
    "ALLOW",
    "API_VERSION",
    "FEW",
    "PASS",
    "ActorId",
    "Amount",
    "AnnouncedChange",
    "Answer",
    "AnyText",
    "Ascending",
    "Ask",
    "Batch",
    "BatchProposal",
    "BatchProposals",
    "BeginGame",
    "Bot",
    "BotContext",
    "Cause",
    "Change",
    "Command",
    "CommandSpec",
    "ConsoleSpec",
    "Context",
    "Count",
    "Course",
    "Deed",
    "Deny",
    "Deprecated",
    "DiceStream",
    "Draw",
    "Event",
    "Expression",
    "Figure",
    "FigureShare",
    "Finish",
    "FoldResult",
    "FoldReturn",
    "Game",
    "Generation",
    "Glyph",
    "HookKind",
    "HudLine",
    "Int32",
    "Interval",
    "LogLineAdded",
    "LoggedMessage",
    "Macro",
    "Message",
    "MessageId",
    "Natural",
    "Nearby",
    "NoChanges",
    "NotifyReturn",
    "Opposite",
    "OrphanPolicy",
    "Part",
    "Percent",
    "Positive",
    "Presentation",
    "Proposal",
    "Push",
    "Quantity",
    "Question",
    "Radius",
    "Reaction",
    "Reading",
    "Record",
    "RecordField",
    "RecordKind",
    "RecordProblem",
    "Ref",
    "Refusal",
    "Remember",
    "RowKey",
    "SavedModData",
    "Score",
    "ScoreTotal",
    "Seats",
    "SetupChoice",
    "SetupValue",
    "State",
    "Statistics",
    "Step",
    "Tell",
    "Term",
    "Thing",
    "Trial",
    "Vote",
    "VoteReturn",
    "Words",
    "add",
    "collect_changes",
    "collect_commands",
    "collect_deeds",
    "collect_readings",
    "deed",
    "deprecated",
    "divide_half_up",
    "events",
    "expands",
    "handles",
    "hook",
    "mul",
    "note_no_changes",
    "notify_after",
    "publish",
    "reading",
    "set_to",
    "split_validation_error",
    "stream_key",
    "total_conversion",
]
