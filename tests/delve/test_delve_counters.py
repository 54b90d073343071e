"""Dungeon counters and wandering monsters (setting ``counters``): the game master's budget."""

from __future__ import annotations

import msgspec
import pytest
from delve_walker import Walker

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.changes import EndExplorationTurn, SpendCounters
from footfall.plugins.delve.commands import DeclareTurnOver
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.counters import count_usable, end_exploration_turn
from footfall.plugins.delve.rules.explore import begin_delve
from footfall.world.state import get_world


def turns(tables, seed, count, danger=1):
    policy = Policy(has_counters=True, danger=danger)
    delve, master = begin_delve(policy, tables), GameMaster(policy, seed)
    for _ in range(count):
        change = end_exploration_turn(delve, master)
        before = delve.counters, delve.turn_die
        change.write(delve)
        yield change, before, delve


@pytest.mark.parametrize(("danger", "full"), [(1, 6), (2, 6), (3, 5)])
def test_the_turn_die_runs_to_its_end(tables, danger, full):
    """1 or 12 gains a counter and leaves the die; else it advances, and full it gains one and restarts."""
    seen = set()
    for seed in range(20):
        for change, (had, die), delve in turns(tables, seed, 60, danger):
            assert delve.counters == had + change.gain
            if change.gain and change.die == die:
                seen.add("face")
            elif change.gain:
                assert (die, change.die) == (full - 1, 1)
                seen.add("full")
            else:
                assert change.die == die + 1 < full
    assert seen == {"face", "full"}


def test_monsters_wander_on_6_and_7(tables):
    wandered = [change.brings_monsters for seed in range(60) for change, *_ in turns(tables, seed, 40)]
    assert abs(sum(wandered) / len(wandered) - 2 / 12) < 0.03


def test_a_dangerous_dungeon_begins_with_a_counter(tables):
    assert [begin_delve(Policy(has_counters=True, danger=d), tables).counters for d in (1, 2, 3)] == [0, 0, 1]
    assert begin_delve(Policy(danger=3), tables).counters == 0


def test_what_may_be_used_for_a_room(tables):
    delve = begin_delve(Policy(has_counters=True), tables)
    delve.counters = 9
    table = []
    for danger in (1, 2, 3, 4):
        delve.danger = danger
        table.append((count_usable(delve, delve.zones[0], False), count_usable(delve, delve.zones[0], True)))
    assert table == [(1, 2), (2, 4), (4, 6), (6, 6)]
    SpendCounters(4).write(delve)
    assert delve.counters == 5
    with pytest.raises(ValueError, match="there are 5 dungeon counters, not 6"):
        SpendCounters(6).write(delve)


def test_without_the_setting_a_turn_is_just_over(tables):
    delve = begin_delve(Policy(), tables)
    assert end_exploration_turn(delve, GameMaster(Policy(), 3)) == EndExplorationTurn(0)


@pytest.fixture(scope="module")
def counting():
    return load("delve", only_mods=(), settings={"core.delve.counters": True, "core.delve.turn_length": 3})


def test_they_come_to_the_edge_of_sight(counting):
    """On foot: no monster appears next to the hero, and the players' dice are not touched."""
    came = 0
    for seed in range(12):
        walker = Walker(Session.begin(counting.rules, seed, {}, strict=True))
        hero, faces = walker.hero, dict(walker.session.state.streams)
        for _ in range(40):
            walker.session.submit(next(iter(counting.rules.game.list_legal(walker.session.context()))))  # waits
            others = [a for a in get_world(walker.session.state).actors.values() if a.id != hero.id]
            if others:
                came += 1
                assert all(max(abs(a.at[0] - hero.at[0]), abs(a.at[1] - hero.at[1])) >= 5 for a in others)
                break
        assert walker.session.state.streams == faces
    assert came > 6


def test_counters_make_a_lair_stronger(counting):
    for seed in range(30):
        session = Session.begin(counting.rules, seed, {}, strict=True)
        walker = Walker(session)
        for _ in range(8):
            walker.delve.counters = 9
            pending = walker.delve.list_pending_exits()
            if not pending or session.state.outcome:
                break
            before = len(get_world(session.state).actors)
            walker.explore_exit(pending[0].id)
            if walker.delve.counters == 8:
                assert len(get_world(session.state).actors) >= before + 2
                return
    raise AssertionError("no lair was found")


def test_at_the_table_it_is_told(counting):
    session = Session.begin(counting.rules, 1, {"mode": "table"}, strict=True)
    for _ in range(40):
        assert session.submit(DeclareTurnOver(actor=session.state.question.actor)).refusal is None
    told = [line.message.id for line in session.log]
    assert "delve-wandering" in told
    delve = session.state.parts["core.delve"].delve
    assert delve.counters > 0
    assert msgspec.to_builtins(delve)["turn_die"] in range(1, 6)
