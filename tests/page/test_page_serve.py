"""Served games in Chromium: the lessons to their end, a round of King with two players, delve, by keys and clicks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from footfall.ui.frontends.plain import split_keys

KEYS = {
    "ESC": "\ue00c",
    "ENTER": "\ue007",
    "SPACE": " ",
    "TAB": "\ue004",
    "UP": "\ue013",
    "DOWN": "\ue015",
    "LEFT": "\ue012",
}
KEYS |= {"F6": "\ue036", "RIGHT": "\ue014", "HOME": "\ue011", "END": "\ue010", "PGUP": "\ue00e", "PGDN": "\ue00f"}
WIDE, SMALL = (1280, 800), (390, 844)
SEED = 3

START = """
import footfall.cli, footfall.serve.tables
footfall.serve.tables.choose_seed = lambda *_: 1  # no card asks another seat in the first round of King
footfall.cli.main()
"""

COUNT_FRAMES = """
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (kind, call) {
  const count = (event) => {
    window.framesSeen = (window.framesSeen ?? 0) + 1;
    window.told = (window.told ?? "") + event.data;
    window.frame = JSON.parse(event.data);
    call(event);
  };
  add.call(this, kind, kind === "message" ? count : call);
};
"""


READ_WORDS = "return [...arguments].map((id) => document.getElementById(id).textContent).join(' ')"

LIST_BUTTONS = """
const isSeen = (button) => button.checkVisibility({ visibilityProperty: true });
const seen = [...document.querySelectorAll("#pad button")].filter(isSeen);
return seen.map((button) => [button.ariaLabel ?? button.textContent.trim(), button]);
"""

COUNT_ELEMENTS = """
const all = [...document.querySelectorAll("*:not(li, #keys *)")];
return [all.map((element) => element.localName).join(), all.flatMap((one) => one.getAttributeNames()).length];
"""


class Served:
    """A server in a process of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        folders = {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "CONFIG", "STATE")}
        folders |= {"FOOTFALL_TRUST": "all"}
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--delay", "0", *words]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **folders}
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def stop(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("starlette", reason="the extra web is not installed")
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.stop()


class Player:
    """A window of the browser on a name of the server; each name has its own cookie, and so is another guest."""

    def __init__(self, page: Any, address: str, name: str = "127.0.0.1", size: tuple[int, int] = WIDE) -> None:
        self.page, self.driver = page, page.driver
        self.address = address.replace("127.0.0.1", name)
        self.driver.switch_to.new_window("tab")
        self.window = self.driver.current_window_handle
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNT_FRAMES})
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == SMALL},
        )
        self.driver.get(self.address.partition("#")[0] + "site/serve.css")
        self.driver.delete_all_cookies()  # another guest in each test
        self.driver.get(self.address)
        self.wait(lambda: self.page.find("#games li"))

    @property
    def buttons(self) -> dict[str, Any]:
        """The buttons below the game that can be seen, by name."""
        return dict(self.page.run(LIST_BUTTONS))

    def click(self, name: str) -> None:
        """Clicks the button of an accessible name, once it is there."""
        self.wait(lambda: name in self.buttons)
        button = self.buttons[name]
        assert button.accessible_name == name
        button.click()

    def __enter__(self) -> Player:
        self.driver.switch_to.window(self.window)
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self, is_met: Callable[[], object], seconds: float = 20.0) -> None:
        def check() -> object:
            try:
                return is_met()
            except Exception:
                return False

        self.page.wait(check, seconds)

    def open(self, fragment: str) -> None:
        self.driver.get(self.address.partition("#")[0] + "play" + fragment)
        self.wait(lambda: self.page.run("return window.framesSeen > 0"))

    def wait_words(self, words: str) -> None:
        self.wait(lambda: words in self.words)

    @property
    def words(self) -> str:
        return str(self.page.run(READ_WORDS, "status", "news", "question", "facts", "state"))

    def type(self, *keys: str, settle: float = 0.0) -> None:
        """Types keys; waits after each until the screen has stood still, so that none ends a journey."""
        for key in keys:
            before = self.frames
            self.page.press(KEYS.get(key, key))
            end = time.monotonic() + 10 * settle
            while self.frames == before and time.monotonic() < end:
                time.sleep(settle)
            if settle:
                self.wait_still(settle)

    def wait_still(self, seconds: float) -> None:
        """Waits until no frame has come for a time."""
        seen = -1
        while seen != (seen := self.frames):
            time.sleep(seconds)

    @property
    def frames(self) -> int:
        """The number of frames so far."""
        return int(self.page.run("return window.framesSeen ?? 0"))


