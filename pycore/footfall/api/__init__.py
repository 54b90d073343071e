"""The public API: mods import this package only; mods of tile games also `footfall.api.grid`.

It does not depend on tiles.
"""

import typing as _typing

from footfall.content.deprecation import (
    DeprecatedNames as _DeprecatedNames,
    deprecated as deprecated,
    make_module_getattr as _make_module_getattr,
)
from footfall.content.record_types import (
    FEW as FEW,
    Amount as Amount,
    AnyText as AnyText,
    Ascending as Ascending,
    Deprecated as Deprecated,
    Expression as Expression,
    Glyph as Glyph,
    Interval as Interval,
    MessageId as MessageId,
    Natural as Natural,
    Percent as Percent,
    Positive as Positive,
    Quantity as Quantity,
    Radius as Radius,
    Record as Record,
    RecordField as RecordField,
    RecordKind as RecordKind,
    RecordProblem as RecordProblem,
    Ref as Ref,
    RowKey as RowKey,
    Words as Words,
)
from footfall.diagnostics.validation import split_validation_error as split_validation_error
from footfall.engine.bots import Bot as Bot, BotContext as BotContext, Trial as Trial
from footfall.engine.context import Context as Context
from footfall.engine.core_changes import (
    Ask as Ask,
    Draw as Draw,
    Finish as Finish,
    LogLineAdded as LogLineAdded,
    Push as Push,
    Remember as Remember,
    Tell as Tell,
)
from footfall.engine.declarations.game import (
    BeginGame as BeginGame,
    Course as Course,
    Game as Game,
    Generation as Generation,
    Presentation as Presentation,
    Score as Score,
    ScoreTotal as ScoreTotal,
    Seats as Seats,
    SetupChoice as SetupChoice,
    SetupValue as SetupValue,
    Statistics as Statistics,
    total_conversion as total_conversion,
)
from footfall.engine.declarations.rules import (
    CommandSpec as CommandSpec,
    ConsoleSpec as ConsoleSpec,
    HookKind as HookKind,
    HudLine as HudLine,
    Macro as Macro,
    Part as Part,
    Reaction as Reaction,
    Step as Step,
    collect_changes as collect_changes,
    collect_commands as collect_commands,
    expands as expands,
    handles as handles,
    notify_after as notify_after,
)
from footfall.engine.dice import stream_key as stream_key
from footfall.engine.dice_stream import DiceStream as DiceStream
from footfall.engine.explanations.tracing import Figure as Figure, FigureShare as FigureShare
from footfall.engine.model import (
    ActorId as ActorId,
    AnnouncedChange as AnnouncedChange,
    Answer as Answer,
    Cause as Cause,
    Change as Change,
    Command as Command,
    Count as Count,
    Deny as Deny,
    Event as Event,
    Int32 as Int32,
    LoggedMessage as LoggedMessage,
    Message as Message,
    Question as Question,
    Refusal as Refusal,
    Term as Term,
    Thing as Thing,
    Vote as Vote,
)
from footfall.engine.saves.migrate import SavedModData as SavedModData
from footfall.engine.saves.orphans import OrphanPolicy as OrphanPolicy
from footfall.engine.state import State as State
from footfall.engine.terms import (
    BatchProposal as BatchProposal,
    FoldResult as FoldResult,
    Proposal as Proposal,
    add as add,
    divide_half_up as divide_half_up,
    mul as mul,
    set_to as set_to,
)

from . import events as events
from .batch import Batch as Batch, BatchProposals as BatchProposals
from .deeds import (
    Deed as Deed,
    NoChanges as NoChanges,
    Opposite as Opposite,
    collect_deeds as collect_deeds,
    deed as deed,
    note_no_changes as note_no_changes,
)
from .hook import hook as hook
from .hookspecs import (
    API_VERSION as API_VERSION,
    FoldReturn as FoldReturn,
    NotifyReturn as NotifyReturn,
    VoteReturn as VoteReturn,
)
from .publish import publish as publish
from .readings import Nearby as Nearby, Reading as Reading, collect_readings as collect_readings, reading as reading

ALLOW, PASS = Vote.ALLOW, Vote.PASS

DEPRECATED_NAMES: _DeprecatedNames = {}
"""Deprecated names of this module: the mark and the replacement of each (``docs/modding/deprecation.md``)."""

if not _typing.TYPE_CHECKING:  # a type checker would accept any name
    __getattr__ = _make_module_getattr(__name__, DEPRECATED_NAMES)
