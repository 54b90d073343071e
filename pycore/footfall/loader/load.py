"""Finds, orders, imports and checks mods, and builds the rules of a game."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from footfall.api.hookspecs import hookspec
from footfall.content.deprecation import collect_deprecation_uses
from footfall.diagnostics.files import ModFilesError, expand_home, format_mod_path, format_path
from footfall.diagnostics.findings import Finding, Severity, format_findings, limit_findings, suggest
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import Rules
from footfall.engine.guards.problem_log import describe_error, is_contained
from footfall.i18n.catalog import Catalog, find_unusable_texts

from .build import IncompatibleModError, build_rules
from .discovery import Mod, discover
from .hooks.collect import Contributions, HookResultError, collect_contributions
from .hooks.contract import CONTRACT, HookError, HookSpec, collect_published_hooks, locate_function
from .hooks.implementations import (
    Implementation,
    create_plugin_manager,
    find_unmarked_hooks,
    list_foreign_implementations,
    make_published_implementation,
    register_implementations,
)
from .isolation import tripwire
from .isolation.imports import EntryNotFoundError, import_mod
from .isolation.trust import Trust, TrustError, drop_untrusted, resolve_trust
from .isolation.watchdog import TIMEOUT, run_with_timeout, watch_for_hangs
from .manifest import Setting, find_defaults
from .order import ModOrder, drop_incompatible, remove_with_dependents, sort_mods
from .profiles.retractions import find_retracted
from .profiles.user_choices import NO_CHOICES, UserChoices
from .rules.chance_hooks import share_chances
from .rules.scope import Vocabulary
from .selection import find_game, select_active_mods, select_mods, select_usable_mods

T = TypeVar("T")


class LoadError(Exception):
    """A game that cannot be played; the message contains all findings."""

    def __init__(self, text: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__("\n".join(filter(None, (text, format_findings(findings)))))
        self.findings = tuple(findings)


class LoadResult(msgspec.Struct, frozen=True):
    """The result of loading.

    Attributes:
        mods: all enabled mods, of any game, in order.
        available: all discovered mods, enabled or not, by id.
        games: the games of all imported mods by full id: without a requested game, all games.
        game: the requested game, or None.
        catalog: the texts of the framework and of all enabled mods.
        findings: all findings, by descending severity.
        hooks: implementations per hook in calling order, for the requested game.
        contract: every hook by name, including those that mods publish.
        settings: the settings of the active mods, by full name.
        vocabulary: what rules as data may use in the requested game.
    """

    mods: tuple[Mod, ...]
    available: Mapping[str, Mod]
    games: Mapping[str, Game]
    game: Game | None
    catalog: Catalog
    findings: tuple[Finding, ...]
    hooks: Mapping[str, tuple[Implementation, ...]] = msgspec.field(default_factory=dict)
    contract: Mapping[str, HookSpec] = msgspec.field(default_factory=lambda: CONTRACT)
    settings: Mapping[str, Setting] = msgspec.field(default_factory=dict)
    vocabulary: Vocabulary | None = None
    _rules: Rules | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the requested game.

        Raises:
            LoadError: no game was requested.
        """
        if self._rules is None:
            raise LoadError(f"no game was given; games: {', '.join(self.games) or 'none'}", self.findings)
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
    """Loads the mods of a game and builds its rules, or loads all mods.

    A mod that cannot be loaded is disabled with its dependents and reported in `LoadResult.findings`; the game still
    starts.

    Args:
        game: full id or short name (``"stealth"``) of the game to build rules for; None builds no rules.
        mods: additional mods: folders, zips, Python files, or folders of these.
        only: ids of mods to enable besides first-party plugins and `mods`; None: all discovered mods.
        settings: world settings by full name that differ from their defaults.
        language: language of the catalog.
        strict: raise if any finding is an error.
        trust: which mods with Python may run; None: the value of ``FOOTFALL_TRUST``, else `Trust.NAMED`, because a
            program that names a path could import it as well.
        shuffle: number of an alternative mod order that the manifests allow, for tests; None: the usual order.
        choices: mods and settings that the user chose; `settings` and `mods` take precedence.
        timeout: seconds that importing or registering one mod may take.

    Raises:
        LoadError: the game does not exist or cannot be built, or `strict` is set and there is an error.
    """
    with watch_for_hangs(timeout):
        loaded = _load(game, mods, only, settings or {}, language, trust, shuffle, choices, timeout)
    if strict and any(f.severity is Severity.ERROR for f in loaded.findings):
        raise LoadError("strict: mods have errors", loaded.findings)
    return loaded


