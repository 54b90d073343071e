"""The example mods in ``mods/`` have their documented effects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.api import Context, events, grid
from footfall.content.record_types import Record
from footfall.engine.model import Message
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import LoadResult, load

MODS = Path(__file__).parent.parent.parent / "mods"
EXAMPLES = sorted(path.parent for path in MODS.glob("*/mod.toml"))


def examples(*names: str, **keywords: Any) -> LoadResult:
    return load("stealth", mods=[MODS / name for name in names], only_mods=(), strict=True, **keywords)


def play(loaded: LoadResult, turns: int, **keywords: bool) -> Session:
    """Plays a fixed sequence of commands."""
    assert loaded.game is not None
    session = Session.begin(loaded.rules, 7, **keywords)
    for number in range(turns):
        legal = loaded.game.list_legal(session.context())
        if not legal or session.state.outcome is not None:
            break
        session.submit(legal[number * 7 % len(legal)])
    return session


def test_both_kinds_of_example_are_there_and_off_until_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {path.name for path in EXAMPLES} >= {"deep-fauna", "echoing-halls"}
    monkeypatch.chdir(MODS.parent)
    monkeypatch.setenv("XDG_DATA_HOME", "nowhere")
    loaded = load("stealth")
    assert {"examples.deep-fauna", "examples.echoing-halls"} <= set(loaded.available)
    assert not any(id.startswith("examples.") for id in loaded.rules.mods)


def test_deep_fauna_adds_a_creature_and_patches_another() -> None:
    plain, patched = examples().rules.records, examples("deep-fauna").rules.records
    before: Any = plain.get(Record, "creature", "core.stealth:cave_bat")
    after: Any = patched.get(Record, "creature", "core.stealth:cave_bat")
    assert (before.asleep, after.asleep) == (100, 75)
    assert after.stats["foh"] == before.stats["foh"] + 1
    cavern: Any = patched.get(Record, "spawn", "core.stealth:cavern")
    assert cavern.rows["examples.deep-fauna:cave_lynx"].by_floor == ((2, 20), (5, 8))
    catalogue = examples("deep-fauna", language="es").catalog
    lynx: Any = patched.get(Record, "creature", "examples.deep-fauna:cave_lynx")
    assert catalogue.translate(Message(lynx.name)) == "lince de las cavernas"
    assert patched.blame("creature", "core.stealth:cave_bat", "asleep")[-1].endswith(
        "mods/deep-fauna/content/bats.toml:6"
    )


def hearing(loaded: LoadResult, cell: tuple[int, int]) -> int:
    """Returns the player's hearing range at a cell, with base 60."""
    session = Session.begin(loaded.rules, 7, {"floor": 2})
    view: Context = session.context()
    world, _, _ = grid.current_level(view)
    world.actors[world.player].at = cell
    return view.fold("on_hear", events.Hearing(world.player, 0, "step", 2, 100, 0), {"range": 60})["range"]


def test_echoing_halls_stretches_hearing_in_corridors_alone_by_its_setting() -> None:
    loaded = examples("echoing-halls")
    session = Session.begin(loaded.rules, 7, {"floor": 2})
    _, level, ground = grid.current_level(session.context())
    walkable = ground.grid.walkable
    cells = [(y, x) for y in range(1, level.shape[0] - 1) for x in range(1, level.shape[1] - 1) if walkable[y, x]]
    around = {(y, x): int(walkable[y - 1 : y + 2, x - 1 : x + 2].sum()) - 1 for y, x in cells}
    corridor = next(cell for cell in cells if around[cell] <= 3)
    hall = next(cell for cell in cells if around[cell] == 8)
    assert (hearing(loaded, corridor), hearing(loaded, hall)) == (120, 60)
    wide = examples("echoing-halls", settings={"examples.echoing-halls.echo_factor": 1.5})
    assert hearing(wide, corridor) == 90


def test_a_save_with_a_creature_of_a_missing_mod_goes_on_without_it(tmp_path: Path) -> None:
    """The creature is kept as an orphan and returns with its mod (see `tests/saves`)."""
    session = play(examples("deep-fauna"), 5)
    world = grid.get_world(session.state)
    other = next(actor for actor in world.actors.values() if actor.id != world.player)
    other.kind = "examples.deep-fauna:cave_lynx"
    path = tmp_path / "game.save"
    save(session, path, "1.0")
    without = load_save(examples().rules, path)
    assert other.id not in grid.get_world(without.state).actors
    save(without, path, "1.0")
    assert load_save(examples("deep-fauna").rules, path).hash() == session.hash()


def test_a_save_of_a_mod_that_only_listened_goes_on_without_it(tmp_path: Path) -> None:
    session = play(examples("echoing-halls"), 5)
    path = tmp_path / "game.save"
    save(session, path, "1.0")
    again = load_save(examples().rules, path)
    assert again.state.turn == session.state.turn
