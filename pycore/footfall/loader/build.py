"""Builds the rules of one game from its active mods."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from footfall.api.deeds import CORE_DEEDS, Deed
from footfall.api.events import Recipe
from footfall.api.readings import Reading
from footfall.content.parse import ContentSource, find_kind_problem, read_records
from footfall.content.record_types import RecordKind, Words
from footfall.content.screens.palettes import PALETTE_KINDS
from footfall.content.screens.tile_packs import TILE_PACK_KINDS
from footfall.diagnostics.findings import Finding, suggest
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import (
    BoundCommand,
    BoundConsole,
    BoundHudLine,
    BoundStep,
    CompiledHooks,
    HookKind,
    PartCheck,
    Rules,
    SaveRules,
    Step,
)
from footfall.engine.guards.problem_log import describe_error, is_contained
from footfall.engine.guards.rule_steps import list_heavy_hooks
from footfall.engine.model import Cause, Change, Command, Event
from footfall.engine.saves.migrate import Migration
from footfall.engine.saves.orphans import OrphanPolicy
from footfall.engine.state import Applier

from .discovery import Mod
from .hooks.chains import Chain, ChainError, ChainFault, get_fault_key
from .hooks.contract import HookSpec, locate_function
from .hooks.dispatch import compile_batch_hooks, compile_hooks, list_kinds
from .hooks.implementations import MAX_ROWS, Contributions, HookResultError, HookTable, Implementation, check_rows
from .manifest import FRAMEWORK_ID
from .migrations import read_migrations
from .order import ModOrder
from .rules.binder import bind_rules
from .rules.chance_hooks import change_rules, list_chance_hooks, list_shown_chances
from .rules.conditions import compile_row_conditions
from .rules.scope import ReadingTable, Vocabulary
from .rules.words import (
    COMMAND_LIST,
    RECIPE_LIST,
    WordTable,
    build_with_parts,
    describe_command_fields,
    read_with_parts,
    resolve_filters,
)


class IncompatibleModError(Exception):
    """A mod whose contributions clash with those of others; it is disabled for this game."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


COMMON_KINDS = {kind.name: kind for kind in (*TILE_PACK_KINDS, *PALETTE_KINDS)}
"""Kinds of record that every game has."""

CallGuard = Callable[[str, Callable[[], Any]], Any]
"""Runs a mod's code under the watchdog: ``guard(mod, call)``."""


