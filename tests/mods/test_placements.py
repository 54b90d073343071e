"""Rules of `on_generate` in play: what they read of a level that is being built, and what they add to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from footfall.api.grid import LevelDraft
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.generate import trace_generation

WriteRules = Callable[..., Path]
CAVERN, STANDARD = "core.stealth:cavern", "core.stealth:standard"
HEAD = f'[hook.on_generate.a]\nrecipe = ["{CAVERN}", "{STANDARD}"]\nbefore = "core.stealth:check"\n'


def build_drafts(mod: Path, recipe: str, floor: int = 4, branch: str = "") -> list[LevelDraft]:
    """Returns the level without and with the rules of a mod, built with the same dice."""
    drafts = []
    for mods in ([], [mod]):
        loaded = load("stealth", mods=mods, only_mods=())
        assert not loaded.findings
        ctx = Session.begin(loaded.rules, 3, strict=True).context()
        drafts.append(trace_generation(ctx, recipe, floor, branch)[-1][1])
    return drafts


READS = {
    "draft.floor == 4": (True, True, True),
    "draft.branch == ''": (True, True, False),
    "draft.branch == 'cellars'": (False, False, True),
    f"draft.recipe == '{CAVERN}'": (True, False, False),
    "draft.room_count > 3": (False, True, True),
    "draft.copies('core.stealth:dagger') > 0": (False, False, False),
}
LEVELS = ((CAVERN, 4, ""), (STANDARD, 4, ""), (STANDARD, 4, "cellars"))


@pytest.mark.proof(6)
@pytest.mark.parametrize("level", range(len(LEVELS)))
@pytest.mark.parametrize("when", READS)
def test_a_placement_reads_the_level(write_rules: WriteRules, tmp_path: Path, when: str, level: int) -> None:
    lay = 'do.lay = { item = "core.stealth:dagger", count = 4 }\n'
    mod = write_rules(tmp_path, "stealth", f'{HEAD}when = "{when}"\n{lay}')
    before, after = (
        sum(item.kind == "core.stealth:dagger" for item in draft.items) for draft in build_drafts(mod, *LEVELS[level])
    )
    assert after - before == 4 * READS[when][level]


@pytest.mark.parametrize("radius", [1, 3, 99])
def test_a_placement_paves_bare_floor_in_one_room(write_rules: WriteRules, tmp_path: Path, radius: int) -> None:
    pave = f'do.pave = {{ tile = "core.stealth:moss", radius = {radius} }}\n'
    before, after = build_drafts(write_rules(tmp_path, "stealth", HEAD + pave), STANDARD)
    changed = np.argwhere(before.find_tiles("core.stealth:moss") != after.find_tiles("core.stealth:moss"))
    assert len(changed)
    assert {before.palette[before.tiles[y, x]] for y, x in changed} == {"core.stealth:floor"}
    assert np.ptp(changed, axis=0).max() <= 2 * min(radius, 9)
    assert any(
        room.top <= changed[:, 0].min() <= changed[:, 0].max() < room.top + room.height
        and room.left <= changed[:, 1].min() <= changed[:, 1].max() < room.left + room.width
        for room in after.rooms
    )


@pytest.mark.parametrize("is_together", [False, True])
def test_a_placement_spawns_creatures(write_rules: WriteRules, tmp_path: Path, is_together: bool) -> None:
    spawn = (
        f'do.spawn = {{ creature = "core.stealth:cave_bat", count = 5, is_together = "{str(is_together).lower()}" }}\n'
    )
    before, after = build_drafts(write_rules(tmp_path, "stealth", HEAD + spawn), STANDARD)
    added = [actor.at for actor in after.actors if actor not in before.actors]
    assert len(added) == 5
    assert bool(np.abs(np.array(added) - added[0]).max() <= 2) is is_together


EARLY = "floor == 0 and creature_count == 0 and not has_prize and stairs('down').loudness_within(9) == 0"
ROW = '[patch.spawn."core.stealth:standard".set.rows."core.stealth:cave_bat"]\nby_floor = [[1, 1000000]]\n'


def test_nothing_is_read_before_there_is_a_level(write_rules: WriteRules, tmp_path: Path) -> None:
    lay = f'{HEAD}when = "{EARLY} and count(c in random_cells) == 0"\n'
    lay += 'do.lay = { item = "core.stealth:dagger", count = 4 }\n'
    mod = write_rules(tmp_path, "stealth", f'{lay}{ROW}when = "{EARLY}"\n')
    counts = []
    for mods in ([], [mod]):
        loaded = load("stealth", mods=mods, only_mods=())
        assert not loaded.findings
        session = Session.begin(loaded.rules, 3, {"generator": STANDARD, "floor": 2}, strict=True)
        things, actors = (getattr(session.state.parts["world"], part).values() for part in ("items", "actors"))
        daggers = sum(item.kind == "core.stealth:dagger" and not item.holder for item in things)
        counts.append((daggers, sum(actor.kind == "core.stealth:cave_bat" for actor in actors)))
    assert counts[1][0] - counts[0][0] == 4
    assert counts[1][1] > counts[0][1]
