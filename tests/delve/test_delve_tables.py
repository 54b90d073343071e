"""The dice tables of the delve: their chances, means and gaps, and the frequencies of small runs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from delve_cases import K, lay_zones

from footfall.plugins.delve.model import ZoneKind
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import count_facts, generate
from footfall.plugins.delve.tables import RollTable, TableRow

LENGTH = {"one": 4, "two": 5, "three": 2, "special": 1}
FEATURES = {"gm-low": 10, "empty-low": 26, "one-door": 53, "two-doors": 34, "empty-high": 15, "gm-high": 6}
END = {"X": 3, "closed": 25, "right": 27, "T": 34, "left": 27, "down": 13, "up": 9, "special": 6}


@pytest.mark.parametrize(
    ("name", "weights"),
    [
        ("length", LENGTH),  # D-CORR-LEN
        ("features", FEATURES),  # D-CORR-FEAT
        ("end", END),  # D-CORR-END
        ("room", {"empty": 5, "special": 3, "lair": 2, "quest": 2}),  # D-ROOM-TYPE
        ("doors", {"none": 5, "one": 4, "two": 3}),  # D-ROOM-DOORS
        ("parity", {"even": 6, "odd": 6}),  # D-ZONE
        ("secret", {"nothing": 9, "found": 3}),  # D-SECRET
    ],
)
def test_exact_chances(tables, name, weights):
    assert tables.by_name[name].count_weights() == weights


def test_special_rooms_have_the_chances_of_two_dice(tables):
    weights = list(tables.special.count_weights().values())
    assert weights == [*range(1, 13), *range(11, 0, -1)]
    assert tables.special.rows[13].id == "fountain"


def test_means_of_the_tables(tables):
    """Exact means: sections, doors, mouths, room doors."""

    def mean(name, value):
        table = tables.by_name[name]
        total = sum(table.count_weights().values())
        rows = {row.id: row for row in table.rows if row.id}
        return Fraction(sum(weight * value(rows[id]) for id, weight in table.count_weights().items()), total)

    assert mean("length", lambda row: row.sections or 2) == Fraction(11, 6)
    assert mean("features", lambda row: row.doors) == Fraction(121, 144)
    assert mean("end", lambda row: len(tables.ends[tables.end_of[row.id]].mouths)) == Fraction(131, 144)
    assert mean("doors", lambda row: row.doors) == Fraction(5, 6)


def test_a_later_row_takes_a_total_over():
    rows = (TableRow("old", tuple(range(1, 13))), TableRow("new", (7,)))
    table = RollTable("t", 1, rows)
    assert table.count_weights() == {"old": 11, "new": 1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((TableRow("a", (1, 2)),), "no row for the totals 3, 4"),
        ((TableRow("a", (*range(1, 13), 13)),), "names the total 13"),
    ],
)
def test_a_table_with_a_gap_is_refused(rows, said):
    with pytest.raises(ValueError, match=said):
        RollTable("t", 1, rows)


def test_corridors_take_five_faces_and_rooms_two(tables):
    """D-CORR-STEPS, D-ROOM-STEPS: how many faces, in which order of tables."""
    delve, change = lay_zones(tables, K)
    assert [roll.table for roll in change.note.rolls] == ["length", "features", "end"]
    _, change = lay_zones(tables, (3, [6, 7, 6, 1]), delve=delve)
    assert [roll.table for roll in change.note.rolls] == ["room", "special", "doors"]
    delve, change = lay_zones(tables, K, (3, [4, 7]), (4, [3, 6, 7, 6, 1]))
    assert [roll.table for roll in change.note.rolls] == ["parity", "room", "special", "doors"]
    _, change = lay_zones(tables, K, (3, [6, 1, 7, 6]), policy=Policy(rolls_special_last=True))
    assert [roll.table for roll in change.note.rolls] == ["room", "doors", "special"]
    assert change.zone.special == "fountain"


def test_frequencies_of_a_small_run(tables, load_script):
    """Within 5 standard deviations of the exact chance for each row; statistics near the reference values."""
    tally = load_script("benches/delve/distributions.py").DelveTally()
    for seed in range(250):
        tally.add(generate(tables, seed))
    for name, seen in tally.rows.items():
        weights = tables.by_name[name].count_weights()
        total, of = sum(weights.values()), sum(seen.values())
        for row, weight in weights.items():
            chance = weight / total
            assert abs(seen[row] - of * chance) <= 5 * (of * chance * (1 - chance)) ** 0.5 + 1, (name, row)
    figures = tally.compute_figures()
    assert figures["quest_reached"] > 0.93
    assert 19 < figures["zones"] < 29


def test_facts_of_a_delve(tables):
    delve = generate(tables, 8)
    found = count_facts(delve)
    assert found["rooms"] == sum(zone.kind is ZoneKind.ROOM for zone in delve.zones)
    assert found["zones"] == len(delve.zones)
    assert found["faces"] == sum(len(roll.faces) for note in delve.journal for roll in note.rolls)
