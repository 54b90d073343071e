"""A 7 is blue, and the table still covers every total."""

from pathlib import Path

from footfall.loader import load

LOADED = load("delve", mods=[Path(__file__).parent.parent], only_mods=(), strict=True)


def test_a_seven_is_blue() -> None:
    table = LOADED.rules.records.table(object, "dice_table")["core.delve:magic_circle"]
    rows = {total: row.id for row in table.rows for total in row.on}
    assert rows[7] == "blue"
    assert (rows[6], rows[8]) == ("grey", "unknown")
    assert sorted(rows) == list(range(1, 13))
