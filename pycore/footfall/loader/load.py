"""The one door: finds, orders, imports and checks mods, and builds the rules of a game."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from footfall.api.hookspecs import hookspec
from footfall.content.deprecation import collect_deprecation_uses
from footfall.diagnostics.files import ModFilesError, format_mod_path, format_path
from footfall.diagnostics.findings import Finding, Severity, format_findings, suggest
from footfall.engine.problem_log import describe_error
from footfall.engine.rules import Game, Rules
from footfall.i18n.catalog import Catalog

from . import tripwire
from .build import IncompatibleModError, build_rules
from .collect import Contributions, HookResultError, collect_contributions
from .contract import CONTRACT, HookError, HookSpec, collect_published_hooks, locate_function
from .discovery import Mod, Source, discover
from .dispatch import CONTAINED_EXCEPTIONS
from .hooks import (
    Implementation,
    create_plugin_manager,
    find_unmarked_hooks,
    list_foreign_implementations,
    make_published_implementation,
    register_implementations,
)
from .imports import EntryNotFoundError, import_mod
from .manifest import FRAMEWORK_ID, Setting
from .order import ModOrder, drop_incompatible, remove_with_dependents, sort_mods
from .trust import Trust, TrustError, drop_untrusted, resolve_trust
from .user_choices import NO_CHOICES, UserChoices
from .watchdog import TIMEOUT, run_with_timeout

T = TypeVar("T")


class LoadError(Exception):
    """What was asked for cannot be played; the text is the whole report."""

    def __init__(self, text: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__("\n".join(filter(None, (text, format_findings(findings)))))
        self.findings = tuple(findings)


@dataclass(frozen=True)
class LoadResult:
    """What was loaded.

    Attributes:
        mods: all mods that are on, of any game, in order.
        available: all mods that were found, on or off, by id.
        games: all games by full id.
        game: the game that was asked for, if one was.
        catalogue: the texts of the framework and of all mods that are on.
        problems: everything there is to say, the gravest first.
        contract: every hook by name, those that mods publish included.
        hooks: implementations per hook in the order they run, for the game asked for.
        settings: what the active mods offer, by full name.
    """

    mods: tuple[Mod, ...]
    available: Mapping[str, Mod]
    games: Mapping[str, Game]
    game: Game | None
    catalog: Catalog
    findings: tuple[Finding, ...]
    hooks: Mapping[str, tuple[Implementation, ...]] = field(default_factory=dict)
    contract: Mapping[str, HookSpec] = field(default_factory=lambda: CONTRACT)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    _rules: Rules | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game asked for.

        Raises:
            LoadError: none was asked for.
        """
        if self._rules is None:
            raise LoadError(f"no game was named; there are: {', '.join(self.games) or 'none'}", self.findings)
        return self._rules


def load(
    game: str | None = None,
    *,
    mods: Sequence[Path] = (),
    only: Iterable[str] | None = None,
    settings: Mapping[str, Any] | None = None,
    language: str = "en",
    strict: bool = False,
    trust: Trust | None = None,
    shuffle: int | None = None,
    choices: UserChoices = NO_CHOICES,
    timeout: float = TIMEOUT,
) -> LoadResult:
    """Loads all mods, and builds the rules of a game.

    A mod that cannot be loaded, and what needs it, is off and told in `LoadResult.problems`; the
    game starts.

    Args:
        game: full id or short name (``"stealth"``) of the game to build rules for; None: of none.
        mods: more mods: folders, zips, Python files, or folders of these.
        only: ids of the mods that may be on, beside first-party plugins and `mods`; None: all that are found.
        settings: world settings by full name that differ from their defaults.
        language: of the catalogue.
        strict: raise if any problem is an error.
        trust: which mods with Python may run; None: what ``FOOTFALL_TRUST`` says, else `Trust.NAMED`: a program
            that names a path could import it as well.
        shuffle: take another order of mods that manifests allow, one for each number: for tests.
        choices: what the user switched on and off, and chose of settings; `settings` and `mods` win over it.
        patience: seconds that importing or registering one mod may take.

    Raises:
        LoadError: the game is not there or cannot be built, or `strict` and there is an error.
    """
    named = None if only is None else frozenset(only)
    found, findings = discover(mods, all_sources=named is None or bool(named))
    try:
        trust = trust or resolve_trust(Trust.NAMED)
    except TrustError as error:
        raise LoadError(str(error)) from None
    left = drop_incompatible(drop_untrusted(select_mods(found, named, choices), trust, findings), findings)
    order, left = sort_mods(left, findings, shuffle)
    registry = _Registry(timeout, findings)
    left = registry.register_all(order, left)
    findings += map(tripwire.make_finding, tripwire.take_new_trips())
    loaded = _make_result(game, registry, order, left, found, findings, settings or {}, choices, language)
    if strict and any(f.severity is Severity.ERROR for f in loaded.findings):
        raise LoadError("strict: mods have errors", loaded.findings)
    return loaded


