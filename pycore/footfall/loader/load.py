"""The one door: finds, orders, imports and checks mods, and builds the rules of a game."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from footfall.api.hookspecs import hookspec
from footfall.content.catalogue import Catalogue
from footfall.content.deprecation import noticed
from footfall.content.files import BadFiles, location, show
from footfall.content.findings import Finding, Level, near, report
from footfall.engine.problems import said
from footfall.engine.rules import Game, Rules

from . import tripwire
from .build import Unfit, build
from .choices import NONE, Choices
from .contract import CONTRACT, BadHook, Spec, published, where
from .discovery import Mod, Source, discover
from .dispatch import CONTAINED
from .hooks import Implementation, foreign, implement, new_manager, register, unmarked
from .imports import NoEntry, import_mod
from .manifest import FRAMEWORK, Setting
from .order import Ordered, drop_unfit, sort, without
from .provided import BadAnswer, Provided, collect
from .trust import BadTrust, Trust, keep_trusted, trust_here
from .watchdog import PATIENCE, limited

T = TypeVar("T")


class LoadError(Exception):
    """What was asked for cannot be played; the text is the whole report."""

    def __init__(self, text: str, problems: Sequence[Finding] = ()) -> None:
        super().__init__("\n".join(filter(None, (text, report(problems)))))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Loaded:
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
    catalogue: Catalogue
    problems: tuple[Finding, ...]
    hooks: Mapping[str, tuple[Implementation, ...]] = field(default_factory=dict)
    contract: Mapping[str, Spec] = field(default_factory=lambda: CONTRACT)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    _rules: Rules | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the game asked for.

        Raises:
            LoadError: none was asked for.
        """
        if self._rules is None:
            raise LoadError(f"no game was named; there are: {', '.join(self.games) or 'none'}", self.problems)
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
    choices: Choices = NONE,
    patience: float = PATIENCE,
) -> Loaded:
    """Loads all mods, and builds the rules of a game.

    A mod that cannot be loaded, and what needs it, is off and told in `Loaded.problems`; the
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
    found, findings = discover(mods, everywhere=named is None or bool(named))
    try:
        trust = trust or trust_here(Trust.NAMED)
    except BadTrust as error:
        raise LoadError(str(error)) from None
    left = drop_unfit(keep_trusted(chosen(found, named, choices), trust, findings), findings)
    order, left = sort(left, findings, shuffle)
    registry = _Registry(patience, findings)
    left = registry.take(order, left)
    findings += map(tripwire.finding, tripwire.take())
    loaded = _loaded(game, registry, order, left, found, findings, settings or {}, choices, language)
    if strict and any(f.level is Level.ERROR for f in loaded.problems):
        raise LoadError("strict: mods have errors", loaded.problems)
    return loaded


def games(**keywords: Any) -> Mapping[str, Game]:
    """All games by full id; takes what `load` takes."""
    return load(None, **keywords).games


def chosen(
    found: Mapping[str, Mod], named: Collection[str] | None = None, choices: Choices = NONE
) -> dict[str, Mod]:
    """Those that are wanted: enabled or asked for, and what they require; `named` is `load`'s `only`."""

    def wanted(mod: Mod) -> bool:
        if mod.first_party or mod.source is Source.EXPLICIT:
            return True
        return choices.switched.get(mod.id, mod.about.enabled) if named is None else mod.id in named

    todo = [mod for mod in found.values() if wanted(mod)]
    wanted_ids: set[str] = set()
    while todo:
        mod = todo.pop()
        if mod.id not in wanted_ids:
            wanted_ids.add(mod.id)
            todo += [found[id] for id in mod.manifest.requires if id in found]
    return {id: mod for id, mod in found.items() if id in wanted_ids}


