"""The interface of a session to the code inside it: contexts, dispatchers, bots, the agenda loop.

`Session` satisfies these protocols. They are defined below it, so that no module has to import the session it runs in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from .dice import Serials
from .explanations.display_memory import DisplayMemory
from .explanations.tracing import Tracer
from .guards.problem_log import Problem, ProblemLog
from .guards.rule_steps import RuleSteps
from .model import Cause, Change, Command, Entry, Event, LoggedMessage, Refusal
from .state import Applier, State
from .terms import Proposal

T = TypeVar("T")

StepResult: TypeAlias = "Iterable[Change | Proposal] | None"
"""The result of a step or a command handler: changes, in the order they are applied."""

StepFunction: TypeAlias = "Callable[..., StepResult]"
"""A step: ``run(ctx, *args)``."""


class SessionStep(NamedTuple):
    """A step bound to a session.

    Attributes:
        ctx: the `Context` of the step's owner.
        is_trusted: whether the step belongs to the game's own rules.
    """

    run: StepFunction
    ctx: Any
    cause: Cause
    is_trusted: bool


class Trigger(NamedTuple):
    """The cause of an entry in the same command: a listener of a mod, and the trigger of that.

    Attributes:
        chain: the hooks whose listeners answered one another up to this entry, with no step between them.
    """

    cause: Cause
    earlier: Trigger | None
    chain: tuple[str, ...] = ()


class CompiledStep(NamedTuple):
    """A compiled copy of a step, which the compiled agenda loop asks first, or of the handler of a command.

    Attributes:
        run: the function that it copies; it is asked only while the session's step or handler is this very function.
        play: ``play(session, ctx, entry)`` plays the entry, with its changes and events, and may play entries that
            follow it on the agenda; ``play(session, ctx, command)`` does so for a command, and may play on to the next
            question. It returns False before it has written anything if `run` must play.
    """

    run: Callable[..., Any]
    play: Callable[[Any, Any, Any], bool]


class CommandResult(msgspec.Struct, frozen=True):
    """The result of one command: its events in order, or the refusal, in which case nothing changed."""

    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    problems: tuple[Problem, ...] = ()


class DiceSource(Protocol):
    """A source of forced dice."""

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """Returns the next die, or None to roll it; may raise if purpose or range is not the expected one."""


class Listener(msgspec.Struct, frozen=True):
    """One implementation of one hook, called as ``call(event, ctx)``."""

    mod: str
    hook: str
    call: Callable[[Any, Any], Any]
    cause: Cause


class DataRule(Protocol):
    """A rule as data; see `footfall.loader.rules.rule.Rule`.

    Attributes:
        via: the purpose of its dice.
        program: its program (`footfall.expressions.program`).
        steps: its cost, an upper bound.
        kinds: the kinds of creature that it concerns, by the field of the event.
        deeds: the names of its deeds.
        has_dice: whether it rolls.
        rolls: the dice that it shares with other rules of its mod, by name.
        has_choice: whether it chooses from a list.
        reads_event: whether it reads the event alone.
        functions: the readings that it asks, by key.
    """

    @property
    def mod(self) -> str: ...
    @property
    def hook(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def via(self) -> str: ...
    @property
    def program(self) -> bytes: ...
    @property
    def steps(self) -> int: ...
    @property
    def kinds(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def deeds(self) -> tuple[str, ...]: ...
    @property
    def has_dice(self) -> bool: ...
    @property
    def rolls(self) -> Mapping[str, Any]: ...
    @property
    def has_choice(self) -> bool: ...
    @property
    def reads_event(self) -> bool: ...
    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]: ...

    def list_texts(self, name: str) -> tuple[str, ...]:
        """Returns the texts that it gives to a value of its deeds: ``lose.text``."""

    def read_values(self, event: Any, ctx: Any) -> tuple[Any, ...] | None:
        """Returns the values that it reads; None if that fails."""

    def describe_values(self, values: tuple[Any, ...] | None) -> str:
        """Returns its expressions with these values."""


class RowCondition(msgspec.Struct, frozen=True):
    """A condition of a record.

    Attributes:
        ask: called with the context and the things that it may read, by name.
        cause: who wrote it first, and where.
    """

    ask: Callable[..., bool]
    cause: Cause


class Host(Protocol):
    """A session as contexts, dispatchers, bots, the tracer and the agenda loop use it; `Session` describes its methods.

    ``rust/python/src/agenda.rs`` reads these members by name, and a `SessionStep` by position.

    Attributes:
        rules: the `footfall.engine.declarations.rules.Rules`.
        contexts: the `Context` of each mod.
        mods_with_code: the mods to whose code the state is passed; it is read only to them.
        has_run_mods: set when code of mods is called; see `footfall.engine.guards.state_guard`.
        is_foreseeing: whether listeners are asked for the screen (`Context.is_foreseeing`).
        shown_faces: the faces of shared rolls of this command, while `dice_source` shows dice.
        triggers: those of the entries of this command, by serial; entries without a listener of a mod are missing.
        trigger: that of the current entry.
    """

    rules: Any
    state: State
    serials: Serials
    contexts: Mapping[str, Any]
    dispatch: Mapping[str, Dispatch]
    batch_dispatch: Mapping[str, BatchDispatch]
    dice_source: DiceSource | None
    tracer: Tracer | None
    suspended: set[tuple[str, str]]
    trusted_mods: frozenset[str]
    mods_with_code: frozenset[str]
    has_run_mods: bool
    is_foreseeing: bool
    strict: bool
    quiet: bool
    has_narrator: bool
    log: list[LoggedMessage]
    display: DisplayMemory
    commands: list[Command]
    problems: list[Problem]
    problem_log: ProblemLog
    events: list[Event]
    turn_step: str
    steps: Mapping[str, Any]
    session_steps: dict[str, SessionStep]
    step_keys: dict[str, int]
    appliers: dict[type[Change], Applier]
    reactions: dict[type[Event], tuple[str, ...]]
    change_counts: dict[str, int]
    rule_steps: RuleSteps
    shown_faces: dict[Any, int | None]
    triggers: dict[int, Trigger]
    trigger: Trigger | None

    @property
    def compiled_steps(self) -> dict[str | type[Command], CompiledStep]: ...
    def context(self, mod: str | None = None) -> Any: ...
    def submit(self, command: Command) -> CommandResult: ...
    def fork(self, seed: int) -> Host: ...
    def check_proposals(
        self, hook: str, results: list[tuple[Listener, Any]], terms: Mapping[str, int]
    ) -> list[Proposal]: ...
    def run_chain(
        self, hook: str, recipe: str, work: T, observer: Callable[[str, T], None] | None = None, without: str = ""
    ) -> T: ...
    def bind_step(self, name: str) -> SessionStep | None: ...
    def create_entry(self, step: str, args: tuple[Any, ...]) -> Entry: ...
    def find_step_key(self, step: str) -> int: ...
    def log_event(self, event: Event) -> None: ...
    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None: ...
    def suspend(self, cause: Cause, error: BaseException) -> None: ...


Dispatch: TypeAlias = Callable[[Any, Host], list[tuple[Listener, Any]]]
"""Calls all listeners of one hook in mod order; returns the results that are not None."""


BatchDispatch: TypeAlias = Callable[[Sequence[Any], Host], list[list[tuple[Listener, Any]]]]
"""Calls all listeners for many events at once; returns the results by event."""


class Contexts(dict[str, Any]):
    """The contexts of mods. Each is built when it is first asked for: many sessions only show a state."""

    def __init__(self, session: Host, build: Callable[[Host, str], Any]) -> None:
        self._session, self._build = session, build

    def __missing__(self, mod: str) -> Any:
        rules = self._session.rules
        if mod not in rules.mods and mod != rules.game.id:
            raise KeyError(mod)
        context = self[mod] = self._build(self._session, mod)
        return context