def list_games(**keywords: Any) -> Mapping[str, Game]:
    """All games by full id; takes what `load` takes."""
    return load(None, **keywords).games


def select_mods(
    found: Mapping[str, Mod], only: Collection[str] | None = None, choices: UserChoices = NO_CHOICES
) -> dict[str, Mod]:
    """Those that are wanted: enabled or asked for, and what they require; `named` is `load`'s `only`."""

    def is_wanted(mod: Mod) -> bool:
        if mod.is_first_party or mod.source is Source.EXPLICIT:
            return True
        return choices.switched.get(mod.id, mod.info.enabled) if only is None else mod.id in only

    todo = [mod for mod in found.values() if is_wanted(mod)]
    wanted_ids: set[str] = set()
    while todo:
        mod = todo.pop()
        if mod.id not in wanted_ids:
            wanted_ids.add(mod.id)
            todo += [found[id] for id in mod.manifest.requires if id in found]
    return {id: mod for id, mod in found.items() if id in wanted_ids}


class _Registry:
    """Imports and registers mods one by one, each contained and under the watchdog."""

    def __init__(self, timeout: float, findings: list[Finding]) -> None:
        self.timeout = timeout
        self.findings = findings
        self.manager = create_plugin_manager()
        self.implementations: dict[str, tuple[Implementation, ...]] = {}
        self.contributions: dict[str, Contributions] = {}
        self.contract: dict[str, HookSpec] = dict(CONTRACT)
        self.foreign: dict[str, list[tuple[str, Callable[..., Any]]]] = {}

    def register_all(self, order: ModOrder, mods: dict[str, Mod]) -> dict[str, Mod]:
        """Registers all in order; returns those that are on."""
        for id in order.ids:
            if id in mods:
                trouble = self._register_mod(mods[id])
                if trouble is not None:
                    self.findings.append(trouble)
                    self.implementations.pop(id, None)
                    mods = remove_with_dependents(mods, {id}, self.findings)
        return self._bind_foreign_hooks(mods)

    def _bind_foreign_hooks(self, mods: dict[str, Mod]) -> dict[str, Mod]:
        """Joins implementations to the hooks that other mods publish, now that all are known."""
        for id in [id for id in self.foreign if id in mods]:
            for hook, function in self.foreign[id]:
                owner = hook.partition(":")[0]
                if owner not in mods:
                    text = f"implements {hook}, and {owner} is not there; unused"
                    self.findings.append(
                        Finding("no-publisher", id, text, locate_function(function), "", Severity.NOTE)
                    )
                    continue
                theirs = {name: spec for name, spec in self.contract.items() if spec.owner == owner}
                try:
                    one = make_published_implementation(id, hook, function, theirs)
                    self.implementations[id] = (*self.implementations[id], one)
                    self._report_deprecated_hook(one)
                except HookError as error:
                    finding = Finding(error.code, id, str(error), error.where, error.fix, mod_disabled=True)
                    self.findings.append(finding)
                    self.implementations.pop(id, None)
                    mods = remove_with_dependents(mods, {id}, self.findings)
                    break
        return mods

    def _report_deprecated_hook(self, one: Implementation) -> None:
        """Tells of an implementation of a deprecated hook."""
        spec = self.contract[one.hook]
        if spec.deprecated is not None:
            what = f"the hook {one.hook}"
            self.findings.append(
                spec.deprecated.to_finding(one.mod, what, one.listener.cause.where, spec.owner)
            )

    def run_guarded(self, mod: str, call: Callable[[], T]) -> T:
        """Runs code of a mod under the watchdog."""
        return run_with_timeout(call, self.timeout, mod)

    def _register_mod(self, mod: Mod) -> Finding | None:
        self.contributions[mod.id] = Contributions()
        if not mod.info.entry:
            if "__init__.py" in mod.files.names:
                text = "has an __init__.py but no entry, so its code is not used"
                place = mod.document.locate("mod")
                self.findings.append(
                    Finding("no-entry", mod.id, text, place, 'entry = "."', Severity.WARNING)
                )
            try:
                mod.hash  # noqa: B018  -- reading all files now, so that a bad one is found here
            except ModFilesError as error:
                return Finding(
                    "bad-files", mod.id, str(error), "", "repack or copy the mod", mod_disabled=True
                )
            return None
        issues = mod.info.issues
        fix = f"report it: {issues}" if issues else f"mend it, or remove {format_path(mod.files.path)}"
        stage = "importing it"
        try:
            with collect_deprecation_uses() as names:
                module = self.run_guarded(mod.id, lambda: import_mod(mod))
            module.__dict__.setdefault("__footfall_deprecations__", names)
            self.findings += [finding(mod.id) for finding in module.__dict__["__footfall_deprecations__"]]
            stage = "registering it"
            specs = self.run_guarded(mod.id, lambda: collect_published_hooks(mod.id, module))
            if specs:
                declared = {name: hookspec(spec.function) for name, spec in specs.items()}
                self.manager.add_hookspecs(type("Published", (), declared))
            self.contract |= specs
            self.foreign[mod.id] = list_foreign_implementations(mod.id, module)
            self.implementations[mod.id] = register_implementations(self.manager, mod.id, module)
            self.findings += find_unmarked_hooks(mod.id, module)
            for one in self.implementations[mod.id]:
                self._report_deprecated_hook(one)
            stage = "asking what it provides"
            implementations = self.implementations[mod.id]
            self.contributions[mod.id] = self.run_guarded(
                mod.id, lambda: collect_contributions(implementations)
            )
        except HookError as error:
            return Finding(error.code, mod.id, str(error), error.where, error.fix or fix, mod_disabled=True)
        except EntryNotFoundError as error:
            place = mod.document.locate("mod", "entry")
            return Finding("no-entry", mod.id, str(error), place, "mend entry", mod_disabled=True)
        except TimeoutError as error:
            return Finding(
                "hangs", mod.id, f"{stage}: {error}", _locate_innermost(mod, error), fix, mod_disabled=True
            )
        except HookResultError as error:
            place = next((i.listener.cause.where for i in implementations if i.hook in str(error)), "")
            return Finding("bad-answer", mod.id, str(error), place, fix, mod_disabled=True)
        except ModFilesError as error:
            return Finding("bad-files", mod.id, str(error), "", "repack or copy the mod", mod_disabled=True)
        except CONTAINED_EXCEPTIONS as error:
            text = f"{stage} failed: {_describe_load_error(error)}"
            return Finding(
                "import-failed", mod.id, text, _locate_innermost(mod, error), fix, mod_disabled=True
            )
        return None


