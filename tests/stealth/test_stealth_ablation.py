"""The groups of the script that plays without one of them name kinds that exist, and its mods remove them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from footfall.plugins.stealth.floor_records import LootTable, SpawnTable
from footfall.sim.plan import Plan, resolve_plan


@pytest.fixture
def ablation(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/ablation.py")


def test_groups_hold_every_kind_of_loot_and_creature_once(ablation: ModuleType) -> None:
    _, rules = resolve_plan(Plan(game="core.stealth"))
    named = [kind for group in (ablation.ITEMS, ablation.CREATURES) for kinds in group.values() for kind in kinds]
    assert len(named) == len(set(named))
    rows = {
        row.removeprefix("core.stealth:")
        for name, record in (("loot", LootTable), ("spawn", SpawnTable))
        for id, table in rules.records.table(record, name).items()
        if id.rpartition(":")[2] not in ("litter", "books", "hidden", "wardens", "pursuers", "reinforcements")
        for row in table.rows
    }
    assert rows - set(named) <= ablation.UNGROUPED
    assert set(named) - rows <= {"meat"}


def test_a_mod_without_a_group_removes_it_from_all_tables(ablation: ModuleType, tmp_path: Path) -> None:
    _, rules = resolve_plan(Plan(game="core.stealth"))
    ablation.write_mod(tmp_path / "without", rules, ablation.CREATURES["orcs"] + ablation.ITEMS["healing"])
    _, without = resolve_plan(Plan(game="core.stealth", mods=(str(tmp_path / "without"),)))
    assert "core.stealth:orc" in rules.records.table(SpawnTable, "spawn")["core.stealth:first"].rows
    for table in without.records.table(SpawnTable, "spawn").values():
        assert not {"core.stealth:orc", "core.stealth:true_orc"} & table.rows.keys()
    for table in without.records.table(LootTable, "loot").values():
        assert "core.stealth:health_potion" not in table.rows
