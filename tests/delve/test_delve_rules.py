"""Every rule has a test; the guard of the quest room; clues that replace ends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from delve_cases import K, lay_zones

from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.model import Fate
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.rules import clues
from footfall.plugins.delve.rules.explore import ForbiddenError, begin_delve, is_guard_open
from footfall.plugins.delve.rules.way_out import count_sections_to_way_out

HERE = Path(__file__).parent
RULES = [
    "D-MODE",
    "D-MAPPER",
    "D-LEADER",
    "D-START",
    "D-REVEAL",
    "D-ZONE",
    "D-CORR-STEPS",
    "D-CORR-LEN",
    "D-CORR-FEAT",
    "D-CORR-END",
    "D-ROOM-STEPS",
    "D-ROOM-TYPE",
    "D-ROOM-SIZE",
    "D-QUEST-GUARD",
    "D-COMBAT",
    "D-ROOM-PLACE",
    "D-ROOM-DOORS",
    "D-DOORPLACE",
    "D-SECRET",
    *(f"G-{n}" for n in range(1, 17)),
]


def test_every_rule_is_named_by_a_test():
    text = "\n".join(
        re.sub(r"RULES = \[.*?\n\]", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in sorted(HERE.glob("test_*.py"))
    )
    named = set(re.findall(r"\b[DG]-[A-Z0-9]+(?:-[A-Z]+)*", text))
    assert [rule for rule in RULES if rule not in named] == []


# The guard (D-QUEST-GUARD).


@pytest.mark.parametrize(
    ("lairs", "rooms", "opens"), [(0, 7, False), (1, 7, False), (2, 2, True), (0, 8, True), (1, 8, True)]
)
def test_d_quest_guard(tables, lairs, rooms, opens):
    delve = begin_delve(Policy(), tables)
    delve.lairs, delve.rooms = lairs, rooms
    assert is_guard_open(delve, 1, Policy()) is opens


def test_guard_policies(tables):
    delve = begin_delve(Policy(), tables)
    delve.rooms = 7
    assert is_guard_open(delve, 1, Policy(counts_current_room=True))
    script = [K, (3, [11, 9]), (4, [5, 12, 7])]
    delve, _ = lay_zones(tables, *script)
    assert is_guard_open(delve, 1, Policy())
    assert not is_guard_open(delve, 1, Policy(counts_converted_rooms=False))
    assert not is_guard_open(delve, 2, Policy(guard_scope="level"))
    delve, change = lay_zones(tables, *script, (5, [7, 11, 5]), policy=Policy(quest_max=1))
    assert change.zone.type == "quest"
    delve.exits.append(delve.exits[0])
    delve.quests = 1
    _, change = lay_zones(tables, *script, policy=Policy(guard_lairs=0, quest_max=1))
    assert change.zone.type == "lair"
    assert "quest-max" in change.note.remarks


# Clues (C-CLUE).


def test_a_clue_replaces_an_end(tables):
    delve, _ = lay_zones(tables, (1, [5, 4, 5, 5, 4]))  # E03: a right turn
    clues.replace_end(delve, 1, "up", tables).write(delve)
    assert delve.zones[1].end == "up"
    assert delve.get_exit(3).fate is Fate.BLOCKED
    assert check_invariants(delve, tables) == []
    delve, _ = lay_zones(tables, (1, [1, 3, 3, 2, 2]))  # E02: closed
    clues.replace_end(delve, 1, "down", tables).write(delve)
    assert len(delve.zones[1].floors) == 2
    assert check_invariants(delve, tables) == []
    with pytest.raises(ForbiddenError, match="no-such-end"):
        clues.replace_end(delve, 1, "T", tables)
    with pytest.raises(ForbiddenError, match="no-such-end"):
        clues.replace_end(delve, 0, "up", tables)


def test_a_clue_does_not_close_a_way_that_was_taken(tables):
    delve, _ = lay_zones(tables, (1, [5, 4, 5, 5, 4]), (3, [1, 3, 3, 2, 2]))
    with pytest.raises(ForbiddenError, match="end-explored"):
        clues.replace_end(delve, 1, "up", tables)


def test_a_clue_makes_an_empty_room_special(tables):
    delve, _ = lay_zones(tables, K, (3, [1, 5]))
    clues.replace_type(delve, 2, "fountain", tables).write(delve)
    assert (delve.zones[2].type, delve.zones[2].special) == ("special", "fountain")
    assert check_invariants(delve, tables) == []
    with pytest.raises(ForbiddenError, match="no-such-room"):
        clues.replace_type(delve, 2, "fountain", tables)


def test_the_way_out_in_sections(tables):
    delve, _ = lay_zones(tables, K, (3, [1, 5]))
    assert count_sections_to_way_out(delve, 0, tables, Policy()) == 0
    assert count_sections_to_way_out(delve, 1, tables, Policy()) == 2
    assert count_sections_to_way_out(delve, 2, tables, Policy()) == 3