def _describe_load_error(error: BaseException) -> str:
    return f"SyntaxError: {error.msg}" if isinstance(error, SyntaxError) else describe_error(error)


def _locate_innermost(mod: Mod, error: BaseException) -> str:
    """``file:line`` in the mod's own files, the innermost there is."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{format_path(error.filename)}:{error.lineno}"
    own = {format_mod_path(mod.files, name) for name in mod.files.names if name.endswith(".py")}
    frames = traceback.extract_tb(error.__traceback__)
    for context in (error.__context__, error.__cause__):
        if context is not None:
            frames.extend(traceback.extract_tb(context.__traceback__))
    places = [f"{format_path(f.filename)}:{f.lineno}" for f in frames if format_path(f.filename) in own]
    return places[-1] if places else format_path(mod.files.path)


def find_game(games: Mapping[str, Game], name: str) -> Game | None:
    """A game by full id or by the last part of it."""
    if name in games:
        return games[name]
    short = [game for id, game in games.items() if id.rpartition(".")[2] == name]
    return short[0] if len(short) == 1 else None


def select_active_mods(game: Game, mods: Iterable[Mod], games: Mapping[str, Game]) -> list[Mod]:
    """Those of `mods` (in mod order) that are active in a game, its rule plugins first.

    The game's rule plugins are; so is a mod whose `games` is empty or names one of them, unless
    it provides a game itself or requires a mod that is not active. The rule plugins and what
    they require come before all others: base first, whatever the others' ids are.
    """
    line = {mod.id: mod for mod in mods}
    base: set[str] = set()
    todo = [id for id in game.rule_mods if id in line]
    while todo:
        id = todo.pop()
        if id not in base:
            base.add(id)
            todo += [need for need in line[id].manifest.requires if need in line]
    names = set(game.rule_mods) | {id.rpartition(".")[2] for id in game.rule_mods}
    active = {id: mod for id, mod in line.items() if id in base}
    for id, mod in line.items():
        fits = not mod.info.games or names & set(mod.info.games)
        needs = all(need in active for need in mod.manifest.requires if need != FRAMEWORK_ID)
        if id not in base and id not in games and fits and needs:
            active[id] = mod
    return list(active.values())


def _make_result(
    name: str | None,
    registry: _Registry,
    order: ModOrder,
    mods: dict[str, Mod],
    found: Mapping[str, Mod],
    findings: list[Finding],
    values: Mapping[str, Any],
    choices: UserChoices,
    language: str,
) -> LoadResult:
    while True:
        line = [mods[id] for id in order.ids if id in mods]
        games: dict[str, Game] = {}
        for mod in line:
            for game in registry.contributions[mod.id].games:
                games[game.id] = game
        catalogue = Catalog([(m.id, m.files, m.info.language) for m in line], language)
        if name is None:
            said = tuple(sorted(findings, key=lambda f: -f.severity))
            return LoadResult(tuple(line), found, games, None, catalogue, said, contract=registry.contract)
        chosen = find_game(games, name)
        if chosen is None:
            there = ", ".join(games) or "none"
            raise LoadError(f"there is no game {name!r}{suggest(name, games)}; there are: {there}", findings)
        lost = [id for id in chosen.rule_mods if id not in mods]
        if lost:
            raise LoadError(f"{chosen.id} needs {', '.join(lost)}, which cannot be loaded", findings)
        active = select_active_mods(chosen, line, games)
        wrong: list[Finding] = []
        offered, settings = _resolve_settings(active, values, choices, wrong)
        try:
            rules, hooks, more = build_rules(
                chosen,
                active,
                registry.contributions,
                registry.implementations,
                {name: value for name, value in settings.items() if offered[name].scope == "world"},
                order,
                registry.run_guarded,
                registry.contract,
            )
        except IncompatibleModError as error:
            findings.append(error.finding)
            if error.finding.mod in chosen.rule_mods:
                raise LoadError(f"{chosen.id} cannot be played", findings) from None
            mods = remove_with_dependents(mods, {error.finding.mod}, findings)
            continue
        kept = {name: value for name, value in settings.items() if offered[name].scope != "world"}
        rules = dataclasses.replace(rules, preferences=kept)
        catalogue.set_records(rules.records)
        said = tuple(sorted((*findings, *wrong, *more), key=lambda f: -f.severity))
        return LoadResult(
            tuple(line),
            found,
            games,
            chosen,
            catalogue,
            said,
            dict(hooks.by_hook),
            registry.contract,
            offered,
            rules,
        )


def _resolve_settings(
    mods: Iterable[Mod], values: Mapping[str, Any], choices: UserChoices, findings: list[Finding]
) -> tuple[dict[str, Setting], dict[str, Any]]:
    """The settings that mods offer, and their values."""
    offered = {f"{mod.id}.{name}": setting for mod in mods for name, setting in mod.manifest.settings.items()}
    chosen = {name: setting.default for name, setting in offered.items()}
    for name, value in choices.settings.items():
        if name in chosen and name not in values:
            if wrong := offered[name].find_problem(value):
                text = f"{name}: {wrong}; the default is used"
                fix = "choose another, or none: footfall mods set MOD SETTING"
                findings.append(Finding("bad-choice", "settings", text, "", fix, Severity.WARNING))
            else:
                chosen[name] = value
    for name, value in values.items():
        setting = offered.get(name)
        if setting is None:
            text = f"there is no setting {name!r}{suggest(name, offered)}; it is ignored"
            findings.append(Finding("no-setting", "settings", text, severity=Severity.WARNING))
        elif wrong := setting.find_problem(value):
            text = f"{name}: {wrong}; the default {setting.default!r} is used"
            findings.append(Finding("bad-setting", "settings", text, "", "", Severity.WARNING))
        else:
            chosen[name] = value
    for name, value in chosen.items():  # whole numbers are written for floats, too
        if offered[name].type == "float":
            chosen[name] = float(value)
    return offered, chosen
