"""Consistency of the content: texts, behaviors, effects, appearances, and fixed numbers."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api.grid import Tile
from footfall.api.scene import Tint
from footfall.diagnostics.findings import Severity
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.ai.tactics import BEHAVIORS
from footfall.plugins.stealth.items.use_actions import USE_ACTIONS
from footfall.plugins.stealth.model.courses import Bell, CourseSpec
from footfall.plugins.stealth.model.floor_records import (
    ContainerKind,
    FloorFilling,
    FloorPlan,
    LootTable,
    Template,
    Weight,
)
from footfall.plugins.stealth.model.records import CreatureKind, ItemKind, Looks, StatusEffect

CORE = "core.stealth:"
SLOTS = {"", "weapon", "shield", "body", "head", "cloak", "ring", "artefact"}


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def table(loaded: LoadResult, kind: Any, name: str) -> dict[str, Any]:
    return dict(loaded.rules.records.table(kind, name))


def test_content_has_no_findings(loaded: LoadResult) -> None:
    assert [str(p) for p in loaded.findings if p.severity > Severity.NOTE] == []


RULED_WORDS = ("wind",)
"""Uses of items whose meaning is a rule as data."""


def test_behaviors_and_effects_exist(loaded: LoadResult) -> None:
    for creature in table(loaded, CreatureKind, "creature").values():
        assert set(creature.ai) <= set(BEHAVIORS) or creature.side == "player", creature.id
    used = set()
    for item in table(loaded, ItemKind, "item").values():
        for use in (*item.uses, *item.known_uses):
            assert use.do in {*USE_ACTIONS, *RULED_WORDS}, item.id
            used.add(use.do)
        assert item.slot in SLOTS
        assert item.uses or not item.known_uses
    assert used == {*USE_ACTIONS, *RULED_WORDS}, "every use action occurs in content"


def test_signs_are_one_character_and_tints_are_roles(loaded: LoadResult) -> None:
    for kind, name in ((CreatureKind, "creature"), (ItemKind, "item"), (Tile, "tile")):
        for record in table(loaded, kind, name).values():
            assert len(record.glyph) == 1, record.id
            assert record.tint in Tint.__members__, record.id


@pytest.mark.proof(0)
def test_everything_has_a_name_in_both_languages(loaded: LoadResult) -> None:
    catalog = loaded.catalog
    ids = []
    for kind, name in ((CreatureKind, "creature"), (ItemKind, "item"), (Tile, "tile"), (StatusEffect, "effect")):
        ids += [record.name for record in table(loaded, kind, name).values()]
    ids += [f"{c.name}-about" for c in table(loaded, CreatureKind, "creature").values() if c.side != "player"]
    ids += [i.text for i in table(loaded, ItemKind, "item").values() if i.text]
    ids += [name for looks in table(loaded, Looks, "looks").values() for name in looks.names]
    missing = [finding.text for finding in catalog.check_translations(("en", "es")) if "core.stealth" in str(finding)]
    assert missing == []
    assert [id for id in ids if not catalog.has_message(id)] == []


def test_each_family_has_enough_looks(loaded: LoadResult) -> None:
    looks = table(loaded, Looks, "looks")
    families: dict[str, int] = {}
    for item in table(loaded, ItemKind, "item").values():
        if item.family:
            families[item.family] = families.get(item.family, 0) + 1
    assert set(families) == {id.removeprefix(CORE) for id in looks}
    for family, count in families.items():
        assert len(set(looks[CORE + family].names)) >= count, family


def test_every_item_can_be_obtained(loaded: LoadResult) -> None:
    """From a table, from a creature or by the plan; the ring of lethargy is never generated."""
    obtainable: set[str] = set()
    for loot in table(loaded, LootTable, "loot").values():
        obtainable |= set(loot.rows)
    for creature in table(loaded, CreatureKind, "creature").values():
        obtainable |= set(creature.carries) | set(creature.outfit)
    for plan in table(loaded, FloorPlan, "plan").values():
        obtainable |= {*plan.prizes, plan.goal}
    for course in table(loaded, CourseSpec, "course").values():
        obtainable |= {table(loaded, Bell, "bell")[bell].item for bell in course.bells}
    keys = {id for id in table(loaded, ItemKind, "item") if id.startswith(CORE + "key_")}
    rest = set(table(loaded, ItemKind, "item")) - obtainable - keys
    assert rest == {CORE + "lethargy_ring"}


DEFENSES = {
    "giant_rat": 2, "hungry_rat": 2, "goblin": 3, "monkey": 3, "orc": 4, "true_orc": 4, "skeleton": 4, "troll": 2,
    "snake": 3, "bandit": 5, "cave_bat": 5,
}  # fmt: skip


def test_base_defenses(loaded: LoadResult) -> None:
    creatures = table(loaded, CreatureKind, "creature")
    assert {name: creatures[CORE + name].stats["defense"] for name in DEFENSES} == DEFENSES


def test_fixed_numbers_of_items(loaded: LoadResult) -> None:
    items = table(loaded, ItemKind, "item")
    assert items[CORE + "dagger"].bonus == {"defense": 1, "to_hit": 1}
    assert items[CORE + "short_sword"].bonus["defense"] == 1
    assert items[CORE + "long_sword"].bonus["defense"] == 1
    assert items[CORE + "spear"].reach == items[CORE + "spear_good"].reach == 1
    assert items[CORE + "dagger"].is_throwable
    assert table(loaded, CreatureKind, "creature")[CORE + "goblin"].stats["cost"] == 7


def test_tiles(loaded: LoadResult) -> None:
    tiles = table(loaded, Tile, "tile")
    rows = {
        "floor": (True, True, 10), "sand": (True, True, 10), "stairs_down": (True, True, 10),
        "door_open": (True, True, 10), "door": (False, False, 20), "door_red": (False, False, 20),
        "wall": (False, False, 50), "secret_wall": (False, False, 50), "false_window": (False, True, 50),
        "chest": (False, True, 10), "table": (False, True, 10), "bookshelf": (False, False, 10),
    }  # fmt: skip
    for name, (walkable, transparent, absorption) in rows.items():
        tile = tiles[CORE + name]
        assert (tile.walkable, tile.transparent, tile.absorption) == (walkable, transparent, absorption), name


def test_containers(loaded: LoadResult) -> None:
    from footfall.plugins.stealth.generate.populate import chance_on_floor

    chest = table(loaded, ContainerKind, "holder")[CORE + "chest"]
    assert [chance_on_floor(chest.chance, floor) for floor in (1, 2, 4, 5, 7, 8, 12)] == [0, 40, 40, 50, 50, 60, 60]
    assert (chest.capacity, chest.mimics) == (12, 8)
    shelf = table(loaded, ContainerKind, "holder")[CORE + "bookshelf"]
    assert [chance_on_floor(shelf.chance, floor) for floor in (1, 2, 5, 6, 12)] == [0, 25, 25, 30, 30]
    assert [(s.floor, s.low, s.high) for s in shelf.objects] == [(1, 0, 1), (3, 0, 2), (6, 1, 2)]


def test_limits_and_weights_of_loot(loaded: LoadResult) -> None:
    rows: dict[str, Weight] = table(loaded, LootTable, "loot")[CORE + "floor"].rows
    assert (rows[CORE + "tunnelling_staff"].max_copies, rows[CORE + "tunnelling_staff"].min_copies) == (1, 1)
    assert (rows[CORE + "blessed_identify_scroll"].max_copies, rows[CORE + "blessed_identify_scroll"].min_copies) == (
        2,
        2,
    )
    assert rows[CORE + "strength_potion"].min_copies == 3
    assert [rows[CORE + "strength_potion"].weight_on(floor) for floor in (1, 2, 3, 16)] == [0, 8, 2, 2]
    assert [rows[CORE + "spear"].weight_on(floor) for floor in (2, 4, 5, 7)] == [1, 1, 5, 10]


def test_fillings_of_templates_exist(loaded: LoadResult) -> None:
    fillings = table(loaded, FloorFilling, "filling")
    for template in table(loaded, Template, "template").values():
        assert template.is_vault or template.filling in fillings