class _RulesBuilder(msgspec.Struct):
    """The tables of the rules under construction, with the owner of each row."""

    game: Game
    commands: dict[type[Command], BoundCommand] = msgspec.field(default_factory=dict)
    appliers: dict[type[Change], Applier] = msgspec.field(default_factory=dict)
    steps: dict[str, BoundStep] = msgspec.field(default_factory=dict)
    reactions: dict[type[Event], tuple[str, ...]] = msgspec.field(default_factory=dict)
    reaction_hooks: dict[str, str] = msgspec.field(default_factory=dict)
    parts: dict[str, Any] = msgspec.field(default_factory=dict)
    orphan_policies: dict[str, OrphanPolicy] = msgspec.field(default_factory=dict)
    checks: dict[str, PartCheck] = msgspec.field(default_factory=dict)
    migrations: dict[str, tuple[Migration, ...]] = msgspec.field(default_factory=dict)
    kinds: dict[str, RecordKind] = msgspec.field(default_factory=lambda: dict(COMMON_KINDS))
    recipes: dict[str, None] = msgspec.field(default_factory=dict)
    chain_causes: dict[tuple[str, str], list[Cause]] = msgspec.field(default_factory=dict)
    chain_faults: dict[tuple[str, str, str, str], ChainFault] = msgspec.field(default_factory=dict)
    bots: dict[str, Bot] = msgspec.field(default_factory=dict)
    readings: list[Reading] = msgspec.field(default_factory=list)
    words: list[Words] = msgspec.field(default_factory=list)
    deeds: dict[str, Deed] = msgspec.field(default_factory=lambda: dict(CORE_DEEDS))
    hud: list[BoundHudLine] = msgspec.field(default_factory=list)
    console: dict[type[Command], BoundConsole] = msgspec.field(default_factory=dict)
    owners: dict[tuple[str, str], str] = msgspec.field(
        default_factory=lambda: {("record kind", name): FRAMEWORK_ID for name in COMMON_KINDS}
    )
    names: set[tuple[str, str]] = msgspec.field(default_factory=set)
    findings: list[Finding] = msgspec.field(default_factory=list)

    def claim(self, mod: str, kind: str, name: str, place: str = "") -> None:
        """Reserves a name for `mod`.

        Raises:
            IncompatibleModError: the name is taken.
        """
        other = self.owners.setdefault((kind, name), mod)
        if other != mod or (kind, name) in self.names:
            text = f"provides the {kind} {name!r}, but {other} already does"
            fix = "start the name with the id of the mod"
            raise IncompatibleModError(Finding("taken", mod, text, place, fix, disables_mod=True))
        self.names.add((kind, name))

    def add_contributions(self, mod: str, contributions: Contributions) -> None:
        """Adds the contributions of one mod."""
        for spec in contributions.commands:
            tag, place = get_tag(spec.type), locate_function(spec.macro or spec.handle)
            self.claim(mod, "command", tag, place)
            self.commands[spec.type] = BoundCommand(spec, mod, Cause(mod, tag, place))
        for change in contributions.changes:
            # Several plugins may list the same changes of the framework.
            if self.appliers.get(change) is change.apply:
                continue
            self.claim(mod, "change", get_tag(change), locate_function(change.apply))
            self.appliers[change] = change.apply
        for step in contributions.steps:
            self.bind_step(mod, step)
        for reaction in contributions.reactions:
            if reaction.hook:
                self.reaction_hooks[reaction.step] = reaction.hook
            self.reactions[reaction.event] = (*self.reactions.get(reaction.event, ()), reaction.step)
            self.owners["reaction", reaction.step] = mod
        for part in contributions.parts:
            if self.parts.get(part.name) is not part.type:
                self.claim(mod, "part", part.name)
                self.parts[part.name] = part.type
            if part.orphan_policy is not None:
                self.orphan_policies[part.name] = part.orphan_policy
            if part.check is not None:
                self.checks[part.name] = part.check
        for kind in contributions.records:
            if kind != self.kinds.get(kind.name):
                if problem := find_kind_problem(kind):
                    fix = "give it another name"
                    raise IncompatibleModError(Finding("bad-kind", mod, problem, "", fix, disables_mod=True))
                self.claim(mod, "record kind", kind.name)
                self.kinds[kind.name] = kind
        for recipe in contributions.generators:
            self.claim(mod, "generator", recipe)
            self.recipes[recipe] = None
        readings, deeds = contributions.readings, contributions.deeds
        if mod in self.game.rule_mods and mod != self.game.id and contributions.parts:
            parts = frozenset(part.name for part in contributions.parts)
            readings = tuple(read_with_parts(reading, parts) for reading in readings)
            deeds = tuple(build_with_parts(deed, parts) for deed in deeds)
        self.readings += readings
        self.words += contributions.words
        for deed in deeds:
            self.claim(mod, "deed", deed.name, locate_function(deed.build))
            self.deeds[deed.name] = deed
        for bot in contributions.bots:
            self.claim(mod, "bot", bot.id, locate_function(bot.decide))
            self.bots[bot.id] = bot
        for command in contributions.console:
            tag, place = get_tag(command.type), locate_function(command.handle)
            self.claim(mod, "command", tag, place)
            self.console[command.type] = BoundConsole(command, mod, Cause(mod, tag, place))
        for hud_line in contributions.hud:
            place = locate_function(hud_line.read)
            self.claim(mod, "HUD line", hud_line.name, place)
            self.hud.append(BoundHudLine(hud_line, Cause(mod, hud_line.name, place)))

    def bind_step(self, mod: str, step: Step) -> None:
        """Registers a step. It may be in several chains, with the same function or by name alone."""
        known = self.steps.get(step.name)
        if step.run is None:
            if known is not None:
                return
            text = f"step {step.name!r} has no function{suggest(step.name, self.steps)}"
            raise IncompatibleModError(Finding("no-run", mod, text, "", "Step(name, run)", disables_mod=True))
        if known is not None and known.mod == mod and known.run == step.run:
            return
        place = locate_function(step.run)
        self.claim(mod, "step", step.name, place)
        self.steps[step.name] = BoundStep(step.name, mod, step.run, Cause(mod, step.name, place))

    def build_chain(self, hook: str, recipe: str, impls: Sequence[Implementation], guard: CallGuard) -> tuple[str, ...]:
        """Builds one chain. If a step of a mod does not fit, none of its steps are added."""
        chain = Chain()
        for impl in impls:
            try:
                answer = guard(impl.mod, partial(_call_listener, impl, Recipe(recipe)))
                steps: tuple[Step, ...] = check_rows(impl, Step, answer)
                before = (list(chain.names), dict(self.steps), set(self.names), dict(self.owners))
                chain.extend(steps)
                if steps:
                    self.chain_causes.setdefault((hook, recipe), []).append(impl.listener.cause)
                try:
                    for step in steps:
                        if not step.skip:
                            self.bind_step(impl.mod, step)
                except IncompatibleModError as error:
                    chain.names, self.steps, self.names, self.owners = before
                    raise ChainError(error.finding.text) from None
            except BaseException as error:
                if not is_contained(error):
                    raise
                key = (impl.mod, hook, impl.listener.cause.location, get_fault_key(error))
                fault = self.chain_faults.setdefault(key, ChainFault(error, impl.rule is not None))
                fault.add_recipe(recipe, error)
                if impl.mod in self.game.rule_mods:
                    raise IncompatibleModError(fault.make_finding(*key[:3])) from None
        return chain.list_steps()

    def collect_answers(self, impls: Sequence[Implementation], guard: CallGuard) -> tuple[Any, ...]:
        """Returns the results of a mod's collect hook, in mod order; a failing implementation adds nothing."""
        answers: list[Any] = []
        for impl in impls:
            try:
                answer = guard(impl.mod, partial(_call_listener, impl, None))
                if isinstance(answer, str | bytes):
                    raise HookResultError(f"it returns a list, not {answer!r}")
                answers += islice(answer or (), MAX_ROWS)
            except BaseException as error:
                if not is_contained(error):
                    raise
                text = f"{impl.hook} failed: {describe_error(error)}; its result is ignored"
                self.findings.append(Finding("bad-answer", impl.mod, text, impl.listener.cause.location))
        return tuple(answers)

    def list_words(self) -> tuple[Words, ...]:
        """Returns the lists of words that mods provide, and those of the game."""
        commands = tuple(get_tag(kind) for kind in self.commands)
        return (*self.words, Words(COMMAND_LIST, commands), Words(RECIPE_LIST, tuple(self.recipes)))

    def check_steps(self) -> None:
        """Checks that the steps of the turn and of the reactions exist.

        Raises:
            IncompatibleModError: a step does not exist.
        """
        steps_in_use = [(self.game.id, f"the turn of {self.game.id}", self.game.turn_step)]
        for event, steps in self.reactions.items():
            steps_in_use += [(self.owners["reaction", s], f"the reaction to {get_tag(event)}", s) for s in steps]
        for mod, what, step in steps_in_use:
            if step not in self.steps:
                text = f"{what} is the step {step!r}, which no mod provides{suggest(step, self.steps)}"
                raise IncompatibleModError(
                    Finding("no-step", mod, text, "", "list it in provide_steps", disables_mod=True)
                )