class _Registry:
    """Imports and registers mods one by one, each contained and under the watchdog."""

    def __init__(self, patience: float, findings: list[Finding]) -> None:
        self.patience = patience
        self.findings = findings
        self.manager = new_manager()
        self.implementations: dict[str, tuple[Implementation, ...]] = {}
        self.provided: dict[str, Provided] = {}
        self.contract: dict[str, Spec] = dict(CONTRACT)
        self.foreign: dict[str, list[tuple[str, Callable[..., Any]]]] = {}

    def take(self, order: Ordered, mods: dict[str, Mod]) -> dict[str, Mod]:
        """Registers all in order; returns those that are on."""
        for id in order.ids:
            if id in mods:
                trouble = self._one(mods[id])
                if trouble is not None:
                    self.findings.append(trouble)
                    self.implementations.pop(id, None)
                    mods = without(mods, {id}, self.findings)
        return self._between(mods)

    def _between(self, mods: dict[str, Mod]) -> dict[str, Mod]:
        """Joins implementations to the hooks that other mods publish, now that all are known."""
        for id in [id for id in self.foreign if id in mods]:
            for hook, function in self.foreign[id]:
                owner = hook.partition(":")[0]
                if owner not in mods:
                    text = f"implements {hook}, and {owner} is not there; unused"
                    self.findings.append(Finding("no-publisher", id, text, where(function), "", Level.NOTE))
                    continue
                theirs = {name: spec for name, spec in self.contract.items() if spec.owner == owner}
                try:
                    one = implement(id, hook, function, theirs)
                    self.implementations[id] = (*self.implementations[id], one)
                    self._going(one)
                except BadHook as error:
                    finding = Finding(error.code, id, str(error), error.where, error.fix, off=True)
                    self.findings.append(finding)
                    self.implementations.pop(id, None)
                    mods = without(mods, {id}, self.findings)
                    break
        return mods

    def _going(self, one: Implementation) -> None:
        """Tells of an implementation of a deprecated hook."""
        spec = self.contract[one.hook]
        if spec.deprecated is not None:
            what = f"the hook {one.hook}"
            self.findings.append(spec.deprecated.finding(one.mod, what, one.listener.cause.where, spec.owner))

    def guard(self, mod: str, call: Callable[[], T]) -> T:
        """Runs code of a mod under the watchdog."""
        return limited(call, self.patience, mod)

    def _one(self, mod: Mod) -> Finding | None:
        self.provided[mod.id] = Provided()
        if not mod.about.entry:
            if "__init__.py" in mod.files.names:
                text = "has an __init__.py but no entry, so its code is not used"
                place = mod.document.where("mod")
                self.findings.append(Finding("no-entry", mod.id, text, place, 'entry = "."', Level.WARNING))
            try:
                mod.hash  # noqa: B018  -- reading all files now, so that a bad one is found here
            except BadFiles as error:
                return Finding("bad-files", mod.id, str(error), "", "repack or copy the mod", off=True)
            return None
        issues = mod.about.issues
        fix = f"report it: {issues}" if issues else f"mend it, or remove {show(mod.files.path)}"
        stage = "importing it"
        try:
            with noticed() as names:
                module = self.guard(mod.id, lambda: import_mod(mod))
            module.__dict__.setdefault("__footfall_going__", names)
            self.findings += [finding(mod.id) for finding in module.__dict__["__footfall_going__"]]
            stage = "registering it"
            specs = self.guard(mod.id, lambda: published(mod.id, module))
            if specs:
                declared = {name: hookspec(spec.function) for name, spec in specs.items()}
                self.manager.add_hookspecs(type("Published", (), declared))
            self.contract |= specs
            self.foreign[mod.id] = foreign(mod.id, module)
            self.implementations[mod.id] = register(self.manager, mod.id, module)
            self.findings += unmarked(mod.id, module)
            for one in self.implementations[mod.id]:
                self._going(one)
            stage = "asking what it provides"
            implementations = self.implementations[mod.id]
            self.provided[mod.id] = self.guard(mod.id, lambda: collect(implementations))
        except BadHook as error:
            return Finding(error.code, mod.id, str(error), error.where, error.fix or fix, off=True)
        except NoEntry as error:
            place = mod.document.where("mod", "entry")
            return Finding("no-entry", mod.id, str(error), place, "mend entry", off=True)
        except TimeoutError as error:
            return Finding("hangs", mod.id, f"{stage}: {error}", _innermost(mod, error), fix, off=True)
        except BadAnswer as error:
            place = next((i.listener.cause.where for i in implementations if i.hook in str(error)), "")
            return Finding("bad-answer", mod.id, str(error), place, fix, off=True)
        except BadFiles as error:
            return Finding("bad-files", mod.id, str(error), "", "repack or copy the mod", off=True)
        except CONTAINED as error:
            text = f"{stage} failed: {_words(error)}"
            return Finding("import-failed", mod.id, text, _innermost(mod, error), fix, off=True)
        return None


def _words(error: BaseException) -> str:
    return f"SyntaxError: {error.msg}" if isinstance(error, SyntaxError) else said(error)


