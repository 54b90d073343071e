"""The plain front end: lines for screen readers, through a pipe, through a terminal, and aloud."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from itertools import pairwise

import pyte
import pytest

from footfall.api.scene import Flash, FlashKind, Line, Panel, Span, Tint
from footfall.api.session_scene import build_session_scene
from footfall.testing import scene as stage_scene
from footfall.ui.frontend import Closed
from footfall.ui.frontends.plain import PlainFrontend, split_word
from footfall.ui.frontends.plain_facts import FACTS
from footfall.ui.frontends.plain_input import describe_input
from footfall.ui.frontends.plain_text import (
    NAMED_SIGNS,
    describe_flash,
    format_panel_lines,
    list_status,
    name_key,
    speak_signs,
    wrap_lines,
)
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

PLAY = (sys.executable, "-m", "footfall", "play", "--seed", "7")


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    return tmp_path


def play(*options, keys):
    result = subprocess.run([*PLAY, *options], input=keys, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


@pytest.mark.proof(0)
def test_a_game_is_played_through_a_pipe(home):
    lines = play("--plain", keys="; h\n; n\no o\nx TAB ESC\n>\nQ\ny\n")
    assert max(map(len, lines[:-1])) <= 80  # the last one names a file
    assert sum(line.startswith("Heap of bones") for line in lines) <= 6  # news; all of them on request
    assert any(re.fullmatch(r"\d+ more things\. Semicolon, then n, lists all\.", line) for line in lines)
    text = " ".join(lines)
    assert "ESC closes this page." not in lines
    assert "Elder, 1 north 1 west" in lines
    assert "heap of bones, the nearest of 7, 7 north 4 west" in lines
    # Nearest first, and things that look alike in one line.
    assert lines.index("stairs down, 3 north 8 east") < lines.index("rock, 12 north 25 west; 2 north 35 east")
    assert "east: sand (20 cells)" in lines
    assert sum(line.startswith("! ") for line in lines) == 2  # the end of both journeys, not each step
    assert lines.count("You are there.") == 1  # at the stairs
    assert "1 north: elder" in text
    assert lines[-1].startswith("saved at turn 10:")


@pytest.mark.proof(0)
def test_the_other_games_speak_too(home):
    for game, option, words in (
        ("king", "players=4", ("P1 takes a turn.", "Floor 1, the King", "Doors: Kitchen, Pantry", "move")),
        ("delve", "pack=false", ("Stairs up, 1 east", "search a wall")),
    ):
        lines = play(game, "--plain", "--option", option, keys="; p\n; m\n; n\n?\nESC\nQ\ny\n")
        assert "ESC closes this page." in lines
        text = " ".join(lines)
        assert all(word in text for word in words), text
        assert max(map(len, lines[:-1])) <= 80


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("language", "semicolon", "space"),
    [("en", "semicolon (;), ", " SPACE, "), ("es", "punto y coma (;), ", " ESPACIO (SPACE), ")],
)
def test_the_help_lists_the_facts_of_the_game_and_the_keys_of_the_language(home, language, semicolon, space):
    """A board has no sounds and no creatures that take notice; its legend explains no signs that are not spoken."""
    board, dungeon = (
        " ".join(play(game, "--plain", "--lang", language, keys="L\nESC\n?\nESC\nQ\ny\n")) for game in ("king", "delve")
    )
    assert re.findall(rf"{re.escape(semicolon)}(\w): ", board) == list("hnpkdmr")
    assert "z1" not in board
    assert space in dungeon


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("language", "seat", "rules", "turn", "saved"),
    [
        (
            "en",
            "2: P2: Key seeker, a soul drawn by lot",
            "a: Rules: The whole board game",
            "Collect 4 keys, then meet on the Threshold (Middle Corridor). P1 takes a turn.",
            "saved",
        ),
        (
            "es",
            "2: P2: Buscallaves, un alma al azar",
            "a: Reglas: El juego de mesa completo",
            "Hay que reunir 4 llaves y encontrarse en el Umbral (Pasillo Central). Le toca a",
            "guardado",
        ),
    ],
)
def test_the_choices_before_a_game_are_told(home, language, seat, rules, turn, saved):
    lines = play("king", "--plain", "--title", "--lang", language, keys="2\na\nd\nq\na\nc\nn\nESC\nQ\ny\n")
    assert lines.index(seat) < lines.index(rules) < lines.index(turn)
    assert not [line for line in lines if line.startswith(("north south", "norte sur"))], "the signs of stairs"
    assert lines[-1].startswith(saved)


@pytest.mark.proof(1)
@pytest.mark.parametrize(("language", "refusal"), [("en", "was ignored"), ("es", "Se ha ignorado")])
def test_a_pasted_text_is_not_played(home, language, refusal):
    lines = play("--plain", "--lang", language, keys=". " * 40 + "..\n;r\n")
    assert len([line for line in lines if refusal in line and "82" in line]) == 1
    assert " 0" in lines[-1]  # the turn


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("language", "refusal", "closed"),
    [("en", "“foo” names no key: the rest", "Closed."), ("es", "«foo» no es el nombre de una tecla", "Cerrado.")],
)
def test_a_word_that_is_no_key_is_refused_and_a_page_that_closes_says_so(home, language, refusal, closed):
    lines = play("--plain", "--lang", language, keys="foo bar\nM\nESC\n..\n;r\n")
    assert [line for line in lines if line.startswith("! ")] == [next(line for line in lines if refusal in line)]
    assert lines.count(closed) == 1
    assert lines[-1].endswith("save")
    assert " 2:" in lines[-1]  # the turn, after two waits


@pytest.mark.proof(0)
def test_a_list_tells_its_choice_and_how_to_hear_the_rest(home):
    lines = play("--plain", keys="a\nDOWN\n;d\nESC\nQ\ny\n")
    at = lines.index("Semicolon (;), then d, tells all.")
    assert lines[at + 1] == "a: ration, selected, 1 of 2"
    at = lines.index("b: dagger (in use), selected, 2 of 2")
    assert lines[at + 1] == "In use: this takes it off."
    assert "a: ration" in lines[at:]


def test_an_aim_tells_the_chance_to_hit_and_a_wait_at_a_door_its_number():
    game = stage_scene("#######\n#@+..E#\n#######", actors={"@": {"stats": {"fov": 9, "stealth": 30}}})
    waits = []
    for _ in range(4):
        game.do(".")
        told = list_status(build_session_scene(game.session), game.translate)
        waits.append([line for line in told if "listening" in line])
    assert waits == [["listening, 1 of 4"], ["listening, 2 of 4"], ["listening, 3 of 4"], []]
    rock = {"name": "rock", "kind": "core.stealth:rocks", "holder": "@"}
    foe = {"mind": {"ai": "still", "mood": "calm"}}
    game = stage_scene("#####\n#@.E#\n#####", actors={"@": {"stats": {"fov": 9}}, "E": foe}, items=[rock])
    state, seen = UiState(), build_session_scene(game.session)
    for key in ("t", "a"):
        state, _ = handle_key(state, seen, key)
    told = " ".join(describe_input(seen, state, game.translate)[1])
    assert re.search(r"goblin.*hit \d+ %, 1 to", told), told


@pytest.mark.proof(0)
def test_the_map_tells_equal_rows_and_memories_once(home):
    """What is to be found comes first; the walls of a room have no lines."""
    lines = play("--plain", keys=";m\n>\n>\no\n;m\nQ\ny\n")
    first = next(index for index, line in enumerate(lines) if line.startswith("0 to 14 south: the way home"))
    assert lines.index("stairs down, 3 north 8 east") < first
    assert sum(re.match(r"\d.* (north|south): ", line) is not None for line in lines) < 20
    assert lines.count("What is out of view is as you remember it.") == 1
    assert not [line for line in lines if "wall, " in line]
    text = " ".join(lines)
    assert "The chest has gear for you. greater-than sign (>) walks to the stairs" in text
    assert "Every step makes noise; the news tell how much." in text
    assert not re.search(r"[\u2190-\u26ff]", text)


@pytest.mark.proof(0)
def test_a_question_that_another_key_closes_says_so_and_takes_the_letter_of_the_language(home):
    lines = play("king", "--plain", "--lang", "es", keys="ESC\nQ\nz\nQ\nn\nQ\ns\n")
    told = [line for line in lines if line.startswith("! ")]
    assert told == ["! Esa tecla no responde: la pregunta se cierra y no se hace nada.", "! No se hace nada."]


def test_closed_input_saves_and_leaves(home):
    assert play("--plain", keys="; p\n")[-1].startswith("saved at turn")


@pytest.mark.proof(0)
def test_an_answer_before_the_game_leaves_the_keys_to_it(home):
    play("--plain", keys=".\n")
    again = [*PLAY, "--plain", "--new"]
    for keys, code, words in (
        ("y\n. .\n.\nQ\ny\n", 0, "saved at turn 3"),
        ("maybe\ny\nQ\ny\n", 1, "Answer y or n.The saved game is kept."),
        ("n\n. .\n", 1, "The saved game is kept."),
        (". .\n.\n", 1, "Answer y or n.The saved game is kept."),
        ("", 1, "Aborted!"),
    ):
        result = subprocess.run(again, input=keys, capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == code, result.stderr
        assert words in result.stdout.splitlines()[-1] + result.stderr


@pytest.mark.proof(0)
def test_lines_are_spoken(home, monkeypatch):
    spoken = home / "spoken.txt"
    speaker = home / "speaker"
    speaker.write_text(f'#!/bin/sh\ncat >> "{spoken}"\n')
    speaker.chmod(0o755)
    monkeypatch.setenv("FOOTFALL_SPEECH", str(speaker))
    play("--speak", keys="; s\nQ\ny\n")
    assert "Leave the game? It is saved. y: yes n: no" in spoken.read_text()


@pytest.mark.proof(0)
def test_without_a_speech_program_one_line_tells(home, monkeypatch):
    monkeypatch.setenv("FOOTFALL_SPEECH", "no-such-speaker")
    result = subprocess.run([*PLAY, "--speak"], input="", capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert "no speech program: install no-such-speaker" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.proof(0)
def test_the_cursor_of_a_terminal_is_on_the_first_new_line(home):
    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (40, 80))
    process = subprocess.Popen(
        [*PLAY, "--plain"], stdin=child, stdout=child, stderr=child, env={**os.environ, "TERM": "xterm"}
    )
    os.close(child)
    screen = pyte.Screen(80, 40)
    stream = pyte.ByteStream(screen)

    def read_until_cursor_is_on(words):
        deadline = time.monotonic() + 60
        while not screen.display[screen.cursor.y].startswith(words):
            assert time.monotonic() < deadline, screen.display
            if select.select([parent], [], [], 0.1)[0]:
                stream.feed(os.read(parent, 4096))

    read_until_cursor_is_on("THE UNDERCROFT")
    os.write(parent, b";s")
    read_until_cursor_is_on("You hear nothing")
    os.write(parent, b"Qy")
    assert process.wait(timeout=60) == 0
    os.close(parent)


def test_a_terminal_that_hangs_up_is_closed(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    parent, child = pty.openpty()
    with open(child) as stdin, open(os.dup(child), "w") as stdout, PlainFrontend(stdin, stdout) as plain:
        monkeypatch.setattr(plain._term, "_keyboard_fd", child)
        os.close(parent)
        assert isinstance(plain.read(), Closed)


@pytest.mark.proof(0)
@pytest.mark.parametrize(
    ("language", "refusal", "turn"), [("en", "does nothing here", "turn 0"), ("es", "no hace nada aquí", "turno 0")]
)
def test_a_key_without_use_is_answered_and_a_sequence_is_one_key(home, language, refusal, turn):
    """Function keys arrive as a sequence with digits, which alone would be steps; also in pieces."""
    keys = ["E", "ñ", "DEL", "S-TAB", "C-d", "E"]
    lines = play("--plain", "--lang", language, keys=" ".join((*keys, "_", "A")) + "\n")
    told = [line for line in lines if refusal in line]
    assert len(told) == len(keys) + 1, lines
    assert all(key in line for key, line in zip((*keys, "A"), told, strict=True))
    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (40, 80))
    process = subprocess.Popen(
        [*PLAY, "--plain", "--new", "--lang", language],
        stdin=child, stdout=child, stderr=child, env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(child)
    text = b""

    def read_until(words):
        deadline = time.monotonic() + 60
        nonlocal text
        while words.encode() not in text:
            assert time.monotonic() < deadline, text.decode()
            if select.select([parent], [], [], 0.1)[0]:
                text += os.read(parent, 4096)
        text = text.partition(words.encode())[2]

    os.write(parent, b"y\n")
    read_until("(;)")
    for sequence in ("\x1b[15~", "\x1b[24~", "\x1b[99;7z", "\x1b[Z"):
        for piece in (sequence[:3], sequence[3:]):
            os.write(parent, piece.encode())
            time.sleep(0.05)
        read_until(refusal)
    os.write(parent, b";p")
    read_until(turn)
    os.write(parent, b"Qy")
    assert process.wait(timeout=60) == 0
    os.close(parent)


@pytest.mark.proof(1)
@pytest.mark.parametrize(
    ("language", "on", "off"),
    [("en", "after each key", "only when they are high"), ("es", "tras cada tecla", "solo si es alta")],
)
def test_the_odds_are_switched_on_and_off_in_words(home, language, on, off):
    told = [line for line in play("--plain", "--lang", language, keys="v v v\n") if line.startswith("! ")]
    assert [on in line for line in told] == [True, False, True]
    assert off in told[1]


@pytest.mark.proof(0)
def test_a_fact_is_repeated_and_an_unknown_letter_lists_the_facts(home):
    lines = play("--plain", "--course", "guided", keys="l\n; r\n; X\nQ\ny\n")
    assert lines.count("noise 1, noticed up to 6 cells away, 2 for sure, stealth 2") == 2
    assert "After semicolon (;): h n s o p k d m v r. Question mark (?) explains them." in " ".join(lines)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_flash_and_sign_of_a_key_has_words(language, samples):
    text = samples.Catalog(language)
    scene = samples.dungeon()
    told = {describe_flash(Flash(scene.cells.focus, kind), scene, text) for kind in FlashKind}
    assert len(told) == len(FlashKind)
    names = {name_key(sign, text) for sign in NAMED_SIGNS}
    assert len(names) == len(NAMED_SIGNS)
    assert not [words for words in (*told, *names) if "plain-" in words]
    assert name_key("k", text) == "k"


@pytest.mark.proof(1)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_facts_of_scenes_are_found_in_lines(load_script, language):
    """A sample of ``python tests/ui/prove_plain_facts.py``."""
    proof = load_script("tests/ui/prove_plain_facts.py")
    for sample in proof.take_scenes(9, 5, language):
        counts, missing = proof.check_scene(sample, language)
        assert counts.total() > 50
        assert missing == [], sample.name


def test_a_missing_fact_is_noticed(load_script, monkeypatch):
    proof = load_script("tests/ui/prove_plain_facts.py")
    (sample,) = proof.take_scenes(1, 5, "en")
    for fact in "mpnkd":
        with monkeypatch.context() as patch:
            patch.setitem(FACTS, fact, lambda scene, state, translate: [])
            assert proof.check_scene(sample, "en")[1] != [], fact


def test_words_for_signs():
    def translate(message):
        return message if isinstance(message, str) else message.id.rpartition("-")[2]

    assert speak_signs("rat 3↙ ■■··", translate) == "rat 3 sw"
    heads = Line((Span("name", Tint.DIM), Span("hp", Tint.DIM)))
    row = Line((Span("rat"), Span("4")))
    assert format_panel_lines(Panel(None, (heads, row), is_table=True), translate) == ["rat, hp 4"]
    assert format_panel_lines(Panel(None, (row,), is_table=True), translate) == ["rat, 4"]
    assert wrap_lines(["x" * 100]) == ["x" * 80, "x" * 20]
    words = ("TAB", "12", "lkj", "..", ";h;n", "foo", "bar", ";hn")
    keys = [["TAB"], ["1", "2"], ["l", "k", "j"], [".", "."], [";", "h", ";", "n"], [], [], []]
    assert [split_word(word) for word in words] == keys
    assert split_word("foo", is_text=True) == ["f", "o", "o"]


@pytest.mark.proof(0)
def test_a_game_is_played_from_the_title_to_its_end(load_script):
    """A sample of ``python tests/ui/prove_plain_games.py``: keys typed ahead on the title screen reach the game."""
    proof = load_script("tests/ui/prove_plain_games.py")
    problem, lines = proof.play_in_plain(proof.ENDINGS[2], 0, "es")
    assert problem == "", "\n".join(lines[-40:])
    assert sum(line.startswith("Pulsa punto y coma (;) y luego") for line in lines) == 1


@pytest.mark.proof(0)
def test_the_guided_floor_is_completed_from_its_lines(load_script):
    """A sample of ``python tests/ui/prove_plain_play.py``; a reader without eyes on the map leaves the floor."""
    proof = load_script("tests/ui/prove_plain_play.py")
    problems, praised, lines = proof.play_game(3)
    assert problems == [], "\n".join(lines[-40:])
    assert praised == len(proof.LESSONS)


@pytest.mark.proof(0)
def test_a_replay_is_watched_in_lines(home):
    """An alarm is news once, and the page of the last command puts it in words."""
    lines = watch(home, keys="n\nc\nESC\nG\nc\nESC\nN\nh\nl\nQ\n")
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if "cells., noise" in line]
    assert {"COMMAND", "CHANGES", "THE END", "You have died."} <= set(lines)
    moments = [index for index, line in enumerate(lines) if line.startswith("REPLAY")]
    assert len(moments) == 6
    assert max(following - index for index, following in pairwise(moments[3:])) <= 14  # not the log from the start


@pytest.mark.parametrize(
    ("language", "near", "box"),
    [
        ("en", "1: Kitchen (Floor 1): 9 cards", "Kitchen (Floor 1): 9 cards: "),
        ("es", "1: Cocina (Piso 1): 9 cartas", "Cocina (Piso 1): 9 cartas: "),
    ],
)
def test_near_places_have_their_keys_and_details_their_place(home, language, near, box):
    lines = play("king", "--plain", "--lang", language, "--bots", "me", keys=";n\n;d\n")
    assert near in lines
    assert sum(line.startswith(box) for line in lines) == 1


def watch(home, keys):
    """Records a game, and watches it with keys."""
    path = home / "one.replay"
    bot = ("simulate", "stealth", "--bot", "brawler", "--record", "1", "--option", "floor=5", "--out", path)
    subprocess.run([sys.executable, "-m", "footfall", *bot], check=True, capture_output=True, timeout=120)
    command = [sys.executable, "-m", "footfall", "replay", path, "--watch", "--screen", "plain"]
    result = subprocess.run(command, input=keys, capture_output=True, text=True, timeout=120, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


@pytest.mark.proof(0)
def test_a_replay_goes_to_a_turn_and_says_what_practice_takes_back(home):
    """The keys come once; the comparison begins with its result."""
    lines = watch(home, keys="#\n12\nENTER\ne\nESC\nb\n.\n.\nBACKSPACE\n;r\nC-r\nQ\n")
    text = " ".join(lines)
    assert re.search(r"REPLAY 12 of \d+, .*?, turn 12", text)
    assert lines.count("number sign (#): go to a turn") == 1
    assert re.search(r"FROM TURN 12 ON .*?as recorded: turn \d+, going on\. .*?; the adviser.*?: turn \d+", text, re.I)
    assert "! You play on: BACKSPACE takes a command back, C-d other dice, C-r replay." in lines
    at = lines.index("! Taken back: wait, defend, listen.")
    assert not [line for line in lines[at - 4 : at] if line.startswith(("THE UNDERCROFT", "You hear", "Steps"))]
