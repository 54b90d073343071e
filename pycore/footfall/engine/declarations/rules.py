"""Contributions of mods through ``provide_*`` hooks, and the frozen rules of a session, each bound to its owner."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from ..bots import Bot, BotContext
from ..codec import index_command_types
from ..context import Context
from ..core_changes import CORE_CHANGES
from ..guards.problem_log import MODS_PACKAGE
from ..guards.state_view import limit_applier
from ..host import BatchDispatch, DataRule, Dispatch, RowCondition, StepFunction, StepResult
from ..model import BUILTIN_COMMANDS, Cause, Change, Command, Event, Message, Refusal
from ..saves.migrate import Migration
from ..saves.orphans import OrphanPolicy
from ..state import Applier, State
from ..terms import Proposal
from .game import Game

C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=Callable[..., Any])
H = TypeVar("H", bound="StepResult | Refusal")
M = TypeVar("M", bound="Command | Message | None")


class HookKind(Enum):
    """Every hook has exactly one kind, which determines what an implementation returns."""

    FOLD = "fold"
    CHAIN = "chain"
    VOTE = "vote"
    FIRST = "first"
    COLLECT = "collect"
    NOTIFY = "notify"


class Step(msgspec.Struct, frozen=True):
    """A named step, alone or as part of a chain.

    Attributes:
        name: ``"namespace:name"``, unique.
        run: ``run(ctx, *args)`` returns changes; in a chain, None refers to an existing step by name.
        before, after: in a chain: name of the step before or after which this one runs.
        replaces: in a chain: name of the step that this one replaces.
        skip: in a chain: whether to remove the step called `name`; `run` is unused.
    """

    name: str
    run: StepFunction | None = None
    before: str | None = None
    after: str | None = None
    replaces: str | None = None
    skip: bool = False


class Reaction(msgspec.Struct, frozen=True):
    """After a step whose changes raised `event`, runs `step` with the event's fields as arguments.

    Attributes:
        event: the class of the event.
        hook: the notification that the step asks; without listeners, the reaction is left out. The changes of a
            listener are announced to all hooks but those that led to it, so that notifications end.
    """

    event: type[Event]
    step: str
    hook: str = ""


def notify_after(
    event: type[Event], step: str, hook: str, build: Callable[..., Iterable[Any]]
) -> tuple[Step, Reaction]:
    """Returns a step that asks a notification after every event of a class, and the reaction that runs it.

    Args:
        step: the name of the step.
        build: ``build(ctx, *fields)`` returns the events of the hook for the fields of the event.
    """

    def ask(ctx: Context, *fields: Any) -> list[Proposal]:
        return [proposal for asked in build(ctx, *fields) for proposal in ctx.notify(hook, asked)]

    ask.__doc__, ask.__module__ = f"Passes `{event.__name__}` on to ``{hook}``.", build.__module__
    return Step(step, ask), Reaction(event, step, hook)


PartCheck: TypeAlias = "Callable[[State, Any], Iterable[str]]"
"""``check(state, records)``: see `Part`."""


class Part(msgspec.Struct, frozen=True):
    """A typed piece of state and its namespace; the type decodes a save.

    Attributes:
        orphan_policy: how content of missing mods leaves this part (`footfall.engine.saves.orphans`).
        check: ``check(state, records)`` yields the faults of a loaded state beyond its types: ids of nothing,
            cells outside their level. It reads this part, and those it refers to; a save with a problem is refused.
    """

    name: str
    type: Any
    orphan_policy: OrphanPolicy | None = None
    check: PartCheck | None = None


class HudLine(msgspec.Struct, frozen=True):
    """A line that a mod adds to the permanent display.

    Attributes:
        name: its id (``"you.mod:tide"``).
        read: ``read(ctx)`` returns the current text, or None for no line. It runs for every scene, so it must
            be fast, and it only reads.
    """

    name: str
    read: Callable[[Context], Message | None]


Handler: TypeAlias = Callable[[Context, Any], "StepResult | Refusal"]
"""A command handler: reads, rolls, and returns changes or a refusal."""

Macro: TypeAlias = Callable[[BotContext, Any, int], "Command | Message | None"]
"""``macro(ctx, command, count)`` returns the next command after `count` commands; or a message with the reason
for ending; or None to end without a message. It reads only what its actor knows."""


def reject_macro(ctx: Context, command: Command) -> Refusal:
    """Refuses a command with a macro, which the front end must expand."""
    return Refusal(Message("footfall-course-only"), "command")


class CommandSpec(msgspec.Struct, frozen=True):
    """A command class, its handler and its keys.

    Attributes:
        handle: returns the changes, or a refusal.
        bindings: the keys that build it (`footfall.api.scene.Binding`).
        macro: expands it into other commands, turn by turn (travel, rest), instead of `handle`. The front end
            expands it (`footfall.engine.bots`); a replay holds the resulting commands.
        list_legal: for a command that a mod adds to a game: ``list_legal(ctx)`` returns the legal commands of
            this class in a fixed order, so that bots and tests use it. A game lists its own in `Game.list_legal`.
    """

    type: type[Command]
    handle: Handler = reject_macro
    bindings: tuple[Any, ...] = ()
    macro: Macro | None = None
    list_legal: Callable[[Context], Iterable[Command]] | None = None


class ConsoleSpec(msgspec.Struct, frozen=True):
    """A command of the modder's console: not bound by the rules, but recorded in the replay like any other.

    Attributes:
        handle: returns the changes, or a refusal.
        bindings: the keys of the console that build it.
        choices: the lists its bindings choose from (`Scene.choices`), by name.
    """

    type: type[Command]
    handle: Handler
    bindings: tuple[Any, ...] = ()
    choices: Callable[[Context], Mapping[str, tuple[Any, ...]]] | None = None


def handles(
    command: type[C],
    *,
    bindings: tuple[Any, ...] = (),
    list_legal: Callable[[Context], Iterable[Command]] | None = None,
) -> Callable[[Callable[[Context, C], H]], Callable[[Context, C], H]]:
    """Declares a function as the handler of a command class; `collect_commands` finds it.

    Args:
        bindings, list_legal: as in `CommandSpec`.
    """
    return _declare(lambda function: CommandSpec(command, function, bindings, list_legal=list_legal))


def expands(
    command: type[C], *, bindings: tuple[Any, ...] = ()
) -> Callable[[Callable[[BotContext, C, int], M]], Callable[[BotContext, C, int], M]]:
    """Declares a function as the macro of a command class; `collect_commands` finds it.

    Args:
        bindings: as in `CommandSpec`.
    """
    return _declare(lambda function: CommandSpec(command, bindings=bindings, macro=function))


def _declare(describe: Callable[[Any], CommandSpec]) -> Callable[[F], F]:
    def mark(function: Any) -> Any:
        function.footfall_commands = (describe(function), *getattr(function, "footfall_commands", ()))
        return function

    return mark


def collect_commands(*modules: ModuleType) -> list[CommandSpec]:
    """Returns the commands whose handlers or macros the modules define, in order of definition.

    Raises:
        ValueError: a module defines none.
    """
    specs: list[CommandSpec] = []
    for module in modules:
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        declared = [spec for value in own for spec in getattr(value, "footfall_commands", ())]
        if not declared:
            raise ValueError(f"{module.__name__} defines no handler; mark each with @handles(CommandType)")
        specs += declared
    return specs


def collect_changes(*modules: ModuleType) -> list[type[Change]]:
    """Returns the changes that the modules define, in order of definition. A change has a tag with a namespace.

    Raises:
        ValueError: a module defines none.
    """
    kinds: list[type[Change]] = []
    for module in modules:
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        changes = [kind for kind in own if isinstance(kind, type) and issubclass(kind, Change)]
        declared = [kind for kind in changes if ":" in str(kind.__struct_config__.tag)]
        if not declared:
            raise ValueError(f"{module.__name__} defines no change with a tag")
        kinds += declared
    return kinds


R = TypeVar("R")


class BoundStep(msgspec.Struct, frozen=True):
    """A step with its owner."""

    name: str
    mod: str
    run: StepFunction
    cause: Cause


class BoundCommand(msgspec.Struct, frozen=True):
    """A command class with its owner."""

    spec: CommandSpec
    mod: str
    cause: Cause


class BoundConsole(msgspec.Struct, frozen=True):
    """A console command class with its owner."""

    spec: ConsoleSpec
    mod: str
    cause: Cause


class BoundHudLine(msgspec.Struct, frozen=True):
    """A line of the HUD with its owner."""

    line: HudLine
    cause: Cause


class ShownRule(Protocol):
    """A rule of chance that screens show.

    Attributes:
        text: id of the text that says what it decides.
    """

    text: str

    def weigh(self, event: Any, ctx: Any) -> Fraction | None:
        """Returns the chance for an event; None if there is none to take."""


class ChanceTable:
    """The rules of chance of a game, as its mods have changed them."""

    __slots__ = ("_changed",)

    def __init__(self, changed: Mapping[Any, Any]) -> None:
        self._changed = changed

    def find(self, rule: R) -> R:
        """Returns a rule as it is in force."""
        found: R = self._changed.get(rule, rule)
        return found


AS_WRITTEN = ChanceTable({})
"""The table of a game whose rules of chance no mod changes."""


class CompiledHooks(msgspec.Struct, frozen=True):
    """The implementations of the hooks.

    Attributes:
        dispatch: dispatchers of the hooks asked during play.
        batch_dispatch: dispatchers of the folds that have an implementation with ``batch=True``.
        chains: names of the steps of each chain, in order, by hook and recipe.
        chain_causes: the listeners that added, replaced or skipped steps of each chain, in mod order.
        listener_causes: all listeners.
        rules: the rules as data by cause.
        kinds: kinds of creature that the conditions of all listeners name, by hook and field of its event.
        heavy: the hooks at which the rules of a mod are counted, each with the mod (`guards/rule_steps.py`).
        conditions: the conditions of records by text; those that are not valid are missing.
        context_free: hooks whose listeners take no context, so that their answer depends on the event alone.
        chances: the rules of chance of mods that screens show, by hook.
        answers: answers to the collect hooks that mods publish, by hook, in mod order.
    """

    dispatch: Mapping[str, Dispatch] = msgspec.field(default_factory=dict)
    batch_dispatch: Mapping[str, BatchDispatch] = msgspec.field(default_factory=dict)
    chains: Mapping[tuple[str, str], tuple[str, ...]] = msgspec.field(default_factory=dict)
    context_free: frozenset[str] = frozenset()
    answers: Mapping[str, tuple[Any, ...]] = msgspec.field(default_factory=dict)
    chain_causes: Mapping[tuple[str, str], tuple[Cause, ...]] = msgspec.field(default_factory=dict)
    listener_causes: tuple[Cause, ...] = ()
    rules: Mapping[Cause, DataRule] = msgspec.field(default_factory=dict)
    kinds: Mapping[tuple[str, str], frozenset[str]] = msgspec.field(default_factory=dict)
    heavy: frozenset[tuple[str, str]] = frozenset()
    conditions: Mapping[str, RowCondition] = msgspec.field(default_factory=dict)
    chances: Mapping[str, tuple[tuple[Cause, ShownRule], ...]] = msgspec.field(default_factory=dict)

    def list_kinds(self, hook: str, field: str, dispatch: Mapping[str, Dispatch]) -> frozenset[str] | None:
        """Returns the kinds of creature in a field of the event that the listeners of a hook concern; None: all."""
        if hook not in dispatch:
            return frozenset()
        return self.kinds.get((hook, field)) if dispatch[hook] is self.dispatch.get(hook) else None


class SaveRules(msgspec.Struct, frozen=True):
    """The tables for loading saves.

    Attributes:
        parts: type of each part of the state, by name.
        orphan_policies: by name of the part.
        migrations: by mod, in ascending order of version.
        optional_mods: mods that no save depends on: their absence or arrival is not reported.
        checks: ``Part.check`` by name of the part.
        setting_checks: by full name of a setting: ``check(value)`` returns why a value is not allowed, or ``""``.
    """

    parts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    orphan_policies: Mapping[str, OrphanPolicy] = msgspec.field(default_factory=dict)
    migrations: Mapping[str, tuple[Migration, ...]] = msgspec.field(default_factory=dict)
    optional_mods: frozenset[str] = frozenset()
    checks: Mapping[str, PartCheck] = msgspec.field(default_factory=dict)
    setting_checks: Mapping[str, Callable[[Any], str]] = msgspec.field(default_factory=dict)


class Rules(msgspec.Struct, frozen=True, dict=True):
    """Everything that is fixed for a mod set. Built by the loader, read by the engine.

    Attributes:
        lock: (id, version, content hash) of each active mod in order, as a save stores it.
        settings: settings of world scope by full name; a new state starts with them.
        reaction_hooks: the notification that a reaction's step asks, by step, in the order of the reactions.
        preferences: settings of startup and player scope, which belong to this machine and never to a state.
        records: the frozen records (`footfall.content.records.Records`).
        bots: by id.
        self_listed_commands: commands of mods with a `list_legal` of their own, in mod order.
        console: commands of the modder's console; taken only if the session allows it.
        hud_lines: lines that mods add to the scene, in mod order.
        games: the games of the active rule plugins, by id (see `Context.find_game`).
        mod_names: names of the mods for players, by id.
        chances: the rules of chance as mods have changed them.
    """

    game: Game
    commands: Mapping[type[Command], BoundCommand]
    appliers: Mapping[type[Change], Applier]
    steps: Mapping[str, BoundStep]
    reactions: Mapping[type[Event], tuple[str, ...]]
    reaction_hooks: Mapping[str, str] = msgspec.field(default_factory=dict)
    hooks: CompiledHooks = msgspec.field(default_factory=CompiledHooks)
    saves: SaveRules = msgspec.field(default_factory=SaveRules)
    mods: tuple[str, ...] = ()
    lock: tuple[tuple[str, str, str], ...] = ()
    settings: Mapping[str, Any] = msgspec.field(default_factory=dict)
    preferences: Mapping[str, Any] = msgspec.field(default_factory=dict)
    records: Any = None
    bots: Mapping[str, Bot] = msgspec.field(default_factory=dict)
    self_listed_commands: tuple[BoundCommand, ...] = ()
    hud_lines: tuple[BoundHudLine, ...] = ()
    console: Mapping[type[Command], BoundConsole] = msgspec.field(default_factory=dict)
    games: Mapping[str, Game] = msgspec.field(default_factory=dict)
    mod_names: Mapping[str, str] = msgspec.field(default_factory=dict)
    chances: ChanceTable = AS_WRITTEN

    @cached_property
    def command_types(self) -> dict[str, type[Command]]:
        """The classes of all commands that a replay may hold, by tag."""
        return index_command_types([*self.commands, *self.console, *BUILTIN_COMMANDS])

    @cached_property
    def mods_with_code(self) -> frozenset[str]:
        """The mods, other than the rule mods of the game, to whose code the state is ever passed.

        Data has no code, and a listener that takes no context sees no state.
        """
        hooks = self.hooks
        owners = [bound.mod for table in (self.steps, self.commands, self.console) for bound in table.values()]
        owners += [line.cause.mod for line in self.hud_lines]
        owners += [bot.partition(":")[0] for bot in self.bots]
        asked = [cause for cause in hooks.listener_causes if cause.via in hooks.dispatch]
        owners += [cause.mod for cause in asked if cause.via not in hooks.context_free]
        return frozenset(owners).difference(self.game.rule_mods)

    @cached_property
    def has_mod_code(self) -> bool:
        """Whether the state is ever passed to code of a mod other than the rule mods of the game."""
        return bool(self.mods_with_code) or any(_is_mod_code(item) for pair in self.appliers.items() for item in pair)

    @cached_property
    def session_appliers(self) -> dict[type[Change], Applier]:
        """The appliers of a session; those of mods write only to parts."""
        appliers = self.appliers.items()
        limited = {kind: limit_applier(apply) for kind, apply in appliers if _is_mod_code(kind) or _is_mod_code(apply)}
        return {**self.appliers, **limited, **{kind: kind.apply for kind in CORE_CHANGES}}

    def list_reactions(self, hooks: Container[str]) -> dict[type[Event], tuple[str, ...]]:
        """Returns the steps that react to each event, without those that ask a notification not among `hooks`."""
        silent = {step for step, hook in self.reaction_hooks.items() if hook not in hooks}
        reactions = {event: tuple([s for s in steps if s not in silent]) for event, steps in self.reactions.items()}
        return {event: steps for event, steps in reactions.items() if steps}


def _is_mod_code(item: Callable[..., Any]) -> bool:
    """Returns whether a function or a class is outside the framework and its games."""
    return getattr(item, "__module__", MODS_PACKAGE).startswith(MODS_PACKAGE)
