"""Records that are valid one by one, but of which no game can be made, are named with file and line; the game plays."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main

MANIFEST = """[mod]
id = "you.odd"
version = "1.0.0"
api = "1"
name = "Odd"
summary = "Odd records."
authors = ["You"]
license = "MIT"
games = ["{game}"]
"""
ALL = ", ".join(str(total) for total in range(1, 13))

KING = {
    'profile."core.king:*"': {
        "start_nodes = []": "start_nodes: at least one",
        'start_nodes = ["x"]': "no node is called 'x'",
        'threshold_node = ""': "threshold_node: no node",
        "ring = []": "ring: it must name each",
        "presence_table = []": "must begin with round 1",
        "anti_loop = true": "anti_loop: it cannot",
    },
    'role."core.king:*"': {'start = ["CORPSE"]': "no object or tale 'CORPSE'"},
    'card."core.king:CORPSE"': {
        'rows = [{ do = [["take", "NOPE"]] }]': "no object or tale 'NOPE'",
        'use = [["step", "core.king:ritual-key"]]': "is not a step of a mod",
        'use = [["step", "gone"]]': "'gone' is not a step of a mod",
        'use = [["step", "you.bad:gone"]]': "no mod provides the step 'you.bad:gone'",
        'rows = [{ do = [["status", "SLEEPY", 2]] }]': "no status 'SLEEPY'; there are CLARITY",
        'reveal = [["figure", "NOBODY", "here"]]': "reveal: there is no figure 'NOBODY'",
        'reveal = [["figure", "GOBLIN", "attic"]]': "a figure appears here, corridor",
        'reveal = [["figure", "GOBLIN", "here", "loud"]]': "then lone, reveal; got",
        'rows = [{ do = [["theft"], ["theft"]] }]': "'theft' stands once",
        'rows = [{ do = [["gain", -3]] }]': "no negative number",
    },
    'table."core.king:*"': {'rows = [{ to = 6, do = [["harm", -1]] }]': "no negative number"},
}
DELVE = {
    'dice_table."core.delve:length"': {
        "rows = []": "no row for the totals",
        "dice = 2": "cannot show",
        'dice = 2\nset.draw = "deck"': "dice must be 1",
    },
    'dice_table."core.delve:secret"': {'draw = "rising"': "rolled with a bonus"},
    'dice_table."core.delve:room"': {
        f'rows = [{{ id = "a", on = [{ALL}] }}]': "row 'a' has no room",
        f'rows = [{{ id = "a", on = [{ALL}], room = "core.delve:lair" }}]': "would not end",
    },
    'dice_table."core.delve:doors"': {
        f'rows = [{{ id = "a", on = [1] }}, {{ id = "a", on = [{ALL}] }}]': "two rows have the id 'a'",
    },
    'room_type."core.delve:*"': {'instead = ""': "in its place", "guarded = true": "in its place"},
    'room_type."core.delve:quest"': {'counts = ""': "would not end"},
    'special_room."core.delve:*"': {"roll = []": "totals of two dice", "roll = [1, 2]": "totals of two dice"},
    'special_corridor."core.delve:*"': {'terrain = "nope"': "no tile 'nope'"},
}
STEALTH = {
    'effect."core.stealth:poisoned"': {
        'sensed = ["rats"]': "sensed: no creature is called 'rats'",
        'unsensed = ["sleeples"]': "unsensed: no creature",
    },
}
CASES = [
    (game, record, value, text)
    for game, records in (("king", KING), ("delve", DELVE), ("stealth", STEALTH))
    for record, values in records.items()
    for value, text in values.items()
]


@pytest.mark.proof(3)
@pytest.mark.parametrize(("game", "record", "value", "text"), CASES)
def test_it_is_named_and_the_game_plays(tmp_path: Path, game: str, record: str, value: str, text: str) -> None:
    folder = tmp_path / "odd"
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST.format(game=game), encoding="utf-8")
    (folder / "content" / "odd.toml").write_text(f"[patch.{record}]\nset.{value}\n", encoding="utf-8")
    checked = CliRunner().invoke(main, ["mods", "check", str(folder)], env={"COLUMNS": "400"})
    assert checked.exit_code == 1
    assert "content/odd.toml:" in checked.output
    assert text in checked.output
    played = CliRunner().invoke(main, ["run", game, "--seed", "3", "--turns", "5", "--mods", str(folder)])
    assert played.exit_code == 1  # for the finding
    assert "you.odd" in played.output
    assert "turn " in played.output, played.exception