def _innermost(mod: Mod, error: BaseException) -> str:
    """``file:line`` in the mod's own files, the innermost there is."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{show(error.filename)}:{error.lineno}"
    own = {location(mod.files, name) for name in mod.files.names if name.endswith(".py")}
    frames = traceback.extract_tb(error.__traceback__)
    for context in (error.__context__, error.__cause__):
        if context is not None:
            frames.extend(traceback.extract_tb(context.__traceback__))
    places = [f"{show(f.filename)}:{f.lineno}" for f in frames if show(f.filename) in own]
    return places[-1] if places else show(mod.files.path)


def find_game(games: Mapping[str, Game], name: str) -> Game | None:
    """A game by full id or by the last part of it."""
    if name in games:
        return games[name]
    short = [game for id, game in games.items() if id.rpartition(".")[2] == name]
    return short[0] if len(short) == 1 else None


def active_in(game: Game, mods: Iterable[Mod], games: Mapping[str, Game]) -> list[Mod]:
    """Those of `mods` (in mod order) that are active in a game, its rule plugins first.

    The game's rule plugins are; so is a mod whose `games` is empty or names one of them, unless
    it provides a game itself or requires a mod that is not active. The rule plugins and what
    they require come before all others: base first, whatever the others' ids are.
    """
    line = {mod.id: mod for mod in mods}
    base: set[str] = set()
    todo = [id for id in game.rules if id in line]
    while todo:
        id = todo.pop()
        if id not in base:
            base.add(id)
            todo += [need for need in line[id].manifest.requires if need in line]
    names = set(game.rules) | {id.rpartition(".")[2] for id in game.rules}
    active = {id: mod for id, mod in line.items() if id in base}
    for id, mod in line.items():
        fits = not mod.about.games or names & set(mod.about.games)
        needs = all(need in active for need in mod.manifest.requires if need != FRAMEWORK)
        if id not in base and id not in games and fits and needs:
            active[id] = mod
    return list(active.values())


def _loaded(
    name: str | None,
    registry: _Registry,
    order: Ordered,
    mods: dict[str, Mod],
    found: Mapping[str, Mod],
    findings: list[Finding],
    values: Mapping[str, Any],
    choices: Choices,
    language: str,
) -> Loaded:
    while True:
        line = [mods[id] for id in order.ids if id in mods]
        games: dict[str, Game] = {}
        for mod in line:
            for game in registry.provided[mod.id].games:
                games[game.id] = game
        catalogue = Catalogue([(m.id, m.files, m.about.language) for m in line], language)
        if name is None:
            said = tuple(sorted(findings, key=lambda f: -f.level))
            return Loaded(tuple(line), found, games, None, catalogue, said, contract=registry.contract)
        chosen = find_game(games, name)
        if chosen is None:
            there = ", ".join(games) or "none"
            raise LoadError(f"there is no game {name!r}{near(name, games)}; there are: {there}", findings)
        lost = [id for id in chosen.rules if id not in mods]
        if lost:
            raise LoadError(f"{chosen.id} needs {', '.join(lost)}, which cannot be loaded", findings)
        active = active_in(chosen, line, games)
        wrong: list[Finding] = []
        offered, settings = _settings(active, values, choices, wrong)
        try:
            rules, hooks, more = build(
                chosen,
                active,
                registry.provided,
                registry.implementations,
                {name: value for name, value in settings.items() if offered[name].scope == "world"},
                order,
                registry.guard,
                registry.contract,
            )
        except Unfit as error:
            findings.append(error.finding)
            if error.finding.mod in chosen.rules:
                raise LoadError(f"{chosen.id} cannot be played", findings) from None
            mods = without(mods, {error.finding.mod}, findings)
            continue
        kept = {name: value for name, value in settings.items() if offered[name].scope != "world"}
        rules = dataclasses.replace(rules, preferences=kept)
        catalogue.know(rules.records)
        said = tuple(sorted((*findings, *wrong, *more), key=lambda f: -f.level))
        return Loaded(
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


def _settings(
    mods: Iterable[Mod], values: Mapping[str, Any], choices: Choices, findings: list[Finding]
) -> tuple[dict[str, Setting], dict[str, Any]]:
    """The settings that mods offer, and their values."""
    offered = {f"{mod.id}.{name}": setting for mod in mods for name, setting in mod.manifest.settings.items()}
    chosen = {name: setting.default for name, setting in offered.items()}
    for name, value in choices.settings.items():
        if name in chosen and name not in values:
            if wrong := offered[name].check(value):
                text = f"{name}: {wrong}; the default is used"
                fix = "choose another, or none: footfall mods set MOD SETTING"
                findings.append(Finding("bad-choice", "settings", text, "", fix, Level.WARNING))
            else:
                chosen[name] = value
    for name, value in values.items():
        setting = offered.get(name)
        if setting is None:
            text = f"there is no setting {name!r}{near(name, offered)}; it is ignored"
            findings.append(Finding("no-setting", "settings", text, level=Level.WARNING))
        elif wrong := setting.check(value):
            text = f"{name}: {wrong}; the default {setting.default!r} is used"
            findings.append(Finding("bad-setting", "settings", text, "", "", Level.WARNING))
        else:
            chosen[name] = value
    for name, value in chosen.items():  # whole numbers are written for floats, too
        if offered[name].type == "float":
            chosen[name] = float(value)
    return offered, chosen
