"""Plain text speaks the odds in a line when they change, and offers the letters only where they choose."""

from __future__ import annotations

import re

from footfall.api import Message
from footfall.api.scene import ActionOdds, Chance
from footfall.api.session_scene import build_session_scene
from footfall.testing import scene as stage_scene
from footfall.testing.game_under_test import GameUnderTest
from footfall.ui.frontends.plain_facts import FACTS, summarize_odds
from footfall.ui.frontends.scene_reader import SceneReader
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

STILL = {"mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 5, "foh": 5, "perception": 5}}


def begin(stealth: int = 0) -> GameUnderTest:
    rock = {"name": "rock", "kind": "core.stealth:rocks", "holder": "@"}
    player = {"stats": {"fov": 9, "stealth": stealth}}
    picture = "#########\n#.......#\n#.@.E..E#\n#.......#\n#########"
    legend = {"D": {"tile": "core.stealth:floor", "actor": "D"}}
    picture = picture.replace("E#", "D#")
    other = {**STILL, "kind": "core.stealth:goblin"}
    return stage_scene(picture, actors={"@": player, "E": STILL, "D": other}, items=[rock], legend=legend)


def test_the_odds_are_one_line_and_told_when_they_change() -> None:
    game = begin(stealth=3)
    scene = build_session_scene(game.session)
    state, _ = handle_key(UiState(), scene, "v")
    reader = SceneReader()
    told = reader.read(scene, state, game.translate).changes[-1]
    assert re.fullmatch(
        r"If you stay: .+\s%\. A step .+, the safest: .+\s%\. A step .+, the riskiest: .+\s%\.", told
    ), told
    assert len(FACTS["o"](scene, state, game.translate)) > 3
    assert told not in reader.read(scene, state, game.translate).changes
    game.do("h")
    moved = reader.read(build_session_scene(game.session), state, game.translate).changes
    assert len(moved) <= 1
    assert told not in moved


def test_a_step_that_may_well_be_noticed_is_told_unasked() -> None:
    """P-ODDS-8: the numbers of the screen, in each turn in which they change; none while the risk is small."""
    for stealth, is_told in ((0, True), (30, False)):
        game = begin(stealth)
        reader = SceneReader()
        reader.read(build_session_scene(game.session), UiState(), game.translate)
        game.do("h")
        told = reader.read(build_session_scene(game.session), UiState(), game.translate).changes
        assert any("the riskiest:" in line or "Any step:" in line for line in told) == is_told


def test_the_mean_chance_that_is_told_ranks_and_not_the_highest_that_is_possible() -> None:
    game = begin()
    scene = build_session_scene(game.session)
    near = Chance(Message("near"), (1, 1), (0, 720), False, Message("likely"), mean=380)
    far = Chance(Message("far"), (9, 9), (0, 940), False, Message("hardly"), mean=80)
    seen = Chance(Message("seen"), (1, 2), (0, 90), False, Message("little"))
    scene.ask_odds = lambda: (
        ActionOdds("stay", Message("staying"), chances=(far, near)),
        ActionOdds("step", Message("north"), 0, (far, seen)),
        ActionOdds("step", Message("south"), 4, (near,)),
    )

    def translate(message: Message) -> str:
        return " ".join((message.id.removeprefix("footfall-ui-plain-odds-"), *map(str, message.args.values())))

    assert summarize_odds(scene, translate, is_asked=True) == [
        "Stay staying near likely Best north seen little Worst south near likely"
    ]


def test_a_target_is_told_where_it_is_without_a_letter_that_moves_the_cursor() -> None:
    game = begin()
    scene = build_session_scene(game.session)
    state = UiState()
    for key in ("t", "a"):
        state, _ = handle_key(state, scene, key)
    assert state.cursor is not None
    told = FACTS["d"](scene, state, game.translate)
    assert told[0].endswith(", 2 east")
    assert not [line for line in told if re.match(r"\w: ", line)]
    assert FACTS["k"](scene, state, game.translate) == ["move the cursor, TAB next, ENTER here, ESC cancels"]