def _load(
    game: str | None,
    mods: Sequence[Path],
    only: Iterable[str] | None,
    settings: Mapping[str, Any],
    language: str,
    trust: Trust | None,
    shuffle: int | None,
    choices: UserChoices,
    timeout: float,
) -> LoadResult:
    """See `load`."""
    enabled = None if only is None else frozenset(only)
    discovered, findings = discover(mods, all_sources=enabled is None or bool(enabled))
    try:
        trust = trust or resolve_trust(Trust.NAMED)
    except TrustError as error:
        raise LoadError(str(error)) from None
    selected = select_mods(discovered, enabled, choices)
    findings += find_retracted(selected.values())
    trusted = drop_untrusted(selected, trust, findings)
    order, remaining = sort_mods(drop_incompatible(trusted, findings), findings, shuffle)
    registry = _Registry(timeout, findings)
    remaining = registry.register_all(order, remaining, select_usable_mods(game, remaining))
    findings += map(tripwire.make_finding, tripwire.take_new_trips())
    return _make_result(game, registry, order, remaining, discovered, findings, settings, choices, language)


def list_games(**keywords: Any) -> Mapping[str, Game]:
    """Returns all games by full id; takes the keywords of `load`."""
    return load(None, **keywords).games


class _Registry:
    """Imports and registers mods one by one, isolated and under the watchdog."""

    def __init__(self, timeout: float, findings: list[Finding]) -> None:
        self.timeout = timeout
        self.findings = findings
        self.manager = create_plugin_manager()
        self.implementations: dict[str, tuple[Implementation, ...]] = {}
        self.contributions: dict[str, Contributions] = {}
        self.contract: dict[str, HookSpec] = dict(CONTRACT)
        self.foreign: dict[str, list[tuple[str, Callable[..., Any]]]] = {}
        self.first_party: frozenset[str] = frozenset()

    def register_all(self, order: ModOrder, mods: dict[str, Mod], usable: Collection[str]) -> dict[str, Mod]:
        """Registers the usable mods in order; returns those that remain enabled, usable or not."""
        self.first_party = frozenset(id for id, mod in mods.items() if mod.is_first_party)
        for id in order.ids:
            if id in mods and id not in usable:
                self.contributions[id] = Contributions()
            elif id in mods:
                finding = self._register_mod(mods[id])
                if finding is not None:
                    self.findings.append(finding)
                    self.implementations.pop(id, None)
                    mods = remove_with_dependents(mods, {id}, self.findings)
        return self._bind_foreign_hooks(mods)

    def _bind_foreign_hooks(self, mods: dict[str, Mod]) -> dict[str, Mod]:
        """Binds implementations to the hooks that other mods publish, after all mods are registered."""
        for id in [id for id in self.foreign if id in mods]:
            for hook, function in self.foreign[id]:
                owner = hook.partition(":")[0]
                if owner not in mods:
                    text = f"implements {hook}, but {owner} is not enabled; the function is not used"
                    self.findings.append(
                        Finding("no-publisher", id, text, locate_function(function), "", Severity.NOTE)
                    )
                    continue
                specs = {name: spec for name, spec in self.contract.items() if spec.owner == owner}
                try:
                    impl = make_published_implementation(id, hook, function, specs)
                    self.implementations[id] = (*self.implementations[id], impl)
                    self._report_deprecated_hook(impl)
                except HookError as error:
                    finding = Finding(error.code, id, str(error), error.where, error.fix, mod_disabled=True)
                    self.findings.append(finding)
                    self.implementations.pop(id, None)
                    mods = remove_with_dependents(mods, {id}, self.findings)
                    break
        return mods

    def _report_deprecated_hook(self, impl: Implementation) -> None:
        """Reports an implementation of a deprecated hook."""
        spec = self.contract[impl.hook]
        if spec.deprecated is not None:
            place = impl.listener.cause.where
            self.findings.append(spec.deprecated.to_finding(impl.mod, f"the hook {impl.hook}", place, spec.owner))

    def run_guarded(self, mod: str, call: Callable[[], T]) -> T:
        """Runs a mod's code under the watchdog; first-party plugins are slow only on a slow machine."""
        if mod in self.first_party:
            return call()
        return run_with_timeout(call, self.timeout, mod)

    def _register_mod(self, mod: Mod) -> Finding | None:
        self.contributions[mod.id] = Contributions()
        try:
            mod.hash  # noqa: B018  -- reads all files, so that a bad one is found here
        except ModFilesError as error:
            return Finding("bad-files", mod.id, str(error), "", "package or copy the mod again", mod_disabled=True)
        if not mod.info.entry:
            if "__init__.py" in mod.files.names:
                text = "has an __init__.py but no entry, so its code is not used"
                place = mod.document.locate("mod")
                self.findings.append(Finding("no-entry", mod.id, text, place, 'entry = "."', Severity.WARNING))
            self.findings += find_unusable_texts(mod.id, mod.files)
            return None
        issues = mod.info.issues
        fix = f"report it: {issues}" if issues else f"correct it, or remove {format_path(mod.files.path)}"
        stage = "import"
        try:
            with collect_deprecation_uses() as uses:
                module = self.run_guarded(mod.id, lambda: import_mod(mod))
            module.__dict__.setdefault("__footfall_deprecations__", uses)
            self.findings += [finding(mod.id) for finding in module.__dict__["__footfall_deprecations__"]]
            stage = "registration"
            specs = self.run_guarded(mod.id, lambda: collect_published_hooks(mod.id, module))
            if specs:
                declared = {name: hookspec(spec.function) for name, spec in specs.items()}
                self.manager.add_hookspecs(type("Published", (), declared))
            self.contract |= specs
            self.foreign[mod.id] = self.run_guarded(mod.id, lambda: list_foreign_implementations(mod.id, module))
            self.implementations[mod.id] = self.run_guarded(
                mod.id, lambda: register_implementations(self.manager, mod.id, module)
            )
            self.findings += find_unmarked_hooks(mod.id, module)
            for impl in self.implementations[mod.id]:
                self._report_deprecated_hook(impl)
            stage = "a provide hook"
            implementations = self.implementations[mod.id]
            self.contributions[mod.id] = self.run_guarded(mod.id, lambda: collect_contributions(implementations))
        except HookError as error:
            return Finding(error.code, mod.id, str(error), error.where, error.fix or fix, mod_disabled=True)
        except EntryNotFoundError as error:
            place = mod.document.locate("mod", "entry")
            return Finding("no-entry", mod.id, str(error), place, "correct entry", mod_disabled=True)
        except TimeoutError as error:
            return Finding("hangs", mod.id, f"{stage}: {error}", _locate_innermost(mod, error), fix, mod_disabled=True)
        except HookResultError as error:
            place = next((i.listener.cause.where for i in implementations if i.hook in str(error)), "")
            return Finding("bad-answer", mod.id, str(error), place, fix, mod_disabled=True)
        except ModFilesError as error:
            return Finding("bad-files", mod.id, str(error), "", "package or copy the mod again", mod_disabled=True)
        except BaseException as error:
            if not is_contained(error):
                raise
            text = f"{stage} failed: {_describe_load_error(error)}"
            return Finding("import-failed", mod.id, text, _locate_innermost(mod, error), fix, mod_disabled=True)
        if not mod.is_first_party:
            self.findings += find_unusable_texts(mod.id, mod.files)
        return None


