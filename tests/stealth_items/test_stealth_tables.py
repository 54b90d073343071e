"""The content of the classic rules against the figures of the design in tests/data/stealth/tables.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.engine.declarations.rules import Rules
from footfall.loader import load
from footfall.plugins.stealth.generate.populate import chance_on_floor
from footfall.plugins.stealth.model.floor_records import (
    DungeonSpec,
    FloorFilling,
    FloorPlan,
    LootTable,
    SpawnTable,
    Template,
)
from footfall.plugins.stealth.model.records import DEFAULT_STATS, CreatureKind, ItemKind, ItemUse, StatusEffect
from footfall.plugins.stealth.senses import sounds

CORE = "core.stealth:"
TABLES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "stealth" / "tables.toml").read_text("utf-8")
)


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules


def list_differences(table: str, expected: dict[str, dict[str, Any]], actual: dict[str, dict[str, Any]]) -> list[str]:
    """Numbers that differ from the table."""
    differences = []
    for name, figures in expected.items():
        for figure, value in figures.items():
            path = f"{table}.{name}.{figure}"
            if actual[name].get(figure, 0) != value:
                differences.append(f"{path}: {actual[name].get(figure, 0)} instead of {value}")
    return differences


def creature(rules: Rules, name: str) -> CreatureKind:
    return rules.records.get(CreatureKind, "creature", CORE + name)


def figures_of(kind: CreatureKind) -> dict[str, Any]:
    dice = kind.natural
    stats: dict[str, Any] = {**DEFAULT_STATS, **kind.stats}
    stats |= {stat: list(span) for stat, span in kind.ranges.items()}
    return {
        **stats,
        "glyph": kind.glyph,
        "hp": list(kind.hp),
        "stamina": list(kind.stamina),
        "natural": [0, 0, 0] if dice is None else [dice.low, dice.high, dice.plus],
        "door": kind.opens_doors,
        "flies": kind.can_fly,
    }


def test_creatures(rules: Rules) -> None:
    expected = TABLES["creature"]
    assert not list_differences("creature", expected, {name: figures_of(creature(rules, name)) for name in expected})


def test_natural_recovery(rules: Rules) -> None:
    """Creatures that are not in the table do not recover."""
    all_kinds = rules.records.table(CreatureKind, "creature").values()
    actual = {kind.id.removeprefix(CORE): list(kind.recovery) for kind in all_kinds if kind.recovery != (0, 0)}
    assert actual == TABLES["recovery"]


def test_what_creatures_carry_and_drop(rules: Rules) -> None:
    for name, (slots, *kinds) in TABLES["carries"].items():
        kind = creature(rules, name)
        assert (kind.slots, kind.carries) == (slots, tuple(CORE + item for item in kinds)), name
    all_kinds = rules.records.table(CreatureKind, "creature").values()
    assert {kind.id.removeprefix(CORE): kind.drop for kind in all_kinds if kind.drop} == TABLES["drop"]
    monkey = creature(rules, "monkey")
    others = (CORE + "antidote", CORE + "blue_moss")
    potions = [item for item in monkey.carries if "potion" in item or item in others]
    assert (monkey.slots, len(potions)) == (1, 15)
    assert set(monkey.carries) - set(potions) == {CORE + "banana", CORE + "dagger", CORE + "scout_hood"}
    assert creature(rules, "orc_archer").bundle == {CORE + "arrow": 10}


@pytest.mark.parametrize("name", ["standard", "cavern", "reinforcements"])
def test_spawn_weights(rules: Rules, name: str) -> None:
    """Floor by floor; the last column holds for deeper floors (R-GEN-30)."""
    rows = rules.records.get(SpawnTable, "spawn", CORE + name).rows
    expected = TABLES["spawn"][name]
    assert {kind.removeprefix(CORE) for kind in rows} == set(expected)
    actual = {k.removeprefix(CORE): {str(f): row.weight_on(f) for f in range(1, 17)} for k, row in rows.items()}
    by_floor = {
        kind: {"1": 0} | {str(floor): weights[min(floor - 2, len(weights) - 1)] for floor in range(2, 17)}
        for kind, weights in expected.items()
    }
    assert not list_differences(f"spawn.{name}", by_floor, actual)


def test_reinforcements_arrive_as_scouts(rules: Rules) -> None:
    """Except the slime and the imp (R-GEN-33)."""
    table = rules.records.get(SpawnTable, "spawn", CORE + "reinforcements")
    assert table.ai == "scout"
    assert table.ai_by_creature == {CORE + "slime": "wander", CORE + "soot_imp": "hostile"}


def test_equipment(rules: Rules) -> None:
    expected = TABLES["item"]
    actual = {}
    for name in expected:
        kind = rules.records.get(ItemKind, "item", CORE + name)
        dice = kind.damage
        actual[name] = dict(kind.bonus) | {
            "damage": [] if dice is None else [dice.low, dice.high, dice.plus],
            "reach": kind.reach,
            "range": kind.range,
            "cursed": int(kind.is_cursed),
        }
    assert not list_differences("item", expected, actual)
    for name, figures in actual.items():
        extra = {stat for stat, value in figures.items() if value} - set(expected[name])
        assert not extra, name


def test_uses(rules: Rules) -> None:
    def plain(use: ItemUse) -> list[Any]:
        return [use.do, use.low, use.high, use.effect.removeprefix(CORE) or use.stat]

    expected = {name: {"uses": uses} for name, uses in TABLES["use"].items()}
    actual = {
        name: {"uses": [plain(use) for use in rules.records.get(ItemKind, "item", CORE + name).uses]}
        for name in expected
    }
    assert not list_differences("use", expected, actual)
    moss = rules.records.get(ItemKind, "item", CORE + "blue_moss")
    ended = {use.effect.removeprefix(CORE) for use in moss.uses}
    assert ended == {"petrifying", "confused", "poisoned", "blind"}
    sand = rules.records.get(ItemKind, "item", CORE + "sand_bag")
    assert (sand.charges, sand.reaches) == (4, 2)
    ranges = {"lightning": 12, "fireball": 12, "confusion": 12, "paralysis": 12}
    for name, reach in ranges.items():
        assert rules.records.get(ItemKind, "item", f"{CORE}{name}_scroll").reaches == reach


def test_effects(rules: Rules) -> None:
    expected = TABLES["effect"]
    actual = {}
    for name in expected:
        effect = rules.records.get(StatusEffect, "effect", CORE + name)
        actual[name] = dict(effect.bonus) | {f"= {stat}": value for stat, value in effect.fixed_stats.items()}
        assert set(actual[name]) == set(expected[name])
    assert not list_differences("effect", expected, actual)


def test_noises() -> None:
    """R-HEAR-8"""
    noises = {name: getattr(sounds, f"{name}_SOUND") for name in TABLES["noise"]}
    assert {name: [noise.loudness, noise.duration] for name, noise in noises.items()} == TABLES["noise"]


def test_weights_in_chests(rules: Rules) -> None:
    rows = rules.records.get(LootTable, "loot", CORE + "chest").rows
    expected = {name: {"weight": int(weight)} for weight, names in TABLES["chest"].items() for name in names}
    actual = {kind.removeprefix(CORE): {"weight": row.weight_on(2)} for kind, row in rows.items()}
    assert not list_differences("chest", expected, actual)
    assert set(actual) == set(expected)


def test_parameters_of_generators(rules: Rules) -> None:
    usual = rules.records.get(DungeonSpec, "digging", CORE + "usual")
    values = msgspec.json.decode(msgspec.json.encode(usual))
    plain = {name: values[name] for name in TABLES["digging"]}
    assert not list_differences("digging", {"usual": TABLES["digging"]}, {"usual": plain})


def spans(filling: FloorFilling, what: str) -> list[tuple[int, int, int]]:
    return [(span.floor, span.low, span.high) for span in getattr(filling, what)]


def test_numbers_of_creatures_and_items(rules: Rules) -> None:
    """R-GEN-29: per room in dungeons, per floor elsewhere."""
    filling = {name: rules.records.get(FloorFilling, "filling", CORE + name) for name in FILLINGS}
    assert {name: spans(record, "creatures") for name, record in filling.items()} == {
        "town": [],
        "three_doors": [(1, 5, 6)],
        "library": [(1, 1, 2)],
        "cavern": [(1, 5, 9)],
        "standard": [(2, 0, 1), (11, 0, 2)],
    }
    assert {name: spans(record, "objects") for name, record in filling.items()} == {
        "town": [],
        "three_doors": [(1, 3, 6)],
        "library": [(1, 0, 3)],
        "cavern": [(1, 2, 5), (3, 3, 5)],
        "standard": [(1, 0, 0), (2, 0, 1)],
    }
    assert spans(filling["standard"], "rubble") == [(1, 0, 40), (2, 0, 9), (4, 0, 7), (6, 0, 14), (7, 0, 2)]
    assert spans(filling["cavern"], "rubble") == [(1, 60, 60)]
    assert spans(filling["town"], "rubble") == [(1, 0, 40)]
    assert spans(filling["three_doors"], "rubble") == spans(filling["library"], "rubble") == [(1, 0, 2)]
    assert {name: record.tries for name, record in filling.items()} == dict.fromkeys(FILLINGS, 20) | {"cavern": 40}


FILLINGS = ("town", "three_doors", "library", "cavern", "standard")


def test_the_plan_of_the_floors(rules: Rules) -> None:
    """Sixteen floors, two branches, keys above their doors, the relic and the prize."""
    plan = rules.records.get(FloorPlan, "plan", CORE + "main")
    assert (plan.last, plan.shape) == (16, (36, 80))
    branches = sorted((branch.entry, branch.length) for branch in plan.branches.values())
    assert branches == [((3, 6), (2, 3)), ((7, 14), (2, 3))]
    locks = {name: (lock.floor, lock.key_floors) for name, lock in plan.locks.items()}
    assert locks == {
        "white": (4, (0, 0)), "red": (8, (0, 0)), "gray": (12, (0, 0)), "black": (14, (0, 0)),
        "blue": (0, (4, 6)), "iron": (0, (4, 7)),
    }  # fmt: skip
    assert plan.prizes == {CORE + "chalice": 13}
    assert plan.goal == CORE + "unrung_bell"
    assert plan.floors["8"].template == CORE + "three_doors"
    assert plan.floors["9"].template == CORE + "library"
    usual = {CORE + "standard": 90, CORE + "cavern": 10}
    assert plan.usual.recipes == plan.floors["16"].recipes == usual


def test_vaults(rules: Rules) -> None:
    """R-GEN-21: seven of 7 to 14 by 3 to 6 cells, and two that appear once."""
    rooms = [t for t in rules.records.table(Template, "template").values() if t.is_vault]
    plain = [t for t in rooms if not t.is_unique]
    assert len(plain) == 7
    assert all(7 <= len(t.rows[0]) <= 14 and 3 <= len(t.rows) <= 6 for t in plain)
    assert {tuple(chance_on_floor(t.chance, floor) for floor in (2, 16)) for t in plain} == {(1, 1)}
    unique = {
        t.id.removeprefix(CORE): [chance_on_floor(t.chance, f) for f in (1, 2, 3, 4, 5, 15, 16)]
        for t in rooms
        if t.is_unique
    }
    assert unique == {"blue_vault": [0, 5, 5, 75, 75, 75, 0], "prison_vault": [0, 5, 5, 5, 50, 50, 0]}
