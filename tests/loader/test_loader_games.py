"""The shipped games load without findings, and listeners that do nothing change no hash."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.engine.declarations.rules import HookKind
from footfall.engine.session import Session
from footfall.loader import LoadResult, Monitor, Source, list_games, load
from footfall.loader.hooks.contract import HookSpec

GAMES = sorted(list_games(only_mods=()))


def hashes(loaded: LoadResult, turns: int = 30) -> list[str]:
    """Returns the state hash after each of a fixed sequence of commands."""
    assert loaded.game is not None
    session = Session.begin(loaded.rules, 11)
    out = [session.hash()]
    for number in range(turns):
        if session.state.outcome is not None:
            break
        legal = loaded.game.list_legal(session.context())
        session.submit(legal[number * 5 % len(legal)])
        out.append(session.hash())
    assert session.problems == []
    return out


def listeners(published: Iterable[HookSpec] = ()) -> str:
    """A mod that implements every hook of the framework, and those that other mods publish, and does nothing."""
    lines = ['MOD = "you.noop"', "from footfall.api import hook"]
    for name in SPECS:
        kind = find_hook_kind(name)
        arguments = {HookKind.CHAIN: "event", HookKind.COLLECT: ""}.get(kind, "event, ctx")
        answer = "[]" if kind in (HookKind.CHAIN, HookKind.COLLECT) else "None"
        lines += ["@hook", f"def {name}({arguments}): return {answer}"]
    for number, spec in enumerate(published):
        mod, name = spec.name.split(":")
        answer = "[]" if spec.kind in (HookKind.CHAIN, HookKind.COLLECT) else "None"
        lines += [f"@hook.of({mod!r}, {name!r})", f"def foreign_{number}({', '.join(spec.arguments)}): return {answer}"]
    return "\n".join(lines)


def test_the_first_party_games_load_without_findings() -> None:
    loaded = load(only_mods=())
    assert {"core.king", "core.stealth"} <= set(loaded.games)
    assert [str(f) for f in loaded.findings] == []
    assert all(mod.source is Source.PLUGIN for mod in loaded.mods)


@pytest.mark.parametrize("game", GAMES)
def test_a_no_op_on_every_hook_changes_no_hash(game: str, tmp_path: Path) -> None:
    path, plain = tmp_path / "noop.py", load(game, only_mods=())
    published = [spec for name, spec in plain.contract.items() if name not in SPECS and spec.owner in plain.rules.mods]
    path.write_text(listeners(published))
    noop = load(game, mods=[path], only_mods=())
    assert noop.rules.mods == (*plain.rules.mods, "you.noop")
    heard = {hook for hook, chain in noop.hooks.items() for one in chain if one.listener.mod == "you.noop"}
    assert heard == {*SPECS, *(spec.name for spec in published)}
    assert hashes(noop) == hashes(plain)


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_the_tables_for_saves(game: str) -> None:
    rules = load(game, only_mods=()).rules
    assert [id for id, _, _ in rules.lock] == list(rules.mods)
    assert all(len(content) == 32 for _, _, content in rules.lock)
    assert rules.lock == load(game, only_mods=()).rules.lock
    assert all(step in rules.steps for chain in rules.hooks.chains.values() for step in chain)
    assert all(name.startswith(rules.mods) for name in rules.settings)


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", GAMES)
def test_texts_are_complete_in_english_and_spanish(game: str) -> None:
    assert [str(f) for f in load(game, only_mods=()).catalog.check_translations(("en", "es")) if f.mod == game] == []


def test_monitoring_measures_a_mod_in_the_base_game(tmp_path: Path) -> None:
    path = tmp_path / "noop.py"
    path.write_text(listeners())
    loaded = load("stealth", mods=[path], only_mods=())
    monitor = Monitor()
    session = Session.begin(monitor.instrument(loaded.rules, loaded.hooks), 11)
    assert loaded.game is not None
    for number in range(10):
        session.submit(loaded.game.list_legal(session.context())[number % 2])
    counts = {hook: count.calls for (mod, hook), count in monitor.stats.items() if mod == "you.noop"}
    assert counts["can_act"] >= 10
    assert all(count.errors == 0 for count in monitor.stats.values())
