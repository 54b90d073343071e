"""Games in a browser: from the title on, by the keys of the terminal, with files as the terminal has them."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from footfall.api import Command, Message
from footfall.api.scene import Binding, LogLine, Scene
from footfall.engine.saves.replay_lines import scan_replay
from footfall.serve.screens import MAX_TURN_WAIT, MAX_WAITING_REPEATS, PageScreen
from footfall.ui.drawing.canvas import canvas_to_text
from footfall.ui.drawing.text_layout import Translator
from footfall.ui.frontend import KeyPress
from footfall.ui.frontends.page_stream import PageInput
from footfall.ui.frontends.plain_facts import FACT_KEYS
from footfall.ui.loop import Screen, run_ui_loop
from footfall.ui.map.map_colors import Motion
from footfall.ui.ui_state import UiState


def test_a_wrong_key_in_a_list_says_which_keys_there_are(serve: Callable[..., Any]) -> None:
    page = serve().browse().open("/play/core.stealth")
    page.wait("Seven lessons")
    page.press("z")
    page.wait("That key does not answer this question.")
    page.press("s")
    page.wait("seed of the next game")
    page.press("z")
    page.wait("This key does nothing here. Keys that do: ESC, ENTER")
    page.press("ESC", "n")
    page.wait("YOU")
    page.press("ESC", "t", "%")
    page.wait("That key is not in the list. ESC cancels.")
    assert "Throw what?" in page.text
    page.press("ESC")
    page.wait("H hint")
    assert "Throw what?" not in page.text
    page.press("H")
    page.wait("closes")


def test_a_game_goes_from_the_title_to_a_save(serve: Callable[..., Any]) -> None:
    site = serve()
    browser = site.browse()
    page = browser.open("/play/core.stealth")
    page.wait("Seven lessons")
    page.press("n")
    page.wait("YOU")
    page.press("ESC", ".", ".", ".")
    page.wait("turn 3")
    page.press("Q")
    page.wait("saved")
    page.press("y")
    assert "turn 3" in page.wait("Continue")
    assert browser.lobby()["games"][0]["links"] == [["Continue", "/play#/play/core.stealth"]]
    [folder] = (site.folder / "guests").iterdir()
    assert (folder / "saves" / "core.stealth.save").exists()
    assert scan_replay(folder / "saves" / "core.stealth.replay").last_turn == 3


def test_a_dropped_connection_goes_on_where_it_was(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    page = browser.open("/play/core.stealth")
    page.wait("Seven lessons")
    page.press("n")
    page.wait("YOU")
    page.press("ESC", ".", "i")
    page.wait("CARRIED")
    page.socket.socket.close()
    again = browser.open("/play/core.stealth")
    assert "CARRIED" in again.wait("CARRIED")


def test_a_listener_hears_where_they_are_on_coming_and_after_a_journey(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    page = browser.open("/play/core.stealth")
    page.wait("Seven lessons")
    page.news.clear()
    page.press("n")
    page.wait_for(lambda: any(line.startswith("Here: ") for line in page.news))
    assert len(page.news) <= 8
    assert any("elder" in line.lower() for line in page.question)
    page.press(";", "n")  # not a step southeast
    page.wait_for(lambda: any(line.lower().startswith("stairs down") for line in page.facts))
    page.news.clear()
    page.press("ESC", ">")
    page.wait_for(lambda: "Here: stairs down" in page.news)
    assert page.facts == []
    assert len(page.news) < 12
    again = browser.open("/play/core.stealth")
    again.wait_for(lambda: "Here: stairs down" in again.news)
    assert "turn 0 " not in page.text


def test_the_list_of_what_is_near_repeats_no_news(serve: Callable[..., Any]) -> None:
    page = serve().browse().open("/play/core.stealth")
    page.wait("Seven lessons")
    page.press("a")
    page.wait_for(lambda: any(line.startswith("elder") for line in page.question))
    assert any("Light your lamp" in line for line in page.news)
    assert {*page.news} & {*page.question} == set()


def test_the_keys_that_matter_are_buttons(serve: Callable[..., Any]) -> None:
    page = serve().browse().open("/play/core.stealth")
    page.wait("Seven lessons")
    assert ["a", "New here? Seven lessons"] in page.keys
    page.press("n")
    page.wait_for(lambda: ["o", "explore"] in page.keys)
    page.press("Q")
    page.wait_for(lambda: page.keys[:2] == [["y", "yes"], ["n", "no"]])
    page.press("n", ";")
    page.wait_for(lambda: [key for key, _ in page.keys] == list(FACT_KEYS))


def test_the_language_is_that_of_the_browser(serve: Callable[..., Any]) -> None:
    browser = serve().browse()
    page = browser.open("/play/core.stealth", {"Accept-Language": "es-MX,en;q=0.5"})
    page.wait("¿Qué")
    assert browser.lobby("es")["texts"]["play"] == "Jugar"


def test_screens_of_the_machine_do_not_exist(serve: Callable[..., Any]) -> None:
    page = serve().browse().open("/play/core.stealth")
    page.wait("Seven lessons")
    for key in ("m", "o"):
        page.press(key)
    assert not any(word in page.text for word in ("Mods", "Settings"))
    page.press("n")
    page.wait("YOU")
    page.press("ESC", "?")
    page.wait("closes")
    page.press("ESC")
    for key in ("F2", "F3", "F4", "C-o", "C-k", "C-e"):
        page.press(key)
    page.press(".")
    page.wait("turn 1")
    words = json.dumps([page.news, page.question]) + page.bytes.decode()
    assert not any(word in words for word in ("console", "Mods", "Settings"))


def test_keys_wait_for_a_slow_game_and_repeats_do_not_pile_up() -> None:
    screen = PageScreen()
    keys = [*"abcdefghijklmnopqrstuvwxyz" * 4]
    for _ in range(20):
        screen.put(PageInput(key="l", is_repeat=True))
    for key in keys:
        screen.put(PageInput(key=key))
    pressed = [screen.read(0) for _ in range(MAX_WAITING_REPEATS + len(keys))]
    assert pressed == [KeyPress("l", is_repeat=True)] * MAX_WAITING_REPEATS + [KeyPress(key) for key in keys]
    screen.put(PageInput(key="ESC"))
    assert screen.read(0) == KeyPress("ESC")


def test_games_take_turns_and_none_waits_for_one_that_hangs() -> None:
    first, second = PageScreen(), PageScreen()
    ready = threading.Event()

    def play() -> None:
        second.read(0)
        ready.set()
        second.end_turn()

    def start() -> threading.Thread:
        ready.clear()
        second.put(PageInput(key="l"))
        thread = threading.Thread(target=play)
        thread.start()
        return thread

    first.put(PageInput(key="l"))
    first.read(0)
    thread = start()
    assert not ready.wait(MAX_TURN_WAIT / 5)
    assert ready.wait(20 * MAX_TURN_WAIT)  # the first game has not ended its turn
    thread.join()
    thread = start()
    assert not ready.wait(MAX_TURN_WAIT / 5)
    first.end_turn()
    assert ready.wait(20 * MAX_TURN_WAIT)
    thread.join()


class Tick(Command, frozen=True, tag="tests:tick"):
    """Lets time pass."""


class Noticed(Screen):
    """A game whose first command is noticed, and begins a fight."""

    def __init__(self) -> None:
        self.count = 0

    def translate(self, words: Message | str) -> str:
        return words.id if isinstance(words, Message) else words

    def build_scene(self) -> Scene:
        scene = Scene(Message("the mill"), turn=self.count, bindings=(Binding((".",), Tick, Message("wait")),))
        if self.count:
            scene.alert, scene.log = Message("melee"), (LogLine(Message("The rat has seen you!"), "alarm", 1),)
        return scene

    def submit(self, command: Command) -> None:
        self.count += 1


def test_an_alarm_is_told_once_with_the_alert_that_follows_it() -> None:
    told: list[tuple[str, ...]] = []
    shown: list[str] = []

    class Listener(PageScreen):
        def present(self, scene: Scene, state: UiState, translate: Translator, motion: Motion | None = None) -> Any:
            frame = super().present(scene, state, translate, motion)
            assert self.view is not None
            told.append(self.view.news)
            shown.append(canvas_to_text(self.view.canvas).splitlines()[0])
            if len(told) == 3:
                self.close()
            return frame

    screen = Listener()
    for _ in range(2):
        screen.put(PageInput(key="."))
    run_ui_loop(screen, Noticed())
    assert told[1] == ("The rat has seen you!", "melee")
    assert not {*told[1]} & {*told[2]}
    assert any("The rat has seen you" in line for line in shown)
