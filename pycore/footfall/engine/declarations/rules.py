"""The frozen rules of a session: the contributions of the active mods, each bound to its owner.

The loader builds a `Rules` once per mod set; the engine knows hooks only as the tables in it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from fractions import Fraction
from typing import Any, Protocol, TypeVar

import msgspec

from ..bots import Bot
from ..explanations.tracing import TracedRule
from ..host import BatchDispatch, Dispatch, RowCondition, StepFunction
from ..model import Cause, Change, Command, Event
from ..saves.migrate import Migration
from ..saves.orphans import OrphanPolicy
from ..state import Applier
from .contributions import CommandSpec, ConsoleSpec, HudLine, PartCheck
from .game import Game

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
    rules: Mapping[Cause, TracedRule] = msgspec.field(default_factory=dict)
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
        find_setting_problem: by full name of a setting: returns why a value is not allowed, or ``""``.
    """

    parts: Mapping[str, Any] = msgspec.field(default_factory=dict)
    orphan_policies: Mapping[str, OrphanPolicy] = msgspec.field(default_factory=dict)
    migrations: Mapping[str, tuple[Migration, ...]] = msgspec.field(default_factory=dict)
    optional_mods: frozenset[str] = frozenset()
    checks: Mapping[str, PartCheck] = msgspec.field(default_factory=dict)
    find_setting_problem: Mapping[str, Callable[[Any], str]] = msgspec.field(default_factory=dict)


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

    def list_reactions(self, hooks: Container[str]) -> dict[type[Event], tuple[str, ...]]:
        """Returns the steps that react to each event, without those that ask a notification not among `hooks`."""
        silent = {step for step, hook in self.reaction_hooks.items() if hook not in hooks}
        reactions = {event: tuple([s for s in steps if s not in silent]) for event, steps in self.reactions.items()}
        return {event: steps for event, steps in reactions.items() if steps}
