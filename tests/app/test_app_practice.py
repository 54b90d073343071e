"""A recorded game is played on from any of its turns, as practice that changes nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from footfall.app.files.finished_games import read_games
from footfall.app.practice import Practice
from footfall.app.replay_keys import ADVICE_PAGE, JumpInReplay
from footfall.app.replay_viewer import ReplayViewer
from footfall.engine.model import Answer, ChangeDice, Command
from footfall.engine.saves.replay import Recorder, play_back, read_replay
from footfall.engine.saves.replay_lines import Branch, scan_replay
from footfall.engine.session import Session
from footfall.loader import LoadResult, load
from footfall.plugins.king.commands import EndTurn
from footfall.plugins.stealth.actions.commands import Wait
from footfall.testing.backends import list_backends, use_backend
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain_text import format_panel_lines
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState


@pytest.fixture(scope="module")
def loaded() -> LoadResult:
    return load("stealth", only_mods=())


@pytest.fixture
def recorded(footfall: Any, home: Path) -> Path:
    path = home / "game.replay"
    words = ("simulate", "stealth", "--bot", "brawler", "--record", 1, "--seed", 3, "--out", path)
    assert footfall(*words, "--option", "floor=5").exit_code == 0
    return path


class Viewer:
    """A replay viewer that is played by keys."""

    def __init__(self, loaded: LoadResult, path: Path) -> None:
        self.replay = read_replay(path, lambda header: loaded.rules)
        self.view = ReplayViewer(loaded.rules, self.replay, loaded.catalog.translate)
        self.state = UiState()

    def press(self, *keys: str) -> str:
        for key in keys:
            self.state, request = handle_key(self.state, self.view.build_scene(), key)
            if isinstance(request, Command):
                self.view.submit(request)
            while self.view.is_busy:
                self.view.advance()
        canvas = Canvas(48, 130)
        draw_screen(canvas, self.view.build_scene(), self.state, self.view.translate)
        return canvas_to_text(canvas)

    @property
    def practice(self) -> Practice:
        assert isinstance(self.view.overlay, Practice)
        return self.view.overlay


@pytest.fixture
def viewer(loaded: LoadResult, recorded: Path) -> Iterator[Viewer]:
    opened = Viewer(loaded, recorded)
    yield opened
    opened.view.save()


def find_practice(home: Path) -> list[Path]:
    return sorted(home.rglob("practice/*.replay"))


def test_one_plays_on_and_returns(viewer: Viewer, loaded: LoadResult, recorded: Path, home: Path) -> None:
    before = recorded.read_bytes()
    screen = viewer.press("PGDN", "b")
    assert "PRACTICE from turn" in screen
    assert "BACKSPACE undo" in screen
    assert not find_practice(home)
    viewer.press(".", ".")
    assert len(viewer.practice.session.commands) == 12
    assert "REPLAY 10 of" in viewer.press("C-r")
    assert recorded.read_bytes() == before
    assert read_games() == ([], [])
    [path] = find_practice(home)
    replay = read_replay(path, lambda header: loaded.rules)
    assert replay.header.branch == Branch(10, viewer.view.session.hash())
    assert replay.commands[:10] == viewer.replay.commands[:10]
    assert len(play_back(loaded.rules, replay).commands) == 12


def test_commands_are_taken_back_to_the_branch(viewer: Viewer, loaded: LoadResult, recorded: Path, home: Path) -> None:
    viewer.press("PGDN", "b")
    hashes = [viewer.practice.session.hash()]
    for key in (".", "C-d", "."):
        viewer.press(key)
        hashes.append(viewer.practice.session.hash())
    assert len(set(hashes)) == 4
    for expected in (hashes[2], hashes[1], hashes[0], hashes[0]):
        viewer.press("BACKSPACE")
        assert viewer.practice.session.hash() == expected
    viewer.press("C-d", ".")
    played = viewer.practice.session.hash()
    viewer.press("C-r")
    [path] = find_practice(home)
    assert play_back(loaded.rules, read_replay(path, lambda header: loaded.rules)).hash() == played


@pytest.mark.proof(0)
def test_a_journey_is_taken_back_as_a_whole(viewer: Viewer) -> None:
    viewer.press("b")
    before = viewer.practice.session.hash()
    for _ in range(5):
        viewer.press("o")
    assert len(viewer.practice.session.commands) > 6
    for _ in range(5):
        viewer.press("BACKSPACE")
    assert viewer.practice.session.hash() == before


def test_every_way_out_of_practice_leads_back(viewer: Viewer, loaded: LoadResult) -> None:
    assert "REPLAY 10 of" in viewer.press("PGDN", "b", ".", "Q")
    end = len(viewer.replay.commands) - 1
    for key in ("Q", "ESC", "C-r"):
        viewer.view.submit(JumpInReplay(by=end - viewer.view.at))
        viewer.press("b")
        viewer.practice.submit(viewer.replay.commands[end])
        box = viewer.press()
        assert "takes your last command back" in box
        assert "[w]" not in box
        assert f"REPLAY {end} of" in viewer.press(key)
    viewer.press("b")
    viewer.practice.submit(viewer.replay.commands[end])
    assert "takes your last command back" not in viewer.press("BACKSPACE")


def test_an_end_that_was_taken_back_is_still_compared(viewer: Viewer, loaded: LoadResult, home: Path) -> None:
    """It keeps its replay, and the practices of a turn are offered with how each ended."""
    end = len(viewer.replay.commands) - 1
    viewer.view.submit(JumpInReplay(by=end))
    viewer.press("b")
    viewer.practice.submit(viewer.replay.commands[end])
    screen = viewer.press("BACKSPACE", "C-d", "Q", "y")
    assert re.search(r"a\) up to turn \d+: it goes on", screen)
    assert re.search(r"b\) up to turn \d+: You have died\.", screen)
    viewer.press("DOWN", "ENTER")
    page = "\n".join(format_panel_lines(viewer.view.build_scene().pages[ADVICE_PAGE], viewer.view.translate))
    assert page.count("The game is over: You have died.") == 2
    replays = [read_replay(path, lambda header: loaded.rules) for path in find_practice(home)]
    assert [play_back(loaded.rules, each).state.outcome for each in replays] == [None, "died"]


@pytest.mark.proof(0)
def test_there_is_nothing_to_play_after_the_end(viewer: Viewer) -> None:
    viewer.press("END", "b")
    assert (viewer.view.overlay is None) is (viewer.view.session.state.outcome is not None)


def test_the_game_itself_cannot_change_its_dice(loaded: LoadResult) -> None:
    session = Session.begin(loaded.rules, 1)
    before = session.hash()
    assert session.submit(ChangeDice()).refusal is not None
    assert session.hash() == before


def test_a_branch_does_not_count_a_refused_command(loaded: LoadResult, tmp_path: Path) -> None:
    path = tmp_path / "killed.replay"
    with path.open("w", encoding="utf-8") as file:
        session = Session.begin(loaded.rules, 1)
        recorder = Recorder(file, session, "1")
        for command in (Wait(actor=1), Answer(actor=1, choice=0)):  # nothing was asked
            recorder.write_command(command)
            session.submit(command)
    practice = Practice(loaded.rules, read_replay(path, lambda header: loaded.rules), 2, loaded.catalog.translate)
    assert practice.branch == Branch(1, session.hash())


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_branches_follow_the_dice(game: str, load_script: Callable[[str], ModuleType]) -> None:
    proof = load_script("tests/app/prove_branches.py")
    for backend in list_backends():
        with use_backend(backend):
            assert proof.count_faults(game, branches=1, seed=5) == 0


@pytest.mark.proof(0)
def test_the_command_opens_practice(watched: Any, recorded: Path, home: Path) -> None:
    game = watched(". .", recorded, "--play", "--at", 3)
    assert "PRACTICE from turn" in game.screens[0]
    assert len(find_practice(home)) == 1


@pytest.mark.parametrize("is_finished", [True, False])
def test_the_command_goes_on_from_the_end(watched: Any, recorded: Path, home: Path, is_finished: bool) -> None:
    if not is_finished:
        recorded.write_bytes(b"".join(recorded.read_bytes().splitlines(keepends=True)[:30]))
    watched(".", recorded, "--play")
    (practice,) = find_practice(home)
    header = scan_replay(practice).header
    assert header is not None
    assert header.branch is not None
    assert header.branch.commands == scan_replay(recorded).last_turn - is_finished  # nothing follows an end


@pytest.mark.proof(0)
def test_killed_practice_loses_nothing(load_script: Callable[[str], ModuleType]) -> None:
    assert load_script("tests/app/prove_practice_kills.py").prove("stealth", 3, 3) == 0


def test_the_bots_of_a_recording_play_on_in_practice(tmp_path: Path) -> None:
    """A person ends the turn of the first seat; the bot of the second plays, and the third is asked."""
    loaded, path = load("king", only_mods=()), tmp_path / "king.replay"
    session = Session.begin(loaded.rules, 3, {"bots": "me,core.king:goal,me,me"})
    with path.open("w", encoding="utf-8") as file:
        Recorder(file, session, "1").write_hash_mark(force=True)
    viewer = Viewer(loaded, path)
    viewer.press("b")
    asked = viewer.practice.session.state.question
    assert asked is not None
    viewer.press("n", "y", "SPACE", "SPACE")
    (first, second, third) = (asked.actor, (asked.actor + 1) % 4, (asked.actor + 2) % 4)
    now = viewer.practice.session.state.question
    assert {command.actor for command in viewer.practice.session.commands} >= {first, second}
    assert now is not None
    assert now.actor == third
    viewer.press("BACKSPACE")  # the turns of the bots go with the command before them
    assert viewer.practice.session.commands == []


@pytest.mark.parametrize(
    ("language", "yes", "words"),
    [
        ("en", "y", "You chose for P1 this time; its bot goes on."),
        ("es", "s", "Esta vez elegiste por P1; su bot sigue."),
    ],
)
def test_a_choice_for_the_soul_of_a_bot_says_that_the_bot_goes_on(
    watched: Any, tmp_path: Path, language: str, yes: str, words: str
) -> None:
    """Neither the way on after a bot nor the turn of a person says it."""
    loaded, path = load("king", only_mods=()), tmp_path / "king.replay"
    session = Session.begin(loaded.rules, 3, {"bots": "core.king:goal,core.king:goal,core.king:goal,me"})
    with path.open("w", encoding="utf-8") as file:
        Recorder(file, session, "1").write_hash_mark(force=True)
    hint = watched("b H", path, "--lang", language).screens[-1]
    assert ("The adviser would do this:" if language == "en" else "El consejero haría") in hint
    screens = watched(f"b n {yes} SPACE SPACE n {yes}", path, "--lang", language).screens
    told = [words in screen for screen in screens]
    assert told == [False, False, False, True, False, False, False, False], screens[-1]
    assert ("You chose" if language == "en" else "elegiste") not in screens[-1]


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("es", "s")])
def test_what_is_taken_back_leaves_no_stop_of_bots(watched: Any, tmp_path: Path, language: str, yes: str) -> None:
    """The keys of the turn work at once: the number of a room moves the soul."""
    loaded, path = load("king", only_mods=()), tmp_path / "king.replay"
    session = Session.begin(loaded.rules, 3, {"bots": "me,core.king:goal,core.king:goal,core.king:goal"})
    with path.open("w", encoding="utf-8") as file:
        Recorder(file, session, "1").write_hash_mark(force=True)
    begin, _, stopped, back, moved = watched(f"b n {yes} BACKSPACE 1", path, "--lang", language).screens[1:]
    last, told, space = stopped.splitlines()[-1], back.splitlines()[-1], " SPACE " if yes == "y" else " ESPACIO "
    assert last.startswith(space)
    assert ("Taken back" if language == "en" else "Deshecho") in told
    assert moved.splitlines()[:20] != begin.splitlines()[:20]
    assert space not in moved.splitlines()[-1]


@pytest.mark.parametrize(
    ("language", "yes", "once", "chosen", "mark"),
    [
        ("en", "y", "You choose once for P1", "You chose these commands", "[P1] (you)"),
        ("es", "s", "Eliges una vez por P1", "Estas órdenes las elegiste tú", "[P1] (tú)"),
    ],
)
def test_a_choice_for_the_soul_of_a_bot_is_marked(
    watched: Any, footfall: Any, home: Path, language: str, yes: str, once: str, chosen: str, mark: str
) -> None:
    """On the page that compares, as data, and in the replay of practice; what the bot chose is not."""
    loaded, path = load("king", only_mods=()), home / "king.replay"
    session = Session.begin(loaded.rules, 3, {"bots": "core.king:goal,core.king:goal,core.king:goal,me"})
    with path.open("w", encoding="utf-8") as file:
        recorder = Recorder(file, session, "1")
        for seat in (0, 1):
            recorder.write_command(EndTurn(actor=seat))
            session.submit(EndTurn(actor=seat))
    screens = watched(f"b n {yes} SPACE Q y", path, "--lang", language).screens
    assert once in screens[1]
    assert re.search(rf"{chosen}.*\n +1  P1  ", screens[-1]), screens[-1]
    (practice,) = find_practice(home)
    told = [mark in screen for screen in watched("RIGHT RIGHT", practice, "--lang", language).screens]
    assert told == [False, True, False]
    data = json.loads(footfall("compare", path, "--at", 0, "--played", practice, "--json").stdout)
    assert [step["is_by_hand"] for step in data["right"]["steps"][:2]] == [True, False]
    watched(f"END b n {yes} Q", practice, "--lang", language)
    newest = max(find_practice(home), key=lambda path: path.stat().st_mtime_ns)
    assert 1 in read_replay(newest, lambda header: loaded.rules).hand_turns


@pytest.mark.parametrize(
    ("language", "backspace", "words"),
    [
        ("en", "BACKSPACE", ("undo", "new dice", "replay", "No turn has passed.", "seed")),
        ("es", "RETROCESO", ("deshacer", "otros dados", "repetición", "No ha pasado ningún turno.", "semilla")),
    ],
)
@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_the_smallest_screen_names_the_keys_of_practice_and_what_they_do(
    watched: Any, footfall: Any, home: Path, game: str, language: str, backspace: str, words: tuple[str, ...]
) -> None:
    """Other dice take no turn, and leave the seed of the game; delve has a page of the same name on another key."""
    path = home / f"{game}.replay"
    options: tuple[str, ...] = ()
    if game == "delve":
        options = ("--option", "mode=walk", "--bot", "core.delve:party")
    assert footfall("simulate", game, "--record", 1, "--seed", 3, "--out", path, *options).exit_code == 0
    header = scan_replay(path).header
    assert header is not None
    back, dice, leave, told, seed = words
    screens = watched("PGDN b F9 C-d F9 ?", path, "--lang", language, shape=(24, 80)).screens
    begin, footer, diced, after, page = screens[2:]
    assert all(f"{key} " in begin.splitlines()[-1] for key in (backspace, "C-d", "C-r"))
    assert footer.splitlines()[-1].startswith(f" {backspace} {back}  C-d {dice}  C-r {leave}  ")
    assert told in diced.splitlines()[-1]
    assert after == footer
    assert f"{seed} {header.seed}" in page
