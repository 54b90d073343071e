"""A mod of the delve: a table row, a special room, a game master's ruling, words for a reveal (docs/delve.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from delve_cases import Faces

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.delve.commands import ExploreExit
from footfall.plugins.delve.tables import tables_of

MOD = Path(__file__).parents[1] / "data" / "delve" / "mods" / "deep-halls"
DOCS = Path(__file__).parents[2] / "docs" / "delve.md"


@pytest.fixture(scope="module")
def loaded():
    found = load("delve", mods=[MOD], only_mods=())
    assert [str(p) for p in found.findings if p.severity.name != "NOTE"] == []
    return found


def play(loaded, *script):
    session = Session.begin(loaded.rules, 1, {"mode": "table"}, strict=True)
    for number, faces in script:
        session.dice_source = Faces(faces)
        assert session.submit(ExploreExit(actor=session.state.question.actor, exit=number)).refusal is None
        assert session.dice_source.left == []
    return session.state.parts["core.delve"].delve, [loaded.catalog.translate(line.message) for line in session.log]


def test_a_row_more(loaded):
    assert tables_of(loaded.rules.records).end.count_weights()["spiral"] == 1
    delve, told = play(loaded, (1, [1, 3, 3, 12, 12]))
    assert delve.zones[1].end == "you.deep-halls:spiral"
    assert told[-2].endswith("one section, a spiral stair.")


def test_a_special_room_and_its_reveal(loaded):
    delve, told = play(loaded, (1, [4, 5, 5, 2, 2]), (3, [6, 6, 7, 1]))
    room = delve.zones[2]
    assert (room.special, room.depth, room.width) == ("you.deep-halls:forge", 10, 5)
    assert "It is warm here, and iron rings." in told


def test_a_ruling(loaded):
    delve, told = play(loaded, (1, [1, 3, 3, 12, 10]))
    assert delve.zones[1].end == "chamber"
    assert told[-1] == "The game master decided how the corridor ends."


def test_the_page_shows_this_mod():
    """Every code block of docs/delve.md that names a file of the mod is that file."""
    text = DOCS.read_text(encoding="utf-8")
    for name in ("mod.toml", "content/halls.toml", "deep_halls/__init__.py"):
        assert (MOD / name).read_text(encoding="utf-8").strip() in text, name


def test_the_weight_of_an_encounter_has_a_limit(tmp_path):
    (tmp_path / "content").mkdir()
    (tmp_path / "mod.toml").write_text('[mod]\nid = "you.heavy"\nversion = "1.0.0"\ngames = ["delve"]\n')
    record = '[encounter.many]\ncreatures = ["core.stealth:goblin"]\nweight = 999999999999999999\n'
    (tmp_path / "content" / "encounter.toml").write_text(record)
    [finding] = [f for f in load("delve", mods=[tmp_path], only_mods=()).findings if f.severity.name == "ERROR"]
    assert "expected whole number <= 1000000000, not 999999999999999999" in finding.text
