"""The expert bot plans with what the character can do and know: decoys, lures, rounds, doors, smoke, wrappings."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api import Command
from footfall.api.grid import get_world
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.plugins.stealth.actions.commands import Throw, Wait, Walk
from footfall.plugins.stealth.bots.expert.cover import foresee
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import play_of
from footfall.plugins.stealth.model.state import Mood
from footfall.plugins.stealth.player.tricks import EaseDoor, Whistle
from footfall.plugins.stealth.quest.bells import find_loudest
from footfall.sim.bots import find_bot
from footfall.testing import GameUnderTest, scene

FIGURES = {"hp": 30, "hp_max": 32}
STATS = {"stealth": 3, "fov": 7, "foh": 8, "satiety": 28, "satiety_max": 32, "capacity": 35, "luck": 1}
GUARD = {
    "kind": "core.stealth:true_orc", "hp": 32, "hp_max": 32, "mind": {"ai": "guard", "mood": "calm", "post": (7, 11)},
    "stats": {"fov": 5, "foh": 6, "defense": 4, "to_hit": 3, "strength": 4},
}  # fmt: skip
STAIRS = {">": {"tile": "core.stealth:stairs_down"}}


class Play:
    """The expert bot in a scene."""

    def __init__(self, game: GameUnderTest) -> None:
        self.game, self.session = game, game.session
        self.bot = find_bot(game.session.rules, "expert")
        self.ctx = BotContext(game.session, self.bot.id, 1)

    def step(self) -> Command:
        """Lets the bot decide once, and plays its command."""
        command = self.bot.decide(self.ctx, list_legal_commands(self.session))
        result = self.session.submit(command)
        assert result.refusal is None
        return command

    def play(self, turns: int) -> list[Command]:
        return [self.step() for _ in range(turns)]


def build(picture: str, actors: dict[str, Any] | None = None, **arguments: Any) -> Play:
    me = {**FIGURES, "stats": STATS}
    game = scene(picture, actors={"@": me, **(actors or {})}, legend=STAIRS, **arguments)
    level = game.session.state.parts["world"].levels[1]
    level.memory, level.explored = (level.tiles + 1).astype(level.memory.dtype), level.tiles >= 0
    return Play(game)


HALL = """
################
#..............#
#..............#
#..............#
#..............#
#..............#
#..............#
#@.........E..>#
################
"""


def test_a_stone_draws_a_guard_off_the_way() -> None:
    stone = {"name": "stone", "kind": "core.stealth:rocks", "holder": "@"}
    armed = build(HALL, {"E": GUARD}, items=[stone])
    commands = armed.play(6)
    assert any(type(command) is Throw for command in commands)
    assert armed.game.find_id("E") in play_of(armed.session.state).inquiries
    assert not any(type(command) is Throw for command in build(HALL, {"E": GUARD}).play(6))


def list_way(game: GameUnderTest, turns: int) -> list[tuple[int, tuple[int, int]]]:
    """The cells of a walker, turn by turn."""
    way = []
    for turn in range(turns):
        game.do(".")
        way.append((turn, game.session.state.parts["world"].actors[game.find_id("E")].at))
    return way


CROSSING = """
########.....######
########...E.######
########.....######
########.....######
#@................>
########.....######
########.....######
########.....######
"""
WALKER = {
    **GUARD, "stats": {**GUARD["stats"], "foh": 1},
    "mind": {"ai": "rounds", "mood": "calm", "post": (1, 11), "rounds": ((0, 11), (7, 11))},
}  # fmt: skip


def test_a_round_is_foreseen_once_it_was_walked() -> None:
    """What is expected of a walker is what it does; on its first lap, that it goes straight on."""
    rooms = "@#.....#.....\n.#.....#.....\n.#...........\n.#.....#.....\n##E....#....."
    stops = ((2, 3), (1, 10), (4, 11))
    walker = {"mind": {"ai": "rounds", "mood": "calm", "post": (4, 2), "rounds": stops}, "stats": {"foh": 0}}
    way = list_way(scene(rooms, actors={"E": walker}), 80)
    right = [
        foresee(way[:turn])[:6] == [cell for _, cell in way[turn : turn + 6]]
        for turn in range(50, 74)
        if way[turn - 1][1] != way[turn - 2][1]
    ]
    assert len(right) > 10
    assert all(right)
    assert foresee([(0, (1, 1)), (1, (1, 2))])[:2] == [(1, 3), (1, 4)]
    assert foresee([(0, (1, 1)), (1, (1, 1))]) == []


def test_a_walker_is_let_pass() -> None:
    """It waits, out of its sight or far enough, while the way is being crossed, and is not noticed."""
    crossed = build(CROSSING, {"E": WALKER})
    commands = crossed.play(11)
    assert sum(type(command) is Wait for command in commands) >= 4
    assert play_of(crossed.session.state).notice_count == 0
    assert get_world(crossed.session.state).actors[crossed.game.find_id("E")].at[0] > 5


def test_a_shut_door_is_eased_before_it_is_opened() -> None:
    """It sees what is behind a door before the door is open."""
    commands = build("#@+....>#", {}).play(3)
    assert [type(command) for command in commands] == [EaseDoor, Walk, Walk]


GOBLIN = {
    "kind": "core.stealth:goblin", "hp": 8, "hp_max": 8, "mind": {"ai": "guard", "mood": "calm", "post": (3, 9)},
    "stats": {"fov": 5, "foh": 6, "perception": 0, "defense": 1},
}  # fmt: skip
CORNER = """
##########
####.....#
####.#####
#@......E#
####.#####
####....>#
##########
"""


def test_a_creature_in_its_way_is_lured_into_an_ambush() -> None:
    """From a hiding place it whistles, waits in the dark, and strikes first."""
    lured = build(CORNER, {"E": GOBLIN})
    commands = lured.play(7)
    called = [type(command) for command in commands].index(Whistle)
    assert any(type(command) is Wait for command in commands[called:])
    assert type(commands[-1]) is Walk
    wounded = get_world(lured.session.state).actors.get(lured.game.find_id("E"))
    assert wounded is None or wounded.hp < GOBLIN["hp"]


def test_smoke_ends_a_hard_fight() -> None:
    """A pot lands where it covers the hunters, but not the character."""
    hunter = {**GUARD, "mind": {"ai": "hostile", "mood": "aggravated"}}
    pot = {"name": "pot", "kind": "core.stealth:smoke_pot", "holder": "@"}
    fight = build("#@...E...", {"E": hunter}, items=[pot])
    assert type(fight.step()) is Throw
    assert fight.session.state.parts["core.stealth"].minds[fight.game.find_id("E")].mood is Mood.ASLEEP
    assert not fight.session.state.parts["world"].actors[1].effects


@pytest.mark.parametrize(("wrapping", "left"), [("cloth", 3), ("beeswax", 1)])
def test_a_bell_is_muffled(wrapping: str, left: int) -> None:
    """P-BELL-5"""
    items = [
        {"name": "bell", "kind": "core.stealth:unrung_bell", "holder": "@"},
        {"name": "wrapping", "kind": f"core.stealth:{wrapping}", "holder": "@"},
    ]
    play = build("@....", {}, items=items, parts={"core.stealth.play": {"course": "core.stealth:first"}})
    play.play(3)
    me = get_world(play.session.state).actors[1]
    assert find_loudest(get_phase(play.session.context()), me)[0] == left
