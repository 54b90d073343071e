"""Rules that a scenario cannot express: the order of a turn, all results of the dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api import LogLineAdded
from footfall.api.grid import Moved, current_level
from footfall.plugins.stealth.actions.commands import Inspect, Wait, Walk
from footfall.plugins.stealth.items import Activate
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.scene.lists import describe_answer, describe_item_details, list_pack
from footfall.testing import ForcedDice, read_scenarios
from footfall.testing.scenario_game import ScenarioGame

DATA = Path(__file__).parents[1] / "data" / "stealth"
CORE = "core.stealth:"


def stage_of(id: str) -> ScenarioGame:
    return ScenarioGame(next(s for s in read_scenarios(DATA / "order.toml") if s.case.id == id))


def test_normal_actions_precede_extra_actions_each_in_order_of_arrival() -> None:
    """R-TIME-4, 6"""
    stage = stage_of("order")
    stage.session.dice_source = None
    moved = [
        event.actor for event in stage.session.submit(Walk(actor=1, direction=0)).events if isinstance(event, Moved)
    ]
    player, a, b, c = (stage.names[name] for name in ("@", "A", "B", "C"))
    assert moved == [player, a, b, c, a, b]


def test_a_turn_runs_creatures_then_reports_then_upkeep() -> None:
    """R-TIME-6"""
    stage = stage_of("order")
    stage.session.dice_source = None
    stage.step_counts.clear()
    stage.session.submit(Wait(actor=1))
    order = [name.removeprefix(CORE) for name, _ in stage.step_counts]
    assert order[:5] == ["npc-phase", "creature", "creature", "creature", "report"]
    assert order[5] == "upkeep"
    upkeep = order[6:-2]
    expected = ["recovery", "hunger", "affliction", "effects", "fires", "reinforcements"]
    assert set(expected) <= set(upkeep)
    assert upkeep.index("affliction") < upkeep.index("effects") < upkeep.index("fires")
    assert order[-2:] == ["turn-end", "turn"]


@pytest.mark.proof(2)
@pytest.mark.parametrize("bonus", range(6))
def test_a_bonus_shifts_all_six_results(bonus: int) -> None:
    """R-HIT-1, 2, 4: with bonus b the results are b + 1 to b + 6, and a tie misses."""
    for die in range(1, 7):
        for defense in (bonus + die - 1, bonus + die, bonus + die + 1):
            stage = stage_of("blow")
            world, _, _ = current_level(stage.session.context())
            world.actors[1].stats["to_hit"] = bonus
            foe = world.actors[stage.names["E"]]
            foe.stats["defense"] = defense
            hits = bonus + die > defense
            stage.session.dice_source = ForcedDice([("d6", die), *([("dmg", 0)] if hits else [])])
            stage.session.submit(Walk(actor=1, direction=2))
            assert (foe.hp == 9) is hits, (die, defense)


def test_the_inventory_details_every_item_for_free() -> None:
    """R-ITEM-3: a page of the scene with a letter and details, like items in one line; no command, no turn."""
    scenario = next(s for s in read_scenarios(DATA / "items.scenario.toml") if s.case.id == "AC-12")
    stage = ScenarioGame(scenario)
    ctx = stage.session.context()
    before = stage.session.hash()
    (keys,) = list_pack(get_phase(ctx))
    world, _, _ = current_level(ctx)
    assert (keys.letter, keys.label.args["count"]) == ("a", 34)
    dagger = next(s for s in read_scenarios(DATA / "ranged.scenario.toml") if s.case.id == "AC-42 at five")
    other = ScenarioGame(dagger).session.context()
    item = next(iter(current_level(other)[0].items.values()))
    details = {line.id for line in describe_item_details(get_phase(other), item) if not isinstance(line, str)}
    assert {"stealth-about-damage", "stealth-about-bonus", "stealth-about-throwable"} <= details
    assert stage.session.hash() == before
    assert world is current_level(ctx)[0]


def test_scouts_walk_the_rooms_in_manhattan_order() -> None:
    """R-AI-19: the Manhattan distance of (4, 4) from the post is 8, that of (0, 6) is 6."""
    stage = stage_of("order")
    stage.session.dice_source = None
    world, level, _ = current_level(stage.session.context())
    scout = stage.names["C"]
    y, x = world.actors[scout].at
    level.rooms = [(y + 4, x + 4), (y, x + 6), (y - 3, x)]
    mind = stage.session.state.parts[CORE.rstrip(":")].minds[scout]
    mind.ai, mind.post = "scout", (y, x)
    stage.session.submit(Wait(actor=1))
    mind = stage.session.state.parts[CORE.rstrip(":")].minds[scout]
    assert mind.rounds == ((y - 3, x), (y, x + 6), (y + 4, x + 4))


def test_inspecting_reports_what_was_last_seen() -> None:
    """R-INSPECT-1: a door that was opened out of view is still closed to the character."""
    stage = stage_of("door out of sight")
    session = stage.session
    session.dice_source = None

    def inspect_door() -> str:
        lines = [
            event
            for event in session.submit(Inspect(actor=1, target=(10, 11))).events
            if isinstance(event, LogLineAdded)
        ]
        return str(lines[-1].message.args["name"].id)

    session.submit(Wait(actor=1))
    assert inspect_door() == "stealth-tile-door"
    for _ in range(3):
        session.submit(Walk(actor=1, direction=6))
    session.state.parts[CORE.rstrip(":")].minds[stage.names["E"]].ai = "hostile"
    session.submit(Wait(actor=1))
    _, level, _ = current_level(session.context())
    assert level.palette[level.tiles[10, 11]] == CORE + "door_open"
    assert inspect_door() == "stealth-tile-door"
    session.state.parts[CORE.rstrip(":")].minds[stage.names["E"]].ai = "passive"
    for _ in range(3):
        session.submit(Walk(actor=1, direction=2))
    assert inspect_door() == "stealth-tile-door-open"


def test_aim_targets_are_named_and_do_not_reveal_a_disguise() -> None:
    """R-ITEM-4: a sleeping mimic looks like a chest."""
    stage = stage_of("aim")
    stage.session.dice_source = None
    scroll = stage.names["scroll"]
    stage.session.submit(Activate(actor=1, item=scroll))
    question = stage.session.state.question
    assert question is not None
    offered = [describe_answer(get_phase(stage.session.context()), question, option) for option in question.options]
    words = {choice.label.args["where"]: choice.label.args["name"].id for choice in offered[:-1]}
    assert words["→ 2"] == "stealth-tile-door"
    assert words["↑ 6"] == "stealth-tile-floor"
    assert words["← 2"] == "stealth-tile-floor"
    assert words["← 3"] == "stealth-tile-chest"
