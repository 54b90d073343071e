"""Runs benches/generation/verify_floors.py on a few floors, and checks that it detects faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from generated import CORE, load_patched_rules

from footfall.api.grid import PlacedActor, PlacedItem, get_world
from footfall.engine.declarations.rules import Rules


@pytest.fixture(scope="module")
def proof(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/generation/verify_floors.py")


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", ["town", "fixed", "cavern", "standard"])
def test_twenty_floors_have_no_fault(rules: Rules, proof: ModuleType, name: str) -> None:
    """R-GEN-5, 11, 12, 14, 19, 25, 27, 28, 29, 30, 31, 32"""
    for floor, seed, _, _, faults in proof.verify_floors(rules, name, range(20)):
        assert faults == [], (floor, seed)


@pytest.mark.parametrize("shape", [(41, 90), (45, 100)])
def test_floors_of_other_sizes_have_no_fault(proof: ModuleType, tmp_path: Path, shape: tuple[int, int]) -> None:
    """R-GEN-3: maps of 90 by 41 and 100 by 45 cells."""
    wide = load_patched_rules(tmp_path, f'[patch.plan."core.stealth:main"]\nset.shape = {list(shape)}\n')
    for name in ("town", "fixed", "cavern", "standard"):
        for floor, seed, generated, _, faults in proof.verify_floors(wide, name, range(4)):
            assert generated.draft.shape == shape
            assert faults == [], (floor, seed)


def test_the_checks_detect_faults(rules: Rules, proof: ModuleType) -> None:
    generated, _ = proof.generate_floor(rules, "standard", 5, 1)
    assert list(proof.list_faults(generated)) == []
    draft = generated.draft
    wall = next((y, x) for y in range(36) for x in range(80) if draft.tile_at((y, x)) == CORE + "wall")
    draft.items += [PlacedItem(CORE + "unrung_bell", wall), PlacedItem(CORE + "book_bats", draft.rooms[0].center)]
    draft.actors.append(PlacedActor(CORE + "goblin", draft.arrivals["up"]))
    down = draft.arrivals["down"]
    draft.tiles[down[0] - 1 : down[0] + 2, down[1] - 1 : down[1] + 2] = draft.palette_index(CORE + "wall")
    draft.set_tile(down, CORE + "stairs_down")
    faults = " / ".join(proof.list_faults(generated))
    for fault in ("cannot be reached", "a locked door bars", "stands on", "lies in", "is in no table", "are not those"):
        assert fault in faults


@pytest.mark.proof(0)
def test_courses_keep_their_promises(proof: ModuleType) -> None:
    """P-REACH-1, 2: over all floors of a few games of each course."""
    for course in proof.COURSES:
        tally = proof.verify_chunk(course, range(3))
        assert tally.faults == []
        assert tally.levels >= 3


def test_a_walled_bell_is_detected(proof: ModuleType) -> None:
    session, _, _ = proof.promises.build_game(proof.load_rules(), "first", 1)
    world = get_world(session.state)
    bell = next(item for item in world.items.values() if item.kind == CORE + "copper_bell")
    level, (y, x) = world.levels[bell.level], bell.at
    wall = level.palette.index(CORE + "wall")
    level.tiles[y - 1 : y + 2, x - 1 : x + 2] = wall
    faults = list(proof.promises.list_broken_promises(session))
    assert "floor 4: core.stealth:copper_bell is not within reach" in faults
