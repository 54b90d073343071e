"""Compiled rules are offered by entry points: by any installed distribution, for any game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from footfall.engine.compiled import games as compiled
from footfall.engine.compiled.games import NotCompiledError, find_rules_compiler
from footfall.loader import load
from footfall.sim.game_batch import explain_not_compiled, find_compiled_rules, play_batch
from footfall.sim.plan import Plan, resolve_plan

PLAN, _ = resolve_plan(Plan(game="core.delve", seed=3, bots=("random",), max_commands=20))

STRANGER = """
from footfall.api.compiled import NotCompiledError

SEEDS = []
NUMBER = 7


class Board:
    def play_games(self, seeds, max_commands, audit, /):
        SEEDS.extend(seeds)
        return [None for _ in seeds], []


def compile_rules(rules, options, bots):
    return Board()


def refuse(rules, options, bots):
    raise NotCompiledError("not on a Sunday")


def crash(rules, options, bots):
    return {}["board"]
"""

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a distribution with entry points into a folder of the import path."""
    (tmp_path / "stranger.py").write_text(STRANGER, encoding="utf-8")
    (tmp_path / "stranger_broken.py").write_text("import no_such_module\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def write(*values: str, game: str = "core.delve", name: str = "stranger") -> None:
        info = tmp_path / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        lines = [f"{game} = {value}" for value in values]
        (info / "entry_points.txt").write_text("\n".join(["[footfall.compiled]", *lines]) + "\n")
        compiled.list_offers.cache_clear()

    yield write
    compiled.list_offers.cache_clear()
    for module in ("stranger", "stranger_broken"):
        sys.modules.pop(module, None)


def test_any_distribution_can_offer_compiled_rules(install: Install) -> None:
    assert find_rules_compiler("core.delve") is None
    install("stranger:compile_rules")
    batch = play_batch(PLAN, 0, 3)
    assert [PLAN.derive_game_seed(index) for index in range(3)] == sys.modules["stranger"].SEEDS
    assert batch.compiled_games == 0  # it left all games to the rules in Python
    never = msgspec.structs.replace(PLAN, compiled_mode="never")
    assert batch.columns == play_batch(never, 0, 3).columns


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:compile_rules", "core.delve = no_such_module:compile_rules cannot be loaded: ModuleNot"),
        ("stranger_broken:compile_rules", "cannot be loaded: ModuleNotFoundError: No module named 'no_such"),
        ("stranger:missing", "cannot be loaded: AttributeError"),
        ("stranger:NUMBER", "is not a function"),
        ("stranger:refuse", "not on a Sunday"),
        ("stranger:crash", "the compiled rules fail: KeyError: 'board'"),
    ],
)
def test_a_broken_offer_is_a_reason_and_no_crash(install: Install, value: str, reason: str) -> None:
    install(value)
    rules = load("core.delve", only_mods=[]).rules
    assert reason in explain_not_compiled(rules, PLAN)
    assert find_compiled_rules(rules, PLAN) is None
    with pytest.raises(NotCompiledError):
        find_compiled_rules(rules, msgspec.structs.replace(PLAN, compiled_mode="always"))


def test_two_offers_for_a_game_are_refused(install: Install) -> None:
    """An installed stranger cannot take the place of a game's own compiled rules."""
    install("stranger:compile_rules", game="core.king")
    with pytest.raises(NotCompiledError, match=r"more than one distribution.*footfall\.plugins\.king"):
        find_rules_compiler("core.king")


def test_offers_are_read_once(install: Install) -> None:
    install("stranger:compile_rules")
    assert compiled.list_offers() is compiled.list_offers()
