"""Records that no floor can be made of are refused when they are read; the last mod that wrote them loses its patch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.loader import load

TOWN = '[patch.town."core.stealth:usual"]\n'
DIGGING = '[patch.digging."core.stealth:usual"]\n'
PLAN = '[patch.plan."core.stealth:first"]\n'
DESERT = "rows 1 to 34 and columns 1 to 78"


def patch_tile(name: str) -> str:
    return f'[patch.tile."core.stealth:{name}"]\nset.walkable = false'


WRONG = {
    "start": (TOWN + "set.start = [200, 5]", f"start: outside the desert of plan 'core.stealth:first', {DESERT}"),
    "start on the edge": (TOWN + "set.start = [0, 5]", "start: outside the desert of plan"),
    "stairs": (TOWN + "set.stairs = [5, 79]", "stairs: outside the desert of plan"),
    "elder": (TOWN + "set.west = [30, 40]", "west: outside the desert of plan"),
    "far elder": (TOWN + "set.south = 1000000000", "west: outside the desert of plan"),
    "elder on the stairs": (TOWN + "set.south = 0\nset.west = [0, 1]", "stairs: the elder, his fire or his chest may"),
    "ground": (TOWN + 'set.ground = "core.stealth:wall"', "ground: the tile 'core.stealth:wall' must be walkable"),
    "closed": (DIGGING + "set.open = 0", "open, birth, death: all of 20 caverns on floors of 36 by 80 cells in plan"),
    "no birth": (DIGGING + "set.birth = 0\nset.death = 0", "open, birth, death: all of 20 caverns on floors of"),
    "sides": (DIGGING + "set.sides = [3, 900]", "sides: a room of 900 cells does not fit on floors of 36 by 80"),
    "three rooms": (DIGGING + "set.sides = [30, 30]", "sides: fewer than 3 rooms fit on floors of 36 by 80 cells"),
    "padding": (DIGGING + "set.padding = 500", "sides: fewer than 3 rooms fit on floors of 36 by 80 cells"),
    "shaped": (DIGGING + "set.shaped_side = 20", "shaped_side: 20 is above the largest side, which is 8"),
    "rooms": (DIGGING + "set.rooms = [1, 2]", "rooms: a floor needs 3 rooms, not 2 at most"),
    "small map": (PLAN + "set.shape = [9, 9]", "sides: a room of 8 cells does not fit on floors of 9 by 9"),
    "lock": (
        PLAN + "set.locks.white.floor = 1",
        "locks.white: its doors begin on floor 1; its key needs a floor above",
    ),
    "no floor": (PLAN + "set.locks.white.floor = 0", "locks.white: its doors begin on floor 0"),
    "same floor": (PLAN + "set.locks.red.floor = 4", "locks.white: its doors begin on floor 4; its key needs a floor"),
    "drawing": (
        PLAN + 'set.floors.2 = { recipes = { "core.stealth:fixed" = 1 }, template = "odd" }\n'
        '[template.odd]\nrows = ["' + "#" * 81 + '"]',
        "the map 'you.odd:odd' has 1 by 81 cells, the floor 36 by 80 cells in plan",
    ),
    "sign": ('[template.odd]\nrows = ["#¤#"]', "rows: the sign '¤' has no meaning; signs.'¤' gives it one"),
    "empty drawing": ("[template.odd]\nrows = []", "rows: the drawing is empty"),
    "floor": (patch_tile("floor"), "walkable: floors need this tile to be walked on"),
    "cave floor": (patch_tile("cave_floor"), "walkable: floors need this tile to be walked on"),
    "stairs down": (patch_tile("stairs_down"), "walkable: floors need this tile to be walked on"),
    "sand": (patch_tile("sand"), "ground: the tile 'core.stealth:sand' must be walkable"),
    "open door": (patch_tile("door_open"), "opens_to: the open door 'core.stealth:door_open' must be walkable"),
    "all tiles": ('[patch.tile."core.stealth:*"]\nset.walkable = false', "floors need this tile to be walked on"),
}


@pytest.fixture
def footfall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


def write_mod(content: str, name: str = "odd") -> None:
    folder = Path("mods", name)
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(
        f'[mod]\nid = "you.{name}"\nversion = "1"\ngames = ["stealth"]\n', encoding="utf-8"
    )
    (folder / "content" / "odd.toml").write_text(content + "\n", encoding="utf-8")


@pytest.mark.proof(14)
@pytest.mark.parametrize("name", WRONG)
def test_what_makes_no_floor_is_named(footfall: Any, name: str) -> None:
    content, text = WRONG[name]
    write_mod(content)
    found = [finding.location for finding in load("stealth", mods=[Path("mods")]).findings if text in finding.text]
    assert [where for where in found if where.startswith("mods/odd/content/odd.toml:")]


@pytest.mark.parametrize("name", ["elder", "sides", "all tiles"])
def test_check_names_what_makes_no_floor(footfall: Any, name: str) -> None:
    content, text = WRONG[name]
    write_mod(content)
    done = footfall("mods", "check", "mods/odd")
    assert done.exit_code == 1
    assert [line for line in done.output.splitlines() if text in line and line.startswith("mods/odd/content/odd.toml:")]
    assert "Traceback" not in done.output


@pytest.mark.proof(2)
@pytest.mark.parametrize("name", ["elder", "closed", "no floor", "open door"])
def test_the_game_plays_as_without_the_patch(footfall: Any, name: str) -> None:
    words = [("run", "stealth", "--turns", 3), ("run", "stealth", "--option", "floor=4", "--turns", 1)]
    plain = [footfall(*line).stdout for line in words]
    content, text = WRONG[name]
    write_mod(content)
    for line, stdout in zip(words, plain, strict=True):
        done = footfall(*line)
        assert done.exit_code == 1
        assert text in done.stderr
        assert "mods/odd/content/odd.toml:" in done.stderr
        assert "core.stealth: " not in done.stderr
        assert done.stdout == stdout
    assert footfall("generate", "stealth", "--floor", 1).exit_code == 1


def test_the_mod_that_is_wrong_is_named_and_no_other(footfall: Any) -> None:
    write_mod(TOWN + "set.start = [900, 5]", "first")
    write_mod('[patch.plan."core.stealth:*"]\nset.reinforcements = ""\nset.shape = [40, 90]', "second")
    found = load("stealth", mods=[Path("mods")])
    assert [(f.mod, f.place) for f in found.findings] == [("you.first", "mods/first/content/odd.toml:2")]


def test_the_last_of_two_that_contradict_each_other_is_named(footfall: Any) -> None:
    write_mod(TOWN + "set.start = [33, 5]", "first")
    write_mod('[patch.plan."core.stealth:*"]\nset.shape = [30, 80]', "second")
    found = load("stealth", mods=[Path("mods")])
    assert {f.mod for f in found.findings} == {"you.second"}
