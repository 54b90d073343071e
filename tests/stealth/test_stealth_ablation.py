"""The groups of the script that plays without one of them name kinds that exist, and its mods remove them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from footfall.plugins.stealth.model.floor_records import FloorPlan, LootTable, SpawnTable
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind
from footfall.sim.plan import Plan, resolve_plan


@pytest.fixture
def ablation(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/ablation.py")


@pytest.mark.proof(0)
def test_groups_hold_every_kind_of_loot_and_creature_once(ablation: ModuleType) -> None:
    _, rules = resolve_plan(Plan(game="core.stealth"))
    named = [kind for kinds in ablation.group_kinds(rules).values() for kind in kinds]
    assert len(named) == len(set(named))
    rows = {
        row
        for name, record in (("loot", LootTable), ("spawn", SpawnTable))
        for id, table in rules.records.table(record, name).items()
        if id.rpartition(":")[2] not in ("wardens", "pursuers", "reinforcements")
        for row in table.rows
    }
    items = rules.records.table(ItemKind, "item")
    assert {row for row in rows - set(named) if items[row].sort not in ablation.UNGROUPED_SORTS} == set()
    assert set(named) <= rows


def test_a_mod_without_a_group_keeps_none_of_it(ablation: ModuleType, tmp_path: Path) -> None:
    _, rules = resolve_plan(Plan(game="core.stealth"))
    groups = ablation.group_kinds(rules)
    ablation.write_mod(tmp_path / "without", rules, groups["orcs"] + groups["potions"] + groups["food"], {})
    _, without = resolve_plan(Plan(game="core.stealth", mods=(str(tmp_path / "without"),)))
    assert rules.records.table(SpawnTable, "spawn")["core.stealth:first"].rows["core.stealth:orc"].chance == 100
    for record, name, kinds in ((SpawnTable, "spawn", {"orc", "true_orc"}), (LootTable, "loot", {"health_potion"})):
        for table in without.records.table(record, name).values():
            rows = [row for kind, row in table.rows.items() if kind.removeprefix("core.stealth:") in kinds]
            assert all(row.chance == row.min_copies == 0 for row in rows)
    skeleton = without.records.get(CreatureKind, "creature", "core.stealth:skeleton")
    assert "core.stealth:health_potion" not in skeleton.carries
    assert "core.stealth:short_sword" in skeleton.carries
    plan = without.records.get(FloorPlan, "plan", "core.stealth:first")
    assert plan.provisions == ("core.stealth:smoke_pot",)
    assert plan.prizes == {"core.stealth:dagger_good": 2, "core.stealth:chalice": 6}
