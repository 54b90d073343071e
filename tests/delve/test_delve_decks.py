"""Decks without replacement and rising rows, as data (section F): tables that remember what was drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from delve_cases import BadFaceError, ScriptedDice

from footfall.loader import load
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.model import Delve, JournalEntry, TableRoll
from footfall.plugins.delve.policy import Policy
from footfall.plugins.delve.statistics import compute_exact_chances, generate
from footfall.plugins.delve.tables import RollTable, TableRow, tables_of

PATCH = """
[patch.dice_table."core.delve:room"]
set = { draw = "deck" }

[patch.dice_table."core.delve:end"]
set = { draw = "rising" }

[patch.dice_table."core.delve:parity"]
set = { draw = "deck" }
"""


@pytest.fixture(scope="module")
def remembering(tmp_path_factory):
    folder = tmp_path_factory.mktemp("decks") / "decks"
    (folder / "content").mkdir(parents=True)
    (folder / "content" / "decks.toml").write_text(PATCH)
    (folder / "mod.toml").write_text(
        '[mod]\nid = "you.decks"\nversion = "1"\napi = "1"\nname = "Decks"\nsummary = "Cards."\n'
        'games = ["delve"]\n[requires]\n"core.delve" = ">=0.1"\n'
    )
    loaded = load("delve", mods=[folder], only_mods=())
    assert [str(p) for p in loaded.findings if p.severity.name != "NOTE"] == []
    return tables_of(loaded.rules.records)


def drawn(delve, table):
    return [roll for note in delve.journal for roll in note.rolls if roll.table == table]


def test_a_deck_is_drawn_to_its_end_before_it_is_whole_again(remembering):
    whole = 0
    for seed in range(12):
        policy = Policy(stop="exhausted", max_zones=45)
        delve = generate(remembering, seed, policy)
        assert check_invariants(delve, remembering, policy) == []
        cards = [roll.faces[0] for roll in drawn(delve, "room")]
        for start in range(0, len(cards), 12):
            round_of = cards[start : start + 12]
            assert len(set(round_of)) == len(round_of)
            if len(round_of) == 12:
                whole += 1
                rows = Counter(roll.row for roll in drawn(delve, "room")[start : start + 12])
                assert rows == {"empty": 5, "special": 3, "lair": 2, "quest": 2}
    assert whole > 5


def test_the_same_dice_draw_the_same_cards(remembering):
    one, two = generate(remembering, 4), generate(remembering, 4)
    assert one.journal == two.journal
    faces = [face for note in one.journal for roll in note.rolls for face in roll.faces]
    again = generate(remembering, 0, dice=ScriptedDice(faces))
    assert again.zones == one.zones


def test_a_card_that_is_gone_cannot_be_played(remembering):
    delve = generate(remembering, 4)
    gone = drawn(delve, "room")[-1].faces[0]
    if len(drawn(delve, "room")) % 12:
        with pytest.raises(BadFaceError, match=f"the card for 'room' is {gone}; the deck has: "):
            remembering.type.roll(ScriptedDice([gone]), delve)


def test_a_row_rises_when_it_was_used():
    table = RollTable("end", 1, [TableRow(name, (n, n + 6)) for n, name in enumerate("abcdef", 1)], "rising")
    delve = Delve()

    def roll(face):
        found, row = table.roll(ScriptedDice([face]), delve)
        delve.journal.append(JournalEntry("lay", 0, rolls=(found,)))
        return row.id

    assert [roll(face) for face in (3, 3, 2, 1)] == ["c", "b", "b", "b"]
    assert [row.id for row in table.order_risen_rows(delve)[1:7]] == ["b", "a", "c", "d", "e", "f"]
    assert isinstance(delve.journal[0].rolls[0], TableRoll)


def test_rising_rows_hold_every_total(remembering):
    moved = 0
    for seed in range(6):
        delve = generate(remembering, seed)
        now = remembering.end.order_risen_rows(delve)
        assert sorted(row.id for row in set(now[2:])) == sorted(row.id for row in set(remembering.end.rows[2:]))
        moved += now != list(remembering.end.rows)
    assert moved > 3


def test_no_fixed_chance_is_promised(remembering):
    tables = {key.partition("/")[0] for key in compute_exact_chances(remembering)}
    assert tables.isdisjoint(("room", "end", "parity"))
    assert "length" in tables


def test_two_dice_are_no_deck():
    with pytest.raises(ValueError, match="a deck has a card for every face of one die"):
        RollTable("end", 2, [TableRow("all", tuple(range(2, 25)))], "deck")