def _describe_load_error(error: BaseException) -> str:
    return f"SyntaxError: {error.msg}" if isinstance(error, SyntaxError) else describe_error(error)


def _locate_innermost(mod: Mod, error: BaseException) -> str:
    """Returns ``file:line`` of the innermost frame in the mod's own files."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{format_path(error.filename)}:{error.lineno}"
    own_files = {format_mod_path(mod.files, name) for name in mod.files.names if name.endswith(".py")}
    frames = traceback.extract_tb(error.__traceback__)
    for context in (error.__context__, error.__cause__):
        if context is not None:
            frames.extend(traceback.extract_tb(context.__traceback__))
    places = [f"{format_path(f.filename)}:{f.lineno}" for f in frames if format_path(f.filename) in own_files]
    return places[-1] if places else format_path(mod.files.path)


def _make_result(
    name: str | None,
    registry: _Registry,
    order: ModOrder,
    mods: dict[str, Mod],
    discovered: Mapping[str, Mod],
    findings: list[Finding],
    values: Mapping[str, Any],
    choices: UserChoices,
    language: str,
) -> LoadResult:
    while True:
        ordered = [mods[id] for id in order.ids if id in mods]
        games: dict[str, Game] = {}
        for mod in ordered:
            for game in registry.contributions[mod.id].games:
                games[game.id] = game
        catalog = Catalog([(m.id, m.files, m.info.language) for m in ordered], language)
        if name is None:
            ranked = _rank_findings(findings)
            return LoadResult(tuple(ordered), discovered, games, None, catalog, ranked, contract=registry.contract)
        chosen = find_game(games, name)
        if chosen is None:
            known = ", ".join(games) or "none"
            raise LoadError(f"there is no game {name!r}{suggest(name, games)}; games: {known}", findings)
        missing = [id for id in chosen.rule_mods if id not in mods]
        if missing:
            raise LoadError(f"{chosen.id} needs {', '.join(missing)}, which cannot be loaded", findings)
        active = select_active_mods(chosen, ordered, games)
        setting_findings: list[Finding] = []
        offered, settings = _resolve_settings(active, values, choices, setting_findings)
        try:
            rules, hooks, rule_findings = build_rules(
                share_chances(chosen, games.values()),
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
        preferences = {name: value for name, value in settings.items() if offered[name].scope != "world"}
        rules = msgspec.structs.replace(rules, preferences=preferences)
        catalog.set_records(rules.records)
        return LoadResult(
            tuple(ordered),
            discovered,
            games,
            chosen,
            catalog,
            _rank_findings((*findings, *setting_findings, *rule_findings)),
            dict(hooks.by_hook),
            registry.contract,
            offered,
            hooks.vocabulary,
            rules,
        )


def _rank_findings(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(limit_findings(findings))


def _resolve_settings(
    mods: Iterable[Mod], values: Mapping[str, Any], choices: UserChoices, findings: list[Finding]
) -> tuple[dict[str, Setting], dict[str, Any]]:
    """Returns the settings that mods offer, and their values."""
    mods = tuple(mods)
    offered = {f"{mod.id}.{name}": setting for mod in mods for name, setting in mod.manifest.settings.items()}
    chosen: dict[str, Any] = {}
    for name, value in choices.settings.items():
        if name in offered and name not in values:
            if problem := offered[name].find_problem(value):
                text = f"{name}: {problem}; the default is used"
                fix = "choose another value: footfall mods set MOD SETTING VALUE"
                findings.append(Finding("bad-choice", "settings", text, "", fix, Severity.WARNING))
            else:
                chosen[name] = value
    for name, value in values.items():
        setting = offered.get(name)
        if setting is None:
            text = f"there is no setting {name!r}{suggest(name, offered)}; it is ignored"
            findings.append(Finding("no-setting", "settings", text, severity=Severity.WARNING))
        elif problem := setting.find_problem(value):
            text = f"{name}: {problem}; the default {setting.default!r} is used"
            findings.append(Finding("bad-setting", "settings", text, "", "", Severity.WARNING))
        else:
            chosen[name] = value
    resolved: dict[str, Any] = {}
    for mod in mods:
        for name, default in find_defaults(mod.manifest, chosen).items():
            full = f"{mod.id}.{name}"
            value = chosen.get(full, default)  # TOML files and users write integers for floats
            resolved[full] = float(value) if offered[full].type == "float" else value
    return offered, resolved


def describe_named_faults(loaded: LoadResult, paths: Iterable[Path]) -> str:
    """Says why mods that `paths` name were switched off; ``""`` if none was. A folder of mods names none."""
    named = [expand_home(path).absolute() for path in paths]
    named = [path for path in named if not path.is_dir() or (path / "mod.toml").is_file()]
    places = [format_path(path) for path in named]
    real = {path.resolve() for path in named}
    ids = {mod.id for mod in loaded.available.values() if mod.files.path.resolve() in real}
    off = {*places, *ids} - {mod.id for mod in loaded.mods}
    unread = tuple(f"{place}{end}" for place in places for end in (os.sep, ":"))  # its id may be unknown
    faults = [
        f"{finding}, or --trust" if finding.code == "not-approved" else str(finding)
        for finding in loaded.findings
        if finding.mod_disabled and (finding.mod in off or finding.where.startswith(unread))
    ]
    return "\n".join(["a mod of --mods is off:", *faults]) if faults else ""