@pytest.fixture
def play(browser: Any, show_page: Callable[[], Any], served: Served) -> Iterator[Callable[..., Player]]:
    """``play("localhost")`` opens a window of a guest under a name of the server."""
    first = browser.current_window_handle

    def open_window(name: str = "127.0.0.1", size: tuple[int, int] = WIDE, server: Served = served) -> Player:
        return Player(show_page(), server.address, name, size)

    yield open_window
    for window in browser.window_handles:
        if window != first:
            browser.switch_to.window(window)
            browser.close()
    browser.switch_to.window(first)
    browser.get_log("browser")


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
    keys = [key for line in lines if line.startswith("> ") and line[2] != ";" for key in split_keys(line[2:])]
    player = play()
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("s", "ENTER", *str(SEED), "ENTER", "a", "ESC", settle=0.1)
    player.page.press(*(KEYS.get(key, key) for key in keys))
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
    player.wait_words("New here? Six lessons, selected, 1 of 7")
    rows = player.page.run("return [...document.querySelectorAll('#question li:nth-child(-n + 8)')]")
    player.type("DOWN")
    player.wait(lambda: "Eight floors" in player.page.read("question"))
    assert player.page.run("return arguments[0].every((row) => row.isConnected)", rows)
    assert "Begin: First descent, selected, 2 of 7" in player.page.read_lines("question")
    player.type("UP")
    player.wait_words("New here? Six lessons, selected, 1 of 7")
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


def test_the_lobby_keeps_itself_up_to_date_and_leaves_the_focus(play: Callable[..., Player], served: Served) -> None:
    httpx = pytest.importorskip("httpx", reason="the extra test is not installed")
    root, _, token = served.address.partition("/#token=")
    player = play()
    select = player.page.find("#laid select")
    player.page.run("arguments[0].focus()", select)
    with httpx.Client(base_url=root, headers={"Origin": root}, trust_env=False) as other:
        other.post("/enter", json={"token": token})
        other.post("/name", json={"name": "Beto"})
        table = other.post("/tables", json={"game": "core.king", "count": 2}).raise_for_status().json()["table"]
        player.wait(lambda: "Beto" in player.page.read("tables"))
        assert player.page.run("return document.activeElement === arguments[0]", select)
        seat = player.page.find(f"#tables a[href$='{table}/1']")
        player.page.run("arguments[0].focus()", seat)
        other.post("/name", json={"name": "Berta"})
        player.wait(lambda: "Berta" in player.page.read("tables"))
        assert player.page.run("return document.activeElement.href").endswith(f"{table}/1")
    assert player.page.list_problems() == []


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


