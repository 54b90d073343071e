"""Served games in Chromium: the lessons to their end, rounds of King with two and four players, delve."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from served_games import COUNT_ELEMENTS, KEYS, SEED, SMALL, WIDE, Player, Served

from footfall.serve.server import INPUT_RATE
from footfall.ui.frontends.plain import split_word

BURST = 60
"""Keys pressed at once; a page that sends more than it may loses its connection."""


def test_the_token_leaves_the_address(play: Callable[..., Player]) -> None:
    player = play()
    assert "token" not in player.page.run("return location.href + document.referrer + JSON.stringify(history.state)")
    assert player.page.run("return document.cookie") == ""
    assert player.page.list_problems() == []


def test_the_lessons_are_played_to_their_end(
    play: Callable[..., Player], load_script: Callable[[str], ModuleType]
) -> None:
    reader = load_script("tests/ui/prove_plain_play.py")
    problems, praised, lines = reader.play_game(SEED)
    assert (problems, praised) == ([], len(reader.LESSONS))
    words = [word for line in lines if line.startswith("> ") and line[2] != ";" for word in line[2:].split()]
    keys = [key for word in words for key in split_word(word)]
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("s", "ENTER", *str(SEED), "ENTER", "a", "ESC", settle=0.1)
    for start in range(0, len(keys), BURST):
        player.page.press(*(KEYS.get(key, key) for key in keys[start : start + BURST]))
        time.sleep(BURST / INPUT_RATE)
    *praises, end = reader.list_praises()
    player.wait(lambda: player.page.run("return window.told.includes(arguments[0])", end), 90)
    told = player.page.run("return window.told")
    assert [praise for praise in praises if praise not in told] == []
    assert player.page.list_problems() == []


def test_the_keyboard_alone_leads_everywhere(play: Callable[..., Player]) -> None:
    player = play()
    focus = "return document.activeElement.textContent"
    for _ in range(9):
        player.type("TAB")
        if "Play" in str(player.page.run(focus)):
            break
    player.type("ENTER")
    player.wait_words("Leave")
    assert player.page.run("return document.activeElement.id") == "screen"
    player.type("n", settle=0.2)
    player.type("ESC", settle=0.1)
    player.type("F6")
    assert player.page.run(focus) == "H hint"
    player.type("TAB", "TAB")
    assert player.page.run(focus) == ". wait, defend, listen"
    player.type("ENTER")
    player.type("F6", ";", "p")
    player.wait(lambda: "turn 1" in player.page.read("facts"))
    assert player.page.run("return document.activeElement.id") == "screen"
    assert player.page.run("return document.getElementById('news').ariaLive") == "assertive"
    assert player.page.run("return document.getElementById('question').ariaLive") == "polite"


def test_a_button_keeps_no_keys_and_facts_leave_the_screen_whole(play: Callable[..., Player]) -> None:
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("n", settle=0.2)
    player.type("ESC", settle=0.1)
    player.page.run("document.querySelector('#keys button').focus()")
    player.type(".", settle=0.2)
    player.type(";", "p")
    player.wait(lambda: "turn 1" in player.page.read("facts"))
    assert player.page.run("return document.body.classList.contains('part')") is False


def test_an_arrow_in_a_list_tells_the_selected_row_and_keeps_the_others(play: Callable[..., Player]) -> None:
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("New here? Seven lessons, selected, 1 of 7")
    rows = player.page.run("return [...document.querySelectorAll('#question li:nth-child(-n + 8)')]")
    player.type("DOWN")
    player.wait(lambda: "Eight floors" in player.page.read("question"))
    assert player.page.run("return arguments[0].every((row) => row.isConnected)", rows)
    assert "n: Begin: First descent, selected, 2 of 7" in player.page.read_lines("question")
    player.type("UP")
    player.wait_words("New here? Seven lessons, selected, 1 of 7")
    assert len(player.page.read_lines("question")) == len(rows) + 2


def test_a_key_without_a_meaning_on_a_page_is_answered(play: Callable[..., Player]) -> None:
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("n", settle=0.2)
    player.type("ESC", "i", settle=0.2)
    player.wait_words("ESC closes this page.")
    assert "closes" not in player.page.read("news")
    player.type("w", settle=0.2)
    player.wait(lambda: "! ESC closes this page." in player.page.read_lines("news"))


def test_a_cursor_on_a_board_covers_no_names_of_buttons(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.page.find("#laid form button").click()
    player.wait_words("Your turn")
    player.wait(lambda: "2 Pantry" in player.buttons)
    names = {*player.buttons}
    player.type("x", "RIGHT", settle=0.2)
    player.wait_words("Doors:")
    assert {*player.buttons} == names | {"Escape: back", "Tab: next"}


def test_an_address_without_a_place_says_so(play: Callable[..., Player]) -> None:
    player = play()
    player.driver.get(player.address.partition("#")[0] + "play#/seat/0123456789ab/0")
    player.wait(lambda: "seat is taken" in player.page.read("state"))
    for place, words in (("play#/play/none", "no game of this name"), ("nothing", "no such page")):
        player.driver.get(player.address.partition("#")[0] + place)
        player.wait(lambda words=words: words in player.page.read("state"))
        assert [button for button in player.buttons if button] == []
        assert player.page.run("return document.activeElement.textContent") == "All games"


def test_another_place_or_the_token_in_the_same_tab_is_followed(play: Callable[..., Player]) -> None:
    player = play()
    player.driver.delete_all_cookies()
    player.driver.get(player.address.partition("#")[0])
    player.wait(lambda: "has no key" in player.page.read("state"))
    player.page.run("location.hash = 'token=wrong'")
    player.wait(lambda: "not the server's" in player.page.read("state"))
    player.page.run("location.hash = arguments[0]", player.address.partition("#")[2])
    player.wait(lambda: player.page.find("#games li").is_displayed())
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.page.run("location.hash = '#/play/core.delve'")
    player.wait_words("What would you like to do?")


def test_the_picture_stays_where_it_is_when_buttons_come_and_go(play: Callable[..., Player]) -> None:
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("n", settle=0.2)
    place = "const box = document.querySelector('canvas').getBoundingClientRect(); return [box.top, box.height]"
    seen, rows = [], []
    for key in ("ESC", ".", "x", "ESC", "i", "ESC"):
        player.type(key, settle=0.2)
        seen.append(player.page.run(place))
        rows.append(sorted(player.buttons))
    assert seen == [seen[0]] * len(seen)
    assert rows[1] != rows[2] != rows[4]


def test_the_lobby_keeps_itself_up_to_date_and_leaves_the_focus(play: Callable[..., Player], served: Served) -> None:
    httpx = pytest.importorskip("httpx", reason="the extra test is not installed")
    root, _, token = served.address.partition("/#token=")
    player = play()
    select = player.page.find("#laid select")
    player.page.run("arguments[0].focus()", select)
    with httpx.Client(base_url=root, headers={"Origin": root}, trust_env=False) as other:
        other.post("/enter", json={"token": token})
        other.post("/name", json={"name": "Beto"})
        table = other.post("/tables", json={"game": "core.king", "options": {}}).raise_for_status().json()["table"]
        player.wait(lambda: "Beto" in player.page.read("tables"))
        assert player.page.run("return document.activeElement === arguments[0]", select)
        seat = player.page.find(f"#tables a[href$='{table}/1']")
        player.page.run("arguments[0].focus()", seat)
        other.post("/name", json={"name": "Berta"})
        player.wait(lambda: "Berta" in player.page.read("tables"))
        assert player.page.run("return document.activeElement.href").endswith(f"{table}/1")
    assert player.page.list_problems() == []


def test_the_host_of_a_table_chooses_its_rules(play: Callable[..., Player]) -> None:
    player = play()
    about = player.page.find("#laid p").text
    player.page.find("#laid option[value='full_game']").click()
    assert player.page.find("#laid p").text not in ("", about)
    player.page.find("#laid form button").click()
    player.wait_words("Keys 0 of 4")
    player.wait_words("Rules: The whole board game")


def test_two_players_play_a_round_of_king(play: Callable[..., Player]) -> None:
    one, two = play(), play("localhost", SMALL)
    with one:
        one.page.find("#laid form button").click()
        one.wait_words("P1")
        one.type("ESC")
    with two:
        two.driver.refresh()
        two.wait(lambda: two.page.find("#tables li:last-child a"))
        two.page.find("#tables li:last-child a").click()
        two.wait_words("Waiting for P1")
    with one:
        one.type("n", "y", settle=0.2)
        one.wait_words("Waiting for P2")
    with two:
        two.wait_words("P2 takes a turn")
        two.type("ESC", "n", "y", settle=0.2)
        two.wait_words("Round 2")
        assert two.page.list_problems() == []
    with one:
        one.wait_words("Round 2")


def test_four_players_play_a_round_of_king(play: Callable[..., Player]) -> None:
    first = play()
    with first:
        first.driver.find_element("css selector", "#laid select option[value='4']").click()
        first.page.find("#laid form button").click()
        first.wait_words("P1")
    players = [first]
    for _ in range(3):
        player = play()
        with player:
            player.driver.find_elements("css selector", "#tables li:last-child a")[0].click()
            player.wait_words("Waiting for P1")
        players.append(player)
    for turn, player in enumerate(players):
        with player:
            player.wait_words("Your turn")
            player.page.run("document.getElementById('screen').focus()")
            player.type("n", "y", settle=0.2)
        asked = []
        for seat, other in enumerate(players):
            with other:
                other.wait_words("Round 2" if turn == 3 else f"P{turn + 2} takes a turn")
                other.wait(lambda other=other: "legend" in other.page.read("keys"))
                asked += [seat] if "end the turn" in other.page.read("keys") else []
                assert other.page.list_problems() == []
        assert asked == [turn + 1] if turn < 3 else len(asked) == 1


def test_keys_typed_at_once_mean_the_same(play: Callable[..., Player]) -> None:
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("n", settle=0.2)
    player.type("ESC", settle=0.1)
    player.page.press(";n")
    player.wait(lambda: "elder" in player.page.read("facts").lower())
    player.page.press(";h?" + KEYS["ESC"] + "i")
    player.wait(lambda: "closes this page" in player.words)
    player.page.press(KEYS["ESC"] + ".;p")
    player.wait(lambda: "turn 1" in player.page.read("facts"))


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_an_onlooker_is_told_so_and_has_no_keys(play: Callable[..., Player], size: tuple[int, int]) -> None:
    one, other = play(), play("localhost", size)
    with one:
        one.page.find("#name").send_keys("Ada")
        one.page.find("#save-name").click()
        one.wait_words("saved")
        one.open("#/play/core.stealth")
        one.wait_words("Leave")
        one.type("n", settle=0.2)
    with other:
        other.driver.refresh()
        other.wait(lambda: "Ada" in other.page.read("watched"))
        row = next(each for each in other.driver.find_elements("css selector", "#watched li") if "Ada" in each.text)
        row.find_element("css selector", "a").click()
        other.wait_words("You are watching. Ada plays; you see it as it happens.")
        other.wait_words("stealth")
        assert [name for name in other.buttons if name != "Whole screen"] == []
        assert not other.page.find("#typed").is_displayed()
        other.type("o")
        other.wait_words("Keys and clicks do nothing here.")
        other.type("o", ".")
        assert other.page.read("state").count("do nothing") == 1
        other.page.find("#home").click()
        other.wait(lambda: other.page.find("#games li").is_displayed())
        assert other.page.list_problems() == []
    with one:
        one.type("ESC", ".", ";", "p", settle=0.1)
        one.wait(lambda: "turn 1" in one.page.read("facts"))


def test_delve_is_explored_by_keys_and_clicks(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.open("#/play/core.delve")
    player.wait_words("What would you like to do?")
    player.type("n")
    player.wait_words("noise")
    player.type("o", settle=0.2)
    player.wait(lambda: "corridor" in player.page.read("news"))
    before = player.page.run("return window.framesSeen")
    player.page.find("#screen").click()
    player.wait(lambda: player.page.run("return window.framesSeen") > before)
    assert player.page.list_problems() == []


@pytest.mark.parametrize("size", [WIDE, SMALL])
def test_pages_have_no_serious_faults_for_screen_readers(play: Callable[..., Player], size: tuple[int, int]) -> None:
    axe = pytest.importorskip("axe_core_python.selenium", reason="axe is not installed: pip install '.[browser]'")
    player = play(size=size)
    for fragment in ("", "#/play/core.stealth"):
        if fragment:
            player.open(fragment)
            player.wait_words("Leave")
        found = axe.Axe().run(player.driver)
        faults = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["html"]) for each in faults] == []


def test_a_killed_server_loses_nothing(play: Callable[..., Player], tmp_path: Path) -> None:
    server = Served(tmp_path)
    player = play(server=server)
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("n", "ESC", ".", ".", settle=0.2)
    onlooker = play("localhost", server=server)
    onlooker.page.find("#watched a").click()
    onlooker.wait_words("You are watching.")
    player.driver.switch_to.window(player.window)
    port = server.address.partition("#")[0].rstrip("/").rpartition(":")[2]
    server.stop(signal.SIGKILL)
    player.wait_words("connection was lost")
    again = Served(tmp_path, "--port", port)
    try:
        player.wait_words("connection is back")
        player.wait_words("noise")
        assert "Continue" not in player.words
        player.type(".", settle=0.2)
        assert player.page.read("state") == ""
        with onlooker:
            onlooker.wait(lambda: "You are watching." in onlooker.page.read("state"))
        with player:
            player.type("Q", "y", settle=0.2)  # who leaves a game has left it after the next restart too
            player.wait_words("Continue the saved game: First descent (turn 3)")
    finally:
        again.stop()


def test_no_text_of_mods_and_players_runs_or_becomes_an_element(
    play: Callable[..., Player], load_script: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    hostile = load_script("tests/page/test_page_hostile.py")
    for number, text in enumerate(hostile.PAYLOADS):
        folder, id = tmp_path / "mods" / f"m{number}", f"you.markup{number}"
        (folder / "locale" / "en").mkdir(parents=True)
        (folder / "code").mkdir()
        manifest = hostile.MANIFEST.format(text=json.dumps(text)).replace('"you.markup"', f'"{id}"')
        (folder / "mod.toml").write_text(manifest.replace('"you_markup"', '"code"'))
        code = hostile.CODE.format(text=text).replace("you.markup", id).replace("you-line", f"you-line-{number}")
        (folder / "code" / "__init__.py").write_text(code)
        (folder / "locale" / "en" / "you.ftl").write_text(f"you-line-{number} = {{ $text }} said {{ $text }}\n")
    server = Served(tmp_path / "home", "stealth", "--mods", str(tmp_path / "mods"))
    try:
        player, other = play(server=server), play("localhost", server=server)
        with player:
            player.page.find("#name").send_keys(hostile.PAYLOADS[0][:24])
            player.page.find("#save-name").click()
            player.open("#/play/core.stealth")
            player.wait_words("Leave")
            known = player.page.run(COUNT_ELEMENTS)
            player.type("n", "ESC", ".", ".", "M", "ESC", "W", "ESC", "?", "ESC", ".", settle=0.2)
            told = player.page.run("return window.told")
            assert sum(json.dumps(text, ensure_ascii=False)[1:-1] in told for text in hostile.PAYLOADS) > 10
            assert player.page.run(COUNT_ELEMENTS) == known
            assert player.page.run("return window.ran") is None
            assert player.page.list_problems() == []
        with other:
            other.driver.refresh()
            other.wait(lambda: hostile.PAYLOADS[0][:24].strip() in other.page.read("watched"))
            assert other.page.run("return window.ran") is None
            assert other.page.list_problems() == []
    finally:
        server.stop()
