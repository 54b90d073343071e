"""Confirmations before risky actions, and the page of kills."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from footfall.api import Command, Message
from footfall.api.grid import Fixture, Item, current_level, get_world
from footfall.api.session_scene import build_session_scene
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.stealth.actions.commands import Inspect, MeleeAttack, Throw, Walk
from footfall.plugins.stealth.model.play_state import run_stats_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

CORE = "core.stealth:"


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("core.stealth", only_mods=())


def arena(loaded: LoadResult, mood: Mood, away: int = 3) -> tuple[Session, Any, Any]:
    """An open floor with the character and one goblin to the east."""
    session = Session.begin(loaded.rules, 5, {"floor": 4}, strict=True)
    world, level, _ = current_level(session.context())
    player = world.actors[world.player]
    player.stats["fov"] = 8
    y, x = player.at
    level.tiles[max(1, y - 6) : y + 7, max(1, x - 6) : x + 7] = level.palette.index(CORE + "floor")
    foes = [a for a in world.actors.values() if a.level == level.id and a.side == "hostile"]
    for actor in foes[1:]:
        del world.actors[actor.id]
        stealth_of(session.state).minds.pop(actor.id, None)
    foe = foes[0]
    foe.kind, foe.at, foe.hp = CORE + "goblin", (y, x + away), 1
    stealth_of(session.state).minds[foe.id].mood = mood
    level.__dict__.pop("level_index", None)
    return session, player, foe


def set_tile(session: Session, cell: tuple[int, int], tile: str) -> None:
    _, level, _ = current_level(session.context())
    if CORE + tile not in level.palette:
        level.palette.append(CORE + tile)
    level.tiles[cell] = level.palette.index(CORE + tile)
    level.__dict__.pop("level_index", None)


@pytest.mark.parametrize("tile", ["gravel", "door", "chest"])
@pytest.mark.parametrize(("mood", "asked"), [(Mood.ASLEEP, True), (Mood.CALM, True), (Mood.AGGRAVATED, False)])
def test_a_noise_that_an_unaware_creature_would_hear_needs_confirmation(
    loaded: LoadResult, tile: str, mood: Mood, asked: bool
) -> None:
    session, player, _ = arena(loaded, mood)
    cell = (player.at[0], player.at[1] - 1)
    assert build_session_scene(session).confirmations == {}
    set_tile(session, cell, tile)
    before = session.hash()
    confirmation = build_session_scene(session).confirmations
    assert (cell in confirmation) == asked
    if asked:
        told = loaded.catalog.translate(confirmation[cell]).replace("\xa0", " ")
        wakes = "wakes " if mood is Mood.ASLEEP else ""
        assert re.fullmatch(rf"{wakes}\d.* %: the goblin hears that \(noise 2\)\. Go on\?", told)
    assert session.hash() == before


def test_a_door_that_stands_ajar_is_quiet_and_a_chance_of_nothing_asks_nothing(loaded: LoadResult) -> None:
    session, player, foe = arena(loaded, Mood.CALM)
    cell = (player.at[0], player.at[1] - 1)
    set_tile(session, cell, "door_ajar")
    assert build_session_scene(session).confirmations == {}
    set_tile(session, cell, "door")
    assert cell in build_session_scene(session).confirmations
    foe.effects[CORE + "paralysed"] = 9
    get_world(session.state).__dict__.clear()
    assert build_session_scene(session).confirmations == {}


def put_hollow_wall(session: Session, cell: tuple[int, int], hp: int) -> None:
    set_tile(session, cell, "secret_wall")
    world, level, _ = current_level(session.context())
    world.fixtures[9001] = Fixture(9001, CORE + "secret_wall", level.id, cell, hp)
    level.__dict__.pop("level_index", None)


def ask_west(loaded: LoadResult, session: Session) -> str:
    """The question before a step to the west; empty if there is none."""
    scene = build_session_scene(session)
    state, result = handle_key(UiState(), scene, "h")
    assert isinstance(result, Walk) == (state.confirmation is None)
    if state.confirmation is None:
        return ""
    assert isinstance(handle_key(state, scene, "y")[1], Walk)
    return loaded.catalog.translate(state.confirmation.question).replace("\xa0", " ")


STRIKE = "Noise 4 when the wall breaks, noticed by ordinary ears up to 6 cells away, 4 for sure. Strike it?"


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_blow_at_a_hollow_wall_tells_how_far_it_is_noticed(loaded: LoadResult, is_alone: bool) -> None:
    session, player, foe = arena(loaded, Mood.ASLEEP)
    cell = (player.at[0], player.at[1] - 1)
    put_hollow_wall(session, cell, 1)
    session.submit(Inspect(actor=player.id, target=cell))
    if is_alone:
        foe.at = (1, 1)
        current_level(session.context())[1].__dict__.pop("level_index", None)
    told = ask_west(loaded, session)
    assert told == STRIKE if is_alone else re.fullmatch(r"wakes .*: the goblin hears that \(noise 4\).*", told)


def test_the_question_about_a_bell_tells_who_notices_it(loaded: LoadResult) -> None:
    """P-ODDS-7, P-BELL-3: at once, and on the way home."""
    session = Session.begin(loaded.rules, 3, {"course": "first", "floor": 4})
    world = get_world(session.state)
    player = world.actors[world.player]
    world.items[world.next_id] = Item(world.next_id, "core.stealth:copper_bell", level=player.level, at=player.at)
    world.next_id += 1
    world.levels[player.level].__dict__.pop("level_index", None)
    state, result = handle_key(UiState(), build_session_scene(session), "g")
    assert result is None
    assert state.confirmation is not None
    told = loaded.catalog.translate(state.confirmation.question).replace("\xa0", " ")
    assert re.fullmatch(
        r"Noise \d at once: a creature with ordinary ears notices you up to 6 cells away for sure, one with keen ears "
        r"farther off\. While you carry it, it rings every \d+ turns \(noise \d\)\. Take the bell\?",
        told,
    ), told


def test_a_question_gives_no_hidden_wall_away(loaded: LoadResult) -> None:
    """A blow does."""
    session, player, foe = arena(loaded, Mood.ASLEEP)
    cell = (player.at[0], player.at[1] - 1)
    put_hollow_wall(session, cell, 99)
    foe.at = (1, 1)
    current_level(session.context())[1].__dict__.pop("level_index", None)
    assert ask_west(loaded, session) == ""
    session.submit(Walk(actor=player.id, direction=6))
    assert ask_west(loaded, session) == STRIKE


def test_no_confirmation_out_of_earshot_or_below_the_threshold(loaded: LoadResult) -> None:
    session, player, foe = arena(loaded, Mood.ASLEEP)
    cell = (player.at[0], player.at[1] - 1)
    set_tile(session, cell, "gravel")
    foe.stats["foh"] = 3
    assert build_session_scene(session).confirmations == {}
    foe.stats["foh"] = 4
    assert cell in build_session_scene(session).confirmations
    session.state.settings["core.stealth.ui.ask_before_loud"] = 3
    assert build_session_scene(session).confirmations == {}
    session.state.settings["core.stealth.ui.ask_before_loud"] = 0
    assert build_session_scene(session).confirmations == {}


def test_a_loud_noise_carries_farther_if_the_rules_say_so(loaded: LoadResult) -> None:
    session, player, foe = arena(loaded, Mood.ASLEEP)
    set_tile(session, (player.at[0], player.at[1] - 1), "gravel")
    foe.stats["foh"] = 3
    session.state.settings["core.stealth.hearing.loudness_extends"] = True
    get_world(session.state).__dict__.pop("core.stealth:settings")
    assert list(build_session_scene(session).confirmations) == [(player.at[0], player.at[1] - 1)]


def test_a_loud_character_is_not_asked_at_every_step(loaded: LoadResult) -> None:
    session, player, _ = arena(loaded, Mood.ASLEEP)
    player.stats["noise"] = 1
    set_tile(session, (player.at[0], player.at[1] - 1), "door")
    set_tile(session, (player.at[0] - 1, player.at[1]), "gravel")
    assert list(build_session_scene(session).confirmations) == [(player.at[0] - 1, player.at[1])]


def test_harmful_ground_of_a_mod_needs_confirmation(tmp_path: Path) -> None:
    mod = tmp_path / "embers"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(
        '[mod]\nid = "tests.embers"\nversion = "1.0.0"\napi = "1"\nname = "Embers"\nsummary = "Hot ground."\n'
        'authors = ["us"]\nlicense = "MIT"\ngames = ["stealth"]\n'
    )
    (mod / "content" / "tiles.toml").write_text(
        '[tile.embers]\ninherits = "core.stealth:floor"\nname = "stealth-tile-cave-floor"\ntags = ["harmful"]\n'
    )
    session, player, _ = arena(load("core.stealth", only_mods=(), mods=[mod]), Mood.ASLEEP)
    _, level, _ = current_level(session.context())
    cell = (player.at[0], player.at[1] - 1)
    level.palette.append("tests.embers:embers")
    level.tiles[cell] = len(level.palette) - 1
    level.__dict__.pop("level_index", None)
    name = Message("stealth-tile-cave-floor")
    assert build_session_scene(session).confirmations == {cell: Message("stealth-sure-harm", {"name": name})}


def test_an_item_known_to_harm_its_user_needs_confirmation(loaded: LoadResult) -> None:
    session, player, _ = arena(loaded, Mood.ASLEEP)
    world, _, _ = current_level(session.context())
    world.items[9000] = Item(9000, CORE + "confusion_potion", holder=player.id)
    player.pack.append(9000)

    def asked() -> Message | None:
        listed = build_session_scene(session).choices["use"]
        return next(choice.confirmation for choice in listed if choice.value == 9000)

    assert asked() is None  # not identified
    session.state.parts["core.stealth.lore"].identified_kinds.append(CORE + "confusion_potion")
    confirmation = asked()
    assert confirmation is not None
    assert confirmation.id == "stealth-sure-use"
    listed = build_session_scene(session).choices["inventory"]
    assert all(choice.confirmation is None for choice in listed)


def test_equal_items_are_one_choice_whose_letter_stays_and_useless_ones_cannot_be_used(loaded: LoadResult) -> None:
    session, player, _ = arena(loaded, Mood.ASLEEP)
    world, _, _ = current_level(session.context())
    for id in (9000, 9001, 9002):
        world.items[id] = Item(id, CORE + "rocks", holder=player.id)
        player.pack.append(id)

    def list_rocks(name: str) -> list[tuple[str, str]]:
        listed = [choice for choice in build_session_scene(session).choices[name] if choice.value in world.items]
        rocks = [choice for choice in listed if world.items[choice.value].kind == CORE + "rocks"]
        return [(loaded.catalog.translate(choice.label), choice.letter) for choice in rocks]

    assert list_rocks("use") == []
    ((label, letter),) = list_rocks("throw")
    assert label == "rock ×3"
    assert list_rocks("inventory") == [(label, letter)]
    scene = build_session_scene(session)
    state, _ = handle_key(UiState(), scene, "t")
    state, _ = handle_key(state, scene, letter)
    command = handle_key(state, scene, "ENTER")[1]
    assert isinstance(command, Throw)
    session.submit(command)
    assert list_rocks("throw") == [("rock ×2", letter)]
    page = build_session_scene(session).pages["inventory"]
    assert page.title is not None
    assert page.title.args["count"] == len(player.pack)


def test_kills_are_counted(loaded: LoadResult) -> None:
    session, player, foe = arena(loaded, Mood.ASLEEP, away=1)
    player.stats["to_hit"] = player.stats["strength"] = 9
    assert run_stats_of(session.state).slain == {}
    command: Command = MeleeAttack(actor=player.id, target=foe.at)
    assert session.submit(command).refusal is None
    assert run_stats_of(session.state).slain == {CORE + "goblin": 1}
    rows = build_session_scene(session).pages["deeds"].lines
    assert [span.text for span in rows[1].spans] == ["1", Message("stealth-creature-goblin")]


def test_a_step_that_is_likely_noticed_needs_confirmation_where_standing_still_may_be_safer(loaded: LoadResult) -> None:
    """P-ODDS-2: seen for sure from three cells, and from four perhaps."""
    session, player, foe = arena(loaded, Mood.CALM, away=4)
    player.stats.update(stealth=2, luck=0)
    stealth_of(session.state).minds[foe.id].ai = "guard"
    foe.stats.update(fov=4, foh=0, perception=0, cost=10)
    y, x = player.at
    asked = build_session_scene(session).confirmations
    assert list(asked) == [(y - 1, x + 1), (y, x + 1), (y + 1, x + 1)]
    told = loaded.catalog.translate(asked[y, x + 1]).replace("\xa0", " ")
    assert told == "100 %: the goblin, 4 cells east, notices you. Go on?"
    session.state.settings["core.stealth.ui.ask_before_loud"] = 0
    assert build_session_scene(session).confirmations == {}