def test_a_phone_has_the_keys_that_matter_as_buttons(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.open("#/play/core.stealth")
    player.click("n Begin: First descent")
    player.wait(lambda: "o explore" in player.buttons)
    assert "" not in player.buttons
    player.click("i pack")
    player.wait_words("closes this page")
    player.click("Escape: back")
    player.click(". wait, defend, listen")
    player.click("; In words")
    player.click("p your state, and all panels")
    player.wait(lambda: "turn 1" in player.page.read("facts"))
    width = "return Math.max(document.body.scrollWidth, document.getElementById('pad').scrollWidth)"
    assert player.page.run(width) <= SMALL[0]
    board = player.page.find("#screen").rect["height"], player.page.find("#screen .board").rect["height"]
    assert board[0] <= board[1] + 1  # no empty block below the map


FIND_CUT_LINES = """
const view = document.getElementById("spoken").getBoundingClientRect();
const isCut = ({ top, bottom }) => top < view.top - 1 || bottom > view.bottom + 1;
const cut = [...document.querySelectorAll(arguments[0])].filter((line) => isCut(line.getBoundingClientRect()));
return cut.map((line) => line.textContent);
"""

FIND_CURSOR = """
const [board, view] = ["#screen canvas", "#screen"].map((name) => document.querySelector(name).getBoundingClientRect());
const [y, x] = window.frame.aim;
return [board.top + (y * board.height) / 32 - view.top, board.left + (x * board.width) / 80 - view.left];
"""


def begin_lessons(player: Player) -> None:
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("s", "ENTER", str(SEED), "ENTER", "a", settle=0.1)
    player.wait_words("wait ([.])")


def test_a_phone_shows_a_lesson_with_its_task_whole(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    begin_lessons(player)
    assert player.page.run(FIND_CUT_LINES, "#news li") == []
    player.type("?", settle=0.2)
    (first, *rest) = player.page.run(
        "return [...document.querySelectorAll('#question li')].map((li) => li.textContent)"
    )
    assert first not in player.page.run(FIND_CUT_LINES, "#question li")  # a long page begins at its beginning
    assert rest[-1] in player.page.run(FIND_CUT_LINES, "#question li")
    sizes = player.page.run("return ['screen', 'keys'].map((id) => document.getElementById(id).offsetHeight)")
    assert sizes[0] <= 0.42 * SMALL[1]
    assert sizes[1] <= 160  # three rows of buttons and a part of the next


def test_a_phone_has_a_box_for_text_only_while_a_text_is_asked(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    box = player.page.find("#typed")
    assert not box.is_displayed()
    player.type("s", settle=0.1)
    assert not box.is_displayed()
    player.click("ENTER type the seed")
    player.wait(box.is_displayed)
    assert player.page.run("return document.activeElement.id") == "typed"
    box.send_keys("125", "\ue003", "4")
    player.wait(lambda: "124" in player.page.read_lines("question"))
    assert box.get_attribute("value") == "124"
    box.send_keys(KEYS["ENTER"])
    player.wait_words("Seed: 124")
    assert not box.is_displayed()
    assert player.page.run("return document.activeElement.id") == "screen"


def test_only_keys_that_do_something_have_buttons(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    pad = ("Escape: back", "left", "up", "down", "right", "Enter: choose", "Tab: next")

    def list_pad() -> list[str]:
        return [name for name in pad if name in player.buttons]

    begin_lessons(player)
    player.wait(lambda: list_pad() == ["left", "up", "down", "right"])
    player.type("i", settle=0.2)
    player.wait_words("closes this page")
    assert list_pad() == ["Escape: back", "Enter: choose"]
    assert [name for name in player.buttons if name.startswith("PG")] == []  # the page is all there
    player.type("ESC", "x", settle=0.2)
    player.wait(lambda: list_pad() == [*pad])
    player.type("ESC", "Q", settle=0.2)
    player.wait_words("Leave the game?")
    assert list_pad() == ["Escape: back"]


def test_a_phone_keeps_the_cursor_in_view_and_moves_only_at_the_edge(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    begin_lessons(player)
    player.type("x", settle=0.2)
    scrolls = set()
    size = "const s = document.getElementById('screen'); return [s.clientWidth, s.clientHeight]"
    for _ in range(14):
        player.type("RIGHT", settle=0.1)
        y, x = player.page.run(FIND_CURSOR)
        width, height = player.page.run(size)
        assert 0.1 * width <= x <= 0.9 * width
        assert 0.1 * height <= y <= 0.9 * height
        scrolls.add(player.page.run("return document.getElementById('screen').scrollLeft"))
    assert 2 <= len(scrolls) < 12
    player.type("ESC", settle=0.2)
    assert player.page.run("return window.frame.aim") is None


def test_a_list_on_a_phone_is_as_wide_as_the_phone(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    begin_lessons(player)
    player.type("t", settle=0.2)
    player.wait_words("Throw what?")
    *_, width = player.page.run("return window.frame.box")
    widths = "return [...document.querySelectorAll('#screen, .board, canvas')].map((part) => part.clientWidth)"
    sizes = player.page.run(widths)
    assert width * sizes[2] / 80 == pytest.approx(sizes[1], abs=1)
    assert sizes[1] <= sizes[0] == SMALL[0]
    assert player.page.run("return document.querySelector('#screen').scrollWidth") <= SMALL[0]


def test_each_button_of_a_board_has_a_key(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.page.find("#laid form button").click()
    player.wait_words("Your turn")
    player.click("1 Kitchen")
    player.wait_words("goes to the Kitchen")
    player.wait(lambda: "0 Lower Corridor" in player.buttons)
    assert [name for name in player.buttons if not name[0].isascii()] == []
    player.type("x", settle=0.2)
    player.wait_words("Doors:")
    assert "Doors:" not in player.page.run("return JSON.stringify(window.frame.text)")  # no box covers the board


def test_lists_and_lessons_have_one_button_for_each_key(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.open("#/play/core.stealth")
    player.click("a New here? Six lessons")
    player.wait_words("wait ([.])")
    player.wait(lambda: {". wait, defend, listen", "q lamp", "H hint"} <= {*player.buttons})
    player.page.run("arguments[0].focus()", player.buttons[". wait, defend, listen"])
    player.type("ENTER", settle=0.2)
    player.type("ENTER", ";", "p", settle=0.2)  # the focus stays
    player.wait(lambda: "turn 2" in player.page.read("facts"))
    player.page.press(KEYS["ESC"])
    player.click("? help")
    player.wait_words("In a browser")
    assert {"PGUP page up", "PGDN page down"} & {*player.buttons} == {"PGDN page down"}
    player.click("PGDN page down")
    player.wait(lambda: "PGUP page up" in player.buttons)
    assert [name for name in player.buttons if "closes" in name or name.endswith(" and")] == []
    player.click("Escape: back")
    player.click("H hint")
    player.wait(lambda: player.page.read("question").startswith("hint"))


def test_a_board_on_a_phone_stays_where_it_is_moved(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.page.find("#laid form button").click()
    player.wait_words("Your turn")
    player.wait(lambda: "m move" in player.buttons)
    player.wait_still(0.2)
    moved = player.page.run("const s = document.getElementById('screen'); s.scrollTo(150, 0); return s.scrollLeft")
    assert moved == 150
    player.type(";", "p", settle=0.2)
    player.wait(lambda: player.page.read("facts"))
    assert player.page.run("return document.getElementById('screen').scrollLeft") == 150
    cell = player.page.run("return document.querySelector('#screen canvas').clientWidth") / 80
    assert cell >= 7.5  # pixels of a character


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
        other.wait_words("You look on. Ada plays; you see it as it happens.")
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
    player.type("o", "o", "o", settle=0.2)
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
    port = server.address.partition("#")[0].rstrip("/").rpartition(":")[2]
    server.stop(signal.SIGKILL)
    player.wait_words("connection is lost")
    again = Served(tmp_path, "--port", port)
    try:
        player.wait_words("Continue the saved game (turn 2)")
        assert "connection is back" in player.page.read("state")
        player.type("c", settle=0.2)
        player.wait_words("noise")
        assert player.page.read("state") == ""
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
