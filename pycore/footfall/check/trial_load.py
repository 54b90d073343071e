"""Loads a mod into the games that it supports, or only its records if its code must not run."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from footfall.api.deeds import Deed
from footfall.content.parse import ContentSource, read_records
from footfall.content.records import Records
from footfall.diagnostics.files import list_files
from footfall.diagnostics.findings import Finding
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import Rules
from footfall.loader import LoadError, LoadResult, Mod, discover, find_defaults, find_game, load, select_active_mods
from footfall.loader.order import drop_incompatible
from footfall.loader.rules.binder import bind_rules
from footfall.loader.rules.chance_hooks import list_chance_hooks
from footfall.loader.rules.conditions import compile_row_conditions
from footfall.loader.rules.words import WordTable

from .declarations import Declarations, read_declarations
from .mod_source import Subject, read_subject


@dataclass
class LoadTrial:
    """Result of a trial.

    Attributes:
        games: full ids of the games that the mod was loaded into.
        records: records of each game, including the mod's.
        rules: rules of each game that the mod was loaded into, by the game's id.
        deeds: the deeds of rules as data, by the game's id.
        load_result: all games and texts, including the mod's if it was loaded; None if loading failed.
    """

    findings: list[Finding] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    records: list[Records] = field(default_factory=list)
    rules: dict[str, Rules] = field(default_factory=dict)
    deeds: dict[str, Mapping[str, Deed]] = field(default_factory=dict)
    load_result: LoadResult | None = None


def load_into_games(mod: Mod, needed: Sequence[Mod]) -> LoadTrial:
    """Loads a mod into each game that it supports."""
    paths = [other.files.path for other in needed if not other.is_first_party]
    trial = LoadTrial()
    try:
        base = trial.load_result = load(None, mods=paths, only_mods=())
    except LoadError as error:
        trial.findings = [f for f in error.findings if f.mod == mod.id]
        return trial
    findings = dict.fromkeys(base.findings)
    by_game: dict[str, Sequence[Finding]] = {}
    for game in base.games.values():
        if mod.id not in {active.id for active in select_active_mods(game, base.mods, base.games)}:
            continue
        try:
            loaded = load(game.id, mods=paths, only_mods=())
        except LoadError as error:
            findings |= dict.fromkeys(error.findings)
            continue
        by_game[game.id] = loaded.findings
        trial.records.append(loaded.rules.records)
        if mod.id in loaded.rules.mods:
            trial.games.append(game.id)
            trial.rules[game.id] = loaded.rules
            trial.deeds[game.id] = loaded.vocabulary.deeds if loaded.vocabulary is not None else {}
    findings |= dict.fromkeys(merge_games(by_game))
    trial.findings = [f for f in findings if f.mod == mod.id]
    return trial


RULE_CODES = frozenset(("bad-rule", "bad-expression", "unknown-name", "wrong-type", "misspelt-hook"))
"""The codes of mistakes in rules as data, which depend on the words of a game."""


def merge_games(by_game: Mapping[str, Sequence[Finding]]) -> Iterator[Finding]:
    """Yields the findings of several games, each mistake in a rule once, with its game if others do not have it."""
    games: dict[tuple[str, str, int, str], list[str]] = {}
    firsts: dict[tuple[str, str, int, str], Finding] = {}
    for game, findings in by_game.items():
        for finding in findings:
            is_placed = finding.code in RULE_CODES and finding.column
            key = finding.code, finding.location, finding.column, "" if is_placed else finding.text
            firsts.setdefault(key, finding)
            games.setdefault(key, []).append(game)
    for key, finding in firsts.items():
        if finding.code not in RULE_CODES or len(set(games[key])) == len(by_game):
            yield finding
            continue
        right = next(game for game in by_game if game not in games[key])
        fix = f'{finding.fix}; or say for which games it is: needs = {{ games = ["{right}"] }}'
        yield msgspec.structs.replace(finding, text=f"in {' and '.join(games[key])}: {finding.text}", fix=fix)


def read_into_games(subject: Subject, needed: Sequence[Mod]) -> LoadTrial:
    """Reads a mod's records into each game that it supports, without running its code."""
    mod, base = subject.mod, _load_base(None)
    trial = LoadTrial(load_result=base)
    drop_incompatible({**{other.id: other for other in (*base.mods, *needed)}, mod.id: mod}, trial.findings)
    trial.findings = [f for f in trial.findings if f.mod == mod.id]
    games = [find_game(base.games, name) for name in mod.info.games or base.games]
    others = [other for other in needed if not other.is_first_party and other.id != mod.id]
    subjects = [subject, *map(read_subject, others)]
    declared = read_declarations(subjects)
    has_own_kinds = any(impl.hook == "provide_records" for each in subjects for impl in each.implementations)
    for game in games:
        if game is None:
            continue
        known = _load_base(game.id)
        rules = known.rules
        trial.deeds[game.id] = {} if known.vocabulary is None else declared.extend(known.vocabulary).deeds
        if not any(list_files(other.files, "content", ".toml") for other in (*others, mod)):
            trial.records.append(rules.records)
            continue
        active = [other for other in base.mods if other.id in rules.mods and other.id != mod.id]
        records, findings = read_content(game, [*active, *others, mod], declared)
        trial.records.append(records)
        unsure = {f for f in findings if (has_own_kinds and f.code == "no-kind") or declared.is_unsure(f)}
        trial.findings += [f for f in findings if f.mod == mod.id and f not in unsure]
    return trial


def read_content(game: Game, mods: Sequence[Mod], declared: Declarations) -> tuple[Records, list[Finding]]:
    """Reads the records, rules and conditions of mods in their order, without running code.

    Args:
        declared: the vocabulary of those that are not part of the game.
    """
    base = _load_base(game.id)
    assert base.vocabulary is not None
    defaults = {f"{m.id}.{name}": value for m in mods for name, value in find_defaults(m.manifest, {}).items()}
    settings = {**defaults, **base.rules.settings}
    vocabulary = declared.extend(base.vocabulary)
    kinds, sources = base.rules.records.record_kinds, [ContentSource(m.id, m.files) for m in mods]
    lists = vocabulary.words
    records, findings = read_records(kinds, sources, settings=settings, games=game.rule_mods, lists=lists)
    words = WordTable(vocabulary.words, records, vocabulary.deeds)
    hooks = {**vocabulary.hooks, **list_chance_hooks(game, records.rules, vocabulary.hooks)}
    vocabulary = msgspec.structs.replace(vocabulary, hooks=hooks)
    findings += bind_rules(records, vocabulary, settings, words)[1]
    findings += compile_row_conditions(records, vocabulary, settings, words)[1]
    return records, findings


def collect_available_mods(mod: Mod, mod_paths: Sequence[Path]) -> dict[str, Mod]:
    """All available mods by id, including the mod that is checked."""
    available = dict(_load_base(None).available)
    if mod_paths or {*mod.manifest.requires, *mod.manifest.optional} - set(available):
        available |= discover(mod_paths)[0]
    return {**available, mod.id: mod}


def load_base_rules(mod: Mod, excluded: Container[str] = ()) -> dict[str, Rules]:
    """Rules of the games that a mod names, without any mod, by the game's id; except some games."""
    games = _load_base(None).games
    found = (find_game(games, name) for name in mod.info.games or games)
    return {game.id: _load_base(game.id).rules for game in found if game is not None and game.id not in excluded}


@cache
def _load_base(game: str | None) -> LoadResult:
    return load(game, only_mods=())
