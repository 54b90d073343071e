"""The map on paper: text, data, pictures, the log of the dice, prepared maps."""

from __future__ import annotations

import json
import re
from pathlib import Path

import delve_cases
import pytest
from delve_cases import ScriptedDice

from footfall.i18n.catalog import Catalog
from footfall.loader.files.mod_files import FolderFiles
from footfall.plugins.delve.changes import RevealZone
from footfall.plugins.delve.maps import export as map_export, export as prepared_map
from footfall.plugins.delve.maps.export import MapView
from footfall.plugins.delve.maps.invariants import check_invariants
from footfall.plugins.delve.model import ExitKind, Fate
from footfall.plugins.delve.policy import GameMaster, Policy
from footfall.plugins.delve.rules.explore import begin_delve, explore
from footfall.plugins.delve.rules.search import end_combat, search_wall
from footfall.plugins.delve.screen import journal_text
from footfall.plugins.delve.statistics import generate

PLUGIN = Path(__file__).parents[2] / "plugins" / "delve"
E16 = """\
      ###++##
      #.....####
      #.....#..#
      +.....#..#
      +..2..+.1#
      #.....+..#
#############..#
#<<....0.......#
#<<............#
#############░░#
"""


def case_of(acceptance, id):
    return next(case for case in acceptance["case"] if case["id"] == id)


@pytest.fixture(scope="module")
def catalogue():
    return lambda language: Catalog([("core.delve", FolderFiles(PLUGIN), "en")], language)


def test_the_example_of_the_rules(tables, acceptance):
    """The map of acceptance case E16, with G-7 and D-START."""
    delve, _ = delve_cases.play_case(tables, case_of(acceptance, "E16"))
    drawn = map_export.render_text(delve, tables)
    assert re.sub(r"\d", ".", drawn) == re.sub(r"\d", ".", E16)


def test_unfound_secret_doors_are_wall_to_players(tables, acceptance):
    delve, _ = delve_cases.play_case(tables, case_of(acceptance, "E28"))
    assert "S" not in map_export.render_text(delve, tables)
    assert map_export.render_text(delve, tables, view=MapView.MASTER).count("S") == 2