def get_tag(kind: type) -> str:
    """Returns the tag of a tagged struct, as messages show it."""
    config = getattr(kind, "__struct_config__", None)
    return str(config.tag) if config is not None and config.tag else kind.__name__


class RulesRequest(msgspec.Struct, frozen=True):
    """A game with its active mods in order, and their tables.

    Attributes:
        contract: every hook by name.
        settings: world settings by full name.
    """

    game: Game
    mods: Sequence[Mod]
    contributions: Mapping[str, Contributions]
    implementations: Mapping[str, Sequence[Implementation]]
    contract: Mapping[str, HookSpec]
    settings: Mapping[str, Any]
    order: ModOrder
    guard: CallGuard


def build_rules(request: RulesRequest) -> tuple[Rules, HookTable, list[Finding]]:
    """Builds the rules of a game.

    Raises:
        IncompatibleModError: a mod must be disabled first.
    """
    game, mods, settings, guard = request.game, request.mods, request.settings, request.guard
    contributions = request.contributions
    builder = _RulesBuilder(game)
    ids = tuple(mod.id for mod in mods)
    for mod in mods:
        builder.add_contributions(mod.id, contributions[mod.id])
        builder.migrations[mod.id], problem = read_migrations(mod)
        if problem is not None:
            raise IncompatibleModError(problem)
    sources = [ContentSource(mod.id, mod.files) for mod in mods]
    records, record_findings = read_records(
        builder.kinds,
        sources,
        is_order_fixed=request.order.is_fixed,
        settings=settings,
        games=game.rule_mods,
        lists=builder.words,
        steps=builder.steps,
    )
    published = [spec for spec in request.contract.values() if spec.owner in ids]
    offered = {name: spec for name, spec in request.contract.items() if spec.owner in ("", *ids)}
    offered |= list_chance_hooks(game, records.rules, offered)
    readings = ReadingTable.build([*builder.readings, *describe_command_fields(builder.commands)])
    vocabulary = Vocabulary(offered, readings, builder.deeds, builder.list_words())
    words = WordTable(vocabulary.words, records, vocabulary.deeds)
    rule_implementations, rule_findings = bind_rules(records, vocabulary, settings, words, game.rule_mods)
    conditions, condition_findings = compile_row_conditions(records, vocabulary, settings, words)
    all_implementations: dict[str, tuple[Implementation, ...]] = {}
    for id in ids:
        listeners, filter_findings = resolve_filters(request.implementations.get(id, ()), offered, words)
        all_implementations[id] = (*listeners, *rule_implementations.get(id, ()))
        rule_findings += filter_findings
    hooks = HookTable.build(ids, all_implementations, vocabulary)
    chains: dict[tuple[str, str], tuple[str, ...]] = {}
    rounds = dict.fromkeys((game.id, *game.rule_mods))
    recipes = {"on_generate": tuple(builder.recipes), "on_round_end": tuple(rounds)}
    recipes |= {spec.name: spec.recipes for spec in published if spec.kind is HookKind.CHAIN}
    for hook, names in recipes.items():
        for recipe in names:
            chains[hook, recipe] = builder.build_chain(hook, recipe, hooks.by_hook.get(hook, ()), guard)
    builder.findings += [fault.make_finding(*key[:3]) for key, fault in builder.chain_faults.items()]
    builder.check_steps()
    every = [impl for impls in hooks.by_hook.values() for impl in impls]
    shown, problem = list_shown_chances(game, every)
    if problem is not None:
        raise IncompatibleModError(problem)
    rules_of_mods = [impl.rule for impl in every if impl.rule is not None and impl.mod not in game.rule_mods]
    heavy = list_heavy_hooks((rule.hook, rule.mod, rule.steps) for rule in rules_of_mods)
    rules = Rules(
        game=game,
        commands=builder.commands,
        appliers=builder.appliers,
        steps=builder.steps,
        reactions=builder.reactions,
        reaction_hooks=builder.reaction_hooks,
        hooks=CompiledHooks(
            dispatch=compile_hooks(hooks.by_hook, heavy),
            batch_dispatch=compile_batch_hooks(hooks.by_hook, heavy),
            context_free=frozenset(
                name for name, impls in hooks.by_hook.items() if not any(impl.wants_context for impl in impls)
            ),
            chains=chains,
            chain_causes={key: tuple(causes) for key, causes in builder.chain_causes.items()},
            listener_causes=tuple(impl.listener.cause for impl in every),
            conditions=conditions,
            rules={impl.listener.cause: impl.rule for impl in every if impl.rule is not None},
            kinds=list_kinds(hooks.by_hook),
            heavy=heavy,
            chances=shown,
            answers={
                spec.name: builder.collect_answers(hooks.by_hook.get(spec.name, ()), guard)
                for spec in published
                if spec.kind is HookKind.COLLECT
            },
        ),
        saves=SaveRules(
            parts=builder.parts,
            orphan_policies=builder.orphan_policies,
            migrations=builder.migrations,
            optional_mods=frozenset(mod.id for mod in mods if not mod.manifest.effects.is_kept_in_saves),
            checks=builder.checks,
            setting_checks={
                f"{mod.id}.{name}": setting.find_problem
                for mod in mods
                for name, setting in mod.manifest.settings.items()
            },
        ),
        mods=ids,
        lock=tuple((mod.id, mod.version, mod.hash) for mod in mods),
        mod_names={mod.id: mod.manifest.mod.name or mod.id for mod in mods},
        settings=dict(settings),
        records=records,
        bots=builder.bots,
        self_listed_commands=tuple(bound for bound in builder.commands.values() if bound.spec.list_legal is not None),
        hud_lines=tuple(builder.hud),
        console=builder.console,
        chances=change_rules(game, hooks.by_hook),
        games={other.id: other for mod in mods for other in contributions[mod.id].games},
    )
    return rules, hooks, [*builder.findings, *hooks.findings, *record_findings, *rule_findings, *condition_findings]


def _call_listener(implementation: Implementation, event: Recipe | None) -> Any:
    """Returns the whole result of a hook; a generator runs here, under the watchdog."""
    answer = implementation.listener.call(event, None)
    return tuple(islice(answer, MAX_ROWS + 1)) if implementation.is_generator else answer
