"""Finds, orders, imports and checks mods, and builds the rules of a game."""

import gc
import os
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import msgspec

from footfall.api.hookspecs import hookspec
from footfall.content.deprecation import collect_deprecation_uses
from footfall.diagnostics import UserError
from footfall.diagnostics.files import ModFilesError, expand_home, format_mod_path, format_path
from footfall.diagnostics.findings import Finding, Severity, format_findings, limit_findings, suggest
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import Rules
from footfall.engine.guards.problem_log import describe_error, is_contained
from footfall.i18n.catalog import Catalog, find_unusable_texts

from .build import IncompatibleModError, RulesRequest, build_rules
from .discovery import Mod, discover, report_bad_files
from .hooks.contract import CONTRACT, HookError, HookSpec, collect_published_hooks, locate_function
from .hooks.implementations import (
    Contributions,
    HookResultError,
    Implementation,
    collect_contributions,
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
from .order import drop_incompatible, remove_with_dependents, sort_mods
from .profiles.retractions import find_retracted
from .profiles.user_choices import NO_CHOICES, UserChoices
from .rules.chance_hooks import share_chances
from .rules.scope import Vocabulary
from .selection import find_game, select_active_mods, select_mods, select_usable_mods

T = TypeVar("T")
P = ParamSpec("P")


class LoadError(UserError):
    """A game that cannot be played; the message contains all findings."""

    def __init__(self, text: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__("\n".join(filter(None, (text, format_findings(findings)))))
        self.findings = tuple(findings)


class LoadRequest(msgspec.Struct, frozen=True):
    """A game with its mods and settings.

    Attributes:
        game: full id or short name (``"stealth"``) of the game to build rules for; None builds no rules.
        mods: additional mods: folders, zips, Python files, or folders of these.
        only_mods: ids of mods to enable besides first-party plugins and `mods`; None: all discovered mods.
        settings: world settings by full name that differ from their defaults.
        strict: raise if any finding is an error.
        trust: the mods with Python that may run; None: the value of ``FOOTFALL_TRUST``, else `Trust.NAMED`, because a
            program that names a path could import it as well.
        shuffle: number of an alternative mod order that the manifests allow, for tests; None: the usual order.
        choices: mods and settings that the user chose; `settings` and `mods` take precedence.
        timeout: seconds that importing or registering one mod may take.
    """

    game: str | None = None
    mods: Sequence[Path] = ()
    only_mods: Iterable[str] | None = None
    settings: Mapping[str, Any] | None = None
    language: str = "en"
    strict: bool = False
    trust: Trust | None = None
    shuffle: int | None = None
    choices: UserChoices = NO_CHOICES
    timeout: float = TIMEOUT


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
        vocabulary: the names that rules as data may use in the requested game.
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


def _take_fields(request: Callable[P, LoadRequest], run: Callable[[LoadRequest], T]) -> Callable[P, T]:
    """Returns a function of a request as a function of its fields."""
    return lambda *arguments, **keywords: run(request(*arguments, **keywords))


def run_request(request: LoadRequest) -> LoadResult:
    """Loads the mods of a game and builds its rules, or loads all mods. `load` takes the fields of the request.

    A mod that cannot be loaded is disabled with its dependents and reported in `LoadResult.findings`; the game still
    starts.

    Raises:
        LoadError: the game does not exist or cannot be built, or `strict` is set and there is an error.
    """
    has_collector = gc.isenabled()
    gc.disable()  # a large mod makes a million objects, of which none is garbage
    try:
        with watch_for_hangs(request.timeout):
            loaded = _Loader(request).load()
    finally:
        if has_collector:
            gc.enable()
    if request.strict and any(f.severity is Severity.ERROR for f in loaded.findings):
        raise LoadError("strict: mods have errors", loaded.findings)
    return loaded


load = _take_fields(LoadRequest, run_request)
list_games = _take_fields(LoadRequest, lambda request: run_request(request).games)
"""`list_games` returns the games by full id, all of them without a requested game."""


class _Loader:
    """Imports and registers mods one by one, isolated and under the watchdog, and builds the rules."""

    def __init__(self, request: LoadRequest) -> None:
        self.request = request
        self.findings: list[Finding] = []
        self.mods: dict[str, Mod] = {}
        self.manager = create_plugin_manager()
        self.implementations: dict[str, tuple[Implementation, ...]] = {}
        self.contributions: dict[str, Contributions] = {}
        self.contract: dict[str, HookSpec] = dict(CONTRACT)
        self.foreign: dict[str, list[tuple[str, Callable[..., Any]]]] = {}

    def load(self) -> LoadResult:
        """Loads the mods of the request, and the rules of its game."""
        request = self.request
        enabled = None if request.only_mods is None else frozenset(request.only_mods)
        discovered, self.findings = discover(request.mods, all_sources=enabled is None or bool(enabled))
        try:
            trust = request.trust or resolve_trust(Trust.NAMED)
        except TrustError as error:
            raise LoadError(str(error)) from None
        selected = select_mods(discovered, enabled, request.choices)
        self.findings += find_retracted(selected.values())
        trusted = drop_untrusted(selected, trust, self.findings)
        self.order, self.mods = sort_mods(drop_incompatible(trusted, self.findings), self.findings, request.shuffle)
        self._register_all(select_usable_mods(request.game, self.mods))
        self.findings += map(tripwire.make_finding, tripwire.take_new_trips())
        while (result := self._build(discovered)) is None:
            pass
        return result

    def _disable(self, finding: Finding) -> None:
        """Disables the mod of a finding, and its dependents."""
        self.findings.append(finding)
        self.implementations.pop(finding.mod, None)
        self.mods = remove_with_dependents(self.mods, {finding.mod}, self.findings)

    def _register_all(self, usable: Collection[str]) -> None:
        """Registers the usable mods in order, then binds implementations to the hooks that other mods publish."""
        for id in self.order.ids:
            if id in self.mods:
                self.contributions[id] = Contributions()
                finding = self._register_mod(self.mods[id]) if id in usable else None
                if finding is not None:
                    self._disable(finding)
        for id in [id for id in self.foreign if id in self.mods]:
            for hook, function in self.foreign[id]:
                owner = hook.partition(":")[0]
                if owner not in self.mods:
                    text, place = f"implements {hook}, but {owner} is not enabled; the function is not used", function
                    note = Finding("no-publisher", id, text, locate_function(place), severity=Severity.NOTE)
                    self.findings.append(note)
                    continue
                specs = {name: spec for name, spec in self.contract.items() if spec.owner == owner}
                try:
                    impl = make_published_implementation(id, hook, function, specs)
                except HookError as error:
                    self._disable(Finding(error.code, id, str(error), error.location, error.fix, disables_mod=True))
                    break
                self.implementations[id] = (*self.implementations[id], impl)
                self._report_deprecated_hook(impl)

    def _report_deprecated_hook(self, impl: Implementation) -> None:
        spec = self.contract[impl.hook]
        if spec.deprecation is not None:
            place = impl.listener.cause.location
            self.findings.append(spec.deprecation.to_finding(impl.mod, f"the hook {impl.hook}", place, spec.owner))

    def run_guarded(self, mod: str, call: Callable[[], T]) -> T:
        """Runs a mod's code under the watchdog; first-party plugins are slow only on a slow machine."""
        if mod in self.mods and self.mods[mod].is_first_party:
            return call()
        return run_with_timeout(call, self.request.timeout, mod)

    def _register_mod(self, mod: Mod) -> Finding | None:
        """Imports a mod and calls its ``provide_*`` hooks; returns a finding if that fails."""
        try:
            mod.hash  # noqa: B018  -- reads all files, so that a bad one is found here
        except ModFilesError as error:
            return report_bad_files(mod.id, error)
        if not mod.info.entry and "__init__.py" in mod.files.names:
            text, place = "has an __init__.py but no entry, so its code is not used", mod.document.locate("mod")
            self.findings.append(Finding("no-entry", mod.id, text, place, 'entry = "."', Severity.WARNING))
        issues = mod.info.issues
        fix = f"report it: {issues}" if issues else f"correct it, or remove {format_path(mod.files.path)}"
        place, code, self.stage = "", "import-failed", "import"
        try:
            if mod.info.entry:
                self._import_mod(mod)
            if not (mod.info.entry and mod.is_first_party):
                self.findings += find_unusable_texts(mod.id, mod.files)
            return None
        except ModFilesError as error:
            return report_bad_files(mod.id, error)
        except HookError as error:
            text, code, place, fix = str(error), error.code, error.location, error.fix or fix
        except EntryNotFoundError as error:
            text, code, place, fix = str(error), "no-entry", mod.document.locate("mod", "entry"), "correct entry"
        except TimeoutError as error:
            text, code, place = f"{self.stage}: {error}", "hangs", _locate_innermost(mod, error)
        except HookResultError as error:
            listeners = (impl.listener for impl in self.implementations[mod.id])
            place = next((listener.cause.location for listener in listeners if listener.hook in str(error)), "")
            text, code = str(error), "bad-answer"
        except BaseException as error:
            if not is_contained(error):
                raise
            reason = f"SyntaxError: {error.msg}" if isinstance(error, SyntaxError) else describe_error(error)
            text, place = f"{self.stage} failed: {reason}", _locate_innermost(mod, error)
        return Finding(code, mod.id, text, place, fix, disables_mod=True)

    def _import_mod(self, mod: Mod) -> None:
        with collect_deprecation_uses() as uses:
            module = self.run_guarded(mod.id, lambda: import_mod(mod))
        module.__dict__.setdefault("__footfall_deprecations__", uses)
        self.findings += [finding(mod.id) for finding in module.__dict__["__footfall_deprecations__"]]
        self.stage = "registration"
        specs = self.run_guarded(mod.id, lambda: collect_published_hooks(mod.id, module))
        if specs:
            declared = {name: hookspec(spec.function) for name, spec in specs.items()}
            self.manager.add_hookspecs(type("Published", (), declared))
        self.contract |= specs
        self.foreign[mod.id] = self.run_guarded(mod.id, lambda: list_foreign_implementations(module))
        implementations = self.run_guarded(mod.id, lambda: register_implementations(self.manager, mod.id, module))
        self.implementations[mod.id] = implementations
        self.findings += find_unmarked_hooks(mod.id, module)
        for impl in implementations:
            self._report_deprecated_hook(impl)
        self.stage = "a provide hook"
        self.contributions[mod.id] = self.run_guarded(mod.id, lambda: collect_contributions(implementations))

    def _build(self, discovered: Mapping[str, Mod]) -> LoadResult | None:
        """Builds the rules of the requested game; None if a mod had to be disabled first."""
        name, findings = self.request.game, self.findings
        ordered = tuple(self.mods[id] for id in self.order.ids if id in self.mods)
        games = {game.id: game for mod in ordered for game in self.contributions[mod.id].games}
        catalog = Catalog([(m.id, m.files, m.info.language) for m in ordered], self.request.language)
        result = LoadResult(
            ordered, discovered, games, None, catalog, tuple(limit_findings(findings)), contract=self.contract
        )
        if name is None:
            return result
        chosen = find_game(games, name)
        if chosen is None:
            known = ", ".join(games) or "none"
            raise LoadError(f"there is no game {name!r}{suggest(name, games)}; games: {known}", findings)
        missing = [id for id in chosen.rule_mods if id not in self.mods]
        if missing:
            raise LoadError(f"{chosen.id} needs {', '.join(missing)}, which cannot be loaded", findings)
        active = select_active_mods(chosen, ordered, games)
        offered, settings, setting_findings = _resolve_settings(active, self.request)
        world = {name: value for name, value in settings.items() if offered[name].scope == "world"}
        game = share_chances(chosen, games.values())
        tables = self.contributions, self.implementations, self.contract
        try:
            request = RulesRequest(game, active, *tables, world, self.order, self.run_guarded)
            rules, hooks, rule_findings = build_rules(request)
        except IncompatibleModError as error:
            if error.finding.mod in chosen.rule_mods:
                raise LoadError(f"{chosen.id} cannot be played", (*findings, error.finding)) from None
            self._disable(error.finding)
            return None
        preferences = {name: value for name, value in settings.items() if name not in world}
        return msgspec.structs.replace(
            result,
            game=chosen,
            findings=tuple(limit_findings((*findings, *setting_findings, *rule_findings))),
            hooks=dict(hooks.by_hook),
            settings=offered,
            vocabulary=hooks.vocabulary,
            _rules=msgspec.structs.replace(rules, preferences=preferences),
        )


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


def _resolve_settings(
    mods: Sequence[Mod], request: LoadRequest
) -> tuple[dict[str, Setting], dict[str, Any], list[Finding]]:
    """Returns the settings that mods offer, their values, and findings about values that are not used."""
    offered = {f"{mod.id}.{name}": setting for mod in mods for name, setting in mod.manifest.settings.items()}
    values = request.settings or {}
    chosen: dict[str, Any] = {}
    findings: list[Finding] = []

    def choose(code: str, name: str, value: Any, default: str, fix: str) -> None:
        if problem := offered[name].find_problem(value):
            text = f"{name}: {problem}; {default} is used"
            findings.append(Finding(code, "settings", text, "", fix, Severity.WARNING))
        else:
            chosen[name] = value

    for name, value in request.choices.settings.items():
        if name in offered and name not in values:
            fix = "choose another value: footfall mods set MOD SETTING VALUE"
            choose("bad-choice", name, value, "the default", fix)
    for name, value in values.items():
        if name in offered:
            choose("bad-setting", name, value, f"the default {offered[name].default!r}", "")
        else:
            text = f"there is no setting {name!r}{suggest(name, offered)}; it is ignored"
            findings.append(Finding("no-setting", "settings", text, severity=Severity.WARNING))
    resolved: dict[str, Any] = {}
    for mod in mods:
        for name, default in find_defaults(mod.manifest, chosen).items():
            full = f"{mod.id}.{name}"
            value = chosen.get(full, default)  # TOML files and users write integers for floats
            resolved[full] = float(value) if offered[full].type == "float" else value
    return offered, resolved, findings


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
        if finding.disables_mod and (finding.mod in off or finding.location.startswith(unread))
    ]
    return "\n".join(["a mod of --mods is off:", *faults]) if faults else ""