def test_a_picture_has_a_pixel_block_for_each_cell(tables, acceptance):
    delve, _ = delve_cases.play_case(tables, case_of(acceptance, "E16"))
    image = map_export.render_image(delve, tables, scale=3)
    lines = map_export.render_text(delve, tables).splitlines()
    assert image.shape == (3 * len(lines), 3 * max(map(len, lines)), 3)
    assert tuple(image[3 * 7 + 1, 4]) == map_export.Ink.UP.value[1]
    assert tuple(image[0, 3 * 9]) == map_export.Ink.DOOR.value[1]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_log_names_roll_roller_row_and_reason(tables, acceptance, catalogue, language):
    """D-LEADER: every roll is logged with its roller; the log says why a zone is not what was rolled."""
    speak = catalogue(language).translate
    delve, _ = delve_cases.play_case(tables, case_of(acceptance, "E33"))
    told = [speak(line) for line in journal_text.describe_journal(delve, tables)]
    text = "\n".join(told)
    assert not re.search(r"delve-|\{|\?\?|\[[A-Z]-|\b[Ze]\d", text)
    if language == "en":
        assert "Player 1 rolls for corridor features: 8 + 7 = 15: 2 doors." in text
        assert "There was no space for a fork: it is a dead end." in text
        assert "The dice said quest room, but it is too early for one." in text
        assert "Behind opening f (east): corridor 5, one section, a dead end." in text


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("E35", "The opening of corridor 1 to the west leads nowhere: there is a wall."),
        ("E36", "The door of corridor 2 to the north is a false one: there is rock behind it."),
    ],
)
def test_on_foot_an_exit_that_leads_nowhere_says_which(tables, acceptance, catalogue, case, told):
    delve, _ = delve_cases.play_case(tables, case_of(acceptance, case))
    lines = [line for note in delve.journal for line in journal_text.describe_walk(delve, note, tables)]
    assert catalogue("en").translate(lines[-1]) == told
    assert (
        catalogue("es").translate(lines[-1]).startswith(("La abertura del pasillo 1 hacia", "La puerta del pasillo 2"))
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_text_of_the_log_is_there(tables, catalogue, language):
    speak = catalogue(language).translate
    for seed in range(30):
        policy = Policy(stop="exhausted", max_zones=30, quest_max=1, pieces="box" if seed % 2 else "unlimited")
        for line in journal_text.describe_journal(generate(tables, seed, policy), tables):
            assert "delve-" not in speak(line)


def test_the_catalogue_is_whole(catalogue):
    assert [str(f) for f in catalogue("en").check_translations(("en", "es")) if f.mod == "core.delve"] == []


def test_d_mode_a_prepared_map_is_revealed_without_dice(tables):
    """D-MODE: loaded as placed but hidden; exploring shows it, and dice go on where it ends."""
    rolled = generate(tables, 21, Policy(stop="exhausted", max_zones=9, on_exhausted="stop"))
    delve = prepared_map.parse_prepared_map(map_export.to_json(rolled), tables)
    assert [zone.is_hidden for zone in delve.zones] == [False] + [True] * (len(rolled.zones) - 1)
    assert (delve.rooms, delve.lairs, delve.journal[1:]) == (0, 0, [])
    assert map_export.render_text(delve, tables).count("#") < map_export.render_text(
        delve, tables, view=MapView.MASTER
    ).count("#")
    master, none = GameMaster(), ScriptedDice([])
    shown = 0
    while True:
        todo = [gate for gate in delve.list_pending_exits() if gate.to >= 0]
        if not todo:
            break
        change = explore(delve, todo[0].id, none, tables, master)
        assert isinstance(change, RevealZone)
        change.write(delve)
        shown += 1
        while delve.fighting:
            end_combat(delve).write(delve)
        assert [line for line in check_invariants(delve, tables) if line[0] in "1234567"] == []
    assert shown == len(rolled.zones) - 1
    assert (delve.rooms, delve.lairs, delve.quests) == (rolled.rooms, rolled.lairs, rolled.quests)
    assert delve.leader == (rolled.lairs + rolled.quests) % 4
    left = delve.list_pending_exits()
    assert left, "the map ends somewhere"
    explore(delve, left[-1].id, ScriptedDice([1] * 5), tables, master).write(delve)


def test_hidden_zones_are_in_the_way_of_new_ones(tables):
    rolled = generate(tables, 4, Policy(stop="exhausted", max_zones=12, on_exhausted="stop"))
    delve = prepared_map.hide_zones(rolled, tables)
    for gate in rolled.exits:
        if gate.fate is Fate.LINKED and gate.way is not ExitKind.SECRET:
            assert delve.get_exit(gate.id).fate is Fate.PENDING
    with pytest.raises(Exception, match="not-pending"):
        explore(
            delve,
            next(g.id for g in delve.exits if delve.zones[g.zone].is_hidden),
            ScriptedDice([]),
            tables,
            GameMaster(),
        )


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda raw: "{", "not valid JSON"),
        (lambda raw: json.dumps({}), "format"),
        (lambda raw: json.dumps({**raw, "zones": []}), "first zone"),
        (lambda raw: json.dumps({**raw, "zones": [{**raw["zones"][0], "id": 5}]}), "numbered in order"),
        (lambda raw: json.dumps({**raw, "zones": raw["zones"][:1] + raw["zones"][:1]}), "numbered in order"),
        (lambda raw: json.dumps({**raw, "zones": [{**raw["zones"][0], "end": "spiral"}]}), "spiral"),
        (lambda raw: json.dumps({**raw, "exits": [{**raw["exits"][0], "at": [4, 4]}]}), "invariant"),
        (lambda raw: json.dumps({**raw, "leader": "x"}), "leader"),
    ],
)
def test_a_bad_map_is_explained(tables, spoil, said):
    raw = map_export.to_plain_data(begin_delve(Policy(), tables))
    with pytest.raises(prepared_map.BadMapError, match=said):
        prepared_map.parse_prepared_map(spoil(raw), tables, "maps/mine.json")


def test_d_mapper_the_map_can_be_exported_at_any_moment(tables):
    delve = begin_delve(Policy(), tables)
    assert delve.mapper == 0
    again = prepared_map.parse_prepared_map(map_export.to_json(delve), tables)
    assert again.exits == delve.exits
    assert map_export.render_text(again, tables) == map_export.render_text(delve, tables)


def test_a_search_is_told(tables, catalogue):
    delve = begin_delve(Policy(), tables)
    explore(delve, 1, ScriptedDice([1, 3, 3, 2, 2]), tables, GameMaster()).write(delve)
    search_wall(delve, 1, "1L", 2, ScriptedDice([11]), tables, GameMaster()).write(delve)
    told = [catalogue("en").translate(line) for line in journal_text.describe_journal(delve, tables)][-2:]
    assert told[0] == "Player 3 rolls for secret doors: 11: a secret door."
    assert told[1].startswith(
        "Player 3 searches the left wall of section 1 (west) of corridor 1 and finds secret door c"
    )
