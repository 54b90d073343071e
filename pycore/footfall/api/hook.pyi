"""The types of `hook`. Generated from ``hookspecs.py`` by ``footfall docs --stub``; do not edit."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar, overload

from footfall.content.record_types import Words
from footfall.engine.bots import Bot
from footfall.engine.context import Context
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import CommandSpec, ConsoleSpec, HudLine, Part, Reaction, Step
from footfall.engine.model import Change

from . import events
from .batch import Batch, BatchProposals
from .deeds import Deed
from .hookspecs import FoldReturn, NotifyReturn, VoteReturn
from .readings import Reading

_F = TypeVar("_F", bound=Callable[..., Any])

_OnAttack = TypeVar(
    "_OnAttack", bound=Callable[[events.Attack], FoldReturn] | Callable[[events.Attack, Context], FoldReturn]
)
_OnAttackBatch = TypeVar(
    "_OnAttackBatch",
    bound=Callable[[Batch[events.Attack]], BatchProposals] | Callable[[Batch[events.Attack], Context], BatchProposals],
)
_OnDamage = TypeVar(
    "_OnDamage", bound=Callable[[events.Damage], FoldReturn] | Callable[[events.Damage, Context], FoldReturn]
)
_OnDamageBatch = TypeVar(
    "_OnDamageBatch",
    bound=Callable[[Batch[events.Damage]], BatchProposals] | Callable[[Batch[events.Damage], Context], BatchProposals],
)
_OnHear = TypeVar(
    "_OnHear", bound=Callable[[events.Hearing], FoldReturn] | Callable[[events.Hearing, Context], FoldReturn]
)
_OnHearBatch = TypeVar(
    "_OnHearBatch",
    bound=Callable[[Batch[events.Hearing]], BatchProposals]
    | Callable[[Batch[events.Hearing], Context], BatchProposals],
)
_OnMove = TypeVar(
    "_OnMove", bound=Callable[[events.Moving], FoldReturn] | Callable[[events.Moving, Context], FoldReturn]
)
_OnMoveBatch = TypeVar(
    "_OnMoveBatch",
    bound=Callable[[Batch[events.Moving]], BatchProposals] | Callable[[Batch[events.Moving], Context], BatchProposals],
)
_OnTurnStart = TypeVar(
    "_OnTurnStart", bound=Callable[[events.Turn], NotifyReturn] | Callable[[events.Turn, Context], NotifyReturn]
)
_OnDeath = TypeVar(
    "_OnDeath", bound=Callable[[events.Death], NotifyReturn] | Callable[[events.Death, Context], NotifyReturn]
)
_OnHeard = TypeVar(
    "_OnHeard", bound=Callable[[events.Hearing], NotifyReturn] | Callable[[events.Hearing, Context], NotifyReturn]
)
_OnOpen = TypeVar(
    "_OnOpen", bound=Callable[[events.Opening], NotifyReturn] | Callable[[events.Opening, Context], NotifyReturn]
)
_OnUse = TypeVar(
    "_OnUse", bound=Callable[[events.Using], NotifyReturn] | Callable[[events.Using, Context], NotifyReturn]
)
_OnEnter = TypeVar(
    "_OnEnter", bound=Callable[[events.Entering], NotifyReturn] | Callable[[events.Entering, Context], NotifyReturn]
)
_OnStatusGain = TypeVar(
    "_OnStatusGain", bound=Callable[[events.Status], NotifyReturn] | Callable[[events.Status, Context], NotifyReturn]
)
_OnNoise = TypeVar(
    "_OnNoise", bound=Callable[[events.Sound], NotifyReturn] | Callable[[events.Sound, Context], NotifyReturn]
)
_OnGenerate = TypeVar("_OnGenerate", bound=Callable[[events.Recipe], Iterable[Step]])
_CanAct = TypeVar(
    "_CanAct", bound=Callable[[events.Acting], VoteReturn] | Callable[[events.Acting, Context], VoteReturn]
)
_CanEnter = TypeVar(
    "_CanEnter", bound=Callable[[events.Entering], VoteReturn] | Callable[[events.Entering, Context], VoteReturn]
)
_DecideAction = TypeVar(
    "_DecideAction", bound=Callable[[events.Deciding], Any] | Callable[[events.Deciding, Context], Any]
)
_ProvideGames = TypeVar("_ProvideGames", bound=Callable[[], Iterable[Game]])
_ProvideCommands = TypeVar("_ProvideCommands", bound=Callable[[], Iterable[CommandSpec]])
_ProvideSteps = TypeVar("_ProvideSteps", bound=Callable[[], Iterable[Step]])
_ProvideChanges = TypeVar("_ProvideChanges", bound=Callable[[], Iterable[type[Change]]])
_ProvideReactions = TypeVar("_ProvideReactions", bound=Callable[[], Iterable[Reaction]])
_ProvideParts = TypeVar("_ProvideParts", bound=Callable[[], Iterable[Part]])
_ProvideRecords = TypeVar("_ProvideRecords", bound=Callable[[], Iterable[Any]])
_ProvideGenerators = TypeVar("_ProvideGenerators", bound=Callable[[], Iterable[str]])
_ProvideBots = TypeVar("_ProvideBots", bound=Callable[[], Iterable[Bot]])
_ProvideConsole = TypeVar("_ProvideConsole", bound=Callable[[], Iterable[ConsoleSpec]])
_ProvideReadings = TypeVar("_ProvideReadings", bound=Callable[[], Iterable[Reading]])
_ProvideDeeds = TypeVar("_ProvideDeeds", bound=Callable[[], Iterable[Deed]])
_ProvideWords = TypeVar("_ProvideWords", bound=Callable[[], Iterable[Words]])
_ProvideHud = TypeVar("_ProvideHud", bound=Callable[[], Iterable[HudLine]])
_Any = TypeVar(
    "_Any",
    bound=Callable[[events.Attack], FoldReturn]
    | Callable[[events.Attack, Context], FoldReturn]
    | Callable[[events.Damage], FoldReturn]
    | Callable[[events.Damage, Context], FoldReturn]
    | Callable[[events.Hearing], FoldReturn]
    | Callable[[events.Hearing, Context], FoldReturn]
    | Callable[[events.Moving], FoldReturn]
    | Callable[[events.Moving, Context], FoldReturn]
    | Callable[[events.Turn], NotifyReturn]
    | Callable[[events.Turn, Context], NotifyReturn]
    | Callable[[events.Death], NotifyReturn]
    | Callable[[events.Death, Context], NotifyReturn]
    | Callable[[events.Hearing], NotifyReturn]
    | Callable[[events.Hearing, Context], NotifyReturn]
    | Callable[[events.Opening], NotifyReturn]
    | Callable[[events.Opening, Context], NotifyReturn]
    | Callable[[events.Using], NotifyReturn]
    | Callable[[events.Using, Context], NotifyReturn]
    | Callable[[events.Entering], NotifyReturn]
    | Callable[[events.Entering, Context], NotifyReturn]
    | Callable[[events.Status], NotifyReturn]
    | Callable[[events.Status, Context], NotifyReturn]
    | Callable[[events.Sound], NotifyReturn]
    | Callable[[events.Sound, Context], NotifyReturn]
    | Callable[[events.Recipe], Iterable[Step]]
    | Callable[[events.Acting], VoteReturn]
    | Callable[[events.Acting, Context], VoteReturn]
    | Callable[[events.Entering], VoteReturn]
    | Callable[[events.Entering, Context], VoteReturn]
    | Callable[[events.Deciding], Any]
    | Callable[[events.Deciding, Context], Any]
    | Callable[[], Iterable[Game]]
    | Callable[[], Iterable[CommandSpec]]
    | Callable[[], Iterable[Step]]
    | Callable[[], Iterable[type[Change]]]
    | Callable[[], Iterable[Reaction]]
    | Callable[[], Iterable[Part]]
    | Callable[[], Iterable[Any]]
    | Callable[[], Iterable[str]]
    | Callable[[], Iterable[Bot]]
    | Callable[[], Iterable[ConsoleSpec]]
    | Callable[[], Iterable[Reading]]
    | Callable[[], Iterable[Deed]]
    | Callable[[], Iterable[Words]]
    | Callable[[], Iterable[HudLine]],
)

class _OnAttackMarker:
    @overload
    def __call__(self, function: _OnAttack, /) -> _OnAttack: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        attacker: int = ...,
        min_attacker: int = ...,
        max_attacker: int = ...,
        target: int = ...,
        min_target: int = ...,
        max_target: int = ...,
        manner: str = ...,
        weapon: str = ...,
        backstab: bool = ...,
    ) -> Callable[[_OnAttack], _OnAttack]: ...
    @overload
    def __call__(
        self,
        *,
        batch: Literal[True],
        before: str = "",
        after: str = "",
        attacker: int = ...,
        min_attacker: int = ...,
        max_attacker: int = ...,
        target: int = ...,
        min_target: int = ...,
        max_target: int = ...,
        manner: str = ...,
        weapon: str = ...,
        backstab: bool = ...,
    ) -> Callable[[_OnAttackBatch], _OnAttackBatch]: ...

class _OnDamageMarker:
    @overload
    def __call__(self, function: _OnDamage, /) -> _OnDamage: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        attacker: int = ...,
        min_attacker: int = ...,
        max_attacker: int = ...,
        target: int = ...,
        min_target: int = ...,
        max_target: int = ...,
        manner: str = ...,
        weapon: str = ...,
        backstab: bool = ...,
        amount: int = ...,
        min_amount: int = ...,
        max_amount: int = ...,
    ) -> Callable[[_OnDamage], _OnDamage]: ...
    @overload
    def __call__(
        self,
        *,
        batch: Literal[True],
        before: str = "",
        after: str = "",
        attacker: int = ...,
        min_attacker: int = ...,
        max_attacker: int = ...,
        target: int = ...,
        min_target: int = ...,
        max_target: int = ...,
        manner: str = ...,
        weapon: str = ...,
        backstab: bool = ...,
        amount: int = ...,
        min_amount: int = ...,
        max_amount: int = ...,
    ) -> Callable[[_OnDamageBatch], _OnDamageBatch]: ...

class _OnHearMarker:
    @overload
    def __call__(self, function: _OnHear, /) -> _OnHear: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        listener: int = ...,
        min_listener: int = ...,
        max_listener: int = ...,
        source: int = ...,
        min_source: int = ...,
        max_source: int = ...,
        kind: str = ...,
        loudness: int = ...,
        min_loudness: int = ...,
        max_loudness: int = ...,
        distance: int = ...,
        min_distance: int = ...,
        max_distance: int = ...,
        direction: int = ...,
        min_direction: int = ...,
        max_direction: int = ...,
    ) -> Callable[[_OnHear], _OnHear]: ...
    @overload
    def __call__(
        self,
        *,
        batch: Literal[True],
        before: str = "",
        after: str = "",
        listener: int = ...,
        min_listener: int = ...,
        max_listener: int = ...,
        source: int = ...,
        min_source: int = ...,
        max_source: int = ...,
        kind: str = ...,
        loudness: int = ...,
        min_loudness: int = ...,
        max_loudness: int = ...,
        distance: int = ...,
        min_distance: int = ...,
        max_distance: int = ...,
        direction: int = ...,
        min_direction: int = ...,
        max_direction: int = ...,
    ) -> Callable[[_OnHearBatch], _OnHearBatch]: ...

class _OnMoveMarker:
    @overload
    def __call__(self, function: _OnMove, /) -> _OnMove: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        origin: events.Cell = ...,
        target: events.Cell = ...,
    ) -> Callable[[_OnMove], _OnMove]: ...
    @overload
    def __call__(
        self,
        *,
        batch: Literal[True],
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        origin: events.Cell = ...,
        target: events.Cell = ...,
    ) -> Callable[[_OnMoveBatch], _OnMoveBatch]: ...

class _OnTurnStartMarker:
    @overload
    def __call__(self, function: _OnTurnStart, /) -> _OnTurnStart: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        number: int = ...,
        min_number: int = ...,
        max_number: int = ...,
    ) -> Callable[[_OnTurnStart], _OnTurnStart]: ...

class _OnTurnEndMarker:
    @overload
    def __call__(self, function: _OnTurnStart, /) -> _OnTurnStart: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        number: int = ...,
        min_number: int = ...,
        max_number: int = ...,
    ) -> Callable[[_OnTurnStart], _OnTurnStart]: ...

class _OnDeathMarker:
    @overload
    def __call__(self, function: _OnDeath, /) -> _OnDeath: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        killer: int = ...,
        min_killer: int = ...,
        max_killer: int = ...,
        cause: str = ...,
    ) -> Callable[[_OnDeath], _OnDeath]: ...

class _OnHeardMarker:
    @overload
    def __call__(self, function: _OnHeard, /) -> _OnHeard: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        listener: int = ...,
        min_listener: int = ...,
        max_listener: int = ...,
        source: int = ...,
        min_source: int = ...,
        max_source: int = ...,
        kind: str = ...,
        loudness: int = ...,
        min_loudness: int = ...,
        max_loudness: int = ...,
        distance: int = ...,
        min_distance: int = ...,
        max_distance: int = ...,
        direction: int = ...,
        min_direction: int = ...,
        max_direction: int = ...,
    ) -> Callable[[_OnHeard], _OnHeard]: ...

class _OnOpenMarker:
    @overload
    def __call__(self, function: _OnOpen, /) -> _OnOpen: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        at: events.Cell = ...,
        tile: str = ...,
    ) -> Callable[[_OnOpen], _OnOpen]: ...

class _OnCloseMarker:
    @overload
    def __call__(self, function: _OnOpen, /) -> _OnOpen: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        at: events.Cell = ...,
        tile: str = ...,
    ) -> Callable[[_OnOpen], _OnOpen]: ...

class _OnUseMarker:
    @overload
    def __call__(self, function: _OnUse, /) -> _OnUse: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        item: str = ...,
        target: int = ...,
        min_target: int = ...,
        max_target: int = ...,
    ) -> Callable[[_OnUse], _OnUse]: ...

class _OnEnterMarker:
    @overload
    def __call__(self, function: _OnEnter, /) -> _OnEnter: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        place: object = ...,
    ) -> Callable[[_OnEnter], _OnEnter]: ...

class _OnStatusGainMarker:
    @overload
    def __call__(self, function: _OnStatusGain, /) -> _OnStatusGain: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        status: str = ...,
        turns: int = ...,
        min_turns: int = ...,
        max_turns: int = ...,
    ) -> Callable[[_OnStatusGain], _OnStatusGain]: ...

class _OnStatusLossMarker:
    @overload
    def __call__(self, function: _OnStatusGain, /) -> _OnStatusGain: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        status: str = ...,
        turns: int = ...,
        min_turns: int = ...,
        max_turns: int = ...,
    ) -> Callable[[_OnStatusGain], _OnStatusGain]: ...

class _OnNoiseMarker:
    @overload
    def __call__(self, function: _OnNoise, /) -> _OnNoise: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        source: int = ...,
        min_source: int = ...,
        max_source: int = ...,
        kind: str = ...,
        loudness: int = ...,
        min_loudness: int = ...,
        max_loudness: int = ...,
        at: events.Cell = ...,
    ) -> Callable[[_OnNoise], _OnNoise]: ...

class _OnGenerateMarker:
    @overload
    def __call__(self, function: _OnGenerate, /) -> _OnGenerate: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_OnGenerate], _OnGenerate]: ...

class _OnRoundEndMarker:
    @overload
    def __call__(self, function: _OnGenerate, /) -> _OnGenerate: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_OnGenerate], _OnGenerate]: ...

class _CanActMarker:
    @overload
    def __call__(self, function: _CanAct, /) -> _CanAct: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        command: object = ...,
    ) -> Callable[[_CanAct], _CanAct]: ...

class _CanEnterMarker:
    @overload
    def __call__(self, function: _CanEnter, /) -> _CanEnter: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        place: object = ...,
    ) -> Callable[[_CanEnter], _CanEnter]: ...

class _DecideActionMarker:
    @overload
    def __call__(self, function: _DecideAction, /) -> _DecideAction: ...
    @overload
    def __call__(
        self,
        *,
        before: str = "",
        after: str = "",
        actor: int = ...,
        min_actor: int = ...,
        max_actor: int = ...,
        options: tuple[object, ...] = ...,
    ) -> Callable[[_DecideAction], _DecideAction]: ...

class _ProvideGamesMarker:
    @overload
    def __call__(self, function: _ProvideGames, /) -> _ProvideGames: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideGames], _ProvideGames]: ...

class _ProvideCommandsMarker:
    @overload
    def __call__(self, function: _ProvideCommands, /) -> _ProvideCommands: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideCommands], _ProvideCommands]: ...

class _ProvideStepsMarker:
    @overload
    def __call__(self, function: _ProvideSteps, /) -> _ProvideSteps: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideSteps], _ProvideSteps]: ...

class _ProvideChangesMarker:
    @overload
    def __call__(self, function: _ProvideChanges, /) -> _ProvideChanges: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideChanges], _ProvideChanges]: ...

class _ProvideReactionsMarker:
    @overload
    def __call__(self, function: _ProvideReactions, /) -> _ProvideReactions: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideReactions], _ProvideReactions]: ...

class _ProvidePartsMarker:
    @overload
    def __call__(self, function: _ProvideParts, /) -> _ProvideParts: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideParts], _ProvideParts]: ...

class _ProvideRecordsMarker:
    @overload
    def __call__(self, function: _ProvideRecords, /) -> _ProvideRecords: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideRecords], _ProvideRecords]: ...

class _ProvideGeneratorsMarker:
    @overload
    def __call__(self, function: _ProvideGenerators, /) -> _ProvideGenerators: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideGenerators], _ProvideGenerators]: ...

class _ProvideBotsMarker:
    @overload
    def __call__(self, function: _ProvideBots, /) -> _ProvideBots: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideBots], _ProvideBots]: ...

class _ProvideConsoleMarker:
    @overload
    def __call__(self, function: _ProvideConsole, /) -> _ProvideConsole: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideConsole], _ProvideConsole]: ...

class _ProvideReadingsMarker:
    @overload
    def __call__(self, function: _ProvideReadings, /) -> _ProvideReadings: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideReadings], _ProvideReadings]: ...

class _ProvideDeedsMarker:
    @overload
    def __call__(self, function: _ProvideDeeds, /) -> _ProvideDeeds: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideDeeds], _ProvideDeeds]: ...

class _ProvideWordsMarker:
    @overload
    def __call__(self, function: _ProvideWords, /) -> _ProvideWords: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideWords], _ProvideWords]: ...

class _ProvideHudMarker:
    @overload
    def __call__(self, function: _ProvideHud, /) -> _ProvideHud: ...
    @overload
    def __call__(self, *, before: str = "", after: str = "") -> Callable[[_ProvideHud], _ProvideHud]: ...

class Hook:
    on_attack: _OnAttackMarker
    on_damage: _OnDamageMarker
    on_hear: _OnHearMarker
    on_move: _OnMoveMarker
    on_turn_start: _OnTurnStartMarker
    on_turn_end: _OnTurnEndMarker
    on_death: _OnDeathMarker
    on_heard: _OnHeardMarker
    on_open: _OnOpenMarker
    on_close: _OnCloseMarker
    on_use: _OnUseMarker
    on_enter: _OnEnterMarker
    on_status_gain: _OnStatusGainMarker
    on_status_loss: _OnStatusLossMarker
    on_noise: _OnNoiseMarker
    on_generate: _OnGenerateMarker
    on_round_end: _OnRoundEndMarker
    can_act: _CanActMarker
    can_enter: _CanEnterMarker
    decide_action: _DecideActionMarker
    provide_games: _ProvideGamesMarker
    provide_commands: _ProvideCommandsMarker
    provide_steps: _ProvideStepsMarker
    provide_changes: _ProvideChangesMarker
    provide_reactions: _ProvideReactionsMarker
    provide_parts: _ProvidePartsMarker
    provide_records: _ProvideRecordsMarker
    provide_generators: _ProvideGeneratorsMarker
    provide_bots: _ProvideBotsMarker
    provide_console: _ProvideConsoleMarker
    provide_readings: _ProvideReadingsMarker
    provide_deeds: _ProvideDeedsMarker
    provide_words: _ProvideWordsMarker
    provide_hud: _ProvideHudMarker
    @overload
    def __call__(self, function: _Any, /) -> _Any: ...
    @overload
    def __call__(
        self, name: Literal["on_attack"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnAttack], _OnAttack]: ...
    @overload
    def __call__(
        self, name: Literal["on_damage"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnDamage], _OnDamage]: ...
    @overload
    def __call__(
        self, name: Literal["on_hear"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnHear], _OnHear]: ...
    @overload
    def __call__(
        self, name: Literal["on_move"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnMove], _OnMove]: ...
    @overload
    def __call__(
        self, name: Literal["on_turn_start"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnTurnStart], _OnTurnStart]: ...
    @overload
    def __call__(
        self, name: Literal["on_turn_end"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnTurnStart], _OnTurnStart]: ...
    @overload
    def __call__(
        self, name: Literal["on_death"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnDeath], _OnDeath]: ...
    @overload
    def __call__(
        self, name: Literal["on_heard"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnHeard], _OnHeard]: ...
    @overload
    def __call__(
        self, name: Literal["on_open"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnOpen], _OnOpen]: ...
    @overload
    def __call__(
        self, name: Literal["on_close"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnOpen], _OnOpen]: ...
    @overload
    def __call__(
        self, name: Literal["on_use"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnUse], _OnUse]: ...
    @overload
    def __call__(
        self, name: Literal["on_enter"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnEnter], _OnEnter]: ...
    @overload
    def __call__(
        self, name: Literal["on_status_gain"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnStatusGain], _OnStatusGain]: ...
    @overload
    def __call__(
        self, name: Literal["on_status_loss"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnStatusGain], _OnStatusGain]: ...
    @overload
    def __call__(
        self, name: Literal["on_noise"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnNoise], _OnNoise]: ...
    @overload
    def __call__(
        self, name: Literal["on_generate"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnGenerate], _OnGenerate]: ...
    @overload
    def __call__(
        self, name: Literal["on_round_end"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_OnGenerate], _OnGenerate]: ...
    @overload
    def __call__(
        self, name: Literal["can_act"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_CanAct], _CanAct]: ...
    @overload
    def __call__(
        self, name: Literal["can_enter"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_CanEnter], _CanEnter]: ...
    @overload
    def __call__(
        self, name: Literal["decide_action"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_DecideAction], _DecideAction]: ...
    @overload
    def __call__(
        self, name: Literal["provide_games"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideGames], _ProvideGames]: ...
    @overload
    def __call__(
        self, name: Literal["provide_commands"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideCommands], _ProvideCommands]: ...
    @overload
    def __call__(
        self, name: Literal["provide_steps"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideSteps], _ProvideSteps]: ...
    @overload
    def __call__(
        self, name: Literal["provide_changes"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideChanges], _ProvideChanges]: ...
    @overload
    def __call__(
        self, name: Literal["provide_reactions"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideReactions], _ProvideReactions]: ...
    @overload
    def __call__(
        self, name: Literal["provide_parts"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideParts], _ProvideParts]: ...
    @overload
    def __call__(
        self, name: Literal["provide_records"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideRecords], _ProvideRecords]: ...
    @overload
    def __call__(
        self, name: Literal["provide_generators"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideGenerators], _ProvideGenerators]: ...
    @overload
    def __call__(
        self, name: Literal["provide_bots"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideBots], _ProvideBots]: ...
    @overload
    def __call__(
        self, name: Literal["provide_console"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideConsole], _ProvideConsole]: ...
    @overload
    def __call__(
        self, name: Literal["provide_readings"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideReadings], _ProvideReadings]: ...
    @overload
    def __call__(
        self, name: Literal["provide_deeds"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideDeeds], _ProvideDeeds]: ...
    @overload
    def __call__(
        self, name: Literal["provide_words"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideWords], _ProvideWords]: ...
    @overload
    def __call__(
        self, name: Literal["provide_hud"], /, *, before: str = "", after: str = "", **filters: object
    ) -> Callable[[_ProvideHud], _ProvideHud]: ...
    @overload
    def __call__(self, *, before: str = ..., after: str = ..., **filters: object) -> Callable[[_Any], _Any]: ...
    def of(
        self, mod: str, name: str, /, *, before: str = ..., after: str = ..., batch: bool = ..., **filters: object
    ) -> Callable[[_F], _F]: ...

hook: Hook
