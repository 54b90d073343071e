"""Puts the rules of one game together from the mods that are active in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from footfall.api.events import Recipe
from footfall.content.findings import Finding, near
from footfall.content.reading import Source, read_records, unusable
from footfall.content.records import RecordKind
from footfall.engine.aside import Keeping
from footfall.engine.bots import Bot
from footfall.engine.migrate import Migration
from footfall.engine.model import Cause, Change, Command, Event
from footfall.engine.problems import said
from footfall.engine.rules import (
    Applier,
    BoundCommand,
    BoundConsole,
    BoundHudLine,
    BoundStep,
    Game,
    HookKind,
    Rules,
    Step,
)

from .chains import BadChain, Chain
from .contract import CONTRACT, Spec, where
from .discovery import Mod
from .dispatch import compile_all, compile_batches
from .hooks import Hooks, Implementation
from .migrations import read_migrations
from .order import Ordered
from .provided import MOST, BadAnswer, Provided, rows_of


class Unfit(Exception):
    """A mod's contributions do not fit beside the others; it is switched off for this game."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


Guard = Callable[[str, Callable[[], Any]], Any]
"""Runs a mod's code under the watchdog: ``guard(mod, call)``."""


@dataclass
class _Builder:
    """Tables being filled, with the owner of each row."""

    game: Game
    commands: dict[type[Command], BoundCommand] = field(default_factory=dict)
    appliers: dict[type[Change], Applier] = field(default_factory=dict)
    steps: dict[str, BoundStep] = field(default_factory=dict)
    reactions: dict[type[Event], tuple[str, ...]] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)
    keeping: dict[str, Keeping] = field(default_factory=dict)
    migrations: dict[str, tuple[Migration, ...]] = field(default_factory=dict)
    kinds: dict[str, RecordKind] = field(default_factory=dict)
    recipes: dict[str, None] = field(default_factory=dict)
    bots: dict[str, Bot] = field(default_factory=dict)
    hud: list[BoundHudLine] = field(default_factory=list)
    console: dict[type[Command], BoundConsole] = field(default_factory=dict)
    owner: dict[tuple[str, str], str] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def claim(self, mod: str, what: str, name: str, place: str = "") -> None:
        """Notes that `mod` provides something of this name; only one may."""
        other = self.owner.setdefault((what, name), mod)
        if other != mod or (what, name) in self.taken:
            text = f"provides the {what} {name!r}, which {other} provides already"
            raise Unfit(Finding("taken", mod, text, place, "give it a name of the mod's own", off=True))
        self.taken.add((what, name))

    taken: set[tuple[str, str]] = field(default_factory=set)

    def add(self, mod: str, given: Provided) -> None:
        """Adds all that one mod provides."""
        for spec in given.commands:
            tag, place = tag_of(spec.type), where(spec.course or spec.handle)
            self.claim(mod, "command", tag, place)
            self.commands[spec.type] = BoundCommand(spec, mod, Cause(mod, tag, place))
        for change in given.changes:
            # Several plugins may list the shared changes of a room.
            if self.appliers.get(change.type) is change.apply:
                continue
            self.claim(mod, "change", tag_of(change.type), where(change.apply))
            self.appliers[change.type] = change.apply
        for step in given.steps:
            self.bind(mod, step)
        for reaction in given.reactions:
            self.reactions[reaction.event] = (*self.reactions.get(reaction.event, ()), reaction.step)
            self.owner["reaction", reaction.step] = mod
        for part in given.parts:
            if self.parts.get(part.name) is not part.type:
                self.claim(mod, "part", part.name)
                self.parts[part.name] = part.type
            if part.keeping is not None:
                self.keeping[part.name] = part.keeping
        for kind in given.records:
            if kind != self.kinds.get(kind.name):
                if wrong := unusable(kind):
                    fix = "give it another name"
                    raise Unfit(Finding("bad-kind", mod, wrong, "", fix, off=True))
                self.claim(mod, "record kind", kind.name)
                self.kinds[kind.name] = kind
        for recipe in given.generators:
            self.claim(mod, "generator", recipe)
            self.recipes[recipe] = None
        for bot in given.bots:
            self.claim(mod, "bot", bot.id, where(bot.decide))
            self.bots[bot.id] = bot
        for extra in given.console:
            tag, place = tag_of(extra.type), where(extra.handle)
            self.claim(mod, "command", tag, place)
            self.console[extra.type] = BoundConsole(extra, mod, Cause(mod, tag, place))
        for line in given.hud:
            place = where(line.read)
            self.claim(mod, "HUD line", line.name, place)
            self.hud.append(BoundHudLine(line, Cause(mod, line.name, place)))

    def bind(self, mod: str, step: Step) -> None:
        """Registers a step; it may stand in several chains: the same function, or just its name, of anybody's."""
        known = self.steps.get(step.name)
        if step.run is None:
            if known is not None:
                return
            text = f"step {step.name!r} has no function to run{near(step.name, self.steps)}"
            raise Unfit(Finding("no-run", mod, text, "", "Step(name, run)", off=True))
        if known is not None and known.mod == mod and known.run == step.run:
            return
        place = where(step.run)
        self.claim(mod, "step", step.name, place)
        self.steps[step.name] = BoundStep(step.name, mod, step.run, Cause(mod, step.name, place))

    def chain(self, hook: str, recipe: str, line: Sequence[Implementation], guard: Guard) -> tuple[str, ...]:
        """Puts one chain together. A mod whose steps do not fit adds none of them."""
        chain = Chain()
        for one in line:
            try:
                answer = guard(one.mod, partial(_answered, one, Recipe(recipe)))
                steps: tuple[Step, ...] = rows_of(one, Step, answer)
                before = (list(chain.names), dict(self.steps), set(self.taken), dict(self.owner))
                chain.extend(steps)
                try:
                    for step in steps:
                        if not step.skip:
                            self.bind(one.mod, step)
                except Unfit as error:
                    chain.names, self.steps, self.taken, self.owner = before
                    raise BadChain(error.finding.text) from None
            except Exception as error:
                reason = str(error) if isinstance(error, BadChain) else f"{type(error).__name__}: {error}"
                text = f"{hook} of {recipe!r}: {reason}; none of its steps are used there"
                fix = "test event.name if the step belongs to some recipes only"
                finding = Finding("chain", one.mod, text, one.listener.cause.where, fix)
                if one.mod in self.game.rules:
                    raise Unfit(finding) from None
                self.findings.append(finding)
        return chain.finished()

    def collect(self, line: Sequence[Implementation], guard: Guard) -> tuple[Any, ...]:
        """What mods answer to a collect hook of another mod, in mod order; one that fails adds nothing."""
        out: list[Any] = []
        for one in line:
            try:
                answer = guard(one.mod, partial(_answered, one, None))
                if isinstance(answer, str | bytes):
                    raise BadAnswer(f"it returns a list, not {answer!r}")
                out += islice(answer or (), MOST)
            except Exception as error:
                text = f"{one.hook} failed: {said(error)}; its answer is left out"
                self.findings.append(Finding("bad-answer", one.mod, text, one.listener.cause.where))
        return tuple(out)

    def check(self) -> None:
        """Steps that are named must exist."""
        named = [(self.game.id, f"the turn of {self.game.id}", self.game.turn)]
        for event, steps in self.reactions.items():
            named += [(self.owner["reaction", s], f"the reaction to {tag_of(event)}", s) for s in steps]
        for mod, what, step in named:
            if step not in self.steps:
                text = f"{what} is the step {step!r}, which nobody provides{near(step, self.steps)}"
                raise Unfit(Finding("no-step", mod, text, "", "list it in provide_steps", off=True))


