"""``footfall generate``: levels and whole dungeons without a game."""

from __future__ import annotations

import json
import weakref

import numpy as np
import pytest
from PIL import Image

from footfall.engine.session import Session
from footfall.loader import load
from footfall.ui.drawing import export
from footfall.world.state import get_world

STEALTH = {
    "town": ["desert", "desert-stairs", "elder", "desert-inhabitants", "furnish", "check"],
    "cavern": ["carve", "cave-stairs", "pools", "cave-inhabitants", "furnish", "check"],
}

PLACEMENTS = ("pave_", "place_")
"""How the steps begin with which rules as data place things and creatures."""


def report(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.proof(1)
@pytest.mark.parametrize("name", ["town", "fixed", "cavern", "standard"])
def test_every_generator_of_the_base_game_by_name(footfall, name):
    words = ("generate", "stealth", "--floor", 5, "--generator", name, "--seed", 7, "--steps", "--json")
    found = report(footfall(*words))
    assert found["data"]["generator"] == f"core.stealth:{name}"
    assert found["data"]["floor"] == 5
    steps = [step["name"].removeprefix("core.stealth:") for step in found["steps"]]
    assert steps[-1] == "check"
    if name in STEALTH:
        assert [step for step in steps if not step.startswith(PLACEMENTS)] == STEALTH[name]
    assert found["steps"][-1]["data"] == found["data"]
    assert len({json.dumps(step["rows"]) for step in found["steps"]}) > 2
    assert found == report(footfall(*words))
    assert found["data"]["tiles"] != report(footfall(*words[:-3], 8, "--json"))["data"]["tiles"]


def test_the_floor_is_the_one_a_game_begins_with(footfall):
    found = report(footfall("generate", "stealth", "--floor", 3, "--seed", 11, "--to", "json"))
    session = Session.begin(load("stealth", only_mods=()).rules, 11, {"floor": 3})
    (level,) = get_world(session.state).levels.values()
    palette = found["data"]["palette"]
    assert [[palette[n] for n in row] for row in found["data"]["tiles"]] == [
        [level.palette[n] for n in row] for row in level.tiles.tolist()
    ]


def test_what_a_mod_adds_to_a_generator_is_a_step(footfall, tmp_path):
    mod = tmp_path / "ponds.py"
    mod.write_text(
        'MOD = "you.ponds"\n'
        "from footfall.api import Step, hook\n"
        "def pond(ctx, draft):\n"
        '    draft.set_tile((1, 1), "core.stealth:floor")\n'
        "@hook\n"
        "def on_generate(event):\n"
        '    return [Step("you.ponds:pond", pond, after="core.stealth:carve")] '
        'if event.name == "core.stealth:cavern" else []\n'
    )
    words = ("generate", "stealth", "--generator", "cavern", "--steps", "--json", "--mods", mod)
    found = report(footfall(*words))
    assert [step["name"] for step in found["steps"]][:2] == ["core.stealth:carve", "you.ponds:pond"]
    assert "you.ponds" in [row[0] for row in found["mods"]]


@pytest.mark.proof(0)
def test_a_whole_delve_with_the_log_of_its_dice(footfall):
    one = footfall("generate", "delve", "--seed", 7, "--lang", "en")
    assert one.exit_code == 0, one.output
    assert one.output == footfall("generate", "delve", "--seed", 7, "--lang", "en").output
    assert "Player 1 rolls for corridor features: 8 + 3 = 11: one door." in one.output
    assert "#<<····0" in one.output
    spanish = footfall("generate", "delve", "--seed", 7, "--lang", "es").output
    assert "Jugador 1 tira para los elementos del pasillo: 8 + 3 = 11" in spanish
    found = report(footfall("generate", "delve", "--seed", 7, "--steps", "--json"))
    assert found["data"]["format"] == "delve-1"
    assert found["data"]["quests"] == 1
    assert [step["name"] for step in found["steps"]][:2] == ["start", "lay"]
    assert [line for step in found["steps"] for line in step["lines"]] == found["lines"]
    assert len({len(step["rows"][-1:]) for step in found["steps"]}) == 1


@pytest.mark.proof(0)
def test_a_delve_obeys_settings_options_and_mods(footfall, tmp_path):
    few = report(footfall("generate", "delve", "--option", "max_zones=4", "--json"))
    assert len(few["data"]["zones"]) == 4
    strict = ("generate", "delve", "--set", "core.delve.features=two_doors", "--json")
    assert report(footfall(*strict))["settings"]["core.delve.features"] == "two_doors"
    mod = tmp_path / "chambers.py"
    mod.write_text(
        'MOD = "you.chambers"\n'
        "from footfall.api import hook\n"
        '@hook.of("core.delve", "decide_ruling", decision="core.delve:frontier")\n'
        "def last(event):\n"
        "    return event.options[-1]\n"
    )
    plain, ruled = footfall("generate", "delve"), footfall("generate", "delve", "--mods", mod)
    assert ruled.exit_code == 0, ruled.output
    assert plain.output != ruled.output
    named = footfall("generate", "delve", "--option", "party=Ana,Bo", "--lang", "en")
    assert "Ana rolls" in named.output


def test_a_delve_is_a_map_to_play(footfall, tmp_path):
    """The JSON output is accepted as a prepared map (D-MODE)."""
    found = report(footfall("generate", "delve", "--seed", 7, "--json"))
    rules = load("delve", only_mods=()).rules
    for given in (found, found["data"], json.dumps(found)):
        session = Session.begin(rules, 1, {"mode": "table", "map": given})
        assert len(session.state.parts["core.delve"].delve.zones) == len(found["data"]["zones"])


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", ["stealth", "delve"])
def test_pictures_and_films(footfall, tmp_path, game):
    words = ("generate", game, "--seed", 7)
    for name, more in (("a.png", ()), ("b.png", ("--steps",)), ("c.gif", ())):
        out = tmp_path / name
        done = footfall(*words, "--to", name[2:], "--out", out, *more)
        assert done.exit_code == 0, done.output
        if name == "b.png":  # a film has the same pictures
            again = tmp_path / f"again-{name}"
            footfall(*words, "--to", name[2:], "--out", again, *more)
            assert again.read_bytes() == out.read_bytes()
    with Image.open(tmp_path / "a.png") as one, Image.open(tmp_path / "b.png") as sheet:
        assert len(np.unique(np.asarray(one).reshape(-1, 3), axis=0)) > 4
        assert sheet.size[0] > one.size[0]
    with Image.open(tmp_path / "c.gif") as film:
        frames = film.n_frames
    assert frames == len(report(footfall(*words, "--steps", "--json"))["steps"])


def test_a_film_holds_few_of_its_frames(footfall, tmp_path, monkeypatch):
    render, drawn, most = export.render_stage, [], 0

    def watch(*arguments):
        nonlocal most
        image = render(*arguments)
        drawn.append(weakref.ref(image))
        most = max(most, sum(frame() is not None for frame in drawn))
        return image

    monkeypatch.setattr(export, "render_stage", watch)
    done = footfall("generate", "stealth", "--to", "gif", "--out", tmp_path / "c.gif")
    assert done.exit_code == 0, done.output
    assert len(drawn) > 4
    assert most <= 2


@pytest.mark.proof(0)
def test_mistakes_are_reported(footfall, tmp_path):
    for words, code, text in (
        (("king",), 1, "core.king generates nothing; games that do: core.stealth, core.delve"),
        (("delve", "--option", "frontir=depth"), 1, "did you mean 'frontier'?"),
        (("delve", "--floor", "2"), 1, "has no option 'floor'; it has: on_exhausted"),
        (("delve", "--option", "frontier=up"), 1, "option frontier: Invalid enum value 'up'"),
        (("delve", "--option", "view=all"), 1, "one of players, master"),
        (("delve", "--option", "bounds=3"), 1, "option bounds is left,top,width,height"),
        (("stealth", "--floor", "99"), 1, "from 1 to 16, got 99"),
        (("stealth", "--option", "floor=x"), 1, "from 1 to 16, got 'x'"),
        (("stealth", "--generator", "maze"), 1, "one of core.stealth:town"),
        (("stealth", "--to", "png"), 2, "--to png needs --out FILE"),
        (("stealth", "--out", tmp_path / "no" / "x.txt"), 1, "cannot be written"),
        (("nogame",), 1, "nogame"),
    ):
        done = footfall("generate", *words)
        assert done.exit_code == code, done.output
        assert text in done.output.replace("\n", " "), done.output
        assert "Traceback" not in done.output
