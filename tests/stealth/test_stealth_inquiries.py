"""Noises that no actor makes, and creatures that go and look what made one (P-HEAR, P-INQ)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.engine.codec import encode_canonical as encode
from footfall.engine.saves import save as saves
from footfall.plugins.stealth.model.play_state import HOME, LOST, PLAY_PART, Inquiry, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.references import check_stealth
from footfall.testing import GameUnderTest, scene

DROP = """
from footfall.api import Remember, hook
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.senses.sounds import SoundKind, emit_noise_at

MOD = "test.drops"
DROPS = {drops}

@hook
def on_turn_start(event, ctx):
    return [emit_noise_at(get_phase(ctx), SoundKind(kind, loudness, 1), 1, at)
            for turn, kind, loudness, at in DROPS if turn == event.number]

@hook
def on_heard(event, ctx):
    return [Remember(ctx.mod, "heard", [event.source, event.kind])] if event.listener == 1 else None
"""


def write_drops(folder: Path, *drops: tuple[int, str, int, tuple[int, int]]) -> Path:
    """A mod that lets things fall: turn, kind of noise, loudness, cell."""
    path = folder / "drops.py"
    path.write_text(DROP.replace("{drops}", repr(drops)), encoding="utf-8")
    return path


def place(name: str = "E", /, **mind: Any) -> dict[str, Any]:
    """A creature with this mind."""
    return {name: {"mind": {"ai": "hostile", "mood": "calm", **mind}}}


def test_a_noise_without_a_source_is_heard_where_it_is_made(tmp_path: Path) -> None:
    """P-HEAR-1: log, mark on the map, hooks and saves know a noise that no actor made."""
    game = scene(
        "@#....\n.#....", actors={"@": {"stats": {"foh": 9}}}, mods=[write_drops(tmp_path, (1, "strike", 3, (0, 3)))]
    )
    game.do(".", times=2)
    assert "stealth-heard" in game.messages
    [sound] = stealth_of(game.session.state).heard_sounds
    assert (sound.source, sound.kind, sound.direction) == (0, "strike", 2)
    assert game.look("memory/test.drops/heard") == [0, "strike"]
    assert "blows on a wall" in game.screen()
    game.do(".")
    path = tmp_path / "game.save"
    saves.save(game.session, path, "1")
    assert encode(saves.load(game.session.rules, path).state) == encode(game.session.state)


HALL = """
@#..........E
##...........
.............
"""


def watch(game: GameUnderTest, turns: int, name: str = "E") -> list[tuple[int, int]]:
    """The cells of a creature over some turns of waiting."""
    cells = []
    for _ in range(turns):
        game.do(".")
        cells.append(game.session.state.parts["world"].actors[game.find_id(name)].at)
    return cells


def mood_of(game: GameUnderTest, name: str = "E") -> Mood:
    return stealth_of(game.session.state).minds[game.find_id(name)].mood


def heard_at(game: GameUnderTest, name: str = "E") -> tuple[int, int] | None:
    """The cell that a creature looks into."""
    inquiry = play_of(game.session.state).inquiries.get(game.find_id(name))
    return None if inquiry is None else inquiry.at


def test_a_calm_creature_goes_to_look_and_returns(tmp_path: Path) -> None:
    """P-INQ-1, 3, 4: to the noise, four turns of looking, and back to its post."""
    game = scene(HALL, actors=place(post=(0, 12)), mods=[write_drops(tmp_path, (1, "strike", 3, (0, 7)))])
    cells = watch(game, 16)
    assert cells[1:6] == [(0, 12), (0, 11), (0, 10), (0, 9), (0, 8)]
    assert set(cells[6:10]) == {(0, 8)}
    assert cells[-1] == (0, 12)
    watch(game, 2)
    assert play_of(game.session.state).inquiries == {}
    assert mood_of(game) is Mood.CALM


def test_a_marked_creature_searches_around_the_place(tmp_path: Path) -> None:
    """P-INQ-3: one that the character has roused before walks about at the place."""
    game = scene(HALL, actors=place(post=(0, 12), marked=True), mods=[write_drops(tmp_path, (1, "strike", 3, (2, 7)))])
    cells = watch(game, 14)
    around = cells[7:]
    assert len(set(around)) > 2
    assert all(abs(x - 7) <= 2 for _, x in around)


@pytest.mark.parametrize(
    ("kind", "loudness", "at", "goes"),
    [
        *(("strike", 2, (0, 8), True), ("strike", 1, (0, 8), False), ("strike", 9, (0, 3), False)),
        ("chain", 5, (0, 8), False),
    ],
)
def test_only_a_striking_noise_within_hearing_draws_it(
    tmp_path: Path, kind: str, loudness: int, at: tuple[int, int], goes: bool
) -> None:
    """P-INQ-1, P-AMB-2: loudness 2 or more, within its range of hearing, and of no kind that all are used to."""
    game = scene(HALL, actors=place(), mods=[write_drops(tmp_path, (1, kind, loudness, at))])
    game.do(".", times=2)
    assert (heard_at(game) == at) is goes


def test_the_loudest_noise_wins_then_the_nearest_then_the_first(tmp_path: Path) -> None:
    """P-INQ-2: a fixed order decides between noises of one turn."""
    near, far, loud = (1, "strike", 2, (0, 9)), (1, "strike", 2, (0, 8)), (1, "strike", 3, (0, 7))
    for number, (drops, at) in enumerate(
        [((near, loud), (0, 7)), ((far, near), (0, 9)), (((1, "strike", 2, (1, 9)), near), (1, 9))]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        game = scene(HALL, actors=place(), mods=[write_drops(folder, *drops)])
        game.do(".", times=2)
        assert heard_at(game) == at


def test_the_classic_rules_know_no_inquiries(tmp_path: Path) -> None:
    drops = write_drops(tmp_path, (1, "strike", 3, (0, 7)))
    game = scene(HALL, actors=place(), mods=[drops], settings={"core.stealth.rules": "classic"})
    assert set(watch(game, 8)) == {(0, 12)}
    assert play_of(game.session.state).inquiries == {}


@pytest.mark.proof(0)
def test_a_sleeper_may_stir(tmp_path: Path) -> None:
    """P-INQ-2: a die of ten against the loudness."""
    stirred = 0
    for seed in range(40):
        folder = tmp_path / str(seed)
        folder.mkdir()
        drops = write_drops(folder, (1, "strike", 6, (seed % 3, 9)))
        game = scene(HALL, actors=place(mood="asleep", ai="guard"), mods=[drops])
        game.session.state.seed = seed
        game.do(".", times=2)
        stirred += mood_of(game) is Mood.CALM
    assert 10 < stirred < 30


def test_the_player_sees_it_go_and_give_up(tmp_path: Path) -> None:
    """P-INQ-7: log line, sign and word, for a creature in view."""
    seer = {"@": {"stats": {"fov": 12, "stealth": 12}}}
    game = scene("@.........E", actors={**place(fov=0), **seer}, mods=[write_drops(tmp_path, (1, "strike", 3, (0, 8)))])
    game.do(".", times=2)
    assert "has heard something and goes to look: blows on a wall, noise 3, 2 cells away" in " ".join(
        game.screen().split()
    )
    assert "investigating" in game.screen()
    assert "…" in game.screen()
    game.do(".", times=6)
    assert "stealth-edge-shrugs" in game.messages or "loses interest" in game.screen()


DOORWAY = """
@.#.....
..#.....
..#....E
........
"""


@pytest.mark.parametrize(("fov", "mood"), [(5, Mood.CALM), (1, Mood.AGGRAVATED)])
def test_what_is_only_heard_is_looked_for_unless_by_the_blind(fov: int, mood: Mood) -> None:
    """P-INQ-5: hearing alone starts no hunt, but for creatures that hardly see."""
    keen = {"fov": fov, "foh": 15, "perception": 9}
    loud = {"stats": {"noise": 6, "stealth": 0}}
    game = scene(DOORWAY, actors={"E": {**place()["E"], "stats": keen}, "@": loud})
    game.do("j")
    assert mood_of(game) is mood
    if mood is Mood.CALM:
        assert heard_at(game) == (1, 0)
        assert any(line.startswith("stealth-unseen") for line in game.messages)


def test_a_hunter_that_lost_its_target_searches_and_gives_up() -> None:
    """P-INQ-6: where it last perceived it, for eight turns, then home."""
    hunter = place(mood="aggravated", marked=True, lost=2, last_seen=(0, 3), post=(2, 7))
    game = scene("@#......\n.#......\n.#.....E", actors={"E": {**hunter["E"], "stats": {"fov": 2, "foh": 0}}})
    found = []
    for _ in range(40):
        game.do(".")
        found.append(play_of(game.session.state).inquiries.get(game.find_id("E")))
    kinds = [inquiry.kind if inquiry else "" for inquiry in found]
    assert kinds.count(LOST) >= 8
    assert kinds.index(LOST) < kinds.index(HOME)
    assert {inquiry.at for inquiry in found if inquiry and inquiry.kind == LOST} == {(0, 3)}
    assert found[-1] is None
    assert game.session.state.parts["world"].actors[game.find_id("E")].at == (2, 7)


def test_a_mod_can_hold_creatures_back(tmp_path: Path) -> None:
    """P-INQ-3: ``on_inquire`` decides how long a noise holds their interest."""
    body = "\n\n@hook.of('core.stealth', 'on_inquire')\ndef on_inquire(event, ctx):\n"
    for number, patience in enumerate((0, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = write_drops(folder, (1, "strike", 3, (0, 7)))
        path.write_text(
            path.read_text("utf-8").replace("import Remember, hook", "import Remember, hook, set_to")
            + body
            + f"    return [set_to('patience', {patience}, 'used to it')]\n",
            encoding="utf-8",
        )
        game = scene(HALL, actors=place(), mods=[path])
        game.do(".", times=2)
        assert (heard_at(game) is None) is (patience == 0)


@pytest.mark.parametrize(
    ("away", "marked", "mood"), [(5, False, Mood.CALM), (3, False, Mood.AGGRAVATED), (5, True, Mood.AGGRAVATED)]
)
def test_from_afar_it_comes_closer_to_look(away: int, marked: bool, mood: Mood) -> None:
    """P-INQ-8: more than three cells away, and not roused before."""
    keen = {"fov": 9, "foh": 0, "perception": 9, "cost": 10}
    picture = "@" + "." * (away - 1) + "E"
    game = scene(picture, actors={"E": {**place(marked=marked)["E"], "stats": keen}, "@": {"stats": {"stealth": -5}}})
    game.do(".")
    assert mood_of(game) is mood
    if mood is Mood.CALM:
        assert heard_at(game) == (0, 0)
        assert "investigating" in game.screen() or "stealth-unseen-sight" in game.messages
        game.do(".", times=2)
        assert mood_of(game) is Mood.AGGRAVATED


@pytest.mark.parametrize(("rules", "mood"), [("shipped", Mood.AGGRAVATED), ("classic", Mood.CALM)])
def test_who_waits_behind_others_does_not_lose_its_target(rules: str, mood: Mood) -> None:
    """P-INQ-9: in a corridor, the second goblin sees the character past the first."""
    legend = {"D": {"tile": "core.stealth:floor", "actor": "D"}}
    goblin = {"hp": 90, "hp_max": 90, "mind": {"ai": "hostile", "mood": "aggravated"}}
    goblin["stats"] = {"to_hit": -9, "fov": 6, "foh": 0, "aggressivity": 99}
    hero = {"@": {"hp": 900, "hp_max": 900}}
    game = scene(
        "#####\n@ED..\n#####",
        actors={"E": goblin, "D": {**goblin, "kind": "core.stealth:goblin"}, **hero},
        legend=legend,
        settings={"core.stealth.rules": rules},
    )
    moods = []
    for _ in range(12):
        game.do(".")
        moods.append(mood_of(game, "D"))
    assert (Mood.CALM in moods) is (mood is Mood.CALM)


def test_a_dead_creature_looks_into_nothing_and_saves_are_checked(tmp_path: Path) -> None:
    actors = {**place(marked=True), "@": {"stats": {"to_hit": 9, "strength": 99}}}
    game = scene("@E.......", actors=actors)
    game.session.state.parts[PLAY_PART].inquiries[game.find_id("E")] = Inquiry((0, 5), "strike", 3)
    assert not list(check_stealth(game.session.state, game.session.rules.records))
    game.session.state.parts[PLAY_PART].inquiries[game.find_id("E")] = Inquiry((90, 5), "strike", 3)
    assert any("looks into" in line for line in check_stealth(game.session.state, game.session.rules.records))
    game.session.state.parts[PLAY_PART].inquiries[game.find_id("E")] = Inquiry((0, 5), "strike", 3)
    game.do("l")
    assert play_of(game.session.state).inquiries == {}
