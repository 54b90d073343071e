"""P-WHY-10: who comes into view says what for. P-MEM-3: sleepers are remembered where they were seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from panel_lines import list_unseen

from footfall.api.grid import current_level, get_world
from footfall.api.scene import Tint
from footfall.api.session_scene import build_session_scene
from footfall.engine.model import LoggedMessage
from footfall.engine.saves.save import load as load_save, save
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Wait
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import LOST, Inquiry, play_of
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.plugins.stealth.odds.unseen import list_heard
from footfall.plugins.stealth.quest.stairs import TakeStairs
from footfall.testing import GameUnderTest, scene
from footfall.world.level import forget_level_index

REMEMBERED = "stealth-remembered-creature"
WHISTLE = {"type": "core.stealth:whistle"}


def set_corner(mood: str = "calm", **stats: int) -> GameUnderTest:
    """A character in a passage, and a keen listener round the corner."""
    return scene(
        "@......\n######.\n##....E",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 9}},
            "E": {"mind": {"ai": "guard", "mood": mood}, "stats": {"foh": 12, "fov": 4, "perception": 0} | stats},
        },
    )


def list_arrivals(game: GameUnderTest) -> list[LoggedMessage]:
    return [line for line in game.session.log if line.message.id.startswith("stealth-edge-comes")]


def test_who_heard_a_whistle_out_of_view_says_so_as_it_comes_into_view() -> None:
    """P-WHY-10"""
    game = set_corner()
    game.do(WHISTLE)
    assert not list_arrivals(game)
    game.do(".", times=4)
    (line,) = list_arrivals(game)
    assert line.message.id == "stealth-edge-comes-noise"
    assert (line.message.args["noise"], line.message.args["sound"].id) == (4, "stealth-sound-whistle")
    assert "comes to look: it heard you" in game.translate(line.message)
    game.do(".", times=3)
    assert list_arrivals(game) == [line]


def test_a_hunter_that_noticed_out_of_view_says_so_as_it_comes_into_view() -> None:
    game = set_corner(foh=12, fov=1)  # so short of sight that it hunts by ear
    game.session.state.parts["world"].actors[1].stats["stealth"] = -20
    game.do(WHISTLE)
    game.do(".", times=4)
    (line,) = list_arrivals(game)
    assert (line.message.id, line.message.args["aim"]) == ("stealth-edge-comes-why", "hunts")


def test_what_noticed_out_of_view_is_explained_once_it_is_in_view() -> None:
    """P-WHY-10: also if a later notice is what brings it."""
    game = set_corner(foh=12, fov=1)
    game.session.state.parts["world"].actors[1].stats["stealth"] = -20
    game.do(WHISTLE)
    play = game.session.state.parts["core.stealth.play"]
    (last,) = play.notices
    first = msgspec.structs.replace(last, turn=0, roll=4)
    play.notices = [first, last]
    game.do(".", times=4)
    (arrival,) = list_arrivals(game)
    (line,) = [line for line in game.session.log if line.message.id == "stealth-edge-first-notice"]
    assert line.message.args["why"].args["roll"] == 4 != arrival.message.args["why"].args["roll"]
    assert game.translate(line.message).startswith("It was the goblin that noticed you on turn 0, out of your view.")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("kind", "mood", "told"),
    [
        ("goblin", "calm", {"en": "searching for its prey", "es": "busca lo que perseguía"}),
        ("slime", "aggravated", {"en": "hunting you: already on a hunt", "es": "te persigue: ya iba de caza"}),
    ],
)
def test_who_hunts_or_searches_without_a_notice_says_so_as_it_comes_into_view(
    kind: str, mood: str, told: dict[str, str], language: str
) -> None:
    """P-WHY-10: one that lost an adventurer; one that is on the hunt from the start."""
    game = scene(
        "@......\n######.\n##....E",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 9}},
            "E": {"kind": f"core.stealth:{kind}", "mind": {"ai": "guard", "mood": mood}, "stats": {"foh": 0, "fov": 1}},
        },
    )
    game.do(".")
    id = game.find_id("E")
    if mood == "calm":
        play_of(game.session.state).inquiries[id] = Inquiry((0, 5), LOST, 9)
    get_world(game.session.state).actors[id].at = (0, 4)
    forget_level_index(current_level(game.session.context())[1])
    game.do(".")
    (line,) = list_arrivals(game)
    catalog = load("stealth", mods=[], only_mods=()).catalog
    catalog.set_language(language)
    assert told[language] in catalog.translate(line.message)


def move(game: GameUnderTest, cell: tuple[int, int]) -> None:
    get_world(game.session.state).actors[game.find_id("E")].at = cell
    forget_level_index(current_level(game.session.context())[1])
    game.do(".")


def test_who_comes_for_the_bell_says_so() -> None:
    """P-WHY-10, P-BELL-4"""
    game = set_corner(foh=0, fov=1)
    game.do(".")
    play_of(game.session.state).inquiries[game.find_id("E")] = Inquiry((0, 0), "bell", 9)
    move(game, (0, 5))
    assert [line.message.id for line in list_arrivals(game)] == ["stealth-edge-comes-bell"]


def test_who_gave_up_out_of_view_says_so_as_it_comes_back_into_view() -> None:
    """P-WHY-10"""
    game = set_corner(foh=0, fov=1)
    id = game.find_id("E")
    play_of(game.session.state).inquiries[id] = Inquiry((0, 5), "whistle", 9)
    move(game, (0, 5))
    move(game, (2, 4))
    play_of(game.session.state).inquiries.pop(id, None)
    for cell in ((0, 5), (2, 4), (0, 5)):
        move(game, cell)
    assert [line.message.id for line in game.session.log].count("stealth-edge-calm") == 1


def test_an_arrival_is_told_before_the_first_blow() -> None:
    """P-WHY-10: "The goblin misses you" came before the line that it comes into view."""
    quick = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"foh": 12, "fov": 1, "cost": 5, "aggressivity": 20}}
    game = scene("@..E", actors={"@": {"stats": {"stealth": -20, "fov": 1}}, "E": quick})
    for _ in range(9):
        game.do(WHISTLE)
        if list_arrivals(game):
            break
    ids = [line.message.id for line in game.session.log if line.turn == list_arrivals(game)[0].turn]
    blows = [number for number, id in enumerate(ids) if id.startswith("stealth-us-")]
    assert blows
    assert ids.index("stealth-edge-comes-why") < blows[0]


@pytest.mark.parametrize(("marked", "words"), [(True, "has lost you"), (False, "has lost its prey")])
def test_only_who_noticed_the_character_has_lost_it(marked: bool, words: str) -> None:
    """P-WAY-5"""
    game = scene(
        "@......\n######.\n##....E",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 2, "foh": 20}},
            "E": {
                "mind": {"ai": "guard", "mood": "aggravated", "marked": marked, "last_seen": [5, 1], "lost": 99},
                "stats": {"foh": 0, "fov": 1},
            },
        },
    )
    game.do(".")
    (line,) = (line for line in game.session.log if line.message.id == "stealth-edge-loses-unseen")
    assert words in game.translate(line.message)


def test_a_quiet_game_has_the_same_state() -> None:
    told, quiet = set_corner(), set_corner()
    quiet.session.quiet = True
    for game in (told, quiet):
        game.do(WHISTLE)
        game.do(".", times=4)
    assert told.session.hash() == quiet.session.hash()
    assert quiet.session.display.sightings is None


def set_bedroom() -> GameUnderTest:
    """A lit character in the dark, and a sound sleeper just within its light."""
    sleeper = {"kind": "core.stealth:goblin", "mind": {"ai": "guard", "mood": "asleep"}, "stats": {"foh": 0, "fov": 0}}
    return scene(
        "#########\n#@......#\n#.....E.#\n#.......#\n#########",
        actors={"@": {"stats": {"stealth": 30, "fov": 2}, "effects": {"core.stealth:lamp": -1}}, "E": sleeper},
    )


def test_a_sleeper_is_remembered_where_it_was_seen_when_the_lamp_goes_out() -> None:
    """P-MEM-3"""
    game = set_bedroom()
    game.do(".")
    game.do({"type": "core.stealth:lamp"})
    seen = build_session_scene(game.session)
    goblin = get_world(game.session.state).actors[game.find_id("E")]
    (thing,) = (thing for thing in seen.things if thing.label.id == REMEMBERED)
    assert thing.position == goblin.at
    assert seen.notes[goblin.at][0].id == REMEMBERED
    y, x = goblin.at
    assert seen.cells.glyph[y, x] == ord("g")
    assert seen.cells.fg[y, x] == Tint.REMEMBERED
    assert "z goblin 5↘ 8 % 1 turn ago" in game.screen().replace("\xa0", " ").split("OUT OF SIGHT")[1]


def test_a_sleeper_that_is_gone_is_forgotten_once_its_place_is_seen() -> None:
    game = set_bedroom()
    game.do(".")
    game.do({"type": "core.stealth:lamp"})
    goblin = get_world(game.session.state).actors[game.find_id("E")]
    old = goblin.at
    goblin.at = (goblin.at[0] + 1, goblin.at[1])
    forget_level_index(current_level(game.session.context())[1])
    game.do(".")
    assert [thing.position for thing in build_session_scene(game.session).things] == [old]
    game.do({"type": "core.stealth:lamp"})
    game.do({"type": "core.stealth:lamp"})
    assert [thing.position for thing in build_session_scene(game.session).things] == [goblin.at]


def test_steps_of_a_sleeper_that_woke_out_of_view_are_those_of_another() -> None:
    """P-MEM-3, P-ODDS-8: it stays where it was, with the turns since; what is heard has odds of its own."""
    game = set_bedroom()
    game.do(".")
    game.do({"type": "core.stealth:lamp"})
    game.do(".", times=3)
    goblin, part = game.find_id("E"), stealth_of(game.session.state)
    at = get_world(game.session.state).actors[goblin].at
    for kind, is_heard in (("step", True), ("snore", False)):
        part.heard_sounds = [HeardSound(kind, 1, 50, 3, at, part.turn, goblin)]
        assert bool(list_unseen(game, "stealth-heard-chances")) is is_heard
    assert list_unseen(game).endswith("4 turns ago")
    told = build_session_scene(game.session).notes[at][0]
    assert game.translate(told) == "goblin, asleep when last seen, 4 turns ago"


def test_a_remembered_creature_that_was_heard_to_notice_is_remembered_so() -> None:
    """P-MEM-3: the list said for fifty turns what it did not know."""
    game = set_hall()
    game.do({"type": "core.stealth:lamp"})
    assert list_unseen(game).startswith("° goblin")
    game.put("E.stats", {"foh": 12, "fov": 1, "perception": 0})
    game.put("@.stats", {"stealth": -30, "fov": 2, "foh": 12})
    game.do({"type": "core.stealth:whistle"})
    assert "has heard you and" in game.screen()
    assert list_unseen(game).startswith("! goblin")


def set_hall(mood: str = "calm") -> GameUnderTest:
    """A lit, deaf character, and a guard that neither sees nor hears, which comes into the light and stands there."""
    guard = {"mind": {"ai": "guard", "mood": mood}, "stats": {"foh": 0, "fov": 0}}
    game = scene(
        "##########\n#@.......#\n#........#\n####.#####\n####.#####\n####....E#",
        actors={"@": {"stats": {"stealth": 2, "fov": 2, "foh": 0}, "effects": {"core.stealth:lamp": -1}}, "E": guard},
    )
    game.do(".")
    move(game, (1, 5))
    return game


def test_an_awake_creature_is_remembered_with_its_state_and_age() -> None:
    """P-MEM-3, P-ODDS-6: on the map, in the list and its chances, under the cursor; it may be anywhere near."""
    game = set_hall()
    game.do({"type": "core.stealth:lamp"})
    seen = build_session_scene(game.session)
    assert list_unseen(game) == "° goblin 4→ 0-100 %, looks 0-75 % unaware 1 turn ago\na range: its place is not known"
    assert (seen.cells.glyph[1, 5], seen.cells.mark[1, 5], seen.cells.fg[1, 5]) == (ord("g"), ord("°"), Tint.REMEMBERED)
    assert game.translate(seen.notes[1, 5][0]) == "goblin, unaware of you when last seen, 1 turn ago"
    assert seen.cells.risk[1, 3] > 0
    stay = next(odds for odds in seen.odds if odds.action == "stay")
    assert [game.translate(chance.label) for chance in stay.chances] == ["goblin out of sight"]
    assert "goblin out of sight: 0 to 100" in "".join(map(game.translate, seen.ask_outlook((2, 3)))).replace(
        "\xa0", " "
    )


def test_steps_of_a_remembered_creature_narrow_its_places() -> None:
    """P-ODDS-6: heard far from the character, it cannot be next to it; `x` says why odds are a range."""
    game = set_hall()
    game.do({"type": "core.stealth:lamp"})
    wide = list_unseen(game)
    assert wide.startswith("° goblin 4→ 0-100 %")
    notes = build_session_scene(game.session).ask_outlook((2, 3))
    assert "because its place is unknown" in "".join(map(game.translate, notes))
    part = stealth_of(game.session.state)
    steps = HeardSound("step", 1, 39, 2, (1, 7), part.turn, game.find_id("E"))
    part.heard_sounds = [msgspec.structs.replace(steps, source=999)]  # of another
    assert list_unseen(game) == wide
    part.heard_sounds = [steps]
    assert list_unseen(game) == "° goblin 6→ 0 %, looks 0-75 %, step 100 % heard now"


@pytest.mark.parametrize(("met", "name"), [(True, "The goblin"), (False, "Something")])
def test_a_notice_of_a_creature_that_was_seen_has_its_name(met: bool, name: str) -> None:
    """P-WHY-5: one line, not a second one that says who it was."""
    game = set_corner(foh=12, fov=1)
    if met:
        move(game, (0, 5))
        move(game, (2, 5))
    get_world(game.session.state).actors[1].stats["stealth"] = -20
    for _ in range(9):
        game.do(WHISTLE)
    lines = [game.translate(line.message) for line in game.session.log]
    said = [line for line in lines if "has heard you" in line]
    assert [line for line in said if line.startswith(name)]
    assert len({line.split(" has ")[0] for line in said}) == 1


@pytest.mark.parametrize(("wait", "told"), [(49, True), (50, False)])
def test_an_awake_creature_is_forgotten_after_some_turns(wait: int, told: bool) -> None:
    """P-MEM-3: its odds are gone before, as it may be anywhere."""
    game = set_hall()
    stealth_of(game.session.state).minds[game.find_id("E")].ai = "still"
    game.do({"type": "core.stealth:lamp"})
    get_world(game.session.state).actors[game.find_id("E")].at = (5, 8)
    forget_level_index(current_level(game.session.context())[1])
    game.do(".", times=wait)
    assert list_unseen(game) == (f"° goblin 4→ unaware {wait + 1} turns ago" if told else "")


def test_a_creature_that_leaves_its_place_in_view_is_listed_but_not_drawn() -> None:
    """P-MEM-3"""
    game = set_hall()
    move(game, (5, 8))
    seen = build_session_scene(game.session)
    assert list_unseen(game).startswith("° goblin 4→ unaware 1")
    assert chr(seen.cells.glyph[1, 5]) == "·"
    game.do(".", times=5)
    assert list_unseen(game) == ""


def test_a_creature_that_dies_in_view_is_not_remembered() -> None:
    game = set_hall()
    get_world(game.session.state).actors[game.find_id("E")].at = (1, 2)
    forget_level_index(current_level(game.session.context())[1])
    get_world(game.session.state).actors[game.find_id("E")].hp = 1
    for _ in range(9):
        game.do("l")
        if game.find_id("E") not in get_world(game.session.state).actors:
            break
    assert game.find_id("E") not in get_world(game.session.state).actors
    assert list_unseen(game) == ""


def test_a_hunter_out_of_view_is_remembered_without_odds() -> None:
    game = set_hall("aggravated")
    at = get_world(game.session.state).actors[game.find_id("E")].at
    move(game, (5, 8))
    assert list_unseen(game).startswith("! goblin")
    assert "hunting 1 turn ago" in list_unseen(game)
    assert at != (5, 8)


def test_sleepers_are_remembered_in_a_save(tmp_path: Path) -> None:
    game = set_bedroom()
    game.do(".")
    game.do({"type": "core.stealth:lamp"})
    save(game.session, tmp_path / "a.save", "0")
    again = load_save(game.session.rules, tmp_path / "a.save")
    assert REMEMBERED in str(build_session_scene(again).things)
    again.display.sightings = {"sleepers": 7}  # a forged or foreign one is forgotten
    assert REMEMBERED not in str(build_session_scene(again).things)


def test_the_dead_are_heard_no_more() -> None:
    """The steps of a creature that came into view and was killed there do not come back to the lanes of hearing."""
    frail = {"hp": 1, "hp_max": 1, "mind": {"ai": "still", "mood": "asleep"}, "stats": {"defense": -20}}
    game = scene("@E....", actors={"@": {"stats": {"fov": 6, "strength": 3}}, "E": frail})
    game.do(".")
    id, part = game.find_id("E"), stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 1, 30, 2, (0, 5), part.turn, source) for source in (id, 999)]
    game.do("l")
    assert id not in get_world(game.session.state).actors
    assert [percept.count for percept in build_session_scene(game.session).percepts if percept.age] == [1]
    assert [sound.source for sound, _ in list_heard(get_phase(game.session.context()))] == [999]  # these have odds


def test_steps_and_the_cry_of_a_creature_are_one_row() -> None:
    game = set_corner(foh=0, fov=1)
    part, id = stealth_of(game.session.state), game.find_id("E")
    sounds = [("step", id), ("alert", id), ("step", 999)]
    part.heard_sounds = [HeardSound(kind, 1, 30, 4, (2, 5), part.turn, source) for kind, source in sounds]
    kinds = [one.kind for one in build_session_scene(game.session).percepts]
    assert sorted(map(game.translate, kinds)) == ["a growl meant for you", "steps"]
    assert [one.count for one in build_session_scene(game.session).percepts] == [1, 1]


def test_the_sounds_of_a_floor_stay_there() -> None:
    """P-HEAR-2: none is kept, and none that a scroll leaves is shown."""
    session = Session.begin(load("core.stealth", only_mods=()).rules, 3, {"floor": 3}, strict=True)
    world, level, ground = current_level(session.context())
    player = world.actors[world.player]
    ground.remove_actor(player.at)
    player.at = level.arrivals["down"]
    ground.place_actor(player.id, player.at)
    part = stealth_of(session.state)
    session.submit(Wait(actor=player.id))
    part.heard_sounds = [HeardSound("step", 1, 30, 2, player.at, part.turn, 999)]
    assert "stealth-sound-step" in str(build_session_scene(session).percepts)
    assert session.submit(TakeStairs(actor=player.id)).refusal is None
    assert [sound for sound in part.heard_sounds if sound.source == 999] == []
    part.heard_sounds = [HeardSound("step", 1, 30, 2, player.at, part.turn - 1, 999)]
    assert not [one for one in build_session_scene(session).percepts if one.kind.id == "stealth-sound-step" and one.age]


TELEPATHY = """
[effect.telepathic]
name = "rules-telepathic"
senses = 9
unsensed = ["sleepless"]
"""


def test_an_effect_senses_creatures_out_of_view(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    """Each is on the map and in the lists where it is now, on unknown ground too; constructs and the far are not."""
    mod = write_rules(tmp_path, "stealth", TELEPATHY, "rules-telepathic = telepathy\n")
    kinds = {"E": "goblin", "F": "skeleton", "G": "orc"}
    mind = {"ai": "guard", "mood": "asleep"}
    actors: dict[str, dict[str, object]] = {
        name: {"kind": f"core.stealth:{kind}", "mind": mind} for name, kind in kinds.items()
    }
    actors["@"] = {"effects": {"you.rules:telepathic": 3}}
    legend = {name: {"tile": "core.stealth:floor", "actor": name} for name in kinds}
    game = scene("################\n#@.#..E.F.....G#\n################", mods=[mod], actors=actors, legend=legend)

    def find_goblin() -> tuple[int, tuple[str, ...]]:
        shown = build_session_scene(game.session)
        assert shown.cells is not None
        column = "".join(map(chr, shown.cells.glyph[1])).find("g")
        texts = shown.notes.get((1, column), ()) if column > 0 else ()
        return column, tuple(text.id for text in texts)

    game.do(".")
    assert find_goblin() == (6, ("stealth-look-creature",))
    assert [name for name in ("goblin", "skeleton", "orc") if name in game.screen()] == ["goblin"]
    game.put("E.at", [5, 1])
    game.do(".")
    assert find_goblin()[0] == 5
    game.put("E.at", [6, 1])
    game.do(".", times=2)
    assert find_goblin()[0] == -1, "unknown ground is dark again"
