"""What a recording did after a turn is compared with the play of a bot from there."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footfall.app.comparison import compare, continue_recording, continue_with_bot
from footfall.app.replay_keys import ADVICE_PAGE, JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.app.screens.lists import PressKey
from footfall.cli.rounds import build_round_page
from footfall.engine.saves.replay import Recorder, Replay, play_back, read_replay
from footfall.loader import LoadResult, load
from footfall.sim.bots import find_bot
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.frontends.plain_text import format_panel_lines
from footfall.ui.loop import run_ui_loop

from .conftest import TypingScreen


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("king", only_mods=())


@pytest.fixture
def recorded(footfall: Any, home: Path) -> Path:
    path = home / "game.replay"
    words = ("simulate", "king", "--bot", "goal", "--record", 1, "--seed", 3, "--out", path)
    assert footfall(*words, "--option", "profile=full_game").exit_code == 0
    return path


@pytest.fixture
def replay(recorded: Path, loaded: LoadResult) -> Replay:
    return read_replay(recorded, lambda header: loaded.rules)


def test_the_player_itself_does_not_part(loaded: LoadResult, replay: Replay) -> None:
    recording = continue_recording(loaded.rules, replay, 10, 20)
    same = continue_with_bot(loaded.rules, replay, 10, find_bot(loaded.rules, "goal"), 20)
    comparison = compare(10, recording, same, loaded.catalog.translate)
    assert (len(recording.steps), comparison.parting, comparison.rows) == (20, None, ())


def test_others_part_at_the_first_state_that_differs(loaded: LoadResult, replay: Replay) -> None:
    recording = continue_recording(loaded.rules, replay, 10, 20)
    other = continue_with_bot(loaded.rules, replay, 10, find_bot(loaded.rules, "random"), 20)
    comparison = compare(10, recording, other, loaded.catalog.translate)
    assert comparison.parting is not None
    hashes = [[step.hash for step in continuation.steps] for continuation in (recording, other)]
    assert hashes[0][: comparison.parting] == hashes[1][: comparison.parting]
    assert hashes[0][comparison.parting] != hashes[1][comparison.parting]
    assert any(
        row.left.startswith("P1 ") and ", Place " in row.left and ", Keys " in row.left for row in comparison.rows
    )
    assert (
        recording.session.hash()
        == play_back(loaded.rules, Replay(replay.header, replay.commands[:30], replay.marks)).hash()
    )


@pytest.mark.proof(1)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_viewer_asks_the_adviser(watched: Any, recorded: Path, language: str) -> None:
    game = watched("PGDN e ESC RIGHT", recorded, "--lang", language)
    assert ("FROM TURN 10 ON" if language == "en" else "DESDE EL TURNO 10") in game.screens[2]
    assert "footfall-" not in game.screens[2]
    assert "REPLAY 11" in game.screens[4] or "REPETICIÓN 11" in game.screens[4]


def test_the_viewer_tells_the_chances_of_a_round(watched: Any, recorded: Path) -> None:
    to_a_plain_step = "PGDN RIGHT RIGHT RIGHT RIGHT o"
    game = watched(f"o ESC {to_a_plain_step} ESC END o", recorded)
    first, plain, last = game.screens[1], game.screens[8], game.screens[11]
    assert "Highest average" in first
    told = " ".join(first.split())
    assert "This ranks by sanity of all only; it says nothing of the chance to win." in told
    assert "“Exact”: every possible roll was counted." in told
    assert "(as recorded)" in first
    assert "makes no difference" in plain
    assert "REPLAY 324 of 324" in last
    spanish = watched(to_a_plain_step, recorded, "--lang", "es").screen
    assert "no cambia estos números" in spanish
    assert all("-round-" not in page and "-outlook-" not in page for page in (first, plain, last, spanish))


@pytest.mark.parametrize(
    ("seed", "keys", "language", "best", "recorded_share", "other_share"),
    [
        (
            3,
            "END LEFT LEFT LEFT o",
            "en",
            "Best chances, to the Middle Corridor: won in 83 %",
            "won in 83",
            "won in 4 %",
        ),
        (3, "END LEFT LEFT LEFT o", "es", "Las mejores probabilidades, a", "ganada en el 83", "ganada en el 4 %"),
        (1, "END LEFT o", "en", "Sacrifice 1 maximum sanity: won in 0 %, lost in", "won in 0 %", "lost in 100 %"),
    ],
)
def test_choices_that_end_the_game_in_the_round_rank_by_the_chance_to_win(
    watched: Any,
    footfall: Any,
    home: Path,
    seed: int,
    keys: str,
    language: str,
    best: str,
    recorded_share: str,
    other_share: str,
) -> None:
    path = home / "ending.replay"
    words = ("simulate", "king", "--bot", "goal", "--record", 1, "--seed", seed, "--out", path)
    assert footfall(*words, "--option", "profile=first_game").exit_code == 0
    page = " ".join(watched(keys, path, "--lang", language, shape=(60, 130)).screen.split())
    assert best in page
    mine = "(as recorded)" if language == "en" else "(lo grabado)"
    assert recorded_share in page.partition(mine)[2][:40]
    assert other_share in page.partition(mine)[2]
    assert "says nothing of the chance" not in page


@pytest.mark.parametrize(("language", "word"), [("en", "! Stopped: the chances"), ("es", "! Detenido: no se han")])
def test_esc_stops_the_chances_of_a_round(recorded: Path, loaded: LoadResult, language: str, word: str) -> None:
    """Another key does nothing meanwhile; the key that asks works again afterwards."""

    class HastyScreen(TypingScreen):
        def read(self, timeout: float = 0.1) -> Any:
            return super().read(0.1)

    translated = load("king", only_mods=(), language=language)
    viewer = ReplayViewer(loaded.rules, read_replay(recorded, lambda _: loaded.rules), translated.catalog.translate)
    viewer.foresee = partial(build_round_page, translated)
    screen = HastyScreen(["o", "RIGHT", "ESC", "RIGHT"])
    run_ui_loop(screen, viewer)
    start, asked, ignored, stopped, moved = screen.screens
    assert "ESC" in asked.splitlines()[-1]
    assert ignored == asked
    assert word in stopped.splitlines()[-1]
    assert "0 of 324" in start or "0 de 324" in start
    assert "1 of 324" in moved or "1 de 324" in moved


def test_a_game_without_rounds_has_no_such_key(watched: Any, footfall: Any, home: Path) -> None:
    path = home / "delve.replay"
    assert footfall("simulate", "delve", "--record", 1, "--seed", 3, "--out", path).exit_code == 0
    assert "what each choice may lead to" not in watched("?", path).screen


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            (
                "turn 59, round 5. the game is over",
                "turn 57, end of round 5, going on. 25",
                "FROM TURN 10 ON",
                "as recorded",
                "Both are compared at the end of round 5,",
            ),
        ),
        (
            "es",
            (
                "turno 59, ronda 5. la partida ha terminado",
                "turno 57, final de la ronda 5, sigue.",
                "DESDE EL TURNO 10",
                "grabada",
                "Se comparan al final de la ronda 5,",
            ),
        ),
    ],
)
def test_the_narrowest_page_has_two_columns_each_with_its_turn(
    watched: Any, footfall: Any, home: Path, language: str, told: tuple[str, ...]
) -> None:
    """At the same end of a round; plain text says the left one whole, then the right one."""
    path = home / "greedy.replay"
    assert footfall("simulate", "king", "--bot", "greedy", "--record", 1, "--seed", 3, "--out", path).exit_code == 0
    page = watched("PGDN e", path, "--lang", language, shape=(24, 80)).screen.splitlines()
    left, right = (" ".join(line[2:][part].strip() for line in page) for part in (slice(0, 38), slice(38, None)))
    one, other, title, plain, at_end = told
    assert (one in left.lower(), other in right.lower()) == (True, True), page
    assert any(title in line for line in page)
    assert at_end in "\n".join(page)
    loaded = load("king", only_mods=())
    loaded.catalog.set_language(language)
    viewer = ReplayViewer(loaded.rules, read_replay(path, lambda header: loaded.rules), loaded.catalog.translate)
    viewer.submit(JumpInReplay(actor=0, by=10))
    viewer.submit(PressKey(actor=0, action="advice"))
    said = format_panel_lines(viewer.build_scene().pages[ADVICE_PAGE], loaded.catalog.translate)
    loaded.catalog.set_language("en")
    assert any(line.lower().startswith(f"{plain}: {one}") and other in line.lower() for line in said), said


def test_a_recording_that_ends_soon_after_says_how(
    loaded: LoadResult, replay: Replay, footfall: Any, recorded: Path
) -> None:
    since = len(replay.commands) - 80
    run = footfall("compare", recorded, "--at", since, "--bot", "greedy", "--json")
    left = json.loads(run.stdout)["left"]
    assert (left["round"], left["outcome"]) == (34, None)
    assert left["later"].startswith(f"Later, turn {len(replay.commands)}: ")
    assert [len(continue_recording(loaded.rules, replay, at).steps) for at in (since, since - 30)] == [80, 50]


def test_choices_with_the_same_reason_stand_together(footfall: Any, recorded: Path) -> None:
    run = footfall("compare", recorded, "--at", 10, "--bot", "cautious")
    reasons = [line for line in run.stdout.splitlines() if line.startswith("    because")]
    assert len(reasons) == 12
    assert run.stdout.index("setbacks.") < run.stdout.index("and why:")


def test_the_viewer_says_what_takes_seconds(loaded: LoadResult, replay: Replay) -> None:
    told = []

    class Frontend(TypingScreen):
        def show(self, canvas: Canvas) -> None:
            told.append(canvas_to_text(canvas))
            super().show(canvas)

    viewer = ReplayViewer(loaded.rules, replay, loaded.catalog.translate)
    run_ui_loop(Frontend(["PGDN", "e"]), viewer)
    assert ["the page opens by itself" in screen for screen in told][-3:] == [False, True, False]


def test_the_command_prints_both(footfall: Any, recorded: Path) -> None:
    run = footfall("compare", recorded, "--at", 10, "--bot", "random")
    assert run.exit_code == 0, run.output
    assert "They part at turn" in run.stdout
    data = json.loads(footfall("compare", recorded, "--at", 10, "--bot", "random", "--json").stdout)
    assert f"They part at turn {data['parting']}:" in run.stdout
    assert data["left"]["hash"] != data["right"]["hash"]
    assert data["differences"]
    assert (data["round"], data["left"]["turn"], data["left"]["round"]) == (4, 56, 5)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_adviser_says_why(watched: Any, recorded: Path, language: str) -> None:
    page = watched("PGDN e", recorded, "--lang", language).screens[2]
    because = "because" if language == "en" else "porque"
    assert page.count(because) >= 3
    assert "-reason-" not in page


def test_the_command_says_why(footfall: Any, recorded: Path) -> None:
    words = ("compare", recorded, "--at", 10, "--bot", "cautious", "--turns", 30)
    text, data = footfall(*words).stdout, json.loads(footfall(*words, "--json").stdout)
    reasons = [step["reason"] for step in data["right"]["steps"]]
    assert all(reasons)
    assert f"because {reasons[0]}" in text
    assert not any(step["reason"] for step in data["left"]["steps"])


def test_a_recording_that_the_game_does_not_follow_is_not_compared(
    footfall: Any, loaded: LoadResult, replay: Replay, home: Path
) -> None:
    path, session = home / "other.replay", play_back(loaded.rules, replay)
    header = msgspec.structs.replace(replay.header, seed=replay.header.seed + 1)
    with path.open("w", encoding="utf-8") as file:
        Recorder(file, session, "1", header=header).write_missing_commands(0)
    run = footfall("compare", path, "--at", 20)
    assert run.exit_code == 1
    assert "no longer follows the recording" in run.output


def test_mistakes_are_told(footfall: Any, recorded: Path) -> None:
    run = footfall("compare", recorded, "--at", 1000)
    assert run.exit_code == 1
    assert "--at takes a smaller number" in run.output
    run = footfall("compare", recorded, "--at", 1, "--bot", "nobody")
    assert run.exit_code == 1
    assert "there is no bot 'nobody'" in run.output
    both = footfall("compare", recorded, "--at", 1, "--bot", "goal", "--played", recorded)
    assert "give one of --bot, --without, --with, --played and --round" in both.stderr


@pytest.mark.proof(0)
def test_a_mod_is_left_out(footfall: Any, home: Path) -> None:
    mod = home / "hard-blows"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST)
    (mod / "content" / "rules.toml").write_text(RULE)
    path = home / "stealth.replay"
    words = ("--bot", "brawler", "--record", 1, "--seed", 4, "--option", "floor=4", "--mods", mod)
    assert footfall("simulate", "stealth", *words, "--out", path).exit_code == 0
    run = footfall("compare", path, "--at", 5, "--without", "you.hard-blows", "--turns", 200, "--mods", mod)
    assert run.exit_code == 0, run.output
    assert "without Hard Blows" in run.stdout
    assert "They part at turn" in run.stdout
    assert "it is hard" in run.stdout
    (home / "later").mkdir()
    other = shutil.copytree(mod, home / "later" / "soft-blows")
    (other / "content" / "rules.toml").write_text(RULE.replace("5", "1").replace("hard", "soft"))
    run = footfall("compare", path, "--at", 5, "--with", other, "--turns", 200, "--mods", mod)
    assert run.exit_code == 0, run.output
    assert "with soft-blows" in run.stdout
    assert "it is hard" in run.stdout
    assert "it is soft" in run.stdout
    run = footfall("compare", path, "--at", 5, "--without", "core.king", "--mods", mod)
    assert run.exit_code == 1
    assert "core.king is not among the mods of the replay" in run.output


MANIFEST = """
[mod]
id = "you.hard-blows"
version = "1.0.0"
api = "1"
name = "Hard Blows"
summary = "Blows do more damage."
license = "MIT"
games = ["stealth"]
"""

RULE = """
[hook.on_damage.hard]
add.damage = 5
reason = "it is hard"
"""


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("en", " b play on  e adviser  o choices  y compare  ESC close  "),
        ("es", " b jugar  e consejero  o jugadas  y comparar  ESC cerrar  "),
    ],
)
def test_the_narrowest_footer_of_a_replay_begins_with_what_only_it_has(
    watched: Any, recorded: Path, language: str, first: str
) -> None:
    keys = "PGDN b n y SPACE SPACE SPACE C-r F9"
    screen = watched(keys, recorded, "--lang", language, shape=(24, 80)).screen
    assert screen.splitlines()[-1].startswith(first), screen


@pytest.mark.proof(1)
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_practice_is_compared_with_the_recording_and_the_one_before(
    watched: Any, footfall: Any, home: Path, recorded: Path, language: str
) -> None:
    path = home / "stealth.replay"
    words = ("simulate", "stealth", "--bot", "brawler", "--record", 1, "--seed", 3, "--out", path)
    assert footfall(*words, "--option", "floor=5").exit_code == 0
    game = watched("PGDN y b Q b . . Q y ESC b DOWN Q y ENTER", path, "--lang", language, shape=(48, 130))
    hint = "y compare" if language == "en" else "y comparar"
    assert [hint in game.screens[at] for at in (1, 4, 8)] == [False, False, True]  # after Q, once one has played
    first, choice, last = game.screens[9], game.screens[14], game.screens[15]
    assert choice.count("up to turn" if language == "en" else "hasta el turno") == 2
    trunk, mine, before = {
        "en": ("as recorded ", "your practice", "your practice before"),
        "es": ("grabada ", "tu práctica", "tu práctica anterior"),
    }[language]
    assert (trunk in first, mine in first, before in first) == (True, True, False)
    assert (trunk in last, mine in last, before in last) == (True, True, True)
    turn = "Turn 12, going on" if language == "en" else "Turno 12, sigue"
    assert re.search(f"^ +{turn}.*  {turn}", first, re.MULTILINE), first  # after as many commands
    other = watched("PGDN b . C-d . Q y", path, "--lang", language, shape=(48, 130)).screens[-1]
    assert re.search(f"^ +{turn}.*  {turn}", other, re.MULTILINE), "other dice play no turn"
    newer, _, older = sorted(home.rglob("practice/*.replay"))  # their numbers end in -10-2 and -10
    run = footfall("compare", older, "--at", 10, "--played", newer, "--lang", language)
    assert ("en" if language == "es" else "in") + newer.name in "".join(run.stdout.split())
    assert "is the same for 10 commands" in footfall("compare", older, "--at", 11, "--played", newer).stderr
    assert "is of another game" in footfall("compare", older, "--at", 10, "--played", recorded).stderr


@pytest.mark.parametrize(
    ("language", "back", "hunted", "verdict"),
    [
        (
            "en",
            "a step back brings stamina",
            "a creature hunts the adviser, who has 20 of 32",
            "The adviser would have lost",
        ),
        ("es", "un paso atrás da aguante", "a quien le quedan 20 de 32", "El consejero habría perdido"),
    ],
)
def test_the_adviser_of_stealth_says_why_it_steps_back(
    footfall: Any, home: Path, language: str, back: str, hunted: str, verdict: str
) -> None:
    path = home / "stealth.replay"
    words = ("simulate", "stealth", "--bot", "brawler", "--record", 1, "--seed", 3, "--out", path)
    assert footfall(*words, "--option", "floor=5").exit_code == 0
    page = " ".join(footfall("compare", path, "--at", 98, "--lang", language).stdout.split())
    assert all(text in page for text in (back, hunted, verdict)), page
