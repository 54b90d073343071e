"""Served games on a phone in Chromium: buttons, the part of the map that is shown, lists and boxes for text."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from served_games import KEYS, SEED, SMALL, Player

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


def begin_lessons(player: Player) -> None:
    player.open("#/play/core.stealth")
    player.wait_words("Leave")
    player.type("s", "ENTER", str(SEED), "ENTER", "a", settle=0.1)
    player.wait_words("wait (period (.))")


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
    player.type("ESC", "n", settle=0.2)
    player.wait_words("End the turn?")
    assert player.page.run("return window.frame.box") is None  # nor takes its place


def test_lists_and_lessons_have_one_button_for_each_key(play: Callable[..., Player]) -> None:
    player = play(size=SMALL)
    player.open("#/play/core.stealth")
    player.click("a New here? Seven lessons")
    player.wait_words("wait (period (.))")
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
