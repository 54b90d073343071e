"""A mod in the games it is for: loaded, or, where its code may not run, with its records read beside theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from footfall.content.parse import ContentSource, read_records
from footfall.content.records import Records
from footfall.diagnostics.files import list_files
from footfall.diagnostics.findings import Finding
from footfall.loader import LoadError, LoadResult, Mod, discover, find_game, load, select_active_mods
from footfall.loader.order import drop_incompatible

from .mod_source import Subject


@dataclass
class LoadTrial:
    """What came of it.

    Attributes:
        said: findings about the mod.
        games: full ids of the games it was loaded into.
        records: of each game, the mod's among them.
        plain: all games and texts, the mod's among them if it was loaded; None if nothing could be loaded.
    """

    findings: list[Finding] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    records: list[Records] = field(default_factory=list)
    loaded: LoadResult | None = None


def load_into_games(mod: Mod, needed: Sequence[Mod]) -> LoadTrial:
    """Loads a mod into each game it is for.

    Args:
        needed: the mod and all that it needs.
    """
    paths = [each.files.path for each in needed if not each.is_first_party]
    out = LoadTrial()
    try:
        out.loaded = load(None, mods=paths, only=())
    except LoadError as error:
        out.findings = [f for f in error.findings if f.mod == mod.id]
        return out
    said = dict.fromkeys(out.loaded.findings)
    for game in out.loaded.games.values():
        if mod.id not in {each.id for each in select_active_mods(game, out.loaded.mods, out.loaded.games)}:
            continue
        try:
            each = load(game.id, mods=paths, only=())
        except LoadError as error:
            said |= dict.fromkeys(error.findings)
            continue
        said |= dict.fromkeys(each.findings)
        out.records.append(each.rules.records)
        if mod.id in each.rules.mods:
            out.games.append(game.id)
    out.findings = [f for f in said if f.mod == mod.id]
    return out


def read_into_games(subject: Subject, needed: Sequence[Mod]) -> LoadTrial:
    """Reads a mod's records into each game it is for; none of its code is run.

    Args:
        needed: the mod and all that it needs.
    """
    mod, plain = subject.mod, _load_base(None)
    out = LoadTrial(loaded=plain)
    drop_incompatible({**{each.id: each for each in (*plain.mods, *needed)}, mod.id: mod}, out.findings)
    out.findings = [f for f in out.findings if f.mod == mod.id]
    known = [find_game(plain.games, name) for name in mod.info.games or plain.games]
    own_kinds = any(one.hook == "provide_records" for one in subject.implementations)
    others = [each for each in needed if not each.is_first_party and each is not mod]
    for game in known:
        if game is None:
            continue
        rules = _load_base(game.id).rules
        if not any(list_files(each.files, "content", ".toml") for each in (*others, mod)):
            out.records.append(rules.records)
            continue
        base = [each for each in plain.mods if each.id in rules.mods and each.id != mod.id]
        line = [*base, *others, mod]
        offered = {f"{m.id}.{name}": s.default for m in line for name, s in m.manifest.settings.items()}
        sources = [ContentSource(each.id, each.files) for each in line]
        settings = {**offered, **rules.settings}
        records, findings = read_records(
            rules.records.record_kinds, sources, settings=settings, games=game.rule_mods
        )
        out.records.append(records)
        out.findings += [f for f in findings if f.mod == mod.id and not (own_kinds and f.code == "no-kind")]
    return out


def collect_available_mods(mod: Mod, mod_paths: Sequence[Path]) -> dict[str, Mod]:
    """Every mod that is there, by id; the checked one as it is given."""
    found = dict(_load_base(None).available)
    if {*mod.manifest.requires, *mod.manifest.optional} - set(found):
        found |= discover(mod_paths)[0]
    return {**found, mod.id: mod}


@cache
def _load_base(game: str | None) -> LoadResult:
    return load(game, only=())
