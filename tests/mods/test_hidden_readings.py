"""Readings without a value on the screen are declared so; odds that need one and numbers that are cut are named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from footfall.api import ActorId
from footfall.api.grid import Cell
from footfall.check import check_mod
from footfall.cli.mod_lookup import find_mod
from footfall.loader import load
from footfall.plugins.stealth.model.state import ItemId
from footfall.plugins.stealth.vocabulary.knowledge import Radius
from footfall.testing import scene

SCENES = tomllib.loads((Path(__file__).parents[1] / "data" / "vocabulary" / "stealth-readings.toml").read_text("utf-8"))
NOTHING = (0, -1, "", None, ())
WriteRules = Callable[..., Path]


def list_values(game: Any, reading: Any) -> Iterator[Any]:
    """The values of a reading for the actors, things and some cells of a scene."""
    session = game.session
    world = session.state.parts["world"]
    things = [*world.actors.values()][:3] + [item for item in world.items.values() if item.at is not None][:2]
    about: dict[Any, list[Any]] = {
        ActorId: list(world.actors)[:4],
        ItemId: list(world.items),
        Cell: [thing.at for thing in things],
        int: [5],
        Radius: [5],
    }
    kinds = list(reading.parameters.values())
    if all(kind in about for kind in kinds):
        for arguments in product(*(about[kind] for kind in kinds)):
            yield reading.read(session.context(), *arguments)


def test_what_reads_nothing_on_the_screen_is_declared() -> None:
    vocabulary = load("stealth", only_mods=()).vocabulary
    assert vocabulary is not None
    readings, in_play, on_screen = vocabulary.readings.sources, set(), set()
    for case in SCENES["scene"]:
        about = {key: case[key] for key in ("actors", "items", "legend", "parts", "settings") if key in case}
        game = scene(case["picture"], **about)
        for found, game.session.is_foreseeing in ((in_play, False), (on_screen, True)):
            for key, reading in readings.items():
                if any(value not in NOTHING for value in list_values(game, reading)):
                    found.add(key)
    hidden = {key for key, reading in readings.items() if not reading.is_shown}
    assert not hidden & on_screen
    assert (in_play & readings.keys()) - on_screen <= hidden


def test_odds_that_need_one_are_named(write_rules: WriteRules, tmp_path: Path) -> None:
    rule = """
[hook.on_attack.slips]
when = "attacker.{reading} != 0"
odds = "words-odds"
dice = [{{ name = "slips", chance = [1, 4] }}, {{ when = "slips" }}]
add.to_hit = -2
"""
    for reading, codes in (("quarry", ["hidden-odds"]), ("hp", [])):
        mod = write_rules(tmp_path / reading, "stealth", rule.format(reading=reading), "words-odds = It slips.\n")
        found = [finding for finding in check_mod(find_mod(str(mod))).findings if finding.code == "hidden-odds"]
        assert [finding.code for finding in found] == codes
        assert all(finding.location.endswith("rules.toml:4") for finding in found)


def test_numbers_beyond_a_reading_or_list_are_named(write_rules: WriteRules, tmp_path: Path) -> None:
    rule = """
[hook.on_turn_end.far]
when = "player.enemies_within({radius}) > 0"
choose = "c in player.cell.cells_within({cells})"
where = "c.nearest_tile('door', {radius}).x > 0"
do.mark_cell = {{ at = "c", name = "far" }}
"""
    for radius, cells, lines in ((20, 5, []), (21, 5, [3, 5]), (20, 6, [4])):
        mod = write_rules(tmp_path / f"{radius} {cells}", "stealth", rule.format(radius=radius, cells=cells))
        found = [finding for finding in check_mod(find_mod(str(mod))).findings if finding.code == "cut-short"]
        assert [int(finding.location.rpartition(":")[2]) for finding in found] == lines
        assert all(f"and {radius if radius > 20 else cells} as" in finding.text for finding in found)
