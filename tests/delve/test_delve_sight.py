"""G-15: which mouths a hero's sight triggers (case E39)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from delve_cases import ScriptedDice
from hypothesis import given, settings, strategies as st

from footfall import kernels
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.explore import begin_delve, explore
from footfall.plugins.delve.rules.sight import build_open_mask, find_triggered_mouths, list_crossed_cells
from footfall.plugins.delve.statistics import generate
from footfall.testing.backends import use_backend


def seen_from(delve, x, y, policy=None):
    origin, opens = build_open_mask(delve, 1)
    return find_triggered_mouths(delve, 1, (y, x), opens, origin, policy)


def test_e39_sight_in_the_start_corridor(tables, acceptance):
    case = acceptance["sight"]
    delve = begin_delve(Policy(), tables)
    for y in case["rows"]:
        for x in range(case["from"], case["quiet_to"] + 1):
            assert seen_from(delve, x, y) == []
    for want in case["seen"]:
        assert seen_from(delve, *want["at"]) == want["exits"]
    for y in case["rows"]:
        assert [seen_from(delve, x, y) for x in (10, 11)] == [[1, 2], [1, 2]]


@pytest.mark.parametrize("name", ["python", "rust"])
def test_both_kernels_trigger_alike(tables, name):
    with use_backend(name):
        delve = begin_delve(Policy(), tables)
        assert seen_from(delve, 8, 0) == [2]
        assert seen_from(delve, 8, 1) == [1]


def test_g15_the_straight_mouth_of_a_crossing_is_seen_from_the_whole_corridor(tables):
    delve = begin_delve(Policy(), tables)
    explore(delve, 1, ScriptedDice([4, 7, 7, 1, 2]), tables, GameMaster()).write(delve)  # E10: an X
    straight = next(e.id for e in delve.exits if e.zone == 1 and e.heading == 0)
    assert straight in seen_from(delve, 10, -1)
    assert straight in seen_from(delve, 11, 1)


def test_doors_are_never_triggered_by_sight(tables):
    for seed in range(10):
        delve = generate(tables, seed, Policy(stop="exhausted", max_zones=8))
        mouths = {e.id for e in delve.exits if e.way.value == "mouth" and e.fate.value == "pending"}
        for zone in delve.zones:
            top, left, height, width = zone.floors[-1]
            for y in range(top, top + height):
                for x in range(left, left + width):
                    assert set(seen_from(delve, x, y)) <= mouths


def test_other_ways_of_seeing(tables):
    delve = begin_delve(Policy(), tables)
    assert seen_from(delve, 9, 0, Policy(sight="on_piece")) == []
    assert seen_from(delve, 10, 0, Policy(sight="on_piece")) == [1, 2]
    assert seen_from(delve, 8, 0, Policy(sight="light", sight_radius=1)) == []
    assert seen_from(delve, 9, 0, Policy(sight="light", sight_radius=1)) == [1]


def really_crossed(a, b):
    """Cells whose inside a segment crosses, by exact fractions along a clipped line."""
    found = set()
    (ay, ax), (by, bx) = a, b
    for y in range(min(ay, by), max(ay, by) + 1):
        for x in range(min(ax, bx), max(ax, bx) + 1):
            low, high = Fraction(0), Fraction(1)
            inside = True
            for start, way, centre in ((ay, by - ay, y), (ax, bx - ax, x)):
                near, far = centre - Fraction(1, 2), centre + Fraction(1, 2)
                if way == 0:
                    inside = inside and near < start < far
                    continue
                ends = sorted(((near - start) / way, (far - start) / way))
                low, high = max(low, ends[0]), min(high, ends[1])
            if inside and low < high:
                found.add((y, x))
    return found - {a, b}


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_crossed_cells_are_those_the_segment_enters(dy, dx):
    a, b = (3, -4), (3 + dy, -4 + dx)
    assert set(list_crossed_cells(a, b)) == really_crossed(a, b)
    assert set(list_crossed_cells(b, a)) == set(list_crossed_cells(a, b))


@settings(max_examples=100)
@given(st.integers(0, 2**32 - 1), st.integers(0, 80), st.integers(0, 80))
def test_an_unbroken_segment_is_a_line_of_the_kernels(seed, one, two):
    """The kernels' line never blocks what G-15 lets through, so asking it first loses nothing."""
    opens = kernels.cave((9, 9), seed, open_probability=0.7, steps=0).astype(bool)
    a, b = (one // 9, one % 9), (two // 9, two % 9)
    if all(opens[cell] for cell in list_crossed_cells(a, b)):
        assert kernels.line_of_sight(opens, a, b)
