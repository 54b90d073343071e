"""More figures of the design: arrivals, loot, containers, constants, settings; and what the shipped game changes."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from footfall.api.grid import get_world
from footfall.cli import main
from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.model.floor_records import ContainerKind, LootTable, Town
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind
from footfall.plugins.stealth.model.state import Mood

CORE = "core.stealth:"
TABLES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "stealth" / "tables.toml").read_text("utf-8")
)
CLASSIC = {"core.stealth.rules": "classic"}


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=(), settings=CLASSIC).rules


@pytest.fixture(scope="module")
def shipped() -> LoadResult:
    return load("core.stealth", only_mods=())


def creatures(rules: Rules) -> dict[str, CreatureKind]:
    """The creatures of the design; those of the guided floor are not in it."""
    kinds = {id.removeprefix(CORE): kind for id, kind in rules.records.table(CreatureKind, "creature").items()}
    return {name: kind for name, kind in kinds.items() if not name.startswith("drill_")}


def shorten(ids: Any) -> list[str]:
    return [id.removeprefix(CORE) for id in ids]


def test_how_creatures_arrive(rules: Rules) -> None:
    """R-AI-18, 21"""
    kinds = creatures(rules)
    actual = {name: [kinds[name].asleep, list(kinds[name].ai), kinds[name].wakes] for name in TABLES["arrival"]}
    assert actual == TABLES["arrival"]


def test_rare_stats_and_outfits(rules: Rules) -> None:
    kinds = creatures(rules)
    actual = {s: {name: n for name, kind in kinds.items() if (n := kind.stats.get(s, 0))} for s in TABLES["rare"]}
    assert actual == TABLES["rare"]
    assert {name: shorten(kinds[name].outfit) for name in TABLES["outfit"]} == TABLES["outfit"]
    assert kinds["adventurer"].light == 6
    assert kinds["snake"].venom == 8


def test_campfires(rules: Rules) -> None:
    for name, figures in TABLES["campfire"].items():
        kind = creatures(rules)[name]
        actual = {"hp": list(kind.hp), "burns": kind.burns, "light": kind.light, "leaving": kind.leaving}
        actual |= {"leaves": kind.leaves.removeprefix(CORE), "fov": kind.stats["fov"]}
        assert actual == figures


@pytest.mark.parametrize(("table", "figures"), [("floor", "floor"), ("cavern", "floor"), ("litter", "litter")])
def test_items_on_the_floor(rules: Rules, table: str, figures: str) -> None:
    """R-GEN-18, 30: caverns start from the weights of other floors."""
    rows = rules.records.get(LootTable, "loot", CORE + table).rows
    actual = {
        id.removeprefix(CORE): [[list(pair) for pair in row.by_floor], row.max_copies, row.min_copies]
        for id, row in rows.items()
    }
    assert actual == TABLES[figures]


def test_containers(rules: Rules) -> None:
    """R-GEN-32"""
    for name, figures in TABLES["holder"].items():
        kind = rules.records.get(ContainerKind, "holder", CORE + name)
        chances = [list(pair) for pair in kind.chance]
        assert [kind.capacity, chances, [[o.floor, o.low, o.high] for o in kind.objects]] == figures, name
    assert rules.records.get(ContainerKind, "holder", CORE + "chest").mimics == 8
    assert rules.records.get(ContainerKind, "holder", CORE + "vault_chest").mimics == 0


def test_the_town(rules: Rules) -> None:
    """R-GEN-7, 8"""
    town = rules.records.get(Town, "town", CORE + "usual")
    values = msgspec.json.decode(msgspec.json.encode(town))
    assert {name: values[name] for name in TABLES["town"]} == TABLES["town"]


def test_the_staff_opens_any_wall_in_view(rules: Rules) -> None:
    assert rules.records.get(ItemKind, "item", CORE + "tunnelling_staff").reaches >= 80


@pytest.mark.parametrize("figure", TABLES["constants"])
def test_constants(figure: str) -> None:
    module, name, value = TABLES["constants"][figure]
    assert getattr(import_module(f"footfall.plugins.stealth.{module}"), name) == value


def test_settings(rules: Rules) -> None:
    """Every setting has the default of the design."""
    actual = {
        name.removeprefix("core.stealth."): value
        for name, value in rules.settings.items()
        if name.startswith("core.stealth.")
    }
    assert actual == TABLES["settings"]


# What the shipped game changes.


def test_every_difference_has_a_reason() -> None:
    """`data diff` prints each setting and record that changes, with the reason of its preset or patch."""
    run = CliRunner().invoke(main, ["data", "diff", "--set", "core.stealth.rules=classic"])
    assert run.exit_code == 0, run.output
    blocks = re.findall(r"^~ (.*\n(?: .*\n)*)", run.output, re.MULTILINE)
    assert [block for block in blocks if "\n    # " not in block] == [
        'setting core.stealth.rules: "shipped" -> "classic"\n'
    ]
    assert any(block.startswith("item/core.stealth:leather_armor\n    bonus.armor: 1 -> 2") for block in blocks)


def test_a_chosen_setting_is_kept_under_a_preset() -> None:
    both = load("core.stealth", only_mods=(), settings={**CLASSIC, "core.stealth.map.memory": 5}).rules
    assert both.settings["core.stealth.map.memory"] == 5
    assert both.settings["core.stealth.ui.ask_before_loud"] == 0


def list_sleepers(rules: Rules) -> set[tuple[str, str]]:
    """Kind and behavior of all that sleep when they arrive, on some floors."""
    sleepers = set()
    for seed in range(40):
        session = Session.begin(rules, seed, {"floor": 4 + seed % 4}, strict=True)
        minds = session.state.parts["core.stealth"].minds
        for actor in get_world(session.state).actors.values():
            if actor.id in minds and minds[actor.id].mood is Mood.ASLEEP:
                sleepers.add((actor.kind.removeprefix(CORE), minds[actor.id].ai))
    return sleepers


def test_sleepers_wake_to_the_behavior_of_the_design(rules: Rules, shipped: LoadResult) -> None:
    """R-AI-18"""
    behaviors = {"goblin": {"patrol", "guard", "defensive"}, "orc": {"hostile", "scout"}}
    classic, usual = list_sleepers(rules), list_sleepers(shipped.rules)
    assert {ai for kind, ai in classic if kind == "goblin"} == {"patrol"}
    assert {ai for kind, ai in classic if kind == "orc"} == {"hostile"}
    for name, every in behaviors.items():
        assert {ai for kind, ai in usual if kind == name} == every
    awake = {"skeleton", "orc_archer"}
    assert not awake & {kind for kind, _ in classic}
    assert awake & {kind for kind, _ in usual}


def test_a_mod_tests_the_rules(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text(
        '[mod]\nid = "test.rules"\nversion = "1"\ngames = ["core.stealth"]\n[requires]\n"core.stealth" = "*"\n'
    )
    (tmp_path / "content" / "a.toml").write_text(
        '[patch.item."core.stealth:leather_armor"]\nadd.bonus.armor = 5\n'
        'when.settings."core.stealth.rules" = "classic"\n'
    )
    for settings, armor in (({}, 1), (CLASSIC, 7)):
        loaded = load("core.stealth", only_mods=(), mods=[tmp_path], settings=settings, strict=True)
        item = loaded.rules.records.get(ItemKind, "item", CORE + "leather_armor")
        assert item.bonus["armor"] == armor