def tag_of(kind: type) -> str:
    """The tag of a tagged struct, as messages name it."""
    config = getattr(kind, "__struct_config__", None)
    return str(config.tag) if config is not None and config.tag else kind.__name__


def build(
    game: Game,
    mods: Sequence[Mod],
    provided: Mapping[str, Provided],
    implementations: Mapping[str, Sequence[Implementation]],
    settings: Mapping[str, Any],
    order: Ordered,
    guard: Guard,
    contract: Mapping[str, Spec] = CONTRACT,
) -> tuple[Rules, Hooks, list[Finding]]:
    """Builds the rules of `game` from its active mods in order.

    Raises:
        Unfit: a mod must be switched off first.
    """
    builder = _Builder(game)
    ids = tuple(mod.id for mod in mods)
    for mod in mods:
        builder.add(mod.id, provided[mod.id])
        builder.migrations[mod.id], unfit = read_migrations(mod)
        if unfit is not None:
            raise Unfit(unfit)
    hooks = Hooks.of(ids, implementations)
    own = [spec for spec in contract.values() if spec.owner in ids]
    chains: dict[tuple[str, str], tuple[str, ...]] = {}
    rounds = dict.fromkeys((game.id, *game.rules))
    recipes = {"on_generate": tuple(builder.recipes), "on_round_end": tuple(rounds)}
    recipes |= {spec.name: spec.recipes for spec in own if spec.kind is HookKind.CHAIN}
    for hook, names in recipes.items():
        for recipe in names:
            chains[hook, recipe] = builder.chain(hook, recipe, hooks.by_hook.get(hook, ()), guard)
    builder.check()
    sources = [Source(mod.id, mod.files) for mod in mods]
    records, wrong = read_records(
        builder.kinds, sources, fixed=order.fixed, settings=settings, games=game.rules
    )
    rules = Rules(
        game=game,
        commands=builder.commands,
        appliers=builder.appliers,
        steps=builder.steps,
        chains=chains,
        reactions=builder.reactions,
        parts=builder.parts,
        passing=frozenset(mod.id for mod in mods if not mod.manifest.effects.saves),
        keeping=builder.keeping,
        migrations=builder.migrations,
        dispatch=compile_all(hooks.by_hook),
        batches=compile_batches(hooks.by_hook),
        collected={
            spec.name: builder.collect(hooks.by_hook.get(spec.name, ()), guard)
            for spec in own
            if spec.kind is HookKind.COLLECT
        },
        mods=ids,
        lock=tuple((mod.id, mod.version, mod.hash) for mod in mods),
        settings=dict(settings),
        records=records,
        bots=builder.bots,
        listed=tuple(bound for bound in builder.commands.values() if bound.spec.legal is not None),
        hud=tuple(builder.hud),
        console=builder.console,
        games={one.id: one for mod in mods for one in provided[mod.id].games},
    )
    return rules, hooks, [*builder.findings, *hooks.findings, *wrong]


def _answered(implementation: Implementation, event: Recipe | None) -> Any:
    """The whole answer of a chain hook; a generator's work is done here, under the watchdog."""
    answer = implementation.listener.call(event, None)
    return tuple(islice(answer, MOST + 1)) if implementation.lazy else answer
